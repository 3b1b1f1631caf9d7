package command

import (
	"context"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/games/match"
)

var resumeCommand = &Command{
	Name: "resume", Help: "Go on here with a match whose channel is gone", options: onlyMatch, run: resume, complete: completeMatch,
}

// resume goes on in this channel with a match whose own is gone (P40).
func resume(ctx context.Context, r *request) (discord.Reply, error) {
	if r.userInstall {
		return discord.Reply{}, refuse(r.in.Speak(say.Away))
	}
	id, err := parkedMatch(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	act := match.Act{Match: id, User: r.user, Cause: match.Cause(r.ix.ID)}
	change, err := r.Matches.Referee.Resume(ctx, act, match.Place{Guild: r.guild, Channel: r.channel})
	if err != nil {
		return discord.Reply{}, err
	}
	if change.Match.Parked != nil {
		return replyText(r.in.Speak(say.WantResume)), nil
	}
	return replyText(r.in.Speak(say.Resumed)), nil
}

// parkedMatch is the match that a person wants to go on with.
func parkedMatch(ctx context.Context, r *request) (match.ID, error) {
	if r.target.Match != "" {
		return r.target.Match, nil
	}
	if id := r.text(optGame); id != "" {
		return match.ID(strings.ToLower(id)), nil
	}
	list, err := r.Matches.Read.ByUser(ctx, r.user)
	if err != nil {
		return "", err
	}
	var parked []match.Match
	for _, rec := range list {
		if rec.Parked != nil {
			parked = append(parked, rec)
		}
	}
	switch len(parked) {
	case 0:
		return "", refuse(r.in.Speak(say.NoneParked))
	case 1:
		return parked[0].ID, nil
	}
	return "", ambiguous(r.in, parked, r.user)
}
