package render

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/gif"
	"image/png"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"paddock/games/scene"
)

// replay is a made-up match of n positions: pieces that wander about, or beans.
func replay(name string, n int) []scene.Scene {
	rnd := rand.New(rand.NewPCG(3, 4))
	s := scenes()[name]
	frames := []scene.Scene{s}
	for len(frames) < n {
		next := s
		next.Cells, next.Sides, next.Path = slices.Clone(s.Cells), slices.Clone(s.Sides), nil
		for i := range next.Cells {
			next.Cells[i].Marks, next.Cells[i].Gain = 0, 0
		}
		for i := range next.Sides {
			next.Sides[i].ToMove = !next.Sides[i].ToMove
		}
		for {
			from, to := rnd.IntN(len(s.Cells)), rnd.IntN(len(s.Cells))
			a, b := &next.Cells[from], &next.Cells[to]
			if s.Family == scene.Pits {
				if from == to || a.Count == 0 {
					continue
				}
				a.Count--
				b.Count++
				b.Gain = 1
			} else {
				if a.Piece.Shape == scene.NoPiece || b.Piece.Shape != scene.NoPiece || abs(a.Col-b.Col)+abs(a.Row-b.Row) != 1 {
					continue
				}
				a.Piece, b.Piece = b.Piece, a.Piece
				next.Path = []int{from, to}
			}
			a.Marks, b.Marks = scene.From, scene.To
			break
		}
		frames = append(frames, next)
		s = next
	}
	return frames
}

func abs(n int) int { return max(n, -n) }

// A3: each composed step is, pixel by pixel, the still of that position; and a step takes the time it should.
func TestReplayShowsTheStills(t *testing.T) {
	pace := Pace{Step: 700 * time.Millisecond, Last: 2 * time.Second}
	for _, name := range []string{"kalah start", "halatafl start", "stratego red", "fish official"} {
		t.Run(name, func(t *testing.T) {
			frames, r := replay(name, 6), New(Light, 1)
			frames = append(frames, frames[len(frames)-1]) // a step that changes nothing
			out, err := r.GIF(t.Context(), frames, pace)
			if err != nil {
				t.Fatal(err)
			}
			g, err := gif.DecodeAll(bytes.NewReader(out))
			if err != nil {
				t.Fatal(err)
			}
			if g.LoopCount != 0 {
				t.Errorf("loop count %d, want 0, for ever", g.LoopCount)
			}
			screen := image.NewPaletted(image.Rect(0, 0, g.Config.Width, g.Config.Height), g.Image[0].Palette)
			step, waited := 0, 0
			for i, part := range g.Image {
				if g.Delay[i] < 2 {
					t.Errorf("part %d stays %d hundredths; clients make 10 of less than 2", i, g.Delay[i])
				}
				if g.Disposal[i] != gif.DisposalNone {
					t.Errorf("part %d is disposed of by %d, want %d", i, g.Disposal[i], gif.DisposalNone)
				}
				lay(screen, part)
				if waited += g.Delay[i]; g.Delay[i] <= flicker {
					continue // the next part belongs to the same step
				}
				want := int(pace.Step / (10 * time.Millisecond))
				if step == len(frames)-1 {
					want = int(pace.Last / (10 * time.Millisecond))
				}
				if waited != want {
					t.Errorf("step %d takes %d hundredths, want %d", step, waited, want)
				}
				if step < len(frames) {
					compare(t, step, screen, mustPNG(t, r, frames[step]))
				}
				step, waited = step+1, 0
			}
			if step != len(frames) {
				t.Errorf("%d steps, want %d", step, len(frames))
			}
		})
	}
}

// lay puts part on screen as a viewer does: its clear colour leaves what was there.
func lay(screen, part *image.Paletted) {
	for y := part.Rect.Min.Y; y < part.Rect.Max.Y; y++ {
		from, to := part.PixOffset(part.Rect.Min.X, y), screen.PixOffset(part.Rect.Min.X, y)
		for i, p := range part.Pix[from : from+part.Rect.Dx()] {
			if _, _, _, alpha := part.Palette[p].RGBA(); alpha != 0 {
				screen.Pix[to+i] = p
			}
		}
	}
}

func compare(t *testing.T, step int, screen *image.Paletted, still []byte) {
	t.Helper()
	m, err := png.Decode(bytes.NewReader(still))
	if err != nil {
		t.Fatal(err)
	}
	want := m.(*image.Paletted)
	if screen.Rect != want.Rect {
		t.Fatalf("step %d is %v, its still %v", step, screen.Rect, want.Rect)
	}
	for i, c := range want.Palette {
		if c != screen.Palette[i] {
			t.Fatalf("colour %d is %v, in the still %v", i, screen.Palette[i], c)
		}
	}
	if !bytes.Equal(screen.Pix, want.Pix) {
		t.Errorf("step %d: its pixels are not those of the still", step)
	}
}

// A3: a long match still makes a small file, far smaller than one of whole pictures.
func TestReplayIsSmall(t *testing.T) {
	frames, r := replay("halatafl start", 20), New(Light, 1)
	out, err := r.GIF(t.Context(), frames, Pace{})
	if err != nil {
		t.Fatal(err)
	}
	whole := &gif.GIF{}
	for _, s := range frames {
		m, err := png.Decode(bytes.NewReader(mustPNG(t, r, s)))
		if err != nil {
			t.Fatal(err)
		}
		whole.Image, whole.Delay = append(whole.Image, m.(*image.Paletted)), append(whole.Delay, 90)
	}
	var twin bytes.Buffer
	if err := gif.EncodeAll(&twin, whole); err != nil {
		t.Fatal(err)
	}
	if got, want := len(out), twin.Len()/5; got > want {
		t.Errorf("%d bytes, want at most %d, a fifth of whole pictures", got, want)
	}
	if got, want := len(out), 30_000+20*6500; got > want {
		t.Errorf("%d bytes for 20 positions, want at most %d", got, want)
	}
}

func TestReplayRefuses(t *testing.T) {
	r := New(Light, 1)
	list := scenes()
	for name, frames := range map[string][]scene.Scene{
		"no frames":        nil,
		"another family":   {list["kalah start"], list["halatafl start"]},
		"another size":     {list["kalah start"], list["kalah 1"]},
		"a broken frame":   {list["kalah start"], {Family: scene.Pits}},
		"a broken opening": {{}},
	} {
		if _, err := r.GIF(t.Context(), frames, Pace{}); !errors.Is(err, ErrScene) {
			t.Errorf("%s: error %v, want ErrScene", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.GIF(ctx, replay("kalah start", 3), Pace{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v after the context ended, want %v", err, context.Canceled)
	}
	if _, err := r.GIF(t.Context(), replay("kalah start", 3), Pace{}); err != nil {
		t.Errorf("the next replay: %v", err)
	}
}

// The parts of a step hold every change, and are not more than allowed.
func TestChanges(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	size := image.Rect(0, 0, 200, 150)
	for range 50 {
		a, b := image.NewPaletted(size, nil), image.NewPaletted(size, nil)
		for range rnd.IntN(6) {
			x, y := rnd.IntN(190), rnd.IntN(140)
			for i := range 10 {
				b.Pix[b.PixOffset(x+i, y+i)] = 1
			}
		}
		parts := changes(nil, a, b, size, 4)
		if len(parts) > 4 {
			t.Errorf("%d parts, want at most 4", len(parts))
		}
		for y := range size.Dy() {
			for x := range size.Dx() {
				at := image.Pt(x, y)
				held := slices.ContainsFunc(parts, func(r image.Rectangle) bool { return at.In(r) })
				if b.Pix[b.PixOffset(x, y)] == 1 && !held {
					t.Fatalf("the change at %v is in no part of %v", at, parts)
				}
			}
		}
	}
	same := image.NewPaletted(size, nil)
	if parts := changes(nil, same, same, size, 4); len(parts) != 0 {
		t.Errorf("parts %v of no change", parts)
	}
}
