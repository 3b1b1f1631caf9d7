package decide

import (
	"cmp"
	"slices"
	"strings"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/odds"
	"paddock/games/referee"
)

// ProposalReads returns what Propose needs to know, or the error of a proposal that is refused
// whatever there is to know. The results of the members count for fair odds (P38), which only a
// match of two without a channel can have.
func ProposalReads(p match.Proposal, catalogue []*games.Game) (Reads, error) {
	if _, _, _, err := seats(&p, catalogue); err != nil {
		return Reads{}, err
	}
	n := Reads{Guild: true, Blocks: true, Seed: p.Setup.Seed == 0}
	odds := !p.Watch && p.Voting == nil && p.Tournament == ""
	if odds && len(p.With) > 0 && p.By.User != "" {
		n.Standings = append(n.Standings, p.By.User)
	}
	for _, with := range p.With {
		if with.User != "" {
			n.Users = append(n.Users, with.User)
			if odds {
				n.Standings = append(n.Standings, with.User)
			}
		}
	}
	return n, nil
}

// Propose makes a match of a proposal, without an id. It begins at once if every seat is taken. It
// returns the game's *Refusal for bad options, ErrUnknownGame, ErrBadProposal (seats, sides, a
// challenge to oneself, times), ErrBlocked or ErrUnavailable. Its Condition returns ErrLimit, and
// ErrDuplicate, whose Problem holds the other match.
func Propose(p match.Proposal, f Facts) (*Draft, error) {
	d, err := compose(p, f)
	if err != nil {
		return nil, err
	}
	if err := d.limitProposal(p); err != nil {
		return nil, d.orUnread(err)
	}
	if d.Voting == nil {
		d.Gap = odds.Between(d.Record, d.now, d.standings)
	}
	d.by = p.By.User
	d.add(match.Event{Kind: match.Created, User: p.By.User, Seat: games.Spectator})
	if d.Full() {
		if err := d.begin(); err != nil {
			return nil, err
		}
	}
	return d, d.settled()
}

// compose makes the record of a proposal.
func compose(p match.Proposal, f Facts) (*Draft, error) {
	g, players, invited, err := seats(&p, f.Games)
	if err != nil {
		return nil, err
	}
	if p.Setup.Seed == 0 {
		p.Setup.Seed = f.Seed
	}
	if err := complete(&p, g, players); err != nil {
		return nil, err
	}
	players = append(players, make([]match.Player, p.Setup.Seats-len(players))...)
	// incompatible options are refused before anybody is invited
	if _, err := match.First(g, p.Setup, p.From); err != nil {
		return nil, err
	}
	d := newDraft(match.Record{
		Game: g.ID, Setup: p.Setup, From: p.From, Status: match.Open, Place: p.Place, Owner: p.By.User,
		Invited: invited, Players: players,
		Unrated: !rated(p, players), Step: p.Step && p.Watch, LastSeat: games.Spectator, Tournament: p.Tournament,
		Quick: f.Guild.Quick, FreeUndo: f.Guild.FreeUndo, Finish: p.Finish, Created: f.Now,
	}, g, f)
	if err := d.terms(p); err != nil {
		return nil, err
	}
	d.openUntil()
	err = d.takeSides(p)
	if d.Wants.Again > 0 {
		d.Wants.Lot, d.Wants.Seat = d.Shuffle, max(d.SeatOf(d.Owner), 0)
	}
	return d, err
}

// seats returns the game of a proposal and its players in the order of joining, and completes a
// proposal that goes on from a position.
func seats(p *match.Proposal, catalogue []*games.Game) (
	g *games.Game, players []match.Player, invited match.UserID, err error,
) {
	i := slices.IndexFunc(catalogue, func(g *games.Game) bool { return g.ID == p.Game })
	if i < 0 {
		var names []string
		for _, g := range catalogue {
			names = append(names, g.Name)
		}
		return nil, nil, "", problem(match.ErrUnknownGame, nil, "There is no game called %q here. The games are %s.",
			p.Game, strings.Join(names, ", "))
	}
	if err := p.GoOn(catalogue[i]); err != nil {
		return nil, nil, "", err
	}
	p.Unrated = p.Unrated || p.Place.Outside != "" && !p.Rated // the function policy refuses to rate the match
	players, invited, err = guests(catalogue[i], *p)
	return catalogue[i], players, invited, err
}

// complete fills in the setup of a proposal for its players.
func complete(p *match.Proposal, g *games.Game, players []match.Player) (err error) {
	if p.Setup.Seats == 0 {
		p.Setup.Seats = max(g.MinSeats, len(players))
	}
	if p.Fair && p.From == "" && rated(*p, players) {
		p.Setup.Options = g.Fairly(p.Setup.Options)
	}
	if p.Setup, err = g.Complete(p.Setup); err != nil {
		return err
	}
	if len(players) > p.Setup.Seats {
		return problem(match.ErrBadProposal, nil, "%d players are too many for %d seats. Leave somebody out.",
			len(players), p.Setup.Seats)
	}
	return nil
}

// terms sets what is agreed by a proposal: the time control, who may accept, whether a channel
// plays.
func (d *Draft) terms(p match.Proposal) (err error) {
	solo := d.People() < 2 && !p.Seated
	if d.Clock.Policy, err = d.policy(p, solo && !p.Rated && p.Voting == nil || p.Place.Outside != ""); err != nil {
		return err
	}
	if d.People() == 1 && p.Rated && d.Clock.Policy.PerMove == 0 {
		return problem(match.ErrBadProposal, nil,
			"A rated match against the computer needs a clock. Choose a time per move, or make it unrated.")
	}
	if !slices.Contains([]match.Finish{"", match.FinishAuto, match.FinishAsk, match.FinishOff}, p.Finish) {
		return problem(match.ErrBadProposal, nil, "For the rest of a decided match choose %s, %s or %s.",
			match.FinishAuto, match.FinishAsk, match.FinishOff)
	}
	d.Wants = p.Wants
	d.Wants.Again = min(d.Wants.Again, match.MostAgain)
	if p.Wants != (match.Wants{}) && (d.Full() || d.Invited != "") {
		return problem(match.ErrBadProposal, nil,
			"Only an open challenge can have conditions for who may accept. Leave them out, or don't name a player.")
	}
	return d.seatChannel(p)
}

// openUntil starts the clock of a challenge or table, which stays open for the time of a move at
// least (P89).
func (d *Draft) openUntil() {
	d.Clock.Started = d.now
	d.Clock.Deadline = d.now.Add(max(cmp.Or(d.guild().Expiry, d.facts.Expiry), d.Clock.Policy.PerMove))
}

// rated reports whether a proposed match counts for ratings. Against computers alone it counts only
// if the proposal asks for it.
func rated(p match.Proposal, players []match.Player) bool {
	people := max(0, p.Setup.Seats-len(players))
	for _, p := range players {
		if p.Computer == "" {
			people++
		}
	}
	return !p.Unrated && p.Voting == nil && (p.Rated || p.Seated || people >= 2)
}

// guests checks the players of a proposal and lists them in the order of joining. The empty seat of
// an invited member comes last.
func guests(g *games.Game, p match.Proposal) (players []match.Player, invited match.UserID, err error) {
	if p.Seated {
		players, err = seated(g, p)
		return players, "", err
	}
	if p.By.User == "" {
		return nil, "", problem(match.ErrBadProposal, nil,
			"Nobody has proposed this match yet. Please start it yourself.")
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
				return nil, "",
					games.Refuse("%s has no computer player %q. Choose one of these: %s.", g.Name, with.Computer,
						playerNames(g))
			}
			if with.Name == "" {
				with.Name = "Computer (" + info.Name + ")"
			}
			players = append(players, match.Player{Computer: info.Name, Name: with.Name})
		case with.User == "":
			anyone++
		case with.User == p.By.User:
			return nil, "", problem(match.ErrBadProposal, nil,
				"You can't challenge yourself. Challenge somebody else, or play against the computer.")
		case invited != "":
			return nil, "", problem(match.ErrBadProposal, nil,
				"You can invite one member by name. Leave the other seats open for anyone.")
		default:
			invited = with.User
		}
	}
	if seats := max(p.Setup.Seats, g.MinSeats); invited != "" && (anyone > 0 || seats > len(players)+1) {
		return nil, "", problem(match.ErrBadProposal, nil,
			"You can't mix an invited member and seats open for anyone. Open all seats, or fill them with computers.")
	}
	if p.Watch && (anyone > 0 || invited != "" || len(players) < max(g.MinSeats, p.Setup.Seats)) {
		return nil, "", problem(match.ErrBadProposal, nil,
			"To watch computers play, choose a computer player for every seat.")
	}
	if invited != "" {
		anyone++
	}
	return append(players, make([]match.Player, anyone)...), invited, nil
}

// seated checks the players of a Seated proposal. Every seat is taken by a known computer player or
// a member, and no member has two.
func seated(g *games.Game, p match.Proposal) ([]match.Player, error) {
	if seats := max(g.MinSeats, p.Setup.Seats); len(p.With) < seats {
		return nil, problem(match.ErrBadProposal, nil,
			"There are %d seats, and you named %d players. Name one for each seat.", seats, len(p.With))
	}
	for i, with := range p.With {
		twice := func(other match.Player) bool { return with.User != "" && other.User == with.User }
		_, known := g.Player(with.Computer)
		switch {
		case with.Empty() || slices.ContainsFunc(p.With[:i], twice):
			return nil, problem(match.ErrBadProposal, nil,
				"A seat is empty, or somebody has two. Name a different player for each seat.")
		case with.Computer != "" && !known:
			return nil, games.Refuse("%s has no computer player %q. Choose one of these: %s.", g.Name, with.Computer,
				playerNames(g))
		}
	}
	return slices.Clone(p.With), nil
}

// policy returns the time control of a proposal. With timeless the default is no clock.
func (d *Draft) policy(p match.Proposal, timeless bool) (referee.Policy, error) {
	if p.Place.Outside != "" && (p.Rated || p.PerMove > 0 && p.PerMove < leastOutside) {
		return referee.Policy{}, problem(match.ErrBadProposal, nil,
			"I'm not a member here, so nothing is rated, and a move takes a day or more, or has no clock.")
	}
	guild := d.guild()
	agreed := referee.Policy{
		PerMove: p.PerMove, Lapse: p.Lapse, Grace: p.Grace, Bank: p.Bank, NoWeekends: p.NoWeekends,
		NoVacations: p.NoVacations, Remind: guild.Remind,
	}
	switch {
	case p.PerMove < 0 || p.PerMove == 0 && timeless:
		agreed.PerMove = 0
	case p.PerMove == 0 && guild.PerMove > 0:
		agreed.PerMove = guild.PerMove
	case p.PerMove == 0:
		agreed.PerMove = d.facts.PerMove
	case p.PerMove < minPerMove || p.PerMove > maxPerMove:
		return agreed, problem(match.ErrBadProposal, nil,
			"A move can take from one minute to 30 days. Choose something in between.")
	}
	// the bound keeps the time within the server's limits, or adjusts a default
	switch within := guild.Within(agreed.PerMove); {
	case timeless || p.Seated || within == agreed.PerMove:
	case p.PerMove == 0:
		agreed.PerMove = within
	case agreed.PerMove == 0 || agreed.PerMove > within:
		return agreed, problem(match.ErrBadProposal, nil,
			"This server doesn't allow that much time for a move. Choose less.")
	default:
		return agreed, problem(match.ErrBadProposal, nil,
			"This server doesn't allow so little time for a move. Choose more.")
	}
	switch p.Lapse {
	case "":
		agreed.Lapse = match.UsualLapse(d.game)
	case referee.Forfeit, referee.Skip, referee.Claim:
	default:
		return agreed, problem(match.ErrBadProposal, nil,
			"When time runs out, it can be %s, %s or %s. Choose one of them.", referee.Forfeit, referee.Skip,
			referee.Claim)
	}
	if !p.Bank.Sound() {
		return agreed, problem(match.ErrBadProposal, nil,
			"A time bank can hold one to 30 days. Choose something in between.")
	}
	if p.Grace <= 0 {
		agreed.Grace = d.grace()
	}
	// short clocks and time banks have no days of grace (P32)
	if p.Grace < 0 || agreed.PerMove < referee.LeastForGrace || p.Bank.Time > 0 {
		agreed.Grace = 0
	}
	if agreed.PerMove == 0 {
		agreed.Bank = referee.Bank{}
	}
	return agreed, nil
}

// grace returns the days of grace in a server, if the time per move is long enough for them.
func (d *Draft) grace() int { return max(cmp.Or(d.guild().Grace, d.facts.Grace), 0) }

// takeSides seats the players, unless sides are drawn by lot later.
func (d *Draft) takeSides(p match.Proposal) error {
	switch {
	case p.From == "":
	case p.As != nil && int(*p.As) >= 0 && int(*p.As) < len(d.Players):
		d.seatFirst(*p.As)
		return nil
	default: // the proposer gets the side to move
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
		d.Shuffle = d.People() > 1 || d.game.MaxSeats > 2
		return nil
	}
	at := slices.Index(match.Sides(d.game), side)
	switch {
	case at < 0:
		return games.Refuse("%q isn't a side in %s. Choose %s.", p.Side, d.game.Name,
			strings.Join(match.Sides(d.game), ", "))
	case side == match.SideLot:
		d.Shuffle = true
	default:
		d.seatFirst(games.Seat(at))
	}
	return nil
}

// seatFirst moves the first player to a seat; the others keep their order.
func (d *Draft) seatFirst(seat games.Seat) {
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
