package fish

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"paddock/games"
)

// F24: the sentence of a move says what stuck penguins, which left after it, took with them. The
// fish in the sentence are all fish that were won in that turn.
func TestF24CaptionOfStuckPenguins(t *testing.T) {
	g, rng, seen := New(), rand.New(rand.NewPCG(24, 0)), 0
	fish := regexp.MustCompile(`(?:caught|its tile and) (\d+) fish`)
	for seed := range uint64(20) {
		pos, err := g.Start(games.Setup{Seats: 2 + int(seed)%3, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		for pos.Turn().Waiting != 0 {
			var seat games.Seat
			for s := range pos.Turn().Waiting.All() {
				seat = s
			}
			moves := slices.Collect(pos.View(seat).Legal())
			played, err := pos.Play(seat, moves[rng.IntN(len(moves))])
			if err != nil {
				t.Fatal(err)
			}
			before, after := pos.View(games.Spectator), played.Next.View(games.Spectator)
			pos = played.Next
			if pos.Turn().Waiting == 0 {
				break
			}
			caption := after.Draw(nil, before, seat, played.Moves).Caption
			said, won := 0, 0
			for _, found := range fish.FindAllStringSubmatch(caption, -1) {
				n, _ := strconv.Atoi(found[1])
				said += n
			}
			old, now := before.Draw(nil, nil, 0, nil).Sides, after.Draw(nil, nil, 0, nil).Sides
			for i := range now {
				won += now[i].Points - old[i].Points
			}
			if said != won {
				t.Fatalf("seed %d: %q, but %d fish were won", seed, caption, won)
			}
			if regexp.MustCompile("is stuck").MatchString(caption) {
				seen++
			}
		}
	}
	if seen == 0 {
		t.Error("no penguin was stuck")
	}
}
