package service

import (
	"errors"
	"sync"
	"time"

	"paddock/games"
	"paddock/games/match"
)

// refusals holds the moves refused since their matches last changed. A refusal itself stores
// nothing (P6). It is stored with the next change of its match, or lost with the process. The zero
// refusals is ready to use.
type refusals struct {
	mu  sync.Mutex
	all map[match.ID][]match.Refused
}

// mostRefusing is the most matches with refusals that are not stored. If there is one more, all
// such refusals are dropped.
const mostRefusing = 1000

// note records a refused move if err comes from the game's rules, or says that the move is too
// early or too late.
func (f *refusals) note(r match.Record, by match.UserID, move string, now time.Time, err error) {
	seat := r.SeatOf(by)
	if seat == games.Spectator {
		return
	}
	_, illegal := errors.AsType[*games.Refusal](err)
	if !illegal && !errors.Is(err, match.ErrNotYourTurn) && !errors.Is(err, match.ErrOver) {
		return
	}
	why, _ := match.Sentence(err)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.all == nil || len(f.all) >= mostRefusing && f.all[r.ID] == nil {
		f.all = make(map[match.ID][]match.Refused)
	}
	f.all[r.ID] = match.Refuse(f.all[r.ID], match.Refused{At: now, Seat: seat, Move: move, Why: why})
}

// of returns the unstored refusals of a match.
func (f *refusals) of(id match.ID) []match.Refused {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.all[id]
}

func (f *refusals) forget(id match.ID) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.all, id)
}
