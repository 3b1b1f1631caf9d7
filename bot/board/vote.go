package board

import (
	"fmt"
	"slices"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/vote"
)

// Limits of what a vote's message lists: mostCounted moves with their votes, and mostVoters voters.
const (
	mostCounted = 6
	mostVoters  = 12
)

// voteLine says which channel votes, how many votes there are, and when they are counted.
func voteLine(in lang.Language, rec match.Match, seat games.Seat) string {
	line := in.Say(sayVotes, channelOf(rec, seat), say.Span(rec.Voting.Window), discord.Relative(rec.Clock.Deadline))
	if n := len(rec.Voting.Votes); n > 0 {
		line = in.Say(sayVotesOn, channelOf(rec, seat))
		if n > 1 {
			line += " " + in.Say(sayVoteCount, n)
		}
		line += " " + voteEnd(in, rec)
	}
	if n := rec.Voting.Terms.Voters; n > 0 {
		line += "\n-# " + in.Say(sayVoteEarly, n)
	}
	return line + hours(in, rec)
}

// channelOf links to the channel that has a seat.
func channelOf(rec match.Match, seat games.Seat) string {
	return "<#" + string(rec.Players[seat].Channel) + ">"
}

// voted returns the count that chose the last move, and after the end the number of votes by
// member.
func voted(in lang.Language, rec match.Match) (lines []string) {
	v := rec.Voting
	if v == nil {
		return nil
	}
	seat := rec.LastSeat
	if rec.People() == 1 { // the board of the channel's move was never shown, because computers answered at once
		seat = games.Seat(slices.IndexFunc(rec.Players, func(p match.Player) bool { return p.Channel != "" }))
	}
	if seat >= 0 && rec.Players[seat].Channel != "" && len(v.Last) > 0 {
		said := sayVoted
		if len(v.Last) > 1 && v.Last[0].Votes == v.Last[1].Votes {
			said = sayVotedEqual
		}
		lines = append(lines, in.Say(said, channelOf(rec, seat), "**"+discord.Escape(v.Last[0].Move)+"**",
			games.And(counted(v.Last))))
	}
	if rec.Status != match.Over || len(v.Turnout) == 0 {
		return lines
	}
	var who []string
	for _, x := range v.Turnout[:min(len(v.Turnout), mostVoters)] {
		who = append(who, fmt.Sprint(discord.Mention(string(x.User)), " ", x.Turns))
	}
	list := in.Say(sayVoters, games.And(who))
	if more := len(v.Turnout) - mostVoters; more > 0 {
		list = in.Say(sayVotersMore, games.And(who), more)
	}
	return append(lines, "-# "+list)
}

// counted lists a count, such as "**c4** (3)".
func counted(counts []vote.Count) (list []string) {
	for _, c := range counts[:min(len(counts), mostCounted)] {
		list = append(list, fmt.Sprintf("**%s** (%d)", discord.Escape(c.Move), c.Votes))
	}
	return list
}

// voteTerms describes how a channel votes, for the person who accepts the match.
func voteTerms(in lang.Language, v *match.Voting) string {
	how := sayVoteSecret
	if v.Open {
		how = sayVoteOpen
	}
	terms := in.Say(sayVoteTerms, say.Span(v.Window), how)
	if v.Terms.Voters > 0 {
		terms += " · " + in.Say(sayVoteEarly, v.Terms.Voters)
	}
	return terms
}

// Ballot tells a member what they have voted for and how many votes there are, while a vote runs.
// Only an open vote reveals what others have voted for.
func Ballot(in lang.Language, rec match.Match, user match.UserID) string {
	v := rec.Voting
	text := in.Speak(sayNotVoted)
	if own := vote.Of(v.Votes, string(user)); own != "" {
		text = in.Say(sayVotedFor, "**"+discord.Escape(own)+"**")
	}
	text += "\n" + in.Say(sayVoteCount, len(v.Votes))
	if v.Open && len(v.Votes) > 0 {
		text += " " + in.Speak(games.And(counted(vote.Tally(v.Votes))))
	}
	return text
}

// VoteStands tells a member privately how the present vote stands, with a button to vote or to
// change the vote.
func VoteStands(in lang.Language, rec match.Match,
	user match.UserID,
) (text string, buttons []discordgo.MessageComponent) {
	seat := rec.Votes()
	if seat == games.Spectator {
		return in.Speak(sayVoteNone), BoardLinks(in, rec)
	}
	v := rec.Voting
	text, label := Ballot(in, rec, user), sayLabelVoteOther
	if vote.Of(v.Votes, string(user)) == "" {
		label = sayLabelVote
	}
	if len(v.Votes) > 0 {
		text += "\n" + voteEnd(in, rec)
	}
	if rec.Chooses(user) != seat {
		return text, BoardLinks(in, rec)
	}
	return text, append([]discordgo.MessageComponent{component.Button(in.Speak(label), discordgo.PrimaryButton,
		component.Target{Match: rec.ID, Head: rec.Board(), Action: component.ActVoteOpen})}, BoardLinks(in, rec)...)
}

// voteEnd returns a sentence on when the votes are counted. There must be at least one vote.
func voteEnd(in lang.Language, rec match.Match) string {
	end := discord.Relative(rec.VoteEnds())
	if len(rec.Voting.Votes) == 1 {
		return in.Say(sayVoteLone, say.Span(rec.Voting.Window), end)
	}
	return in.Say(sayVoteUntil, end)
}

// VoteDecided tells a member that their vote has decided the move.
func VoteDecided(in lang.Language, rec match.Match) string {
	return in.Say(sayVoteDecided, "**"+discord.Escape(rec.Voting.Last[0].Move)+"**")
}

// Sentences about the votes of a channel.
var (
	sayVotes          = games.Say("%s votes: choose a move, and change your mind as you like. Votes are counted %s after the second one, %s at the latest.")
	sayVoteEarly      = games.Say("counted sooner once no other move can win among %d voters")
	sayVotesOn        = games.Say("%s votes: choose a move.")
	sayVoted          = games.Say("%s played %s. Votes: %s")
	sayVotedEqual     = games.Say("%s played %s, which had its votes first: %s")
	sayVoters         = games.Say("Votes cast: %s")
	sayVotersMore     = games.Say("Votes cast: %s, and %d more players")
	sayVoteTerms      = games.Say("The channel votes on its moves · %s for a vote · %s")
	sayVoteSecret     = games.Say("secret until it is counted")
	sayVoteOpen       = games.Say("everybody sees the count")
	sayVoteNone       = games.Say("There is no vote in this match right now. The board shows whose turn it is.")
	sayVotedFor       = games.Say("You have voted for %s.")
	sayNotVoted       = games.Say("You haven't voted yet. Choose a move at the board, or here.")
	sayVoteCount      = games.Say("Votes so far: %d.")
	sayVoteLone       = games.Say("One vote so far. I count %s after a second one, %s at the latest.")
	sayVoteUntil      = games.Say("Counted %s. Until then you can change your vote.")
	sayVoteDecided    = games.Say("Your vote was the last one needed: the channel plays %s.")
	sayLabelVotes     = games.Say("Votes")
	sayLabelVote      = games.Say("Vote")
	sayLabelVoteOther = games.Say("Change my vote")
)
