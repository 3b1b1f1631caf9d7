package service

import (
	"context"
	"fmt"

	"paddock/games/match"
	"paddock/games/match/decide"
)

// Computers returns the moves that computer players have to make, and plays their answers.
type Computers struct {
	*core
	duties match.Duties
}

// Job returns the move that a computer player has to make now, if any.
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
		if !known { // a computer player of an older catalogue; the match continues with another
			player, _ = view.Game.Player(view.Game.DefaultLevel)
		}
		made := r.Made - match.Seq(r.Drafts) // like Board: secret events of other seats make no answer stale
		player.Budget.Seed = match.Mix(r.Setup.Seed^thinkStream, uint64(made)<<8|uint64(seat))
		return match.Job{Match: id, Head: made, Seat: seat, View: view, Player: player.Name, Budget: player.Budget},
			true, nil
	}
	return match.Job{}, false, nil
}

// Answer plays the answer to a Job. It returns ErrStale if the position has changed since.
func (s *Computers) Answer(ctx context.Context, j match.Job, move string) (match.Change, error) {
	a := match.Act{
		Match: j.Match, Head: j.Head,
		Cause: match.Cause(fmt.Sprintf("computer/%s/%d/%d", j.Match, j.Head, j.Seat)),
	}
	return s.update(ctx, a, decide.Answer{Seat: j.Seat, Text: move})
}

// Thinking lists at most max matches in which a computer player has to move now. It is for the
// start of the process.
func (s *Computers) Thinking(ctx context.Context, max int) ([]match.Match, error) {
	list, err := s.duties.Thinking(ctx, max)
	if err != nil {
		return nil, match.Unread("read matches of computer players", err)
	}
	matches := make([]match.Match, len(list))
	for i, r := range list {
		matches[i] = s.of(r)
	}
	return matches, nil
}

// thinkStream separates the thinking of computer players from other uses of a seed.
const thinkStream = 0x7468696e6b // the number is the letters of "think" in ASCII
