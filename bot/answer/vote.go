package answer

import (
	"context"
	"slices"

	"paddock/bot/board"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/match"
)

// Vote records the person's vote for a move, and tells them how the vote stands. Bots can't vote,
// nor can members without a playing role.
func (b *Base) Vote(ctx context.Context, r *request.Request, rec match.Match, move string) (request.Reply, error) {
	if r.Ix.Member == nil || r.Ix.Member.User == nil || r.Ix.Member.User.Bot {
		return request.Reply{}, request.Refuse(r.In.Speak(sayVoteInServer))
	}
	if err := b.MayPlay(ctx, r, rec.Place.Guild); err != nil {
		return request.Reply{}, err
	}
	change, err := b.Matches.Play.Move(ctx, r.Act(rec.ID), move)
	if err != nil {
		return request.Reply{}, err
	}
	if slices.ContainsFunc(change.Events, func(e match.Event) bool { return e.Kind == match.Moved }) {
		return b.Privately(ctx, r, board.VoteDecided(r.In, change.Match), board.BoardLinks(r.In, change.Match)...), nil
	}
	return b.VoteStands(ctx, r, change.Match), nil
}

// VoteStands tells the person how the vote of a channel stands.
func (b *Base) VoteStands(ctx context.Context, r *request.Request, rec match.Match) request.Reply {
	text, buttons := board.VoteStands(r.In, rec, r.User)
	out := b.Privately(ctx, r, text, buttons...)
	if rec.Votes() != games.Spectator {
		out.Remark, out.Once = &rec, true
	}
	return out
}
