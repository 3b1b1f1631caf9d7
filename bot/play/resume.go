package play

import (
	"context"
	"slices"
	"strings"

	"paddock/bot/answer"
	"paddock/bot/board"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// resumeThere agrees to continue a parked match in the channel that another player has chosen.
func (f *Feature) resumeThere(ctx context.Context, r *request.Request, rec match.Match) (request.Reply, error) {
	_, to, asked := rec.Wish(r.User)
	switch there := "<#" + string(to.Channel) + ">"; {
	case rec.SeatOf(r.User) == games.Spectator:
		return request.Reply{}, request.Refuse(r.In.Speak(say.NotYours), board.MyMatches(r.In))
	case !asked || string(to.Channel) != r.Target.Text:
		return request.Reply{}, request.Refuse(r.In.Speak(sayResumeLater), board.BoardLinks(r.In, rec)...)
	default:
		if err := f.MayBegin(ctx, r, to); err != nil {
			return request.Reply{}, err
		}
		named := r.ChannelName()
		if r.Channel != to.Channel {
			named = f.channelName(ctx, rec, to)
		}
		change, err := f.Matches.Referee.Resume(ctx,
			match.Act{Match: rec.ID, User: r.User, Cause: match.Cause(r.Ix.ID), Named: named}, to)
		if err != nil {
			return request.Reply{}, err
		}
		if change.Match.Parked != nil {
			return request.ReplyText(r.In.Say(sayWaitResume, there)), nil
		}
		return request.ReplyText(r.In.Say(sayResumedThere, there)), nil
	}
}

// channelName returns the name of another channel in which a match goes on, if a channel has a seat
// in it. It is empty if Discord does not say.
func (f *Feature) channelName(ctx context.Context, rec match.Match, to match.Place) string {
	if rec.Voting == nil {
		return ""
	}
	name, err := f.Client.ChannelName(ctx, string(to.Channel))
	if err != nil {
		f.Log.Info("could not read the name of a channel", "match", rec.ID, "err", discord.Redact(err))
	}
	return name
}

// resume continues a parked match in this channel (P40).
func (f *Feature) resume(ctx context.Context, r *request.Request) (request.Reply, error) {
	if r.UserInstall {
		return request.Reply{}, request.Refuse(r.In.Speak(sayNoResumeOutside))
	}
	id, err := f.parkedMatch(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	if err := f.MayBegin(ctx, r, match.Place{Guild: r.Guild, Channel: r.Channel}); err != nil {
		return request.Reply{}, err
	}
	act := match.Act{Match: id, User: r.User, Cause: match.Cause(r.Ix.ID), Named: r.ChannelName()}
	change, err := f.Matches.Referee.Resume(ctx, act, match.Place{Guild: r.Guild, Channel: r.Channel})
	if err != nil {
		return request.Reply{}, err
	}
	if change.Match.Parked != nil {
		return request.ReplyText(r.In.Speak(sayWantResume)), nil
	}
	return request.ReplyText(r.In.Speak(say.NoticeHere)), nil
}

// parkedMatch returns the parked match that a user means: the named one, or their only one.
func (f *Feature) parkedMatch(ctx context.Context, r *request.Request) (match.ID, error) {
	if r.Target.Match != "" {
		return r.Target.Match, nil
	}
	if id := match.ID(strings.ToLower(r.Text(request.OptGame))); id != "" {
		rec, err := f.Matches.Read.Match(ctx, id)
		if err == nil && rec.SeatOf(r.User) == games.Spectator && rec.Owner != r.User &&
			rec.Place.Channel != r.Channel {
			return "", match.Unknown() // others must not learn that the match exists (P107)
		}
		return id, nil
	}
	list, err := f.Matches.Read.ByUser(ctx, r.User)
	if err != nil {
		return "", err
	}
	parked := slices.DeleteFunc(list, func(rec match.Match) bool { return rec.Parked == nil })
	switch len(parked) {
	case 0:
		return "", request.Refuse(r.In.Speak(sayNoneParked))
	case 1:
		return parked[0].ID, nil
	}
	return "", answer.Ambiguous(r, parked)
}
