package help

import (
	"context"

	"paddock/bot/component"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/match"
)

func (f *Feature) rulesCommand() *request.Command {
	return &request.Command{
		Name: "rules", Help: "How a game is played", Where: request.Everywhere, Run: f.rules,
		Options: func(a request.Builder, _ *games.Game) []*request.Option {
			return []*request.Option{a.Choice(request.OptGame, "Which game", true, a.GameNames()...)}
		},
	}
}

// rulesButton shows the rules of the game that a button names, or of the game of its match. A player's
// answer goes when they move: otherwise it would stay below the board.
func (f *Feature) rulesButton(ctx context.Context, r *request.Request) (request.Reply, error) {
	id := games.ID(r.Target.Text)
	var of games.Options
	var plays *match.Match // the running match in which the presser plays
	if id == "" {
		rec, err := f.Matches.Read.Match(ctx, r.Target.Match)
		if err != nil {
			return request.Reply{}, err
		}
		if id, of = rec.Game, rec.Setup.Options; rec.Status == match.Running && rec.SeatOf(r.User) != games.Spectator {
			plays = &rec
		}
	}
	g, ok := f.Matches.Read.Game(id)
	if !ok {
		return request.Reply{}, component.ErrID
	}
	out := f.rulesOf(ctx, r, g, of)
	out.Panel = plays
	return out, nil
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
