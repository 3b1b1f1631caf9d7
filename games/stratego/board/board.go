package board

import (
	"iter"
	"strings"
)

// Board is a graph of ten by ten pieces. It holds the piece in the top left corner, (0,0), from
// which links lead to all others; there is no array of squares.
type Board struct {
	first *Piece
	spare *Piece // a blank piece that the next step can leave behind; nil: none
}

// New returns a board of blank squares with all links set.
func New() *Board {
	b := new(Board)
	nodes := make([]Piece, Size*Size)
	for i := range nodes {
		p := &nodes[i]
		p.SetType(Blank)
		if i%Size > 0 {
			west := &nodes[i-1]
			p.SetW(west)
			west.SetE(p)
		}
		if i >= Size {
			north := &nodes[i-Size]
			p.SetN(north)
			north.SetS(p)
		}
	}
	b.first = &nodes[0]
	return b
}

// Clone returns a deep copy.
func (b *Board) Clone() *Board {
	c := New()
	for row, to := b.first, c.first; row != nil; row, to = row.s, to.s {
		for p, q := row, to; p != nil; p, q = p.e, q.e {
			q.kind, q.rank, q.team, q.Moved, q.Known = p.kind, p.rank, p.team, p.Moved, p.Known
		}
	}
	return c
}

// First returns the piece in the top left corner.
func (b *Board) First() *Piece { return b.first }

// SetBarriers puts the lakes onto the board (S3).
func (b *Board) SetBarriers() {
	for _, s := range Lakes {
		b.SetPiece(NewBarrier(), s.Location())
	}
}

// Piece walks to a location and returns its piece. It returns nil for a location off the board.
func (b *Board) Piece(l Location) *Piece {
	if !l.Valid() {
		return nil
	}
	p := b.first
	for range l.X {
		p = p.e
	}
	for range l.Y {
		p = p.s
	}
	return p
}

// GamePieces yields all game pieces by square: a1, b1, ..., j10. The loop may replace the yielded
// piece.
func (b *Board) GamePieces() iter.Seq2[Square, *Piece] {
	return func(yield func(Square, *Piece) bool) {
		row := b.first
		for row.s != nil {
			row = row.s
		}
		var above, east *Piece
		for s := Square(0); row != nil; row = above {
			above = row.n
			for p := row; p != nil; p = east {
				if east = p.e; p.kind == GamePiece && !yield(s, p) {
					return
				}
				s++
			}
		}
	}
}

// SetPiece replaces the piece at a location and repairs all links. It returns false and changes
// nothing if the location is off the board or holds a barrier, or if the piece is nil or already on
// a board.
func (b *Board) SetPiece(p *Piece, l Location) bool {
	old := b.Piece(l)
	if old == nil || old.kind == Barrier || p == nil || p.Placed() {
		return false
	}
	b.replace(old, p)
	return true
}

// replace gives the links of old to a piece off the board, and links old's neighbours to it.
func (b *Board) replace(old, p *Piece) {
	p.SetN(old.n)
	p.SetS(old.s)
	p.SetW(old.w)
	p.SetE(old.e)
	if p.n != nil {
		p.n.SetS(p)
	}
	if p.s != nil {
		p.s.SetN(p)
	}
	if p.w != nil {
		p.w.SetE(p)
	}
	if p.e != nil {
		p.e.SetW(p)
	}
	old.n, old.s, old.w, old.e = nil, nil, nil, nil
	if b.first == old {
		b.first = p
	}
}

// Move plays a step by S19 to S23: a piece goes to another location and interacts with an enemy
// there. Afterwards the winner is on that square and the loser is off the board. Moved and revealed
// pieces are marked. It returns false and changes nothing if the piece cannot go there, or if a
// rank that decides the fight is unknown.
func (b *Board) Move(from, to Location) bool {
	p, other := b.Piece(from), b.Piece(to)
	if p == nil || other == nil || !reaches(p, from, to) {
		return false
	}
	result := Win
	if other.kind == GamePiece {
		if result = p.Interact(other); result == Error {
			return false
		}
		p.Known, other.Known = true, true
	}
	p.Moved = true
	p.Known = p.Known || !from.IsAdjacent(to)
	b.replace(p, b.blank())
	switch result {
	case Win:
		if b.replace(other, p); other.kind == Generic {
			b.spare = other
		}
	case Tie:
		b.replace(other, b.blank())
	}
	return true
}

// blank returns a generic piece off the board.
func (b *Board) blank() *Piece {
	p := b.spare
	if b.spare = nil; p == nil {
		return NewPiece()
	}
	return p
}

// The four directions.
var walks = [4]struct {
	step   func(*Piece) *Piece
	dx, dy int
}{
	{(*Piece).S, 0, 1}, {(*Piece).W, -1, 0}, {(*Piece).E, 1, 0}, {(*Piece).N, 0, -1},
}

// reaches reports whether the piece at a location can go to another one. The step must suit its
// kind, nothing may be between, and neither a barrier nor its own team may be at the end.
func reaches(p *Piece, from, to Location) bool {
	if !p.IsMoveValid(from, to) {
		return false
	}
	for _, walk := range walks {
		if walk.dx != sign(to.X-from.X) || walk.dy != sign(to.Y-from.Y) {
			continue
		}
		at, node := Location{from.X + walk.dx, from.Y + walk.dy}, walk.step(p)
		for ; at != to; at, node = (Location{at.X + walk.dx, at.Y + walk.dy}), walk.step(node) {
			if node.kind != Generic {
				return false
			}
		}
		return node.kind == Generic || node.kind == GamePiece && node.team != p.team
	}
	return false
}

func sign(n int) int { return min(1, max(-1, n)) }

// Targets calls yield with each location that the piece at a location could go to (S19, S20). It
// walks the links over blank squares, up to and including an enemy. The board does not check
// repetition.
func (b *Board) Targets(from Location, yield func(to Location) bool) {
	p := b.Piece(from)
	if p == nil || p.rank == Unknown {
		return
	}
	for _, walk := range walks {
		to := from
		for node := walk.step(p); node != nil; node = walk.step(node) {
			to.X, to.Y = to.X+walk.dx, to.Y+walk.dy
			if !p.IsMoveValid(from, to) || node.kind == Barrier || node.kind == GamePiece && node.team == p.team {
				break
			}
			if !yield(to) {
				return
			}
			if node.kind == GamePiece {
				break
			}
		}
	}
}

// String returns the board for a spectator, without hidden ranks.
func (b *Board) String() string { return b.Output("") }

// Output returns the board for a team, with its own ranks, row by row from the top.
func (b *Board) Output(to Team) string {
	var out strings.Builder
	for row := b.first; row != nil; row = row.s {
		for p := row; p != nil; p = p.e {
			s := p.text(to)
			out.WriteString(s + strings.Repeat(" ", max(0, 4-len(s))))
		}
		out.WriteByte('\n')
	}
	return out.String()
}
