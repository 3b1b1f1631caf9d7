package command

import (
	"context"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/games"
)

var gameRulesCommand = &router.Command{
	Name: "rules", Run: rules,
	HelpOf: func(a router.Builder, g *games.Game) string { return a.In.Say(say.HowPlayed, g.Name) },
}

var rulesCommand = &router.Command{
	Name: "rules", Help: "How a game is played", Where: router.Everywhere, Run: rules,
	Options: func(a router.Builder, _ *games.Game) []*router.Option {
		return []*router.Option{a.Choice(router.OptGame, "Which game", true, a.GameNames()...)}
	},
}

// rules is `/rules` and `/kalah rules`: the rules in brief, with an example as a picture.
func rules(_ context.Context, r *router.Request) (discord.Reply, error) {
	g := r.Game
	if g == nil {
		found, ok := r.Matches.Read.Game(games.ID(r.Text(router.OptGame)))
		if !ok {
			return discord.Reply{}, router.ErrNoHandler
		}
		g = found
	}
	return discord.Reply{Message: r.Show.Rules(r.In, g)}, nil
}
