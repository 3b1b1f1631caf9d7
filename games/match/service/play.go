package service

import (
	"context"
	"time"

	"paddock/games"
	"paddock/games/match"
)

// Play makes the players' own changes to a match that has begun.
type Play struct {
	*core
}

// checkRunning returns a Problem unless the match is running.
func (d *draft) checkRunning() error {
	switch {
	case d.Status == match.Open:
		return d.problem(match.ErrNotBegun,
			"This match hasn't started, because not everybody has joined yet. Wait for them, or take the challenge back.")
	case d.Status != match.Running:
		return d.problem(match.ErrOver, "This match is over: %s You can start a new one.", d.Ending())
	}
	return nil
}

// seatOf returns the seat at which the user may act. It returns a Problem if the match is not
// running or is parked, or if the board is stale.
func (d *draft) seatOf(a match.Act) (games.Seat, error) {
	seat := d.SeatOf(a.User)
	if seat == games.Spectator {
		if d.Voting != nil && d.Parked != nil {
			return seat, d.problem(match.ErrParked,
				"This match is paused, because %s. You can vote again when it goes on.", d.Parked.Says())
		}
		if d.Voting != nil && d.Status == match.Running {
			return seat, d.problem(match.ErrNotYours,
				"You have no seat in this match, so I can't do that for you. You can vote whenever the channel is to move.")
		}
		return seat, d.problem(match.ErrNotYours,
			"You don't play in this match, so you can only watch. You can start your own.")
	}
	if err := d.checkRunning(); err != nil {
		return seat, err
	}
	if d.Left.Has(seat) {
		return seat, d.hasLeft(seat)
	}
	if d.Parked != nil {
		if d.Parked.Why == match.CodePause {
			return seat, d.problem(match.ErrParked,
				"This match is paused. Press *Go on* under its board, or use `/match resume`.")
		}
		return seat, d.problem(match.ErrParked,
			"This match is paused and its clock has stopped, because %s. Resume it where both of you can see it.",
			d.Parked.Says())
	}
	return seat, d.checkHead(a.Head)
}

// checkHead refuses acts on boards whose position has changed since (P3, P81).
func (d *draft) checkHead(head match.Seq) error {
	if head == 0 || !d.Old(head) {
		return nil
	}
	return d.problem(match.ErrStale, "This board is old: the match has moved on. Please use the newest one.")
}

// Move plays a move text, or several moves of one turn, for the user. If a channel is to move, it
// is the user's vote. It returns ErrNotYours, ErrNotYourTurn, ErrStale, ErrOver, ErrNotBegun,
// ErrParked, or the game's *Refusal.
func (s *Play) Move(ctx context.Context, a match.Act, move string) (match.Change, error) {
	return s.update(ctx, a, func(d *draft) error {
		err := s.moveOf(ctx, d, a, move)
		if err == nil {
			s.goOn(ctx, d, d.was.SeatOf(a.User))
		}
		if seat := d.was.SeatOf(a.User); err != nil && seat != games.Spectator {
			s.refused.note(d, seat, move, err)
		}
		return err
	})
}

// MayMove returns nil if the user may move or vote now. Otherwise it returns the error that Move
// returns for every move.
func (s *Play) MayMove(ctx context.Context, a match.Act) error {
	d, _, err := s.start(ctx, a)
	if err == nil {
		_, err = s.mayMove(ctx, d, a)
	}
	return err
}

// mayMove returns the seat for which a user may move or vote now.
func (s *Play) mayMove(ctx context.Context, d *draft, a match.Act) (games.Seat, error) {
	if voted := d.Votes(); voted != games.Spectator {
		switch d.Chooses(a.User) {
		case voted:
			if err := d.checkHead(a.Head); err != nil {
				return voted, err
			}
			return voted, s.checkBlocks(ctx, d, a.User, append(d.Members(), d.Owner)...)
		case games.Spectator:
			return voted, d.problem(match.ErrNotYourTurn,
				"You have voted for the other side in this match, so you can't vote for this one too. Your side votes again when it is to move.")
		}
	}
	seat, err := d.seatOf(a)
	if err == nil && !d.Waiting.Has(seat) {
		err = d.problem(match.ErrNotYourTurn, "It isn't your turn: I'm waiting for %s.", d.waitedFor())
	}
	return seat, err
}

// moveOf plays a move for the user to move, or records their vote for it.
func (s *Play) moveOf(ctx context.Context, d *draft, a match.Act, move string) error {
	seat, err := s.mayMove(ctx, d, a)
	switch {
	case err != nil:
		return err
	case seat == d.Votes():
		return d.vote(a.User, seat, move)
	}
	return d.play(seat, move)
}

// Next lets the computer players play one turn of a match in which they wait for the owner before
// each turn (Step is set). It refuses other users.
func (s *Play) Next(ctx context.Context, a match.Act) (match.Change, error) {
	return s.step(ctx, a, false)
}

// PlayOn lets the computer players play a match with Step set to its end, without waiting for the
// owner any more. It refuses other users.
func (s *Play) PlayOn(ctx context.Context, a match.Act) (match.Change, error) {
	return s.step(ctx, a, true)
}

func (s *Play) step(ctx context.Context, a match.Act, on bool) (match.Change, error) {
	return s.update(ctx, a, func(d *draft) error {
		if err := d.checkRunning(); err != nil {
			return err
		}
		if d.Owner != a.User {
			return d.problem(match.ErrNotYours,
				"Only the member who started this match can step through it. You can start your own.")
		}
		if err := d.checkHead(a.Head); err != nil {
			return err
		}
		switch {
		case !d.Step || d.Stepped == d.Turn && !on:
		case on:
			d.Step, d.Stepped = false, 0
			d.add(match.Event{Kind: match.Stepped, User: a.User, Seat: games.Spectator, Code: match.CodeToTheEnd})
		default:
			d.Stepped = d.Turn
			d.add(match.Event{Kind: match.Stepped, User: a.User, Seat: games.Spectator})
		}
		return nil
	})
}

// Resign gives up the user's seat. The caller asks for confirmation. A match that is
// match.Record.Abandoned ends without a result.
func (s *Play) Resign(ctx context.Context, a match.Act) (match.Change, error) {
	return s.update(ctx, a, func(d *draft) error {
		seat := d.SeatOf(a.User)
		if seat == games.Spectator {
			return d.problem(match.ErrNotYours,
				"You don't play in this match, so you can't resign it. Only its players can.")
		}
		if err := d.checkRunning(); err != nil {
			return err
		}
		if d.Abandoned(a.User) {
			d.abandon(seat)
			return nil
		}
		if err := d.rule(games.Ruling{Kind: games.Resign, Seat: seat}, a.User, match.CodeWish); err != nil {
			return err
		}
		s.ruled(ctx, d)
		return nil
	})
}

// abandon ends a match that a player gives up and nobody has resumed.
func (d *draft) abandon(seat games.Seat) {
	d.close(match.ByCancelling,
		games.Say("%s gave the match up, because %s. It has no result.", d.label(seat), d.Parked.Says()))
}

// Cancel closes a match without a result: before the first move, or at any time if the user started
// it and only computers play. Otherwise it returns ErrTooLate.
func (s *Play) Cancel(ctx context.Context, a match.Act) (match.Change, error) {
	return s.update(ctx, a, func(d *draft) error {
		if watching := d.Owner == a.User && len(d.Members()) == 0; d.SeatOf(a.User) == games.Spectator && !watching {
			return d.problem(match.ErrNotYours,
				"You don't play in this match, so you can't cancel it. Ask the players.")
		}
		if err := d.checkRunning(); err != nil {
			return err
		}
		if seat := d.SeatOf(a.User); d.Left.Has(seat) {
			return d.hasLeft(seat)
		}
		if d.Tournament != "" {
			return d.problem(match.ErrTooLate,
				"You can't cancel a tournament game. You can resign it, or ask whoever runs the tournament.")
		}
		if !d.Cancellable() {
			return d.problem(match.ErrTooLate,
				"It's too late to cancel this match: the first move has been made. You can resign, or offer a draw.")
		}
		d.close(match.ByCancelling, games.Say("The match was cancelled and has no result."))
		return nil
	})
}

// nudgeRest is how long nudges are refused at the beginning of a turn. It is at most a quarter of
// the time per move.
const nudgeRest = time.Hour

// Nudge calls the players to move once more, for another player of the match. It is possible once a
// turn, and not at its beginning. The clock does not change. It returns ErrNotYours or ErrTooEarly.
func (s *Play) Nudge(ctx context.Context, a match.Act) (match.Change, error) {
	return s.update(ctx, a, func(d *draft) error {
		seat, err := d.seatOf(a)
		if err != nil {
			return err
		}
		bound := d.Bound()
		rest := nudgeRest
		if d.Clock.Policy.PerMove > 0 {
			rest = min(rest, d.Clock.Policy.PerMove/4)
		}
		switch at := d.Clock.Started.Add(rest); {
		case bound.Has(seat):
			return d.problem(match.ErrTooEarly, "It's your own turn, so there is nobody to nudge. Make your move.")
		case bound == 0:
			return d.problem(match.ErrTooEarly, "It's the computer's turn, and it hurries already. Wait a moment.")
		case d.Nudged == d.Turn:
			return d.problem(match.ErrTooEarly,
				"%s has already been nudged this turn, and once is enough. The clock does the rest.", d.waitedFor())
		case d.now.Before(at):
			return d.problem(match.ErrTooEarly, "%s's turn has only just begun. You can nudge in %d min.",
				d.waitedFor(), 1+int(at.Sub(d.now)/time.Minute))
		}
		for late := range bound.All() {
			// nobody is called at night (P101)
			if morning, asleep := d.hours.of(d.Players[late].User).Asleep(d.now); asleep {
				return d.problem(match.ErrTooEarly, "It's night where %s is, and I wake nobody. You can nudge in %d h.",
					d.label(late), 1+int(morning.Sub(d.now)/time.Hour))
			}
		}
		d.Nudged = d.Turn
		d.add(match.Event{Kind: match.Reminded, User: a.User, Seat: seat})
		return nil
	})
}
