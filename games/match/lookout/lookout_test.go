package lookout_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/gamestest/ram"
	"paddock/games/match"
	"paddock/games/match/lookout"
	"paddock/storage"
	"paddock/storage/storagetest"
)

// P99: the test checks who is notified, for which game, and how often. After a user unsubscribes or
// is erased, no trace is left.
func TestP99Book(t *testing.T) {
	store, err := storage.Open(filepath.Join(ram.Dir(t), "paddock.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	b, ctx, now := lookout.New(store, nil), t.Context(), time.Unix(1e9, 0)
	r := match.Record{
		Game: "kalah", Status: match.Open, Place: match.Place{Guild: "club"}, Owner: "ann",
		Players: []match.Player{{User: "ann"}, {}},
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	due := func(at time.Time, want ...match.UserID) {
		t.Helper()
		got, err := b.Due(ctx, r, at)
		if must(err); !slices.Equal(got, want) {
			t.Errorf("due are %v, want %v", got, want)
		}
	}
	calls, err := b.Calls(ctx, r)
	if must(err); calls {
		t.Error("somebody is called where nobody wants it")
	}
	must(b.Start(ctx, "club", "eve", ""))
	for _, u := range []match.UserID{"ann", "bob", "cid", "dan"} {
		must(b.Start(ctx, "club", u, ""))
	}
	must(b.Start(ctx, "club", "eve", "fish"))
	must(b.Start(ctx, "club", "dan", "kalah"))
	due(now, "bob", "cid", "dan")
	for i, want := range []bool{true, false} {
		mine, err := b.Take(ctx, "club", "bob", now.Add(time.Duration(i)*time.Hour))
		if must(err); mine != want {
			t.Errorf("call %d is made: %t", i+1, mine)
		}
	}
	due(now.Add(23*time.Hour), "cid", "dan")
	due(now.Add(24*time.Hour), "cid", "dan", "bob")  // Bob comes last, because the others were never called
	for i, want := range []bool{true, false, true} { // the number of notifications of the first user in the list
		mine, err := b.Take(ctx, "club", "eve", now.Add(time.Duration(i)*lookout.Rest/2))
		if must(err); mine != want {
			t.Errorf("call %d of Eve is made: %t", i+1, mine)
		}
	}
	must(b.Stop(ctx, "club", "cid"))
	must(b.Stop(ctx, "club", "cid"))
	must(b.Forget(ctx, "dan"))
	due(now)
	for name, change := range map[string]func(*match.Record){
		"to a member":         func(r *match.Record) { r.Invited = "bob" },
		"kept to its channel": func(r *match.Record) { r.Wants.Here = true },
		"running":             func(r *match.Record) { r.Status = match.Running },
		"direct messages":     func(r *match.Record) { r.Place.Guild = "" },
		"of a tournament":     func(r *match.Record) { r.Tournament = "x" },
		"another server":      func(r *match.Record) { r.Place.Guild = "elsewhere" },
	} {
		other := r.Clone()
		change(&other)
		if calls, err := b.Calls(ctx, other); err != nil || calls {
			t.Errorf("%s: called %t, %v", name, calls, err)
		}
	}
	for _, u := range []match.UserID{"ann", "bob", "eve"} {
		must(b.Stop(ctx, "club", u))
	}
	note, err := b.Note(ctx, "lookout/club")
	if must(err); note != "" {
		t.Errorf("left is %q", note)
	}
}

// P99: a server has a limit of subscriptions. A refused user has none, and a user who has one can
// change it.
func TestP99Limit(t *testing.T) {
	const most = 1000
	ctx, s := t.Context(), storagetest.NewMemory()
	b := lookout.New(s, nil)
	list := make([]lookout.Wish, most-1)
	for i := range list {
		list[i].User = match.UserID(fmt.Sprint(i))
	}
	text, err := json.Marshal(list)
	if err == nil {
		err = s.PutNote(ctx, "lookout/club", string(text))
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		user match.UserID
		full bool
	}{{"ann", false}, {"bob", true}, {"ann", false}} {
		err := b.Start(ctx, "club", c.user, "fish")
		if _, full := errors.AsType[*games.Refusal](err); full != c.full || err != nil && !full {
			t.Errorf("%s: %v, full %t, want %t", c.user, err, full, c.full)
		}
	}
	if bob, err := s.User(ctx, "bob"); err != nil || len(bob.Lookouts) > 0 {
		t.Errorf("Bob's settings name %v, %v", bob.Lookouts, err)
	}
}
