package storagetest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"paddock/games/match"
)

// testAlone tests a store that only one process can open.
func testAlone(t *testing.T, s match.Store) {
	first := claim(t, s, match.ThinkDuty, time.Minute, "m1", "m2")
	if got := keysOf(first); !slices.Equal(got, []string{"m1", "m2"}) {
		t.Errorf("Claim = %v, want all that nobody else holds", got)
	}
	again := claim(t, s, match.ThinkDuty, time.Minute, "m2", "m3")
	if got := keysOf(again); !slices.Equal(got, []string{"m2", "m3"}) {
		t.Errorf("Claim again = %v, want one's own renewed and the rest", got)
	} else if again[0].Fence != first[1].Fence {
		t.Errorf("renewing has changed the fence from %d to %d", first[1].Fence, again[0].Fence)
	}
	if list, err := s.Leases(ctx, match.ThinkDuty); len(list) != 0 || err != nil {
		t.Errorf("Leases = %v, %v; want none of one's own", list, err)
	}
	if got := claim(t, s, match.ThinkDuty, time.Minute); len(got) != 0 {
		t.Errorf("Claim of nothing = %v", got)
	}
	r := Running("m1")
	r.Due = noon
	put(t, s, r)
	claim(t, s, match.ClockDuty, time.Minute, "m1")
	due, err := s.Due(ctx, noon, 9)
	wantIDs(t, "Due, of what one holds oneself", due, err, "m1")
	if err := s.Release(ctx, append(first, again...)...); err != nil {
		t.Error(err)
	}
	late, cancel := context.WithCancel(ctx)
	cancel()
	_, err = s.Claim(late, match.ThinkDuty, time.Minute, "m1")
	wantErr(t, "Claim by a call whose time is up", err, context.Canceled)
}

func claim(t *testing.T, s match.Store, d match.Duty, lease time.Duration, keys ...string) []match.Lease {
	t.Helper()
	got, err := s.Claim(ctx, d, lease, keys...)
	if err != nil {
		t.Fatalf("Claim(%s, %v) = %v", d, keys, err)
	}
	slices.SortFunc(got, func(a, b match.Lease) int { return cmp.Compare(a.Key, b.Key) })
	return got
}

func keysOf(leases []match.Lease) (keys []string) {
	for _, l := range leases {
		keys = append(keys, l.Key)
	}
	return keys
}

// RunShared tests stores that several processes can open. Open makes a new, empty store and returns
// two handles on it.
func RunShared(t *testing.T, open func(t *testing.T) (a, b match.Store)) {
	for _, c := range []struct {
		name string
		test func(t *testing.T, a, b match.Store)
	}{
		{"one sees what the other writes", testSeesOther},
		{"one of 100 writers in two processes wins", testOneWinnerOfTwo},
		{"limits hold in two processes", testGuardOfTwo},
		{"settings are edited by both", testSettingsOfTwo},
		{"notes are edited by both, and emptied", testNotesOfTwo},
		{"a piece of work is held by one", testHeldByOne},
		{"each piece is claimed once", testClaimedOnce},
		{"work of the dead is taken over", testTakenOver},
		{"lists leave out what others hold", testHeldIsLeftOut},
		{"one hears of what the other changes", testHears},
		{"an interaction is handed on once", testHandedOn},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, b := open(t)
			c.test(t, a, b)
		})
	}
}

func testSeesOther(t *testing.T, a, b match.Store) {
	r := Running("m1")
	r.Due = noon.Add(1500 * time.Microsecond)
	for i := range 6 {
		writer, reader := a, b
		if i%2 == 1 {
			writer, reader = b, a
		}
		head, err := writer.Append(ctx, r, moved(match.Cause(fmt.Sprint("i", i))))
		if err != nil {
			t.Fatal(err)
		}
		r.Head = head
		if got, err := reader.Record(ctx, "m1"); err != nil || encode(got) != encode(r) {
			t.Fatalf("the other process reads %s, %v\nwant %s", encode(got), err, encode(r))
		}
		_, err = reader.Append(ctx, r, moved(match.Cause(fmt.Sprint("i", i))))
		wantErr(t, "the same cause in the other process", err, match.ErrRepeat)
	}
	if got, want := snapshot(t, a), snapshot(t, b); got != want {
		t.Errorf("the processes see\n%s\nand\n%s", got, want)
	}
}

func testOneWinnerOfTwo(t *testing.T, a, b match.Store) {
	r := put(t, a, Running("m1"))
	won := atOnce(100, func(i int) error {
		_, err := []match.Store{a, b}[i%2].Append(ctx, r, moved(match.Cause(fmt.Sprint("i", i))))
		return err
	}, func(err error) { wantErr(t, "a loser", err, match.ErrConflict) })
	log, err := b.History(ctx, "m1", 0)
	if won != 1 || len(log) != 2 || err != nil {
		t.Errorf("%d of 100 writers at one head won and the log has %d events (%v), want 1 and 2", won, len(log), err)
	}
}

func testGuardOfTwo(t *testing.T, a, b match.Store) {
	const limit = 3
	won := atOnce(40, func(i int) error {
		_, err := []match.Store{a, b}[i%2].AppendIf(ctx, atMost(limit, "ann"), Running(match.ID(fmt.Sprint("m", i))),
			moved(""))
		return err
	}, func(err error) { wantErr(t, "one too many", err, errTooMany) })
	list, err := a.ByUser(ctx, "ann")
	if won != limit || len(list) != limit || err != nil {
		t.Errorf("%d of 40 were stored and there are %d (%v), want %d", won, len(list), err, limit)
	}
}

func testSettingsOfTwo(t *testing.T, a, b match.Store) {
	atOnce(40, func(i int) error {
		_, err := []match.Store{a, b}[i%2].UpdateUser(ctx, "ann", func(u *match.User) {
			u.Blocked = append(u.Blocked, match.UserID(fmt.Sprint("u", i)))
		})
		return err
	}, func(err error) { t.Error(err) })
	if u, err := a.User(ctx, "ann"); len(u.Blocked) != 40 || err != nil {
		t.Errorf("of 40 edits %d are there, %v", len(u.Blocked), err)
	}
}

// testNotesOfTwo lets several writers add a letter to a note and remove it again. The note is often
// empty, and no letter may be lost.
func testNotesOfTwo(t *testing.T, a, b match.Store) {
	const writers, rounds = 3, 20
	atOnce(writers, func(i int) error {
		s, letter := []match.Store{a, b}[i%2], string(rune('a'+i))
		for n := range 2 * rounds {
			there := n%2 == 1
			_, err := s.UpdateNote(ctx, "letters", func(note string) string {
				if strings.Contains(note, letter) != there {
					t.Errorf("edit %d of %s finds %q", n, letter, note)
				}
				if there {
					return strings.ReplaceAll(note, letter, "")
				}
				return note + letter
			})
			if err != nil {
				return err
			}
		}
		return nil
	}, func(err error) { t.Error(err) })
	if note, err := a.Note(ctx, "letters"); note != "" || err != nil {
		t.Errorf("at last the note is %q, %v; want it empty", note, err)
	}
}

func testHeldByOne(t *testing.T, a, b match.Store) {
	mine := claim(t, a, match.ShardDuty, time.Minute, "0", "1")
	if got := claim(t, b, match.ShardDuty, time.Minute, "0", "1", "2"); !slices.Equal(keysOf(got), []string{"2"}) {
		t.Errorf("the other process got %v, want what is left", keysOf(got))
	}
	if got := claim(t, b, match.ThinkDuty, time.Minute, "0"); len(got) != 1 {
		t.Errorf("the same name of another duty can't be claimed: %v", got)
	}
	list, err := b.Leases(ctx, match.ShardDuty)
	if !slices.Equal(keysOf(list), []string{"0", "1"}) || err != nil || list[0].Owner != mine[0].Owner ||
		list[0].Fence != mine[0].Fence {
		t.Errorf("Leases = %+v, %v; want those of the other process, %+v", list, err, mine)
	}
	if err := a.Release(ctx, mine[0]); err != nil {
		t.Fatal(err)
	}
	got := claim(t, b, match.ShardDuty, time.Minute, "0", "1")
	if !slices.Equal(keysOf(got), []string{"0"}) || got[0].Fence <= mine[0].Fence || got[0].Owner == mine[0].Owner {
		t.Errorf("after the release the other process got %+v, want 0 with a greater fence than %d", got, mine[0].Fence)
	}
	if err := a.Release(ctx, mine[0]); err != nil { // a late second release, which must change nothing
		t.Fatal(err)
	}
	if got := claim(t, a, match.ShardDuty, time.Minute, "0"); len(got) != 0 {
		t.Errorf("a late release has taken the piece from its new holder: %+v", got)
	}
}

func testClaimedOnce(t *testing.T, a, b match.Store) {
	const pieces = 200
	keys := make([]string, pieces)
	for i := range keys {
		keys[i] = fmt.Sprintf("m%03d", i)
	}
	var mu sync.Mutex
	got := map[string]int{}
	atOnce(8, func(i int) error {
		mine := slices.Clone(keys)
		if i%3 == 0 {
			slices.Reverse(mine)
		}
		for part := range slices.Chunk(mine, 64) {
			leases, err := []match.Store{a, b}[i%2].Claim(ctx, match.ThinkDuty, time.Minute, part...)
			if err != nil {
				return err
			}
			mu.Lock()
			for _, l := range leases {
				if owner := i%2 + 1; got[l.Key] == 0 || got[l.Key] == owner {
					got[l.Key] = owner
				} else {
					t.Errorf("%s was claimed by both processes", l.Key)
				}
			}
			mu.Unlock()
		}
		return nil
	}, func(err error) { t.Error(err) })
	if len(got) != pieces {
		t.Errorf("%d of %d pieces were claimed", len(got), pieces)
	}
}

func testTakenOver(t *testing.T, a, b match.Store) {
	dead := claim(t, a, match.ShardDuty, 50*time.Millisecond, "0")[0]
	var got []match.Lease
	for deadline := time.Now().Add(10 * time.Second); len(got) == 0 &&
		time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		got = claim(t, b, match.ShardDuty, time.Minute, "0")
	}
	if len(got) != 1 || got[0].Fence <= dead.Fence {
		t.Fatalf("the piece of the dead was not taken over with a greater fence than %d: %+v", dead.Fence, got)
	}
	if back := claim(t, a, match.ShardDuty, time.Minute, "0"); len(back) != 0 {
		t.Errorf("who came back from the dead renews what others have: %+v", back)
	}
}

func testHeldIsLeftOut(t *testing.T, a, b match.Store) {
	for i, id := range []match.ID{"m1", "m2"} {
		r := Running(id)
		r.Due, r.Notices = noon.Add(time.Duration(i)*time.Second),
			[]match.Notice{{Event: 1, To: "bob", Kind: match.HasResult}}
		put(t, a, r)
	}
	for _, d := range []match.Duty{match.ClockDuty, match.BoardDuty, match.NoticeDuty} {
		claim(t, a, d, time.Minute, "m1")
	}
	for s, want := range map[match.Store][]match.ID{a: {"m1", "m2"}, b: {"m2"}} {
		list, err := s.Due(ctx, noon.Add(time.Hour), 9)
		wantIDs(t, "Due", list, err, want...)
		list, err = s.Unshown(ctx, "", 9)
		wantSet(t, "Unshown", list, err, want...)
		list, err = s.Untold(ctx, "", 9)
		wantSet(t, "Untold", list, err, want...)
		first, _ := a.Record(ctx, want[0])
		if at, ok, err := s.NextDue(ctx); !at.Equal(first.Due) || !ok || err != nil {
			t.Errorf("NextDue = %v, %t, %v; want that of %s", at, ok, err, want[0])
		}
	}
}

func testHears(t *testing.T, a, b match.Store) {
	hearing, stop := context.WithCancel(ctx)
	heard, ended := make(chan match.ID, 1000), make(chan error)
	go func() { ended <- b.Hear(hearing, func(id match.ID) { heard <- id }) }()
	r := Running("m1")
	for len(heard) == 0 {
		r = put(t, a, r) // repeats the change until the other handle listens
		time.Sleep(time.Millisecond)
	}
	if id := <-heard; id != "m1" {
		t.Errorf("heard of %s, want m1, which the other process has changed", id)
	}
	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("Hear = %v, want the error of its context", err)
	}
}

func testHandedOn(t *testing.T, a, b match.Store) {
	hand := func(id string, form int) {
		t.Helper()
		for range 2 { // twice, as after a lost answer
			if err := a.HandOn(ctx, match.Handed{ID: id, Form: form, Body: []byte("{}")}); err != nil {
				t.Fatal(err)
			}
		}
	}
	hand("1", b.Form())
	hand("2", b.Form()+1)
	list, err := b.TakeOver(ctx)
	if err != nil || len(list) != 1 || list[0].ID != "1" || string(list[0].Body) != "{}" {
		t.Errorf("TakeOver = %+v, %v; want what it understands", list, err)
	}
	if list, err := b.TakeOver(ctx); len(list) != 0 || err != nil {
		t.Errorf("TakeOver again = %+v, %v; want nothing", list, err)
	}
	for id, want := range map[string]bool{"1": false, "2": true} {
		if still, err := a.TakeBack(ctx, id); still != want || err != nil {
			t.Errorf("TakeBack(%s) = %t, %v; want %t", id, still, err, want)
		}
	}
}
