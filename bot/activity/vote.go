package activity

import (
	"context"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/discord"
	"paddock/bot/sight"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/vote"
)

// mayVote returns a refusal if the reader can't vote for a channel.
func (f *Feature) mayVote(ctx context.Context, a asker, rec match.Match) error {
	return f.mayPlay(ctx, a, rec.Place, sayVoteElsewhere, sayVoteRole)
}

// mayBegin returns a refusal if the reader may not begin a match at a place (P25, P106).
func (f *Feature) mayBegin(ctx context.Context, a asker, at match.Place) error {
	if at.Guild == "" {
		return nil
	}
	g, err := f.People.Guild(ctx, at.Guild)
	if err != nil {
		return err
	}
	if !g.Allows(at.Channel) {
		parent, err := f.Client.PublicThreadIn(ctx, string(at.Channel))
		if err != nil || !g.Allows(match.ChannelID(parent)) {
			return &games.Refusal{Say: sayNoBegin}
		}
	}
	return f.mayPlay(ctx, a, at, sayNoBegin, sayNoBegin)
}

// mayPlay returns a refusal if the reader does not see a place now, or has no role with which they
// may play there.
func (f *Feature) mayPlay(ctx context.Context, a asker, at match.Place, unseen, roleless games.Sentence) error {
	see, err := sight.Roles(ctx, f.Client, at, []match.UserID{a.User})
	roles, sees := see[a.User]
	switch {
	case err != nil:
		f.Log.Warn("Discord does not say who sees a channel", "channel", at.Channel, "err", discord.Redact(err))
		return &games.Refusal{Say: sayDiscordOff}
	case !sees:
		return &games.Refusal{Say: unseen}
	}
	g, err := f.People.Guild(ctx, at.Guild)
	if err != nil || len(g.PlayRoles) == 0 || match.AnyRole(at.Guild, roles, g.PlayRoles) {
		return err
	}
	may, _, err := sight.Permissions(ctx, f.Client, at, a.User)
	if err == nil && may&(discordgo.PermissionManageGuild|discordgo.PermissionAdministrator) != 0 {
		return nil
	}
	return &games.Refusal{Say: roleless}
}

// ballot tells a reader who can vote how the vote stands.
func ballot(a asker, rec match.Match) (own string, says []string) {
	own = vote.Of(rec.Voting.Votes, string(a.User))
	return own, []string{plain(board.Ballot(a.In, rec, a.User))}
}

// voteMark returns texts that change with what a voter sees of a vote: their own vote, the number
// of votes, and in an open vote the count.
func voteMark(rec match.Match, u match.UserID) (parts []string) {
	if !rec.VotedBy(u) {
		return nil
	}
	parts = append(parts, "vote", strconv.Itoa(len(rec.Voting.Votes)), vote.Of(rec.Voting.Votes, string(u)),
		rec.VoteEnds().String())
	if rec.Voting.Open {
		for _, c := range vote.Tally(rec.Voting.Votes) {
			parts = append(parts, c.Move, strconv.Itoa(c.Votes))
		}
	}
	return parts
}
