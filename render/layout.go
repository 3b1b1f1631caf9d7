package render

import (
	"math"

	"paddock/games/scene"
)

// lay plans the picture of s, with room above it for the result of end. Usually end is s; in a
// replay it is the last scene.
func (p *plan) lay(s, end *scene.Scene) {
	p.large = s.Look.Large
	switch s.Form {
	case scene.Thumb:
		p.thumb(s)
	case scene.Icon:
		p.icon(s)
	case scene.Card:
		p.card(s)
	default:
		if p.family(s); end.Result != "" && !end.Told {
			was := p.height
			p.banner(s, end.Result)
			if s.Family == scene.Hexes { // the sea reaches to the edge
				p.ground(op{kind: kindPlate, ink: water, a: int16(p.width), b: int16(p.height - was)}, 0, 0)
			}
		}
	}
}

// down moves everything planned so far down, to make room above.
func (p *plan) down(h int) {
	p.move(0, 0, 0, h)
	p.height += h
}

// move moves what was planned after the first ops of each layer.
func (p *plan) move(first, above, dx, dy int) {
	for _, list := range [][]op{p.under[first:], p.over[above:]} {
		for i := range list {
			list[i].x, list[i].y = list[i].x+int16(dx), list[i].y+int16(dy)
		}
	}
	for layer, from := range [2]int{under: first, over: above} {
		for i := range p.texts[layer] {
			if t := &p.texts[layer][i]; t.from >= from {
				t.x += dx
			}
		}
	}
	for i := range p.places {
		p.places[i].move(dx, dy)
	}
}

// The sides of thumbnails and icons in pixels. Clients show them about 85 and 20 high.
const thumbSide, iconSide = 200, 128

// thumb plans a thumbnail: the game's pieces, large, on its ground.
func (p *plan) thumb(s *scene.Scene) {
	const mid = thumbSide / 2
	p.width, p.height = thumbSide, thumbSide
	ground := func(i ink) { p.ground(op{kind: kindPlate, ink: i, a: thumbSide, b: thumbSide}, 0, 0) }
	switch s.Family {
	case scene.Graph:
		ground(meadow)
		for _, d := range [4][2]int{{thumbSide, 0}, {0, thumbSide}, {thumbSide, thumbSide}, {thumbSide, -thumbSide}} {
			p.ground(op{kind: kindWire, ink: track, a: int16(d[0]), b: int16(d[1]), size: 6}, mid-d[0]/2, mid-d[1]/2)
		}
		p.piece(op{kind: kindSheep, size: 104}, 62, 132)
		p.piece(op{kind: kindFox, size: 112}, 134, 72)
	case scene.Pits:
		ground(wood)
		p.piece(op{kind: kindPit, a: 164, b: 164}, mid, mid)
		for i := range 6 {
			sin, cos := math.Sincos(float64(i) * math.Pi / 3)
			p.piece(beanOp(54, i, i == 4), mid+int(44*cos), mid+4+int(44*sin))
		}
	case scene.Hexes:
		ground(water)
		for i, at := range [4][2]int{{36, 30}, {164, 44}, {22, 100}, {180, 112}} {
			p.ground(op{kind: kindWave, ink: swell, size: int16(60 - 10*(i/2))}, at[0], at[1])
		}
		p.piece(op{kind: kindHex, ink: swell, size: 80}, mid, 124)
		p.piece(op{kind: kindHex, ink: ice, size: 80}, mid, 112)
		p.piece(pieceOp(scene.Piece{Shape: scene.Penguin, Seat: 0}, 0, 132), mid, 92)
	default:
		ground(field)
		p.piece(pieceOp(scene.Piece{Shape: scene.Soldier, Seat: 1, Letter: "?"}, 0, 104), 130, 70)
		p.piece(pieceOp(scene.Piece{Shape: scene.Soldier, Seat: 0, Letter: "1", Rank: scene.Marshal}, 0, 112), 70, 126)
	}
}

// icon plans an icon: one piece, as large as possible, on its ground.
func (p *plan) icon(s *scene.Scene) {
	const mid = iconSide / 2
	p.width, p.height = iconSide, iconSide
	ground := func(i ink) { p.ground(op{kind: kindPlate, ink: i, a: iconSide, b: iconSide}, 0, 0) }
	switch piece := s.Cells[0].Piece; s.Family {
	case scene.Graph:
		ground(meadow)
		p.piece(pieceOp(piece, 0, 116), mid, mid)
	case scene.Pits:
		ground(wood)
		for i, at := range [3][2]int{{38, 82}, {88, 86}, {64, 40}} {
			p.piece(beanOp(66, i, i == 2), at[0], at[1])
		}
	case scene.Hexes:
		ground(water)
		p.piece(pieceOp(piece, 0, 122), mid, mid)
	default:
		ground(field)
		p.piece(pieceOp(piece, large, iconSide), mid, mid)
	}
}

// family plans the picture by the scene's family.
func (p *plan) family(s *scene.Scene) {
	switch s.Family {
	case scene.Pits:
		p.pits(s)
	case scene.Graph:
		p.graph(s)
	case scene.Hexes:
		p.hexes(s)
	default:
		p.squares(s)
	}
}
