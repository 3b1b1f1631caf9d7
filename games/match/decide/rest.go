package decide

import (
	"fmt"
	"slices"

	"paddock/games"
	"paddock/games/match"
)

// provesRest is the number of positions visited to prove that a match is decided. They take some
// hundredths of a second.
const provesRest = 20_000

// PlayOut agrees to play out the rest of a decided match. When all players who still choose moves
// agree, the same change plays it. It returns ErrTooLate if the match is not decided, or if the
// user has no moves left.
type PlayOut struct{}

func (PlayOut) decide(d *Draft, a match.Act) error {
	seat, err := d.seatOf(a)
	switch {
	case err != nil:
		return err
	case d.Rest == nil:
		return d.problem(match.ErrTooLate, "This match isn't decided yet, so you can't end it now. Play on.")
	case !d.Rest.Seats.Has(seat):
		return d.problem(match.ErrTooLate,
			"You have no moves left, so the others decide. You don't have to do anything.")
	case d.Rest.Agreed.Has(seat):
		return nil
	}
	rest := *d.Rest
	rest.Agreed |= games.SeatSet(seat)
	d.Rest = &rest
	d.add(match.Event{Kind: match.Offered, User: a.User, Seat: seat, Code: match.CodeDecided})
	return nil
}

// conclude finds out whether a change has decided the match, and plays the rest if that is agreed.
func (d *Draft) conclude() error {
	if d.Status != match.Running || d.Step || d.Finish == match.FinishOff || d.game == nil || !d.game.Finishes {
		d.Rest = nil
		return nil
	}
	// A proof is slow, so it is only looked for in a new position, or to have the moves that all have
	// agreed to play out. It is not stored, because it follows from the position.
	anew := d.was.Status != match.Running || d.Position != d.was.Position
	if !anew && !d.playsOut() {
		return nil
	}
	pos, err := d.position()
	if err != nil {
		return err
	}
	rest, ok := pos.Finish(provesRest)
	if !ok || !rest.Certain && d.Finish != match.FinishAuto && !d.allChosen(rest.Seats) {
		d.Rest = nil // a computer player that may err is no reason to give up the gain from its error
		return nil
	}
	if anew {
		first, err := firstAfter(pos, rest.Moves)
		if err != nil {
			return fmt.Errorf("play out match %s: %w", d.ID, err)
		}
		d.Rest = &match.Rest{
			Reason: rest.Reason, Seats: rest.Seats, First: first,
			Agreed: d.stillAgreed() & rest.Seats,
		}
	}
	if d.playsOut() {
		return d.playRest(rest.Moves)
	}
	return nil
}

// allChosen reports whether people choose the moves of all the seats.
func (d *Draft) allChosen(seats games.Seats) bool {
	return !slices.ContainsFunc(slices.Collect(seats.All()), func(s games.Seat) bool { return !d.Players[s].Chosen() })
}

// firstAfter returns the seats in first place after moves that end the game.
func firstAfter(pos *games.Position, moves []string) (games.Seats, error) {
	for _, move := range moves {
		for seat := range pos.Turn().Waiting.All() {
			done, err := pos.Play(seat, move)
			if err != nil {
				return 0, err
			}
			pos = done.Next
			break
		}
	}
	o, _ := pos.Outcome()
	return o.Winners(), nil
}

// watchStalls counts a tournament player's consecutive turns in which nearly all the time was used
// in a lost position (P127). In games with secrets it does not count, because the count would
// reveal what the player knows.
func (d *Draft) watchStalls(seat games.Seat, pos *games.Position) {
	per := d.Clock.Policy.PerMove
	if d.Tournament == "" || d.game.Hidden || per == 0 || d.Players[seat].User == "" || d.LastSeat == seat {
		return
	}
	slow := 10*d.stand(seat).Left < per
	if slow && (d.Rest != nil && !d.Rest.First.Has(seat) || pos.View(seat).Lost(provesRest)) {
		d.Stalls[seat]++
	} else {
		d.Stalls[seat] = 0
	}
}

// stillAgreed returns the seats that agreed before this change. After a takeback or a ruling the
// players are asked again.
func (d *Draft) stillAgreed() games.Seats {
	changed := func(e match.Event) bool { return e.Kind == match.Undone || e.Kind == match.Ruled }
	if d.Rest == nil || slices.ContainsFunc(d.Events, changed) {
		return 0
	}
	return d.Rest.Agreed
}

// playRest plays the moves to the end. Each is marked in the log, because no player has chosen it.
func (d *Draft) playRest(moves []string) error {
	d.DrawOffer, d.UndoOffer, d.RestOffer = nil, nil, nil // playing out replaces all open offers
	for _, move := range moves {
		from := len(d.Events)
		for seat := range d.Waiting.All() {
			if err := d.play(seat, move); err != nil {
				return fmt.Errorf("play out match %s: %w", d.ID, err)
			}
			break
		}
		for i := range d.Events[from:] {
			if e := &d.Events[from+i]; e.Kind == match.Moved {
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

// playsOut reports whether the rest of a decided match is to be played out now. It waits for the
// answer to an open offer, unless playing out was agreed beforehand.
func (d *Draft) playsOut() bool {
	if d.Rest == nil || d.Status != match.Running || d.Parked != nil {
		return false
	}
	if d.Asked() == 0 {
		return true
	}
	return d.Finish == match.FinishAuto && d.DrawOffer == nil && d.UndoOffer == nil && d.RestOffer == nil
}

// settled completes a Draft that has events: the rest of a decided match is played out, and a new
// position opens a new vote.
func (d *Draft) settled() error {
	if err := d.conclude(); err != nil {
		return d.orUnread(err)
	}
	d.openVote()
	if d.Status == match.Over || d.Status == match.Closed {
		d.Heir = nil
	}
	return d.orUnread(nil)
}
