package match

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match/calendar"
)

var day = time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)

// at returns a time of the day of these tests, in hours.
func at(hours float64) time.Time { return day.Add(time.Duration(hours * float64(time.Hour))) }

// P28, P34, P101: the table lists how and when somebody is notified of what happened at noon.
func TestCall(t *testing.T) {
	digest := User{ID: "ann", Notify: ByDigest, Hours: calendar.Hours{Digest: 1 + 18}}
	due, _ := digest.CallAgain(at(12), at(30))
	if due.Before(at(18)) || !due.Before(at(19)) {
		t.Fatalf("a digest of six in the evening comes at %v", due)
	}
	night := calendar.Hours{Night: calendar.Night{From: 22 * 60, To: 7 * 60}}
	for _, c := range []struct {
		name       string
		user       User
		now, limit time.Time
		by         Notify
		when       time.Time
	}{
		{"by mention", User{}, at(12), time.Time{}, ByMention, at(12)},
		{"by direct message", User{Notify: ByDM}, at(12), at(13), ByDM, at(12)},
		{"not at all", User{Notify: ByNothing}, at(12), at(13), ByNothing, at(12)},
		{"direct messages are closed", User{Notify: ByDM, DMClosed: true}, at(12), time.Time{}, ByMention, at(12)},
		{"closed, and not at all", User{Notify: ByNothing, DMClosed: true}, at(12), time.Time{}, ByNothing, at(12)},
		{"at night", User{Hours: night}, at(23), time.Time{}, ByMention, at(31)},
		{"in a digest", digest, at(12), time.Time{}, ByDigest, due},
		{"a digest before the limit", digest, at(12), at(20), ByDigest, due},
		{"a digest at the limit", digest, at(12), due, ByDigest, due},
		{"a digest after the limit", digest, at(12), at(13), ByDM, at(12)},
		{"a digest that is due", digest, at(20), time.Time{}, ByDigest, at(20)},
	} {
		if by, when := c.user.Call(at(12), c.now, c.limit); by != c.by || !when.Equal(c.when) {
			t.Errorf("%s: %q at %v, want %q at %v", c.name, by, when, c.by, c.when)
		}
	}
	// times in the evening, at night and in the morning after a day on which the daily message was
	// missed
	dozing := digest
	dozing.Hours.Night = night.Night
	for now, when := range map[float64]time.Time{
		21: at(21), 23: due.Add(24 * time.Hour), 25: due.Add(24 * time.Hour), 32: due.Add(24 * time.Hour),
		46: due.Add(48 * time.Hour), 80: due.Add(72 * time.Hour),
	} {
		if by, got := dozing.Call(at(12), at(now), time.Time{}); by != ByDigest || !got.Equal(when) {
			t.Errorf("a missed digest, at %v: %q at %v, want it at %v", at(now), by, got, when)
		}
	}
	late := User{ID: "ann", Notify: ByDigest} // their hour is eight in the morning
	if by, got := late.Call(at(5), at(37), time.Time{}); by != ByDigest || !got.Equal(at(37)) {
		t.Errorf("a digest that was missed a day ago: %q at %v, want it at once", by, got)
	}
	digest.Digested = at(19)
	if _, when := digest.Call(at(12), at(20), time.Time{}); !when.Equal(due.Add(24 * time.Hour)) {
		t.Errorf("the day's digest has come, and the next one comes at %v", when)
	}
	for limit, want := range map[time.Time]bool{{}: false, at(13): false, at(60): true} {
		if _, ok := digest.CallAgain(at(12), limit); ok != want {
			t.Errorf("time until %v: called again %t, want %t", limit, ok, want)
		}
	}
	if _, ok := (User{Notify: ByDM}).CallAgain(at(12), at(60)); ok {
		t.Error("somebody without digests is called again")
	}
}

// A change of a person's record does not change copies that were made before.
func TestNotesOfAPerson(t *testing.T) {
	u := User{ID: "ann", Installed: true, DM: "dm"}
	was := u.Clone()
	u.CloseDM()
	if !u.DMClosed || u.Installed {
		t.Error("direct messages are still open")
	}
	for range 2 {
		u.Tell("hint")
		u.Save("kalah//mine", "setup")
		u.SolvedPuzzle("g", PuzzleRun{})
	}
	first := MessageRef{Channel: "c", Message: "1"}
	u.Keep("m", DrawOffered, first)
	kept := u
	u.Keep("m", OwnTurn, MessageRef{Channel: "c", Message: "2"})
	u.Keep("other", OwnTurn, first)
	if !u.Told["hint"] || u.Saved["kalah//mine"] != "setup" || len(u.Puzzles) != 1 {
		t.Errorf("noted: %+v", u)
	}
	if len(u.Calls) != 2 || len(u.Calls["m"]) != 2 || u.Calls["m"][DrawOffered] != first {
		t.Errorf("messages that call: %v", u.Calls)
	}
	u.Keep("m", OwnTurn, MessageRef{})
	u.Keep("other", OwnTurn, MessageRef{})
	if want := map[ID]Calls{"m": {DrawOffered: first}}; !reflect.DeepEqual(u.Calls, want) ||
		!reflect.DeepEqual(kept.Calls, want) {
		t.Errorf("messages that call: %v, in the copy %v; want %v", u.Calls, kept.Calls, want)
	}
	if !reflect.DeepEqual(was, User{ID: "ann", Installed: true, DM: "dm"}) {
		t.Errorf("the copy has changed: %+v", was)
	}
}

// P29: a block can be removed, also if the blocked person was erased and only a mark is stored.
func TestWithoutBlock(t *testing.T) {
	key := BlockKey("key")
	u := User{ID: "ann", Blocked: []UserID{"bob", "cid"}, Marked: []string{key.Mark("ann", "dee"), key.Mark("ann", "eve")}}
	for _, other := range []UserID{"bob", "dee"} {
		now, changed := u.WithoutBlock(other, key)
		if !changed || now.Blocks(other, key) || !now.Blocks("cid", key) || !now.Blocks("eve", key) || !u.Blocks(other, key) {
			t.Errorf("without %s: %v %v, %t", other, now.Blocked, now.Marked, changed)
		}
	}
	if _, changed := u.WithoutBlock("fay", key); changed {
		t.Error("a block that is not there is removed")
	}
	if u.Blocks("dee", BlockKey("another")) || key.Mark("ann", "bob") == key.Mark("bob", "ann") {
		t.Error("a mark fits another key, or the other direction")
	}
}

// P25: if a server limits the time for a move, a challenge gets the time within the limits that is
// nearest to what was asked for.
func TestWithin(t *testing.T) {
	both := Guild{Shortest: time.Hour, Longest: 48 * time.Hour}
	for _, c := range []struct {
		guild     Guild
		per, want time.Duration
	}{
		{Guild{}, 0, 0},
		{Guild{}, time.Minute, time.Minute},
		{both, 0, 48 * time.Hour},
		{both, 72 * time.Hour, 48 * time.Hour},
		{both, 48 * time.Hour, 48 * time.Hour},
		{both, time.Minute, time.Hour},
		{both, time.Hour, time.Hour},
		{Guild{Shortest: time.Hour}, 0, 0},
	} {
		if got := c.guild.Within(c.per); got != c.want {
			t.Errorf("%v within %v and %v: %v, want %v", c.per, c.guild.Shortest, c.guild.Longest, got, c.want)
		}
	}
	some := Guild{Channels: []ChannelID{"a", "b"}}
	if !(Guild{}).Allows("c") || !some.Allows("c", "b") || some.Allows("c") || some.Allows() {
		t.Error("the wrong channels are allowed")
	}
}

// A notice concerns people who have not yet done what it asks for.
func TestCallsUpon(t *testing.T) {
	ann, bob := games.Seat(0), games.Seat(1)
	r := Record{
		Status: Running, Players: []Player{{User: "ann"}, {User: "bob"}, {User: "cid", Channel: "c"}},
		Waiting: games.SeatSet(ann) | games.SeatSet(2), Invited: "eve",
	}
	with := func(f func(*Record)) Record { c := r.Clone(); f(&c); return c }
	parked := func(why Code) Record {
		return with(func(r *Record) {
			r.Parked = &Parking{Why: why, Wanted: map[UserID]Place{"bob": {Channel: "x"}}}
		})
	}
	for _, c := range []struct {
		kind NoticeKind
		r    Record
		want string
	}{
		{OwnTurn, r, "[ann]"},
		{OwnTurn, with(func(r *Record) { r.Status = Open }), "[eve]"},
		{OwnTurn, with(func(r *Record) { r.Status = Over }), "[]"},
		{DrawOffered, r, "[]"},
		{DrawOffered, with(func(r *Record) { r.DrawOffer = &bob }), "[ann cid]"},
		{TakebackAsked, r, "[]"},
		{TakebackAsked, with(func(r *Record) { r.UndoOffer = &ann }), "[bob cid]"},
		{PauseAsked, r, "[]"},
		{PauseAsked, with(func(r *Record) { r.RestOffer = &ann }), "[bob cid]"},
		{PauseAsked, with(func(r *Record) { r.Status, r.RestOffer = Over, &ann }), "[]"},
		{PauseAgreed, r, "[]"},
		{PauseAgreed, parked(CodePause), "[ann bob cid]"},
		{PauseAgreed, parked(CodeChannelGone), "[]"},
		{MayClaim, r, "[]"},
		{MayClaim, with(func(r *Record) { r.Clock.Lapsed = true }), "[bob]"},
		{ResumeAsked, r, "[]"},
		{ResumeAsked, parked(CodeChannelGone), "[ann cid]"},
		{SeatOffered, r, "[]"},
		{SeatOffered, with(func(r *Record) { r.Heir = &HandOver{To: Player{User: "eve"}} }), "[eve]"},
		{OddsAsked, r, "[]"},
		{OddsAsked, with(func(r *Record) { r.Status = Open }), "[eve]"},
		{PlayOutAsked, r, "[]"},
		{PlayOutAsked, with(func(r *Record) { r.Rest = &Rest{Seats: 3} }), "[]"},
		{PlayOutAsked, with(func(r *Record) { r.Rest = &Rest{Seats: 3, Agreed: games.SeatSet(bob)} }), "[ann]"},
		{HasResult, r, "[]"},
	} {
		called := []UserID{}
		for _, u := range []UserID{"ann", "bob", "cid", "eve", "fay", ""} {
			if c.r.CallsUpon(u, c.kind) {
				called = append(called, u)
			}
		}
		if got := fmt.Sprint(called); got != c.want {
			t.Errorf("%s of a match that is %s: %s, want %s", c.kind, c.r.Status, got, c.want)
		}
		if waits := c.kind != HasResult; c.kind.Calls() != waits {
			t.Errorf("%s calls: %t, want %t", c.kind, c.kind.Calls(), waits)
		}
	}
}

// P30: an erasure takes a person out of a line of the audit log, with their name in the reason.
func TestForgettingInAudits(t *testing.T) {
	a := Audit{
		By: Player{User: "ann", Name: "Ann"}, Whom: []Player{{User: "bob", Name: "Bob"}, {User: "cid", Name: "Cid"}},
		Reason: "Ann and Bob quarrelled.",
	}
	for u, want := range map[UserID]string{
		"ann": "Former player Bob Cid: Former player and Bob quarrelled.",
		"bob": "Ann Former player Cid: Ann and Former player quarrelled.",
		"dee": "",
	} {
		now, changed := a.Forgetting(u)
		got := fmt.Sprintf("%s %s %s: %s", now.By.Name, now.Whom[0].Name, now.Whom[1].Name, now.Reason)
		if changed != (want != "") || changed && (got != want || now.By.User == u || now.Whom[0].User == u) {
			t.Errorf("without %s: %q, %t; want %q", u, got, changed, want)
		}
	}
	if a.Whom[0].Name != "Bob" {
		t.Error("the line that is given has changed")
	}
	if now, _ := (Audit{By: a.By}).Forgetting("ann"); now.Whom != nil || now.By.User != "" {
		t.Errorf("a line about nobody: %+v", now)
	}
}

// An engine that only one process can open grants every claim.
func TestAlone(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	got, err := Alone{}.Claim(ctx, ClockDuty, time.Hour, "a", "b")
	want := []Lease{{Duty: ClockDuty, Key: "a", Fence: 1}, {Duty: ClockDuty, Key: "b", Fence: 1}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, %v; want %v", got, err, want)
	}
	stop()
	_, claim := Alone{}.Claim(ctx, ClockDuty, time.Hour)
	_, leases := Alone{}.Leases(ctx, ClockDuty)
	for what, err := range map[string]error{
		"claim": claim, "leases": leases, "release": Alone{}.Release(ctx), "hear": Alone{}.Hear(ctx, nil),
	} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s after the end: %v", what, err)
		}
	}
}

// A takeback and what it undid leave the log; other events stay.
func TestWithoutUndone(t *testing.T) {
	log := []Event{
		{Seq: 1, Kind: Began},
		{Seq: 2, Kind: Moved},
		{Seq: 3, Kind: Reminded},
		{Seq: 4, Kind: Moved},
		{Seq: 5, Kind: Ruled},
		{Seq: 6, Kind: Arranged},
		{Seq: 7, Kind: Undone, Note: "2"},
		{Seq: 8, Kind: Moved},
	}
	var left []Seq
	for _, e := range WithoutUndone(log) {
		left = append(left, e.Seq)
	}
	if got := fmt.Sprint(left); got != "[1 2 3 8]" {
		t.Errorf("events %s are left", got)
	}
}

// P106: the table lists what everybody reads of a hand-over.
func TestHandOverSays(t *testing.T) {
	ann, bob := Player{User: "ann", Name: "Ann"}, Player{User: "bob", Name: "Bob"}
	for want, h := range map[string]HandOver{
		"Bob takes over the match.":                          {Seat: games.Spectator, To: bob},
		"Bob takes over the match from Ann.":                 {Seat: games.Spectator, From: ann, To: bob},
		"Bob decides for Hall.":                              {From: Player{Channel: "c", Name: "Hall"}, To: bob},
		"Bob plays on for Ann, and no second match follows.": {From: ann, To: bob, EndsPair: true},
		"Bob plays on for Ann.":                              {From: ann, To: bob},
	} {
		if got := h.Says().String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// P93, P57: the table lists what people read when the store fails, and whether the store may have
// stored something.
func TestProblemsOfTheStore(t *testing.T) {
	down := errors.New("down")
	for _, c := range []struct {
		err  *Problem
		kind error
		say  string
	}{
		{Unsaved("x", down), ErrStore, "That wasn't saved"},
		{Unsaved("x", ErrUnsure), ErrStore, "I can't reach my memory, so I don't know"},
		{Unread("x", down), ErrStore, "I can't reach my memory right now"},
		{Unread("x", &NewerError{Form: 3}), ErrNewer, "This match needs a newer version"},
		{Unread("x", ErrDamaged), ErrDamaged, "This match was damaged"},
	} {
		say, ok := Sentence(c.err)
		if text := say.String(); !ok || !errors.Is(c.err, c.kind) || len(text) < len(c.say) || text[:len(c.say)] != c.say {
			t.Errorf("%v: %q, want %q and %v", c.err, text, c.say, c.kind)
		}
	}
	if _, ok := Sentence(down); ok {
		t.Error("any error is a sentence for people")
	}
	if p := Unknown(); p.Error() != ErrUnknown.Error() || len(p.Unwrap()) != 1 {
		t.Errorf("a problem without a cause: %q", p.Error())
	}
	if got := (&NewerError{Form: 3}).Error(); got != ErrNewer.Error()+": form 3" {
		t.Errorf("a newer form: %q", got)
	}
}

// Patience, the longest time to wait for the store, is a value of a context, and absent by default.
func TestPatience(t *testing.T) {
	if until, limited := Patience(WithPatience(t.Context(), day)); !limited || !until.Equal(day) {
		t.Errorf("until %v, %t", until, limited)
	}
	if _, limited := Patience(t.Context()); limited {
		t.Error("everybody is in a hurry")
	}
}

// The table lists places, and which of them share limits.
func TestPlaces(t *testing.T) {
	dm, hall, yard := Place{Channel: "d"}, Place{Guild: "g", Channel: "h"}, Place{Guild: "g", Channel: "y"}
	chat, other := Place{Channel: "x", Outside: Between}, Place{Channel: "z", Outside: Between}
	for _, c := range []struct {
		p      Place
		root   string
		direct bool
		near   []bool // dm, hall, yard, chat, other
	}{
		{dm, Between, true, []bool{true, false, false, false, false}},
		{hall, "g", false, []bool{false, true, true, false, false}},
		{yard, "g", false, []bool{false, true, true, false, false}},
		{chat, Between, false, []bool{false, false, false, true, false}},
		{other, Between, false, []bool{false, false, false, false, true}},
		{Place{Channel: "x", Outside: "s"}, "s", false, []bool{false, false, false, false, false}},
	} {
		var near []bool
		for _, p := range []Place{dm, hall, yard, chat, other} {
			near = append(near, c.p.Near(p))
		}
		if c.p.Root() != c.root || c.p.Direct() != c.direct || !reflect.DeepEqual(near, c.near) {
			t.Errorf("%+v: root %q, direct %t, near %v", c.p, c.p.Root(), c.p.Direct(), near)
		}
	}
}

// The cache of positions doesn't grow without end.
func TestParsingsAreFew(t *testing.T) {
	var c Parsings
	for i := range 3 * mostParsed {
		c.Hold(Match{Record: Record{ID: ID(fmt.Sprint(i))}})
		if i == mostParsed-1 && len(c.now) != mostParsed || len(c.now) > mostParsed {
			t.Fatalf("after %d matches: %d are kept, want %d at most", i+1, len(c.now), mostParsed)
		}
	}
}
