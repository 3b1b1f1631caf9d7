package match

import (
	"strings"
	"time"

	"paddock/games"
	"paddock/games/referee"
)

// Proposal is a new match. It begins at once if no seat is left empty, otherwise it is a challenge (one member is invited) or a table that
// anybody may join.
type Proposal struct {
	Game  games.ID
	Setup games.Setup // what is zero has its default; the seed is made here unless it is given
	// From is the text of a position to go on from, instead of a beginning by Setup: By has the side to move, and the match is not rated. It is refused in
	// games with secrets, which whoever has the text would know, and where the game is over.
	From  string
	Place Place
	By    Player // the member who proposes: User and Name
	// With are the others: computer players, at most one member (who is invited), and zero Players for seats that anybody may take.
	// Missing ones are empty seats.
	With  []Player
	Watch bool // By only watches: With are computer players for all seats
	// Seated means that With is everybody, by seat, and that all have agreed already: the match begins at once, whoever they are and however many
	// matches they have running. By plays only if With names them, and may be nobody. For tournaments.
	Seated bool
	// Side is By's choice, one of Sides(game). Empty: against computers alone the game's SoloSeat, otherwise by lot; in the order of
	// joining where the game has no sides.
	Side string

	PerMove     time.Duration // 0: the server's default, or no clock where only one member plays, unless Rated; negative: no clock
	Lapse       referee.Lapse // empty: Skip in games that go on after it, otherwise Forfeit
	Grace       int           // days of grace; 0: the default of Lapse, negative: none; none below referee.LeastForGrace a move
	NoWeekends  bool          // no time passes on Saturdays and Sundays
	NoVacations bool          // vacations don't stop the clock
	Unrated     bool          // not to count for ratings; against computers alone that is the default
	Rated       bool          // to count even so: then with a clock and without takebacks
	Wants       Wants         // who may join, where anybody may
	Step        bool          // computers against each other wait for Next before each turn

	Tournament string // whose game this is, if any

	Cause Cause
}

// First is the position in which a match begins.
func First(g *games.Game, setup games.Setup, from string) (*games.Position, error) {
	if from == "" {
		return g.Start(setup)
	}
	return g.Parse(from)
}

// GoOn completes a proposal to go on from a position, or refuses it with a *Problem or a *games.Refusal; any other stays as it is.
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
		return &Problem{Kind: ErrBadProposal, Say: games.Say("%s has secrets, and whoever has this position knows them all. So it can be stepped through, but not played on.", g.Name)}
	case over:
		return &Problem{Kind: ErrBadProposal, Say: games.Say("The game is over in that position. Go on from an earlier one.")}
	case p.Rated || p.Seated || p.Watch || p.Tournament != "":
		return &Problem{Kind: ErrBadProposal, Say: games.Say("A match that goes on from a position is played by whoever proposes it, and not rated.")}
	}
	p.Setup.Seats, p.Unrated = at.Seats(), true
	return nil
}

// Wants is who may accept a challenge that is open to all, by what they have achieved in its server; zero fields leave nobody out.
type Wants struct {
	From        int  `json:",omitempty"` // the rating
	To          int  `json:",omitempty"`
	Reliability int  `json:",omitempty"` // in per cent
	Here        bool `json:",omitempty"` // it is shown in its own channel alone, not in the lobby of the server
	Again       int  `json:",omitempty"` // how often it is offered anew when it has been accepted, see MostAgain

	// Of one that is offered anew, as it was offered: sides are drawn by lot, or where its owner sits.
	Lot  bool       `json:",omitempty"`
	Seat games.Seat `json:",omitempty"`
}

// MostAgain is how often a challenge is offered anew at most.
const MostAgain = 10

// Sides are the values of a game's side option, the lot last; nil where the game has none.
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

// Wishes for a side, beside the names of seats.
const (
	sideMe   = "me"
	sideThem = "them"
	SideLot  = "random"
)
