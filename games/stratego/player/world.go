package player

import (
	"slices"

	"paddock/games"
	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

// The compact board has a margin of lake around it, so that steps need no check for the edge.
const (
	width = board.Size + 2
	cells = width * width
)

// Cell values besides the index of a man.
const (
	nothing int8 = -1
	water   int8 = -2
)

var directions = [4]int{-width, -1, 1, width}

func cellOf(s board.Square) int { return (s.Row()+1)*width + s.File() + 1 }

func squareOf(c int) board.Square { return board.Square((c/width-1)*board.Size + c%width - 1) }

// man is a piece of a world.
type man struct {
	cell   int16 // cell of the man; -1 if it is off the board
	rank   int8  // index in board.Ranks
	seat   int8
	known  bool // the rank is public
	hidden bool // the searching seat does not know the rank, so the man's moves in a world are guesses
}

// world is a position with every rank filled in, made for speed: steps and undoing are cheap and
// allocate nothing. Men 0 to 39 are RED's, 40 to 79 BLUE's. It does not check repetition.
type world struct {
	at      [cells]int8
	men     [80]man
	count   [2]int // number of men by seat; those that can perhaps move come first
	movers  [2]int // number of men by seat that can perhaps move
	movable [2]int // number of remaining men by seat that can move
	toMove  int8
}

// step is a move on the compact board.
type step struct{ from, to int16 }

func (s step) move() view.Move {
	return view.Move{From: squareOf(int(s.from)), To: squareOf(int(s.to))}
}

// undo is what a step has changed.
type undo struct {
	step
	mover, target  int8 // indexes of men; target is nothing if the square was empty
	result         int8
	knewM, knewT   bool
	tookFlag, lost bool
}

// fights holds the results of all fights, by ranks (S21).
var fights = func() (t [12][12]int8) {
	for i, a := range board.Ranks {
		for j, d := range board.Ranks {
			t[i][j] = int8(board.Fight(a, d))
		}
	}
	return t
}()

var mobile = func() (t [12]bool) {
	for i, r := range board.Ranks {
		t[i] = r.Movable()
	}
	return t
}()

// newWorld copies facts. Men of unknown rank are marked and have no rank yet: see identify.
func newWorld(f *view.Facts, toMove games.Seat) *world {
	w := &world{toMove: int8(toMove)}
	for c := range w.at {
		w.at[c] = water
	}
	for s := range board.Squares {
		if sq := board.Square(s); !sq.IsLake() {
			w.at[cellOf(sq)] = nothing
		}
	}
	for _, can := range [2]bool{true, false} {
		for s, m := range f.Men() {
			// men are sorted by public facts, so that they have the same indexes in all worlds
			if m.Rank.Movable() != can {
				continue
			}
			i, cell := 40*int(m.Seat)+w.count[m.Seat], cellOf(s)
			w.men[i] = man{
				cell: int16(cell), rank: int8(board.TranslateRank(m.Rank)), seat: int8(m.Seat),
				known: m.Known, hidden: m.Rank == board.Unknown,
			}
			w.at[cell] = int8(i)
			w.count[m.Seat]++
			if can && !w.men[i].hidden {
				w.movable[m.Seat]++
			}
		}
		if can {
			w.movers = w.count
		}
	}
	return w
}

// identify sets the rank of a piece whose rank was not set yet.
func (w *world) identify(s board.Square, rank int8) {
	m := &w.men[w.at[cellOf(s)]]
	m.rank = rank
	if mobile[rank] {
		w.movable[m.seat]++
	}
}

// retype changes the rank of a man on the board.
func (w *world) retype(i, rank int8) {
	m := &w.men[i]
	if mobile[m.rank] {
		w.movable[m.seat]--
	}
	if m.rank = rank; mobile[rank] {
		w.movable[m.seat]++
	}
}

// steps appends all steps of the side to move.
func (w *world) steps(buf []step) []step { return w.list(buf, &enters[w.toMove]) }

// fights appends the steps of the side to move that end on an enemy.
func (w *world) fights(buf []step) []step { return w.list(buf, &attacks[w.toMove]) }

// list appends the steps of the side to move to the cells with values that can holds 1 for.
func (w *world) list(buf []step, can *[256]uint8) []step {
	base := 40 * int(w.toMove)
	for _, m := range w.men[base : base+w.movers[w.toMove]] {
		if m.cell < 0 || !mobile[m.rank] {
			continue
		}
		if m.rank == scout {
			buf = w.runs(buf, m.cell, can)
			continue
		}
		buf = slices.Grow(buf, 4)
		n := len(buf)
		next := buf[n : n+4]
		around := w.at[m.cell-width : m.cell+width+1]
		k := 0 // the code has no branches, because the processor could not predict them
		next[k] = step{m.cell, m.cell - width}
		k += int(can[uint8(around[0])])
		next[k] = step{m.cell, m.cell - 1}
		k += int(can[uint8(around[width-1])])
		next[k] = step{m.cell, m.cell + 1}
		k += int(can[uint8(around[width+1])])
		next[k] = step{m.cell, m.cell + width}
		k += int(can[uint8(around[2*width])])
		buf = buf[:n+k]
	}
	return buf
}

// runs appends the steps of a Scout.
func (w *world) runs(buf []step, from int16, can *[256]uint8) []step {
	empty := nothing
	quiet := can[uint8(empty)] == 1
	for _, d := range directions {
		to := from + int16(d)
		for w.at[to] == nothing {
			if quiet {
				buf = append(buf, step{from, to})
			}
			to += int16(d)
		}
		if can[uint8(w.at[to])] == 1 {
			buf = append(buf, step{from, to})
		}
	}
	return buf
}

// enters holds, by side to move and cell value, 1 if a man may step there, and attacks, if that is
// a fight.
var enters, attacks = func() (enter, attack [2][256]uint8) {
	for seat := range enter {
		for i := range 40 {
			attack[seat][40*(1-seat)+i] = 1
		}
		enter[seat] = attack[seat]
		empty := nothing
		enter[seat][uint8(empty)] = 1
	}
	return enter, attack
}()

// play makes a step.
func (w *world) play(s step) undo {
	mi, ti := w.at[s.from], w.at[s.to]
	m := &w.men[mi]
	u := undo{step: s, mover: mi, target: ti, result: int8(board.Win), knewM: m.known}
	w.at[s.from] = nothing
	if d := s.to - s.from; d > width || d < -width || d > 1 && d < width || d < -1 && d > -width {
		m.known = true
	}
	if ti >= 0 {
		t := &w.men[ti]
		u.knewT = t.known
		u.result = fights[m.rank][t.rank]
		m.known, t.known = true, true
		if u.result != int8(board.Lose) {
			t.cell = -1
			u.tookFlag = t.rank == flag
			if mobile[t.rank] {
				w.movable[t.seat]--
			}
			w.at[s.to] = nothing
		}
		if u.result != int8(board.Win) {
			m.cell = -1
			w.movable[m.seat]--
			u.lost = true
		}
	}
	if !u.lost {
		m.cell = s.to
		w.at[s.to] = mi
	}
	w.toMove ^= 1
	return u
}

// takeBack undoes the last step played.
func (w *world) takeBack(u undo) {
	w.toMove ^= 1
	m := &w.men[u.mover]
	if u.lost {
		w.movable[m.seat]++
	}
	m.cell, m.known = u.from, u.knewM
	w.at[u.from] = u.mover
	w.at[u.to] = u.target
	if u.target >= 0 {
		t := &w.men[u.target]
		t.known = u.knewT
		if t.cell < 0 {
			t.cell = u.to
			if mobile[t.rank] {
				w.movable[t.seat]++
			}
		}
	}
}
