package halatafl

import (
	"slices"
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

// A review says what a sacrifice costs and what certainly follows from it, but nothing more than
// the rules prove, and nothing of moves that lose no more sheep than the others.
func TestReviewRemarks(t *testing.T) {
	for _, test := range []struct{ name, position, move, want string }{
		{"safe", "F1F/3/3S3/1SS1SSS/SSSSSSS/SSS/SSS s standard -", "d3-d4", ""},
		{
			"H9 a lure", "F1F/3/3S3/1SS1SSS/SSSSSSS/SSS/SSS s standard -", "d5-d6",
			"It gives up a sheep: a fox has to capture, and so leaves its place.",
		},
		{
			"H13 a trap", "3/1F1/S6/S1SSS1S/SSSSSFS/SSS/1S1 s standard -", "e4-e5",
			"It gives up a sheep; whatever the foxes do then, one of them can be caught.",
		},
		{
			"several", "3/1F1/SS1S3/F3SSS/SSSSSSS/SSS/2S s standard -", "c3-c4",
			"It gives up as many as 2 sheep; whatever the foxes do then, one of them can be caught.",
		},
		{
			"optional", "S1F/3/1S2SF1/SSSSSSS/1S1S1S1/1SS/3 s optional -", "e5-e6",
			"It gives up as many as 14 sheep on purpose.",
		},
		{"foxes", "2F/3/3S3/3FS2/4SS1/S1S/SSS f standard -", "d4xf4xd2", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := New().Parse("halatafl/1 " + test.position)
			if err != nil {
				t.Fatal(err)
			}
			r, _ := p.View(games.Spectator).Review(t.Context(), games.Budget{Nodes: 1000})
			i := slices.IndexFunc(r.Moves, func(m games.Reviewed[string]) bool { return m.Move == test.move })
			if i < 0 {
				t.Fatalf("%s is not reviewed: %+v", test.move, r.Moves)
			}
			if got := r.Moves[i].Remark.String(); got != test.want {
				t.Errorf("of %s the review says %q, want %q", test.move, got, test.want)
			}
		})
	}
}
