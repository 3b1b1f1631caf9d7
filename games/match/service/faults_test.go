package service_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/service"
	"paddock/storage/storagetest"
)

// No failure of the store is ignored, whichever call fails: the caller gets the error, or the log
// has it, and the same act succeeds without the failure. A cancelled context of the caller is not
// ignored either.
func TestEveryFailureOfTheStoreIsSeen(t *testing.T) {
	done := func(_ match.Change, err error) error { return err }
	open := func(w *world) {
		p := w.proposal("nim", ann, player(bob))
		p.Side = "me"
		w.must(w.svc.Tables.Propose(w.ctx, p))
	}
	duel := func(w *world) { w.duel("nim") }
	over := func(w *world) {
		duel(w)
		w.play(ann, "a1")
		w.play(bob, "b1")
		w.must(w.svc.Play.Resign(w.ctx, w.by(bob)))
	}
	late := func(w *world) { duel(w); w.wait(49 * time.Hour) }
	parked := func(w *world) {
		duel(w)
		w.must(w.svc.Referee.Park(w.ctx, w.id, match.CodeServerLeft, ""))
	}
	order := match.Order{By: "Mod", Reason: "a quarrel"}
	heir := func(w *world) {
		duel(w)
		w.must(w.svc.Moderate.HandOver(w.ctx, w.by("mod"), match.HandOver{From: player(bob), To: player(cat), Order: order}))
	}
	erasure := match.Erasure{User: bob, As: "x7"}
	for name, c := range map[string]struct {
		before func(*world)
		act    func(*world) error
	}{
		"propose": {func(*world) {}, func(w *world) error {
			return done(w.svc.Tables.Propose(w.ctx, w.proposal("nim", ann, player(bob))))
		}},
		"join":     {open, func(w *world) error { return done(w.svc.Tables.Join(w.ctx, w.by(bob), "Bob")) }},
		"may join": {open, func(w *world) error { return w.svc.Tables.MayJoin(w.ctx, w.id, bob) }},
		"decline":  {open, func(w *world) error { return done(w.svc.Tables.Decline(w.ctx, w.by(bob))) }},
		"begin": {
			func(w *world) { w.must(w.svc.Tables.Propose(w.ctx, w.proposal("nim", ann))) },
			func(w *world) error {
				return done(w.svc.Tables.Begin(w.ctx, w.by(ann), match.Player{Computer: "easy"}))
			},
		},
		"offer again": {
			func(w *world) {
				p := w.proposal("nim", ann)
				p.Wants.Again = 2
				w.must(w.svc.Tables.Propose(w.ctx, p))
				w.must(w.svc.Tables.Join(w.ctx, w.by(bob), "Bob"))
			},
			func(w *world) error { return done(w.svc.Referee.Attend(w.ctx, w.id)) },
		},
		"move": {duel, func(w *world) error { return done(w.svc.Play.Move(w.ctx, w.by(ann), "a1")) }},
		"may move": {duel, func(w *world) error {
			return w.svc.Play.MayMove(w.ctx, match.Act{Match: w.id, User: ann})
		}},
		"take back": {
			func(w *world) { duel(w); w.play(ann, "a1") },
			func(w *world) error { return done(w.svc.Play.Takeback(w.ctx, w.by(ann))) },
		},
		"resign": {
			func(w *world) {
				duel(w)
				if err := w.svc.Follow.Start(w.ctx, cat, w.id); err != nil {
					w.Fatal(err)
				}
			},
			func(w *world) error { return done(w.svc.Play.Resign(w.ctx, w.by(bob))) },
		},
		"rematch": {
			func(w *world) { over(w); w.must(w.svc.Tables.Rematch(w.ctx, w.by(bob))) },
			func(w *world) error { return done(w.svc.Tables.Rematch(w.ctx, w.by(ann))) },
		},
		"the time is over": {late, func(w *world) error { return done(w.svc.Referee.Attend(w.ctx, w.id)) }},
		"nothing is due":   {duel, func(w *world) error { return done(w.svc.Referee.Attend(w.ctx, w.id)) }},
		"after an outage": {
			func(w *world) {
				duel(w)
				if err := w.svc.Referee.Alive(w.ctx); err != nil {
					w.Fatal(err)
				}
				w.wait(49 * time.Hour)
			},
			func(w *world) error { _, err := w.svc.Referee.Recover(w.ctx); return err },
		},
		"the first start":    {func(*world) {}, func(w *world) error { _, err := w.svc.Referee.Recover(w.ctx); return err }},
		"last alive":         {duel, func(w *world) error { _, err := w.svc.Referee.LastAlive(w.ctx); return err }},
		"back in the server": {parked, func(w *world) error { return w.svc.Referee.Return(w.ctx, here.Guild) }},
		"changed hours":      {duel, func(w *world) error { return w.svc.Referee.Rewind(w.ctx, ann) }},
		"an official's result": {duel, func(w *world) error {
			return done(w.svc.Referee.Decide(w.ctx, w.by("mod"), match.Decision{Place: [games.MaxSeats]int8{1, 2}}))
		}},
		"hand over": {duel, func(w *world) error {
			return done(w.svc.Moderate.HandOver(w.ctx, w.by("mod"),
				match.HandOver{From: player(bob), To: player(cat), Order: order}))
		}},
		"take over": {heir, func(w *world) error { return done(w.svc.Moderate.TakeOver(w.ctx, w.by(cat))) }},
		"audit": {duel, func(w *world) error {
			return w.svc.Moderate.Note(w.ctx, match.Audit{Guild: here.Guild, By: player(ann)})
		}},
		"the audit log": {duel, func(w *world) error {
			_, err := w.svc.Moderate.Log(w.ctx, here.Guild, 0, 5)
			return err
		}},
		"begin an erasure":  {duel, func(w *world) error { _, err := w.svc.Erase.Begin(w.ctx, bob); return err }},
		"pending erasures":  {duel, func(w *world) error { _, err := w.svc.Erase.Pending(w.ctx); return err }},
		"finish an erasure": {duel, func(w *world) error { return w.svc.Erase.Finish(w.ctx, erasure) }},
		"shown": {duel, func(w *world) error {
			return w.svc.Delivery.MarkShown(w.ctx, w.id, match.Shown{Head: 3, Message: "m"})
		}},
		"store what is shown": {
			func(w *world) {
				duel(w)
				if err := w.svc.Delivery.NoteShown(w.ctx, w.id, match.Shown{Head: 3, Message: "m"}); err != nil {
					w.Fatal(err)
				}
			},
			func(w *world) error { return w.svc.Delivery.StoreShown(w.ctx) },
		},
		"hold": {duel, func(w *world) error {
			return w.svc.Delivery.Hold(w.ctx, w.id, w.now().Add(time.Hour))
		}},
		"note what is shown": {duel, func(w *world) error {
			return w.svc.Delivery.NoteShown(w.ctx, w.id, match.Shown{Head: 3, Message: "m"})
		}},
		"odds": {open, func(w *world) error {
			if err := done(w.svc.Tables.Odds(w.ctx, w.by(ann), "none")); !errors.Is(err, match.ErrTooLate) {
				return err
			}
			return nil
		}},
		"told": {over, func(w *world) error {
			return w.svc.Delivery.MarkTold(w.ctx, w.id, match.Notice{To: ann})
		}},
		"the computer's move": {
			func(w *world) {
				w.must(w.svc.Tables.Propose(w.ctx, w.proposal("nim", ann, match.Player{Computer: "easy"})))
			},
			func(w *world) error { _, _, err := w.svc.Computers.Job(w.ctx, w.id); return err },
		},
		"computers' moves":     {duel, func(w *world) error { _, err := w.svc.Computers.Thinking(w.ctx, 5); return err }},
		"settings of a person": {duel, func(w *world) error { _, err := w.svc.Settings.User(w.ctx, ann); return err }},
		"settings of a server": {duel, func(w *world) error { _, err := w.svc.Settings.Guild(w.ctx, "g"); return err }},
		"change a person": {duel, func(w *world) error {
			_, err := w.svc.Settings.ChangeUser(w.ctx, ann, func(u *match.User) { u.Forced = true })
			return err
		}},
		"change a server": {duel, func(w *world) error {
			_, err := w.svc.Settings.ChangeGuild(w.ctx, "g", func(g *match.Guild) { g.Limit = 3 })
			return err
		}},
		"a note":        {duel, func(w *world) error { _, err := w.svc.Settings.Note(w.ctx, "key"); return err }},
		"put a note":    {duel, func(w *world) error { return w.svc.Settings.PutNote(w.ctx, "key", "value") }},
		"key of blocks": {duel, func(w *world) error { _, err := w.svc.Settings.BlockKey(w.ctx); return err }},
		"match":         {duel, func(w *world) error { _, err := w.svc.Read.Match(w.ctx, w.id); return err }},
		"log":           {duel, func(w *world) error { _, err := w.svc.Read.Log(w.ctx, w.id); return err }},
		"unseen": {duel, func(w *world) error {
			_, err := w.svc.Read.Unseen(w.ctx, match.Match{Record: match.Record{ID: w.id}})
			return err
		}},
		"of a channel": {duel, func(w *world) error {
			_, err := w.svc.Read.ByChannel(w.ctx, here.Channel, ann)
			return err
		}},
		"of a person": {duel, func(w *world) error { _, err := w.svc.Read.ByUser(w.ctx, ann); return err }},
		"of a server": {duel, func(w *world) error { _, err := w.svc.Read.ByGuild(w.ctx, here.Guild); return err }},
		"damaged":     {duel, func(w *world) error { _, err := w.svc.Read.SetAside(w.ctx, ann); return err }},
		"unshown":     {duel, func(w *world) error { _, err := w.svc.Read.Unshown(w.ctx, "", 5); return err }},
		"untold":      {duel, func(w *world) error { _, err := w.svc.Read.Untold(w.ctx, "", 5); return err }},
		"changed":     {duel, func(w *world) error { _, err := w.svc.Read.Changed(w.ctx, monday, 5); return err }},
		"servers":     {duel, func(w *world) error { _, err := w.svc.Read.Guilds(w.ctx); return err }},
		"finished":    {over, func(w *world) error { _, err := w.svc.Read.Finished(w.ctx, ann); return err }},
		"recent": {over, func(w *world) error {
			_, err := w.svc.Read.Recent(w.ctx, here.Channel, 5)
			return err
		}},
		"standings": {over, func(w *world) error {
			_, err := w.svc.Read.StandingsOf(w.ctx, "g", player(ann))
			return err
		}},
		"whom to look at": {duel, func(w *world) error {
			_, err := w.svc.Read.Find(w.ctx, here.Channel, ann, "nim")
			return err
		}},
		"the latest": {over, func(w *world) error {
			_, err := w.svc.Read.Latest(w.ctx, here.Channel, "nim")
			return err
		}},
		"ranking": {over, func(w *world) error {
			_, err := w.svc.Read.Ranking(w.ctx, here.Guild, "nim", match.AmongPeople, 5, ann)
			return err
		}},
		"rating changes": {over, func(w *world) error {
			r, err := w.svc.Read.Match(w.ctx, w.id)
			if err != nil {
				return err
			}
			list, err := w.svc.Read.RatingChanges(w.ctx, r.Record)
			if err == nil && len(list) != 2 {
				w.Errorf("ratings of %d players have changed, want 2", len(list))
			}
			return err
		}},
		"who was removed": {over, func(w *world) error {
			r, err := w.svc.Read.Match(w.ctx, w.id)
			if err != nil {
				return err
			}
			_, err = w.svc.Read.Removals(w.ctx, r)
			return err
		}},
	} {
		t.Run(name, func(t *testing.T) {
			made := func(n int, what func() error) (w *world, s *storagetest.Flaky, log *bytes.Buffer) {
				s, log = &storagetest.Flaky{Memory: storagetest.NewMemory()}, new(bytes.Buffer)
				w = newWorld(t, func(cfg *service.Config) {
					cfg.Store, cfg.Log, cfg.Rand = s, slog.New(slog.NewTextHandler(log, nil)), s.Reader(cfg.Rand)
				})
				w.store = s
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
					if n == 1 && name != "note what is shown" || err != nil {
						t.Errorf("with %d calls of the store: %v", n-1, err)
					}
					break
				}
				if !errors.Is(err, storagetest.ErrDown) &&
					!bytes.Contains(log.Bytes(), []byte(storagetest.ErrDown.Error())) {
					t.Errorf("call %d of the store failed, and nobody reads of it: %v, log %q", n, err, log.String())
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
