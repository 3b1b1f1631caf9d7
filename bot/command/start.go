package command

import (
	"context"
	"slices"

	"paddock/bot/discord"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/referee"
)

var startCommand = &Command{
	Name: "start", helpOf: startHelp, run: start,
	options: func(a author, g *games.Game) []*option {
		return slices.Concat(a.levelOptions(g), a.sideOption(g), a.matchOptions(g))
	},
}

// startHelp says what start does in a game of two, or of more.
func startHelp(a author, g *games.Game) string {
	if g.MaxSeats > 2 {
		return a.in.Text("Open a table for others to join, or play the computer")
	}
	return a.in.Text("Play against the computer, or watch two of them")
}

// levelOptions choose computer players, and in a game for more than two how many play.
func (a author) levelOptions(g *games.Game) []*option {
	var list []*option
	for _, o := range []struct{ name, help string }{
		{optLevel, "The computer player you play against"},
		{optVersus, "Watch: another computer player in your place"},
	} {
		c := a.choice(o.name, o.help, false)
		for _, p := range g.Players {
			c.Choices = append(c.Choices, &choice{Name: discord.Truncate(p.Name+" · "+a.in.Text(p.Help), 100), Value: p.Name})
		}
		list = append(list, c)
	}
	if g.MaxSeats > 2 {
		list = append(list, a.integer(optPlayers, "How many play", g.MinSeats, g.MaxSeats))
	}
	return list
}

// matchOptions are what start and challenge agree on: the options of the game, the clock, rating, thread.
func (a author) matchOptions(g *games.Game) []*option {
	var list []*option
	for _, o := range g.Options {
		list = append(list, a.gameOption(o))
	}
	late := a.choice(optLate, "What happens when somebody's time runs out", false,
		string(referee.Forfeit), "the match is lost, after days of grace", string(referee.Claim), "the opponent may claim the win, or wait on")
	return append(list, a.timeOption("Time for each move", true), late, a.boolean(optRating, "Whether it counts for the ratings; yes if you don't say"),
		a.boolean(optThread, "Play in a thread of its own"))
}

// start is `/kalah start`: against the computer, two computers, or a table for games of more than two.
func start(ctx context.Context, r *request) (discord.Reply, error) {
	p, err := proposal(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	level, versus := r.text(optLevel), r.text(optVersus)
	if r.game.MaxSeats > 2 && level == "" && versus == "" && r.guild != "" {
		return propose(ctx, r, p) // a table
	}
	if level == "" {
		level = r.game.DefaultLevel
	}
	others := max(p.Setup.Seats, r.game.MinSeats) - 1
	if versus != "" {
		p.Watch, p.Step = true, true
		p.With = append(p.With, match.Player{Computer: versus})
	}
	for range others {
		p.With = append(p.With, match.Player{Computer: level})
	}
	return propose(ctx, r, p)
}
