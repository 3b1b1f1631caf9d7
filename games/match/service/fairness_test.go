package service_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/service"
	"paddock/games/referee"
)

// P110: matches against the computer are unrated by default. A rated one has a clock and no
// takebacks.
func TestP110_MatchesAgainstTheComputer(t *testing.T) {
	computer := match.Player{Computer: games.Easy}
	for _, tt := range []struct {
		name          string
		change        func(*match.Proposal)
		rated, timed  bool
		err, takeback error
	}{
		{"nothing said", func(*match.Proposal) {}, false, false, nil, nil},
		{"with a clock", func(p *match.Proposal) { p.PerMove = time.Hour }, false, true, nil, nil},
		{"rated", func(p *match.Proposal) { p.Rated = true }, true, true, nil, match.ErrTooLate},
		{
			"rated without a clock", func(p *match.Proposal) { p.Rated, p.PerMove = true, -1 }, false, false,
			match.ErrBadProposal, nil,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			p := w.proposal("nim", ann, computer)
			tt.change(&p)
			c, err := w.svc.Tables.Propose(ctx, p)
			if !errors.Is(err, tt.err) {
				t.Fatalf("Propose: %v, want %v", err, tt.err)
			}
			if tt.err != nil {
				return
			}
			w.must(c, err)
			if r := w.record(); r.Rated() != tt.rated || (r.Clock.Policy.PerMove > 0) != tt.timed {
				t.Errorf("rated %v with %v a move, want rated %v, a clock %v", r.Rated(), r.Clock.Policy.PerMove,
					tt.rated, tt.timed)
			}
			w.play(ann, "a1")
			if _, err := w.svc.Play.Takeback(ctx, w.by(ann)); !errors.Is(err, tt.takeback) {
				t.Errorf("Takeback: %v, want %v", err, tt.takeback)
			}
			w.must(w.svc.Play.Resign(ctx, w.by(ann)))
			if again := w.must(w.svc.Tables.Rematch(ctx, w.by(ann))).Match; again.RematchID == "" {
				t.Error("there is no rematch")
			} else if w.id = again.RematchID; w.record().Rated() != tt.rated {
				t.Errorf("the rematch is rated: %v, want as before", w.record().Rated())
			}
		})
	}
	w := newWorld(t)
	if w.duel("nim"); !w.record().Rated() {
		t.Error("a match between people is not rated by default")
	}
}

// P89: abandoned matches are closed, but not before their time.
func TestP89_ForgottenMatches(t *testing.T) {
	computer := match.Player{Computer: games.Easy}
	for _, tt := range []struct {
		name   string
		with   match.Player
		change func(*match.Proposal)
		act    func(*world)
		closed time.Duration // time until the match is closed; 0: never
	}{
		{"against the computer", computer, func(*match.Proposal) {}, func(*world) {}, 30 * day},
		{"after a move in it", computer, func(*match.Proposal) {}, func(w *world) {
			w.sleep(20 * day)
			w.play(ann, "a1")
		}, 30 * day},
		{
			"against the computer, with a clock", computer, func(p *match.Proposal) { p.PerMove = 10 * day },
			func(*world) {}, 10 * day,
		},
		{"at rest", computer, func(*match.Proposal) {}, func(w *world) {
			w.must(w.svc.Referee.Park(ctx, w.id, match.CodeServerLeft, ""))
		}, 90 * day},
		{"a game of a tournament", computer, func(p *match.Proposal) { p.Tournament = "cup" }, func(*world) {}, 0},
		{"people without a clock", player(bob), func(p *match.Proposal) { p.PerMove = -1 }, func(w *world) {
			w.must(w.svc.Tables.Join(ctx, w.by(bob), "Bob"))
		}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			p := w.proposal("nim", ann, tt.with)
			tt.change(&p)
			w.must(w.svc.Tables.Propose(ctx, p))
			tt.act(w)
			if tt.closed == 0 {
				if w.sleep(800 * day); w.record().Status != match.Running {
					t.Errorf("it is %s, want running", w.record().Status)
				}
				return
			}
			if w.sleep(tt.closed - time.Second); w.record().Status != match.Running {
				t.Errorf("a second before its time it is %s, want running", w.record().Status)
			}
			if w.sleep(time.Second); w.record().Status == match.Running {
				t.Errorf("after %v it is still running", tt.closed)
			}
		})
	}
}

// P8, P10: a claimable win comes first in the list of the player who may claim it, and only there.
func TestP8_WhoMayClaim(t *testing.T) {
	for _, tt := range []struct {
		name string
		game games.ID
		set  games.Options
	}{{"in play", "nim", nil}, {"in placement", "race", games.Options{"place": "1"}}} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			w.duel("nim") // id of a match in which Ann is to move
			other := w.id
			w.duel(tt.game, func(p *match.Proposal) {
				p.PerMove, p.Lapse, p.Setup.Options = time.Hour, referee.Claim, tt.set
			})
			late := w.id
			if w.record().Claimable() != 0 {
				t.Error("somebody may claim at the beginning")
			}
			w.sleep(time.Hour)
			if got := w.record().Claimable(); got != games.SeatSet(1) {
				t.Errorf("seats %b may claim, want Bob's", got)
			}
			for _, u := range []match.UserID{ann, bob} {
				list, err := w.svc.Read.ByUser(ctx, u)
				if err != nil {
					t.Fatal(err)
				}
				if got, want := list[0].ID, late; u == bob && got != want {
					t.Errorf("first in Bob's list is %s, want %s, which is his to claim; the other is %s", got, want,
						other)
				}
			}
			w.must(w.svc.Referee.Park(ctx, w.id, match.CodeServerLeft, ""))
			if w.record().Claimable() != 0 {
				t.Error("somebody may claim while the match is at rest")
			}
			w.sleep(10 * day)
			w.must(w.svc.Referee.Resume(ctx, match.Act{Match: w.id}, here))
			if got := w.record(); got.Status != match.Running || got.Claimable() != games.SeatSet(1) {
				t.Errorf("after the rest: %s, seats %b may claim, want Bob's", got.Status, got.Claimable())
			}
			w.sleep(day)
			if got := w.record(); got.Status != match.Over || got.Outcome.Winners() != games.SeatSet(1) {
				t.Errorf("unclaimed for a day: %s, want won by Bob", got.Status)
			}
		})
	}
}

// P29, P30: a blocked user who erases their data and plays again is still blocked. The store keeps
// no id of them, and the block can still be removed.
func TestP29_ABlockOutlivesAnErasure(t *testing.T) {
	w := newWorld(t)
	block := func(u *match.User) { u.Blocked = append(u.Blocked, bob) }
	if _, err := w.svc.Settings.ChangeUser(ctx, ann, block); err != nil {
		t.Fatal(err)
	}
	erase := func(u match.UserID) {
		t.Helper()
		gone, err := w.svc.Erase.Begin(ctx, u)
		if err == nil {
			err = w.svc.Erase.Finish(ctx, gone)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	propose := func(by, whom match.UserID) error {
		c, err := w.svc.Tables.Propose(ctx, w.proposal("nim", by, player(whom)))
		if err == nil {
			w.id = c.Match.ID
			w.must(w.svc.Tables.Revoke(ctx, w.by(by)))
		}
		return err
	}
	for range 2 { // it makes no difference how often the user comes back
		erase(bob)
		u, err := w.svc.Settings.User(ctx, ann)
		if err != nil || slices.Contains(u.Blocked, bob) || strings.Contains(fmt.Sprint(u), string(bob)) {
			t.Errorf("of Ann is remembered %+v, %v, want no word of Bob", u, err)
		}
		if err := propose(bob, ann); !errors.Is(err, match.ErrUnavailable) {
			t.Errorf("Bob challenges Ann: %v, want ErrUnavailable", err)
		}
		if err := propose(ann, bob); !errors.Is(err, match.ErrBlocked) {
			t.Errorf("Ann challenges Bob: %v, want ErrBlocked", err)
		}
		if err := propose(cat, ann); err != nil {
			t.Errorf("Cat challenges Ann: %v", err)
		}
	}
	w.restart()
	if err := propose(bob, ann); !errors.Is(err, match.ErrUnavailable) {
		t.Errorf("after a restart Bob challenges Ann: %v, want ErrUnavailable", err)
	}
	key, err := w.svc.Settings.BlockKey(ctx)
	if err != nil || len(key) != 32 {
		t.Fatalf("the key has %d bytes, %v", len(key), err)
	}
	was := false
	if _, err := w.svc.Settings.ChangeUser(ctx, ann, func(u *match.User) {
		*u, was = u.WithoutBlock(bob, key)
	}); err != nil || !was {
		t.Errorf("Ann could not take the block back: %v, %v", was, err)
	}
	if err := propose(bob, ann); err != nil {
		t.Errorf("unblocked, Bob challenges Ann: %v", err)
	}
	if _, err := w.svc.Settings.ChangeUser(ctx, ann, block); err != nil {
		t.Fatal(err)
	}
	erase(bob)
	erase(ann) // an erasure also removes the user's own blocks
	if err := propose(bob, ann); err != nil {
		t.Errorf("Ann is forgotten, and Bob challenges her: %v", err)
	}
}

// F18: the seats of a match of Fish are drawn by lot when it begins, unless the players agreed who
// begins or a tournament has set the seats.
func TestF18_SeatsByLot(t *testing.T) {
	first := map[match.UserID]int{}
	table := func(t *testing.T, i int, change func(*match.Proposal)) match.UserID {
		w := newWorld(t, func(c *service.Config) { c.Limit = 1000 })
		p := w.proposal("fish", ann, player(bob))
		p.Setup.Seed = uint64(i + 1)
		change(&p)
		if w.must(w.svc.Tables.Propose(ctx, p)); w.record().Status == match.Open {
			w.must(w.svc.Tables.Join(ctx, w.by(bob), "Bob"))
		}
		return w.record().Players[0].User
	}
	for i := range 20 {
		first[table(t, i, func(*match.Proposal) {})]++
	}
	if first[ann] < 3 || first[bob] < 3 {
		t.Errorf("first sat %v, want both of them sometimes", first)
	}
	for i := range 4 {
		if u := table(t, i, func(p *match.Proposal) { p.Side = "me" }); u != ann {
			t.Errorf("first sits %s, want Ann, as agreed", u)
		}
		if u := table(t, i, func(p *match.Proposal) { p.Side = "them" }); u != bob {
			t.Errorf("first sits %s, want Bob, as agreed", u)
		}
		if u := table(t, i, func(p *match.Proposal) {
			p.Seated, p.With = true, []match.Player{player(bob), player(ann)}
		}); u != bob {
			t.Errorf("first sits %s, want Bob, as the tournament says", u)
		}
	}
}
