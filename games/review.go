package games

import "context"

// Reviewer is implemented by rules that can tell what a position and its moves are worth, for reviews and hints. It sees what one seat may know.
type Reviewer[V, M any] interface {
	// Review values a position in which somebody is to move, as well as it can before ctx ends or the budget's nodes are spent.
	Review(ctx context.Context, v V, b Budget) Review[M]
}

// Review is what a position is worth to the seat to move.
type Review[M any] struct {
	Measure Measure
	Value   float64 // of the best move
	Proven  bool    // Value is exact: best play by all comes to it
	Moves   []Reviewed[M]
}

// Reviewed is what a legal move is worth to the seat that makes it.
type Reviewed[M any] struct {
	Move   M
	Value  float64
	Proven bool
}

// Measure is what values of a Review mean.
type Measure string

const (
	ByMargin Measure = "margin" // by how much the seat will be ahead of the best of the others at the end: beans, fish
	ByChance Measure = "chance" // the seat's share of the win, from 0 to 1; 0, 0.5 and 1 where it is proven
)

// Sum sets Value and Proven by the moves: nothing is proven while another move could still turn out better.
func (r *Review[M]) Sum() {
	for i, m := range r.Moves {
		if i == 0 || m.Value > r.Value {
			r.Value = m.Value
		}
	}
	r.Proven = len(r.Moves) > 0
	for _, m := range r.Moves {
		r.Proven = r.Proven && m.Proven
	}
	for _, m := range r.Moves { // a won game can't be beaten
		r.Proven = r.Proven || r.Measure == ByChance && m.Proven && m.Value == 1
	}
}

// Only reports whether it is proven that a move is worth more than every other. Where there is no other it is false: nobody had to find it.
func (r Review[M]) Only(is func(M) bool) bool {
	best, found := 0.0, false
	for _, m := range r.Moves {
		if is(m.Move) {
			best, found = m.Value, m.Proven
		}
	}
	if !found || len(r.Moves) < 2 {
		return false
	}
	for _, m := range r.Moves {
		if !is(m.Move) && (!m.Proven || m.Value >= best) {
			return false
		}
	}
	return true
}

// Review values the view's position and each of its moves (see Reviewer); false for games that have no such thing, and when nobody is to move.
func (v *View) Review(ctx context.Context, b Budget) (Review[string], bool) {
	for range v.Legal() {
		return v.v.review(ctx, b)
	}
	return Review[string]{}, false
}

func (v typedView[S, V, M]) review(ctx context.Context, b Budget) (Review[string], bool) {
	reviewer, ok := v.t.rules.(Reviewer[V, M])
	if !ok {
		return Review[string]{}, false
	}
	typed := reviewer.Review(ctx, v.v, b)
	r := Review[string]{Measure: typed.Measure, Value: typed.Value, Proven: typed.Proven}
	for _, m := range typed.Moves {
		r.Moves = append(r.Moves, Reviewed[string]{v.t.rules.Format(v.v, m.Move), m.Value, m.Proven})
	}
	return r, true
}
