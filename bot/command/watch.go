package command

import (
	"context"

	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games/match"
)

var watchCommand = &Command{Name: "watch", Help: "See the newest match of this channel", run: watchMatch}

var watchActions = actions{show.ActNext: next, show.ActPlayOn: playOn}

// next and playOn let computers play that wait for somebody to watch.
func next(ctx context.Context, r *request) (discord.Reply, error) {
	return commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.Next(ctx, r.act(r.target.Match)) }, r.in.Speak(say.Done))
}

func playOn(ctx context.Context, r *request) (discord.Reply, error) {
	return commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.PlayOn(ctx, r.act(r.target.Match)) }, r.in.Speak(say.Done))
}

// watchMatch shows the newest match of the channel.
func watchMatch(ctx context.Context, r *request) (discord.Reply, error) {
	if r.userInstall {
		return discord.Reply{}, refuse(r.in.Speak(say.Away))
	}
	rec, err := newest(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	return privateBoard(ctx, r, rec, "")
}
