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

// The actions of a hidden piece, and the chances that it did not take, say something about its rank. Every possible step of a hidden piece belongs
// to one of several habits. Public facts define a habit: the direction, the target, and the neighbours before and after. The rates at which each
// rank takes such a chance were counted in games of the players against each other: see TestLearn.

// The habits. First come quiet steps: by direction, whether it is a first step, the strongest known enemy beside the piece, and the new neighbour.
// Then come attacks. Each habit exists twice: for the piece that made its side's last ply, which tends to move on whatever its rank, and for
// others.
const (
	threats = 6               // the strongest known enemy beside the square: 0 for none, otherwise one of five classes of ranks
	leads   = threats + 1 + 6 // either the new neighbour (none, one of five classes, unknown) or the enemy approached (one of five classes, a Bomb)
	quiets  = 3 * 2 * threats * leads
	onKnown = quiets       // first of the attacks on a known enemy, one for each rank
	onMoved = onKnown + 12 // the attack on an unknown enemy that has moved
	onStill = onMoved + 1  // the attack on an unknown enemy that has not moved
	fresh   = onStill + 1  // first of the habits of a piece that did not make the last ply
	habits  = 2 * fresh    // number of habits
	reach   = 4            // the largest distance at which an approach to a known enemy counts
	idle    = 0.15         // weight of a missed chance, because the next ply often offers it again
	ranks   = len(board.Ranks)
	still   = int8(-1) // rank of an unknown piece
)

// rates holds how often pieces of each rank take a chance of each habit.
type rates [habits][ranks]float32

//go:embed habits.txt
var habitText string

// taken holds the counted rates, takenLog their logarithms.
var taken, takenLog = readHabits(habitText)

// readHabits reads rates. Each line is a habit, with the negative logarithms of the rates by rank in hundredths.
func readHabits(text string) (r, logs rates) {
	for h, line := range strings.Split(strings.TrimSpace(text), "\n") {
		for i, word := range strings.Fields(line) {
			n, err := strconv.Atoi(word)
			if err != nil || h >= habits || i >= ranks {
				return r, logs
			}
			logs[h][i] = -float32(n) / 100
			r[h][i] = float32(math.Exp(float64(logs[h][i])))
		}
	}
	for h := range r {
		r[h][flag], r[h][bomb] = 0, 0
	}
	return r, logs
}

// seenMan is the public knowledge of a piece.
type seenMan struct {
	seat   games.Seat
	here   bool
	moved  bool
	rank   int8 // the known rank; -1 if it is unknown
	origin board.Square
}

// seenBoard is the public view of the board, with the origin of each piece.
type seenBoard [board.Squares]seenMan

// neighbours lists the adjacent squares that a piece can enter.
var neighbours = func() (t [board.Squares][]board.Square) {
	for s := range t {
		for _, d := range [4]board.Square{-board.Size, -1, 1, board.Size} {
			o := board.Square(s) + d
			if o >= 0 && o < board.Squares && o.Location().IsAdjacent(board.Square(s).Location()) && !o.IsLake() {
				t[s] = append(t[s], o)
			}
		}
	}
	return t
}()

// classOf groups ranks of known enemies into five classes, from 1. Flag and Bombs threaten nobody.
var classOf = [ranks]int{0, 1, 2, 3, 3, 4, 4, 4, 5, 5, 5, 0}

// beside returns the class of the strongest known enemy of a seat beside a square, 0 if there is none, and whether an unknown enemy is there.
func (b *seenBoard) beside(s board.Square, seat games.Seat) (class int, unknown bool) {
	for _, o := range neighbours[s] {
		m := &b[o]
		switch {
		case !m.here || m.seat == seat:
		case m.rank == still:
			unknown = true
		case classOf[m.rank] > 0 && (class == 0 || classOf[m.rank] < class):
			class = classOf[m.rank]
		}
	}
	return class, unknown
}

// habit returns the habit of a step between two squares; -1 for none.
func (b *seenBoard) habit(from, to board.Square, threat int, known []board.Square) int {
	m, t := &b[from], &b[to]
	switch {
	case t.here && t.seat == m.seat:
		return -1
	case t.here && t.rank != still:
		return onKnown + int(t.rank)
	case t.here && t.moved:
		return onMoved
	case t.here:
		return onStill
	}
	way := 1 // sideways
	if up := to.Row() - from.Row(); up != 0 {
		way = 2
		if (up > 0) == (m.seat == view.Red) {
			way = 0
		}
	}
	first := 0
	if !m.moved {
		first = 1
	}
	lead, unknown := b.beside(to, m.seat)
	switch {
	case lead > 0:
	case unknown:
		lead = threats
	default:
		lead = b.towards(from, to, known)
	}
	return ((way*2+first)*threats+threat)*leads + lead
}

// towards returns the class of the nearest known enemy within reach that a step approaches; 0 if there is none.
func (b *seenBoard) towards(from, to board.Square, known []board.Square) (lead int) {
	nearest := reach + 1
	for _, s := range known {
		d := apart(to, s)
		if d >= nearest || apart(from, s) < d {
			continue
		}
		nearest = d
		if lead = threats + classOf[b[s].rank]; b[s].rank == bomb {
			lead = leads - 1
		}
	}
	return lead
}

// apart returns the number of steps between two squares.
func apart(a, b board.Square) int { return abs(a.File()-b.File()) + abs(a.Row()-b.Row()) }

// watch plays the log again and calls see for every chance of a seat's hidden pieces at one of its plies. See gets the piece's origin, the habit, and
// whether the chance was taken. Show is called for each piece of the seat that becomes known. It returns the board at the end, with the origins of the
// remaining pieces.
func watch(f *view.Facts, seat games.Seat, see func(origin board.Square, habit int, chosen bool), show func(exhibit)) (b seenBoard) {
	start, ok := f.Rewind()
	if !ok {
		start = *f
	}
	for s, m := range start.Men() {
		b[s] = seenMan{here: true, seat: m.Seat, rank: still, origin: s}
	}
	last := board.Square(-1) // where the seat's last ply ended
	for i := 0; ok && i < f.Log.Len(); i++ {
		p, mover := f.Log.At(i), f.Mover(i)
		if mover == seat {
			b.chances(p, seat, last, see)
			last = p.To
		}
		b.reveal(p, seat, show)
		b.follow(p)
	}
	return b
}

// reveal calls show for each hidden piece of a seat that a ply makes known.
func (b *seenBoard) reveal(p view.Ply, seat games.Seat, show func(exhibit)) {
	m, t := &b[p.From], &b[p.To]
	switch {
	case m.seat != seat || m.rank != still:
	case p.Fight():
		show(exhibit{m.origin, int8(board.TranslateRank(p.Attacker)), true})
	case !p.From.Location().IsAdjacent(p.To.Location()):
		show(exhibit{m.origin, scout, true})
	}
	if t.here && t.seat == seat && t.rank == still {
		show(exhibit{t.origin, int8(board.TranslateRank(p.Defender)), t.moved})
	}
}

// chances calls see for the chances of a seat's hidden pieces at a ply.
func (b *seenBoard) chances(p view.Ply, seat games.Seat, last board.Square, see func(origin board.Square, habit int, chosen bool)) {
	var known []board.Square
	for s := range b {
		if m := &b[s]; m.here && m.seat != seat && m.rank != still {
			known = append(known, board.Square(s))
		}
	}
	for s := range b {
		m := &b[s]
		if !m.here || m.seat != seat || m.rank != still {
			continue
		}
		from := board.Square(s)
		threat, _ := b.beside(from, seat)
		for _, to := range neighbours[s] {
			h := b.habit(from, to, threat, known)
			if h < 0 {
				continue
			}
			if from != last {
				h += fresh
			}
			see(m.origin, h, p.From == from && p.To == to)
		}
	}
}

// follow plays a ply.
func (b *seenBoard) follow(p view.Ply) {
	m, t := b[p.From], b[p.To]
	b[p.From] = seenMan{}
	m.moved = true
	if !p.From.Location().IsAdjacent(p.To.Location()) {
		m.rank = scout
	}
	if !p.Fight() {
		b[p.To] = m
		return
	}
	m.rank, t.rank = int8(board.TranslateRank(p.Attacker)), int8(board.TranslateRank(p.Defender))
	switch p.Result() {
	case board.Win:
		b[p.To] = m
	case board.Lose:
		b[p.To] = t
	default:
		b[p.To] = seenMan{}
	}
}
