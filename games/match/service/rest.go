package service

import (
	"context"
	"fmt"
	"slices"

	"paddock/games"
	"paddock/games/match"
)

// provesRest is how many positions are visited to prove that a match is decided: some hundredths of a second.
const provesRest = 20_000

// PlayOut agrees that the rest of a decided match is played out. When all agree who still choose moves, the same change plays it. It returns
// ErrTooLate if the match is not decided, or if the user has no moves left.
func (s *Play) PlayOut(ctx context.Context, a match.Act) (match.Change, error) {
	return s.update(ctx, a, func(d *draft) error {
		seat, err := d.seatOf(a)
		switch {
		case err != nil:
			return err
		case d.Rest == nil:
			return d.problem(match.ErrTooLate, "This match is not decided, so it can't be played out. Play on.")
		case !d.Rest.Seats.Has(seat):
			return d.problem(match.ErrTooLate, "You have no moves left in this match, so it is for the others to agree. You need do nothing more.")
		case d.Rest.Agreed.Has(seat):
			return nil
		}
		d.Rest = &match.Rest{Reason: d.Rest.Reason, Solo: d.Rest.Solo, Seats: d.Rest.Seats, Agreed: d.Rest.Agreed | games.SeatSet(seat)}
		d.add(match.Event{Kind: match.Offered, User: a.User, Seat: seat, Code: match.CodeDecided})
		return nil
	})
}

// conclude finds out whether a change has decided the match, and plays the rest if that is agreed.
func (d *draft) conclude() error {
	if d.Status != match.Running || d.Step || d.Finish == match.FinishOff || d.game == nil || !d.game.Finishes {
		d.Rest = nil
		return nil
	}
	anew := d.was.Status != match.Running || d.Position != d.was.Position
	if !anew && !d.PlaysOut() {
		return nil
	}
	pos, err := d.position()
	if err != nil {
		return err
	}
	rest, ok := pos.Finish(provesRest)
	if !ok {
		d.Rest = nil
		return nil
	}
	if anew {
		d.Rest = &match.Rest{Reason: rest.Reason, Solo: rest.Solo, Seats: rest.Seats, Agreed: d.stillAgreed() & rest.Seats}
	}
	if d.PlaysOut() {
		return d.playRest(rest.Moves)
	}
	return nil
}

// stillAgreed returns the seats that agreed before this change. After a takeback or a ruling they are asked again.
func (d *draft) stillAgreed() games.Seats {
	changed := func(e match.Event) bool { return e.Kind == match.Undone || e.Kind == match.Ruled }
	if d.Rest == nil || slices.ContainsFunc(d.log, changed) {
		return 0
	}
	return d.Rest.Agreed
}

// playRest plays the moves to the end. Each is marked in the log, because no player has chosen it.
func (d *draft) playRest(moves []string) error {
	d.DrawOffer, d.UndoOffer, d.RestOffer = nil, nil, nil // whoever made them agrees to this instead
	for _, move := range moves {
		from := len(d.log)
		for seat := range d.Waiting.All() {
			if err := d.play(seat, move); err != nil {
				return fmt.Errorf("play out match %s: %w", d.ID, err)
			}
			break
		}
		for i := range d.log[from:] {
			if e := &d.log[from+i]; e.Kind == match.Moved {
				e.Code = match.CodeDecided
				d.PlayedOut++
			}
		}
	}
	if d.Status == match.Running {
		return fmt.Errorf("play out match %s: it goes on after %d moves", d.ID, len(moves))
	}
	return nil
}
