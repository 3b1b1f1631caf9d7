package render

import (
	"image"

	"paddock/render/outline"

	"golang.org/x/image/vector"
)

// canvas draws shapes that become a sprite, a background or a part of an SVG. It is slow, so
// pictures of moves use its cached results.
type canvas struct {
	on     surface
	hard   bool    // shapes are drawn without antialiasing
	ox, oy float32 // position of the shapes' origin
}

// surface is the target of a canvas: pixels, or the text of an SVG.
type surface interface {
	// fill paints the inside of p, whose origin is at (x, y). Parts of p in the opposite direction
	// are holes in it.
	fill(i ink, p *outline.Path, x, y float32, hard bool)
}

func (c *canvas) fill(i ink, p *outline.Path) { c.on.fill(i, p, c.ox, c.oy, c.hard) }

// raster is a surface of pixels.
type raster struct {
	on  pixels
	z   vector.Rasterizer
	box image.Rectangle // the area drawn on so far
}

// pixels is what a raster paints. Lay paints i on the part of box that the rasterizer's outline
// covers.
type pixels interface {
	Bounds() image.Rectangle
	lay(i ink, box image.Rectangle, z *vector.Rasterizer, hard bool)
}

func (r *raster) fill(i ink, p *outline.Path, x, y float32, hard bool) {
	box := p.Box(x, y).Intersect(r.on.Bounds())
	if box.Empty() {
		return
	}
	r.z.Reset(box.Dx(), box.Dy())
	p.Trace(&r.z, x-float32(box.Min.X), y-float32(box.Min.Y))
	r.on.lay(i, box, &r.z, hard)
	r.box = r.box.Union(box)
}

// film holds pixels that are transparent at first and take the colours of a palette.
type film struct {
	pal *palette
	sprite
	mask *image.Alpha
}

func newFilm(pal *palette, box image.Rectangle) *film {
	n := box.Dx() * box.Dy()
	return &film{
		pal: pal, sprite: sprite{box: box, ink: make([]uint8, n), cover: make([]uint8, n)},
		mask: image.NewAlpha(box),
	}
}

func (f *film) Bounds() image.Rectangle { return f.box }

func (f *film) lay(i ink, box image.Rectangle, z *vector.Rasterizer, hard bool) {
	for y := box.Min.Y; y < box.Max.Y; y++ {
		from := f.mask.PixOffset(box.Min.X, y)
		clear(f.mask.Pix[from : from+box.Dx()])
	}
	z.Draw(f.mask, box, image.Opaque, image.Point{})
	colour := f.pal.of[i]
	for y := box.Min.Y; y < box.Max.Y; y++ {
		from := f.mask.PixOffset(box.Min.X, y)
		for at := from; at < from+box.Dx(); at++ {
			c := (int(f.mask.Pix[at])*opaque + 127) / 255
			if hard {
				c = int(f.mask.Pix[at]) / 128 * opaque
			}
			was := int(f.cover[at])
			switch {
			case c == 0:
				continue
			case c == opaque, was == 0:
				f.ink[at] = colour
			default:
				f.ink[at] = f.pal.over[c][colour<<4|f.ink[at]]
			}
			f.cover[at] = uint8(was + c - was*c/opaque)
		}
	}
}
