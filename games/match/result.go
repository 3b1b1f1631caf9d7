package match

import (
	"slices"
	"time"

	"paddock/games"
)

// Result is a finished match as ratings and statistics need it.
type Result struct {
	Match   ID          `json:"-"`
	Game    games.ID    `json:"-"`
	Ended   time.Time   `json:"-"`
	Players []Player    `json:"p"`           // players by seat, without names
	Place   []int8      `json:"o"`           // places by seat, as in games.Outcome
	Late    games.Seats `json:"l,omitempty"` // seats that the clock put out of the match
	Rated   bool        `json:"r,omitempty"` // rated by agreement, and every player has moved
}

// Finished returns the match's Result. It returns false if the match has none, or if a channel
// played.
func (r Record) Finished() (Result, bool) {
	// a result that was voted on belongs to no single person
	if r.Status != Over || r.Outcome == nil || r.Voting != nil {
		return Result{}, false
	}
	result := Result{Match: r.ID, Game: r.Game, Ended: r.Ended, Late: r.Late, Rated: r.Rated() &&
		r.Reason != games.ByReferee}
	if result.Ended.IsZero() { // a match from before the field existed
		result.Ended = r.Updated
	}
	for _, h := range r.HandOvers { // the new player of the seat did not agree to a rated match
		if h.Seat >= 0 {
			result.Late &^= games.SeatSet(h.Seat)
		}
	}
	for seat, p := range r.Players {
		result.Players = append(result.Players, Player{User: p.User, Computer: p.Computer, Gone: p.Gone})
		result.Place = append(result.Place, r.Outcome.Place[seat])
		if !r.HasActed(games.Seat(seat)) {
			result.Rated = false
		}
	}
	return result, true
}

// Finished is a finished match as one of its players saw it.
type Finished struct {
	Match  ID
	Guild  GuildID // empty in direct messages
	Game   games.ID
	Ended  time.Time
	How    FinishedHow
	Rated  bool
	Others []Player // players by seat, without names
}

// FinishedHow is how a match ended for one of its players. The values are stored.
type FinishedHow byte

const (
	FinishedWon   FinishedHow = 'w' // alone in first place
	FinishedDrawn FinishedHow = 'd' // first place was shared
	FinishedLost  FinishedHow = 'l'
)

// FinishedBy returns the result from the view of a user who played. It returns false for other
// users.
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

// Pool is a kind of match with separate standings: between people, or with computer players.
type Pool int

const (
	AmongPeople Pool = iota
	WithComputers
)

// Pool returns the pool of the result.
func (r Result) Pool() Pool {
	if slices.ContainsFunc(r.Players, func(p Player) bool { return p.Computer != "" }) {
		return WithComputers
	}
	return AmongPeople
}

// Standing is a player's results on a server, in one pool of one game. See paddock/games/ratings,
// which computes it from Results.
type Standing struct {
	Game games.ID
	Pool Pool
	Who  Player // the player, without their name
	Skill
	Rated  int // number of matches that counted for the rating
	Played int // number of matches with a result
	Won    int // number of wins, alone in first place
	Drawn  int // number of shared first places
	Late   int // number of matches lost by the clock
}

// Ranking is the top of a list of players in a pool of a game, with the place of one player.
type Ranking struct {
	Top   []Standing // the first of the list
	Place int        // place of the player who asks, from 1; 0: not in the list
	Of    int        // length of the whole list
}

// Everywhere is used instead of a server in Store.Ranking to ask for the list across servers. It
// holds the users who chose to be listed, with their results in the server that they named
// (User.ListedIn).
const Everywhere GuildID = "*"

// Lost returns the number of matches that were neither won nor drawn.
func (s Standing) Lost() int { return s.Played - s.Won - s.Drawn }
