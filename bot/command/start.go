package command

import (
	"context"
	"slices"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/referee"
)

var startCommand = &router.Command{
	Name: "start", HelpOf: startHelp, Run: start,
	Options: func(a router.Builder, g *games.Game) []*router.Option {
		return slices.Concat(levelOptions(a, g), a.SideOption(g), matchOptions(a, g))
	},
}

// startHelp says what start does in a game of two, or of more.
func startHelp(a router.Builder, g *games.Game) string {
	if g.MaxSeats > 2 {
		return a.In.Text("Challenge others to join, or play the computer")
	}
	return a.In.Text("Play against the computer, or watch two of them")
}

// levelOptions choose computer players, and in a game for more than two how many play.
func levelOptions(a router.Builder, g *games.Game) []*router.Option {
	var list []*router.Option
	for _, o := range []struct{ name, help string }{
		{router.OptLevel, "The computer player you play against"},
		{router.OptVersus, "Watch: another computer player in your place"},
	} {
		c := a.Choice(o.name, o.help, false)
		for _, p := range g.Players {
			c.Choices = append(c.Choices, &router.Choice{Name: discord.Truncate(p.Name+" · "+a.In.Text(p.Help), 100), Value: p.Name})
		}
		list = append(list, c)
	}
	if g.MaxSeats > 2 {
		list = append(list, a.Integer(router.OptPlayers, "How many play", g.MinSeats, g.MaxSeats))
	}
	return list
}

// matchOptions are what start and challenge agree on: the options of the game, the clock, rating, thread.
func matchOptions(a router.Builder, g *games.Game) []*router.Option {
	var list []*router.Option
	for _, o := range g.Options {
		list = append(list, a.GameOption(o))
	}
	late := a.Choice(router.OptLate, "What happens when somebody's time runs out", false,
		string(referee.Forfeit), "the match is lost, after days of grace", string(referee.Claim), "the opponent may claim the win, or wait on")
	return append(list, a.TimeOption("Time for each move", true), late, a.Boolean(router.OptWeekends, "Saturdays and Sundays off: the clock stands still"), a.Boolean(optRating, "Whether it counts for the ratings; if you don't say, between people only"),
		a.Boolean(router.OptThread, "Play in a thread of its own"))
}

// start is `/kalah start`: against the computer, two computers, or a table for games of more than two.
func start(ctx context.Context, r *router.Request) (discord.Reply, error) {
	p, err := proposal(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	level, versus := r.Text(router.OptLevel), r.Text(router.OptVersus)
	if r.Game.MaxSeats > 2 && level == "" && versus == "" && r.Guild != "" {
		return propose(ctx, r, p) // a table
	}
	if level == "" {
		level = r.Game.DefaultLevel
	}
	others := min(max(p.Setup.Seats, r.Game.MinSeats), r.Game.MaxSeats) - 1 // more seats than there are will be refused
	if versus != "" {
		p.Watch, p.Step = true, true
		p.With = append(p.With, match.Player{Computer: versus})
	}
	for range others {
		p.With = append(p.With, match.Player{Computer: level})
	}
	return propose(ctx, r, p)
}
