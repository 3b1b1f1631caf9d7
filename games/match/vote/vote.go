// Package vote counts the votes of a channel that plays one seat together. Everybody has one vote a turn and may change it; the most voted move is
// played, and of two with equally many the one that had them first. It is arithmetic: who may vote, and when a vote closes by time, is decided by
// paddock/games/match and its service. Start reading at [Give] and [Tally].
package vote

import (
	"cmp"
	"slices"
	"time"
)

// Terms say how a channel votes. They are agreed when the match is proposed.
type Terms struct {
	Window time.Duration // how long a vote is open after its second vote
	Voters int           `json:",omitempty"` // number of voters to wait for at most, see Decided; 0: the vote stays open for its whole window
	Open   bool          `json:",omitempty"` // everybody can see the count while the vote is open
}

// Limits of the terms.
const (
	LeastWindow = time.Minute
	MostVoters  = 500
)

// Sound reports whether the terms keep to their limits, for a time per move. A vote needs no more time than a move has.
func (t Terms) Sound(perMove time.Duration) bool {
	return t.Window >= LeastWindow && t.Window <= perMove && t.Voters >= 0 && t.Voters != 1 && t.Voters <= MostVoters
}

// Vote is the vote of one member in one turn.
type Vote struct {
	By   string
	Move string
}

// Count is the number of votes for one move.
type Count struct {
	Move  string
	Votes int
}

// Give returns the votes with one more, in the order in which they were given. It replaces an earlier vote of the same member. A vote for the same move
// again changes nothing.
func Give(votes []Vote, v Vote) []Vote {
	if slices.Contains(votes, v) {
		return votes
	}
	return append(Without(votes, v.By), v)
}

// Without returns the votes except that of a member.
func Without(votes []Vote, by string) []Vote {
	return slices.DeleteFunc(slices.Clone(votes), func(v Vote) bool { return v.By == by })
}

// Of returns the move that a member has voted for, or "".
func Of(votes []Vote, by string) string {
	for _, v := range votes {
		if v.By == by {
			return v.Move
		}
	}
	return ""
}

// Tally counts the votes, the winning move first. A move has its present number of votes since the last of them was given; of two moves with equally
// many, the one that has had them for longer wins.
func Tally(votes []Vote) []Count {
	var counts []Count
	reached := make(map[string]int) // the index of a move's last vote
	for i, v := range votes {
		at := slices.IndexFunc(counts, func(c Count) bool { return c.Move == v.Move })
		if at < 0 {
			at = len(counts)
			counts = append(counts, Count{Move: v.Move})
		}
		counts[at].Votes++
		reached[v.Move] = i
	}
	slices.SortFunc(counts, func(a, b Count) int {
		return cmp.Or(cmp.Compare(b.Votes, a.Votes), cmp.Compare(reached[a.Move], reached[b.Move]))
	})
	return counts
}

// Decided reports whether the winning move can't be overtaken any more: not by the votes of those who have not voted yet, if there are at most so many
// voters. Votes that were given count as they stand. Without a number of voters nothing is decided early.
func Decided(votes []Vote, voters int) bool {
	if voters == 0 || len(votes) == 0 {
		return false
	}
	counts := append(Tally(votes), Count{}) // a move without votes can still get all that are left
	left := max(voters-len(votes), 0)
	return counts[1].Votes+left <= counts[0].Votes
}
