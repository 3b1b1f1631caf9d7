package halatafl

import (
	"math/bits"

	"paddock/games/halatafl/ends"
	"paddock/games/search"
)

// node is a position for the search: a board, and the number of quiet moves before it.
type node struct {
	board
	quiet uint8
}

// engine implements search.Game for Halatafl. It serves one search at a time.
type engine struct {
	judge
	seed  uint64 // seed of the noise that makes games differ
	draw  int    // the value of a draw, from the foxes' view
	ends  lookup
	buf   []change // a buffer that every node reuses
	after board    // a buffer that every node reuses
}

var (
	_ search.Game[node, change] = (*engine)(nil)
	_ search.Repeater[node]     = (*engine)(nil)
	_ search.Decider            = (*engine)(nil)
)

// impartial prepares the engine for searches that favour neither side.
func (e *engine) impartial() {
	e.seed, e.draw, e.ends = 0, 0, lookup{tables: solved.Load()}
}

// won is the value of a won game at its end. All estimates are far below it.
const won = 20_000

// most is the highest estimate.
const most = won / 2

// Won returns the least value of a win, so that quicker wins can be worth more.
func (e *engine) Won() int { return won - search.MaxDepth }

// Moves lists captures and forward steps first. Compulsory captures cost no depth. They end by
// themselves, because each removes a sheep.
func (e *engine) Moves(p *node, list []search.Move[change]) []search.Move[change] {
	e.buf = p.appendChanges(e.buf[:0])
	forced := p.rules.mustCapture()
	for _, c := range e.buf {
		m := search.Move[change]{M: c, Slot: uint16(c.from)<<6 | uint16(c.to)}
		switch {
		case c.captured != 0:
			m.Order, m.Free = search.HistoryMax*c.captured.len(), forced
		case p.foxesToMove:
			m.Quiet = true
		case c.to.row() > c.from.row():
			m.Order = 100 * c.to.row()
		default:
			m.Quiet = true
		}
		list = append(list, m)
	}
	return list
}

func (e *engine) Play(p *node, c change, next *node) search.Step {
	b, effect := p.board.play(c)
	next.board, next.quiet = b, 0
	if effect.quiet {
		next.quiet = p.quiet + 1
	}
	return search.Step{}
}

// Bounds settles finished games, including draws by stagnation (H24). The search may remember such
// a draw for the board alone. That is harmless: in its lines, equal boards have about the same
// number of quiet moves before them.
func (e *engine) Bounds(p *node) (lo, hi int) {
	v := won
	switch p.decided() {
	case "":
		if p.quiet < maxQuiet {
			return e.ends.bounds(p, -e.draw)
		}
		v = -e.draw
	case sheepBelowNine, sheepBlocked:
		v = -won
	}
	if p.foxesToMove {
		v = -v
	}
	return v, v
}

// Quiet returns how many plies back this position can have occurred (H23).
func (e *engine) Quiet(p *node) int { return int(p.quiet) }

// Key returns a hash of the board and the side to move. The rules never change during a search.
func (e *engine) Key(p *node) uint64 { return p.key() }

func (p *node) key() uint64 {
	h := uint64(p.sheep) * 0x9e3779b97f4a7c15
	h = bits.RotateLeft64(h, 31) ^ uint64(p.foxes)*0xd6e8feb86659fd93
	if p.foxesToMove {
		h ^= 0x5851f42d4c957f2d
	}
	h = (h ^ h>>32) * 0xc4ceb9fe1a85ec53
	return h ^ h>>29
}

// Eval estimates the value of a position, by end tables if they have it. If the foxes must capture,
// it first plays the best capture, because an immediate threat cannot be met any more.
func (e *engine) Eval(p *node) int {
	sign, draw := e.ends.guess, false
	if p.foxesToMove {
		sign, draw = e.solvedReply(p)
	}
	if draw {
		return e.draw
	}
	v := 0
	if p.foxesToMove {
		v = -e.afterCapture(p, e.judge)
	} else {
		v = e.sheepValue(&p.board)
	}
	v = min(max(v, -most), most)
	if sign != 0 {
		return sign*likelyWin + v/smallPart
	}
	return v + int((p.key()^e.seed)*0x9e3779b97f4a7c15>>61) - 4
}

// solvedReply looks up what the moves of the foxes lead to: 1 if they win by end tables, -1 if they
// lose, or a draw. Otherwise it returns 0.
func (e *engine) solvedReply(p *node) (sign int, draw bool) {
	if e.ends.tables == nil || p.rules != 0 || p.sheep.len() > e.ends.tables.Most() {
		return 0, false
	}
	e.buf = p.appendChanges(e.buf[:0])
	switch v, ok := e.ends.bestReply(&p.board, e.buf); {
	case !ok:
		return 0, false
	case v == ends.FoxesWin:
		return 1, false
	case v == ends.SheepWin:
		return -1, false
	}
	return 0, true
}

// judge values a board for the sheep.
type judge interface{ sheepValue(*board) int }

// afterCapture returns the value for the sheep when the foxes are to move.
func (e *engine) afterCapture(p *node, j judge) int {
	if p.jumpers() == 0 {
		return j.sheepValue(&p.board)
	}
	best := won
	if !p.rules.mustCapture() {
		best = j.sheepValue(&p.board)
	}
	e.buf = p.appendChanges(e.buf[:0])
	for _, c := range e.buf {
		if c.captured == 0 {
			continue
		}
		e.after, _ = p.board.play(c)
		if e.after.sheep.len() < fewestToGo {
			return -most
		}
		best = min(best, j.sheepValue(&e.after))
	}
	return best
}
