// Package vote counts the votes of a channel that plays one seat together. Each member has one vote
// a turn and may change it. The move with the most votes is played; of equal moves, the one that
// reached that number first. It computes with given votes: paddock/games/match and its service
// decide who may vote and when a vote ends. Start reading at [Give] and [Tally].
package vote

import (
	"cmp"
	"slices"
	"time"
)

// Terms say how a channel votes. They are agreed when the match is proposed.
type Terms struct {
	Window time.Duration // how long a vote is open after its second vote
	// at most so many members are expected to vote, see Decided; 0: the vote stays open for its
	// whole window
	Voters int  `json:",omitempty"`
	Open   bool `json:",omitempty"` // everybody can see the count while the vote is open
}

// Limits of the terms of a channel's vote.
const (
	LeastWindow = time.Minute
	MostVoters  = 500
)

// Sound reports whether the terms are within their limits, for a time per move. A vote must not
// need more time than a move has.
func (t Terms) Sound(perMove time.Duration) bool {
	return t.Window >= LeastWindow && t.Window <= perMove && t.Voters >= 0 && t.Voters != 1 && t.Voters <= MostVoters
}

// Vote is the vote of one member in one turn.
type Vote struct {
	By   string
	Move string
}

// Count holds a move and its number of votes.
type Count struct {
	Move  string
	Votes int
}

// Give adds a vote and returns the votes in the order in which they were given. It replaces an
// earlier vote of the same member. The same vote again changes nothing.
func Give(votes []Vote, v Vote) []Vote {
	if slices.Contains(votes, v) {
		return votes
	}
	return append(Without(votes, v.By), v)
}

// Without returns the votes without that of a member.
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

// Tally counts the votes, the winning move first. Of two moves with the same number of votes, the
// one that has had them for longer wins. A move has had its number since its last vote.
func Tally(votes []Vote) []Count {
	var counts []Count
	reached := make(map[string]int) // for each move, the index of its last vote
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

// Decided reports whether the missing votes can no longer change the winner, if at most the given
// number of voters are expected. Votes already given count as they are. Without a number of voters
// it is false.
func Decided(votes []Vote, voters int) bool {
	if voters == 0 || len(votes) == 0 {
		return false
	}
	counts := append(Tally(votes), Count{}) // Count{} stands for a move that nobody has voted for yet
	left := max(voters-len(votes), 0)
	return counts[1].Votes+left <= counts[0].Votes
}
