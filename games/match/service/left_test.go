package service_test

import (
	"slices"
	"testing"
	"time"

	"paddock/games/match"
	"paddock/games/match/service"
	"paddock/games/referee"
)

// P82, P25, P40, P8, P106: a player who has left a match that goes on can't act in it any more, and
// is free for another one.
func TestWhoHasLeftHasNoSay(t *testing.T) {
	there := match.Place{Guild: here.Guild, Channel: "there"}
	for name, tale := range map[string]func(*world){
		"the others agree where the match goes on": func(w *world) {
			w.must(w.svc.Referee.Park(ctx, w.id, match.CodeChannelGone, "gone"))
			w.must(w.svc.Referee.Resume(ctx, w.by(bob), there))
			w.must(w.svc.Referee.Resume(ctx, w.by(cat), there))
			if r := w.record(); r.Parked != nil || r.Place != there {
				w.Errorf("the match is at %v, parked: %v; want it to go on where both want it", r.Place, r.Parked)
			}
		},
		"they are not asked where the match goes on": func(w *world) {
			w.must(w.svc.Referee.Park(ctx, w.id, match.CodeChannelGone, "gone"))
			w.must(w.svc.Referee.Resume(ctx, w.by(bob), there))
			if r := w.record(); r.CallsUpon(ann, match.ResumeAsked) || !r.CallsUpon(cat, match.ResumeAsked) {
				w.Error("only Cat has to be asked")
			}
		},
		"they claim nothing": func(w *world) {
			w.sleep(25 * time.Hour)
			r := w.record()
			if !r.Clock.Lapsed || r.Claimable().Has(r.SeatOf(ann)) {
				w.Errorf("lapsed: %t, and seats %v may claim", r.Clock.Lapsed, r.Claimable())
			}
			if slices.ContainsFunc(r.Notices, func(n match.Notice) bool {
				return n.To == ann && n.Kind == match.MayClaim
			}) {
				w.Error("Ann is told that she can claim")
			}
			w.refused(match.ErrTooLate, func() (match.Change, error) { return w.svc.Play.ClaimTime(ctx, w.by(ann)) })
		},
		"their match doesn't count against the limit": func(w *world) {
			w.must(w.svc.Tables.Propose(ctx, w.proposal("nim", ann, player(bob))))
			w.must(w.svc.Tables.Revoke(ctx, w.by(ann)))
		},
		"nobody takes their seat over": func(w *world) {
			w.refused(match.ErrBadProposal, func() (match.Change, error) {
				return w.handOver(mod, player(ann), player("dan"))
			})
		},
		"they are told so themselves": func(w *world) {
			_, err := w.svc.Play.Resign(ctx, w.by(ann))
			if got := sentence(err); got != "You have already left this match, and the others play on. You can start another one." {
				w.Errorf("the answer to Ann is %q", got)
			}
		},
		"they don't cancel the others' match": func(w *world) {
			w.refused(match.ErrTooLate, func() (match.Change, error) { return w.svc.Play.Cancel(ctx, w.by(ann)) })
		},
		"after the end they may ask for a rematch": func(w *world) {
			w.must(w.svc.Play.Resign(ctx, w.by(bob)))
			w.must(w.svc.Tables.Rematch(ctx, w.by(ann)))
			if r := w.record(); r.Left != 0 || !r.Rematch["ann"] {
				w.Errorf("the match is %s, seats %v have left it, and a rematch is wanted by %v", r.Status, r.Left,
					r.Rematch)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, func(c *service.Config) { c.Limit = 1 })
			p := w.proposal("fish", ann)
			p.Setup.Seats, p.PerMove, p.Lapse, p.Grace = 3, 24*time.Hour, referee.Claim, -1
			w.must(w.svc.Tables.Propose(ctx, p))
			w.must(w.svc.Tables.Join(ctx, w.by(bob), "Bob"))
			w.must(w.svc.Tables.Join(ctx, w.by(cat), "Cat"))
			w.must(w.svc.Play.Resign(ctx, w.by(ann)))
			tale(w)
		})
	}
}
