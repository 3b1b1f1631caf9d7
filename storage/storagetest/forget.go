package storagetest

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"paddock/games/match"
)

// P30: a user's data is found and erased in records, logs, indexes and settings. The data of others
// stays.
func testRemoval(t *testing.T, s match.Store) {
	const ann = match.UserID("1234567890")
	played, other := putMentions(t, s, ann)
	gone := match.Erasure{User: ann, As: "x7"}
	for _, e := range []match.Erasure{gone, {User: ann, As: "y8"}} { // the first request stands
		if stands, err := s.PutErasure(ctx, e); stands != gone || err != nil {
			t.Fatalf("PutErasure(%v) = %v, %v; want %v", e, stands, err, gone)
		}
	}
	if list, err := s.Erasures(ctx); !slices.Equal(list, []match.Erasure{gone}) || err != nil {
		t.Errorf("Erasures = %v, %v; want %v", list, err, gone)
	}
	ids, err := s.Mentions(ctx, ann)
	slices.Sort(ids)
	if !slices.Equal(ids, []match.ID{"m1", "m2"}) || err != nil {
		t.Errorf("Mentions(ann) = %v, %v; want m1 and m2", ids, err)
	}
	for range 2 { // the second time nothing is left to do
		for _, id := range ids {
			if err := s.Rewrite(ctx, id, gone.From); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.EraseUser(ctx, ann, match.BlockKey("key")); err != nil {
			t.Fatal(err)
		}
	}
	wantErr(t, "Rewrite of no match", s.Rewrite(ctx, "none", gone.From), match.ErrNotFound)

	if ids, err := s.Mentions(ctx, ann); len(ids) != 0 || err != nil {
		t.Errorf("Mentions(ann) = %v, %v after all; want none", ids, err)
	}
	if list, err := s.Erasures(ctx); len(list) != 0 || err != nil {
		t.Errorf("Erasures = %v, %v after all; want none", list, err)
	}
	checkUsers(t, s, ann)
	list, err := s.ByUser(ctx, ann)
	wantIDs(t, "ByUser(ann)", list, err)
	list, err = s.ByUser(ctx, "bob")
	wantIDs(t, "ByUser(bob)", list, err, "m3", "m2", "m1")
	r, err := s.Record(ctx, "m1")
	if want := (match.Player{Name: match.FormerPlayer, Gone: "x7"}); err != nil || r.Players[0] != want ||
		r.Owner != "" || r.Head != played.Head {
		t.Errorf("m1 is %s, %v; want a former player in the place of ann", encode(r), err)
	}
	if r, err := s.Record(ctx, "m3"); err != nil || encode(r) != encode(other) {
		t.Errorf("m3 is %s, %v; want %s", encode(r), err, encode(other))
	}
	if head, err := s.Append(ctx, r, moved("i9")); head != played.Head+1 || err != nil {
		t.Errorf("the next event is %d, %v; want %d: the match goes on", head, err, played.Head+1)
	}
}

// putMentions stores two matches that mention ann: m1, which she plays and which is returned first,
// and m2, where only the log has her. The other match, m3, doesn't mention her. Her settings and
// those of bob mention her too.
func putMentions(t *testing.T, s match.Store, ann match.UserID) (played, other match.Record) {
	t.Helper()
	played, other = Running("m1"), Running("m3")
	left := Running("m2")
	played.Players[0].User, played.Owner = ann, ann
	played = put(t, s, played)
	left.Players, left.Owner = []match.Player{{User: "bob", Name: "Bob"}, {User: "cid", Name: "Cid"}}, "bob"
	other.Players, other.Owner = slices.Clone(left.Players), "bob"
	for r, joined := range map[*match.Record]match.UserID{&left: ann, &other: "cid"} {
		var err error
		if r.Head, err = s.Append(ctx, *r, match.Event{At: noon, Kind: match.Joined, User: joined}); err != nil {
			t.Fatal(err)
		}
	}
	for _, u := range []match.UserID{ann, "bob"} {
		u := match.User{ID: u, Style: match.Text, Blocked: []match.UserID{"cid", ann}}
		u.SetNotebook("m1", match.Notebook{
			Note:  "ask " + string(ann),
			Lines: []match.Line{{From: 3, Plies: []match.Ply{{Seat: 1, Move: "3"}}}},
		})
		putUser(t, s, u)
	}
	return played, other
}

// checkUsers checks the settings after an erasure: nothing is left of the user ann, and bob has his
// settings, without ann's id.
func checkUsers(t *testing.T, s match.Store, ann match.UserID) {
	t.Helper()
	if u, err := s.User(ctx, ann); encode(u) != encode(match.User{ID: ann}) || err != nil {
		t.Errorf("User(ann) = %s, %v; want her id alone", encode(u), err)
	}
	if u, err := s.User(ctx, "bob"); u.Style != match.Text || !slices.Equal(u.Blocked, []match.UserID{"cid"}) ||
		len(u.Marked) != 1 || !u.Blocks(ann, match.BlockKey("key")) || err != nil {
		t.Errorf("User(bob) = %s, %v; want it unchanged, but for a mark in the place of the block", encode(u), err)
	}
	if u, err := s.User(ctx, "bob"); u.Notebook("m1").Note != "ask "+match.FormerPlayer ||
		len(u.Notebook("m1").Lines) != 1 || err != nil {
		t.Errorf("bob's notebook has %+v, %v; want it unchanged, but for ann's id", u.Notebook("m1"), err)
	}
}

// A store refuses a name that can't be part of a key, such as one with a zero byte, and changes nothing.
// [Memory] takes any name, because it has no keys.
func testNames(t *testing.T, s match.Store) {
	if _, ok := s.(*Memory); ok {
		return
	}
	long := strings.Repeat("x", 256)
	for what, store := range map[string]func(name string) error{
		"a match":  func(name string) error { return errOf(s.Append(ctx, Running(match.ID(name)), moved(""))) },
		"a user":   func(name string) error { return errOf(s.UpdateUser(ctx, match.UserID(name), func(*match.User) {})) },
		"a server": func(name string) error { return errOf(s.UpdateGuild(ctx, match.GuildID(name), func(*match.Guild) {})) },
		"a note":   func(name string) error { return errOf(s.UpdateNote(ctx, name, func(string) string { return "n" })) },
		"an audit": func(name string) error { return s.AddAudit(ctx, match.Audit{Guild: match.GuildID(name), At: noon}) },
		"an erased": func(name string) error {
			return errOf(s.PutErasure(ctx, match.Erasure{User: match.UserID(name), As: "x7"}))
		},
	} {
		for _, name := range []string{"", "a\x00b", long} {
			if err := store(name); err == nil {
				t.Errorf("%s called %.10q is stored", what, name)
			}
		}
		if err := store(long[1:]); err != nil {
			t.Errorf("%s with a name of 255 bytes: %v", what, err)
		}
	}
	for what, change := range map[string]func(r *match.Record, e *match.Event, name string){
		"channel": func(r *match.Record, _ *match.Event, name string) { r.Place.Channel = match.ChannelID(name) },
		"server":  func(r *match.Record, _ *match.Event, name string) { r.Place.Guild = match.GuildID(name) },
		"player":  func(r *match.Record, _ *match.Event, name string) { r.Players[0].User = match.UserID(name) },
		"cause":   func(_ *match.Record, e *match.Event, name string) { e.Cause = match.Cause(name) },
	} {
		for _, name := range []string{"a\x00b", long} {
			r, e := Running("m1"), moved("")
			change(&r, &e, name)
			if _, err := s.Append(ctx, r, e); err == nil {
				t.Errorf("a match whose %s is called %.10q is stored", what, name)
			}
		}
	}
	if _, err := s.PutErasure(ctx, match.Erasure{User: "ann"}); err == nil {
		t.Error("an erasure without a name is stored")
	}
	if list, err := s.Erasures(ctx); len(list) != 1 || err != nil {
		t.Errorf("%d erasures are stored, %v; want the one with a name", len(list), err)
	}
	if _, err := s.Record(ctx, "m1"); !errors.Is(err, match.ErrNotFound) {
		t.Errorf("a refused match: %v, want ErrNotFound", err)
	}
}

func errOf[T any](_ T, err error) error { return err }
