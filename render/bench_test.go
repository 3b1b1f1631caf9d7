package render

import (
	"bytes"
	"compress/zlib"
	"context"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"testing"

	"golang.org/x/image/vector"

	"paddock/games/scene"
	"paddock/render/png16"
)

var benchmarked = []string{"kalah middle", "halatafl chain", "stratego red", "fish official"}

// BenchmarkPNG measures the picture of a move when all sprites are cached.
func BenchmarkPNG(b *testing.B) {
	for _, name := range benchmarked {
		b.Run(name, func(b *testing.B) {
			s, r := scenes()[name], New(nil, 1)
			size := len(mustPNG(b, r, s))
			b.ReportAllocs()
			for b.Loop() {
				mustPNG(b, r, s)
			}
			b.ReportMetric(float64(size), "B/png")
		})
	}
}

// BenchmarkDraw measures the picture of a move without its compression.
func BenchmarkDraw(b *testing.B) {
	for _, name := range benchmarked {
		b.Run(name, func(b *testing.B) {
			s, r := scenes()[name], New(nil, 1)
			mustPNG(b, r, s)
			bench := <-r.benches
			b.ReportAllocs()
			for b.Loop() {
				if err := r.kits[s.Family].draw(bench, &s, &s, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkFloor measures only the compression of the packed rows, with compress/zlib at the same
// level.
func BenchmarkFloor(b *testing.B) {
	for _, name := range benchmarked {
		b.Run(name, func(b *testing.B) {
			s, r := scenes()[name], New(nil, 1)
			mustPNG(b, r, s)
			m := (<-r.benches).pixels
			packed := make([]byte, len(m.Pix)/2)
			png16.Pack(packed, m.Pix)
			z, err := zlib.NewWriterLevel(io.Discard, png16.Level)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				z.Reset(io.Discard)
				z.Write(packed)
				z.Close()
			}
		})
	}
}

// BenchmarkAfresh draws the shapes of a picture in full colour with x/image/vector, into a reused
// picture, and encodes them by image/png. It is for comparison.
func BenchmarkAfresh(b *testing.B) {
	for _, name := range benchmarked {
		b.Run(name, func(b *testing.B) {
			s := scenes()[name]
			var p plan
			p.reset()
			p.lay(&s, &s)
			m := &fullColour{image.NewRGBA(image.Rect(0, 0, p.width, p.height)), Dark}
			var out bytes.Buffer
			b.ReportAllocs()
			for b.Loop() {
				out.Reset()
				p.reset()
				p.lay(&s, &s)
				c := canvas{on: &raster{on: m}}
				c.drawAll(p.width, p.height, append(p.under[:len(p.under):len(p.under)], p.over...))
				if err := png.Encode(&out, m.RGBA); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(out.Len()), "B/png")
		})
	}
}

// fullColour is a surface of pixels of all colours.
type fullColour struct {
	*image.RGBA
	theme *Theme
}

var _ pixels = (*fullColour)(nil)

func (f *fullColour) lay(i ink, box image.Rectangle, z *vector.Rasterizer, _ bool) {
	z.DrawOp = draw.Over
	z.Draw(f.RGBA, box, image.NewUniform(color.RGBA(f.theme.inks[i])), image.Point{})
}

// BenchmarkStart measures the drawing of a theme's sprites without a cache.
func BenchmarkStart(b *testing.B) {
	list := scenes()
	for b.Loop() {
		r := New(nil, 1)
		for _, name := range benchmarked {
			mustPNG(b, r, list[name])
		}
	}
}

func BenchmarkGIF(b *testing.B) {
	for name, frames := range map[string][]scene.Scene{
		"halatafl 60": replay("halatafl start", 60),
		"kalah 60":    replay("kalah start", 60),
	} {
		b.Run(name, func(b *testing.B) {
			r := New(nil, 1)
			b.ReportAllocs()
			size := 0
			for b.Loop() {
				out, err := r.GIF(context.Background(), frames, Pace{})
				if err != nil {
					b.Fatal(err)
				}
				size = len(out)
			}
			b.ReportMetric(float64(size), "B/gif")
		})
	}
}
