// Package review looks back at a game that has been played: what each move was worth beside the best one, where the game turned, and how well each seat
// has played. Moves and what their seats knew go in, values come out: it shows nothing, keeps nothing, and works for every game whose rules are a
// [games.Reviewer].
//
// A game is looked at from its end, where searches get to the end of everything: what is exact there says what the move before was worth. Start reading
// at [Work].
package review

import (
	"cmp"
	"context"
	"math"
	"slices"

	"paddock/games"
)

// Ply is a move that was made, and what its seat knew when it made it.
type Ply struct {
	Seat games.Seat
	Move string
	View *games.View
}

// Budget limits a review. The same plies and nodes give the same review where time does not run out.
type Budget struct {
	Nodes int64  // positions to look at for each move
	Seed  uint64 // of searches that need chance
}

// Work is a review in the making.
type Work struct {
	plies  []Ply
	budget Budget
	left   int // plies that are still to be looked at, from the first on
	made   Review
}

// Begin begins a review of a game's moves, in the order in which they were made.
func Begin(plies []Ply, b Budget) *Work {
	return &Work{plies: plies, budget: b, left: len(plies), made: Review{Moves: make([]Move, len(plies))}}
}

// Left is how many moves are still to be looked at.
func (w *Work) Left() int { return w.left }

// Step looks at one move more, the last that has not been looked at, for as long as ctx allows; it reports whether any are left then.
func (w *Work) Step(ctx context.Context) (more bool) {
	if w.left == 0 {
		return false
	}
	w.left--
	w.made.Moves[w.left] = w.look(ctx, w.left)
	return w.left > 0
}

// Review is what has come of it so far; of moves that were not looked at nothing is known.
func (w *Work) Review() Review { return w.made }

// look values the ith move.
func (w *Work) look(ctx context.Context, i int) Move {
	p := w.plies[i]
	m := Move{Seat: p.Seat, Played: p.Move}
	r, ok := p.View.Review(ctx, games.Budget{Nodes: w.budget.Nodes, Seed: w.budget.Seed + uint64(i)})
	if !ok || len(r.Moves) == 0 {
		return m
	}
	m.Measure, m.Choices = r.Measure, len(r.Moves)
	var best *games.Reviewed[string]
	for j := range r.Moves {
		moved := &r.Moves[j]
		if moved.Move == p.Move {
			w.correct(i, r.Measure, moved)
			m.Known, m.Value, m.Exact = true, moved.Value, moved.Proven
		}
		if best == nil || moved.Value > best.Value || moved.Value == best.Value && moved.Move == p.Move {
			best = moved
		}
	}
	m.Best, m.BestValue, m.BestExact = best.Move, best.Value, best.Proven
	m.Only = r.Only(func(move string) bool { return move == best.Move })
	return m
}

// correct gives the move that was made the exact value of what came of it, where that is known.
func (w *Work) correct(i int, by games.Measure, played *games.Reviewed[string]) {
	if i+1 >= len(w.plies) || played.Proven {
		return
	}
	next := w.made.Moves[i+1]
	if !next.BestExact || !next.Known || next.Measure != by || w.plies[i].View.Game.MaxSeats > 2 {
		return
	}
	played.Value, played.Proven = next.BestValue, true
	if next.Seat != w.plies[i].Seat {
		played.Value = -next.BestValue
		if by == games.ByChance {
			played.Value = 1 - next.BestValue
		}
	}
}

// Review is what is known of the moves of a game, in their order.
type Review struct{ Moves []Move }

// Move is what a move was worth to the seat that made it, beside the best one.
type Move struct {
	Seat             games.Seat
	Played, Best     string
	Measure          games.Measure
	Value, BestValue float64 // in the Measure
	Exact, BestExact bool    // the value is proven
	Known            bool    // Value and Best are known
	Only             bool    // it is proven that nothing is as good as Best
	Choices          int     // how many moves there were
}

// scale is the margin that makes two chances of three out of even ones.
const scale = 6

// share is the part of the win that a value stands for, from 0 to 1: the result itself where that is proven.
func share(by games.Measure, value float64, exact bool) float64 {
	switch {
	case by == games.ByChance:
		return value
	case exact && value != 0:
		return (1 + math.Copysign(1, value)) / 2
	}
	return 1 / (1 + math.Exp(-value*math.Ln2/scale))
}

// Loss is the share of the win that the move gave away, from 0 to 1.
func (m Move) Loss() float64 {
	if !m.Known || m.Played == m.Best {
		return 0
	}
	return max(0, share(m.Measure, m.BestValue, m.BestExact)-share(m.Measure, m.Value, m.Exact))
}

// Proven reports whether it is certain that Best is better than what was played.
func (m Move) Proven() bool { return m.Known && m.Exact && m.BestExact && m.BestValue > m.Value }

// Accuracy is how well a seat has played where it had a choice, from 0 to 100: the average over its moves of the formula that lichess uses, which gives
// 100 to the best move and 40 to one that gives away a fifth of the win. Not ok if it never had a choice that is known.
func (r Review) Accuracy(seat games.Seat) (percent float64, ok bool) {
	sum, n := 0.0, 0
	for _, m := range r.Moves {
		if m.Seat == seat && m.Known && m.Choices > 1 {
			sum += min(100, max(0, 103.1668*math.Exp(-4.354*m.Loss())-3.1669))
			n++
		}
	}
	if n == 0 {
		return 0, false
	}
	return sum / float64(n), true
}

// turning is the least share of the win that a move which turns a game gives away.
const turning = 0.15

// Turning lists the moves by which the game turned, at most so many, those that gave most away, in the order of play.
func (r Review) Turning(most int) (moves []int) {
	for i, m := range r.Moves {
		if m.Loss() >= turning {
			moves = append(moves, i)
		}
	}
	slices.SortStableFunc(moves, func(a, b int) int { return cmp.Compare(r.Moves[b].Loss(), r.Moves[a].Loss()) })
	moves = moves[:min(most, len(moves))]
	slices.Sort(moves)
	return moves
}

// Exact counts the moves of which it is proven what the best was worth, and those that are known at all.
func (r Review) Exact() (proven, known int) {
	for _, m := range r.Moves {
		if m.Known {
			known++
			if m.BestExact {
				proven++
			}
		}
	}
	return proven, known
}
