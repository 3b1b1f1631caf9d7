// Package storagetest specifies match.Store by tests. An engine runs them all with one line:
//
//	func TestBolt(t *testing.T) { storagetest.Run(t, open) }
//
// Open makes a new, empty store and cleans it up with t.Cleanup. [Memory] is the simplest store;
// the tests compare an engine with it over random calls. Nothing here depends on how an engine
// works; tests of its specifics are beside the engine.
package storagetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match"
)

// Run tests the stores that open makes.
func Run(t *testing.T, open func(t *testing.T) match.Store) {
	for _, c := range []struct {
		name string
		test func(*testing.T, match.Store)
	}{
		{"empty", testEmpty},
		{"append numbers events", testAppend},
		{"append is fenced by the head", testConflict},
		{"append knows causes again", testRepeat},
		{"causes are known for a day", testCauses},
		{"append is all or nothing", testAllOrNothing},
		{"one of 100 writers wins", testOneWinner},
		{"one of 100 deliveries wins", testOneDelivery},
		{"many matches at once", testManyMatches},
		{"shown never goes back", testShown},
		{"due changes alone", testSetDue},
		{"due is in order", testDueOrder},
		{"unshown", testUnshown},
		{"untold", testUntold},
		{"lists", testLists},
		{"lists follow the record", testListsFollow},
		{"thinking", testThinking},
		{"changed", testChanged},
		{"everything is a copy", testCopies},
		{"settings", testSettings},
		{"settings are edited", testUpdates},
		{"what a member has made", testMade},
		{"append on a condition", testGuard},
		{"a condition on who can play", testGuardSeesParked},
		{"claims of who is alone", testAlone},
		{"finished matches", testFinished},
		{"audit", testAudit},
		{"audit keeps the newest", testAuditKept},
		{"standings", testStandings},
		{"ranking", testRanking},
		{"list of all servers", testEverywhere},
		{"a person is removed", testRemoval},
		{"a channel votes", testVoting},
		{"names that can't be keys", testNames},
		{"a call whose time is up", testContext},
		{"random calls", testRandom},
	} {
		t.Run(c.name, func(t *testing.T) { c.test(t, open(t)) })
	}
}

var (
	ctx  = context.Background()
	noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
)

// Running returns a record of a match between ann and bob, for tests to change.
func Running(id match.ID) match.Record {
	return match.Record{
		ID: id, Game: "kalah", Setup: games.Setup{Seats: 2, Seed: 7, Options: games.Options{"holes": "6"}},
		Status: match.Running, Place: match.Place{Guild: "g1", Channel: "c1"},
		Owner: "ann", Players: []match.Player{{User: "ann", Name: "Ann"}, {User: "bob", Name: "Bob"}},
		Position: "kalah/1 ...", Turn: 1, LastMoves: []string{"3"}, Created: noon, Updated: noon,
	}
}

// moved returns a move with cause c.
func moved(c match.Cause) match.Event {
	return match.Event{At: noon, Kind: match.Moved, Cause: c, User: "ann", Move: "3"}
}

// put appends one event without a cause.
func put(t *testing.T, s match.Store, r match.Record) match.Record {
	t.Helper()
	head, err := s.Append(ctx, r, moved(""))
	if err != nil {
		t.Fatalf("Append(%s at %d) = %v", r.ID, r.Head, err)
	}
	r.Head = head
	return r
}

func ids(records []match.Record) []match.ID {
	list := make([]match.ID, 0, len(records))
	for _, r := range records {
		list = append(list, r.ID)
	}
	return list
}

// wantIDs checks the result of a list.
func wantIDs(t *testing.T, what string, got []match.Record, err error, want ...match.ID) {
	t.Helper()
	if err != nil || !slices.Equal(ids(got), want) {
		t.Errorf("%s = %v, %v; want %v", what, ids(got), err, want)
	}
}

func wantErr(t *testing.T, what string, got, want error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Errorf("%s: error %v, want %v", what, got, want)
	}
}

func testEmpty(t *testing.T, s match.Store) {
	_, err := s.Record(ctx, "none")
	wantErr(t, "Record of no match", err, match.ErrNotFound)
	wantErr(t, "SetShown of no match", s.SetShown(ctx, "none", 0, match.Shown{}, noon), match.ErrNotFound)
	wantErr(t, "SetDue of no match", s.SetDue(ctx, "none", 0, noon), match.ErrNotFound)
	if log, err := s.History(ctx, "none", 0); len(log) != 0 || err != nil {
		t.Errorf("History of no match = %v, %v; want nothing", log, err)
	}
	if _, _, ok, err := s.Applied(ctx, "none"); ok || err != nil {
		t.Errorf("Applied of an unknown cause = %t, %v; want false", ok, err)
	}
	if _, ok, err := s.NextDue(ctx); ok || err != nil {
		t.Errorf("NextDue of an empty store = %t, %v; want false", ok, err)
	}
	due, err := s.Due(ctx, noon, 10)
	wantIDs(t, "Due", due, err)
	unshown, err := s.Unshown(ctx, "", 10)
	wantIDs(t, "Unshown", unshown, err)
	latest, err := s.Latest(ctx, "c1", 10)
	wantIDs(t, "Latest", latest, err)
	thinking, err := s.Thinking(ctx, 10)
	wantIDs(t, "Thinking", thinking, err)
	if list, err := s.Changed(ctx, time.Time{}, 9); len(list) != 0 || err != nil {
		t.Errorf("Changed of an empty store = %v, %v; want nothing", list, err)
	}
}

func testAppend(t *testing.T, s match.Store) {
	r := Running("m1")
	r.Due = noon.Add(90*time.Minute + 123456789) // times keep their nanoseconds
	head, err := s.Append(ctx, r, moved("i1"), moved("i1"), moved("i2"))
	if head != 3 || err != nil {
		t.Fatalf("Append of 3 events = %d, %v; want 3", head, err)
	}
	r.Head, r.Position = head, "kalah/1 later"
	if head, err = s.Append(ctx, r, moved("")); head != 4 || err != nil {
		t.Fatalf("Append of 1 event more = %d, %v; want 4", head, err)
	}
	r.Head = 4
	got, err := s.Record(ctx, "m1")
	if err != nil || encode(got) != encode(r) {
		t.Errorf("Record = %s, %v\nwant %s", encode(got), err, encode(r))
	}
	for from, want := range map[match.Seq][]match.Seq{0: {1, 2, 3, 4}, 1: {1, 2, 3, 4}, 3: {3, 4}, 5: nil, 99: nil} {
		log, err := s.History(ctx, "m1", from)
		var seqs []match.Seq
		for _, e := range log {
			seqs = append(seqs, e.Seq)
		}
		if err != nil || !slices.Equal(seqs, want) {
			t.Errorf("History from %d has %v, %v; want %v", from, seqs, err, want)
		}
	}
	log, _ := s.History(ctx, "m1", 3)
	want := moved("i2")
	want.Seq = 3
	if len(log) == 0 || encode(log[0]) != encode(want) {
		t.Errorf("History from 3 = %s, want first %s", encode(log), encode(want))
	}
	for cause, want := range map[match.Cause]match.Seq{"i1": 1, "i2": 3} {
		if id, seq, ok, err := s.Applied(ctx, cause); id != "m1" || seq != want || !ok || err != nil {
			t.Errorf("Applied(%s) = %s, %d, %t, %v; want m1, %d: the first event of the cause", cause, id, seq, ok, err,
				want)
		}
	}
}

// A day begins at midnight, and causes of the day before are not forgotten then.
func testCauses(t *testing.T, s match.Store) {
	const day = 24 * time.Hour
	midnight := noon.Truncate(day)
	for i, at := range []time.Duration{time.Minute, day - time.Minute, day, 2*day - time.Second} {
		e, r := moved(match.Cause(fmt.Sprint("i", i))), Running(match.ID(fmt.Sprint("m", i)))
		e.At = midnight.Add(at)
		if _, err := s.Append(ctx, r, e); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 4 {
		cause := match.Cause(fmt.Sprint("i", i))
		if _, _, ok, err := s.Applied(ctx, cause); !ok || err != nil {
			t.Errorf("Applied(%s) = %t, %v; want it known until the end of the next day", cause, ok, err)
		}
	}
}

func testConflict(t *testing.T, s match.Store) {
	r := put(t, s, Running("m1"))
	for _, head := range []match.Seq{0, 2, 99} {
		r.Head = head
		_, err := s.Append(ctx, r, moved(""))
		wantErr(t, fmt.Sprintf("Append at head %d of 1", head), err, match.ErrConflict)
	}
	other := Running("m2")
	other.Head = 1
	_, err := s.Append(ctx, other, moved(""))
	wantErr(t, "Append at head 1 of no match", err, match.ErrConflict)
	if _, err := s.Record(ctx, "m2"); !errors.Is(err, match.ErrNotFound) {
		t.Errorf("Record after the conflict: %v, want ErrNotFound", err)
	}
}

func testRepeat(t *testing.T, s match.Store) {
	r := Running("m1")
	if _, err := s.Append(ctx, r, moved("i1")); err != nil {
		t.Fatal(err)
	}
	_, err := s.Append(ctx, r, moved("i1"))
	wantErr(t, "the same call again", err, match.ErrRepeat) // ErrRepeat comes before ErrConflict (P3)
	r.Head = 1
	_, err = s.Append(ctx, r, moved("i2"), moved("i1"))
	wantErr(t, "an old cause beside a new one", err, match.ErrRepeat)
	_, err = s.Append(ctx, Running("m2"), moved("i1"))
	wantErr(t, "the cause of another match", err, match.ErrRepeat)
	if _, _, ok, _ := s.Applied(ctx, "i2"); ok {
		t.Error("i2 counts as applied although its call was refused")
	}
	if _, err := s.Append(ctx, r, moved(""), moved("")); err != nil {
		t.Errorf("events without a cause: %v, want none refused", err)
	}
}

func testAllOrNothing(t *testing.T, s match.Store) {
	r := Running("m1")
	r.Due = noon
	if _, err := s.Append(ctx, r, moved("i1")); err != nil {
		t.Fatal(err)
	}
	before := snapshot(t, s)
	worse := Running("m1")
	worse.Status, worse.Place.Channel, worse.Due, worse.Position = match.Over, "c2", noon.Add(time.Hour), "spoilt"
	// worse has head 0, which is not the stored head
	if _, err := s.Append(ctx, worse, moved("i2"), moved("i3")); err == nil {
		t.Error("a conflict was accepted")
	}
	worse.Head = 1
	if _, err := s.Append(ctx, worse, moved("i4"), moved("i1")); err == nil {
		t.Error("a repeat was accepted")
	}
	if after := snapshot(t, s); after != before {
		t.Errorf("refused calls have changed the store:\n%s\nwant\n%s", after, before)
	}
}

func testOneWinner(t *testing.T, s match.Store) {
	r := put(t, s, Running("m1"))
	won := atOnce(100, func(i int) error {
		_, err := s.Append(ctx, r, moved(match.Cause(fmt.Sprint("i", i))))
		return err
	}, func(err error) {
		wantErr(t, "a loser", err, match.ErrConflict)
	})
	log, err := s.History(ctx, "m1", 0)
	if won != 1 || len(log) != 2 || err != nil {
		t.Errorf("%d of 100 writers at one head won and the log has %d events (%v), want 1 and 2", won, len(log), err)
	}
}

func testOneDelivery(t *testing.T, s match.Store) {
	won := atOnce(100, func(i int) error {
		_, err := s.Append(ctx, Running(match.ID(fmt.Sprint("m", i))), moved("i1"))
		return err
	}, func(err error) {
		wantErr(t, "a repeated delivery", err, match.ErrRepeat)
	})
	made, err := s.Latest(ctx, "c1", 1000)
	if won != 1 || len(made) != 1 || err != nil {
		t.Errorf("%d of 100 deliveries won and made %d matches (%v), want 1", won, len(made), err)
	}
}

// atOnce makes n calls at the same time. It passes errors to lost one by one, and returns the
// number of successes.
func atOnce(n int, call func(i int) error, lost func(error)) (won int) {
	errs := make([]error, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { errs[i] = call(i) })
	}
	all.Wait()
	for _, err := range errs {
		if err == nil {
			won++
		} else {
			lost(err)
		}
	}
	return won
}

func testManyMatches(t *testing.T, s match.Store) {
	const matches, moves = 40, 25
	won := atOnce(matches, func(i int) error {
		r := Running(match.ID(fmt.Sprint("m", i)))
		for k := range moves {
			head, err := s.Append(ctx, r, moved(match.Cause(fmt.Sprint(i, "/", k))))
			if err != nil {
				return err
			}
			r.Head = head
		}
		return nil
	}, func(err error) { t.Error(err) })
	if won != matches {
		t.Errorf("%d of %d matches could be played", won, matches)
	}
	for i := range matches {
		log, err := s.History(ctx, match.ID(fmt.Sprint("m", i)), 0)
		if len(log) != moves || err != nil {
			t.Errorf("match %d has %d events (%v), want %d", i, len(log), err, moves)
		}
		for k, e := range log {
			if want := match.Cause(fmt.Sprint(i, "/", k)); e.Cause != want || e.Seq != match.Seq(k+1) {
				t.Errorf("match %d event %d has cause %s and seq %d, want %s", i, k+1, e.Cause, e.Seq, want)
			}
		}
	}
}

func testShown(t *testing.T, s match.Store) {
	r := put(t, s, put(t, s, Running("m1")))
	one, two := noon.Add(time.Hour), noon.Add(2*time.Hour)
	for _, c := range []struct {
		set, want match.Shown
		due, then time.Time
	}{
		{match.Shown{Head: 2, Message: "a", At: noon}, match.Shown{Head: 2, Message: "a", At: noon}, one, one},
		{match.Shown{Head: 1, Message: "b"}, match.Shown{Head: 2, Message: "a", At: noon}, two, one},
		{match.Shown{Head: 2, Message: "c", Pinged: 1}, match.Shown{Head: 2, Message: "c", Pinged: 1}, two, two},
		{
			match.Shown{Head: 2, Message: "c", Pinged: 1},
			match.Shown{Head: 2, Message: "c", Pinged: 1},
			time.Time{},
			time.Time{},
		},
	} {
		if err := s.SetShown(ctx, "m1", r.Head, c.set, c.due); err != nil {
			t.Errorf("SetShown(%+v) = %v", c.set, err)
		}
		got, err := s.Record(ctx, "m1")
		if got.Shown != c.want || !got.Due.Equal(c.then) || got.Head != r.Head || err != nil {
			t.Errorf("after SetShown(%+v): %+v due %v at head %d, %v; want %+v due %v", c.set, got.Shown, got.Due,
				got.Head, err, c.want, c.then)
		}
		if at, ok, err := s.NextDue(ctx); ok == c.then.IsZero() || !at.Equal(c.then) || err != nil {
			t.Errorf("after SetShown(%+v) the next is due %v, %v, %v; want %v", c.set, at, ok, err, c.then)
		}
	}
	wantErr(t, "SetShown at another head", s.SetShown(ctx, "m1", 1, match.Shown{Head: 2}, noon), match.ErrConflict)
	if log, _ := s.History(ctx, "m1", 0); len(log) != 2 {
		t.Errorf("SetShown has written events: %d, want 2", len(log))
	}
}

func testSetDue(t *testing.T, s match.Store) {
	r := put(t, s, Running("m1"))
	if err := s.SetDue(ctx, "m1", r.Head, noon); err != nil {
		t.Fatal(err)
	}
	wantErr(t, "SetDue at an old head", s.SetDue(ctx, "m1", 0, noon.Add(time.Hour)), match.ErrConflict)
	wantErr(t, "SetDue at a head to come", s.SetDue(ctx, "m1", 2, noon.Add(time.Hour)), match.ErrConflict)
	if at, ok, err := s.NextDue(ctx); !at.Equal(noon) || !ok || err != nil {
		t.Errorf("NextDue = %v, %t, %v; want noon", at, ok, err)
	}
	if err := s.SetDue(ctx, "m1", r.Head, time.Time{}); err != nil {
		t.Fatal(err)
	}
	if at, ok, err := s.NextDue(ctx); ok || err != nil {
		t.Errorf("NextDue after taking the deadline away = %v, %t, %v; want none", at, ok, err)
	}
	if got, err := s.Record(ctx, "m1"); !got.Due.IsZero() || got.Head != 1 || err != nil {
		t.Errorf("the record is due %v at head %d, %v; want no deadline at 1", got.Due, got.Head, err)
	}
}

func testDueOrder(t *testing.T, s match.Store) {
	at := func(id match.ID, due time.Duration) {
		r := Running(id)
		if due >= 0 {
			r.Due = noon.Add(due)
		}
		put(t, s, r)
	}
	at("late", time.Hour)
	at("soon", 2)
	at("never", -1)
	at("first", 1)
	at("next", time.Millisecond)
	for _, c := range []struct {
		at   time.Duration
		max  int
		want []match.ID
	}{
		{0, 9, nil},
		{1, 9, []match.ID{"first"}},
		{2, 9, []match.ID{"first", "soon"}},
		{time.Minute, 9, []match.ID{"first", "soon", "next"}},
		{time.Hour, 9, []match.ID{"first", "soon", "next", "late"}},
		{time.Hour, 2, []match.ID{"first", "soon"}},
		{time.Hour, 0, nil},
	} {
		got, err := s.Due(ctx, noon.Add(c.at), c.max)
		wantIDs(t, fmt.Sprintf("Due(noon+%v, %d)", c.at, c.max), got, err, c.want...)
	}
	if next, ok, err := s.NextDue(ctx); !next.Equal(noon.Add(1)) || !ok || err != nil {
		t.Errorf("NextDue = %v, %t, %v; want noon and a nanosecond", next, ok, err)
	}
	// The next event also clears or moves a deadline that is done.
	r, _ := s.Record(ctx, "first")
	r.Due = noon.Add(2 * time.Hour)
	put(t, s, r)
	got, err := s.Due(ctx, noon.Add(3*time.Hour), 9)
	wantIDs(t, "Due after first has moved on", got, err, "soon", "next", "late", "first")
}

func testUntold(t *testing.T, s match.Store) {
	result := match.Notice{Event: 1, To: "bob", Kind: match.HasResult}
	offer := match.Notice{Event: 1, To: "ann", Kind: match.DrawOffered}
	a := Running("a")
	a.Notices = []match.Notice{result, offer}
	a = put(t, s, a)
	b := put(t, s, Running("b"))
	got, err := s.Untold(ctx, "", 9)
	wantSet(t, "Untold", got, err, "a")
	b.Status, b.Notices = match.Over, []match.Notice{result}
	put(t, s, b)
	got, err = s.Untold(ctx, "", 9)
	wantSet(t, "Untold after b ended", got, err, "a", "b") // finished matches are listed, too
	if one, err := s.Untold(ctx, "", 1); len(one) != 1 || err != nil {
		t.Errorf("Untold(1) = %v, %v; want one match", ids(one), err)
	}
	got, err = s.Untold(ctx, "a", 9)
	wantSet(t, "Untold after a", got, err, "b")
	other := result
	other.Kind = match.WasClosed
	// telling the same notice twice changes nothing
	for _, told := range [][]match.Notice{{other}, {result}, {result}} {
		if err := s.SetTold(ctx, "a", told); err != nil {
			t.Fatal(err)
		}
	}
	if r, err := s.Record(ctx, "a"); !slices.Equal(r.Notices, []match.Notice{offer}) || r.Head != a.Head || err != nil {
		t.Errorf("after bob was told: %v at head %d, %v; want %v at %d", r.Notices, r.Head, err, offer, a.Head)
	}
	if err := s.SetTold(ctx, "a", []match.Notice{offer}); err != nil {
		t.Fatal(err)
	}
	got, err = s.Untold(ctx, "", 9)
	wantSet(t, "Untold after all of a were told", got, err, "b")
	wantErr(t, "SetTold of no match", s.SetTold(ctx, "none", nil), match.ErrNotFound)
}

func testUnshown(t *testing.T, s match.Store) {
	a, b := put(t, s, Running("a")), put(t, s, Running("b"))
	got, err := s.Unshown(ctx, "", 9)
	wantSet(t, "Unshown", got, err, "a", "b")
	if one, err := s.Unshown(ctx, "", 1); len(one) != 1 || err != nil {
		t.Errorf("Unshown(1) = %v, %v; want one match", ids(one), err)
	}
	for after, want := range map[match.ID][]match.ID{"": {"a", "b"}, "a": {"b"}, "aa": {"b"}, "b": nil} {
		got, err := s.Unshown(ctx, after, 9)
		wantIDs(t, "Unshown after "+string(after), got, err, want...)
	}
	if err := s.SetShown(ctx, "a", a.Head, match.Shown{Head: a.Head}, a.Due); err != nil {
		t.Fatal(err)
	}
	got, err = s.Unshown(ctx, "", 9)
	wantSet(t, "Unshown after a was shown", got, err, "b")
	b.Shown.Head = 2 // an event can be stored together with the record that it was shown
	put(t, s, b)
	got, err = s.Unshown(ctx, "", 9)
	wantSet(t, "Unshown after both were shown", got, err)
	a.Shown.Head = 1
	a.Status = match.Over
	put(t, s, a)
	got, err = s.Unshown(ctx, "", 9)
	wantSet(t, "Unshown after a ended", got, err, "a") // finished matches are listed, too
}

func wantSet(t *testing.T, what string, got []match.Record, err error, want ...match.ID) {
	t.Helper()
	slices.SortFunc(got, byID)
	wantIDs(t, what, got, err, want...)
}

func testLists(t *testing.T, s match.Store) {
	add := func(id match.ID, status match.Status, minute int, change func(*match.Record)) {
		r := Running(id)
		r.Status, r.Created = status, noon.Add(time.Duration(minute)*time.Minute)
		if change != nil {
			change(&r)
		}
		put(t, s, r)
	}
	add("running", match.Running, 2, nil)
	add("open", match.Open, 3, func(r *match.Record) { r.Players[1], r.Invited = match.Player{}, "cyd" })
	add("over", match.Over, 4, nil)
	add("closed", match.Closed, 1, nil)
	add("elsewhere", match.Running, 5, func(r *match.Record) { r.Place = match.Place{Guild: "g2", Channel: "c11"} })
	add("watched", match.Running, 6, func(r *match.Record) {
		r.Owner, r.Place = "dan", match.Place{Channel: "dm"}
		r.Players = []match.Player{{Computer: "easy", Name: "easy"}, {Computer: "hard", Name: "hard"}}
	})
	check := func(what string, want ...match.ID) func([]match.Record, error) {
		return func(got []match.Record, err error) {
			t.Helper()
			wantIDs(t, what, got, err, want...)
		}
	}
	check("ByChannel(c1)", "open", "running")(s.ByChannel(ctx, "c1"))
	check("ByChannel(c11)", "elsewhere")(s.ByChannel(ctx, "c11"))
	check("ByChannel(c)")(s.ByChannel(ctx, "c"))
	check("ByGuild(g1)", "open", "running")(s.ByGuild(ctx, "g1"))
	check("ByGuild()")(s.ByGuild(ctx, "")) // a direct message belongs to no server
	check("ByUser(ann)", "elsewhere", "open", "running")(s.ByUser(ctx, "ann"))
	check("ByUser(bob)", "elsewhere", "running")(s.ByUser(ctx, "bob"))
	check("ByUser(cyd), invited", "open")(s.ByUser(ctx, "cyd"))
	check("ByUser(dan), owner", "watched")(s.ByUser(ctx, "dan"))
	check("ByUser()")(s.ByUser(ctx, ""))
	check("Made by ann", "elsewhere", "over", "open", "running", "closed")(s.Made(ctx, "ann", noon))
	check("Made by nobody")(s.Made(ctx, "", noon))
	check("Latest(c1, 9)", "over", "open", "running", "closed")(s.Latest(ctx, "c1", 9))
	check("Latest(c1, 2)", "over", "open")(s.Latest(ctx, "c1", 2))
	check("Latest(c1, 0)")(s.Latest(ctx, "c1", 0))
	servers, err := s.Guilds(ctx)
	slices.Sort(servers)
	if want := []match.GuildID{"g1", "g2"}; !slices.Equal(servers, want) || err != nil {
		t.Errorf("Guilds = %v, %v; want %v", servers, err, want)
	}
}

// A computer player's move is found by the record alone, until it is made.
func testThinking(t *testing.T, s match.Store) {
	a, b := Running("a"), Running("b")
	a.Players[1], a.Waiting = match.Player{Computer: "easy"}, games.SeatSet(1)
	b.Players[1], b.Waiting = match.Player{Computer: "easy"}, games.SeatSet(0)
	a, b = put(t, s, a), put(t, s, b)
	got, err := s.Thinking(ctx, 9)
	wantSet(t, "Thinking", got, err, "a")
	a.Waiting, b.Waiting = b.Waiting, a.Waiting
	a, b = put(t, s, a), put(t, s, b)
	got, err = s.Thinking(ctx, 9)
	wantSet(t, "Thinking after a move each", got, err, "b")
	a.Waiting = games.SeatSet(1)
	put(t, s, a)
	if one, err := s.Thinking(ctx, 1); len(one) != 1 || err != nil {
		t.Errorf("Thinking(1) = %v, %v; want one match", ids(one), err)
	}
	b.Parked = &match.Parking{At: noon}
	put(t, s, b)
	got, err = s.Thinking(ctx, 9)
	wantSet(t, "Thinking while b is at rest", got, err, "a")
}

// Changes since a moment are found in the log, newest first.
func testChanged(t *testing.T, s match.Store) {
	at := func(r match.Record, after time.Duration) match.Record {
		e := moved("")
		e.At = noon.Add(after)
		head, err := s.Append(ctx, r, e)
		if err != nil {
			t.Fatal(err)
		}
		r.Head = head
		return r
	}
	a := at(Running("a"), 0)
	at(Running("b"), time.Hour)
	at(a, 2*time.Hour)
	at(Running("c"), 3*time.Hour)
	newestA, newestB, newestC := match.Newest{Match: "a", Seq: 2}, match.Newest{Match: "b", Seq: 1},
		match.Newest{Match: "c", Seq: 1}
	for after, want := range map[time.Duration][]match.Newest{
		0:             {newestC, newestA, newestB},
		2 * time.Hour: {newestC, newestA}, 3 * time.Hour: {newestC}, 4 * time.Hour: nil,
	} {
		got, err := s.Changed(ctx, noon.Add(after), 9)
		if !slices.Equal(got, want) || err != nil {
			t.Errorf("Changed since %v = %v, %v; want %v", after, got, err, want)
		}
	}
	if got, err := s.Changed(ctx, noon, 2); !slices.Equal(got, []match.Newest{newestC, newestA}) || err != nil {
		t.Errorf("two that have changed are %v, %v; want c and a", got, err)
	}
}

func testListsFollow(t *testing.T, s match.Store) {
	r := put(t, s, Running("m1"))
	r.Place, r.Players[1] = match.Place{Guild: "g2", Channel: "c2"}, match.Player{User: "cyd", Name: "Cyd"}
	r = put(t, s, r)
	old, err := s.ByChannel(ctx, "c1")
	wantIDs(t, "ByChannel of the channel it has left", old, err)
	old, err = s.Latest(ctx, "c1", 9)
	wantIDs(t, "Latest of the channel it has left", old, err)
	old, err = s.ByGuild(ctx, "g1")
	wantIDs(t, "ByGuild of the server it has left", old, err)
	old, err = s.ByUser(ctx, "bob")
	wantIDs(t, "ByUser of who has left", old, err)
	now, err := s.ByChannel(ctx, "c2")
	wantIDs(t, "ByChannel of the new channel", now, err, "m1")
	now, err = s.ByUser(ctx, "cyd")
	wantIDs(t, "ByUser of who has come", now, err, "m1")
	r.Status = match.Over
	put(t, s, r)
	now, err = s.ByChannel(ctx, "c2")
	wantIDs(t, "ByChannel after the end", now, err)
	now, err = s.ByUser(ctx, "cyd")
	wantIDs(t, "ByUser after the end", now, err)
	now, err = s.Latest(ctx, "c2", 9)
	wantIDs(t, "Latest after the end", now, err, "m1")
}

func testCopies(t *testing.T, s match.Store) {
	given := Running("m1")
	offer := games.Seat(1)
	given.DrawOffer, given.Rematch, given.Due = &offer, map[string]bool{"ann": true}, noon
	event := moved("i1")
	if _, err := s.Append(ctx, given, event); err != nil {
		t.Fatal(err)
	}
	putUser(t, s, match.User{ID: "ann", Told: map[string]bool{"dm": true}})
	before := snapshot(t, s)
	spoil(&given)
	spoilAll := func(records []match.Record, err error) {
		if len(records) == 0 || err != nil {
			t.Errorf("nothing to spoil: %v, %v", records, err)
		}
		for i := range records {
			spoil(&records[i])
		}
	}
	r, err := s.Record(ctx, "m1")
	spoilAll([]match.Record{r}, err)
	spoilAll(s.Due(ctx, noon, 9))
	spoilAll(s.Unshown(ctx, "", 9))
	spoilAll(s.ByChannel(ctx, "c1"))
	spoilAll(s.ByUser(ctx, "ann"))
	spoilAll(s.ByGuild(ctx, "g1"))
	spoilAll(s.Latest(ctx, "c1", 9))
	log, _ := s.History(ctx, "m1", 0)
	log[0].Move = "spoilt"
	u, _ := s.User(ctx, "ann")
	u.Told["dm"] = false
	if after := snapshot(t, s); after != before {
		t.Errorf("changing what was given or returned has changed the store:\n%s\nwant\n%s", after, before)
	}
}

// spoil changes everything that a record could share with its copies.
func spoil(r *match.Record) {
	r.Players[0].User = "eve"
	r.LastMoves[0] = "spoilt"
	r.Setup.Options["holes"] = "1"
	r.Rematch["eve"] = true
	*r.DrawOffer = 0
}

func testSettings(t *testing.T, s match.Store) {
	if u, err := s.User(ctx, "ann"); encode(u) != encode(match.User{ID: "ann"}) || err != nil {
		t.Errorf("User that is missing = %s, %v; want its id alone", encode(u), err)
	}
	if g, err := s.Guild(ctx, "g1"); encode(g) != encode(match.Guild{ID: "g1"}) || err != nil {
		t.Errorf("Guild that is missing = %s, %v; want its id alone", encode(g), err)
	}
	if note, err := s.Note(ctx, "commands"); note != "" || err != nil {
		t.Errorf("Note that is missing = %q, %v; want empty", note, err)
	}
	for _, u := range []match.User{
		{
			ID: "ann", Style: match.Words, DM: "d1", DMClosed: true, Told: map[string]bool{"dm": true},
			Saved: map[string]string{"stratego/full/mine": "fs"},
		},
		{ID: "ann", Style: match.Text},
	} {
		putUser(t, s, u)
		if got, err := s.User(ctx, "ann"); encode(got) != encode(u) || err != nil {
			t.Errorf("User = %s, %v; want %s", encode(got), err, encode(u))
		}
	}
	// equal ids of different kinds do not collide
	g := match.Guild{ID: "ann", Threads: true, PerMove: time.Hour, Limit: 3, Gone: noon}
	if got, err := s.UpdateGuild(ctx, "ann", func(now *match.Guild) { *now = g }); encode(got) != encode(g) ||
		err != nil {
		t.Fatalf("UpdateGuild = %s, %v; want %s", encode(got), err, encode(g))
	}
	if got, err := s.Guild(ctx, "ann"); encode(got) != encode(g) || err != nil {
		t.Errorf("Guild = %s, %v; want %s", encode(got), err, encode(g))
	}
	for _, value := range []string{"one", "", "two\nlines"} {
		if err := s.PutNote(ctx, "ann", value); err != nil {
			t.Fatal(err)
		}
		if got, err := s.Note(ctx, "ann"); got != value || err != nil {
			t.Errorf("Note = %q, %v; want %q", got, err, value)
		}
	}
}

func testContext(t *testing.T, s match.Store) {
	r := put(t, s, Running("m1"))
	before := snapshot(t, s)
	late, cancel := context.WithCancel(ctx)
	cancel()
	_, err := s.Append(late, r, moved("i1"))
	wantErr(t, "Append", err, context.Canceled)
	_, err = s.Due(late, noon, 9)
	wantErr(t, "Due", err, context.Canceled)
	_, err = s.StandingsOf(late, "g1", match.Player{User: "ann"})
	wantErr(t, "StandingsOf", err, context.Canceled)
	_, err = s.Ranking(late, "g1", "kalah", match.AmongPeople, noon, 1, match.Player{})
	wantErr(t, "Ranking", err, context.Canceled)
	_, err = s.SkillsBefore(late, "g1", match.Result{Game: "kalah"})
	wantErr(t, "SkillsBefore", err, context.Canceled)
	for range 30 { // a store must not say by lot that it is unsure
		_, err = s.UpdateUser(late, "ann", func(u *match.User) { u.Style = match.Text })
		if !errors.Is(err, context.Canceled) || errors.Is(err, match.ErrUnsure) {
			t.Errorf("UpdateUser = %v, want Canceled and not match.ErrUnsure", err)
			break
		}
	}
	_, err = s.AppendIf(late, atMost(9, "ann"), r, moved("i1"))
	wantErr(t, "AppendIf", err, context.Canceled)
	if after := snapshot(t, s); after != before {
		t.Errorf("calls whose time was up have changed the store:\n%s\nwant\n%s", after, before)
	}
}
