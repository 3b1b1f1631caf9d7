package match

import (
	"strings"
	"time"

	"paddock/games"
	"paddock/games/referee"
)

// Proposal describes a new match. It begins at once if no seat is empty. Otherwise it is a
// challenge to one invited member, or an open table that anybody may join.
type Proposal struct {
	Game  games.ID
	Setup games.Setup // zero values mean defaults; the service draws the seed unless it is given
	// From is the text of a position to continue from, instead of Setup. By gets the seat As, or if it is
	// nil the side to move, and the match is not rated. From is refused if the game has secrets, because
	// the text reveals them, or if the game is over there.
	From  string
	As    *games.Seat
	Place Place
	By    Player // the member who proposes: User and Name
	// With holds the other players: computer players, at most one invited member, and zero Players
	// for seats that anybody may take. Missing ones are empty seats.
	With  []Player
	Watch bool // By only watches; With has computer players for all seats
	// Seated is for tournaments: With lists every player by seat, and all have agreed already. The
	// match begins at once, without limits. By plays only if With names them, and may be empty.
	Seated bool
	// Side is By's choice, one of Sides(game). If it is empty, By has the first seat against the
	// computer in a game for two; otherwise the sides are drawn by lot. In games without sides the order
	// of joining decides.
	Side string

	// time per move; 0: the server's default, or no clock for an unrated match with only one
	// member; negative: no clock
	PerMove time.Duration
	Lapse   referee.Lapse // effect of a lapse; empty: UsualLapse
	// days of grace; 0: the default; negative: none; always none if the time per move is below
	// referee.LeastForGrace
	Grace       int
	Bank        referee.Bank // a bank of time instead of days of grace; zero: none
	NoWeekends  bool         // no time passes on Saturdays and Sundays
	NoVacations bool         // vacations don't stop the clock
	Unrated     bool         // the match does not count for ratings; the default against computers alone
	Rated       bool         // the match counts for ratings even against computers: with a clock and without takebacks
	Fair        bool         // if the match is rated, it begins with games.Info.Fair unless the options decide
	Wants       Wants        // who may join an open table
	Finish      Finish       // whether the rest is played out when the match is decided
	Step        bool         // computers against each other wait for Next before each turn

	// Voting gives By's seat to the channel of Place. Its members vote on the moves, and By decides
	// everything else. The match is never rated, and needs a clock. Zero terms mean defaults. With
	// a Rival the match is a challenge to that channel.
	Voting *Voting

	Tournament string // the tournament of this game, if any

	Cause Cause
}

// First returns the position in which a match begins.
func First(g *games.Game, setup games.Setup, from string) (*games.Position, error) {
	if from == "" {
		return g.Start(setup)
	}
	return g.Parse(from)
}

// UsualLapse returns what happens when a clock runs out, unless the players agree on something
// else.
func UsualLapse(g *games.Game) referee.Lapse {
	if first, err := g.Start(games.Setup{}); err == nil && first.GoesOn() {
		return referee.Skip
	}
	return referee.Forfeit
}

// GoOn completes a proposal that continues from a position, or refuses it with a *Problem or a
// *games.Refusal. It does not change other proposals.
func (p *Proposal) GoOn(g *games.Game) error {
	if p.From == "" {
		return nil
	}
	at, err := g.Parse(p.From)
	if err != nil {
		return err
	}
	_, over := at.Outcome()
	switch {
	case g.Hidden:
		return &Problem{
			Kind: ErrBadProposal,
			Say:  games.Say("In %s players hide things, and this position shows them all. You can step through it, but not play on from it.", g.Name),
		}
	case over:
		return &Problem{
			Kind: ErrBadProposal,
			Say:  games.Say("The game is already over in that position. Choose an earlier one."),
		}
	case p.Rated || p.Seated || p.Watch || p.Tournament != "":
		return &Problem{
			Kind: ErrBadProposal,
			Say:  games.Say("If you go on from a position, you play in that match yourself, and it isn't rated."),
		}
	}
	p.Setup.Seats, p.Unrated = at.Seats(), true
	return nil
}

// Sides returns the values of a game's side option; the last one is the draw by lot. It returns nil
// if the game has none.
func Sides(g *games.Game) []string {
	switch g.SideOption {
	case "":
		return nil
	case "first":
		return []string{sideMe, sideThem, SideLot}
	}
	var sides []string
	for _, name := range g.SeatNames {
		sides = append(sides, strings.ToLower(name))
	}
	return append(sides, SideLot)
}

// Values of the side option, besides the names of seats.
const (
	sideMe   = "me"
	sideThem = "them"
	SideLot  = "random"
)

// TimeAgain returns the time per move for a new match on the terms of an old one, within the
// server's present limits. 0 is no clock. Unrated matches against computers have no limits.
func (r Record) TimeAgain(g Guild) time.Duration {
	if r.People() < 2 && r.Unrated {
		return r.Clock.Policy.PerMove
	}
	return g.Within(r.Clock.Policy.PerMove)
}
