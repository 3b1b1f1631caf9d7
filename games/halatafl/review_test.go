package halatafl

import (
	"testing"

	"paddock/games"
)

// A review finds the immediate win and the winning chain; without them nothing is proven.
func TestReview(t *testing.T) {
	for _, test := range []struct{ name, position, best string }{
		{"H19 the paddock", "SSS/SSS/2S1S2/3S3/4F2/F2/3 s standard -", "d4-d5"},
		{"H20 the chain that wins", "2F/3/3S3/3FS2/4SS1/S1S/SSS f standard -", "d4xf4xd2"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := New().Parse("halatafl/1 " + test.position)
			if err != nil {
				t.Fatal(err)
			}
			r, ok := p.View(games.Spectator).Review(t.Context(), games.Budget{Nodes: 30_000})
			if !ok || r.Measure != games.ByChance || r.Value != 1 || !r.Proven {
				t.Errorf("Review = %+v, %t; want a proven win", r, ok)
			}
			i := 0
			for m := range p.View(games.Spectator).Legal() {
				if i == len(r.Moves) || r.Moves[i].Move != m {
					t.Fatalf("move %d of the review is not %s: %+v", i, m, r.Moves)
				}
				if got := r.Moves[i]; m == test.best && (got.Value != 1 || !got.Proven) || got.Value < 0 ||
					got.Value > 1 {
					t.Errorf("%s is worth %g, proven %t", m, got.Value, got.Proven)
				}
				i++
			}
		})
	}
	start, err := New().Start(games.Setup{Seats: 2, Options: games.Options{"rules": "standard", "sheep": "20"}})
	if err != nil {
		t.Fatal(err)
	}
	r, _ := start.View(games.Spectator).Review(t.Context(), games.Budget{Nodes: 10_000})
	if len(r.Moves) != 7 || r.Proven || r.Value <= 0.5 || r.Value >= 1 {
		t.Errorf("Review of the start = %+v, want seven moves with which twenty sheep are ahead, and nothing proven", r)
	}
}
