package player

import (
	"paddock/games"
	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

const (
	still   = int8(-1) // rank of an unknown piece
	classes = 5        // number of classes of known enemies
	reach   = 4        // the largest distance at which an approach to a known enemy counts
	ranks   = len(board.Ranks)
)

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

// company describes the squares around a piece.
type company struct {
	free         bool // the piece can move
	threat       int  // class of the strongest known enemy, 0 if there is none
	prey         int  // class of the weakest known enemy, one more than the classes for a Bomb, 0 if there is none
	moved, still bool // there is an unknown enemy that has moved, or one that has not
	friends      int  // number of pieces of the same seat that have not moved
}

// around describes the neighbours of a square for a seat's piece.
func (b *seenBoard) around(s board.Square, seat games.Seat) (c company) {
	for _, o := range neighbours[s] {
		m := &b[o]
		switch {
		case !m.here:
			c.free = true
		case m.seat == seat:
			if !m.moved {
				c.friends++
			}
		case m.rank == still:
			c.free = true
			if m.moved {
				c.moved = true
			} else {
				c.still = true
			}
		default:
			c.free = true
			class := classOf[m.rank]
			switch {
			case m.rank == bomb:
				c.prey = classes + 1
			case class > 0:
				c.prey = max(c.prey, class)
				if c.threat == 0 || class < c.threat {
					c.threat = class
				}
			}
		}
	}
	return c
}

// known returns the squares of a seat's known enemies.
func (b *seenBoard) known(seat games.Seat) (list []board.Square) {
	for s := range b {
		if m := &b[s]; m.here && m.seat != seat && m.rank != still {
			list = append(list, board.Square(s))
		}
	}
	return list
}

// fugitive returns the class of a known enemy if its quiet ply leads away from a square that was
// within two steps; otherwise 0.
func (b *seenBoard) fugitive(p view.Ply, from board.Square) int {
	m := &b[p.To]
	if p.From == p.To || p.Fight() || m.rank == still || apart(p.From, from) > 2 ||
		apart(p.To, from) <= apart(p.From, from) {
		return 0
	}
	return classOf[m.rank]
}

// towards returns the class of the nearest known enemy within reach that a step approaches, one
// more than the classes for a Bomb, and 0 if there is none.
func (b *seenBoard) towards(from, to board.Square, known []board.Square) (lead int) {
	nearest := reach + 1
	for _, s := range known {
		d := apart(to, s)
		if d >= nearest || apart(from, s) < d {
			continue
		}
		nearest = d
		if lead = classOf[b[s].rank]; b[s].rank == bomb {
			lead = classes + 1
		}
	}
	return lead
}

// apart returns the number of steps between two squares.
func apart(a, b board.Square) int { return abs(a.File()-b.File()) + abs(a.Row()-b.Row()) }

// exhibit is a piece that has shown its rank, with its traits just before.
type exhibit struct {
	origin board.Square
	rank   int8
	moved  bool
	traits [traits]float32
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
