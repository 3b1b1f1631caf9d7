package match

import "paddock/games"

// Finish says whether the rest of a decided match is played out. The values are stored.
type Finish string

// The zero Finish is FinishAsk.
const (
	FinishAuto Finish = "auto" // the rest is played out without asking
	FinishAsk  Finish = "ask"  // the rest is played out when all players who still choose moves agree
	FinishOff  Finish = "off"  // everything is played by hand
)

// Rest describes a running match that is decided: its result changes only if somebody plays badly
// (P126).
type Rest struct {
	Reason games.Sentence // why it is decided
	Seats  games.Seats    // seats that still choose moves
	First  games.Seats    // seats in first place after best play
	Agreed games.Seats    `json:",omitempty"` // members' seats that agree to have it played out
}

// stalled is the number of consecutive turns of stalling after which the referee is told, see
// Stalling.
const stalled = 5

// Stalling returns the seats whose players used nearly all their time in that many consecutive
// turns, in positions proven lost (P127).
func (r Record) Stalling() (set games.Seats) {
	for seat, turns := range r.Stalls {
		if turns >= stalled && r.Status == Running {
			set |= games.SeatSet(games.Seat(seat))
		}
	}
	return set
}

// Asked returns the seats of members and channels that have not yet agreed to play the rest out. It
// is empty if the match is not decided, or if only computers still choose moves.
func (r Record) Asked() games.Seats {
	if r.Rest == nil {
		return 0
	}
	var set games.Seats
	for seat := range r.Rest.Seats.All() {
		if r.Players[seat].Chosen() {
			set |= games.SeatSet(seat)
		}
	}
	return set &^ r.Rest.Agreed
}
