package service_test

import (
	"testing"
	"time"

	"paddock/games/match"
)

// In Fish another player can nudge the players to move once a turn, but not at its beginning.
func TestNudge(t *testing.T) {
	w := newWorld(t)
	w.duel("nim", func(p *match.Proposal) { p.PerMove = 2 * time.Hour })
	nudge := func(u match.UserID) func() (match.Change, error) {
		return func() (match.Change, error) { return w.svc.Play.Nudge(ctx, w.by(u)) }
	}
	w.refused(match.ErrTooEarly, nudge(bob))
	w.wait(29 * time.Minute)
	w.refused(match.ErrTooEarly, nudge(bob))
	w.wait(time.Minute)
	w.refused(match.ErrTooEarly, nudge(ann)) // Ann is to move herself
	w.refused(match.ErrNotYours, nudge(cat))
	before := w.record().Clock
	done := w.must(nudge(bob)())
	if e := done.Events[0]; len(done.Events) != 1 || e.Kind != match.Reminded || e.User != bob ||
		done.Match.Clock.Deadline != before.Deadline {
		t.Errorf("a nudge made %+v and the clock %+v, want one reminder by Bob, and the clock as it was", done.Events,
			done.Match.Clock)
	}
	w.refused(match.ErrTooEarly, nudge(bob))
	w.play(ann, "a1")
	w.wait(time.Hour)
	w.must(nudge(ann)())
}
