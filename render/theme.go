package render

import (
	"image/color"
	"sync"

	"paddock/games/scene"
)

// ink is a colour of a theme, named by its use.
type ink uint8

// The inks. Their order is that of Theme.inks.
const (
	paper  ink = iota // the ground of every picture
	panel             // a plate on that ground, for the side to move
	text              // letters
	soft              // coordinates and other secondary text
	dark              // outlines of pieces, letters on light grounds; dark in every theme
	white             // light faces, letters on dark grounds; light in every theme
	halo              // outline of marks
	last              // the last move: always a filled shape
	can               // what can be chosen, and the side to move: always a hollow shape on the board
	lost              // what was captured
	meadow            // Halatafl's board
	track             // lines of Halatafl's board
	earth             // Halatafl's paddock
	rail              // fence of the paddock
	fox
	wood  // Kalah's board
	grain // border of Kalah's board
	pit   // the bottom of a hole
	deep  // shadow in a hole
	bean
	gloss   // light on a bean
	field   // Stratego's board
	rule    // lines of Stratego's board
	red     // the first army
	blue    // the second army
	redBack // the back of their pieces
	blueBack
	lake // water of Stratego's board
	water
	swell // light on water
	ice   // tiles
	swim  // fish, and letters on tiles
	coral // penguins
	brown
	beak
	hair   // thin lines on charts
	silver // the second place
	bronze // the third place
	glow   // the winner's way through a bracket; its brightness is between that of last and that of panel
	numInks
)

// Theme holds the colours of all pictures (docs/look.md). Any two kinds of pieces differ in
// luminance or shape. Outlines stand out from every ground, so a picture is complete without its
// colours.
type Theme struct {
	name     string
	inks     [numInks]color.RGBA
	palettes func() map[scene.Family]*palette
}

// The themes: Dark is the default, for Discord's dark grey; Light is for Discord's light mode;
// Contrast has strong contrasts.
var (
	Dark     = newTheme("dark", 0)
	Light    = newTheme("light", 1)
	Contrast = newTheme("contrast", 2)
)

// colourOf lists each ink in the dark, the light and the contrast theme, side by side, because a
// change of an ink in one theme has to be checked in all three.
var colourOf = [numInks][3]uint32{
	paper:    {0x1E1F22, 0xF2F3F5, 0xFFFFFF},
	panel:    {0x35373D, 0xFFFFFF, 0xE6E6E6},
	text:     {0xF2F3F5, 0x1E1F22, 0x000000},
	soft:     {0xA9AEB6, 0x565B64, 0x303030},
	dark:     {0x101114, 0x16171A, 0x000000},
	white:    {0xFFFFFF, 0xFFFFFF, 0xFFFFFF},
	halo:     {0x101114, 0xFFFFFF, 0x000000},
	last:     {0xF2A51E, 0xE87400, 0xFFB300},
	can:      {0x4BE3A4, 0x00875A, 0x00D08A},
	lost:     {0xFF7A6B, 0xD92B1E, 0xFF6A5E},
	meadow:   {0x2F4A38, 0xBDE0A2, 0xEDF3E8},
	track:    {0x6F8F76, 0x73A05E, 0x6C7A66},
	earth:    {0x8A4D1C, 0xFFCF85, 0xFFE2B4},
	rail:     {0xD09A5A, 0x9A6A2C, 0x6B4B10},
	fox:      {0xEE7434, 0xD2521F, 0xC41414},
	wood:     {0x6B4A30, 0xDDB073, 0xEDEDED},
	grain:    {0x8E6A48, 0xA87A45, 0x7A7A7A},
	pit:      {0x2A1C12, 0x4A2C16, 0x2C2C2C},
	deep:     {0x180F08, 0x33200F, 0x000000},
	bean:     {0xB07F4A, 0xE9CF9F, 0xF4F4F4},
	gloss:    {0xDDB482, 0xFFF6E0, 0xFFFFFF},
	field:    {0x3E4550, 0xEAE1C6, 0xF4F4F4},
	rule:     {0x5A6371, 0xC6B98F, 0x8C8C8C},
	red:      {0xCF4236, 0xC4281E, 0x980C0C},
	blue:     {0xB5D9FB, 0xA4D2FB, 0xA8D2FA},
	redBack:  {0x8A2A22, 0x66100B, 0xE08A84},
	blueBack: {0x6D95BF, 0x5A86B2, 0x2F5F92},
	lake:     {0x1D6791, 0x2A7FB0, 0x1D3B5E},
	water:    {0x1B4F6E, 0x2A7FB0, 0x1D3B5E},
	swell:    {0x3F7C9E, 0x7FC0E6, 0x6FA0C4},
	ice:      {0xD6E6EE, 0xF4FAFC, 0xFFFFFF},
	swim:     {0x1F5A7D, 0x1D5B80, 0x0A3F78},
	coral:    {0xDE5745, 0xDE5745, 0xEE5A44},
	brown:    {0x7A4A22, 0x7A4A22, 0x6E3710},
	beak:     {0xF5B63A, 0xF5A623, 0xFFB000},
	hair:     {0x565B64, 0xB4BCC5, 0x8C8C8C},
	silver:   {0xC9CED6, 0xA9B1BC, 0xB4BAC2},
	bronze:   {0xB8743F, 0xC4824A, 0xC98A50},
}

func rgb(hex uint32) color.RGBA {
	return color.RGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xFF}
}

// newTheme returns the theme in a column of colourOf.
func newTheme(name string, column int) *Theme {
	var inks [numInks]color.RGBA
	for i, c := range colourOf {
		inks[i] = rgb(c[column])
	}
	inks[glow] = blend(inks[last], inks[panel], 144)
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

// String returns the theme's name.
func (t *Theme) String() string { return t.name }

const (
	colours = 16 // number of colours in a picture: two pixels fit into a byte
	opaque  = 2  // levels of coverage of a pixel; clients halve pictures, which makes more levels
)

// recipe lists the colours of a family's palette: inks, and mixtures of two inks that share many
// edges. The browns serve as each other's mixtures. Missing inks are drawn in the nearest colour.
// Colours that change most in a replay come first, because images that use only the first colours
// make smaller files.
type recipe [][2]ink

func only(i ink) [2]ink { return [2]ink{i, i} }

// charts is the family of charts, which no game has.
const charts scene.Family = "charts"

var recipes = map[scene.Family]recipe{
	scene.Pits: {
		only(pit), only(paper), only(deep), only(bean),
		{pit, bean},
		only(text), only(wood), only(grain), only(soft), only(last), only(can), only(lost), only(panel), only(halo),
		{text, paper},
		only(gloss),
	},
	scene.Graph: {
		only(dark), only(white), only(meadow), only(track), only(paper),
		{dark, white},
		only(soft), only(last), only(can), only(lost), only(earth), only(rail), only(fox),
		{dark, fox},
		only(panel),
		{last, meadow},
	},
	scene.Squares: {
		only(dark), only(field), only(rule), only(red), only(blue), only(white),
		only(redBack), only(blueBack),
		{red, white},
		only(paper), only(panel), only(soft), only(last), only(can), only(lost), only(lake),
	},
	scene.Hexes: {
		only(water), only(ice), only(swim), only(dark), only(white), only(swell),
		{swim, ice},
		only(soft), only(coral), only(brown), only(beak), only(last), only(can), only(paper), only(panel),
		{dark, white},
	},
	charts: {
		only(paper), only(panel), only(text), only(soft), only(hair), only(last), only(lost),
		{text, paper},
		{text, panel},
		only(silver), only(bronze),
		only(glow),
		{dark, last},
		{soft, panel},
		only(dark), only(white),
	},
}

// palette holds the 16 colours of a family's pictures, and the results of laying one over another.
type palette struct {
	rgba [colours]color.RGBA
	of   [numInks]uint8 // index of an ink's colour
	// over[c][a<<4|b] is the colour nearest to colour a covering b by c quarters.
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

// nearest returns the first of the colours that is nearest to c.
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

// blend returns the colour share/256 of the way from a to b.
func blend(a, b color.RGBA, share int) color.RGBA {
	mix := func(a, b uint8) uint8 { return uint8((int(a)*(256-share) + int(b)*share + 128) >> 8) }
	return color.RGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 0xFF}
}
