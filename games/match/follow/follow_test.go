package follow_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"paddock/games"
	"paddock/games/gamestest/ram"
	"paddock/games/match"
	"paddock/games/match/follow"
	"paddock/storage"
	"paddock/storage/storagetest"
)

func book(t *testing.T) follow.Book {
	t.Helper()
	store, err := storage.Open(filepath.Join(ram.Dir(t), "paddock.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	return follow.New(store, nil)
}

// P116: followers are told once, except those who play by now or were blocked by a player. After a
// user stops following or is erased, no trace is left.
func TestP116Book(t *testing.T) {
	b, ctx := book(t), t.Context()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, u := range []match.UserID{"eve", "cid", "dan", "bob", "eve", "fay"} {
		must(b.Start(ctx, u, "k3f9"))
	}
	must(b.Start(ctx, "fay", "m2m2"))
	must(b.Stop(ctx, "cid", "k3f9"))
	must(b.Stop(ctx, "cid", "k3f9"))
	must(b.Forget(ctx, "fay"))
	_, err := b.UpdateUser(ctx, "ann", func(u *match.User) { u.Blocked = []match.UserID{"dan"} })
	must(err)
	r := match.Record{ID: "k3f9", Players: []match.Player{{User: "ann"}, {User: "bob"}}}
	due, err := b.Due(ctx, nil, r)
	if must(err); !slices.Equal(due, []match.UserID{"eve"}) {
		t.Errorf("told are %v, want Eve alone", due)
	}
	for range 2 {
		must(b.Close(ctx, "k3f9"))
	}
	due, err = b.Due(ctx, nil, r)
	eve, err2 := b.User(ctx, "eve")
	if must(errors.Join(err, err2)); len(due) > 0 || len(eve.Following) > 0 {
		t.Errorf("after the end %v are told, and Eve follows %v", due, eve.Following)
	}
	note, err := b.Note(ctx, "follow/m2m2")
	if must(err); note != "" {
		t.Errorf("who was forgotten stands in %q", note)
	}
}

// P116: a user and a match have limits. A refused user follows no more matches than before.
func TestP116Limits(t *testing.T) {
	b, ctx := book(t), t.Context()
	refused := func(u match.UserID, id match.ID) {
		t.Helper()
		before, _ := b.User(ctx, u)
		_, is := errors.AsType[*games.Refusal](b.Start(ctx, u, id))
		after, _ := b.User(ctx, u)
		if !is || !slices.Equal(before.Following, after.Following) {
			t.Errorf("%s follows %s as one too many: %t, and then %v", u, id, !is, after.Following)
		}
	}
	for i := range follow.MostOfOne {
		if err := b.Start(ctx, "eve", match.ID(fmt.Sprint("m", i))); err != nil {
			t.Fatal(err)
		}
	}
	refused("eve", "more")
	_, err := b.UpdateNote(ctx, "follow/full", func(string) string {
		text := `["0"`
		for i := range follow.MostOfMatch - 1 {
			text += fmt.Sprintf(",%q", fmt.Sprint(i+1))
		}
		return text + "]"
	})
	if err != nil {
		t.Fatal(err)
	}
	refused("cid", "full")
}

// P116: if the store can't say whom a player has blocked, no follower is told of the match.
func TestDueWithoutTheSettingsOfAPlayer(t *testing.T) {
	ctx, s := t.Context(), &storagetest.Flaky{Memory: storagetest.NewMemory()}
	b := follow.New(s, nil)
	if err := b.Start(ctx, "eve", "k3f9"); err != nil {
		t.Fatal(err)
	}
	for n := 1; ; n++ {
		s.FailAt(n)
		due, err := b.Due(ctx, nil, match.Record{ID: "k3f9", Players: []match.Player{{User: "ann"}, {User: "bob"}}})
		if !s.FailAt(0) {
			if n != 4 || len(due) != 1 || err != nil {
				t.Errorf("with %d calls of the store: %v, %v", n-1, due, err)
			}
			return
		}
		if !errors.Is(err, storagetest.ErrDown) || len(due) > 0 {
			t.Errorf("call %d of the store failed: %v, %v", n, due, err)
		}
	}
}
