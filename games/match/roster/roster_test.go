package roster_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"paddock/games/gamestest/ram"
	"paddock/games/match"
	"paddock/games/match/follow"
	"paddock/games/match/lookout"
	"paddock/storage"
	"paddock/storage/storagetest"
)

// A note that cannot be read is kept whatever is done to its list. It is logged, and nobody else is
// affected.
func TestUnreadableIsKept(t *testing.T) {
	store, err := storage.Open(filepath.Join(ram.Dir(t), "paddock.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	ctx, now := t.Context(), time.Unix(1e9, 0)
	var logged bytes.Buffer
	log := slog.New(slog.NewTextHandler(&logged, nil))
	followers, calls := follow.New(store, log), lookout.New(store, log)
	for _, err := range []error{followers.Start(ctx, "eve", "m1"), calls.Start(ctx, "club", "eve", "")} {
		if err != nil {
			t.Fatal(err)
		}
	}
	const spoilt = `["eve", "fay`
	notes := []string{"follow/m1", "lookout/club"}
	for _, key := range notes {
		if err := store.PutNote(ctx, key, spoilt); err != nil {
			t.Fatal(err)
		}
	}
	for name, write := range map[string]func(context.Context) error{
		"follow":       func(ctx context.Context) error { return followers.Start(ctx, "ann", "m1") },
		"unfollow":     func(ctx context.Context) error { return followers.Stop(ctx, "eve", "m1") },
		"forget":       func(ctx context.Context) error { return followers.Forget(ctx, "eve") },
		"want calls":   func(ctx context.Context) error { return calls.Start(ctx, "club", "ann", "kalah") },
		"want none":    func(ctx context.Context) error { return calls.Stop(ctx, "club", "eve") },
		"forget calls": func(ctx context.Context) error { return calls.Forget(ctx, "eve") },
		"call": func(ctx context.Context) error {
			_, err := calls.Take(ctx, "club", "eve", now)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			if err := write(ctx); err == nil || !strings.Contains(err.Error(), "cannot be read") {
				t.Errorf("error %v, want one that says that the note cannot be read", err)
			}
			for _, key := range notes {
				if note, err := store.Note(ctx, key); err != nil || note != spoilt {
					t.Errorf("the note %s is now %q, %v", key, note, err)
				}
			}
		})
	}
	ann, err := store.User(ctx, "ann")
	if err != nil || len(ann.Following)+len(ann.Lookouts) > 0 {
		t.Errorf("Ann's settings name %v and %v, %v", ann.Following, ann.Lookouts, err)
	}
	r := match.Record{
		ID: "m1", Game: "kalah", Status: match.Open, Place: match.Place{Guild: "club"}, Owner: "bob",
		Players: []match.Player{{User: "bob"}, {}},
	}
	told, err := followers.Due(ctx, nil, r)
	called, err2 := calls.Due(ctx, r, now)
	if err != nil || err2 != nil || len(told)+len(called) > 0 {
		t.Errorf("told %v, %v; called %v, %v", told, err, called, err2)
	}
	for _, key := range notes {
		if !strings.Contains(logged.String(), key) {
			t.Errorf("the log does not name %s: %s", key, &logged)
		}
	}
}

// Whichever call of the store fails, the caller gets its error.
func TestEveryFailureOfTheStoreIsSeen(t *testing.T) {
	now := time.Unix(1e9, 0)
	r := match.Record{
		ID: "m1", Game: "kalah", Status: match.Open, Place: match.Place{Guild: "club"}, Owner: "bob",
		Players: []match.Player{{User: "bob"}, {}},
	}
	type lists struct {
		follow.Book
		calls lookout.Book
	}
	for name, act := range map[string]func(context.Context, lists) error{
		"follow":     func(ctx context.Context, l lists) error { return l.Start(ctx, "ann", "m1") },
		"unfollow":   func(ctx context.Context, l lists) error { return l.Stop(ctx, "eve", "m1") },
		"forget":     func(ctx context.Context, l lists) error { return l.Forget(ctx, "eve") },
		"want calls": func(ctx context.Context, l lists) error { return l.calls.Start(ctx, "club", "ann", "") },
		"want none":  func(ctx context.Context, l lists) error { return l.calls.Stop(ctx, "club", "eve") },
		"call": func(ctx context.Context, l lists) error {
			_, err := l.calls.Take(ctx, "club", "eve", now)
			return err
		},
		"due": func(ctx context.Context, l lists) error { _, err := l.calls.Due(ctx, r, now); return err },
		"followers": func(ctx context.Context, l lists) error {
			_, err := l.Due(ctx, nil, r)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			for n := 1; ; n++ {
				ctx, s := t.Context(), &storagetest.Flaky{Memory: storagetest.NewMemory()}
				l := lists{follow.New(s, slog.New(slog.DiscardHandler)), lookout.New(s, slog.New(slog.DiscardHandler))}
				for _, err := range []error{l.Start(ctx, "eve", "m1"), l.calls.Start(ctx, "club", "eve", "")} {
					if err != nil {
						t.Fatal(err)
					}
				}
				s.FailAt(n)
				err := act(ctx, l)
				if !s.FailAt(0) {
					if n == 1 || err != nil {
						t.Errorf("with %d calls of the store: %v", n-1, err)
					}
					return
				}
				if !errors.Is(err, storagetest.ErrDown) {
					t.Errorf("call %d of the store failed: %v", n, err)
				}
			}
		})
	}
}
