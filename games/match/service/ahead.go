package service

import (
	"context"
	"errors"
	"slices"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/ahead"
)

// mostAhead is the most prepared moves that one change plays after a move by hand.
const mostAhead = 200

// GoOn plays the prepared moves of the player to move, if they were prepared just after the move
// that they answer. If there is nothing to play it returns no error.
func (s *Play) GoOn(ctx context.Context, id match.ID) (match.Change, error) {
	return s.update(ctx, match.Act{Match: id}, func(d *draft) error {
		s.goOn(ctx, d, games.Spectator)
		return nil
	})
}

// goOn plays people's prepared moves until a player has to choose (P26). It follows a move by hand,
// or a beginning or ruling; then hand is Spectator. These moves belong to the same change: they are
// stored with it or not at all. GoOn does not play a prepared move that is illegal. It stops while
// an offer waits for an answer.
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
		if _, illegal := errors.AsType[*games.Refusal](err); err != nil && !illegal && ctx.Err() == nil {
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

// begin begins a match, and then plays a first move that needs no choice.
func (s *core) begin(ctx context.Context, d *draft) error {
	if err := d.begin(); err != nil {
		return err
	}
	s.goOn(ctx, d, games.Spectator)
	return nil
}

// ruled calls goOn if the referee made a decision, or counted votes.
func (s *core) ruled(ctx context.Context, d *draft) {
	if slices.ContainsFunc(d.log, func(e match.Event) bool { return e.Kind == match.Ruled || e.Kind == match.Moved }) {
		s.goOn(ctx, d, games.Spectator)
	}
}

// offered reports whether another player has made an offer that a move of this seat would decline.
func (d *draft) offered(seat games.Seat) bool {
	return d.DrawOffer != nil && *d.DrawOffer != seat || d.UndoOffer != nil || d.RestOffer != nil &&
		*d.RestOffer != seat
}

// prepared returns the move to play for a seat. That is a conditional move that fits the game so
// far, or the only legal move if the player wants it played.
func (s *core) prepared(ctx context.Context, d *draft, seat games.Seat) (move string, ok bool, err error) {
	id := d.Players[seat].User
	if id == "" || d.Players[seat].Channel != "" {
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
	if u.Forced && !d.game.Hidden { // with hidden information an instant answer would reveal that there was no choice
		return d.only(seat)
	}
	return "", false, nil
}

// only returns the move of a seat that has exactly one legal move.
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
