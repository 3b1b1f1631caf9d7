package render

import (
	"bytes"
	"compress/lzw"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"time"

	"paddock/games/scene"
)

// ErrTooLarge means that a replay has more frames than fit a file that Discord takes.
var ErrTooLarge = errors.New("replay is too large")

// maxGIF is well below the 10 MiB that Discord takes, in bytes.
const maxGIF = 8 << 20

// Pace is how fast a replay runs. Zero durations have a default.
type Pace struct {
	Step time.Duration // how long a position is shown, by default 0.9 s
	Last time.Duration // how long the last one is shown before it begins again, by default 3 s
}

// GIF draws a replay, one step a frame, for ever. After each step the picture is, pixel by pixel, what PNG draws of that frame. All frames must
// be of one family and size. One replay is drawn at a time, others wait until ctx ends; errors are ErrScene, ErrTooLarge, that of ctx, or
// say that drawing failed.
func (r *Renderer) GIF(ctx context.Context, frames []scene.Scene, pace Pace) (_ []byte, err error) {
	if len(frames) == 0 {
		return nil, fmt.Errorf("a replay without frames: %w", ErrScene)
	}
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case r.replay <- struct{}{}:
	}
	defer func() { <-r.replay }()
	defer recovered(&err)

	if err := checkGrid(frames[0]); err != nil {
		return nil, err
	}
	w := gifWriter{pal: r.kits[frames[0].Family].palette}
	for i := range frames {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if frames[i].Family != frames[0].Family {
			return nil, fmt.Errorf("frame %d is of another family: %w", i, ErrScene)
		}
		stay := orDefault(pace.Step, 900*time.Millisecond)
		if i == len(frames)-1 {
			stay = orDefault(pace.Last, 3*time.Second)
		}
		if err := r.frame(&w, &frames[i], &frames[len(frames)-1], stay); err != nil {
			return nil, fmt.Errorf("frame %d: %w", i, err)
		}
		if w.out.Len() > maxGIF {
			return nil, fmt.Errorf("%d of %d frames take %d bytes: %w", i+1, len(frames), w.out.Len(), ErrTooLarge)
		}
	}
	w.out.WriteByte(0x3B)
	return w.out.Bytes(), nil
}

func orDefault(d, otherwise time.Duration) time.Duration {
	if d <= 0 {
		return otherwise
	}
	return d
}

// frame adds one step. It holds a bench only while it draws, so that a long replay doesn't keep moves waiting.
func (r *Renderer) frame(w *gifWriter, s, end *scene.Scene, stay time.Duration) error {
	if err := checkGrid(*s); err != nil {
		return err
	}
	b := <-r.benches
	defer func() { r.benches <- b }()
	if err := r.kits[s.Family].draw(b, s, end); err != nil {
		return err
	}
	return w.step(b.pixels, stay)
}

// gifWriter writes pictures of 16 colours as a GIF that tells only what changes. image/gif would need all frames in memory at once.
type gifWriter struct {
	pal   *palette
	out   bytes.Buffer
	shown *image.Paletted // what has been written so far
	lzw   *lzw.Writer
	part  []byte
}

const (
	gifBits  = 5       // a pixel: 16 colours and the clear one
	gifClear = colours // where nothing changes
	flicker  = 2       // hundredths of a second between parts of a step; clients turn 0 and 1 into 10
	maxParts = 10      // of a step
	minGap   = 16      // pixels without change that part a step
)

func (w *gifWriter) step(m *image.Paletted, stay time.Duration) error {
	if w.shown == nil {
		w.head(m.Rect)
		w.shown = image.NewPaletted(m.Rect, nil)
		copy(w.shown.Pix, m.Pix)
		return w.image(m, m.Rect, stay, false)
	}
	if m.Rect != w.shown.Rect {
		return fmt.Errorf("%v after %v: %w", m.Rect.Max, w.shown.Rect.Max, ErrScene)
	}
	parts := changes(nil, w.shown, m, m.Rect, maxParts)
	if len(parts) == 0 {
		parts = append(parts, image.Rect(0, 0, 1, 1)) // a step that changes nothing still takes its time
	}
	for i, part := range parts {
		pause := flicker * 10 * time.Millisecond
		if i == len(parts)-1 {
			pause = max(stay-time.Duration(i)*pause, pause)
		}
		if err := w.image(m, part, pause, true); err != nil {
			return err
		}
	}
	copy(w.shown.Pix, m.Pix)
	return nil
}

// head writes all that comes before the first picture: size, palette, and that the replay never ends.
func (w *gifWriter) head(size image.Rectangle) {
	w.out.WriteString("GIF89a")
	w.short(size.Dx())
	w.short(size.Dy())
	w.out.Write([]byte{0x80 | (gifBits - 1), 0, 0})
	var table [3 << gifBits]byte
	for i, c := range w.pal.rgba {
		table[3*i], table[3*i+1], table[3*i+2] = c.R, c.G, c.B
	}
	w.out.Write(table[:])
	w.out.WriteString("\x21\xFF\x0BNETSCAPE2.0\x03\x01\x00\x00\x00")
}

func (w *gifWriter) short(v int) {
	w.out.Write(binary.LittleEndian.AppendUint16(nil, uint16(v)))
}

// image writes a part of m, which stays when the next one comes; pixels that are shown already are left clear if over is set.
func (w *gifWriter) image(m *image.Paletted, part image.Rectangle, stay time.Duration, over bool) error {
	w.out.WriteString("\x21\xF9\x04\x05") // a graphic control: stay in place, with a clear colour
	w.short(int(min(stay/(10*time.Millisecond), 0xFFFF)))
	w.out.Write([]byte{gifClear, 0, 0x2C})
	for _, v := range [...]int{part.Min.X, part.Min.Y, part.Dx(), part.Dy()} {
		w.short(v)
	}
	w.out.Write([]byte{0, gifBits})
	w.part = w.part[:0]
	for y := part.Min.Y; y < part.Max.Y; y++ {
		at := m.PixOffset(part.Min.X, y)
		w.part = append(w.part, m.Pix[at:at+part.Dx()]...)
		if !over {
			continue
		}
		line := w.part[len(w.part)-part.Dx():]
		for i, was := range w.shown.Pix[at : at+part.Dx()] {
			if line[i] == was {
				line[i] = gifClear
			}
		}
	}
	blocks := &blockWriter{out: &w.out}
	if w.lzw == nil {
		w.lzw = lzw.NewWriter(blocks, lzw.LSB, gifBits).(*lzw.Writer)
	} else {
		w.lzw.Reset(blocks, lzw.LSB, gifBits)
	}
	if _, err := w.lzw.Write(w.part); err != nil {
		return err
	}
	if err := w.lzw.Close(); err != nil {
		return err
	}
	blocks.flush()
	w.out.WriteByte(0)
	return nil
}

// blockWriter cuts what is written into blocks of at most 255 bytes, each after its length.
type blockWriter struct {
	out   *bytes.Buffer
	block [256]byte
	n     int
}

func (b *blockWriter) WriteByte(c byte) error {
	b.n++
	b.block[b.n] = c
	if b.n == 255 {
		b.flush()
	}
	return nil
}

func (b *blockWriter) Write(p []byte) (int, error) {
	for _, c := range p {
		b.WriteByte(c)
	}
	return len(p), nil
}

func (b *blockWriter) flush() {
	if b.n > 0 {
		b.block[0] = byte(b.n)
		b.out.Write(b.block[:b.n+1])
		b.n = 0
	}
}

// changes appends to list at most n rectangles within box that hold all pixels in which a and b differ: the box around them, cut at the
// widest gaps.
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

// span is the part of list from its first true to its last, and the widest gap within.
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
