package service_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match"
)

const (
	mod match.UserID = "mod"
	dan match.UserID = "dan"
)

var spam = match.Order{By: "Mod", Reason: " spam,  as\nseen. "}

func (w *world) end() (match.Change, error) { return w.svc.Moderate.End(ctx, w.by(mod), spam) }

// handOver offers a member's seat to another, who accepts it.
func (w *world) handOver(by match.UserID, from, to match.Player) (match.Change, error) {
	done, err := w.svc.Moderate.HandOver(ctx, w.by(by), match.HandOver{From: from, To: to, Order: spam})
	if err != nil {
		return done, err
	}
	return w.svc.Moderate.TakeOver(ctx, w.by(to.User))
}

// told returns and clears the notices of the match under test.
func (w *world) told() string {
	w.Helper()
	var list []string
	notices := w.record().Notices
	for _, n := range notices {
		list = append(list, fmt.Sprintf("%s:%s", n.To, n.Kind))
	}
	if err := w.svc.Delivery.MarkTold(ctx, w.id, notices...); err != nil {
		w.Fatal(err)
	}
	return strings.Join(list, " ")
}

// P106: a moderator ends a match once, in every state, with a reason that is stored. Everybody in
// the match is told.
func TestP106_EndInEveryState(t *testing.T) {
	for _, c := range []struct {
		name string
		lead func(*world)
		say  string
		told string
	}{
		{
			"challenge", func(w *world) { w.must(w.svc.Tables.Propose(ctx, w.proposal("nim", ann, player(bob)))) },
			"Mod, a moderator, closed this challenge. Reason: spam, as seen.", "ann:closed",
		},
		{
			"running", func(w *world) { w.duel("nim"); w.play(ann, "a1") },
			"Mod, a moderator, ended this match without a result. Reason: spam, as seen.", "ann:closed bob:closed",
		},
		{
			"arranging in secret", func(w *world) {
				w.duel("darkrace", func(p *match.Proposal) { p.Setup.Options = games.Options{"ready": "1"} })
			},
			"Mod, a moderator, ended this match without a result. Reason: spam, as seen.", "ann:closed bob:closed",
		},
		{"at rest", func(w *world) {
			w.duel("nim")
			w.must(w.svc.Referee.Park(ctx, w.id, match.CodeChannelGone, ""))
		}, "Mod, a moderator, ended this match without a result. Reason: spam, as seen.", "ann:closed bob:closed"},
		{"against the computer", func(w *world) {
			w.must(w.svc.Tables.Propose(ctx, w.proposal("nim", ann, match.Player{Computer: games.Easy})))
		}, "Mod, a moderator, ended this match without a result. Reason: spam, as seen.", "ann:closed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			c.lead(w)
			w.told()
			w.refused(match.ErrNotYours, func() (match.Change, error) {
				return w.svc.Moderate.End(ctx, w.by(ann), spam)
			})
			w.refused(match.ErrBadProposal, func() (match.Change, error) {
				return w.svc.Moderate.End(ctx, w.by(mod), match.Order{By: "Mod", Reason: " . "})
			})
			act := w.by(mod)
			w.must(w.svc.Moderate.End(ctx, act, spam))
			if again := w.must(w.svc.Moderate.End(ctx, act, spam)); !again.Repeat {
				t.Error("the same cause ended it twice")
			}
			r := w.record()
			if r.Status != match.Closed || r.Reason != match.ByModerator || r.Outcome != nil || r.Waiting != 0 ||
				!r.Due.IsZero() {
				t.Errorf("it is %s by %s with %v, waiting %b, due %v; want closed by a moderator", r.Status, r.Reason,
					r.Outcome, r.Waiting, r.Due)
			}
			if _, rated := r.Finished(); rated {
				t.Error("it counts for ratings")
			}
			if got := r.Ending().String(); got != c.say {
				t.Errorf("the end is %q, want %q", got, c.say)
			}
			log, _ := w.svc.Read.Log(ctx, w.id)
			if e := log[len(log)-2]; e.Kind != match.Ruled || e.Ruling != match.RulingAbort || e.User != mod ||
				e.By != "Mod" || e.Note != "spam, as seen" {
				t.Errorf("the log says %+v", e)
			}
			if got := w.told(); got != c.told {
				t.Errorf("told: %q, want %q", got, c.told)
			}
			w.refused(match.ErrOver, w.end)
		})
	}
}

// P106: a new player gets a seat's full time. The match becomes unrated, and lateness of the former
// player does not count.
func TestP106_HandOver(t *testing.T) {
	w := newWorld(t)
	before := w.duel("nim", func(p *match.Proposal) { p.PerMove = 24 * time.Hour })
	w.told()
	w.wait(20 * time.Hour)
	w.must(w.handOver(mod, player(ann), player(cat)))
	r := w.record()
	if r.Players[0] != player(cat) || r.Players[1] != player(bob) || r.Owner != cat {
		t.Errorf("the players are %v, and the match is %s's", r.Players, r.Owner)
	}
	if r.Rated() || r.Turn != before.Turn+1 || !r.Clock.Deadline.Equal(w.now().Add(24*time.Hour)) {
		t.Errorf("rated %t, turn %d, until %v; want unrated, a new turn and all its time", r.Rated(), r.Turn,
			r.Clock.Deadline)
	}
	if got, want := w.told(), "bob:handed ann:handed mod:handed"; got != want {
		t.Errorf("told: %q, want %q", got, want)
	}
	h, ok := r.HandedOver(r.Head)
	if got, want := h.Says().String(), "Cat plays on for Ann."; !ok || got != want || h.By != "Mod" ||
		h.Reason != "spam, as seen" {
		t.Errorf("the record says %q, %+v", got, h)
	}
	w.refused(match.ErrNotYours, func() (match.Change, error) { return w.svc.Play.Move(ctx, w.by(ann), "a1") })
	w.play(cat, "a1")

	w.must(w.handOver(mod, player(bob), player(dan)))
	w.sleep(30 * 24 * time.Hour)
	result, over := w.record().Finished()
	if !over || result.Late != 0 || result.Rated || result.Players[1].User != dan {
		t.Errorf("the result is %+v (%t); want Dan to have lost by time, and no lateness", result, over)
	}
}

// P106: nothing changes until the new player has accepted. Others cannot answer, and a decline
// informs the moderator. A newer offer replaces an older one, and later changes are checked again.
func TestP106_HandOverIsOffered(t *testing.T) {
	w := newWorld(t)
	w.duel("nim", func(p *match.Proposal) { p.PerMove = 24 * time.Hour })
	w.told()
	offer := func(to match.Player) {
		t.Helper()
		before := w.record()
		w.must(w.svc.Moderate.HandOver(ctx, w.by(mod), match.HandOver{From: player(ann), To: to, Order: spam}))
		if r := w.record(); r.Players[0] != before.Players[0] || r.Turn != before.Turn || !r.Rated() ||
			!r.Clock.Deadline.Equal(before.Clock.Deadline) {
			t.Errorf("an offer has changed %+v to %+v", before, r)
		}
	}
	accept := func(u match.UserID) func() (match.Change, error) {
		return func() (match.Change, error) { return w.svc.Moderate.TakeOver(ctx, w.by(u)) }
	}
	w.refused(match.ErrTooLate, accept(dan))
	offer(player(dan))
	if got, want := w.told(), "dan:seat"; got != want {
		t.Errorf("told: %q, want %q", got, want)
	}
	w.refused(match.ErrNotInvited, accept(cat))
	w.must(w.svc.Moderate.Refuse(ctx, w.by(dan)))
	if got, want := w.told(), "mod:no seat"; got != want {
		t.Errorf("told: %q, want %q", got, want)
	}
	w.refused(match.ErrTooLate, accept(dan))
	offer(player(dan))
	offer(player(cat))
	if got, want := w.told(), "cat:seat"; got != want {
		t.Errorf("told: %q, want %q", got, want)
	}
	w.refused(match.ErrNotInvited, accept(dan))
	w.play(ann, "a1")
	w.must(accept(cat)())
	if r := w.record(); r.Players[0] != player(cat) || r.Heir != nil || r.HandOvers[0].Asking != "" {
		t.Errorf("after all: %v, %+v", r.Players, r.HandOvers)
	}
	w.must(w.svc.Moderate.HandOver(ctx, w.by(mod), match.HandOver{From: player(cat), To: player(dan), Order: spam}))
	w.must(w.end())
	if r := w.record(); r.Heir != nil {
		t.Errorf("it is over, and offered to %v", r.Heir.To)
	}
	w.refused(match.ErrTooLate, accept(dan))
}

// A seat of a parked match can be handed over; the match stays parked, with the full time of a
// move.
func TestP106_HandOverAtRest(t *testing.T) {
	w := newWorld(t)
	w.duel("nim", func(p *match.Proposal) { p.PerMove = 24 * time.Hour })
	w.wait(20 * time.Hour)
	w.must(w.svc.Referee.Park(ctx, w.id, match.CodeChannelGone, ""))
	w.wait(100 * time.Hour)
	w.must(w.handOver(mod, player(ann), player(cat)))
	if r := w.record(); r.Parked == nil || r.Parked.Left != 24*time.Hour {
		t.Errorf("at rest: %+v, want 24 h left", r.Parked)
	}
	w.wait(time.Hour)
	w.must(w.svc.Referee.Resume(ctx, match.Act{Match: w.id}, here))
	if r := w.record(); !r.Clock.Deadline.Equal(w.now().Add(24 * time.Hour)) {
		t.Errorf("the clock runs until %v, want 24 h from %v", r.Clock.Deadline, w.now())
	}
}
