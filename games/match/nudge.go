package match

import (
	"context"
	"time"
)

// nudgeRest is for how long nobody can be nudged at the beginning of a turn; a quarter of the time per move where that is shorter.
const nudgeRest = time.Hour

// Nudge calls once more upon those who are waited for, by the wish of somebody who plays in the match and is not one of them: once in a turn,
// and not at its very beginning. The clock is not touched. ErrNotYours, ErrTooEarly.
func (s *Service) Nudge(ctx context.Context, a Act) (Change, error) {
	return s.update(ctx, a, func(d *draft) error {
		seat, err := d.seatOf(a)
		if err != nil {
			return err
		}
		bound := d.bound()
		rest := nudgeRest
		if d.Clock.Policy.PerMove > 0 {
			rest = min(rest, d.Clock.Policy.PerMove/4)
		}
		switch at := d.Clock.Started.Add(rest); {
		case bound.Has(seat):
			return d.problem(ErrTooEarly, "It is your own turn, so there is nobody to nudge. Please move.")
		case bound == 0:
			return d.problem(ErrTooEarly, "Nobody is waited for but the computer, and it moves as fast as it can. Wait a moment.")
		case d.Nudged == d.Turn:
			return d.problem(ErrTooEarly, "%s has been nudged in this turn already, and once is enough. The clock does the rest.", d.waitedFor())
		case d.now.Before(at):
			return d.problem(ErrTooEarly, "The turn of %s has only just begun. You can nudge in %d minutes.", d.waitedFor(), 1+int(at.Sub(d.now)/time.Minute))
		}
		d.Nudged = d.Turn
		d.add(Event{Kind: Reminded, User: a.User, Seat: seat})
		return nil
	})
}
