package storagetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"paddock/games/match"
)

// putUser replaces a user's entry.
func putUser(t *testing.T, s match.Store, u match.User) {
	t.Helper()
	if got, err := s.UpdateUser(ctx, u.ID, func(now *match.User) { *now = u }); err != nil || encode(got) != encode(u) {
		t.Fatalf("UpdateUser(%s) = %s, %v; want %s", u.ID, encode(got), err, encode(u))
	}
}

// Edits of one entry run one after the other, each on the result of the one before.
func testUpdates(t *testing.T, s match.Store) {
	const edits = 50
	won := atOnce(3*edits, func(i int) (err error) {
		switch i % 3 {
		case 0:
			_, err = s.UpdateUser(ctx, "ann", func(u *match.User) {
				u.Blocked = append(u.Blocked, match.UserID(fmt.Sprint("u", i)))
			})
		case 1:
			_, err = s.UpdateGuild(ctx, "g1", func(g *match.Guild) { g.Limit++ })
		case 2:
			_, err = s.UpdateNote(ctx, "count", func(note string) string { return note + "x" })
		}
		return err
	}, func(err error) { t.Error(err) })
	u, err := s.User(ctx, "ann")
	g, guildErr := s.Guild(ctx, "g1")
	note, noteErr := s.Note(ctx, "count")
	if won != 3*edits || len(u.Blocked) != edits || g.Limit != edits || len(note) != edits ||
		errors.Join(err, guildErr, noteErr) != nil {
		t.Errorf("of %d edits each: %d, %d and %d, %v", edits, len(u.Blocked), g.Limit, len(note),
			errors.Join(err, guildErr, noteErr))
	}
	if u, err := s.UpdateUser(ctx, "bob", func(u *match.User) { u.Style = match.Text }); u.ID != "bob" ||
		u.Style != match.Text || err != nil {
		t.Errorf("UpdateUser of a missing one = %s, %v; want it with its id", encode(u), err)
	}
	_, err = s.UpdateUser(ctx, "", func(*match.User) {})
	if err == nil {
		t.Error("an entry without a name was stored")
	}
}

func testMade(t *testing.T, s match.Store) {
	for i, id := range []match.ID{"m0", "m1", "m2", "m3"} {
		r := Running(id)
		r.Created = noon.Add(time.Duration(i) * time.Minute)
		if id == "m2" {
			r.Status, r.Players, r.Invited = match.Closed, nil, "bob"
		}
		if id == "m3" {
			r.Owner = "anna" // this id begins with the id of the other user
		}
		put(t, s, r)
	}
	for since, want := range map[time.Duration][]match.ID{
		0: {"m2", "m1", "m0"}, 1: {"m2", "m1"},
		time.Minute: {"m2", "m1"}, 2 * time.Minute: {"m2"}, time.Hour: nil,
	} {
		list, err := s.Made(ctx, "ann", noon.Add(since))
		wantIDs(t, fmt.Sprintf("Made since noon and %v", since), list, err, want...)
	}
	list, err := s.Made(ctx, "ann", time.Time{})
	wantIDs(t, "Made ever", list, err, "m2", "m1", "m0")
	if err := s.Rewrite(ctx, "m2", func(r *match.Record, _ []match.Event) bool {
		r.Owner = ""
		return true
	}); err != nil {
		t.Fatal(err)
	}
	list, err = s.Made(ctx, "ann", noon)
	wantIDs(t, "Made after the owner of one was removed", list, err, "m1", "m0")
}

var errTooMany = errors.New("too many")

// atMost returns a guard against more than n matches of a member.
func atMost(n int, u match.UserID) match.Guard {
	return match.Guard{Members: []match.UserID{u}, Holds: func(ctx context.Context, l match.MemberLists) error {
		list, err := l.ByUser(ctx, u)
		if err != nil {
			return err
		}
		made, err := l.Made(ctx, u, noon)
		switch {
		case err != nil:
			return err
		case len(list) != len(made):
			return fmt.Errorf("ByUser lists %v and Made %v", ids(list), ids(made))
		case len(list) >= n:
			return errTooMany
		}
		return nil
	}}
}

func testGuard(t *testing.T, s match.Store) {
	const limit = 5
	var stored []match.ID
	won := atOnce(30, func(i int) error {
		r := Running(match.ID(fmt.Sprint("m", i)))
		r.Due = noon
		_, err := s.AppendIf(ctx, atMost(limit, "ann"), r, moved(match.Cause(fmt.Sprint("i", i))))
		return err
	}, func(err error) { wantErr(t, "one too many", err, errTooMany) })
	list, err := s.ByUser(ctx, "ann")
	if won != limit || len(list) != limit || err != nil {
		t.Fatalf("%d of 30 at once were stored and there are %d (%v), want %d", won, len(list), err, limit)
	}
	stored = ids(list)
	for i := range 30 { // a refused write must leave nothing behind
		id, cause := match.ID(fmt.Sprint("m", i)), match.Cause(fmt.Sprint("i", i))
		_, _, applied, err := s.Applied(ctx, cause)
		if want := slices.Contains(stored, id); applied != want || err != nil {
			t.Errorf("Applied(%s) = %t, %v; want %t", cause, applied, err, want)
		}
	}
	before := snapshot(t, s)
	r, err := s.Record(ctx, stored[0])
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.AppendIf(ctx, atMost(limit, "ann"), r, moved("late"))
	wantErr(t, "a match that is there, refused", err, errTooMany)
	_, err = s.AppendIf(ctx, atMost(0, "ann"), r, moved(match.Cause("i"+stored[0][1:])))
	wantErr(t, "a cause that is known goes before the condition", err, match.ErrRepeat)
	r.Head = 7
	_, err = s.AppendIf(ctx, atMost(0, "ann"), r, moved("late"))
	wantErr(t, "the head goes before the condition", err, match.ErrConflict)
	if after := snapshot(t, s); after != before {
		t.Errorf("refused calls have changed the store:\n%s\nwant\n%s", after, before)
	}
	r.Head = 1
	if head, err := s.AppendIf(ctx, atMost(limit+1, "ann"), r, moved("late")); head != 2 || err != nil {
		t.Errorf("AppendIf of what holds = %d, %v; want 2", head, err)
	}
}

// P25: a guard reads in its transaction which matches nobody can play, and which are paused.
func testGuardSeesParked(t *testing.T, s match.Store) {
	for i, why := range []match.Code{
		match.CodeChannelGone, match.CodeServerLeft, match.CodeNoAccess, match.CodeLocked, match.CodePause,
	} {
		r := put(t, s, Running(match.ID(fmt.Sprint("p", i))))
		r.Parked = &match.Parking{At: noon, Why: why}
		put(t, s, r)
	}
	put(t, s, Running("q"))
	playable := match.Guard{Members: []match.UserID{"ann"}, Holds: func(ctx context.Context, l match.MemberLists) error {
		list, err := l.ByUser(ctx, "ann")
		if err != nil {
			return err
		}
		if n := len(slices.DeleteFunc(list, func(r match.Record) bool { return r.Stranded() })); n > 2 {
			return errTooMany
		}
		return nil
	}}
	_, err := s.AppendIf(ctx, playable, Running("new"), moved("first"))
	wantErr(t, "beside one running, one paused and four out of reach", err, nil)
	_, err = s.AppendIf(ctx, playable, Running("newer"), moved("second"))
	wantErr(t, "beside two running and one paused", err, errTooMany)
}
