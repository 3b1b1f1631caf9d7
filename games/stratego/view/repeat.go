package view

import (
	"paddock/games"
	"paddock/games/stratego/board"
)

// span is a straight run of borders: the sides that a move between two squares crosses (S27). The
// zero span is empty.
type span struct {
	upright bool // the span is along a file
	line    int  // number of the file or row
	lo, hi  int  // border k is between k and k+1; the span crosses lo to hi-1
}

func spanOf(from, to board.Square) span {
	if from.File() == to.File() {
		return span{true, from.File(), min(from.Row(), to.Row()), max(from.Row(), to.Row())}
	}
	return span{false, from.Row(), min(from.File(), to.File()), max(from.File(), to.File())}
}

// and returns the borders that both spans cross.
func (s span) and(o span) span {
	if s.upright != o.upright || s.line != o.line || max(s.lo, o.lo) >= min(s.hi, o.hi) {
		return span{}
	}
	return span{s.upright, s.line, max(s.lo, o.lo), min(s.hi, o.hi)}
}

func (s span) empty() bool { return s.lo == s.hi }

// repetition holds the moves that S28 and S29 forbid to the seat to move.
type repetition struct {
	piece   board.Square // the piece that made the seat's last three plies
	tired   span         // the borders that this piece crossed in each of those three plies (S28)
	last    Ply          // the seat's last ply, if any
	played  bool
	stood   []Ply // moves to a position that existed after one of the seat's counted plies (S29)
	ours    games.Seat
	squares [board.Squares]int8 // for each square, 0 if it is empty, otherwise 1 + the seat of the piece
}

// repetition judges the log for the seat to move.
func (f *Facts) repetition(seat games.Seat) (r repetition) {
	n := f.Log.Len()
	if f.Casual || n < 2 || f.Mover(n-1) == seat {
		return r
	}
	r.ours, r.last, r.played = seat, f.Log.At(n-2), true
	r.tire(f)
	for s, m := range f.Men() {
		r.squares[s] = 1 + int8(m.Seat)
	}
	if c := f.chases(r.squares); c[seat] > 0 {
		r.recall(f, c[seat])
	}
	return r
}

// tire finds the borders of S28. Successive plies from square to square belong to one piece.
func (r *repetition) tire(f *Facts) {
	n := f.Log.Len()
	if n < 6 {
		return
	}
	a, b, c := f.Log.At(n-6), f.Log.At(n-4), f.Log.At(n-2)
	if a.To != b.From || b.To != c.From {
		return
	}
	r.piece, r.tired = c.To, spanOf(a.From, a.To).and(spanOf(b.From, b.To)).and(spanOf(c.From, c.To))
}

// chases returns the counters c of S29 for both seats. They start at 0 after the last fight.
func (f *Facts) chases(at [board.Squares]int8) (c [2]int) {
	n, quiet := f.Log.Len(), f.Log.Quiet()
	for i := n - 1; i >= n-quiet; i-- { // the loop goes backwards, to the last fight
		p := f.Log.At(i)
		at[p.From], at[p.To] = at[p.To], 0
	}
	for i := n - quiet; i < n; i++ {
		p, mover := f.Log.At(i), f.Mover(i)
		at[p.To], at[p.From] = at[p.From], 0
		if i > 0 && beside(p.From, f.Log.At(i-1).To) {
			c[1-mover]++
		} else {
			c[1-mover] = 0
		}
		if near(&at, p.To, 1-mover) {
			c[mover]++
		} else {
			c[mover] = 0
		}
	}
	return c
}

// recall finds the moves to a position that existed after one of the seat's last c plies, all of
// them quiet. Going back in time, it tracks the former square of each displaced piece. Such a
// position differs from today's by one piece of the seat.
func (r *repetition) recall(f *Facts, c int) {
	n := f.Log.Len()
	var now [board.Squares]board.Square // for each former square of a piece, the square on which the piece is today
	for s := range now {
		now[s] = board.Square(s)
	}
	var away []board.Square // former squares of the pieces that are elsewhere today
	for i := n - 1; i >= max(0, n-c); i-- {
		if f.Mover(i) == r.ours && len(away) == 1 && r.squares[now[away[0]]] == 1+int8(r.ours) {
			r.stood = append(r.stood, Ply{From: now[away[0]], To: away[0]})
		}
		p := f.Log.At(i)
		today := now[p.To]
		kept := away[:0]
		for _, s := range away {
			if s != p.To {
				kept = append(kept, s)
			}
		}
		away = kept
		if now[p.From] = today; today != p.From {
			away = append(away, p.From)
		}
	}
}

// border reports whether a move would break the two-square rule (S28): the piece may not cross the
// same border again.
func (r *repetition) border(from, to board.Square) bool {
	return !r.tired.empty() && from == r.piece && !r.tired.and(spanOf(from, to)).empty()
}

// chase reports whether a move would continue a repeated chase (S29).
func (r *repetition) chase(from, to board.Square) bool {
	if !r.played || r.squares[to] != 0 || from == r.last.To && to == r.last.From {
		return false
	}
	for _, p := range r.stood {
		if p.From == from && p.To == to {
			return near(&r.squares, to, 1-r.ours)
		}
	}
	return false
}

// beside reports whether two squares are neighbours.
func beside(a, b board.Square) bool { return a.Location().IsAdjacent(b.Location()) }

// near reports whether a piece of a seat is next to a square.
func near(at *[board.Squares]int8, s board.Square, seat games.Seat) bool {
	for _, d := range [4]board.Square{-board.Size, -1, 1, board.Size} {
		if o := s + d; o >= 0 && o < board.Squares && beside(s, o) && at[o] == 1+int8(seat) {
			return true
		}
	}
	return false
}
