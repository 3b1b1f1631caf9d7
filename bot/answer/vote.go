package answer

import (
	"context"
	"slices"

	"paddock/bot/board"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/games/match"
)

// Vote records the person's vote for a move, and tells them how the vote stands. Bots can't vote, nor can members without a playing role.
func (b *Base) Vote(ctx context.Context, r *request.Request, rec match.Match, move string) (discord.Reply, error) {
	if r.Ix.Member == nil || r.Ix.Member.User == nil || r.Ix.Member.User.Bot {
		return discord.Reply{}, request.Refuse(r.In.Speak(sayVoteInServer))
	}
	if err := b.MayPlay(ctx, r, rec.Place.Guild); err != nil {
		return discord.Reply{}, err
	}
	change, err := b.Matches.Play.Move(ctx, r.Act(rec.ID), move)
	if err != nil {
		return discord.Reply{}, err
	}
	if slices.ContainsFunc(change.Events, func(e match.Event) bool { return e.Kind == match.Moved }) {
		return b.Privately(ctx, r, board.VoteDecided(r.In, change.Match), board.BoardLinks(r.In, change.Match)...), nil
	}
	text, buttons := board.VoteStands(r.In, change.Match, r.User)
	r.Aside, r.Once = &change.Match, true
	return b.Privately(ctx, r, text, buttons...), nil
}
