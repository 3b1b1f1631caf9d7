package challenge

import (
	"cmp"
	"context"
	"slices"

	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/referee"
)

// Options of the command start that choose computer players.
const (
	optLevel  = "level"
	optVersus = "versus"
)

func (f *Feature) startCommand() *request.Command {
	return &request.Command{
		Name: "start", HelpOf: startHelp, Where: request.Everywhere, Run: f.start,
		Options: func(a request.Builder, g *games.Game) []*request.Option {
			return wantedFirst(slices.Concat(levelOptions(a, g), a.SideOption(g), matchOptions(a, g)))
		},
	}
}

// wantedFirst puts the options that most people want first, because Discord lists options in their
// order. The others keep theirs.
func wantedFirst(list []*request.Option) []*request.Option {
	wanted := []string{
		request.OptUser, optLevel, "side", "first", request.OptPlayers, request.OptTime,
		request.OptRating, "army", "rules", "sheep",
	}
	place := func(o *request.Option) int {
		if i := slices.Index(wanted, o.Name); i >= 0 {
			return i
		}
		return len(wanted)
	}
	slices.SortStableFunc(list, func(a, b *request.Option) int { return cmp.Compare(place(a), place(b)) })
	return list
}

// startHelp returns the help of start, for games of two or more players.
func startHelp(a request.Builder, g *games.Game) string {
	if g.MaxSeats > 2 {
		return a.In.Text("Play against the computer, or open a table for others")
	}
	return a.In.Text("Play against the computer, or watch two of them")
}

// levelOptions returns the options for computer players, and for the number of seats in games for
// more than two.
func levelOptions(a request.Builder, g *games.Game) []*request.Option {
	var list []*request.Option
	for _, o := range []struct{ name, help string }{
		{optLevel, "The computer player you play against"},
		{optVersus, "Watch: another computer player in your place"},
	} {
		c := a.Choice(o.name, o.help, false)
		for _, p := range g.Players {
			c.Choices = append(c.Choices,
				&request.Choice{Name: discord.Truncate(p.Name+" · "+a.In.Text(p.Help), 100), Value: p.Name})
		}
		list = append(list, c)
	}
	if g.MaxSeats > 2 {
		list = append(list, a.Integer(request.OptPlayers, "How many play; without a level, others can join",
			g.MinSeats, g.MaxSeats))
	}
	return list
}

// matchOptions returns the options that start and challenge share: the game's own, clock, rating,
// thread.
func matchOptions(a request.Builder, g *games.Game) []*request.Option {
	var list []*request.Option
	for _, o := range g.Options {
		list = append(list, a.GameOption(o))
	}
	if g.Finishes {
		list = append(list, a.Choice(request.OptFinish, "When it's clear who wins", false,
			string(match.FinishAuto), "end it at once", string(match.FinishAsk),
			"end it when all agree", string(match.FinishOff), "play to the last move"))
	}
	late := a.Choice(request.OptLate, "What happens when somebody's time runs out", false,
		string(referee.Forfeit), "whoever is late loses", string(referee.Claim),
		"the opponent may claim the win or wait")
	list = append(list, a.SeatOptions(g)...)
	return append(list, a.TimeOption("Time for each move", true), late, a.BankOption(),
		a.Boolean(request.OptWeekends, "Saturdays and Sundays off: the clock stands still"),
		a.Boolean(request.OptRating, "Whether it counts for the ratings; otherwise only between people"),
		a.Boolean(request.OptThread, "Play in a thread of its own"))
}

// start handles `/kalah start`: a match against the computer, between two computers, or, in games for
// more than two, an open table if a number of players is named without a level. If the command has no
// options, and the user's offer is the short variant of the game, the answer asks which game is meant,
// because the usual one is long.
func (f *Feature) start(ctx context.Context, r *request.Request) (request.Reply, error) {
	p, err := f.Proposal(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	level, versus := r.Text(optLevel), r.Text(optVersus)
	if _, sized := r.Number(request.OptPlayers); sized && level == "" && versus == "" && !r.Direct() {
		return f.Propose(ctx, r, p) // a table with open seats
	}
	if level == "" {
		first := f.Offered(ctx, r.User, r.Game)
		if len(r.Options) == 0 && first.Options != nil {
			return request.ReplyPrivate(r, levels(r.In, r.Game, first)), nil
		}
		level = first.Level
	}
	// the bound keeps the list of players short; Propose refuses a number out of range
	others := min(max(p.Setup.Seats, r.Game.MinSeats), r.Game.MaxSeats) - 1
	if versus != "" {
		p.Watch, p.Step = true, true
		p.With = append(p.With, match.Player{Computer: versus})
	}
	for range others {
		p.With = append(p.With, match.Player{Computer: level})
	}
	return f.Propose(ctx, r, p)
}
