package service

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/ruling"
	"paddock/games/referee"
)

// Limits of the time per move (P8).
const (
	minPerMove = time.Minute
	maxPerMove = 30 * 24 * time.Hour
)

// compose makes the record of a proposal, without an id.
func (s *Tables) compose(ctx context.Context, p match.Proposal) (*draft, error) {
	g, ok := s.game(p.Game)
	if !ok {
		var names []string
		for _, g := range s.cfg.Games {
			names = append(names, g.Name)
		}
		return nil, problem(match.ErrUnknownGame, nil, "There is no game called %q here. The games are %s.", p.Game, strings.Join(names, ", "))
	}
	if err := p.GoOn(g); err != nil {
		return nil, err
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
		return nil, problem(match.ErrBadProposal, nil, "%d players are too many for %d seats. Leave somebody out.", len(players), p.Setup.Seats)
	}
	players = append(players, make([]match.Player, p.Setup.Seats-len(players))...)
	first, err := match.First(g, p.Setup, p.From) // refuses options that don't go together before anybody is invited
	if err != nil {
		return nil, err
	}
	guild, err := s.guild(ctx, p.Place.Guild)
	if err != nil {
		return nil, err
	}
	d := s.draft(ctx, match.Record{
		Game: g.ID, Setup: p.Setup, From: p.From, Status: match.Open, Place: p.Place, Owner: p.By.User, Invited: invited, Players: players,
		Unrated: p.Unrated, Step: p.Step && p.Watch, LastSeat: games.Spectator, Tournament: p.Tournament,
		Quick: guild.Quick, FreeUndo: guild.FreeUndo,
	}, g)
	solo := d.People() < 2 && !p.Seated
	d.Unrated = p.Unrated || solo && !p.Rated
	if d.Clock.Policy, err = s.policy(p, guild, first, solo && !p.Rated); err != nil {
		return nil, err
	}
	if d.People() == 1 && p.Rated && d.Clock.Policy.PerMove == 0 {
		return nil, problem(match.ErrBadProposal, nil, "A rated match against the computer needs a clock. Choose a time for a move, or let it not be rated.")
	}
	d.Wants = p.Wants
	d.Wants.Again = min(d.Wants.Again, match.MostAgain)
	if p.Wants != (match.Wants{}) && (d.Full() || d.Invited != "") {
		return nil, problem(match.ErrBadProposal, nil, "Conditions for who may accept belong to a challenge that is open to all. Leave them out, or name no member and no computer player.")
	}
	d.Created = d.now
	d.Clock.Started, d.Clock.Deadline = d.now, d.now.Add(max(cmp.Or(guild.Expiry, s.cfg.Expiry), d.Clock.Policy.PerMove)) // P89
	err = d.takeSides(p)
	if d.Wants.Again > 0 {
		d.Wants.Lot, d.Wants.Seat = d.Shuffle, max(d.SeatOf(d.Owner), 0)
	}
	return d, err
}

// guests checks who is to play, and lists them in the order of joining, the empty seat of an invited member last.
func (s *Tables) guests(g *games.Game, p match.Proposal) (players []match.Player, invited match.UserID, err error) {
	if p.Seated {
		players, err = s.seated(g, p)
		return players, "", err
	}
	if p.By.User == "" {
		return nil, "", problem(match.ErrBadProposal, nil, "Nobody has proposed this match. Please start it yourself.")
	}
	if !p.Watch {
		players = append(players, match.Player{User: p.By.User, Name: p.By.Name})
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
			players = append(players, match.Player{Computer: info.Name, Name: with.Name})
		case with.User == "":
			anyone++
		case with.User == p.By.User:
			return nil, "", problem(match.ErrBadProposal, nil, "You can't challenge yourself, because a match needs two. Challenge somebody else, or play against the computer.")
		case invited != "":
			return nil, "", problem(match.ErrBadProposal, nil, "Only one member can be invited by name. Leave the other seats open for anyone.")
		default:
			invited = with.User
		}
	}
	if seats := max(p.Setup.Seats, g.MinSeats); invited != "" && (anyone > 0 || seats > len(players)+1) {
		return nil, "", problem(match.ErrBadProposal, nil, "A match can't have both an invited member and seats open for anyone. Open all seats, or fill them with computers.")
	}
	if p.Watch && (anyone > 0 || invited != "" || len(players) < max(g.MinSeats, p.Setup.Seats)) {
		return nil, "", problem(match.ErrBadProposal, nil, "To watch computers play, every seat needs a computer player. Name one for each.")
	}
	if invited != "" {
		anyone++
	}
	return append(players, make([]match.Player, anyone)...), invited, nil
}

// seated checks players who sit already: each seat is taken, by a member once at most or a computer player that there is.
func (s *Tables) seated(g *games.Game, p match.Proposal) ([]match.Player, error) {
	if seats := max(g.MinSeats, p.Setup.Seats); len(p.With) < seats {
		return nil, problem(match.ErrBadProposal, nil, "Each of the %d seats needs a player, and those you name are too few (%d). Name one for each.", seats, len(p.With))
	}
	for i, with := range p.With {
		twice := func(other match.Player) bool { return with.User != "" && other.User == with.User }
		_, known := g.Player(with.Computer)
		switch {
		case with.Empty() || slices.ContainsFunc(p.With[:i], twice):
			return nil, problem(match.ErrBadProposal, nil, "A seat is empty, or somebody has two. Name somebody else for each seat.")
		case with.Computer != "" && !known:
			return nil, games.Refuse("%s has no computer player %q. There are %s.", g.Name, with.Computer, playerNames(g))
		}
	}
	return slices.Clone(p.With), nil
}

// policy is what is agreed about time; timeless says that no clock is the default.
func (s *Tables) policy(p match.Proposal, guild match.Guild, first *games.Position, timeless bool) (referee.Policy, error) {
	agreed := referee.Policy{PerMove: p.PerMove, Lapse: p.Lapse, Grace: p.Grace, NoWeekends: p.NoWeekends, NoVacations: p.NoVacations, Remind: guild.Remind}
	switch {
	case p.PerMove < 0 || p.PerMove == 0 && timeless:
		agreed.PerMove = 0
	case p.PerMove == 0 && guild.PerMove > 0:
		agreed.PerMove = guild.PerMove
	case p.PerMove == 0:
		agreed.PerMove = s.cfg.PerMove
	case p.PerMove < minPerMove || p.PerMove > maxPerMove:
		return agreed, problem(match.ErrBadProposal, nil, "The time for a move can be from one minute to 30 days. Choose one between them.")
	}
	switch open := !timeless && !p.Seated; { // what the server allows; a default gives way
	case !open:
	case p.PerMove == 0 && guild.Longest > 0 && agreed.PerMove > guild.Longest:
		agreed.PerMove = guild.Longest
	case p.PerMove == 0 && agreed.PerMove < guild.Shortest:
		agreed.PerMove = guild.Shortest
	case guild.Longest > 0 && (agreed.PerMove == 0 || agreed.PerMove > guild.Longest):
		return agreed, problem(match.ErrBadProposal, nil, "That is more time for a move than those who manage this server allow. Choose less.")
	case agreed.PerMove > 0 && agreed.PerMove < guild.Shortest:
		return agreed, problem(match.ErrBadProposal, nil, "That is less time for a move than those who manage this server allow. Choose more.")
	}
	switch p.Lapse {
	case "":
		agreed.Lapse = referee.Forfeit
		if ruling.GoesOn(first) {
			agreed.Lapse = referee.Skip
		}
	case referee.Forfeit, referee.Skip, referee.Claim:
	default:
		return agreed, problem(match.ErrBadProposal, nil, "A clock that has run out can mean %s, %s or %s. Choose one of them.", referee.Forfeit, referee.Skip, referee.Claim)
	}
	switch {
	case p.Grace < 0 || agreed.PerMove < referee.LeastForGrace: // P32
		agreed.Grace = 0
	case p.Grace == 0 && agreed.Lapse == referee.Forfeit:
		agreed.Grace = max(cmp.Or(guild.Grace, s.cfg.Grace), 0)
	}
	return agreed, nil
}

// takeSides puts the players on their seats, as far as that is not left to the lot.
func (d *draft) takeSides(p match.Proposal) error {
	if p.From != "" { // whoever proposes it has the side to move
		at, err := match.First(d.game, d.Setup, d.From)
		if err != nil {
			return err
		}
		for seat := range at.Turn().Waiting.All() {
			d.seatFirst(seat)
			break
		}
		return nil
	}
	if p.Watch || p.Seated || d.game.SideOption == "" && p.Side == "" {
		return nil
	}
	side := strings.ToLower(strings.TrimSpace(p.Side))
	if side == "" {
		if d.People() > 1 || d.game.MaxSeats > 2 {
			d.Shuffle = true
			return nil
		}
		d.seatFirst(d.game.SoloSeat)
		return nil
	}
	at := slices.Index(match.Sides(d.game), side)
	switch {
	case at < 0:
		return games.Refuse("%q is not a side of %s. It can be %s.", p.Side, d.game.Name, strings.Join(match.Sides(d.game), ", "))
	case side == match.SideLot:
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
