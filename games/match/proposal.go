package match

import (
	"context"
	"slices"
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

	PerMove time.Duration // 0: the server's default, or no clock where only one member plays; negative: no clock
	Lapse   referee.Lapse // empty: Skip in games that go on after it, otherwise Forfeit
	Grace   int           // days of grace; 0: the default of Lapse, negative: none
	Unrated bool
	Step    bool // computers against each other wait for Next before each turn

	Tournament string // whose game this is, if any

	Cause Cause
}

// Sides are the values of a game's side option, the lot last; nil where the game has none.
func Sides(g *games.Game) []string {
	switch g.SideOption {
	case "":
		return nil
	case "first":
		return []string{sideMe, sideThem, sideLot}
	}
	var sides []string
	for _, name := range g.SeatNames {
		sides = append(sides, strings.ToLower(name))
	}
	return append(sides, sideLot)
}

const (
	sideMe   = "me"
	sideThem = "them"
	sideLot  = "random"
)

// Limits of the time per move (P8).
const (
	minPerMove = time.Minute
	maxPerMove = 30 * 24 * time.Hour
)

// compose makes the record of a proposal, without an id.
func (s *Tables) compose(ctx context.Context, p Proposal) (*draft, error) {
	g, ok := s.game(p.Game)
	if !ok {
		var names []string
		for _, g := range s.cfg.Games {
			names = append(names, g.Name)
		}
		return nil, problem(ErrUnknownGame, nil, "There is no game called %q here. The games are %s.", p.Game, strings.Join(names, ", "))
	}
	players, invited, err := s.guests(g, p)
	if err != nil {
		return nil, err
	}
	if p.Setup.Seats == 0 {
		p.Setup.Seats = max(g.MinSeats, len(players))
	}
	if p.Setup.Seed == 0 {
		if p.Setup.Seed, err = s.seed(); err != nil {
			return nil, err
		}
	}
	if p.Setup, err = g.Complete(p.Setup); err != nil {
		return nil, err
	}
	if len(players) > p.Setup.Seats {
		return nil, problem(ErrBadProposal, nil, "%d players are too many for %d seats. Leave somebody out.", len(players), p.Setup.Seats)
	}
	players = append(players, make([]Player, p.Setup.Seats-len(players))...)
	first, err := g.Start(p.Setup) // refuses options that don't go together before anybody is invited
	if err != nil {
		return nil, err
	}
	guild, err := s.guild(ctx, p.Place.Guild)
	if err != nil {
		return nil, err
	}
	d := s.draft(Record{
		Game: g.ID, Setup: p.Setup, Status: Open, Place: p.Place, Owner: p.By.User, Invited: invited, Players: players,
		Unrated: p.Unrated, Step: p.Step && p.Watch, LastSeat: games.Spectator, Tournament: p.Tournament,
	}, g)
	if d.Clock.Policy, err = s.policy(p, guild, first, d.people()); err != nil {
		return nil, err
	}
	d.Created = d.now
	d.Clock.Started, d.Clock.Deadline = d.now, d.now.Add(max(s.cfg.Expiry, d.Clock.Policy.PerMove)) // P89
	return d, d.takeSides(p)
}

// guests checks who is to play, and lists them in the order of joining, the empty seat of an invited member last.
func (s *Tables) guests(g *games.Game, p Proposal) (players []Player, invited UserID, err error) {
	if p.Seated {
		players, err = s.seated(g, p)
		return players, "", err
	}
	if p.By.User == "" {
		return nil, "", problem(ErrBadProposal, nil, "Nobody has proposed this match. Please start it yourself.")
	}
	if !p.Watch {
		players = append(players, Player{User: p.By.User, Name: p.By.Name})
	}
	anyone := 0
	for _, with := range p.With {
		switch {
		case with.Computer != "":
			info, ok := g.Player(with.Computer)
			if !ok {
				return nil, "", games.Refuse("%s has no computer player %q. There are %s.", g.Name, with.Computer, playerNames(g))
			}
			if with.Name == "" {
				with.Name = "Computer (" + info.Name + ")"
			}
			players = append(players, Player{Computer: info.Name, Name: with.Name})
		case with.User == "":
			anyone++
		case with.User == p.By.User:
			return nil, "", problem(ErrBadProposal, nil, "You can't challenge yourself, because a match needs two. Challenge somebody else, or play against the computer.")
		case invited != "":
			return nil, "", problem(ErrBadProposal, nil, "Only one member can be invited by name. Leave the other seats open for anyone.")
		default:
			invited = with.User
		}
	}
	if seats := max(p.Setup.Seats, g.MinSeats); invited != "" && (anyone > 0 || seats > len(players)+1) {
		return nil, "", problem(ErrBadProposal, nil, "A match can't have both an invited member and seats open for anyone. Open all seats, or fill them with computers.")
	}
	if p.Watch && (anyone > 0 || invited != "" || len(players) < max(g.MinSeats, p.Setup.Seats)) {
		return nil, "", problem(ErrBadProposal, nil, "To watch computers play, every seat needs a computer player. Name one for each.")
	}
	if invited != "" {
		anyone++
	}
	return append(players, make([]Player, anyone)...), invited, nil
}

// seated checks players who sit already: each seat is taken, by a member once at most or a computer player that there is.
func (s *Tables) seated(g *games.Game, p Proposal) ([]Player, error) {
	if seats := max(g.MinSeats, p.Setup.Seats); len(p.With) < seats {
		return nil, problem(ErrBadProposal, nil, "%d players are too few for %d seats. Name one for each.", len(p.With), seats)
	}
	for i, with := range p.With {
		twice := func(other Player) bool { return with.User != "" && other.User == with.User }
		_, known := g.Player(with.Computer)
		switch {
		case with.Empty() || slices.ContainsFunc(p.With[:i], twice):
			return nil, problem(ErrBadProposal, nil, "A seat is empty, or somebody has two. Name somebody else for each seat.")
		case with.Computer != "" && !known:
			return nil, games.Refuse("%s has no computer player %q. There are %s.", g.Name, with.Computer, playerNames(g))
		}
	}
	return slices.Clone(p.With), nil
}

// policy is what is agreed about time.
func (s *Tables) policy(p Proposal, guild Guild, first *games.Position, people int) (referee.Policy, error) {
	agreed := referee.Policy{PerMove: p.PerMove, Lapse: p.Lapse, Grace: p.Grace}
	switch {
	case p.PerMove < 0 || p.PerMove == 0 && people < 2:
		agreed.PerMove = 0
	case p.PerMove == 0 && guild.PerMove > 0:
		agreed.PerMove = guild.PerMove
	case p.PerMove == 0:
		agreed.PerMove = s.cfg.PerMove
	case p.PerMove < minPerMove || p.PerMove > maxPerMove:
		return agreed, problem(ErrBadProposal, nil, "The time for a move can be from one minute to 30 days. Choose one between them.")
	}
	switch p.Lapse {
	case "":
		agreed.Lapse = referee.Forfeit
		if goesOn(first) {
			agreed.Lapse = referee.Skip
		}
	case referee.Forfeit, referee.Skip, referee.Claim:
	default:
		return agreed, problem(ErrBadProposal, nil, "A clock that has run out can mean %s, %s or %s. Choose one of them.", referee.Forfeit, referee.Skip, referee.Claim)
	}
	switch {
	case p.Grace < 0:
		agreed.Grace = 0
	case p.Grace == 0 && agreed.Lapse == referee.Forfeit:
		agreed.Grace = max(s.cfg.Grace, 0)
	}
	return agreed, nil
}

// takeSides puts the players on their seats, as far as that is not left to the lot.
func (d *draft) takeSides(p Proposal) error {
	if p.Watch || p.Seated || d.game.SideOption == "" && p.Side == "" {
		return nil
	}
	side := strings.ToLower(strings.TrimSpace(p.Side))
	if side == "" {
		if d.people() > 1 {
			d.Shuffle = true
			return nil
		}
		d.seatFirst(d.game.SoloSeat)
		return nil
	}
	at := slices.Index(Sides(d.game), side)
	switch {
	case at < 0:
		return games.Refuse("%q is not a side of %s. It can be %s.", p.Side, d.game.Name, strings.Join(Sides(d.game), ", "))
	case side == sideLot:
		d.Shuffle = true
	case at < len(d.Players):
		d.seatFirst(games.Seat(at))
	}
	return nil
}

// seatFirst moves the first player to a seat; the others keep their order.
func (d *draft) seatFirst(seat games.Seat) {
	first := d.Players[0]
	d.Players = slices.Insert(slices.Clone(d.Players[1:]), int(seat), first)
}

func playerNames(g *games.Game) string {
	var names []string
	for _, p := range g.Players {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}
