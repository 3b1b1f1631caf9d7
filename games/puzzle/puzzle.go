// Package puzzle makes puzzles of games that have been played: positions in which search proves one best move. It knows no particular game, and of where a
// puzzle comes from no more than the moves it is given; where there are none it has positions of its own. Start reading at [Cut].
package puzzle

import (
	"context"

	"paddock/games"
	"paddock/games/review"
)

// Puzzle is a position in which exactly one move is best, which is proven.
type Puzzle struct {
	Game     games.ID
	Position string // text
	Answer   string // the best move
	Value    float64
	Next     float64       // what the second best comes to
	Measure  games.Measure // of both
	Moves    int           // how many there are to choose from
}

// Limits of what is a puzzle.
const (
	leastMoves  = 3 // fewer leave nothing to find
	leastMargin = 3 // by how much the answer is better, where all moves win
)

// Of makes a puzzle of a position, if its review proves one best move that is worth finding.
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
	if !r.Only(func(move string) bool { return move == best.Move }) || !worthFinding(r.Measure, best.Value, second.Value) {
		return Puzzle{}, false
	}
	return Puzzle{p.Game.ID, p.Text(), best.Move, best.Value, second.Value, r.Measure, len(r.Moves)}, true
}

// worthFinding reports whether the best move makes a difference: it wins or ties what every other loses, or wins by a good deal more. How to lose by less is
// no puzzle.
func worthFinding(by games.Measure, best, second float64) bool {
	if by == games.ByChance {
		return best > second && best > 0
	}
	return best >= 0 && second < 0 || best > 0 && (second <= 0 || best-second >= leastMargin)
}

// Verify searches a puzzle's position anew and reports whether its answer is proven to be the only best move.
func Verify(ctx context.Context, g *games.Game, p Puzzle, nodes int64) bool {
	at, err := g.Parse(p.Position)
	if err != nil {
		return false
	}
	r, ok := at.View(games.Spectator).Review(ctx, games.Budget{Nodes: nodes})
	again, is := Of(at, r)
	return ok && is && again.Answer == p.Answer
}

// Search looks for a puzzle in games that have been played, one position after another.
type Search struct {
	at    []review.Ply
	nodes int64
}

// Cut begins to look for puzzles in moves, from the last one back; nodes is how many positions to look at for each.
func Cut(plies []review.Ply, nodes int64) *Search { return &Search{plies, nodes} }

// Step looks at one position more. It reports whether that is a puzzle, and whether any are left.
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
