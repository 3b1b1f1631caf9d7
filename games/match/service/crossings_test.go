package service_test

import (
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/calendar"
)

// The tests check promises for situations in which two features meet.
func TestCrossings(t *testing.T) {
	const perMove = 24 * time.Hour
	left := func(w *world) time.Duration { return w.record().Clock.Deadline.Sub(w.now()) }
	runs := func(w *world, log string, want time.Duration) {
		w.Helper()
		w.wantLog("created joined began " + log)
		if got := left(w); got != want {
			w.Errorf("%v left, want %v", got, want)
		}
	}
	for name, tale := range map[string]func(*world){
		// P26, P103: a pause request must be answered by hand: a prepared move does not decline it.
		"a prepared move and a pause asked for": func(w *world) {
			w.prepare(bob, "a1 b1")
			w.must(w.svc.Play.OfferPause(ctx, w.by(ann)))
			w.play(ann, "a1")
			runs(w, "offered:pause moved:a1", perMove)
			w.sleep(time.Hour)
			w.must(w.svc.Play.OfferPause(ctx, w.by(bob)))
			w.sleep(48 * time.Hour)
			w.must(w.svc.Referee.Resume(ctx, w.by(ann), here))
			w.must(w.svc.Play.GoOn(ctx, w.id))
			runs(w, "offered:pause moved:a1 parked:pause resumed:channel moved:b1", perMove)
		},
		// P26, P103: a move prepared before a pause answers the first move after it.
		"a prepared move over a pause": func(w *world) {
			w.prepare(bob, "a1 b1")
			w.sleep(time.Hour)
			w.must(w.svc.Play.OfferPause(ctx, w.by(bob)))
			w.must(w.svc.Play.OfferPause(ctx, w.by(ann)))
			w.must(w.svc.Play.GoOn(ctx, w.id))
			w.sleep(48 * time.Hour)
			w.must(w.svc.Referee.Resume(ctx, w.by(bob), here))
			if got := left(w); got != perMove-time.Hour {
				w.Errorf("%v left after the pause, want what was left before it", got)
			}
			w.play(ann, "a1")
			runs(w, "offered:pause parked:pause resumed:channel moved:a1 moved:b1", perMove)
		},
		// P26, P24: a prepared answer is played during its owner's vacation, and the other player's
		// clock does not count the absence.
		"a prepared move and a vacation": func(w *world) {
			if _, err := w.svc.Settings.ChangeUser(ctx, bob, func(u *match.User) {
				u.Hours.Vacations = []calendar.Vacation{{Start: w.now(), End: w.now().Add(9 * perMove)}}
			}); err != nil {
				w.Fatal(err)
			}
			w.prepare(bob, "a1 b1")
			w.play(ann, "a1")
			runs(w, "moved:a1 moved:b1", perMove)
			w.play(ann, "b1")
			runs(w, "moved:a1 moved:b1 moved:b1", 10*perMove)
		},
		// P26, P19: the takeback of a move that was answered at once needs consent. It takes the
		// answer back too.
		"a prepared move and a takeback": func(w *world) {
			w.sleep(time.Hour)
			w.prepare(bob, "a1 b1")
			w.play(ann, "a1")
			w.must(w.svc.Play.Takeback(ctx, w.by(ann)))
			runs(w, "moved:a1 moved:b1 offered:takeback", perMove)
			w.sleep(2 * time.Hour)
			w.must(w.svc.Play.Takeback(ctx, w.by(bob)))
			runs(w, "moved:a1 moved:b1 offered:takeback undone:3", perMove-time.Hour)
			w.play(ann, "a1")
			w.must(w.svc.Play.GoOn(ctx, w.id))
			if r := w.record(); r.Waiting != games.SeatSet(1) {
				w.Error("a line that was used is played again")
			}
		},
		// P106, P19: a new player takes the seat's last move back like any other, with consent, and
		// gets the full time of a move.
		"a takeback over a hand-over": func(w *world) {
			w.sleep(20 * time.Hour)
			w.play(ann, "a1")
			w.must(w.handOver(mod, player(ann), player(cat)))
			w.must(w.svc.Play.Takeback(ctx, w.by(cat)))
			w.refused(match.ErrNotYours, func() (match.Change, error) { return w.svc.Play.Takeback(ctx, w.by(ann)) })
			w.must(w.svc.Play.Takeback(ctx, w.by(bob)))
			runs(w, "reminded moved:a1 offered:seat handed:moderator offered:takeback undone:3", perMove)
			w.play(cat, "a1")
			w.must(w.svc.Play.Resign(ctx, w.by(bob)))
			if result, over := w.record().Finished(); !over || result.Rated || result.Players[0].User != cat {
				w.Errorf("the result is %+v, %t; want it unrated, and Cat's", result, over)
			}
		},
		// P106, P19: a takeback before a hand-over restores the other player's turn; the new player
		// consents.
		"a takeback by the other over a hand-over": func(w *world) {
			w.sleep(20 * time.Hour)
			w.play(ann, "a1")
			w.play(bob, "b1")
			w.must(w.handOver(mod, player(bob), player(cat)))
			w.must(w.svc.Play.Takeback(ctx, w.by(ann)))
			w.must(w.svc.Play.Takeback(ctx, w.by(cat)))
			runs(w, "reminded moved:a1 moved:b1 offered:seat handed:moderator offered:takeback undone:3", 4*time.Hour)
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.duel("nim", func(p *match.Proposal) { p.PerMove = perMove })
			tale(w)
		})
	}
}

// P103, P106: a hand-over of a seat withdraws a request for a pause by the player who had the seat,
// but not one by the other player.
func TestCrossings_APauseAndAHandOver(t *testing.T) {
	for u, stays := range map[match.UserID]bool{ann: false, bob: true} {
		w := newWorld(t)
		w.duel("nim")
		w.must(w.svc.Play.OfferPause(ctx, w.by(u)))
		if w.must(w.handOver(mod, player(ann), player(cat))); (w.record().RestOffer != nil) != stays {
			t.Errorf("the pause that %s asked for is offered: %v, want %t", u, w.record().RestOffer, stays)
		}
	}
}

// P38, P106: a pair binds only the two players who began it. A new player of a seat plays only this
// match.
func TestCrossings_APairAndAHandOver(t *testing.T) {
	w := newWorld(t)
	p := w.proposal("halatafl", ann, player(bob))
	p.Side = "sheep"
	w.must(w.svc.Tables.Propose(ctx, p))
	w.refused(match.ErrNotInvited, func() (match.Change, error) { return w.svc.Tables.Odds(ctx, w.by(cat), "Cat") })
	w.must(w.svc.Tables.Odds(ctx, w.by(ann), "Ann"))
	if w.must(w.svc.Tables.Join(ctx, w.by(bob), "Bob")); !w.record().Pair {
		t.Fatal("it is no pair to begin with")
	}
	w.must(w.handOver(mod, player(bob), player(cat)))
	w.must(w.svc.Play.Resign(ctx, w.by(ann)))
	for _, n := range w.record().Notices {
		if n.Kind == match.SecondIsDue {
			t.Error("a second match is due, to which Cat has not agreed")
		}
	}
}
