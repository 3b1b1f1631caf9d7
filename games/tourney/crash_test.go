package tourney_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"paddock/games/match"
	"paddock/games/tourney"
	"paddock/storage/storagetest"
)

// frail is a store that fails at one of its writes, before or after it, as if the process had been
// killed.
type frail struct {
	*storagetest.Memory
	left  int // number of writes until the store dies; negative: it never does
	after bool
	dead  bool
}

var errDead = errors.New("dead")

func (f *frail) write(do func() error) error {
	if f.dead {
		return errDead
	}
	if f.left--; f.left != 0 {
		return do()
	}
	f.dead = true
	if f.after {
		_ = do()
	}
	return errDead
}

func (f *frail) Append(ctx context.Context, r match.Record, events ...match.Event) (seq match.Seq, err error) {
	err = f.write(func() (err error) {
		seq, err = f.Memory.Append(ctx, r, events...)
		return err
	})
	return seq, err
}

func (f *frail) PutTournament(ctx context.Context, r tourney.Record) (version int, err error) {
	err = f.write(func() (err error) {
		version, err = f.Memory.PutTournament(ctx, r)
		return err
	})
	return version, err
}

// F69, P1: wherever the process dies, before or after a write, the tournament continues and ends.
// No match is made twice, and no result is lost or counted twice.
func TestF69_KilledAtEveryWrite(t *testing.T) {
	for _, after := range []bool{false, true} {
		for n := 1; ; n++ {
			if n > 2000 {
				t.Fatal("it never runs through")
			}
			s := &frail{Memory: storagetest.NewMemory(), left: n, after: after}
			w := newWorld(t, s)
			terms := w.terms("nim", "knockout")
			terms.Most, terms.Fill, terms.Seats = 5, "hard", 2
			w.run(terms)
			died := s.dead
			if died {
				s.dead, s.left = false, -1
				w.acts++
				w.restart()
				w.run(terms)
			}
			if r := w.record(); r.Status != tourney.Over {
				t.Fatalf("killed at write %d (after: %t): %s, %+v", n, after, r.Status, r.Played)
			}
			w.accounted()
			if t.Failed() {
				t.Fatalf("killed at write %d (after: %t)", n, after)
			}
			if !died {
				t.Logf("killed at each of %d writes (after: %t)", n-1, after)
				break
			}
		}
	}
}

// run plays a tournament of computers to its end, or until the store dies.
func (w *world) run(t tourney.Terms) {
	r, err := w.svc.Create(ctx, t)
	if err != nil {
		return
	}
	w.id = r.ID
	if err := w.svc.Resume(ctx); err != nil {
		return
	}
	if r.Status == tourney.Open {
		if _, err := w.svc.Start(ctx, r.ID, tourney.By{User: ann, Name: "Ann"}); err != nil {
			return
		}
	}
	if err := w.computers(); err == nil {
		_, _ = w.svc.Attend(ctx, w.id)
	}
}

// The process may die before or after any write: players still read each notice of a tournament
// once. After a restart a notice may be sent again, but with the same number. Its nonce is made
// from that number, so Discord drops the second message.
func TestNoticesAreToldOnceHoweverOftenItDies(t *testing.T) {
	told := func(n int, after bool) (list []string, died bool) {
		s := &frail{Memory: storagetest.NewMemory(), left: n, after: after}
		w := newWorld(t, s)
		terms := w.terms("nim", "knockout")
		seen := map[int]string{}
		w.playAndTell(terms, seen)
		if died = s.dead; died {
			s.dead, s.left = false, -1
			w.restart()
			w.playAndTell(terms, seen)
		}
		if r := w.record(); r.Status != tourney.Over || len(r.Notices) > 0 {
			t.Fatalf("killed at write %d (after: %t): %s, still to tell %+v", n, after, r.Status, r.Notices)
		}
		return slices.Sorted(maps.Values(seen)), died
	}
	want, _ := told(-1, false)
	// two rounds with three and two notices, one final loss, two at the end, and the announcement:
	// nine
	if len(want) != 9 {
		t.Errorf("told %q, want nine notices", want)
	}
	for _, after := range []bool{false, true} {
		for n, died := 1, true; died; n++ {
			var got []string
			if got, died = told(n, after); !slices.Equal(got, want) {
				t.Fatalf("killed at write %d (after: %t): told %q, want %q", n, after, got, want)
			}
		}
	}
}

// playAndTell plays a tournament of three to its end, or until the store dies; the player who
// joined last resigns. It records notices by number.
func (w *world) playAndTell(terms tourney.Terms, seen map[int]string) {
	terms.Seats = 2
	r, err := w.svc.Create(ctx, terms)
	if err != nil {
		return
	}
	w.id = r.ID
	for _, u := range []match.UserID{ann, bob, cid} {
		if _, err := w.svc.Join(ctx, r.ID, match.Player{User: u, Name: string(u)}); err != nil &&
			!errors.Is(err, tourney.ErrEntered) && !errors.Is(err, tourney.ErrNotOpen) {
			return
		}
	}
	if _, err := w.svc.Start(ctx, r.ID, tourney.By{User: ann}); err != nil && !errors.Is(err, tourney.ErrNotOpen) {
		return
	}
	for range 10 {
		if r, err = w.svc.Attend(ctx, r.ID); err != nil {
			return
		}
		for _, n := range r.Notices {
			seen[n.No] = fmt.Sprint(n.To, n.Kind, n.Round, n.Place)
			if err := w.svc.MarkTold(ctx, r.ID, n.No); err != nil {
				return
			}
		}
		round, ok := r.Going()
		if !ok {
			return
		}
		for _, g := range round.Games {
			if loser := r.Entrants[slices.Max(g.Pairing)].User; !g.Done {
				if _, err := w.matches.Play.Resign(ctx, match.Act{Match: g.Match, User: loser}); err != nil &&
					!errors.Is(err, match.ErrOver) {
					return
				}
			}
		}
	}
}
