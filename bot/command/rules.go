package command

import (
	"context"

	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/games"
)

var gameRulesCommand = &Command{
	Name: "rules", run: rules,
	helpOf: func(a author, g *games.Game) string { return a.in.Say(say.HowPlayed, g.Name) },
}

var rulesCommand = &Command{
	Name: "rules", Help: "How a game is played", Where: Everywhere, run: rules,
	options: func(a author, _ *games.Game) []*option {
		return []*option{a.choice(optGame, "Which game", true, a.gameNames()...)}
	},
}

// rules is `/rules` and `/kalah rules`: the rules in brief, with an example as a picture.
func rules(_ context.Context, r *request) (discord.Reply, error) {
	g := r.game
	if g == nil {
		found, ok := r.Matches.Read.Game(games.ID(r.text(optGame)))
		if !ok {
			return discord.Reply{}, errNoHandler
		}
		g = found
	}
	return discord.Reply{Message: r.Show.Rules(r.in, g)}, nil
}
