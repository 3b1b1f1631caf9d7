package render

import (
	"image/color"
	"sync"

	"paddock/games/scene"
)

// ink is a colour of a theme, by its use.
type ink uint8

// The inks. Their order is that of Theme.inks.
const (
	paper ink = iota // the ground of every picture
	text             // letters, outlines
	soft             // coordinates, what is less important
	board            // wood
	edge             // darker wood: the board's border, thin lines
	pit              // the bottom of a hole
	deep             // shadow in a hole
	bean             // beans, numbers in holes
	goal             // special fields
	white            // sheep, open faces
	wool             // shade on white
	fox              //
	gold             // whose turn it is
	mark             // the last move and legal targets
	water            //
	swell            // light on water
	ice              // tiles
	swim             // fish on tiles
	red              // the first army
	blue             // the second army
	coral            // penguins
	brown            //
	beak             //
	numInks
)

// A Theme is the colours of all pictures. Every two kinds of pieces differ in luminance or shape, and outlines stand out from every ground,
// so that a picture says the same without its colours.
type Theme struct {
	name     string
	inks     [numInks]color.RGBA
	palettes func() map[scene.Family]*palette
}

// Light is the theme of calm wood and cream.
var Light = newTheme("light", [numInks]color.RGBA{
	paper: rgb(0xF8F1E3), text: rgb(0x2A1B10), soft: rgb(0x70553A), board: rgb(0xE6C697), edge: rgb(0xB98A54), pit: rgb(0x8A5A34), deep: rgb(0x5F3B1D),
	bean: rgb(0xF3DFB0), goal: rgb(0xF0A244), white: rgb(0xFFFFFF), wool: rgb(0xDDD3C2), fox: rgb(0xC8451F), gold: rgb(0xFFD35C), mark: rgb(0x0B5394),
	water: rgb(0x3A6E8C), swell: rgb(0x5C90AC), ice: rgb(0xEFF7F9), swim: rgb(0x2B7396), red: rgb(0xA8281E), blue: rgb(0x93BFE8),
	coral: rgb(0xE4624C), brown: rgb(0x7C4719), beak: rgb(0xF5A623),
})

// Contrast is the theme for those who need strong contrasts.
var Contrast = newTheme("contrast", [numInks]color.RGBA{
	paper: rgb(0xFFFFFF), text: rgb(0x000000), soft: rgb(0x3C3C3C), board: rgb(0xEDEDED), edge: rgb(0x8C8C8C), pit: rgb(0x454545), deep: rgb(0x1C1C1C),
	bean: rgb(0xF4F4F4), goal: rgb(0xFFB648), white: rgb(0xFFFFFF), wool: rgb(0xDCDCDC), fox: rgb(0xC41414), gold: rgb(0xFFE14D), mark: rgb(0x0018C0),
	water: rgb(0x1D3B5E), swell: rgb(0x6FA0C4), ice: rgb(0xFFFFFF), swim: rgb(0x0A3F78), red: rgb(0x980C0C), blue: rgb(0xA8D2FA),
	coral: rgb(0xEE5A44), brown: rgb(0x6E3710), beak: rgb(0xFFB000),
})

func rgb(hex uint32) color.RGBA {
	return color.RGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xFF}
}

func newTheme(name string, inks [numInks]color.RGBA) *Theme {
	t := &Theme{name: name, inks: inks}
	t.palettes = sync.OnceValue(func() map[scene.Family]*palette {
		all := make(map[scene.Family]*palette)
		for family, r := range recipes {
			all[family] = newPalette(inks, r)
		}
		return all
	})
	return t
}

// String is the theme's name.
func (t *Theme) String() string { return t.name }

const (
	colours = 16 // in every picture, so that two pixels fit a byte
	opaque  = 2  // steps from not covered to covered; pictures are shown at half their size, which makes more of them
)

// recipe says what a family's palette is made of: inks, and shades half-way between two inks that meet along many edges. The browns are
// each other's shades. Inks that are missing look like the nearest one. What changes most in a replay comes first: images with few
// colours make smaller files where those are the first ones.
type recipe [][2]ink

func only(i ink) [2]ink { return [2]ink{i, i} }

var recipes = map[scene.Family]recipe{
	scene.Pits: {
		only(pit), only(paper),
		{pit, bean},
		only(text),
		{text, paper},
		only(deep), only(bean), only(soft), only(board), only(edge), only(gold),
		{text, gold},
		only(mark),
		{mark, paper},
	},
	scene.Graph: {
		only(text),
		{text, white},
		only(white), only(board), only(paper), only(soft), only(mark),
		{soft, paper},
		{mark, paper},
		{text, fox},
		only(goal), only(fox),
		{fox, white},
		only(edge), only(gold),
	},
	scene.Squares: {
		only(text), only(board), only(edge), only(soft),
		{text, white},
		only(red),
		{text, red},
		{text, blue},
		only(blue), only(white), only(gold),
		{red, white},
		only(paper), only(mark),
		{mark, paper},
		only(water),
	},
	scene.Hexes: {
		only(text), only(ice), only(water),
		{text, ice},
		{text, paper},
		only(gold), only(brown), only(beak), only(paper),
		{water, ice},
		{soft, ice},
		only(coral),
		{text, coral},
		only(soft), only(mark),
		{mark, paper},
	},
}

// palette is the 16 colours of a family's pictures and what comes out when one is laid over another.
type palette struct {
	rgba [colours]color.RGBA
	of   [numInks]uint8 // the colour of an ink
	// over[c][a<<4|b] is the colour that looks most like colour a covering b by c quarters.
	over [opaque][colours * colours]uint8
}

func newPalette(inks [numInks]color.RGBA, r recipe) *palette {
	p := &palette{}
	for n := range p.rgba {
		m := r[min(n, len(r)-1)]
		p.rgba[n] = blend(inks[m[0]], inks[m[1]], 128)
	}
	for i := range p.of {
		p.of[i] = p.nearest(inks[i])
	}
	for c := range p.over {
		for a := range colours {
			for b := range colours {
				p.over[c][a<<4|b] = p.nearest(blend(p.rgba[b], p.rgba[a], c*256/opaque))
			}
		}
	}
	return p
}

// nearest is the first of the colours that looks most like c.
func (p *palette) nearest(c color.RGBA) uint8 {
	best, found := 1<<30, 0
	for i, q := range p.rgba {
		r, g, b := int(c.R)-int(q.R), int(c.G)-int(q.G), int(c.B)-int(q.B)
		if d := 3*r*r + 6*g*g + 2*b*b; d < best {
			best, found = d, i
		}
	}
	return uint8(found)
}

// blend is the colour share/256 of the way from a to b.
func blend(a, b color.RGBA, share int) color.RGBA {
	mix := func(a, b uint8) uint8 { return uint8((int(a)*(256-share) + int(b)*share + 128) >> 8) }
	return color.RGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 0xFF}
}
