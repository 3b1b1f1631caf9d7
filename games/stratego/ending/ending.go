package ending

import (
	"slices"
	"sync"

	"paddock/games"
	"paddock/games/stratego/board"
)

// Limits of what is solved.
const (
	MostMovers = 3 // pieces that can move
	mostBombs  = 2 // Bombs that a Miner can clear
)

// Man is a piece of an ending. A wall is a piece that never moves and that nobody attacks, because
// it may be a Bomb or the Flag.
type Man struct {
	Seat games.Seat
	Rank board.Rank
	At   board.Square
	Wall bool
}

// Value is how a position ends by best play, for the side to move: 0 if neither side can force a
// win, otherwise one more than the plies to the end.
type Value uint8

// Wins reports whether the side to move wins.
func (v Value) Wins() bool { return v > 0 && v%2 == 0 }

// Loses reports whether the side to move loses.
func (v Value) Loses() bool { return v%2 == 1 }

// Ending is a position whose value is known.
type Ending struct {
	*solution
	at [MostMovers]cell // by mover
}

// solution holds the tables of all positions to which quiet steps and fights of some pieces lead.
type solution struct {
	movers []Man               // the pieces that can move, anywhere
	bombs  []Man               // the Bombs that a Miner can clear
	cells  []board.Square      // the squares that can be entered
	cell   [board.Squares]cell // by square
	next   [][4]cell           // the next square, by cell and direction
	mu     sync.Mutex          // guards tables
	tables map[men]table
}

// latest holds the last solutions of two players, since a match asks for the same ones move after
// move. Each takes at most 4 MB and a little.
var latest struct {
	sync.Mutex
	list [2]*solution
}

// shared returns the solution of the same pieces that was asked for lately, if there is one.
func (e *solution) shared() *solution {
	latest.Lock()
	defer latest.Unlock()
	if last := latest.list[0]; last == nil || !last.equal(e) {
		if latest.list[0] = latest.list[1]; latest.list[0] == nil || !latest.list[0].equal(e) {
			latest.list[0] = e
		}
		latest.list[1] = last
	}
	return latest.list[0]
}

// equal reports whether two solutions have the same tables.
func (e *solution) equal(o *solution) bool {
	return e.cell == o.cell && slices.Equal(e.movers, o.movers) && slices.Equal(e.bombs, o.bombs)
}

// cell numbers a square that can be entered, or says why it can't be.
type cell int16

const (
	closed cell = -1 - iota // the square is water, a wall, or beyond the edge
	redFlag
	blueFlag
	redBomb // without a Miner nobody can clear the Bomb
	blueBomb
)

// men is a set of pieces that are left: a bit for each mover, then for each Bomb.
type men uint8

func (m men) has(i int) bool { return m>>i&1 == 1 }

// Solve solves the ending of the given pieces. It returns nil if they are too many.
func Solve(list []Man) *Ending {
	e := &solution{tables: map[men]table{}}
	var at []board.Square
	var miner [2]bool
	for _, m := range list {
		if !m.Wall && m.Rank.Movable() {
			at = append(at, m.At)
			e.movers = append(e.movers, Man{Seat: m.Seat, Rank: m.Rank})
			miner[m.Seat] = miner[m.Seat] || m.Rank == board.Miner
		}
	}
	for s := range e.cell {
		if board.Square(s).IsLake() {
			e.cell[s] = closed
		}
	}
	for _, m := range list {
		switch {
		case m.Wall:
			e.cell[m.At] = closed
		case m.Rank == board.Flag:
			e.cell[m.At] = redFlag - cell(m.Seat)
		case m.Rank == board.Bomb && miner[1-m.Seat]:
			e.bombs = append(e.bombs, m)
		case m.Rank == board.Bomb:
			e.cell[m.At] = redBomb - cell(m.Seat)
		}
	}
	if len(at) == 0 || len(at) > MostMovers || len(e.bombs) > mostBombs {
		return nil
	}
	e.chart()
	p := &Ending{solution: e.shared()}
	for i, s := range at {
		p.at[i] = e.cell[s]
	}
	return p
}

// chart numbers the cells and links them.
func (e *solution) chart() {
	for s, c := range e.cell {
		if c == 0 {
			e.cell[s] = cell(len(e.cells))
			e.cells = append(e.cells, board.Square(s))
		}
	}
	e.next = make([][4]cell, len(e.cells))
	for i, s := range e.cells {
		for d, o := range [4]board.Square{s - board.Size, s - 1, s + 1, s + board.Size} {
			e.next[i][d] = closed
			if o >= 0 && o < board.Squares && o.Location().IsAdjacent(s.Location()) {
				e.next[i][d] = e.cell[o]
			}
		}
	}
}

// Value returns the value of the position, with a seat to move.
func (e *Ending) Value(seat games.Seat) Value {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.value(e.start(seat))
}

// After returns the value, to the other side, of the position after a seat's step. It returns false
// for a step that is not solved: an attack on a wall.
func (e *Ending) After(seat games.Seat, from, to board.Square) (Value, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	i := slices.Index(e.at[:len(e.movers)], e.cell[from])
	if i < 0 || e.cell[to] == closed {
		return 0, false
	}
	return e.enter(e.start(seat), i, e.cell[to]), true
}

// position is a position of an ending. Cells of movers that are gone are closed.
type position struct {
	seat games.Seat
	left men
	at   [MostMovers]cell
}

func (e *Ending) start(seat games.Seat) position {
	return position{seat: seat, left: 1<<(len(e.movers)+len(e.bombs)) - 1, at: e.at}
}

// man returns which piece is on a cell, as its bit in men; -1 if there is none.
func (e *solution) man(p *position, to cell) int {
	for i := range e.movers {
		if p.at[i] == to && p.left.has(i) {
			return i
		}
	}
	for k, b := range e.bombs {
		if i := len(e.movers) + k; e.cell[b.At] == to && p.left.has(i) {
			return i
		}
	}
	return -1
}

// enter returns the value, to the other side, after mover i of the side to move goes to a cell and
// fights whatever is there.
func (e *solution) enter(p position, i int, to cell) Value {
	me := e.movers[i].Rank
	result, foe := board.Win, -1
	switch {
	case to == redFlag || to == blueFlag:
		return 1
	case to < 0:
		result = board.Lose
	default:
		if foe = e.man(&p, to); foe >= len(e.movers) {
			result = board.Fight(me, board.Bomb)
		} else if foe >= 0 {
			result = board.Fight(me, e.movers[foe].Rank)
		}
	}
	if result != board.Lose && foe >= 0 {
		p.left &^= 1 << foe
	}
	if p.at[i] = to; result != board.Win {
		p.left &^= 1 << i
	}
	p.seat = 1 - p.seat
	return e.value(p)
}

// mobile reports whether a side has a step.
func (e *solution) mobile(p *position, seat games.Seat) bool {
	for i, m := range e.movers {
		if m.Seat != seat || !p.left.has(i) {
			continue
		}
		for _, to := range e.next[p.at[i]] {
			if e.enterable(p, seat, to) {
				return true
			}
		}
	}
	return false
}

// enterable reports whether a side's piece may go to a cell beside it.
func (e *solution) enterable(p *position, seat games.Seat, to cell) bool {
	if to < 0 {
		return to != closed && to != redFlag-cell(seat) && to != redBomb-cell(seat)
	}
	switch i := e.man(p, to); {
	case i < 0:
		return true
	case i < len(e.movers):
		return e.movers[i].Seat != seat
	default:
		return e.bombs[i-len(e.movers)].Seat != seat
	}
}

// value returns the value of a position.
func (e *solution) value(p position) Value {
	var has [2]bool
	for i, m := range e.movers {
		has[m.Seat] = has[m.Seat] || p.left.has(i)
	}
	if has[0] && has[1] {
		return e.table(p.left)[e.index(&p)]
	}
	switch can := [2]bool{e.mobile(&p, 0), e.mobile(&p, 1)}; {
	case can[p.seat]:
		return 2 // after any step the other side has none
	case can[1-p.seat]:
		return 1
	}
	return 0 // a draw (S32)
}
