package games

import (
	"context"
	"slices"
)

// Reviewer is implemented by rules that can value a position and its moves, for reviews and hints.
// It uses only the view of one seat.
type Reviewer[V, M any] interface {
	// Review values a position from the view of the seat to move. It does its best before ctx ends
	// or the budget's nodes are used up.
	Review(ctx context.Context, v V, b Budget) Review[M]
}

// Review is the value of a position to the seat to move.
type Review[M any] struct {
	Measure Measure
	Value   float64 // value of the best move
	Proven  bool    // Value follows from best play by all seats and is exact
	Moves   []Reviewed[M]
}

// Reviewed is the value of a legal move to the seat that makes it.
type Reviewed[M any] struct {
	Move   M
	Value  float64
	Proven bool
	Remark Sentence // what the move costs and brings, as far as the rules show it; may be empty
}

// Measure is the unit of the values of a Review.
type Measure string

const (
	ByMargin Measure = "margin" // the seat's lead at the end over the best of the others, in beans or fish
	// the expected result of the seat: 0 is a loss, 0.5 a shared win, 1 a win; exactly one of these
	// if proven
	ByChance Measure = "chance"
)

// ByTiebreak is a proven ByMargin value where the scores are equal and a tiebreak wins; its negative
// where the tiebreak loses. It rounds to 0.
const ByTiebreak = 0.25

// Sum computes Value and Proven from the moves. The value is not proven while an unproven move may
// still be better.
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
	for _, m := range r.Moves { // with a proven win, no move can be better
		r.Proven = r.Proven || r.Measure == ByChance && m.Proven && m.Value == 1
	}
}

// Best returns the best move and the best of all others. Of equal moves it takes the first. Where there is no such
// move, the result is the zero value.
func (r Review[M]) Best() (best, next Reviewed[M]) {
	at := 0
	for i, m := range r.Moves {
		if m.Value > r.Moves[at].Value {
			at = i
		}
	}
	others := false
	for i, m := range r.Moves {
		switch {
		case i == at:
			best = m
		case !others || m.Value > next.Value:
			next, others = m, true
		}
	}
	return best, next
}

// Only reports whether one move is proven to be better than every other. It is false with a single
// legal move, which needs no search.
func (r Review[M]) Only(is func(M) bool) bool {
	best, found := 0.0, false
	for _, m := range r.Moves {
		if is(m.Move) {
			best, found = m.Value, m.Proven
		}
	}
	others := func(m Reviewed[M]) bool { return !is(m.Move) && (!m.Proven || m.Value >= best) }
	return found && len(r.Moves) > 1 && !slices.ContainsFunc(r.Moves, others)
}

// Review values the view's position and each of its moves (see Reviewer). It returns false if the
// game has no Reviewer or no seat is to move.
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
		r.Moves = append(r.Moves, Reviewed[string]{v.t.rules.Format(v.v, m.Move), m.Value, m.Proven, m.Remark})
	}
	return r, true
}
