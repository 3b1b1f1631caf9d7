package service_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"paddock/games/match"
	"paddock/games/match/service"
)

// unsure is a store that does not know whether it stored a match, as if the connection had been
// lost.
type unsure struct {
	match.Store
	answers []bool // what becomes of the next writes: whether they are stored
	lost    bool   // whether reading fails as well
}

var errLost = errors.New("the connection was lost")

func (u *unsure) Append(ctx context.Context, r match.Record, events ...match.Event) (match.Seq, error) {
	if len(u.answers) == 0 {
		return u.Store.Append(ctx, r, events...)
	}
	stored := u.answers[0]
	u.answers = u.answers[1:]
	if stored {
		if _, err := u.Store.Append(ctx, r, events...); err != nil {
			return 0, err
		}
	}
	return 0, match.ErrUnsure
}

func (u *unsure) History(ctx context.Context, id match.ID, from match.Seq) ([]match.Event, error) {
	if u.lost {
		return nil, errLost
	}
	return u.Store.History(ctx, id, from)
}

// P93: match.ErrUnsure says that the store may or may not have stored a move. The service then
// stores the move again, and the move counts and is announced once.
func TestP93Unsure(t *testing.T) {
	for _, c := range []struct {
		name    string
		answers []bool
		lost    bool
		want    string // a part of the expected refusal; empty: the move is made
		stored  bool
	}{
		{name: "stored", answers: []bool{true}, stored: true},
		{name: "not stored", answers: []bool{false}, stored: true},
		{name: "not stored twice", answers: []bool{false, false}, want: "don't know whether"},
		{name: "stored, then lost", answers: []bool{true}, lost: true, want: "don't know whether", stored: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			var store *unsure
			w := newWorld(t, func(cfg *service.Config) {
				store = &unsure{Store: cfg.Store}
				cfg.Store = store
			})
			w.duel("nim")
			before, announced := w.record().Head, len(w.changes)
			store.answers, store.lost = c.answers, c.lost
			done, err := w.svc.Play.Move(t.Context(), w.by(ann), "a1")
			if say := sentence(err); (err == nil) != (c.want == "") || !strings.Contains(say, c.want) {
				t.Fatalf("error %v (%q), want %q", err, say, c.want)
			}
			if got := w.record().Head; (got > before) != c.stored {
				t.Errorf("head %d after %d, want it stored: %t", got, before, c.stored)
			}
			if err == nil && (done.Match.Head != w.record().Head || len(w.changes) != announced+1) {
				t.Errorf("head %d of %d, announced %d times", done.Match.Head, w.record().Head,
					len(w.changes)-announced)
			}
		})
	}
}
