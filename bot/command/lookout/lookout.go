// Package lookout has the command by which somebody wants to be called when others look for a game in a server, and the button in the call that ends it.
package lookout

import (
	"context"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

const (
	off     = "off"
	anyGame = "any"
)

// Command is `/call-me`.
var Command = &router.Command{
	Name: "call-me", Help: "Be called when somebody looks for a game in this server, at most once a day", Where: router.InServers, NotHere: &say.LookoutDM, Run: set,
	Options: func(a router.Builder, _ *games.Game) []*router.Option {
		return []*router.Option{a.Choice(router.OptGame, "For which game; off: no longer", true, append([]string{anyGame, "any game", off, "off: call me no longer"}, a.GameNames()...)...)}
	},
}

// Actions is the button.
var Actions = router.Actions{show.ActNoCalls: stop}

func set(ctx context.Context, r *router.Request) (discord.Reply, error) {
	game := r.Text(router.OptGame)
	if game == off {
		if err := r.Matches.Lookout.Stop(ctx, r.Guild, r.User); err != nil {
			return discord.Reply{}, err
		}
		return router.Privately(r, r.In.Speak(say.LookoutOff)), nil
	}
	if u := router.Likes(ctx, r); u.Notify == match.ByNothing || u.Notify == match.ByDigest {
		return discord.Reply{}, router.Refuse(r.In.Speak(say.LookoutNotify))
	}
	if game == anyGame {
		game = ""
	} else if _, ok := r.Matches.Read.Game(games.ID(game)); !ok {
		return discord.Reply{}, router.ErrNoHandler
	}
	if err := r.People.Change(ctx, r.User, func(u *match.User) { u.DMClosed = false }); err != nil {
		return discord.Reply{}, err
	}
	if _, err := r.Boards.Tell(ctx, r.User, discord.TextMessage(r.In.Speak(say.LookoutHere))); err != nil {
		return discord.Reply{}, err
	}
	if u := router.Likes(ctx, r); u.DMClosed {
		return discord.Reply{}, router.Refuse(r.In.Speak(say.NotifyClosed))
	}
	if err := r.Matches.Lookout.Start(ctx, r.Guild, r.User, games.ID(game)); err != nil {
		return discord.Reply{}, err
	}
	return router.Privately(r, r.In.Speak(say.LookoutOn)), nil
}

// stop ends the calls of the server that the button names.
func stop(ctx context.Context, r *router.Request) (discord.Reply, error) {
	if err := r.Matches.Lookout.Stop(ctx, match.GuildID(r.Target.Text), r.User); err != nil {
		return discord.Reply{}, err
	}
	return router.Privately(r, r.In.Speak(say.LookoutOff)), nil
}
