package gif16

import (
	"image"
	"math/rand/v2"
	"slices"
	"testing"
)

// The rectangles returned by changes cover every changed pixel, and there are at most n.
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
