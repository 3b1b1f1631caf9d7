package render

import (
	"image"
	"slices"
	"sync"

	"paddock/games/scene"
)

// op is one thing to draw: its kind, size and place. Equal ops look the same wherever they are.
type op struct {
	kind kind
	ink  ink
	size int16
	a, b int16 // further sizes or choices, whose meaning depends on the kind
	r    rune
	rank scene.Rank // rank of a soldier
	x, y int16
}

// sprite holds the pixels of an op, drawn at the origin in the colours of a palette.
type sprite struct {
	box   image.Rectangle // position relative to the origin
	ink   []uint8         // colours, row by row
	cover []uint8         // how much each pixel is covered, from 0 to opaque
	spans []span
}

// span is a part of a row of a sprite that covers something. Most of a sprite is opaque or not there,
// and such spans are copied or passed over at once.
type span struct {
	row, from, to int16 // the place of the sprite, from its upper left corner
	solid         bool  // whether the sprite is opaque
}

// bytes returns about how much memory a sprite takes.
func (s *sprite) bytes() int { return 2*len(s.ink) + 8*len(s.spans) + 128 }

// newSprite draws o. It is slow.
func newSprite(pal *palette, o op) *sprite {
	w, h := o.reach()
	f := newFilm(pal, image.Rect(-w, -h, w, h))
	r := &raster{on: f}
	c := canvas{on: r}
	c.draw(o)
	s := &sprite{box: r.box}
	for y := r.box.Min.Y; y < r.box.Max.Y; y++ {
		from := (y-f.box.Min.Y)*f.box.Dx() + r.box.Min.X - f.box.Min.X
		s.ink = append(s.ink, f.ink[from:from+r.box.Dx()]...)
		s.cover = append(s.cover, f.cover[from:from+r.box.Dx()]...)
	}
	if o.ghostly() {
		for i, c := range s.cover {
			s.cover[i] = (c + 1) / 2
		}
	}
	if o.kind >= kindSheep && o.kind <= kindPenguin && o.b&flying != 0 {
		for i, c := range s.cover {
			s.cover[i] = c / opaque * opaque
		}
	}
	s.ink, s.cover = slices.Clip(s.ink), slices.Clip(s.cover)
	s.findSpans()
	return s
}

func (s *sprite) findSpans() {
	wide := s.box.Dx()
	for i, c := range s.cover {
		row, col, solid := int16(i/wide), int16(i%wide), c == opaque
		last := len(s.spans) - 1
		switch {
		case c == 0:
		case last >= 0 && s.spans[last].solid == solid && s.spans[last].row == row && s.spans[last].to == col:
			s.spans[last].to++
		default:
			s.spans = append(s.spans, span{row, col, col + 1, solid})
		}
	}
	s.spans = slices.Clip(s.spans)
}

// sprites caches the sprites of all families and themes in two generations. When the young ones
// reach their limit, the old ones are dropped and the young become old.
type sprites struct {
	most int // most bytes of young and old sprites together

	mu         sync.RWMutex
	young, old map[drawing]*sprite
	weight     int // bytes of young sprites
}

// drawing is an op at the origin in the colours of a palette.
type drawing struct {
	palette *palette
	op
}

func newSprites(most int) *sprites {
	return &sprites{most: most, young: make(map[drawing]*sprite)}
}

// find appends the sprites of ops to list, and draws the missing ones.
func (m *sprites) find(list []*sprite, pal *palette, ops []op) []*sprite {
	m.mu.RLock()
	for _, o := range ops {
		o.x, o.y = 0, 0
		list = append(list, m.young[drawing{pal, o}])
	}
	m.mu.RUnlock()
	for i, s := range list {
		if s == nil {
			list[i] = m.sprite(pal, ops[i])
		}
	}
	return list
}

// sprite returns the sprite of o, and marks it as recently used.
func (m *sprites) sprite(pal *palette, o op) *sprite {
	o.x, o.y = 0, 0
	key := drawing{pal, o}
	m.mu.Lock()
	defer m.mu.Unlock()
	if s := m.young[key]; s != nil {
		return s
	}
	s := m.old[key]
	if s == nil {
		s = newSprite(pal, o)
	}
	if m.weight += s.bytes(); m.weight > m.most/2 {
		m.old, m.young, m.weight = m.young, make(map[drawing]*sprite), s.bytes()
	}
	m.young[key] = s
	return s
}

// stamp draws s on a paletted image, its origin at x, y.
func (s *sprite) stamp(dst *image.Paletted, pal *palette, x, y int) {
	box := s.box.Add(image.Pt(x, y))
	seen := box.Intersect(dst.Rect)
	left, right := seen.Min.X-box.Min.X, seen.Max.X-box.Min.X
	for _, r := range s.spans {
		row := box.Min.Y + int(r.row)
		from, to := max(int(r.from), left), min(int(r.to), right)
		if row < seen.Min.Y || row >= seen.Max.Y || from >= to {
			continue
		}
		at := int(r.row)*box.Dx() + from
		ink, line := s.ink[at:at+to-from], dst.Pix[dst.PixOffset(box.Min.X+from, row):][:to-from]
		if r.solid {
			copy(line, ink)
			continue
		}
		for i, c := range s.cover[at : at+to-from] {
			line[i] = pal.over[c][ink[i]<<4|line[i]]
		}
	}
}
