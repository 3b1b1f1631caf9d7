// Package puzzle makes puzzles from played games: positions in which search proves one best move.
// It knows no particular game, and of a match only its moves. It also has a stock of puzzles. Start
// reading at [Cut].
package puzzle

import (
	"context"

	"paddock/games"
	"paddock/games/review"
)

// Puzzle is a position with exactly one best move, which is proven.
type Puzzle struct {
	Game     games.ID
	Position string // position text
	Answer   string // the best move
	Value    float64
	Next     float64       // value of the second-best move
	Measure  games.Measure // unit of both values
	Moves    int           // number of legal moves
}

// Limits that a position must keep to be a puzzle.
const (
	leastMoves  = 4 // with fewer moves an answer is a guess
	leastMargin = 3 // least lead of the answer over the next move, if all moves win
)

// Of makes a puzzle of a position, if its review proves one best move that matters.
func Of(p *games.Position, r games.Review[string]) (Puzzle, bool) {
	if p.Game.Hidden || len(r.Moves) < leastMoves || !r.Proven {
		return Puzzle{}, false
	}
	best, second := r.Moves[0], r.Moves[1]
	if second.Value > best.Value {
		best, second = second, best
	}
	for _, m := range r.Moves[2:] {
		switch {
		case m.Value > best.Value:
			best, second = m, best
		case m.Value > second.Value:
			second = m
		}
	}
	if !r.Only(func(move string) bool { return move == best.Move }) ||
		!worthFinding(r.Measure, best.Value, second.Value) {
		return Puzzle{}, false
	}
	return Puzzle{p.Game.ID, p.Text(), best.Move, best.Value, second.Value, r.Measure, len(r.Moves)}, true
}

// worthFinding reports whether the best move matters: it wins or ties where every other loses, or
// wins by much more. A move that only loses by less is no puzzle.
func worthFinding(by games.Measure, best, second float64) bool {
	if by == games.ByChance {
		return best > second && best > 0
	}
	return best >= 0 && second < 0 || best > 0 && (second <= 0 || best-second >= leastMargin)
}

// Search looks for a puzzle in played games, one position per step.
type Search struct {
	at    []review.Ply
	nodes int64
}

// Cut starts a search for puzzles in moves, from the last one back. Nodes is the number of
// positions to visit for each move.
func Cut(plies []review.Ply, nodes int64) *Search { return &Search{plies, nodes} }

// Step examines the next position. It reports whether that is a puzzle, and whether positions are
// left.
func (s *Search) Step(ctx context.Context) (p Puzzle, found, more bool) {
	if len(s.at) == 0 {
		return Puzzle{}, false, false
	}
	ply := s.at[len(s.at)-1]
	s.at = s.at[:len(s.at)-1]
	r, ok := ply.View.Review(ctx, games.Budget{Nodes: s.nodes})
	if !ok {
		return Puzzle{}, false, len(s.at) > 0
	}
	at, err := ply.View.Game.Parse(ply.View.Text())
	if err != nil {
		return Puzzle{}, false, len(s.at) > 0
	}
	p, found = Of(at, r)
	return p, found, len(s.at) > 0
}
