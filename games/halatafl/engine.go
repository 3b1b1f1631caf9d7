package halatafl

import (
	"math/bits"

	"paddock/games/search"
)

// node is a position as the search sees it: a board, and how many quiet moves have led to it.
type node struct {
	board
	quiet uint8
}

// engine is Halatafl for paddock/games/search. It serves one search at a time.
type engine struct {
	weights
	seed uint64   // of the noise that makes one game differ from the next
	draw int      // what a draw is worth to the foxes
	buf  []change // reused by every node
}

var (
	_ search.Game[node, change] = (*engine)(nil)
	_ search.Repeater[node]     = (*engine)(nil)
	_ search.Decider            = (*engine)(nil)
)

// won is the value of a game at the moment it is won; all guesses stay well below.
const won = 20_000

// Won leaves room for the way to the end.
func (e *engine) Won() int { return won - search.MaxDepth }

// Moves lists captures and forward steps first. Compulsory captures are free: they cost no depth, and every one takes a sheep away, so
// that they come to an end.
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

// Play makes a move.
func (e *engine) Play(p *node, c change, next *node) search.Step {
	b, effect := p.board.play(c)
	next.board, next.quiet = b, 0
	if effect.quiet {
		next.quiet = p.quiet + 1
	}
	return search.Step{}
}

// Bounds settles finished games, draws by stagnation included (H24). That the search remembers a draw for the board alone does no harm:
// on its lines, equal boards have about the same number of quiet moves before them.
func (e *engine) Bounds(p *node) (lo, hi int) {
	v := won
	switch p.decided() {
	case "":
		if p.quiet < maxQuiet {
			return -won, won
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

// Quiet is how far back this position can have been before (H23).
func (e *engine) Quiet(p *node) int { return int(p.quiet) }

// Key mixes the board and the side to move; the rules never change during a search.
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

// Eval guesses who will win. When the foxes have to capture, the best capture is made first: a threat that comes true at once must not
// be mistaken for one that can be met.
func (e *engine) Eval(p *node) int {
	v := 0
	if p.foxesToMove {
		v = -e.afterCapture(p)
	} else {
		v = e.sheepValue(&p.board)
	}
	return v + int((p.key()^e.seed)*0x9e3779b97f4a7c15>>61) - 4
}

// afterCapture is the value for the sheep when the foxes are to move.
func (e *engine) afterCapture(p *node) int {
	if p.jumpers() == 0 {
		return e.sheepValue(&p.board)
	}
	best := won
	if !p.rules.mustCapture() {
		best = e.sheepValue(&p.board)
	}
	e.buf = p.appendChanges(e.buf[:0])
	for _, c := range e.buf {
		if c.captured == 0 {
			continue
		}
		next, _ := p.board.play(c)
		if next.sheep.len() < fewestToGo {
			return -won / 2
		}
		best = min(best, e.sheepValue(&next))
	}
	return best
}

// weights are what the features of a board are worth to the sheep, in hundredths of a sheep. They were tuned by hand, in matches between
// computer players.
type weights struct {
	sheep    [allSheep + 1]int // by the number left
	row      [8]int            // a sheep on a row
	paddock  int               // a sheep in the paddock
	backed   int               // a sheep with another right behind it: it can't be jumped from the front
	freedom  int               // a move that the sheep have
	oneFox   int               // there is only one fox
	mobility int               // a step that a fox has, to the foxes
	cramped  int               // a fox with at most one step
	hanging  int               // a capture that threatens while the sheep are to move
	loose    int               // a sheep that could be jumped over along some line if a fox came there
}

func (w *weights) sheepValue(b *board) int {
	empty := b.empty()
	v := w.sheep[b.sheep.len()]
	for row := 2; row <= 7; row++ {
		v += w.row[row] * (b.sheep & rowSets[row]).len()
	}
	v += w.paddock * (b.sheep & paddock).len()
	v += w.backed * (b.sheep & (b.sheep << up)).len()
	v += w.freedom * ((b.sheep << up & empty).len() + (b.sheep << side & empty).len() + (b.sheep >> side & empty).len())
	v -= w.loose * b.loose().len()
	if b.foxes&(b.foxes-1) == 0 {
		v += w.oneFox
	}
	for s := b.foxes; s != 0; s &= s - 1 {
		fox := s.first()
		steps := (neighbours[fox] & empty).len()
		v -= w.mobility * steps
		if steps <= 1 {
			v += w.cramped
		}
		for _, j := range jumps[fox] {
			if b.sheep.has(j.over) && empty.has(j.land) {
				v -= w.hanging
			}
		}
	}
	return v
}

// loose is the set of sheep with no sheep on either side of them along some line: a fox that came there could jump.
func (b *board) loose() set {
	e := board33 &^ b.sheep
	straight := e<<up&(e>>up) | e<<side&(e>>side)
	diagonal := e<<(side+up)&(e>>(side+up)) | e<<(side-up)&(e>>(side-up))
	return b.sheep & (straight | diagonal&joints)
}

var rowSets = makeRowSets()

func makeRowSets() (sets [8]set) {
	for row := 1; row <= 7; row++ {
		sets[row] = board33 & rows(row)
	}
	return sets
}

// The weights in use. Each side judges in its own way: foxes do better when they cling to each other and choke the sheep, whom H22 loses
// the game when they run out of steps; sheep do better when they don't mind.
var sheepWeights, foxWeights = tuned()

func tuned() (sheep, foxes weights) {
	w := weights{
		row:      [8]int{0, 0, 6, 14, 25, 39, 56, 73},
		paddock:  20,
		backed:   14,
		freedom:  2,
		oneFox:   400,
		mobility: 1,
		cramped:  30,
		hanging:  55,
		loose:    10,
	}
	for n := range w.sheep {
		w.sheep[n] = 100 * (n - 17)
		if n < 12 { // the last few are worth more
			w.sheep[n] -= 40 * (12 - n)
		}
	}
	sheep, foxes = w, w
	foxes.freedom, foxes.oneFox = 12, 900
	return sheep, foxes
}
