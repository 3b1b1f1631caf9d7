package render

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/games/scene"
)

// replay returns an invented match of n positions: pieces that wander about, or beans.
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
				if a.Piece.Shape == scene.NoPiece || b.Piece.Shape != scene.NoPiece ||
					abs(a.Col-b.Col)+abs(a.Row-b.Row) != 1 {
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

// told gives every position its last turn in words, and the last one a result.
func told(frames []scene.Scene) []scene.Scene {
	for i := 1; i < len(frames); i++ {
		frames[i].Caption = fmt.Sprintf("%s moved from a%d to b%d", names[i%2], i, i+1)
	}
	frames[len(frames)-1].Result = "Marge wins."
	return frames
}

func abs(n int) int { return max(n, -n) }

// P21: the picture at the end of a step equals, pixel by pixel, the still of that position, and a
// step has the right duration.
func TestReplayShowsTheStills(t *testing.T) {
	pace := Pace{Step: 1200 * time.Millisecond, Last: 2 * time.Second}
	for _, name := range []string{"kalah start", "halatafl start", "stratego red", "fish official"} {
		t.Run(name, func(t *testing.T) {
			frames, r := replay(name, 6), New(nil, 1)
			frames = append(frames, frames[len(frames)-1]) // the step is one that changes nothing
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
			seen := composed(t, g)
			for i, s := range frames {
				waited := 0
				if i > 0 {
					before := frames[i-1].Quiet()
					for range way(&before, &s) {
						waited += seen[0].stay
						seen = seen[1:]
					}
				}
				want, rest := pace.Step, s.Quiet()
				if i == len(frames)-1 {
					want, rest = pace.Last, s
				}
				if waited += seen[0].stay; waited != int(want/(10*time.Millisecond)) {
					t.Errorf("step %d takes %d hundredths, want %v", i, waited, want)
				}
				compare(t, i, seen[0].screen, mustPNG(t, r, rest))
				seen = seen[1:]
			}
			if len(seen) != 0 {
				t.Errorf("%d pictures more than expected", len(seen))
			}
		})
	}
}

// An animation shows a moving piece on its way, and beans fall one by one.
func TestReplayShowsTheWay(t *testing.T) {
	list := scenes()
	tests := map[string]struct {
		from scene.Scene
		path []string
		want int // number of pictures in between
	}{
		"Kalah: three beans of four, the last falls with what it brings about": {
			list["kalah start"],
			[]string{"3", "4", "5", "6", ""},
			3,
		},
		"Halatafl: the way":                 {list["halatafl start"], []string{"b4", "b5"}, 1},
		"Stratego: on the way":              {list["stratego red"], []string{"b4", "b5"}, len(shares[scene.Squares])},
		"Fish: on each leg":                 {list["fish official"], []string{"b4", "b5", "b6"}, 0},
		"Fish: a penguin":                   {list["fish official"], []string{"c4", "c5"}, len(shares[scene.Hexes])},
		"Stratego: nothing known of a move": {list["stratego red"], nil, 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			from := tt.from.Quiet()
			to := from.Quiet()
			for _, cell := range tt.path {
				to.Path = append(to.Path, lastNamed(&to, cell))
			}
			list := way(&from, &to)
			if len(list) != tt.want {
				t.Fatalf("%d pictures between, want %d", len(list), tt.want)
			}
			r, before := New(nil, 1), mustPNG(t, New(nil, 1), from)
			for i, b := range list {
				bench := <-r.benches
				if err := r.kits[from.Family].draw(bench, &b.scene, &b.scene, b.motion); err != nil {
					t.Fatal(err)
				}
				now := bench.png.Encode(bench.pixels, r.kits[from.Family].palette.rgba[:])
				if bytes.Equal(now, before) {
					t.Errorf("picture %d shows nothing new", i)
				}
				before = now
				r.benches <- bench
			}
		})
	}
}

// A fight is shown before its result, for as long as a capture: the piece stays where its way ends, and
// the cell is marked.
func TestReplayShowsAFight(t *testing.T) {
	from := scenes()["stratego red"].Quiet()
	to := from.Quiet()
	for _, cell := range []string{"b4", "b5", "b6"} {
		to.Path = append(to.Path, lastNamed(&to, cell))
	}
	at := to.Path[2]
	to.Cells[at].Marks |= scene.Fight
	list := way(&from, &to)
	if want := 2*len(shares[scene.Squares]) + 1; len(list) != want {
		t.Fatalf("%d pictures, want %d on the way and one of the fight", len(list), want-1)
	}
	before, fight := list[len(list)-2], list[len(list)-1]
	if *fight.motion != *before.motion || fight.motion.to != at || fight.stay != pause {
		t.Errorf("the fight is shown for %v with the piece at %+v, want %v at %+v", fight.stay, *fight.motion, pause,
			*before.motion)
	}
	if before.scene.Cells[at].Marks.Has(scene.Fight) || !fight.scene.Cells[at].Marks.Has(scene.Fight) {
		t.Error("the cell is not marked in the last picture alone")
	}
}

// Captured pieces are shown for a moment before the board is at rest. A hole is highlighted while
// its beans fall.
func TestReplayPausesAtCaptures(t *testing.T) {
	from := scenes()["kalah start"].Quiet()
	to := from.Quiet()
	for _, cell := range []string{"3", "4", "5"} {
		to.Path = append(to.Path, lastNamed(&to, cell))
	}
	to.Cells[0].Marks = scene.Captured
	list := way(&from, &to)
	if len(list) != 2 {
		t.Fatalf("%d pictures, want a bean and a pause", len(list))
	}
	if c := list[0].scene.Cells[to.Path[0]]; !c.Marks.Has(scene.From) || c.Count != 0 {
		t.Errorf("the hole that is sown: %+v", c)
	}
	if c := list[0].scene.Cells[to.Path[1]]; c.Gain != 1 {
		t.Errorf("the hole that a bean falls into: %+v", c)
	}
	if last := list[1]; last.stay != pause || !last.scene.Cells[0].Marks.Has(scene.Captured) {
		t.Errorf("the capture is seen for %v, marks %b", last.stay, last.scene.Cells[0].Marks)
	}
}

// lastNamed returns the index of the last cell with a name: South's holes come after North's.
func lastNamed(s *scene.Scene, name string) int {
	for i := len(s.Cells) - 1; i >= 0; i-- {
		if s.Cells[i].Name == name {
			return i
		}
	}
	panic("no cell " + name)
}

// screen is a picture that a viewer sees for some time, in hundredths of a second.
type screen struct {
	screen *image.Paletted
	stay   int
}

// composed applies the parts of a replay one after the other. Parts without a pause between them
// make one picture.
func composed(t *testing.T, g *gif.GIF) (list []screen) {
	t.Helper()
	now := image.NewPaletted(image.Rect(0, 0, g.Config.Width, g.Config.Height), g.Config.ColorModel.(color.Palette))
	waited := 0
	for i, part := range g.Image {
		if g.Delay[i] < 2 {
			t.Errorf("part %d stays %d hundredths; clients make 10 of less than 2", i, g.Delay[i])
		}
		if g.Disposal[i] != gif.DisposalNone {
			t.Errorf("part %d is disposed of by %d, want %d", i, g.Disposal[i], gif.DisposalNone)
		}
		lay(now, part)
		if waited += g.Delay[i]; g.Delay[i] > 2 {
			shown := *now
			shown.Pix = bytes.Clone(now.Pix)
			list, waited = append(list, screen{&shown, waited}), 0
		}
	}
	return list
}

// lay applies a part like a viewer: the clear colour keeps the old pixels.
func lay(screen, part *image.Paletted) {
	for y := part.Rect.Min.Y; y < part.Rect.Max.Y; y++ {
		from, to := part.PixOffset(part.Rect.Min.X, y), screen.PixOffset(part.Rect.Min.X, y)
		for i, p := range part.Pix[from : from+part.Rect.Dx()] {
			if _, _, _, alpha := part.Palette[p].RGBA(); alpha != 0 {
				// a part of a picture may have a palette of its own
				screen.Pix[to+i] = uint8(slices.Index(screen.Palette, part.Palette[p]))
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
	for i, c := range screen.Pix {
		if got, want := screen.Palette[c], want.Palette[want.Pix[i]]; got != want {
			t.Fatalf("step %d: pixel %d is %v, in the still %v", step, i, got, want)
		}
	}
}

// P21: the animation of a long match is a small file, smaller than what the tool gifsicle makes of
// the same pictures.
func TestReplayIsSmall(t *testing.T) {
	for _, name := range []string{"kalah start", "halatafl start", "stratego red", "fish official"} {
		t.Run(name, func(t *testing.T) {
			out, err := New(nil, 1).GIF(t.Context(), told(replay(name, 20)), Pace{})
			if err != nil {
				t.Fatal(err)
			}
			if got, want := len(out), 45_000+20*2900; got > want {
				t.Errorf("%d bytes for 20 positions, want at most %d", got, want)
			}
			g, err := gif.DecodeAll(bytes.NewReader(out))
			if err != nil {
				t.Fatal(err)
			}
			whole := &gif.GIF{}
			for _, s := range composed(t, g) {
				whole.Image, whole.Delay = append(whole.Image, s.screen), append(whole.Delay, s.stay)
			}
			twin := filepath.Join(t.TempDir(), "twin.gif")
			f, err := os.Create(twin)
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(gif.EncodeAll(f, whole), f.Close()); err != nil {
				t.Fatal(err)
			}
			if _, err := exec.LookPath("gifsicle"); err != nil {
				t.Skip("gifsicle is not installed; nothing to compare with")
			}
			best, err := exec.Command("gifsicle", "-O3", twin).Output()
			if err != nil {
				t.Fatal(err)
			}
			if len(out) > len(best) {
				t.Errorf("%d bytes, gifsicle -O3 makes %d of the same pictures", len(out), len(best))
			}
			t.Logf("%d bytes, gifsicle -O3 %d", len(out), len(best))
		})
	}
}

// The room for the result is never blank: it shows the players first, then what each turn was.
func TestReplaySaysWhoMoves(t *testing.T) {
	for _, name := range []string{"kalah start", "halatafl start", "stratego red", "fish official"} {
		frames := told(replay(name, 3))
		end := frames[len(frames)-1]
		for i := range frames {
			s := frames[i].Quiet()
			if i == len(frames)-1 {
				s = end
			}
			var p plan
			p.reset()
			p.lay(&s, &end)
			want := end.Result
			switch {
			case i == 0:
				want = upperFirst(s.Sides[0].Label)
			case i < len(frames)-1:
				want = s.Caption
			}
			if !slices.ContainsFunc(p.texts[over], func(w written) bool { return strings.HasPrefix(w.text, want) }) {
				t.Errorf("%s: step %d doesn't say %q", name, i, want)
			}
		}
		frames[len(frames)-1].Result = "" // the game has no moves so far, and captions all the same
		r := New(nil, 1)
		out, err := r.GIF(t.Context(), frames, Pace{})
		if err != nil {
			t.Fatal(err)
		}
		g, err := gif.DecodeConfig(bytes.NewReader(out))
		still, err2 := png.DecodeConfig(bytes.NewReader(mustPNG(t, r, frames[0])))
		if err != nil || err2 != nil || g.Height <= still.Height {
			t.Errorf("%s: a replay so far is %d pixels high, a still %d (%v, %v)", name, g.Height, still.Height, err, err2)
		}
		before := frames[0].Quiet()
		for i, b := range way(&before, &frames[1]) {
			if b.scene.Caption != frames[1].Caption {
				t.Errorf("%s: picture %d on the way says %q", name, i, b.scene.Caption)
			}
		}
	}
}

// endsLater is a context that ends after its error was asked for some times.
type endsLater struct {
	context.Context
	asks int
}

func (c *endsLater) Err() error {
	if c.asks--; c.asks < 0 {
		return context.Canceled
	}
	return nil
}

func TestReplayRefuses(t *testing.T) {
	r := New(nil, 1)
	list := scenes()
	for name, frames := range map[string][]scene.Scene{
		"no frames":        nil,
		"another family":   {list["kalah start"], list["halatafl start"]},
		"another size":     {list["kalah start"], list["kalah 1"]},
		"a broken frame":   {list["kalah start"], {Family: scene.Pits}},
		"a broken opening": {{}},
		"too high":         {{Family: scene.Hexes, Cols: 1, Rows: 1, Sides: make([]scene.Side, 100)}},
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
	if _, err := r.GIF(&endsLater{t.Context(), 1}, replay("kalah start", 3), Pace{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v where the context ended after a frame, want %v", err, context.Canceled)
	}
	if _, err := r.GIF(t.Context(), replay("kalah start", 3), Pace{}); err != nil {
		t.Errorf("the next replay: %v", err)
	}
}
