package render

import (
	"image"
	"strings"

	"paddock/games/scene"
	"paddock/render/outline"
)

// card draws the share card of a finished match in b.pixels: the game, the result, the players, the course, and below them the board. With a second
// board both are drawn at half their size.
func (k *kit) card(b *bench, s *scene.Scene) error {
	boards := []*scene.Scene{s}
	if s.Beside != nil {
		boards = []*scene.Scene{&s.Beside.Scene, s}
	}
	var drawn []*image.Paletted
	for _, s := range boards {
		one := *s
		one.Form, one.Told = scene.Whole, true
		b.plan.reset()
		b.plan.bare = true
		b.plan.lay(&one, &one)
		if err := k.develop(b); err != nil {
			return err
		}
		m := &image.Paletted{Pix: append([]uint8(nil), b.pixels.Pix...), Stride: b.pixels.Stride, Rect: b.pixels.Rect}
		if len(boards) > 1 {
			m = k.palette.halved(m)
		}
		drawn = append(drawn, m)
	}
	width, height := drawn[0].Rect.Dx()*len(drawn), drawn[0].Rect.Dy()
	b.plan.reset()
	b.plan.width = width
	top := b.plan.cardHead(s)
	b.plan.height = top + height
	if err := k.develop(b); err != nil {
		return err
	}
	for i, m := range drawn {
		for y := range m.Rect.Dy() {
			copy(b.pixels.Pix[b.pixels.PixOffset(i*m.Rect.Dx(), top+y):], m.Pix[y*m.Stride:y*m.Stride+m.Rect.Dx()])
		}
	}
	return nil
}

// cardHead plans the part of a card above the boards, and returns where that part ends.
func (p *plan) cardHead(s *scene.Scene) (bottom int) {
	const edge, line, curve = 24, 58, 156
	large := lettering{48, outline.Bold, text, false}
	p.write(&p.over, score, leftOf, edge, edge+14, p.fit(score, p.known(s.Title), p.width-2*edge))
	p.piece(op{kind: kindPlate, ink: last, a: 64, b: 6, size: 3}, edge, edge+36)
	y := edge + 48
	result := p.known(upperFirst(s.Result))
	if result == "" { // the fonts lack letters of a name in it; the caption has no names
		result = p.known(upperFirst(s.Caption))
	}
	for _, t := range p.wrap(large, result, p.width-2*edge, 2) {
		p.write(&p.over, large, leftOf, edge, y+line/2, t)
		y += line
	}
	y = p.players(s, edge/2, y+10)
	if len(s.Course) > 1 {
		c := Course{Shares: s.Course}
		for _, side := range s.Sides {
			if side.Seat == 0 || side.Seat == 1 {
				c.Names[side.Seat] = side.Label
			}
		}
		if s.Beside != nil {
			c.Turns = []int{s.Beside.Move}
		}
		p.curve(&c, edge/2, y, p.width-edge, curve)
		y += curve + edge/2
	}
	if s.Beside != nil {
		for i, t := range [2]string{s.Beside.Label, s.Beside.Other} {
			p.write(&p.over, score, leftOf, i*p.width/2+edge, y+20, p.fit(score, p.known(t), p.width/2-2*edge))
		}
		y += 44
	}
	return y
}

// players plans the players, two in a row, each with their initial on a disc in their colour. The winner's plate is highlighted.
func (p *plan) players(s *scene.Scene, left, y int) (bottom int) {
	const high, gap, disc = 84, 8, 56
	w := (p.width - 2*left - gap) / 2
	for i, side := range s.Sides {
		x, top := left+i%2*(w+gap), y+i/2*(high+gap)
		heavy, score := heavy.of(side), score.of(side)
		if side.Won {
			p.lit(x, top, w, high, 14)
		} else {
			p.piece(op{kind: kindPlate, ink: panel, a: int16(w), b: high, size: 14}, x, top)
		}
		name := p.playerName(side)
		if name == "" {
			name = p.seatName(side)
		}
		colour, letter := badge(s.Family, side.Seat)
		p.piece(op{kind: kindDisc, ink: soft, size: disc + 6}, x+14+disc/2, top+high/2)
		p.piece(op{kind: kindDisc, ink: colour, size: disc}, x+14+disc/2, top+high/2)
		p.write(&p.over, lettering{36, outline.Bold, letter, false}, centred, x+14+disc/2, top+high/2, initial(name))
		from, room := x+disc+28, w-disc-42
		p.write(&p.over, heavy, leftOf, from, top+26, p.fit(heavy, name, room))
		has := p.known(side.Score)
		below := strings.Trim(p.seatName(side)+" · "+has, " ·")
		if has != "" && p.speller.Width(below, score.weight, score.size) > room {
			below = has // the disc's colour identifies the seat
		}
		p.write(&p.over, score, leftOf, from, top+60, p.fit(score, below, room))
	}
	return y + (len(s.Sides)+1)/2*(high+gap) + gap
}

// badge returns a seat's colour, and a readable colour for letters on it.
func badge(f scene.Family, seat int8) (colour, letter ink) {
	second := seat == 1
	switch {
	case f == scene.Hexes:
		colour = coats[int(seat)&3]
	case f == scene.Squares && second:
		colour = blue
	case f == scene.Squares:
		return red, white
	case f == scene.Graph && second:
		colour = fox
	case f == scene.Pits && second:
		return pit, white
	default:
		colour = white
	}
	if colour == brown || colour == dark {
		return colour, white
	}
	return colour, dark
}

// halved returns m at half its size. Each pixel has the palette colour nearest to the average of four.
func (p *palette) halved(m *image.Paletted) *image.Paletted {
	w, h := m.Rect.Dx()/2, m.Rect.Dy()/2
	out := image.NewPaletted(image.Rect(0, 0, w, h), nil)
	known := make(map[[4]uint8]uint8)
	for y := range h {
		above, below := m.Pix[2*y*m.Stride:], m.Pix[(2*y+1)*m.Stride:]
		for x := range w {
			four := [4]uint8{above[2*x], above[2*x+1], below[2*x], below[2*x+1]}
			c, ok := known[four]
			if !ok {
				c = p.nearest(blend(blend(p.rgba[four[0]], p.rgba[four[1]], 128), blend(p.rgba[four[2]], p.rgba[four[3]], 128), 128))
				known[four] = c
			}
			out.Pix[y*out.Stride+x] = c
		}
	}
	return out
}
