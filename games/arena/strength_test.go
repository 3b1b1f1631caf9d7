package arena

import (
	"math"
	"testing"
)

// The interval is Wilson's: 8 of 10 gives 0.490 to 0.943 (Brown, Cai and DasGupta, Interval
// estimation for a binomial proportion, 2001, section 3).
func TestInterval(t *testing.T) {
	var s Score
	for i := range 10 {
		s.Add(float64(min(1, i/2)))
	}
	if low, high := s.Interval(); math.Abs(low-0.490) > 0.0005 || math.Abs(high-0.943) > 0.0005 {
		t.Errorf("8 of 10: %.4f to %.4f", low, high)
	}
	if low, high := (Score{}).Interval(); low != 0 || high != 1 {
		t.Errorf("no games: %v to %v, want all", low, high)
	}
}

// Points that exactly match leads of 100 Elo give these ratings. A player that has won all games is
// far ahead, but by a finite number.
func TestBradleyTerry(t *testing.T) {
	const n = 100_000
	points := make([][]float64, 3)
	for i := range points {
		points[i] = make([]float64, 3)
		for j := range points[i] {
			if i != j {
				points[i][j] = n * Expected(100*float64(j-i))
			}
		}
	}
	for i, elo := range BradleyTerry(points) {
		if want := 100 * float64(1-i); math.Abs(elo-want) > 0.1 {
			t.Errorf("player %d is rated %.2f, want %.0f", i, elo, want)
		}
	}
	if elo := BradleyTerry([][]float64{{0, 10}, {0, 0}}); elo[0] < 200 || elo[0] > 1000 {
		t.Errorf("ten wins of ten are rated %.0f", elo[0])
	}
}

// A score keeps games, points and squares of points, from which its spread comes.
func TestScore(t *testing.T) {
	var s Score
	for _, points := range []float64{1, 0.5, 0, 0.5} {
		s.Add(points)
	}
	if s.Games != 4 || s.Points != 2 || s.square != 1.5 {
		t.Errorf("%+v, want 4 games, 2 points, squares of 1.5", s)
	}
}
