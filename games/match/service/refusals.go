package service

import (
	"errors"
	"slices"
	"sync"

	"paddock/games"
	"paddock/games/match"
)

// refusals are the moves that were refused since their matches last changed. They go into the store with the next change of the match, for a refused move
// stores nothing itself (P6); those of a match that does not change any more are forgotten with the process. The zero refusals are ready.
type refusals struct {
	mu  sync.Mutex
	all map[match.ID][]match.Refused
}

// mostRefusing is how many matches have refusals that are not stored; with one more all of them are forgotten.
const mostRefusing = 1000

// note takes note of a move that was refused with err, if that is the game's doing, or because it comes too early or too late.
func (f *refusals) note(d *draft, seat games.Seat, move string, err error) {
	refusal, illegal := errors.AsType[*games.Refusal](err)
	problem, _ := errors.AsType[*match.Problem](err)
	why := games.Sentence{}
	switch {
	case illegal:
		why = refusal.Say
	case errors.Is(err, match.ErrNotYourTurn), errors.Is(err, match.ErrOver):
		why = problem.Say
	default:
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.all == nil || len(f.all) >= mostRefusing {
		f.all = make(map[match.ID][]match.Refused)
	}
	f.all[d.ID] = match.Refuse(f.all[d.ID], match.Refused{At: d.now, Seat: seat, Move: move, Why: why})
}

// with are the refusals of a match, those that are stored included, apart from those of seats at which nobody plays any more.
func (f *refusals) with(r match.Record) []match.Refused {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.DeleteFunc(match.Refuse(r.Refused, f.all[r.ID]...), func(x match.Refused) bool { return r.Players[x.Seat].User == "" })
}

func (f *refusals) forget(id match.ID) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.all, id)
}
