package command

import (
	"context"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
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

var rulesActions = router.Actions{show.ActRules: rulesButton}

// rulesButton shows the rules of the game that a button names, or of the match that it stands under.
func rulesButton(ctx context.Context, r *router.Request) (discord.Reply, error) {
	id := games.ID(r.Target.Text)
	if id == "" {
		rec, err := r.Matches.Read.Match(ctx, r.Target.Match)
		if err != nil {
			return discord.Reply{}, err
		}
		id = rec.Game
	}
	g, ok := r.Matches.Read.Game(id)
	if !ok {
		return discord.Reply{}, show.ErrID
	}
	r.Game = g
	return rules(ctx, r)
}

// rules is `/rules` and `/kalah rules`: the rules in brief, with an example as a picture.
func rules(ctx context.Context, r *router.Request) (discord.Reply, error) {
	g := r.Game
	if g == nil {
		found, ok := r.Matches.Read.Game(games.ID(r.Text(router.OptGame)))
		if !ok {
			return discord.Reply{}, router.ErrNoHandler
		}
		g = found
	}
	return discord.Reply{Message: r.Show.Rules(r.In, g, router.Likes(ctx, r).Prefer)}, nil
}
