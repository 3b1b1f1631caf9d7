package tourney_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/tourney"
	"paddock/storage/storagetest"
)

// No failure of the store is ignored, whichever call fails: the caller gets the error, or the log
// has it, and the same act succeeds afterwards.
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
	var game match.ID
	lost := errors.New("it succeeds, and returns no record")
	of := func(r tourney.Record, err error) error {
		if err == nil && r.ID == "" {
			return lost
		}
		return err
	}
	for name, c := range map[string]struct {
		before func(*world)
		act    func(*world) error
	}{
		"create": {func(w *world) { w.acts++ }, func(w *world) error {
			return of(w.svc.Create(w.ctx, tourney.Terms{
				Game: "nim", Format: "divisions", Place: here, Owner: match.Player{User: ann}, Cause: "once",
			}))
		}},
		"join": {open, func(w *world) error {
			return of(w.svc.Join(w.ctx, w.id, match.Player{User: dee, Name: "Dee"}))
		}},
		"join divisions": {
			func(w *world) { w.create(w.terms("nim", "divisions"), bob) },
			func(w *world) error {
				return of(w.svc.Join(w.ctx, w.id, match.Player{User: dee, Name: "Dee"}))
			},
		},
		"leave the sign-up":  {open, func(w *world) error { return of(w.svc.Leave(w.ctx, w.id, bob)) }},
		"start":              {open, func(w *world) error { return of(w.svc.Start(w.ctx, w.id, organiser)) }},
		"cancel the sign-up": {open, func(w *world) error { return of(w.svc.Cancel(w.ctx, w.id, organiser)) }},
		"the sign-up is over": {
			func(w *world) { open(w); w.wait(25 * time.Hour) },
			func(w *world) error { return of(w.svc.Attend(w.ctx, w.id)) },
		},
		"the sign-up is over, and somebody has left the server": {
			func(w *world) {
				open(w)
				w.absent = func(context.Context, match.GuildID, []match.UserID) []match.UserID {
					return []match.UserID{bob}
				}
				w.restart()
				w.wait(25 * time.Hour)
			},
			func(w *world) error { return of(w.svc.Attend(w.ctx, w.id)) },
		},
		"after an outage": {
			func(w *world) { open(w); w.wait(48 * time.Hour) },
			func(w *world) error { return w.svc.Resume(w.ctx) },
		},
		"withdraw": {begun, func(w *world) error { return of(w.svc.Leave(w.ctx, w.id, cid)) }},
		"cancel":   {begun, func(w *world) error { return of(w.svc.Cancel(w.ctx, w.id, organiser)) }},
		"drop": {begun, func(w *world) error {
			return w.svc.Drop(w.ctx, w.id, games.Say("The channel is gone."))
		}},
		"the round is over": {
			func(w *world) { begun(w); w.wait(49 * time.Hour) },
			func(w *world) error { return of(w.svc.Attend(w.ctx, w.id)) },
		},
		"a game is over": {
			func(w *world) {
				begun(w)
				m := w.game(bob)
				if _, err := w.matches.Play.Resign(w.ctx, match.Act{Match: m.ID, User: bob}); err != nil {
					w.Fatal(err)
				}
			},
			func(w *world) error { return of(w.svc.Attend(w.ctx, w.id)) },
		},
		"forget a player": {begun, func(w *world) error { return w.svc.Retire(w.ctx, cid) }},
		"erase a player": {begun, func(w *world) error {
			return w.svc.Forget(w.ctx, match.Erasure{User: cid, As: "x7"})
		}},
		"told": {final, func(w *world) error { return w.svc.MarkTold(w.ctx, w.id, 1, 2, 3, 4, 5) }},
		"shown": {final, func(w *world) error {
			return w.svc.MarkShown(w.ctx, w.id, tourney.Shown{Version: 1, Message: "m"})
		}},
		"decide a game": {func(w *world) { begun(w); game = w.game(bob).ID }, func(w *world) error {
			c := tourney.Call{Match: game, Winner: games.Spectator, Reason: "no more time"}
			return of(w.svc.Override(w.ctx, w.id, tourney.By{User: "mod", Name: "Mod", Moderator: true}, c))
		}},
		"remove": {begun, func(w *world) error {
			return of(w.svc.Remove(w.ctx, w.id, organiser, tourney.Removal{User: cid, Reason: "a quarrel"}))
		}},
		"hand over": {begun, func(w *world) error {
			return of(w.svc.HandOver(w.ctx, w.id, organiser,
				tourney.HandOver{To: match.Player{User: dee, Name: "Dee"}, Reason: "holidays"}))
		}},
		"the next season": {
			func(w *world) {
				w.series(tourney.Weekly)
				w.join(bob)
				w.join(cid)
				w.win(bob)
				w.wait(7 * 24 * time.Hour)
			},
			func(w *world) error { return of(w.svc.Attend(w.ctx, w.id)) },
		},
		"of a channel": {begun, func(w *world) error {
			_, err := w.svc.InChannel(w.ctx, here.Channel, 5)
			return err
		}},
		"list": {begun, func(w *world) error { _, err := w.svc.Live(w.ctx); return err }},
		"due":  {begun, func(w *world) error { _, _, _, err := w.svc.Due(w.ctx); return err }},
	} {
		t.Run(name, func(t *testing.T) {
			made := func(n int, what func() error) (w *world, s *storagetest.Flaky, log *bytes.Buffer) {
				s, log = &storagetest.Flaky{Memory: storagetest.NewMemory()}, new(bytes.Buffer)
				w = newWorld(t, s)
				w.log = slog.New(slog.NewTextHandler(log, nil))
				w.restart()
				c.before(w)
				s.At(n, what)
				return w, s, log
			}
			for n := 1; ; n++ {
				if n > 200 {
					t.Fatal("it asks the store without end")
				}
				w, s, log := made(n, func() error { return storagetest.ErrDown })
				err := c.act(w)
				if !s.FailAt(0) {
					if n == 1 || err != nil {
						t.Errorf("with %d calls of the store: %v", n-1, err)
					}
					break
				}
				if errors.Is(err, lost) || !errors.Is(err, storagetest.ErrDown) &&
					!bytes.Contains(log.Bytes(), []byte(storagetest.ErrDown.Error())) {
					t.Errorf("call %d of the store failed, and nobody reads of it: %v, log %q", n, err, log.String())
				}
				if w.id != "" {
					w.attend()
				}
			}
			for n := 0; ; n++ { // the caller goes before the act, or at a call
				gone, leave := context.WithCancel(ctx)
				w, s, _ := made(n, func() error { leave(); return nil })
				if n == 0 {
					leave()
				}
				w.ctx = gone
				if err := c.act(w); err != nil && !errors.Is(err, context.Canceled) {
					t.Errorf("for a caller that has gone at call %d: %v", n, err)
				}
				leave()
				if !s.FailAt(0) && n > 0 {
					break
				}
			}
		})
	}
}

// F68: a game that can't be read is not judged at the deadline, and its round goes on.
func TestUnreadableGameIsNotJudged(t *testing.T) {
	w := newWorld(t, nil)
	terms := w.terms("nim", "bracket")
	terms.RoundTime = 48 * time.Hour
	w.create(terms, bob, cid)
	w.start()
	r := w.game(bob)
	r.Position = "nim/1 broken"
	if _, err := w.store.Append(ctx, r, match.Event{Kind: match.Reminded, At: w.clock}); err != nil {
		t.Fatal(err)
	}
	w.wait(49 * time.Hour)
	if _, err := w.svc.Attend(ctx, w.id); err == nil {
		t.Error("the round is attended to without an error")
	}
	if g := w.record().Played[0].Games[0]; g.Done {
		t.Errorf("the game is judged: %+v", g)
	}
}

// A stored tournament whose format this version doesn't know is left unchanged, with an error that names
// the format.
func TestUnknownFormat(t *testing.T) {
	w := newWorld(t, nil)
	w.create(w.terms("nim", "swiss"), bob, cid)
	r := w.start()
	r.Format = "ladder"
	if _, err := w.store.PutTournament(ctx, r); err != nil {
		t.Fatal(err)
	}
	before := w.record()
	_, err := w.svc.Attend(ctx, w.id)
	if err == nil || !strings.Contains(err.Error(), `no format "ladder"`) || w.record().Version != before.Version {
		t.Errorf("%v, and version %d of %d", err, w.record().Version, before.Version)
	}
}
