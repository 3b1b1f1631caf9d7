package player

import (
	_ "embed"
	"math"
	"strconv"
	"strings"

	"paddock/games"
	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

// What a hidden piece did, and what it could have done and did not, is evidence of its rank.
// Function watch counts both from public facts. The traits of a piece are these counts and facts
// about its place. Each rank has a weight for each trait; TestLearn fits the weights to games of
// players of many styles.

// The counts of a hidden piece, taken at each ply of its side. Enemies count by class: see classOf.
const (
	advanced   = iota           // steps forward
	sidled                      // steps sideways
	retreated                   // steps back
	waited                      // plies of another piece, when this one could move
	shut                        // plies of another piece, when this one could not move
	met                         // steps beside a known enemy, by the class of the strongest one
	metMoved   = met + classes  // steps beside an unknown enemy that has moved
	metStill   = metMoved + 1   // steps beside an unknown enemy that has not moved
	approached = metStill + 1   // steps towards a known enemy; the last one is for Bombs
	fled       = approached + 6 // steps away from the strongest known enemy beside it
	stayed     = fled + classes // plies of another piece, when a known enemy was beside this one
	// attacks left undone, by the weakest known enemy beside it; the last one is for Bombs
	spared     = stayed + classes
	sparedMove = spared + 6       // attacks left undone on an unknown enemy that has moved
	sparedStay = sparedMove + 1   // attacks left undone on an unknown enemy that has not moved
	chased     = sparedStay + 1   // steps after a known enemy that has just gone away
	repeated   = chased + classes // steps right after another step of this piece
	shortened  = repeated + 1     // short steps that a Scout could have made longer
	counts     = shortened + 1    // number of counts
)

// The traits of a piece. Logarithms make each further repetition count less.
const (
	always     = iota               // 1
	late                            // how long the game is
	homeRow                         // 1 for the row where the piece began
	homeLate   = homeRow + 4        // the length of the game, for the row where the piece began
	howOften   = homeLate + 4       // logarithms of the counts
	whether    = howOften + counts  // 1 for each count that is not 0
	entered    = whether + counts   // when the piece moved first
	turn       = entered + 1        // how many pieces had moved before it
	rested     = turn + 1           // how long ago it moved last
	furthest   = rested + 1         // the most advanced row that it reached
	faces      = furthest + 1       // 1 for the class of the strongest known enemy beside it
	supported  = faces + classes    // number of neighbours of its side that have not moved
	hemmed     = supported + 1      // 1 if it cannot move
	busy       = hemmed + 1         // its share of its side's steps
	edge       = busy + 1           // 1 on a file at the edge
	astir      = edge + 1           // how many pieces of its side have moved
	facesMoved = astir + 1          // 1 if an unknown enemy that has moved is beside it
	facesStill = facesMoved + 1     // 1 if an unknown enemy that has not moved is beside it
	nearness   = facesStill + 1     // how near known enemies of each class are
	traits     = nearness + classes // number of traits
)

// leanings holds the weight of each trait for each rank: first of pieces that have not moved, then
// of others.
type leanings [2][ranks][traits]float32

//go:embed deeds.txt
var deedText string

// learnt holds the fitted weights: for the classic army, and for armies with few pieces.
var learnt = readDeeds(deedText)

// readDeeds reads weights. Each line holds those of a rank in hundredths.
func readDeeds(text string) (all [2]leanings) {
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		for j, word := range strings.Fields(line) {
			n, err := strconv.Atoi(word)
			if err != nil || i >= 4*ranks || j >= traits {
				return all
			}
			all[i/ranks/2][i/ranks%2][i%ranks][j] = float32(n) / 100
		}
	}
	return all
}

// learntOf returns the weights for an army.
func learntOf(army *board.Counts) *leanings {
	if army.Sum() < smallArmy {
		return &learnt[1]
	}
	return &learnt[0]
}

// deed counts what one piece did and could have done.
type deed struct {
	count  [counts]float32
	begun  int // the side's ply at which the piece moved first, counted from 1; 0: never
	turn   int // rank of the piece in the order of first moves, counted from 1
	latest int // the side's ply at which the piece moved last
	top    int // the most advanced row that it reached
}

// record is what a seat's pieces did in a game.
type record struct {
	seat  games.Seat
	board seenBoard           // the board at the end, with the origins of the remaining pieces
	deeds [board.Squares]deed // by origin
	shown []exhibit           // the pieces that became known
	plies int                 // number of the seat's plies
	moved int                 // number of the seat's pieces that have moved
}

// watch plays the log again and records what a seat's hidden pieces did.
func watch(f *view.Facts, seat games.Seat) *record {
	w := &record{seat: seat}
	b := &w.board
	start, ok := f.Rewind()
	if !ok {
		start = *f
	}
	for s, m := range start.Men() {
		b[s] = seenMan{here: true, seat: m.Seat, rank: still, origin: s}
	}
	for s := range w.deeds {
		w.deeds[s].top = rowFrom(seat, board.Square(s))
	}
	var enemy view.Ply
	last := board.Square(-1) // where the seat's last ply ended
	for i := 0; ok && i < f.Log.Len(); i++ {
		p := f.Log.At(i)
		w.reveal(p)
		if f.Mover(i) == seat {
			w.plies++
			w.step(p, last, enemy)
			w.omit(p.From)
			last = p.To
		} else {
			enemy = p
		}
		b.follow(p)
	}
	return w
}

// reveal records the hidden pieces that a ply makes known.
func (w *record) reveal(p view.Ply) {
	switch {
	case p.Fight():
		w.show(p.From, int8(board.TranslateRank(p.Attacker)))
		w.show(p.To, int8(board.TranslateRank(p.Defender)))
	case !p.From.Location().IsAdjacent(p.To.Location()):
		w.show(p.From, scout)
	}
}

// show records a piece that becomes known, if it was hidden.
func (w *record) show(s board.Square, rank int8) {
	if m := &w.board[s]; m.here && m.seat == w.seat && m.rank == still {
		w.shown = append(w.shown, exhibit{m.origin, rank, m.moved, w.traits(s)})
	}
}

// rowFrom returns the row of a square, seen from a seat: 0 at its own edge.
func rowFrom(seat games.Seat, s board.Square) int {
	if seat == view.Blue {
		return board.Size - 1 - s.Row()
	}
	return s.Row()
}

// omit counts, when one piece moves, what each other hidden piece of its side could have done
// instead.
func (w *record) omit(mover board.Square) {
	for s := range w.board {
		m := &w.board[s]
		if !m.here || m.seat != w.seat || m.rank != still || board.Square(s) == mover {
			continue
		}
		n := &w.deeds[m.origin].count
		c := w.board.around(board.Square(s), w.seat)
		if !c.free {
			n[shut]++
			continue
		}
		n[waited]++
		if c.threat > 0 {
			n[stayed+c.threat-1]++
		}
		if c.prey > 0 {
			n[spared+c.prey-1]++
		}
		if c.moved {
			n[sparedMove]++
		}
		if c.still {
			n[sparedStay]++
		}
	}
}

// step counts a ply of a hidden piece. An attack is not counted, because it reveals the piece's
// rank.
func (w *record) step(p view.Ply, last board.Square, enemy view.Ply) {
	b := &w.board
	m := &b[p.From]
	if m.rank != still {
		return
	}
	d := &w.deeds[m.origin]
	if d.begun == 0 {
		w.moved++
		d.begun, d.turn = w.plies, w.moved
	}
	if d.latest = w.plies; p.Fight() {
		return
	}
	n := &d.count
	up := rowFrom(w.seat, p.To) - rowFrom(w.seat, p.From)
	d.top = max(d.top, rowFrom(w.seat, p.To))
	switch {
	case up > 0:
		n[advanced]++
	case up < 0:
		n[retreated]++
	default:
		n[sidled]++
	}
	if p.From == last {
		n[repeated]++
	}
	if beyond := 2*p.To - p.From; beyond >= 0 && beyond < board.Squares &&
		beyond.Location().IsAdjacent(p.To.Location()) && !beyond.IsLake() && !b[beyond].here {
		n[shortened]++
	}
	before, after := b.around(p.From, w.seat), b.around(p.To, w.seat)
	if after.threat > 0 {
		n[met+after.threat-1]++
	} else if class := b.towards(p.From, p.To, b.known(w.seat)); class > 0 {
		n[approached+class-1]++
	}
	if after.moved {
		n[metMoved]++
	}
	if after.still {
		n[metStill]++
	}
	if before.threat > 0 && after.threat != before.threat {
		n[fled+before.threat-1]++
	}
	if class := b.fugitive(enemy, p.From); class > 0 && apart(enemy.To, p.To) < apart(enemy.To, p.From) {
		n[chased+class-1]++
	}
}

// traits returns the traits of a hidden piece.
func (w *record) traits(s board.Square) (x [traits]float32) {
	origin := w.board[s].origin
	d := &w.deeds[origin]
	log := func(n int) float32 { return float32(math.Log1p(float64(n))) }
	x[always] = 1
	x[late] = float32(math.Log1p(float64(w.plies)/10)) - 1.5
	if row, _ := homeOf(w.seat, origin); row >= 0 {
		x[homeRow+row], x[homeLate+row] = 1, x[late]
	}
	for i, n := range d.count {
		if n > 0 {
			x[howOften+i], x[whether+i] = log(int(n)), 1
		}
	}
	if d.begun > 0 {
		x[entered] = log(d.begun-1) / 2
		x[turn] = log(d.turn - 1)
		x[rested] = log(w.plies-d.latest) / 2
		x[furthest] = float32(d.top) / 4
		x[busy] = (d.count[advanced] + d.count[sidled] + d.count[retreated]) / float32(w.plies+5)
	}
	c := w.board.around(s, w.seat)
	if c.threat > 0 {
		x[faces+c.threat-1] = 1
	}
	x[supported] = float32(c.friends)
	x[hemmed], x[facesMoved], x[facesStill] = one(!c.free), one(c.moved), one(c.still)
	x[edge] = one(s.File() == 0 || s.File() == board.Size-1)
	x[astir] = log(w.moved) - 1.8
	for _, o := range w.board.known(w.seat) {
		if class, far := classOf[w.board[o].rank], apart(o, s); class > 0 && far <= reach+1 {
			near := &x[nearness+class-1]
			*near = max(*near, 1/float32(far))
		}
	}
	return x
}

// one returns 1 for true and 0 for false.
func one(is bool) float32 {
	if is {
		return 1
	}
	return 0
}

// explain returns how well each rank explains the traits of a piece.
func (l *leanings) explain(x *[traits]float32, moved bool) (p [ranks]float64) {
	kind := 0
	if moved {
		kind = 1
	}
	for r := range p {
		if moved && !mobile[r] {
			continue
		}
		sum := float32(0)
		for i, weight := range l[kind][r] {
			sum += weight * x[i]
		}
		p[r] = math.Exp(float64(min(12, max(-12, sum))))
	}
	return p
}
