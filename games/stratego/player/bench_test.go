package player

import (
	"math/rand/v2"
	"testing"

	"paddock/games"
	"paddock/games/gamestest/cputime"
	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

// BenchmarkSample draws sixty worlds at a time that fit RED's view after forty plies of a classic
// game, as a master does for a move (S61).
func BenchmarkSample(b *testing.B) {
	rng := rand.New(rand.NewPCG(7, 7))
	f := begun(board.Classic, rng)
	for range 40 {
		seat := f.ToMove()
		steps := f.Steps(seat, false)
		m := steps[rng.IntN(len(steps))]
		p, _ := f.Step(m.From, m.To)
		f.Log = f.Log.Add(p)
		f.Turn = games.SeatSet(1 - seat)
	}
	v := f.For(view.Red)
	const worlds = 60
	begin := cputime.Used()
	for b.Loop() {
		sample(&v, worlds, rng)
	}
	b.ReportMetric(worlds*float64(b.N)/(cputime.Used()-begin).Seconds(), "worlds/CPU-s")
}

// BenchmarkSetup makes classic set-ups (S60).
func BenchmarkSetup(b *testing.B) {
	rng := rand.New(rand.NewPCG(8, 8))
	begin := cputime.Used()
	for b.Loop() {
		Setup(board.Classic, rng)
	}
	b.ReportMetric(float64(b.N)/(cputime.Used()-begin).Seconds(), "set-ups/CPU-s")
}
