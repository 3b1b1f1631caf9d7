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
	return f.mayPlay(ctx, a, rec, sayVoteElsewhere, sayVoteRole)
}

// mayRematch returns a refusal if the reader may not begin another match in the place of a match
// (P25, P106).
func (f *Feature) mayRematch(ctx context.Context, a asker, rec match.Match) error {
	if rec.Place.Guild == "" {
		return nil
	}
	g, err := f.People.Guild(ctx, rec.Place.Guild)
	if err != nil {
		return err
	}
	if !g.Allows(rec.Place.Channel) {
		parent, err := f.Client.PublicThreadIn(ctx, string(rec.Place.Channel))
		if err != nil || !g.Allows(match.ChannelID(parent)) {
			return &games.Refusal{Say: sayNoRematch}
		}
	}
	return f.mayPlay(ctx, a, rec, sayNoRematch, sayNoRematch)
}

// mayPlay returns a refusal if the reader does not see the channel of a match now, or has no role
// with which they may play there.
func (f *Feature) mayPlay(ctx context.Context, a asker, rec match.Match, unseen, roleless games.Sentence) error {
	see, err := sight.Roles(ctx, f.Client, rec.Place, []match.UserID{a.User})
	roles, sees := see[a.User]
	switch {
	case err != nil:
		f.Log.Warn("Discord does not say who sees a channel", "match", rec.ID, "err", discord.Redact(err))
		return &games.Refusal{Say: sayDiscordOff}
	case !sees:
		return &games.Refusal{Say: unseen}
	}
	g, err := f.People.Guild(ctx, rec.Place.Guild)
	if err != nil || len(g.PlayRoles) == 0 || match.AnyRole(rec.Place.Guild, roles, g.PlayRoles) {
		return err
	}
	may, _, err := sight.Permissions(ctx, f.Client, rec.Place, a.User)
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
