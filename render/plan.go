package render

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"paddock/games/scene"
	"paddock/render/outline"
)

// plan is the layout of a picture. The lower layer is the same for many positions; the upper layer
// holds the rest.
type plan struct {
	under, over   []op
	width, height int
	bare          bool // a small board without sides and names of places, because a card shows the players beside it
	across        int  // the width of a bare board
	large         bool // pieces, letters and numbers on the board are larger than usual
	touched       bool // moves are chosen on the picture itself, so what can be chosen needs no name
	speller       outline.Speller
	motion        *motion  // the moving piece in a picture of a replay
	wrapped       []string // buffer for the lines of wrapped texts
	whereabouts
}

func (p *plan) reset() {
	p.under, p.over, p.wrapped, p.width, p.height, p.bare, p.large, p.motion = p.under[:0], p.over[:0], p.wrapped[:0],
		Width, 0, false, false, nil
	p.whereabouts.reset()
}

// check reports whether the picture can be drawn.
func (p *plan) check() error {
	if p.height > maxHeight {
		return fmt.Errorf("the picture is %d pixels high, at most %d: %w", p.height, maxHeight, ErrScene)
	}
	return nil
}

// banner puts a result at the top, in the room reserved for the longest result. Before the result of
// a replay is known, the last turn stands there, and first of all who plays.
func (p *plan) banner(s *scene.Scene, longest string) {
	const margin, line, edge = 12, 36, 10
	room := p.width - 2*margin - 2*edge
	most := max(1, len(p.wrap(heavy, p.known(longest), room, 2)))
	h := 2*edge + line*most
	p.down(h + margin)
	said, l, where, x := s.Result, plain, leftOf, margin+edge
	l.crisp = true // the text is at the left, so that equal beginnings make smaller files
	switch {
	case said != "":
		p.lit(margin, margin, p.width-2*margin, h, 14)
		l, where, x = heavy, centred, p.width/2
		l.ink = dark
	case s.Caption != "":
		said = s.Caption
	default:
		for i, side := range s.Sides {
			said += [2]string{"", " – "}[min(i, 1)] + cmp.Or(p.known(side.Label), p.seatName(side))
		}
	}
	if l.ink == text && s.Family == scene.Hexes {
		l.ink = white // on the sea
	}
	lines := p.wrap(l, p.known(upperFirst(said)), room, most)
	for i, t := range lines {
		p.write(&p.over, l, where, x, margin+h/2+line*(2*i+1-len(lines))/2, t)
	}
}

func upperFirst(s string) string {
	first, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[n:]
}

// ground adds o to the lower layer, piece to the upper one.
func (p *plan) ground(o op, x, y int) {
	o.x, o.y = int16(x), int16(y)
	p.under = append(p.under, o)
}

func (p *plan) piece(o op, x, y int) {
	o.x, o.y = int16(x), int16(y)
	p.over = append(p.over, o)
}

// lettering is a style of text.
type lettering struct {
	size   int
	weight outline.Weight
	ink    ink
	// whether the text is drawn with hard edges on even pixels, which makes files with frequent
	// labels smaller
	crisp bool
}

// The two sizes of text. Larger letters are only numbers and ranks.
var (
	heavy = lettering{30, outline.Bold, text, false}
	plain = lettering{28, outline.Medium, text, false}
	label = lettering{28, outline.Medium, soft, true}
	score = lettering{28, outline.Medium, soft, false}
	tally = lettering{28, outline.Bold, soft, false}
)

// at is the alignment of a text to its point.
type at int

const (
	leftOf   at = iota // the text begins at the point
	centred            // the text is centred on the point
	rightEnd           // the text ends at the point
)

// write puts s on a base line such that capitals and digits are centred on y, and returns its
// width.
func (p *plan) write(list *[]op, l lettering, where at, x, y int, s string) int {
	w := p.speller.Width(s, l.weight, l.size)
	switch where {
	case centred:
		x -= w / 2
	case rightEnd:
		x -= w
	}
	y += l.size * 36 / 100 // half the height of capitals
	pen, from := x<<6, len(*list)
	hard := int16(0)
	if l.crisp {
		hard = 1
	}
	for _, r := range s {
		if l.crisp {
			pen = (pen + 64) >> 7 << 7
		}
		if r != ' ' {
			*list = append(*list,
				op{
					kind: kindGlyph, ink: l.ink, size: int16(l.size), a: int16(l.weight), b: hard, r: r,
					x: int16((pen + 32) >> 6), y: int16(y),
				})
		}
		pen += p.speller.Advance(r, l.weight, l.size)
	}
	p.wrote(list, from, x, w, s)
	return w
}

// leastLetter is the size of the smallest letters beside a board.
const leastLetter = 21

// shrunk returns a lettering in which s is at most as wide as width, if letters of
// leastLetter are small enough for that: the names of computer players differ at their ends.
func (p *plan) shrunk(l lettering, s string, width int) lettering {
	for l.size > leastLetter && p.speller.Width(s, l.weight, l.size) > width {
		l.size--
	}
	return l
}

// fit cuts s to at most width.
func (p *plan) fit(l lettering, s string, width int) string {
	return p.speller.Fit(s, l.weight, l.size, width)
}

// wrap breaks s between words into at most n lines of at most width. It drops what does not fit.
func (p *plan) wrap(l lettering, s string, width, n int) []string {
	before := len(p.wrapped)
	p.wrapped = p.speller.Wrap(p.wrapped, s, l.weight, l.size, width, n)
	return p.wrapped[before:len(p.wrapped):len(p.wrapped)]
}

// seatName and playerName return the two parts of a side's label. They leave out names that the
// fonts lack letters for; the message has them.
func (p *plan) seatName(side scene.Side) string {
	return p.known(strings.TrimSpace(strings.TrimSuffix(side.Label, side.Name)))
}

func (p *plan) playerName(side scene.Side) string {
	return p.known(strings.TrimSpace(side.Name))
}

func (p *plan) known(s string) string {
	if !p.speller.Knows(s) {
		return ""
	}
	return s
}

// emblem returns a piece of a side, as found on the board, to represent the side. Its kind is
// kindNone if there is no piece.
func emblem(s *scene.Scene, seat int8, size int) op {
	for i := range s.Cells {
		if c := &s.Cells[i]; c.Piece.Shape != scene.NoPiece && c.Piece.Seat == seat {
			piece := c.Piece
			if piece.Shape == scene.Soldier {
				piece.Letter, piece.Rank = "", scene.NoRank
			}
			return pieceOp(piece, 0, size)
		}
	}
	soldiers := slices.ContainsFunc(s.Cells, func(c scene.Cell) bool {
		return c.Piece.Shape == scene.Soldier || c.Ground == scene.Camp
	})
	switch { // no piece of the side is visible, so the kind of board decides
	case s.Family == scene.Hexes:
		return pieceOp(scene.Piece{Shape: scene.Penguin, Seat: seat}, 0, size)
	case soldiers:
		return pieceOp(scene.Piece{Shape: scene.Soldier, Seat: seat}, 0, size)
	}
	return op{}
}

// strip plans one side in one line: whether it is to move, its emblem, its names, its score and its
// losses.
func (p *plan) strip(s *scene.Scene, side scene.Side, x, y, w, h int) {
	if p.bare {
		return
	}
	p.frame(side, x, y, w, h)
	left, end := x+16, x+w-14
	mid := y + h/2
	heavy, plain, score := heavy.of(side), plain.of(side), score.of(side)
	if side.ToMove {
		p.piece(op{kind: kindPointer, ink: can, size: 24}, left+12, mid)
		left += 32
	}
	if o := emblem(s, side.Seat, h-12); o.kind != kindNone {
		p.piece(o, left+h/2-8, mid)
		left += h
	}
	name, player, has := p.seatName(side), p.playerName(side), p.known(side.Score)
	shortest := min(nameAtLeast, p.speller.Width(cmp.Or(player, name), heavy.weight, heavy.size))
	lost := p.lossesWidth(side)
	// many losses need the score's room
	if n := p.speller.Width(has, score.weight, score.size) + 16; has != "" &&
		(len(side.Lost) == 0 || lost+n <= end-left-shortest) {
		end -= p.write(&p.over, score, rightEnd, end, mid, p.fit(score, has, end-left)) + 16
	}
	end -= p.losses(side, end, mid, end-left-shortest-lost)
	n := p.speller.Width(name, heavy.weight, heavy.size) + 10
	if player != "" && n+p.speller.Width(player, plain.weight, plain.size) > end-left {
		n = 0 // the player's name is long, so it takes the place of the seat's name, which the emblem shows
	} else {
		p.write(&p.over, heavy, leftOf, left, mid, p.fit(heavy, name, end-left))
	}
	plain = p.shrunk(plain, player, end-left-n)
	p.write(&p.over, plain, leftOf, left+n, mid, p.fit(plain, player, end-left-n))
}

// room returns the room that the sides take beside the board, if they are shown.
func (p *plan) room(n int) int {
	if p.bare {
		return 0
	}
	return n
}

// smallest is the least size of letters on a bare board and of names on a card. Numbers without room for it
// are left out.
const smallest = 24

// span returns the width of the board, which usually is that of the picture.
func (p *plan) span(usual int) int {
	if p.bare {
		return p.across
	}
	return usual
}

// nameAtLeast is the least room for a long name beside the losses.
const nameAtLeast = 190

const (
	lossCross = 24 // room for the cross before the losses
	fewKinds  = 6  // the most kinds of losses that have roomy places
)

// lossSize returns the size of a side's lost pieces, and the gap between them.
func lossSize(of scene.Side) (size, gap int) {
	if len(of.Lost) > fewKinds {
		return 32, 6
	}
	return 36, 10
}

func times(n int) string { return "×" + strconv.Itoa(n) }

// lossWidth returns the width of a kind of losses, with the gap before it.
func (p *plan) lossWidth(of scene.Side, l scene.Loss) int {
	size, gap := lossSize(of)
	if l.Count > 1 {
		tally := tally.of(of)
		return size + gap + 3 + p.speller.Width(times(l.Count), tally.weight, tally.size)
	}
	return size + gap
}

// lossesWidth returns the width of all losses of a side beside each other.
func (p *plan) lossesWidth(of scene.Side) int {
	n := lossCross
	for _, l := range of.Lost {
		n += p.lossWidth(of, l)
	}
	return n
}

// losses lays out a side's losses so that they end at x, each kind as a small piece with its
// number, and returns the width. Room is what all kinds leave; without any, the last kinds are replaced by a
// count of pieces.
func (p *plan) losses(of scene.Side, end, mid, room int) int {
	list, tally := of.Lost, tally.of(of)
	if len(list) == 0 {
		return 0
	}
	size, gap := lossSize(of)
	x, rest := end, 0
	for ; room < 0 && len(list) > 1; list = list[:len(list)-1] {
		last := list[len(list)-1]
		if rest == 0 {
			room -= p.speller.Width("+99", tally.weight, tally.size) + gap
		}
		room, rest = room+p.lossWidth(of, last), rest+last.Count
	}
	if rest > 0 {
		x -= p.write(&p.over, tally, rightEnd, x, mid, "+"+strconv.Itoa(rest)) + gap
	}
	for _, l := range slices.Backward(list) {
		if l.Count > 1 {
			x -= p.write(&p.over, tally, rightEnd, x, mid, times(l.Count)) + 3
		}
		p.piece(pieceOp(l.Piece, tiny, size), x-size/2, mid)
		x -= size + gap
	}
	p.piece(op{kind: kindCross, ink: lost, size: 14}, x-8, mid)
	return end - x + lossCross
}

// frame draws the plate under the side to move, or under the winner.
func (p *plan) frame(side scene.Side, x, y, w, h int) {
	switch {
	case side.Won:
		p.lit(x, y, w, h, 10)
	case side.ToMove:
		p.piece(op{kind: kindPanel, a: int16(w), b: int16(h), size: 10}, x, y)
	}
}

// lit draws a plate for the winner and the result, outlined like marks.
func (p *plan) lit(x, y, w, h, corner int) {
	p.piece(op{kind: kindPlate, ink: halo, a: int16(w), b: int16(h), size: int16(corner)}, x, y)
	p.piece(op{kind: kindPlate, ink: last, a: int16(w - 4), b: int16(h - 4), size: int16(corner - 2)}, x+2, y+2)
}

// of returns the lettering for a side: dark on the winner's plate.
func (l lettering) of(side scene.Side) lettering {
	if side.Won {
		l.ink = dark
	}
	return l
}

// sideOf returns the side of a seat.
func sideOf(s *scene.Scene, seat int8) (scene.Side, bool) {
	for _, side := range s.Sides {
		if side.Seat == seat {
			return side, true
		}
	}
	return scene.Side{}, false
}

// tracks draws the paths of moves to compare. The method ends marks their ends above the pieces: a
// ring for the better move, a cross for the played one.
func (p *plan) tracks(s *scene.Scene, at func(*scene.Cell) (x, y int), pen int) {
	for _, t := range s.Tracks {
		o := op{kind: kindTrail, ink: lost, size: int16(pen)}
		if t.Better {
			o.ink = can
		}
		for i := 1; i < len(t.Path); i++ {
			x0, y0 := at(&s.Cells[t.Path[i-1]])
			x1, y1 := at(&s.Cells[t.Path[i]])
			o.a, o.b = int16(x1-x0), int16(y1-y0)
			p.piece(o, x0, y0)
		}
	}
}

func (p *plan) ends(s *scene.Scene, at func(*scene.Cell) (x, y int), size int) {
	for _, t := range s.Tracks {
		if len(t.Path) == 0 {
			continue
		}
		x, y := at(&s.Cells[t.Path[len(t.Path)-1]])
		if t.Better {
			p.piece(op{kind: kindRing, ink: can, size: int16(size * 6 / 10), a: 9}, x, y)
		} else {
			p.piece(op{kind: kindCross, ink: lost, size: int16(size * 4 / 10)}, x, y)
		}
	}
}

// seated returns the sides shown above and below the board. The first seat is below, unless the
// board is turned.
func seated(s *scene.Scene) (above, below scene.Side) {
	below, _ = sideOf(s, 0)
	above, _ = sideOf(s, 1)
	if s.Turned {
		above, below = below, above
	}
	return above, below
}

// motion is a piece on its way from one cell to another.
type motion struct {
	cell     scene.Cell // the cell as it looks with the piece
	from, to int
	share    int // how far the piece has come, in hundredths of the way
}

// carry plans the piece in motion, if there is one. At returns the place of a cell, draw plans its
// content.
func (p *plan) carry(s *scene.Scene, at func(*scene.Cell) (x, y int), draw func(c *scene.Cell, x, y int)) {
	m := p.motion
	if m == nil {
		return
	}
	x0, y0 := at(&s.Cells[m.from])
	x1, y1 := at(&s.Cells[m.to])
	from := len(p.over)
	draw(&m.cell, x0+(x1-x0)*m.share/100, y0+(y1-y0)*m.share/100)
	for i := range p.over[from:] {
		if o := &p.over[from+i]; o.kind >= kindSheep && o.kind <= kindPenguin {
			o.b |= flying
		}
	}
}
