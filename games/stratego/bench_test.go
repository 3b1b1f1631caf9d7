package stratego

import (
	"math/rand/v2"
	"slices"
	"testing"

	"paddock/games"
	"paddock/games/gamestest/cputime"
)

// BenchmarkPly plays random plies as a match does: it reads the position from its text, lists the
// legal moves of the view, plays one of them, and writes the text. The bytes are those of a game's
// longest and first position texts.
func BenchmarkPly(b *testing.B) {
	rng := rand.New(rand.NewPCG(2, 3))
	g := New()
	fresh := func() string {
		pos, err := g.Start(games.Setup{Seed: 9})
		for _, seat := range []games.Seat{red, blue} {
			if err == nil {
				var done games.Played
				done, err = pos.Play(seat, "confirm")
				pos = done.Next
			}
		}
		if err != nil {
			b.Fatal(err)
		}
		return pos.Text()
	}
	first := fresh()
	text, longest := first, 0
	begin := cputime.Used()
	for b.Loop() {
		pos, err := g.Parse(text)
		if err != nil {
			b.Fatal(err)
		}
		for seat := range pos.Turn().Waiting.All() {
			moves := slices.Collect(pos.View(seat).Legal())
			done, err := pos.Play(seat, moves[rng.IntN(len(moves))])
			if err != nil {
				b.Fatal(err)
			}
			pos = done.Next
		}
		text = pos.Text()
		longest = max(longest, len(text))
		if _, over := pos.Outcome(); over {
			text = first
		}
	}
	b.ReportMetric(float64((cputime.Used()-begin).Microseconds())/float64(b.N), "CPU-µs/op")
	b.ReportMetric(float64(len(first)), "bytes-first")
	b.ReportMetric(float64(longest), "bytes-longest")
}
