package command

import (
	"context"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

var resumeCommand = &router.Command{
	Name: "resume", Help: "Go on here with a match whose channel is gone", Options: router.OnlyMatch, Run: resume, Complete: router.CompleteMatch,
}

var resumeActions = router.Actions{show.ActResume: resumeThere}

// resumeThere agrees to go on with a match where another player would like to.
func resumeThere(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, err := r.Matches.Read.Match(ctx, r.Target.Match)
	if err != nil {
		return discord.Reply{}, err
	}
	_, to, asked := rec.Wish(r.User)
	switch there := "<#" + string(to.Channel) + ">"; {
	case rec.SeatOf(r.User) == games.Spectator:
		return discord.Reply{}, router.Refuse(r.In.Speak(say.NotYours), show.MyMatches(r.In))
	case !asked || string(to.Channel) != r.Target.Text:
		return discord.Reply{}, router.Refuse(r.In.Speak(say.ResumeLater), show.BoardLinks(r.In, rec)...)
	default:
		if err := mayBegin(ctx, r, to); err != nil {
			return discord.Reply{}, err
		}
		change, err := r.Matches.Referee.Resume(ctx, match.Act{Match: rec.ID, User: r.User, Cause: match.Cause(r.Ix.ID)}, to)
		if err != nil {
			return discord.Reply{}, err
		}
		if change.Match.Parked != nil {
			return router.ReplyText(r.In.Say(say.WaitResume, there)), nil
		}
		return router.ReplyText(r.In.Say(say.ResumedThere, there)), nil
	}
}

// resume goes on in this channel with a match whose own is gone (P40).
func resume(ctx context.Context, r *router.Request) (discord.Reply, error) {
	if r.UserInstall {
		return discord.Reply{}, router.Refuse(r.In.Speak(say.Away))
	}
	id, err := parkedMatch(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	if err := mayBegin(ctx, r, match.Place{Guild: r.Guild, Channel: r.Channel}); err != nil {
		return discord.Reply{}, err
	}
	act := match.Act{Match: id, User: r.User, Cause: match.Cause(r.Ix.ID)}
	change, err := r.Matches.Referee.Resume(ctx, act, match.Place{Guild: r.Guild, Channel: r.Channel})
	if err != nil {
		return discord.Reply{}, err
	}
	if change.Match.Parked != nil {
		return router.ReplyText(r.In.Speak(say.WantResume)), nil
	}
	return router.ReplyText(r.In.Speak(say.Resumed)), nil
}

// parkedMatch is the match that a person wants to go on with.
func parkedMatch(ctx context.Context, r *router.Request) (match.ID, error) {
	if r.Target.Match != "" {
		return r.Target.Match, nil
	}
	if id := match.ID(strings.ToLower(r.Text(router.OptGame))); id != "" {
		rec, err := r.Matches.Read.Match(ctx, id)
		if err == nil && rec.SeatOf(r.User) == games.Spectator && rec.Owner != r.User && rec.Place.Channel != r.Channel {
			return "", match.Unknown() // who does not play is not told that there is such a match (P107)
		}
		return id, nil
	}
	list, err := r.Matches.Read.ByUser(ctx, r.User)
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
		return "", router.Refuse(r.In.Speak(say.NoneParked))
	case 1:
		return parked[0].ID, nil
	}
	return "", router.Ambiguous(r.In, parked, r.User)
}
