package halatafl

import (
	"slices"
	"sync/atomic"

	"paddock/games/halatafl/ends"
	"paddock/games/search"
)

// solved holds the end tables that searches look positions up in; nil without.
var solved atomic.Pointer[ends.Tables]

// UseEnds makes later computer players, reviews and proofs of a loss use end tables, which must be
// complete.
func UseEnds(t *ends.Tables) { solved.Store(t) }

const (
	// solvedWin is the value of a position that is won by a table of solved endgames, however many
	// moves the win takes.
	solvedWin = won - search.MaxDepth/2
	// likelyWin is the estimate of a win by a table that repetition or stagnation might prevent. A
	// small part of the usual estimate is added, so that the winner gets on. It is more than any
	// other estimate, and less than a win.
	likelyWin = most + most/2
	smallPart = 4
)

// lookup finds values in end tables, for the side to move. Its zero value finds none.
type lookup struct {
	tables *ends.Tables
	// fresh is set if no position since the last move that was not quiet came up twice. Then a win
	// is certain as long as enough quiet moves are left.
	fresh bool
	guess int // 1 or -1 if the last position looked at is such a win of the side to move or of the other
}

// value looks a position up, the sheep to move.
func (l *lookup) value(b *board) (ends.Value, bool) {
	if l.tables == nil || b.foxesToMove || b.rules != 0 {
		return ends.Draw, false
	}
	return l.tables.Value(uint64(b.sheep), uint64(b.foxes))
}

// bounds returns certain bounds of the value, where a draw is worth so much to the side to move.
func (l *lookup) bounds(p *node, draw int) (lo, hi int) {
	l.guess = 0
	v, ok := l.value(&p.board)
	sign := 1
	switch {
	case !ok:
		return -won, won
	case v == ends.Draw:
		return draw, draw
	case v == ends.FoxesWin:
		sign = -1
	}
	if p.quiet == 0 || l.fresh && p.quiet <= maxQuiet-ends.Plies {
		return sign * solvedWin, sign * solvedWin
	}
	l.guess = sign
	return -won, won
}

// bestReply returns the value of a position with the foxes to move, if tables have all that their
// moves lead to.
func (l *lookup) bestReply(b *board, moves []change) (ends.Value, bool) {
	best := ends.SheepWin
	for _, c := range moves {
		next, _ := b.play(c)
		v, ok := ends.FoxesWin, next.decided() != ""
		if !ok {
			v, ok = l.value(&next)
		}
		switch {
		case !ok:
			return best, false
		case v == ends.FoxesWin:
			return v, true
		case v == ends.Draw:
			best = v
		}
	}
	return best, true
}

// drawn reports whether end tables know that an unfinished game is a draw by best play.
func (e *engine) drawn(b *board) bool {
	if b.foxesToMove {
		_, draw := e.solvedReply(&node{board: *b})
		return draw
	}
	v, ok := e.ends.value(b)
	return ok && v == ends.Draw
}

// fresh reports whether no position since the last move that was not quiet came up twice.
func (p *position) fresh() bool {
	n := node{board: p.board}
	keys := append(p.past(), n.key())
	slices.Sort(keys)
	return len(slices.Compact(keys)) == int(p.quiet.length)+1
}
