package activity_test

import (
	"testing"
)

// P151: a spectator finds the channel's match on the page, votes by touch and then changes the
// vote. The board does not change.
func TestP151VotesByTouch(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.begin("/kalah challenge user:@Bob seat:channel first:me vote:1h")
	eve := r.surf(r.eve, 390, 844)
	eve.tap(`$(".card")`)
	eve.says("votes: tap the move that you want")
	eve.says("You haven't voted yet")
	hole := func(n string) string { return `$$(".board .can").find((c) => c.dataset.cell === "` + n + `")` }
	eve.tap(hole("3"))
	eve.says("You have voted for 3.")
	eve.says("Votes so far: 1.")
	eve.tap(hole("5"))
	eve.says("You have voted for 5.")
	eve.shot("voted")
	if rec := r.newest(); rec.Moves != 0 || len(rec.Voting.Votes) != 1 {
		t.Errorf("%d moves, votes %v", rec.Moves, rec.Voting.Votes)
	}
}
