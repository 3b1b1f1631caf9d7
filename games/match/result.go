package match

import (
	"slices"
	"time"

	"paddock/games"
)

// Result is a match that is over as ratings and statistics need it.
type Result struct {
	Match   ID          `json:"-"`
	Game    games.ID    `json:"-"`
	Ended   time.Time   `json:"-"`
	Players []Player    `json:"p"`           // by seat, without names
	Place   []int8      `json:"o"`           // by seat, as in games.Outcome
	Late    games.Seats `json:"l,omitempty"` // whom the clock has put out of the match
	Rated   bool        `json:"r,omitempty"` // it was agreed to be rated, and all have played
}

// Finished is the match's Result; false if it has none.
func (r Record) Finished() (Result, bool) {
	if r.Status != Over || r.Outcome == nil {
		return Result{}, false
	}
	result := Result{Match: r.ID, Game: r.Game, Ended: r.Ended, Late: r.Late, Rated: r.Rated() && r.Reason != games.ByReferee}
	if result.Ended.IsZero() { // stored before there was such a time
		result.Ended = r.Updated
	}
	for _, h := range r.HandOvers { // nobody has asked who was given the seat
		if h.Seat >= 0 {
			result.Late &^= games.SeatSet(h.Seat)
		}
	}
	for seat, p := range r.Players {
		result.Players = append(result.Players, Player{User: p.User, Computer: p.Computer, Gone: p.Gone})
		result.Place = append(result.Place, r.Outcome.Place[seat])
		if seat >= len(r.Acted) || r.Acted[seat].IsZero() {
			result.Rated = false
		}
	}
	return result, true
}

// Finished is a match that is over, as one of its players looks back at it.
type Finished struct {
	Match  ID
	Guild  GuildID // empty in direct messages
	Game   games.ID
	Ended  time.Time
	How    FinishedHow
	Rated  bool
	Others []Player // without names, in the order of their seats
}

// FinishedHow is how a match has ended for one of its players.
type FinishedHow byte

// The ends.
const (
	FinishedWon   FinishedHow = 'w' // alone in the first place
	FinishedDrawn FinishedHow = 'd' // the first place was shared
	FinishedLost  FinishedHow = 'l'
)

// FinishedBy is the result of a match played in a server as a player looks back at it; false if they have not played in it.
func (r Result) FinishedBy(u UserID, in GuildID) (Finished, bool) {
	seat := slices.IndexFunc(r.Players, func(p Player) bool { return u != "" && p.User == u })
	if seat < 0 {
		return Finished{}, false
	}
	p := Finished{Match: r.Match, Guild: in, Game: r.Game, Ended: r.Ended, How: FinishedLost, Rated: r.Rated}
	first := 0
	for s, place := range r.Place {
		if place == 1 {
			first++
		}
		if s != seat {
			p.Others = append(p.Others, r.Players[s])
		}
	}
	switch {
	case r.Place[seat] == 1 && first == 1:
		p.How = FinishedWon
	case r.Place[seat] == 1:
		p.How = FinishedDrawn
	}
	return p, true
}

// Pool says which matches a Standing is made of: those between people, or those with computer players. One has no influence on the other.
type Pool int

// The pools.
const (
	AmongPeople Pool = iota
	WithComputers
)

// Pool is the pool that the result belongs to.
func (r Result) Pool() Pool {
	if slices.ContainsFunc(r.Players, func(p Player) bool { return p.Computer != "" }) {
		return WithComputers
	}
	return AmongPeople
}

// Standing is what somebody has achieved on a server in a pool of a game: see paddock/games/ratings, which makes it of Results.
type Standing struct {
	Game games.ID
	Pool Pool
	Who  Player // without a name
	Skill
	Rated  int // matches that counted for the rating
	Played int // all matches that have ended with a result
	Won    int // alone in the first place
	Drawn  int // the first place was shared
	Late   int // matches out of which the clock has put them
}

// Skill is how good somebody is at a game, as far as is known, when they last played a rated match: see paddock/games/ratings.
type Skill struct {
	Rating     float64
	Deviation  float64 // how far off it may be, as a standard deviation
	Volatility float64 // how erratic they are
	At         int64   `json:",omitempty"` // when that match ended, in nanoseconds since 1970; 0: there was none
}

// Ranking is a list of the best in a pool of a game, and where somebody stands in it.
type Ranking struct {
	Top   []Standing // the first of them
	Place int        // of who asks, counted from 1; 0: they are not in it
	Of    int        // how many are in it
}

// Everywhere stands for all servers in Store.Ranking: the list of those who have chosen to be in it, each with what they have achieved in the server that
// they have named (User.ListedIn).
const Everywhere GuildID = "*"

// Lost is the matches that were neither won nor drawn.
func (s Standing) Lost() int { return s.Played - s.Won - s.Drawn }
