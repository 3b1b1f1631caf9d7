package service

import (
	"context"
	"errors"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/ahead"
)

// mostAhead is how many moves are played in one change after the one that was made by hand.
const mostAhead = 200

// GoOn plays what has been prepared for whoever is waited for, as a move does: for when something was prepared a moment too late. Nothing to play is no
// error.
func (s *Play) GoOn(ctx context.Context, id match.ID) (match.Change, error) {
	return s.update(ctx, match.Act{Match: id}, func(d *draft) error {
		s.goOn(ctx, d, games.Spectator)
		return nil
	})
}

// goOn plays what people have prepared for their turn after a move by hand, until somebody has to choose (P26). It is part of the same change, so it
// happens once or, if the change is not stored, not at all; and what can't be played is left to its owner. It waits where an offer wants an answer.
func (s *core) goOn(ctx context.Context, d *draft, hand games.Seat) {
	played := 0
	for ; played < mostAhead && d.Status == match.Running && d.Parked == nil && d.Waiting.Len() == 1; played++ {
		seat := games.Spectator
		for seat = range d.Waiting.All() {
			break
		}
		if played == 0 && seat == hand || d.offered(seat) {
			break
		}
		move, ok, err := s.prepared(ctx, d, seat)
		if err == nil && ok {
			err = d.play(seat, move)
		}
		if _, illegal := errors.AsType[*games.Refusal](err); err != nil && !illegal {
			s.cfg.Log.Error("could not play what somebody has prepared", "match", d.ID, "seat", seat, "err", err)
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

// offered reports whether somebody else has asked for something that a seat would turn down by moving.
func (d *draft) offered(seat games.Seat) bool {
	return d.DrawOffer != nil && *d.DrawOffer != seat || d.UndoOffer != nil || d.RestOffer != nil && *d.RestOffer != seat
}

// prepared is the move that is to be played for a seat, if its player has prepared one that fits what has been played, or has only one and wants that to
// be played.
func (s *core) prepared(ctx context.Context, d *draft, seat games.Seat) (move string, ok bool, err error) {
	id := d.Players[seat].User
	if id == "" {
		return "", false, nil
	}
	u, err := s.people.User(ctx, id)
	if err != nil {
		return "", false, err
	}
	if lines := u.Notebook(d.ID).Lines; len(lines) > 0 {
		log, err := s.history(ctx, d.ID, 1)
		if err != nil {
			return "", false, err
		}
		if move, ok := ahead.Next(lines, append(log, d.log...), seat); ok {
			return move, true, nil
		}
	}
	if u.Forced && !d.game.Hidden { // where something is hidden an answer at once would tell that there was no choice
		return d.only(seat)
	}
	return "", false, nil
}

// only is the only legal move of a seat, if it has no other.
func (d *draft) only(seat games.Seat) (move string, ok bool, err error) {
	pos, err := d.position()
	if err != nil {
		return "", false, err
	}
	n := 0
	for m := range pos.View(seat).Legal() {
		if move = m; n > 0 {
			return "", false, nil
		}
		n++
	}
	return move, n == 1, nil
}
