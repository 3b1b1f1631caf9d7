package help

import (
	"context"

	"paddock/bot/component"
	"paddock/bot/request"
	"paddock/games"
)

func (f *Feature) rulesCommand() *request.Command {
	return &request.Command{
		Name: "rules", Help: "How a game is played", Where: request.Everywhere, Run: f.rules,
		Options: func(a request.Builder, _ *games.Game) []*request.Option {
			return []*request.Option{a.Choice(request.OptGame, "Which game", true, a.GameNames()...)}
		},
	}
}

// rulesButton shows the rules of the game that a button names, or of the game of its match.
func (f *Feature) rulesButton(ctx context.Context, r *request.Request) (request.Reply, error) {
	id := games.ID(r.Target.Text)
	var of games.Options
	if id == "" {
		rec, err := f.Matches.Read.Match(ctx, r.Target.Match)
		if err != nil {
			return request.Reply{}, err
		}
		id, of = rec.Game, rec.Setup.Options
	}
	g, ok := f.Matches.Read.Game(id)
	if !ok {
		return request.Reply{}, component.ErrID
	}
	return f.rulesOf(ctx, r, g, of), nil
}

// rules handles `/rules`: the rules in brief, with the picture of an example.
func (f *Feature) rules(ctx context.Context, r *request.Request) (request.Reply, error) {
	g := r.Game
	if g == nil {
		found, ok := f.Matches.Read.Game(games.ID(r.Text(request.OptGame)))
		if !ok {
			return request.Reply{}, request.ErrNoHandler
		}
		g = found
	}
	return f.rulesOf(ctx, r, g, nil), nil
}

func (f *Feature) rulesOf(ctx context.Context, r *request.Request, g *games.Game, of games.Options) request.Reply {
	return request.Reply{Message: f.Show.Rules(r.In, g, of, f.Likes(ctx, r).Prefer)}
}
