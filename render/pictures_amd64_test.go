package render

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"maps"
	"slices"
	"strings"
	"testing"

	"paddock/games/gamestest/golden"
	"paddock/games/scene"
)

// TestPicturesStayAsTheyWereLookedAt compares all pictures, pixel by pixel, and texts with those that a person
// has looked at. No other test sees a line that is a little off, or a label in the wrong size. After
// a change, look at the pictures that are named (PADDOCK_SHEETS, PADDOCK_CHARTS), then use -update.
//
// The pictures of other processors may differ in a shade, because Go rounds products differently
// there.
func TestPicturesStayAsTheyWereLookedAt(t *testing.T) {
	t.Parallel()
	r := New(nil, 1)
	var list strings.Builder
	note := func(name string, b []byte) { fmt.Fprintf(&list, "%s: %.6x\n", name, sha256.Sum256(b)) }
	drawn := func(name string, b []byte, err error) {
		t.Helper()
		m, decoded := png.Decode(bytes.NewReader(b))
		if err != nil || decoded != nil {
			t.Fatalf("%s: %v, %v", name, err, decoded)
		}
		pixels := image.NewRGBA(m.Bounds())
		draw.Draw(pixels, m.Bounds(), m, image.Point{}, draw.Src)
		note(fmt.Sprintf("%s, %d × %d", name, m.Bounds().Dx(), m.Bounds().Dy()), pixels.Pix)
	}
	all := scenes()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		s := all[name]
		looks := []scene.Look{{}, {Large: true}}
		if slices.Contains(benchmarked, name) {
			looks = append(looks, scene.Look{Light: true}, scene.Look{Contrast: true})
		}
		for _, s.Look = range looks {
			b, err := r.PNG(s)
			drawn(fmt.Sprintf("%s %+v", name, s.Look), b, err)
		}
		s = all[name]
		svg, err := r.SVG(s)
		if err != nil {
			t.Fatal(err)
		}
		note(name+", SVG", svg)
		note(name+", text", []byte(Text(s)))
		s.Form = scene.Thumb
		b, err := r.PNG(s)
		drawn(name+", thumbnail", b, err)
		card, beside := cardOf(scenes()[name])
		b, err = r.PNG(card)
		drawn(name+", card", b, err)
		card.Beside = &beside
		b, err = r.PNG(card)
		drawn(name+", card of two", b, err)
	}
	for _, name := range benchmarked {
		gif, err := r.GIF(context.Background(), replay(name, 8), Pace{})
		if err != nil {
			t.Fatal(err)
		}
		note(name+", replay", gif)
	}
	named := drawnCharts()
	for _, name := range slices.Sorted(maps.Keys(named)) {
		b, err := r.Chart(named[name])
		drawn("chart "+name, b, err)
	}
	golden.Check(t, "testdata/pictures.txt", list.String())
}
