package service_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"paddock/games/match"
)

// forgetfulStore fails on demand to remove notices, so finished work cannot be recorded.
type forgetfulStore struct {
	failingStore
	forgets atomic.Bool
}

func (s *forgetfulStore) SetTold(ctx context.Context, id match.ID, told []match.Notice) error {
	if s.forgets.Load() {
		return errDisk
	}
	return s.failingStore.SetTold(ctx, id, told)
}

// AppendIf fails as Append does.
func (s *forgetfulStore) AppendIf(ctx context.Context, g match.Guard, r match.Record,
	events ...match.Event,
) (match.Seq, error) {
	if s.failAppend != nil && s.failAppend(r) {
		return 0, errDisk
	}
	return s.failingStore.AppendIf(ctx, g, r, events...)
}

// P99, P38: the follow-up work of a match happens once: the challenge is offered again, the second
// match of a pair begins. A failure before, in between or after, and a restart, do not change that.
func TestAttend_FollowUpHappensOnce(t *testing.T) {
	again := func(w *world) {
		p := w.proposal("nim", ann)
		p.Wants.Again = 1
		w.must(w.svc.Tables.Propose(ctx, p))
		w.must(w.svc.Tables.Join(ctx, w.by(bob), "Bob"))
	}
	second := func(w *world) {
		p := w.proposal("halatafl", ann, player(bob))
		p.Side = "sheep"
		w.must(w.svc.Tables.Propose(ctx, p))
		w.must(w.svc.Tables.Odds(ctx, w.by(ann), "Ann"))
		w.must(w.svc.Tables.Join(ctx, w.by(bob), "Bob"))
		w.must(w.svc.Play.Resign(ctx, w.by(ann)))
	}
	tasks := []struct {
		name  string
		begin func(*world)
		kind  match.NoticeKind
		right func(first, next match.Match) bool
	}{
		{"offered again", again, match.OfferedAgain, func(_, next match.Match) bool {
			return next.Owner == ann && next.Wants.Again == 0
		}},
		{"second of a pair", second, match.SecondIsDue, func(first, next match.Match) bool {
			return first.RematchID == next.ID && next.Status == match.Running &&
				next.SeatOf(ann) == first.SeatOf(bob) && !next.Pair
		}},
	}
	failures := []struct {
		name    string
		happens func(*forgetfulStore, match.ID)
		fails   bool
	}{
		{"no failure", func(*forgetfulStore, match.ID) {}, false},
		{"nothing can be stored", func(s *forgetfulStore, _ match.ID) {
			s.failAppend = func(match.Record) bool { return true }
		}, true},
		{"the first match can't be stored", func(s *forgetfulStore, first match.ID) {
			s.failAppend = func(r match.Record) bool { return r.ID == first }
			s.forgets.Store(true)
		}, true},
		{"done, and not noted", func(s *forgetfulStore, _ match.ID) { s.forgets.Store(true) }, true},
	}
	for _, task := range tasks {
		for _, failure := range failures {
			t.Run(task.name+"/"+failure.name, func(t *testing.T) {
				w := newWorld(t)
				store := &forgetfulStore{failingStore: failingStore{Store: w.store}}
				w.cfg.Store = store
				w.restart()
				task.begin(w)
				first := w.id
				notices := func() (n int) {
					for _, what := range w.record().Notices {
						if what.Kind == task.kind {
							n++
						}
					}
					return n
				}
				if n := notices(); n != 1 {
					t.Fatalf("%d notices ask for it, want 1", n)
				}
				failure.happens(store, first)
				if _, err := w.svc.Referee.Attend(ctx, first); failure.fails != errors.Is(err, errDisk) {
					t.Fatalf("Attend = %v, want a failure: %t", err, failure.fails)
				}
				store.failAppend = nil
				store.forgets.Store(false)
				list, err := w.svc.Read.ByUser(ctx, ann)
				if err != nil {
					t.Fatal(err)
				}
				for _, m := range list { // closed, so that no further challenge would be refused as a duplicate
					if m.Status == match.Open {
						a := w.by(cat)
						a.Match = m.ID
						w.must(w.svc.Tables.Join(ctx, a, "Cat"))
					}
				}
				for range 2 {
					w.restart()
					w.attend()
					w.must(w.svc.Referee.Attend(ctx, first))
				}
				w.id = first
				if n := notices(); n != 0 {
					t.Errorf("it is done, and %d notices still ask for it", n)
				}
				log, err := w.svc.Read.Log(ctx, first)
				if err != nil {
					t.Fatal(err)
				}
				for _, e := range log {
					if e.Kind == match.Offered && e.Cause == "" {
						t.Errorf("an event without a cause: %+v", e)
					}
				}
				others, err := w.svc.Read.Changed(ctx, monday, 10)
				if err != nil || len(others) != 2 {
					t.Fatalf("matches %v, %v; want the first and one more", others, err)
				}
				for _, other := range others {
					next, err := w.svc.Read.Match(ctx, other.Match)
					if err != nil {
						t.Fatal(err)
					}
					if other.Match != first && !task.right(w.match(), next) {
						t.Errorf("what follows is not right: %+v", next.Record)
					}
				}
			})
		}
	}
}
