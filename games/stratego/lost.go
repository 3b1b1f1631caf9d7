package stratego

import (
	"paddock/games"
	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

var _ games.Loser[view.View] = rules{}

// Lost reports whether the viewing seat is certain to lose within a few plies, as far as it knows.
// It is false if an enemy piece of unknown rank can move. An attack on such a piece counts as a way
// out.
func (r rules) Lost(v view.View, nodes int64) bool {
	if v.ToMove() != v.Seat || v.Seat == games.Spectator || hiddenMovers(&v) {
		return false
	}
	world := r.Guess(v, 1) // any one world will do: in all of them the same moves win the same fights
	p := lossProof{me: v.Seat, left: nodes / nodeCost}
	for depth := 2; depth <= proofDepth && p.left > 0; depth += 2 {
		if p.lost(world, depth) {
			return true
		}
	}
	return false
}

const (
	proofDepth = 6  // most plies of a proof
	nodeCost   = 10 // a position played by the rules takes as long as so many positions of a search
)

// hiddenMovers reports whether the enemy has pieces of unknown rank that may move.
func hiddenMovers(v *view.View) bool {
	enemy := 1 - v.Seat
	left, lost := v.Army[enemy], v.Lost()[enemy]
	for i := range left {
		left[i] -= lost[i]
	}
	for _, m := range v.Men() {
		if m.Seat == enemy && m.Rank != board.Unknown {
			left[board.TranslateRank(m.Rank)]--
		}
	}
	for i, n := range left {
		if n > 0 && board.Ranks[i].Movable() {
			return true
		}
	}
	return false
}

// lossProof searches for a forced loss of a seat.
type lossProof struct {
	me   games.Seat
	left int64 // positions that may still be visited
}

// lost reports whether all moves of the seat lose within the given number of plies.
func (p *lossProof) lost(s state, depth int) bool {
	if depth <= 0 {
		return false
	}
	for m := range (rules{}).Legal(s.For(p.me)) {
		if t := s.At(m.To); m.Kind != view.Step || !t.None() && !t.Known {
			return false
		}
		next, _ := rules{}.Apply(s, p.me, m)
		if p.left--; p.left < 0 || !p.beaten(next) && (next.Phase == view.Over || !p.wins(next, depth-1)) {
			return false
		}
	}
	return true
}

// wins reports whether the enemy has a move that makes the seat lose.
func (p *lossProof) wins(s state, depth int) bool {
	for m := range (rules{}).Legal(s.For(1 - p.me)) {
		next, _ := rules{}.Apply(s, 1-p.me, m)
		if p.left--; p.left < 0 {
			return false
		}
		if p.beaten(next) || next.Phase != view.Over && p.lost(next, depth-1) {
			return true
		}
	}
	return false
}

// beaten reports whether the game is over and the seat has lost.
func (p *lossProof) beaten(s state) bool { return s.Phase == view.Over && s.Result.Winner == 1-p.me }
