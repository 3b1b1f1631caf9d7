package vote

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// give reads votes such as "a:c4 b:b3 a:b3".
func give(text string) (votes []Vote) {
	for f := range strings.FieldsSeq(text) {
		by, move, _ := strings.Cut(f, ":")
		votes = Give(votes, Vote{by, move})
	}
	return votes
}

// P134: everybody has one vote and can change it. The move with most votes wins; of equal ones, the
// one that reached them first.
func TestTally(t *testing.T) {
	for _, c := range []struct{ votes, want string }{
		{"", "[]"},
		{"a:1", "[{1 1}]"},
		{"a:1 b:2", "[{1 1} {2 1}]"},
		{"a:1 b:2 c:2", "[{2 2} {1 1}]"},
		{"a:1 b:2 c:2 d:1", "[{2 2} {1 2}]"},
		{"a:1 b:2 c:2 d:1 b:1", "[{1 3} {2 1}]"},
		{"a:1 b:1 c:2 d:2 a:1", "[{1 2} {2 2}]"}, // repeating one's vote keeps its place
		{"a:1 b:1 c:2 d:2 a:3 a:1", "[{2 2} {1 2}]"},
		{"a:1 b:2 a:2 b:1", "[{2 1} {1 1}]"},
	} {
		if got := fmt.Sprint(Tally(give(c.votes))); got != c.want {
			t.Errorf("Tally(%s) = %s, want %s", c.votes, got, c.want)
		}
	}
}

// P134: counting the votes one after the other, the winner is the first move to reach the highest
// number.
func TestTallyAgainstCountingAloud(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	ties := 0
	for range 5000 {
		var votes []Vote
		stands := map[string]int{} // for each member, the index of their last change of vote
		for step := range 1 + rng.IntN(20) {
			v := Vote{By: fmt.Sprint("m", rng.IntN(7)), Move: fmt.Sprint(rng.IntN(4))}
			if Of(votes, v.By) != v.Move {
				stands[v.By] = step
			}
			votes = Give(votes, v)
		}
		if len(votes) != len(stands) {
			t.Fatalf("%d members have %d votes", len(stands), len(votes))
		}
		aloud := slices.SortedFunc(slices.Values(votes), func(a, b Vote) int { return stands[a.By] - stands[b.By] })
		count, best := map[string]int{}, ""
		for _, v := range aloud {
			if count[v.Move]++; count[v.Move] > count[best] {
				best = v.Move
			}
		}
		got := Tally(votes)
		if got[0] != (Count{best, count[best]}) {
			t.Fatalf("%v: %v wins, want %s with %d", votes, got[0], best, count[best])
		}
		if len(got) > 1 && got[1].Votes == got[0].Votes {
			ties++
		}
	}
	if ties < 500 {
		t.Errorf("%d ties: they are hardly tested", ties)
	}
}

// P135: a vote is decided exactly if no possible further votes change the winner.
func TestDecidedAgainstAllWays(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	decided, open := 0, 0
	for range 4000 {
		var votes []Vote
		moves := 1 + rng.IntN(3)
		for m := range 1 + rng.IntN(7) {
			votes = Give(votes, Vote{fmt.Sprint("m", m), fmt.Sprint(rng.IntN(moves))})
		}
		left := rng.IntN(5)
		want := !overtaken(votes, Tally(votes)[0].Move, moves, left)
		if want {
			decided++
		} else {
			open++
		}
		if got := Decided(votes, len(votes)+left); got != want {
			t.Fatalf("%v with %d more voters: decided %v, want %v", votes, left, got, want)
		}
	}
	if decided < 400 || open < 400 {
		t.Errorf("%d votes were decided and %d open: one side is hardly tested", decided, open)
	}
}

// overtaken tries all ways in which the given number of further members can vote or not vote, for a
// known move or a new one.
func overtaken(votes []Vote, winner string, moves, left int) bool {
	if Tally(votes)[0].Move != winner {
		return true
	}
	if left == 0 {
		return false
	}
	for m := range moves + 1 {
		if overtaken(append(slices.Clip(votes), Vote{fmt.Sprint("x", left), fmt.Sprint(m)}), winner, moves, left-1) {
			return true
		}
	}
	return false
}

func TestDecidedNeedsANumberOfVoters(t *testing.T) {
	if Decided(give("a:1 b:1 c:1"), 0) || Decided(nil, 3) {
		t.Error("a vote is decided without votes, or without a number of voters")
	}
	if !Decided(give("a:1 b:1 c:1 d:2"), 2) {
		t.Error("more members vote than are waited for, and nothing is decided")
	}
}

func TestTermsAreSound(t *testing.T) {
	for terms, want := range map[Terms]bool{
		{Window: time.Hour}:                          true,
		{Window: time.Minute, Voters: 2, Open: true}: true,
		{Window: 48 * time.Hour, Voters: MostVoters}: true,
		{}:                             false,
		{Window: time.Second}:          false,
		{Window: 49 * time.Hour}:       false,
		{Window: time.Hour, Voters: 1}: false,
		{Window: time.Hour, Voters: MostVoters + 1}: false,
	} {
		if terms.Sound(48*time.Hour) != want {
			t.Errorf("%+v is sound: %v", terms, !want)
		}
	}
}
