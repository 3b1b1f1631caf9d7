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

// What a hidden piece does, and what it leaves undone though it could, says something about its rank. Every step that a hidden piece can make is one of so
// many habits, told apart by what everybody sees: where it goes, whom it attacks, who stands beside it before and after. How often pieces of each rank
// take such a chance was counted in games of the players against each other: see TestLearn.

// The habits: quiet steps by direction, first step or not, the strongest known enemy beside the piece, and what the step leads to; then attacks. Each is
// told apart by whether the piece has made its side's last ply: who moves goes on moving, whatever it is.
const (
	threats = 6               // none, or the strongest known enemy beside a square, in five classes
	leads   = threats + 1 + 6 // beside whom: none, five classes, unknown; else nearer to whom, within reach, in five classes and Bombs
	quiets  = 3 * 2 * threats * leads
	onKnown = quiets       // attacks on a known enemy by its rank
	onMoved = onKnown + 12 // on an unknown one that has moved
	onStill = onMoved + 1  // or has not
	fresh   = onStill + 1  // habits of a piece that has not made the last ply
	habits  = 2 * fresh    // all
	reach   = 4            // steps to a known enemy that matters
	never   = 1e-4         // the least rate that is counted with
	trust   = 0.6          // how far what habits say is believed: they are not independent
	ranks   = len(board.Ranks)
	still   = int8(-1) // rank of a piece that is not known
)

// rates are how often pieces of each rank take a chance of a kind.
type rates [habits][ranks]float32

//go:embed habits.txt
var habitText string

// taken are the rates that were counted, and their logarithms.
var taken, takenLog = readHabits(habitText)

// readHabits reads rates: a line a habit, in it the negative logarithms of the rates by rank in hundredths.
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

// seenMan is what everybody knows of a piece.
type seenMan struct {
	seat   games.Seat
	here   bool
	moved  bool
	rank   int8 // still: not known
	origin board.Square
}

// seenBoard is the board as everybody sees it, with the origin of each piece.
type seenBoard [board.Squares]seenMan

// neighbours are the squares next to a square that can be entered.
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

// classOf puts ranks of known enemies into five classes, from 1; Flag and Bombs threaten nobody.
var classOf = [ranks]int{0, 1, 2, 3, 3, 4, 4, 4, 5, 5, 5, 0}

// beside is the class of the strongest known enemy of a seat beside a square, 0 if there is none, and whether an unknown one stands there.
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

// habit is the kind of chance that a step from square to square is; -1 for none.
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

// towards says to which known enemy, the nearest within reach, a step leads; 0 if to none.
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

// apart is how many steps lie between two squares.
func apart(a, b board.Square) int { return abs(a.File()-b.File()) + abs(a.Row()-b.Row()) }

// watch plays the log again from the start and calls see for every chance that a hidden piece of a seat had at one of the seat's plies: the piece by
// its origin, the habit, and whether it was taken. At the end it says where the pieces that are left began.
func watch(f *view.Facts, seat games.Seat, see func(origin board.Square, habit int, chosen bool)) (b seenBoard) {
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
		b.follow(p)
	}
	return b
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
