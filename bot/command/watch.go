package command

import (
	"context"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games/match"
)

var watchCommand = &router.Command{Name: "watch", Help: "See the newest match of this channel", Run: watchMatch, Cost: router.CostBoard}

var watchActions = router.Actions{show.ActNext: next, show.ActPlayOn: playOn}

// next and playOn let computers play that wait for somebody to watch.
func next(ctx context.Context, r *router.Request) (discord.Reply, error) {
	return router.Commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.Next(ctx, r.Act(r.Target.Match)) }, r.In.Speak(say.Done))
}

func playOn(ctx context.Context, r *router.Request) (discord.Reply, error) {
	return router.Commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.PlayOn(ctx, r.Act(r.Target.Match)) }, r.In.Speak(say.Done))
}

// watchMatch shows the newest match of the channel.
func watchMatch(ctx context.Context, r *router.Request) (discord.Reply, error) {
	if r.UserInstall {
		return discord.Reply{}, router.Refuse(r.In.Speak(say.Away))
	}
	rec, err := router.Newest(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	return router.PrivateBoard(ctx, r, rec, "")
}
