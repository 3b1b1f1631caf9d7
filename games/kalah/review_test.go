package kalah

import (
	"context"
	"testing"

	"paddock/games"
)

// KG7: a review's exact values equal those of plain minimax over the rules.
func TestReviewIsExact(t *testing.T) {
	for _, text := range []string{
		"kalah/1 m=6 to=S south=0.1.0.2.0.0:16 north=1.0.0.0.0.2:20 rules=standard",
		"kalah/1 m=6 to=N south=0.1.0.2.0.0:16 north=1.0.0.0.0.2:20 rules=empty-capture",
		"kalah/1 m=10 to=S south=0.0.0.0.0.1.0.0.2.0:12 north=0.0.0.0.0.0.0.2.0.1:20 rules=standard",
		"kalah/1 m=3 to=N south=1.1.0:0 north=0.0.1:3 rules=standard",
	} {
		p, err := New().Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		r, ok := p.View(games.Spectator).Review(t.Context(), games.Budget{})
		if !ok || !r.Proven || r.Measure != games.ByMargin {
			t.Fatalf("%s: Review = %+v, %t; want proven margins", text, r, ok)
		}
		at, best, i := at(t, text), -maxTotal, 0
		for m := range (rules{}).Legal(at) {
			next := at
			next.play(m)
			want := exhaust(next, values{})
			if at.toMove == north {
				want = -want
			}
			if got := r.Moves[i]; got.Move != (rules{}).Format(at, m) || got.Value != float64(want) || !got.Proven {
				t.Errorf("%s: %+v, want %s worth %d, proven", text, got, (rules{}).Format(at, m), want)
			}
			best, i = max(best, want), i+1
		}
		if r.Value != float64(best) || len(r.Moves) != i {
			t.Errorf("%s: worth %g of %d moves, want %d of %d", text, r.Value, len(r.Moves), best, i)
		}
	}
}

// A review has a value for every move, with any limit of time and nodes, and does not call it
// proven without a search.
func TestReviewInAHurry(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for name, r := range map[string]games.Review[move]{
		"nodes": rules{}.Review(t.Context(), at(t, start64), games.Budget{Nodes: 1}),
		"time":  rules{}.Review(ended, at(t, start64), games.Budget{}),
	} {
		if len(r.Moves) != 6 || r.Proven {
			t.Errorf("%s: %+v, want six moves and nothing proven", name, r)
		}
	}
}
