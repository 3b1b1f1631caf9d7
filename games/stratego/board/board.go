package board

import "strings"

// Board is a graph of ten by ten pieces. First is the one in the top left corner, (0,0); there is no array of squares beside it.
type Board struct {
	first         *Piece
	width, height int
}

// New makes a board of blank squares with all links in place.
func New() *Board {
	b := &Board{width: Size, height: Size}
	var above []*Piece
	for range b.height {
		row := make([]*Piece, b.width)
		for x := range row {
			p := NewPiece()
			row[x] = p
			if x > 0 {
				p.w, row[x-1].e = row[x-1], p
			}
			if above != nil {
				p.n, above[x].s = above[x], p
			}
		}
		if above == nil {
			b.first = row[0]
		}
		above = row
	}
	return b
}

// First is the piece in the top left corner.
func (b *Board) First() *Piece { return b.first }

// SetBarriers puts the lakes onto the board (S3).
func (b *Board) SetBarriers() {
	for _, s := range Lakes {
		b.SetPiece(NewBarrier(), s.Location())
	}
}

// Piece walks to a location; nil off the board.
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

// SetPiece puts a piece in the place of the one at a location and repairs all links. It returns false and changes nothing if the location is off
// the board or holds a barrier, or if the piece is nil or stands on a board already.
func (b *Board) SetPiece(p *Piece, l Location) bool {
	old := b.Piece(l)
	if old == nil || old.rank == Lake || p == nil || p.Placed() || p == b.first {
		return false
	}
	p.n, p.s, p.w, p.e = old.n, old.s, old.w, old.e
	if p.n != nil {
		p.n.s = p
	}
	if p.s != nil {
		p.s.n = p
	}
	if p.w != nil {
		p.w.e = p
	}
	if p.e != nil {
		p.e.w = p
	}
	old.n, old.s, old.w, old.e = nil, nil, nil, nil
	if b.first == old {
		b.first = p
	}
	return true
}

// Move puts what stands on one location onto another and leaves a blank square behind.
func (b *Board) Move(from, to Location) {
	p := b.Piece(from)
	blank := NewPiece()
	b.SetPiece(blank, from)
	b.SetPiece(p, to)
}

// The four ways to walk.
var walks = [4]struct {
	step   func(*Piece) *Piece
	dx, dy int
}{
	{(*Piece).S, 0, 1}, {(*Piece).W, -1, 0}, {(*Piece).E, 1, 0}, {(*Piece).N, 0, -1},
}

// Targets calls yield with each location that the piece at a location could go to, by walking the links: blank squares, and enemies at the end of the
// way (S19, S20). Repetition is not the board's business.
func (b *Board) Targets(from Location, yield func(to Location) bool) {
	p := b.Piece(from)
	if p == nil || p.rank == Unknown {
		return
	}
	for _, walk := range walks {
		to := from
		for node := walk.step(p); node != nil; node = walk.step(node) {
			to.X, to.Y = to.X+walk.dx, to.Y+walk.dy
			if !p.IsMoveValid(from, to) || node.rank == Lake || node.team == p.team && node.rank != Blank {
				break
			}
			if !yield(to) {
				return
			}
			if node.rank != Blank {
				break
			}
		}
	}
}

// String shows the board to a spectator: everything that prints it without being told whose eyes it is for hides what is hidden.
func (b *Board) String() string { return b.Output("") }

// Output shows the board to a team, its own ranks included, row by row from the top.
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
