package tourney_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/tourney"
	"paddock/storage/storagetest"
)

// flaky is a store whose call number left fails, and no other.
type flaky struct {
	*storagetest.Memory
	left   int // calls until the one that fails; 0: none fails
	failed bool
}

var errDown = errors.New("the store is down")

func fails[T any](f *flaky, do func() (T, error)) (T, error) {
	if f.left--; f.left != 0 {
		return do()
	}
	f.failed = true
	var none T
	return none, errDown
}

func (f *flaky) Append(ctx context.Context, r match.Record, events ...match.Event) (match.Seq, error) {
	return fails(f, func() (match.Seq, error) { return f.Memory.Append(ctx, r, events...) })
}

func (f *flaky) Record(ctx context.Context, id match.ID) (match.Record, error) {
	return fails(f, func() (match.Record, error) { return f.Memory.Record(ctx, id) })
}

func (f *flaky) History(ctx context.Context, id match.ID, from match.Seq) ([]match.Event, error) {
	return fails(f, func() ([]match.Event, error) { return f.Memory.History(ctx, id, from) })
}

func (f *flaky) StandingsOf(ctx context.Context, g match.GuildID, p match.Player) ([]match.Standing, error) {
	return fails(f, func() ([]match.Standing, error) { return f.Memory.StandingsOf(ctx, g, p) })
}

func (f *flaky) Tournament(ctx context.Context, id tourney.ID) (tourney.Record, error) {
	return fails(f, func() (tourney.Record, error) { return f.Memory.Tournament(ctx, id) })
}

func (f *flaky) PutTournament(ctx context.Context, r tourney.Record) (int, error) {
	return fails(f, func() (int, error) { return f.Memory.PutTournament(ctx, r) })
}

func (f *flaky) OpenTournaments(ctx context.Context) ([]tourney.Record, error) {
	return fails(f, func() ([]tourney.Record, error) { return f.Memory.OpenTournaments(ctx) })
}

func (f *flaky) TournamentsOf(ctx context.Context, u match.UserID) ([]tourney.Record, error) {
	return fails(f, func() ([]tourney.Record, error) { return f.Memory.TournamentsOf(ctx, u) })
}

// No failure of the store is passed over, whichever call it meets: the caller gets the error or the
// host reads it in the log, and the same act succeeds afterwards.
func TestEveryFailureOfTheStoreIsSeen(t *testing.T) {
	organiser := tourney.By{User: ann, Name: "Ann"}
	open := func(w *world) { w.create(w.terms("nim", "knockout"), bob, cid) }
	begun := func(w *world) {
		terms := w.terms("nim", "bracket")
		terms.RoundTime, terms.Confirm = 48*time.Hour, true
		w.create(terms, bob, cid, dee)
		w.start()
	}
	final := func(w *world) {
		begun(w)
		w.win(bob)
	}
	of := func(r tourney.Record, err error) error { return err }
	for name, c := range map[string]struct {
		before func(*world)
		act    func(*world) error
	}{
		"create": {func(w *world) { w.acts++ }, func(w *world) error {
			return of(w.svc.Create(ctx, tourney.Terms{
				Game: "nim", Format: "divisions", Place: here, Owner: match.Player{User: ann}, Cause: "once",
			}))
		}},
		"join": {open, func(w *world) error { return of(w.svc.Join(ctx, w.id, match.Player{User: dee, Name: "Dee"})) }},
		"join divisions": {
			func(w *world) { w.create(w.terms("nim", "divisions"), bob) },
			func(w *world) error { return of(w.svc.Join(ctx, w.id, match.Player{User: dee, Name: "Dee"})) },
		},
		"leave the sign-up":  {open, func(w *world) error { return of(w.svc.Leave(ctx, w.id, bob)) }},
		"start":              {open, func(w *world) error { return of(w.svc.Start(ctx, w.id, organiser)) }},
		"cancel the sign-up": {open, func(w *world) error { return of(w.svc.Cancel(ctx, w.id, organiser)) }},
		"the sign-up is over": {
			func(w *world) { open(w); w.wait(25 * time.Hour) },
			func(w *world) error { return of(w.svc.Attend(ctx, w.id)) },
		},
		"after an outage": {
			func(w *world) { open(w); w.wait(48 * time.Hour) },
			func(w *world) error { return w.svc.Resume(ctx) },
		},
		"withdraw": {begun, func(w *world) error { return of(w.svc.Leave(ctx, w.id, cid)) }},
		"cancel":   {begun, func(w *world) error { return of(w.svc.Cancel(ctx, w.id, organiser)) }},
		"drop":     {begun, func(w *world) error { return w.svc.Drop(ctx, w.id, games.Say("The channel is gone.")) }},
		"the round is over": {
			func(w *world) { begun(w); w.wait(49 * time.Hour) },
			func(w *world) error { return of(w.svc.Attend(ctx, w.id)) },
		},
		"a game is over": {
			func(w *world) {
				begun(w)
				m := w.game(bob)
				if _, err := w.matches.Play.Resign(ctx, match.Act{Match: m.ID, User: bob}); err != nil {
					w.Fatal(err)
				}
			},
			func(w *world) error { return of(w.svc.Attend(ctx, w.id)) },
		},
		"forget a player": {begun, func(w *world) error { return w.svc.Retire(ctx, cid) }},
		"erase a player":  {begun, func(w *world) error { return w.svc.Forget(ctx, match.Erasure{User: cid, As: "x7"}) }},
		"told":            {final, func(w *world) error { return w.svc.MarkTold(ctx, w.id, 1, 2, 3, 4, 5) }},
		"shown": {final, func(w *world) error {
			return w.svc.MarkShown(ctx, w.id, tourney.Shown{Version: 1, Message: "m"})
		}},
		"list": {begun, func(w *world) error { _, err := w.svc.Live(ctx); return err }},
		"due":  {begun, func(w *world) error { _, _, _, err := w.svc.Due(ctx); return err }},
	} {
		t.Run(name, func(t *testing.T) {
			for n := 1; ; n++ {
				if n > 200 {
					t.Fatal("it asks the store without end")
				}
				s := &flaky{Memory: storagetest.NewMemory()}
				w := newWorld(t, s)
				var log bytes.Buffer
				w.svc = tourney.New(tourney.Config{
					Store: s, Matches: w.matches, Now: func() time.Time { return w.clock },
					Log: slog.New(slog.NewTextHandler(&log, nil)),
				})
				c.before(w)
				s.left = n
				err := c.act(w)
				s.left = 0
				if !s.failed {
					if n == 1 || err != nil {
						t.Errorf("with %d calls of the store: %v", n-1, err)
					}
					return
				}
				if !errors.Is(err, errDown) && !bytes.Contains(log.Bytes(), []byte(errDown.Error())) {
					t.Errorf("call %d of the store failed, and nobody reads of it: %v, log %q", n, err, log.String())
				}
				if w.id != "" {
					w.attend()
				}
			}
		})
	}
}
