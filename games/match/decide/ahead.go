package decide

import (
	"errors"
	"fmt"
	"slices"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/ahead"
)

// mostAhead is the most prepared moves that one change plays after a move by hand.
const mostAhead = 200

// GoOn plays the prepared moves of the player to move, if they were prepared just after the move
// that they answer. If there is nothing to play it returns no error.
type GoOn struct{}

func (GoOn) decide(d *Draft, _ match.Act) error {
	d.goOn(games.Spectator)
	return nil
}

// goOn plays people's prepared moves until a player has to choose (P26). It follows a move by hand,
// or a beginning or ruling; then hand is Spectator. These moves belong to the same change: they are
// stored with it or not at all. A prepared move that is illegal is not played, and is no fault. It
// stops while an offer waits for an answer.
func (d *Draft) goOn(hand games.Seat) {
	played := 0
	for ; played < mostAhead && d.Status == match.Running && d.Parked == nil && d.Waiting.Len() == 1; played++ {
		seat := only(d.Waiting)
		if played == 0 && seat == hand || d.offered(seat) {
			break
		}
		move, ok, err := d.prepared(seat)
		if err == nil && ok {
			err = d.play(seat, move)
		}
		if _, illegal := errors.AsType[*games.Refusal](err); err != nil && !illegal {
			d.Faults = append(d.Faults, fmt.Errorf("play what seat %d has prepared: %w", seat, err))
		}
		if err != nil || !ok {
			break
		}
	}
	if played > 0 {
		d.Answered = d.Waiting & games.SeatSet(max(hand, 0))
		if hand == games.Spectator {
			d.Answered = 0
		}
	}
}

// goOnAfterRuling calls goOn if the referee made a decision, or counted votes.
func (d *Draft) goOnAfterRuling() {
	if slices.ContainsFunc(d.Events, func(e match.Event) bool { return e.Kind == match.Ruled || e.Kind == match.Moved }) {
		d.goOn(games.Spectator)
	}
}

// offered reports whether another player has made an offer that a move of this seat would decline.
func (d *Draft) offered(seat games.Seat) bool {
	return d.DrawOffer != nil && *d.DrawOffer != seat || d.UndoOffer != nil || d.RestOffer != nil &&
		*d.RestOffer != seat
}

// prepared returns the move to play for a seat. That is a conditional move that fits the game so
// far, or the only legal move if the player wants it played.
func (d *Draft) prepared(seat games.Seat) (move string, ok bool, err error) {
	id := d.Players[seat].User
	if id == "" || d.Players[seat].Channel != "" {
		return "", false, nil
	}
	u := d.person(id)
	if lines := u.Notebook(d.ID).Lines; len(lines) > 0 {
		if d.facts.NoLog != nil {
			return "", false, d.facts.NoLog
		}
		if move, ok := ahead.Next(lines, slices.Concat(d.facts.Log, d.Events), seat); ok {
			return move, true, nil
		}
	}
	if u.Forced && !d.game.Hidden { // with hidden information an instant answer would reveal that there was no choice
		return d.only(seat)
	}
	return "", false, nil
}

// only returns the move of a seat that has exactly one legal move.
func (d *Draft) only(seat games.Seat) (move string, ok bool, err error) {
	pos, err := d.position()
	if err != nil {
		return "", false, err
	}
	for m := range pos.View(seat).Legal() {
		if move != "" {
			return "", false, nil
		}
		move = m
	}
	return move, move != "", nil
}
