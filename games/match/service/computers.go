package service

import (
	"context"
	"fmt"

	"paddock/games/match"
)

// Computers is what computer players have to do.
type Computers struct {
	*core
	duties match.Duties
}

// Job is the move that a computer player of the match has to make now, if any.
func (s *Computers) Job(ctx context.Context, id match.ID) (j match.Job, ok bool, err error) {
	r, err := s.match(ctx, id)
	if err != nil {
		return match.Job{}, false, err
	}
	for seat := range r.Thinking().All() {
		view, err := r.View(seat)
		if err != nil {
			return match.Job{}, false, err
		}
		player, known := view.Game.Player(r.Players[seat].Computer)
		if !known { // of an older catalogue: the match goes on all the same
			player, _ = view.Game.Player(view.Game.DefaultLevel)
		}
		made := r.Made - match.Seq(r.Drafts) // as Board counts: what others do in secret makes no answer late and changes none
		player.Budget.Seed = match.Mix(r.Setup.Seed^thinkStream, uint64(made)<<8|uint64(seat))
		return match.Job{Match: id, Head: made, Seat: seat, View: view, Player: player.Name, Budget: player.Budget}, true, nil
	}
	return match.Job{}, false, nil
}

// Answer plays the answer to a Job. ErrStale if the position is no longer that of the job.
func (s *Computers) Answer(ctx context.Context, j match.Job, move string) (match.Change, error) {
	a := match.Act{Match: j.Match, Head: j.Head, Cause: match.Cause(fmt.Sprintf("computer/%s/%d/%d", j.Match, j.Head, j.Seat))}
	return s.update(ctx, a, func(d *draft) error {
		if err := d.checkRunning(); err != nil {
			return err
		}
		if a.Head == 0 || !d.Thinking().Has(j.Seat) {
			return d.problem(match.ErrStale, "The computer's answer comes too late, because the match has gone on since.")
		}
		if err := d.checkHead(a.Head); err != nil {
			return err
		}
		if err := d.play(j.Seat, move); err != nil {
			return err
		}
		s.goOn(ctx, d, j.Seat)
		return nil
	})
}

// Thinking lists at most max matches in which a computer player has to move now: after a start.
func (s *Computers) Thinking(ctx context.Context, max int) ([]match.Match, error) {
	list, err := s.duties.Thinking(ctx, max)
	if err != nil {
		return nil, storeFailed("read matches of computer players", err)
	}
	matches := make([]match.Match, len(list))
	for i, r := range list {
		matches[i] = s.of(r)
	}
	return matches, nil
}
