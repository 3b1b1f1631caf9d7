package challenge

import (
	"context"

	"paddock/bot/request"
	"paddock/games"
	"paddock/games/match"
)

// Values of the option "game" of /call-me, besides the ids of games.
const (
	off     = "off"
	anyGame = "any"
)

// callMeCommand returns `/settings call-me`.
func (f *Feature) callMeCommand() *request.Command {
	return &request.Command{
		In: "settings", Name: "call-me", Help: "Be told when somebody here is looking for a game, at most once a day",
		Where: request.InServers, NotHere: &sayLookoutDM, Run: f.setCalls,
		Options: func(a request.Builder, _ *games.Game) []*request.Option {
			return []*request.Option{a.Choice(request.OptGame, "For which game; off: stop", true,
				append([]string{anyGame, "any game", off, "off: stop telling me"}, a.GameNames()...)...)}
		},
	}
}

func (f *Feature) setCalls(ctx context.Context, r *request.Request) (request.Reply, error) {
	game := r.Text(request.OptGame)
	if game == off {
		if err := f.Matches.Lookout.Stop(ctx, r.Guild, r.User); err != nil {
			return request.Reply{}, err
		}
		return f.Privately(ctx, r, r.In.Speak(sayLookoutOff)), nil
	}
	if u := f.Likes(ctx, r); u.Notify == match.ByNothing || u.Notify == match.ByDigest {
		return request.Reply{}, request.Refuse(r.In.Speak(sayLookoutNotify))
	}
	if game == anyGame {
		game = ""
	} else if _, ok := f.Matches.Read.Game(games.ID(game)); !ok {
		return request.Reply{}, request.ErrNoHandler
	}
	if err := f.CheckDirectMessages(ctx, r, sayLookoutHere); err != nil {
		return request.Reply{}, err
	}
	if err := f.Matches.Lookout.Start(ctx, r.Guild, r.User, games.ID(game)); err != nil {
		return request.Reply{}, err
	}
	return f.Privately(ctx, r, r.In.Speak(sayLookoutOn)), nil
}

// stopCalls ends the presser's calls from the button's server.
func (f *Feature) stopCalls(ctx context.Context, r *request.Request) (request.Reply, error) {
	if err := f.Matches.Lookout.Stop(ctx, match.GuildID(r.Target.Text), r.User); err != nil {
		return request.Reply{}, err
	}
	return f.Privately(ctx, r, r.In.Speak(sayLookoutOff)), nil
}
