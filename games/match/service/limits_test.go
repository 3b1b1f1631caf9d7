package service_test

import (
	"fmt"
	"testing"
	"time"

	"paddock/games/match"
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
