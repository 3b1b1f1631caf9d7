package service_test

import (
	"fmt"
	"testing"
	"time"

	"paddock/games/match"
	"paddock/games/match/service"
)

// invite proposes a challenge from one member to another.
func (w *world) invite(from, to match.UserID) (match.Change, error) {
	w.acts++
	return w.svc.Tables.Propose(w.Context(), match.Proposal{
		Game: "nim", Place: here, By: match.Player{User: from, Name: string(from)},
		With:  []match.Player{{User: to, Name: string(to)}},
		Cause: match.Cause(fmt.Sprintf("interaction-%d", w.acts)),
	})
}

// A member challenges at most 20 others within an hour; the hour counts from each challenge.
func TestInvitationsOfAnHour(t *testing.T) {
	w := newWorld(t)
	for i := range 20 {
		w.must(w.invite(ann, match.UserID(fmt.Sprint("guest", i))))
		w.wait(time.Minute)
	}
	late := func() (match.Change, error) { return w.invite(ann, "late guest") }
	w.refused(match.ErrLimit, late)
	w.wait(40*time.Minute - time.Millisecond)
	w.refused(match.ErrLimit, late)
	w.wait(time.Millisecond)
	w.must(late())
	w.refused(match.ErrLimit, func() (match.Change, error) { return w.invite(ann, "one more") })
}

// At most 10 invitations wait for one member.
func TestInvitationsThatWait(t *testing.T) {
	w := newWorld(t)
	for i := range 10 {
		w.must(w.invite(match.UserID(fmt.Sprint("host", i)), bob))
	}
	late := func() (match.Change, error) { return w.invite("late host", bob) }
	w.refused(match.ErrUnavailable, late)
	w.must(w.svc.Tables.Decline(ctx, w.by(bob)))
	w.must(late())
	w.refused(match.ErrUnavailable, func() (match.Change, error) { return w.invite("one more", bob) })
}

// P25, P72, P73, P76: matches that nobody can play where they are don't count for the limit. A
// match that is paused by agreement counts, because either player can end the pause.
func TestP25_MatchesOutOfReachDontCount(t *testing.T) {
	for why, counts := range map[match.Code]bool{
		"": true, match.CodePause: true,
		match.CodeChannelGone: false, match.CodeServerLeft: false, match.CodeNoAccess: false, match.CodeLocked: false,
	} {
		w := newWorld(t, func(c *service.Config) { c.Limit = 2 })
		for range 2 {
			w.duel("nim")
			if why != "" {
				w.must(w.svc.Referee.Park(ctx, w.id, why, ""))
			}
		}
		parked := w.id
		propose := func() (match.Change, error) { return w.svc.Tables.Propose(ctx, w.proposal("nim", ann, player(bob))) }
		if counts {
			w.refused(match.ErrLimit, propose)
			continue
		}
		w.must(propose())
		open := w.id
		w.must(w.svc.Tables.Join(ctx, w.by(bob), "Bob")) // his parked matches don't count either
		w.id = parked
		w.must(w.svc.Referee.Resume(ctx, match.Act{Match: parked}, here))
		if w.refused(match.ErrLimit, propose); open == parked {
			t.Errorf("%s: the match that goes on again does not count", why)
		}
	}
}

// P72, P73, P89: a player who gives up a match that is out of reach has not lost it, unless the
// opponent has asked to go on.
func TestP72_GivingUpAMatchOutOfReach(t *testing.T) {
	there := match.Place{Guild: "guild", Channel: "elsewhere"}
	for _, tt := range []struct {
		name  string
		why   match.Code
		asks  match.UserID
		erase bool
		lost  bool
	}{
		{"in its channel", "", "", false, true},
		{"in a pause", match.CodePause, "", false, true},
		{"in a locked thread", match.CodeLocked, "", false, true},
		{"its channel is gone", match.CodeChannelGone, "", false, false},
		{"its channel is gone, and the player is erased", match.CodeChannelGone, "", true, false},
		{"the bot has left", match.CodeServerLeft, "", false, false},
		{"the bot can't see it", match.CodeNoAccess, "", false, false},
		{"the opponent has asked to go on", match.CodeChannelGone, ann, false, true},
		{"the player has asked to go on", match.CodeChannelGone, bob, false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			w.duel("nim")
			w.play(ann, "a1")
			if tt.why != "" {
				w.must(w.svc.Referee.Park(ctx, w.id, tt.why, ""))
			}
			if tt.asks != "" {
				w.must(w.svc.Referee.Resume(ctx, w.by(tt.asks), there))
			}
			if got := w.match().Abandoned(bob); got == tt.lost {
				t.Errorf("abandoned: %v", got)
			}
			if tt.erase {
				gone, err := w.svc.Erase.Begin(ctx, bob)
				if err == nil {
					err = w.svc.Erase.Finish(ctx, gone)
				}
				if err != nil {
					t.Fatal(err)
				}
			} else {
				w.must(w.svc.Play.Resign(ctx, w.by(bob)))
			}
			r := w.record()
			if lost := r.Outcome != nil; lost != tt.lost || r.Status == match.Running {
				t.Errorf("%s, result %q: lost %v, want %v", r.Status, r.Result, lost, tt.lost)
			}
		})
	}
}

// P27, P72: games of tournaments and matches for three have a result however they are given up.
func TestP72_GivingUpWhatOthersWaitFor(t *testing.T) {
	w := newWorld(t)
	w.seated("fish", player(ann), player(bob), player(cat))
	w.must(w.svc.Referee.Park(ctx, w.id, match.CodeChannelGone, ""))
	w.must(w.svc.Play.Resign(ctx, w.by(bob)))
	if r := w.record(); r.Status != match.Running || !r.Left.Has(1) || r.Parked == nil {
		t.Errorf("%s, left %b, parked %v; want the others to play on", r.Status, r.Left, r.Parked)
	}
	p := w.proposal("nim", "", player(ann), player(bob))
	p.Seated, p.Tournament = true, "cup"
	w.must(w.svc.Tables.Propose(ctx, p))
	w.must(w.svc.Referee.Park(ctx, w.id, match.CodeNoAccess, ""))
	w.must(w.svc.Play.Resign(ctx, w.by(bob)))
	if r := w.record(); r.Outcome == nil {
		t.Errorf("the game of a tournament is %s without a result", r.Status)
	}
}
