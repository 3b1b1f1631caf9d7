// Package gif16 writes animated GIFs of pictures with at most 16 colours. Start reading at
// [Writer].
package gif16

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"math/bits"
	"time"

	"paddock/render/lzw"
)

// Writer writes pictures of at most 16 colours as an animated GIF that repeats for ever and stores
// only what changes. image/gif needs all frames in memory at once.
type Writer struct {
	Colours []color.RGBA // the palette of all pictures

	out               bytes.Buffer
	shown             *image.Paletted // the pixels written so far
	packer            lzw.Packer
	part, was, masked []uint8 // an image: its pixels, the pixels before it, and its pixels without unchanged ones
	own               [2][]uint8
	best, trial       bytes.Buffer
}

const (
	pixelBits = 5                // a pixel: 16 colours and the clear one
	flicker   = 2                // hundredths of a second between parts of a step; clients turn 0 and 1 into 10
	absent    = 1<<pixelBits - 1 // the value that stands for no colour
	maxParts  = 10               // most rectangles into which a step is divided
	minGap    = 16               // a gap of so many unchanged pixels divides a step into parts
)

// place returns the index of a colour in the replay's palette.
func place(c uint8) uint8 { return c + 1 }

// Step adds a picture that is shown for a time. It returns false, and adds nothing, if the
// picture's size differs from the earlier ones.
func (w *Writer) Step(m *image.Paletted, stay time.Duration) bool {
	if w.shown == nil {
		w.head(m.Rect)
		w.shown = image.NewPaletted(m.Rect, nil)
		copy(w.shown.Pix, m.Pix)
		w.image(m, m.Rect, stay, false)
		return true
	}
	if m.Rect != w.shown.Rect {
		return false
	}
	parts := changes(nil, w.shown, m, m.Rect, min(maxParts, int(stay/(flicker*10*time.Millisecond))))
	if len(parts) == 0 {
		parts = append(parts, image.Rect(0, 0, 1, 1)) // a step without a change still takes its time
	}
	for i, part := range parts {
		pause := flicker * 10 * time.Millisecond
		if i == len(parts)-1 {
			pause = max(stay-time.Duration(i)*pause, pause)
		}
		w.image(m, part, pause, true)
	}
	copy(w.shown.Pix, m.Pix)
	return true
}

// Len returns the length of the file so far, in bytes.
func (w *Writer) Len() int { return w.out.Len() }

// End ends the file and returns it.
func (w *Writer) End() []byte {
	w.out.WriteByte(0x3B)
	return w.out.Bytes()
}

// head writes everything before the first picture: size, palette, and that the replay never ends.
func (w *Writer) head(size image.Rectangle) {
	w.out.WriteString("GIF89a")
	w.short(size.Dx())
	w.short(size.Dy())
	w.out.Write([]byte{0x80 | (pixelBits - 1), 0, 0})
	var table [3 << pixelBits]byte
	for i, c := range w.Colours {
		at := 3 * int(place(uint8(i)))
		table[at], table[at+1], table[at+2] = c.R, c.G, c.B
	}
	w.out.Write(table[:])
	w.out.WriteString("\x21\xFF\x0BNETSCAPE2.0\x03\x01\x00\x00\x00")
}

func (w *Writer) short(v int) {
	w.out.Write(binary.LittleEndian.AppendUint16(nil, uint16(v)))
}

// image writes a part of m that stays visible under the next parts. If over is set, unchanged
// pixels may be transparent. It tries both ways and keeps the smaller one.
func (w *Writer) image(m *image.Paletted, part image.Rectangle, stay time.Duration, over bool) {
	w.out.WriteString("\x21\xF9\x04\x05") // a graphic control: the image stays, with a clear colour
	w.short(int(min(stay/(10*time.Millisecond), 0xFFFF)))
	w.out.Write([]byte{lzw.Clear, 0, 0x2C})
	for _, v := range [...]int{part.Min.X, part.Min.Y, part.Dx(), part.Dy()} {
		w.short(v)
	}
	w.part, w.was, w.masked = w.part[:0], w.was[:0], w.masked[:0]
	for y := part.Min.Y; y < part.Max.Y; y++ {
		at := m.PixOffset(part.Min.X, y)
		for i, c := range m.Pix[at : at+part.Dx()] {
			masked, was := place(c), place(w.shown.Pix[at+i])
			w.part, w.was = append(w.part, masked), append(w.was, was)
			if masked == was {
				masked = lzw.Clear
			}
			w.masked = append(w.masked, masked)
		}
	}
	w.best.Reset()
	w.try(w.part, nil)
	if over {
		w.try(w.masked, nil)
		w.try(w.part, w.was)
	}
	w.out.Write(w.best.Bytes())
}

// try packs pixels with the common colours, or with a small table of their own, and keeps the
// result if it is the smallest so far.
func (w *Writer) try(pixels, was []uint8) {
	own, table, highest := fewColours(pixels, was)
	w.trial.Reset()
	w.trial.WriteByte(0)
	w.packer.Pack(&w.trial, bits.Len8(highest), pixels, was)
	w.keep()
	size := bits.Len(uint(len(table)))
	if size == 0 || size >= bits.Len8(highest) {
		return
	}
	w.trial.Reset()
	w.trial.Write([]byte{0x80 | uint8(size-1), 0, 0, 0}) // the first colour of the table is the transparent one
	for i := range 1<<size - 1 {
		c := w.Colours[table[min(i, len(table)-1)]-1]
		w.trial.Write([]byte{c.R, c.G, c.B})
	}
	recolour := func(list *[]uint8, pixels []uint8) []uint8 {
		*list = (*list)[:0]
		for _, c := range pixels {
			*list = append(*list, own[c])
		}
		return *list
	}
	pixels = recolour(&w.own[0], pixels)
	if was != nil {
		was = recolour(&w.own[1], was)
	}
	w.packer.Pack(&w.trial, size, pixels, was)
	w.keep()
}

// fewColours returns a small table for the changed pixels: their indices in it, the table, and the
// highest index.
func fewColours(pixels, was []uint8) (own [1 << pixelBits]uint8, table []uint8, highest uint8) {
	var used [1 << pixelBits]bool
	for i, c := range pixels {
		if was == nil || was[i] != c {
			used[c] = true
		}
	}
	for c := range used {
		switch {
		case c == lzw.Clear:
		case used[c]:
			highest = uint8(c)
			table = append(table, highest)
			own[c] = uint8(len(table))
		default:
			own[c] = absent
		}
	}
	return own, table, highest
}

// keep keeps the present trial if it is the smallest so far.
func (w *Writer) keep() {
	if w.best.Len() == 0 || w.trial.Len() < w.best.Len() {
		w.best, w.trial = w.trial, w.best
	}
}

// changes appends to list at most n rectangles within box that hold all pixels in which a and b
// differ. It divides the box around them at the widest gaps.
func changes(list []image.Rectangle, a, b *image.Paletted, box image.Rectangle, n int) []image.Rectangle {
	rows, cols := make([]bool, box.Dy()), make([]bool, box.Dx())
	for y := range rows {
		at := a.PixOffset(box.Min.X, box.Min.Y+y)
		was, is := a.Pix[at:at+len(cols)], b.Pix[at:at+len(cols)]
		if bytes.Equal(was, is) {
			continue
		}
		rows[y] = true
		for x := range cols {
			if was[x] != is[x] {
				cols[x] = true
			}
		}
	}
	y0, y1, ya, yb := span(rows)
	x0, x1, xa, xb := span(cols)
	if y0 == y1 {
		return list
	}
	tight := image.Rect(x0, y0, x1, y1).Add(box.Min)
	if n < 2 || max(yb-ya, xb-xa) < minGap {
		return append(list, tight)
	}
	one, two := tight, tight
	if yb-ya >= xb-xa {
		one.Max.Y, two.Min.Y = box.Min.Y+ya, box.Min.Y+yb
	} else {
		one.Max.X, two.Min.X = box.Min.X+xa, box.Min.X+xb
	}
	before := len(list)
	list = changes(list, a, b, one, n/2)
	return changes(list, a, b, two, n-(len(list)-before))
}

// span returns the part of list from its first true to its last, and the widest gap within.
func span(list []bool) (from, to, gapFrom, gapTo int) {
	last := -1
	for i, set := range list {
		if !set {
			continue
		}
		if last < 0 {
			from = i
		} else if i-last-1 > gapTo-gapFrom {
			gapFrom, gapTo = last+1, i
		}
		last, to = i, i+1
	}
	return from, to, gapFrom, gapTo
}
