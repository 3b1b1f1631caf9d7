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

// Dark is the default theme, for Discord's dark grey.
var Dark = newTheme("dark", [numInks]color.RGBA{
	paper: rgb(0x1E1F22), panel: rgb(0x35373D), text: rgb(0xF2F3F5), soft: rgb(0xA9AEB6), dark: rgb(0x101114),
	white: rgb(0xFFFFFF), halo: rgb(0x101114),
	last: rgb(0xF2A51E), can: rgb(0x4BE3A4), lost: rgb(0xFF7A6B),
	meadow: rgb(0x2F4A38), track: rgb(0x6F8F76), earth: rgb(0x8A4D1C), rail: rgb(0xD09A5A), fox: rgb(0xEE7434),
	wood: rgb(0x6B4A30), grain: rgb(0x8E6A48), pit: rgb(0x2A1C12), deep: rgb(0x180F08), bean: rgb(0xB07F4A),
	gloss: rgb(0xDDB482),
	field: rgb(0x3E4550), rule: rgb(0x5A6371), red: rgb(0xCF4236), blue: rgb(0xB5D9FB), redBack: rgb(0x8A2A22),
	blueBack: rgb(0x6D95BF),
	lake:     rgb(0x1D6791), water: rgb(0x1B4F6E), swell: rgb(0x3F7C9E), ice: rgb(0xD6E6EE), swim: rgb(0x1F5A7D),
	coral: rgb(0xDE5745), brown: rgb(0x7A4A22), beak: rgb(0xF5B63A),
	hair: rgb(0x565B64), silver: rgb(0xC9CED6), bronze: rgb(0xB8743F),
})

// Light is the theme for Discord's light mode.
var Light = newTheme("light", [numInks]color.RGBA{
	paper: rgb(0xF2F3F5), panel: rgb(0xFFFFFF), text: rgb(0x1E1F22), soft: rgb(0x565B64), dark: rgb(0x16171A),
	white: rgb(0xFFFFFF), halo: rgb(0xFFFFFF),
	last: rgb(0xE87400), can: rgb(0x00875A), lost: rgb(0xD92B1E),
	meadow: rgb(0xBDE0A2), track: rgb(0x73A05E), earth: rgb(0xFFCF85), rail: rgb(0x9A6A2C), fox: rgb(0xD2521F),
	wood: rgb(0xDDB073), grain: rgb(0xA87A45), pit: rgb(0x4A2C16), deep: rgb(0x33200F), bean: rgb(0xE9CF9F),
	gloss: rgb(0xFFF6E0),
	field: rgb(0xEAE1C6), rule: rgb(0xC6B98F), red: rgb(0xC4281E), blue: rgb(0xA4D2FB), redBack: rgb(0x66100B),
	blueBack: rgb(0x5A86B2),
	lake:     rgb(0x2A7FB0), water: rgb(0x2A7FB0), swell: rgb(0x7FC0E6), ice: rgb(0xF4FAFC), swim: rgb(0x1D5B80),
	coral: rgb(0xDE5745), brown: rgb(0x7A4A22), beak: rgb(0xF5A623),
	hair: rgb(0xB4BCC5), silver: rgb(0xA9B1BC), bronze: rgb(0xC4824A),
})

// Contrast is the theme with strong contrasts.
var Contrast = newTheme("contrast", [numInks]color.RGBA{
	paper: rgb(0xFFFFFF), panel: rgb(0xE6E6E6), text: rgb(0x000000), soft: rgb(0x303030), dark: rgb(0x000000),
	white: rgb(0xFFFFFF), halo: rgb(0x000000),
	last: rgb(0xFFB300), can: rgb(0x00D08A), lost: rgb(0xFF6A5E),
	meadow: rgb(0xEDF3E8), track: rgb(0x6C7A66), earth: rgb(0xFFE2B4), rail: rgb(0x6B4B10), fox: rgb(0xC41414),
	wood: rgb(0xEDEDED), grain: rgb(0x7A7A7A), pit: rgb(0x2C2C2C), deep: rgb(0x000000), bean: rgb(0xF4F4F4),
	gloss: rgb(0xFFFFFF),
	field: rgb(0xF4F4F4), rule: rgb(0x8C8C8C), red: rgb(0x980C0C), blue: rgb(0xA8D2FA), redBack: rgb(0xE08A84),
	blueBack: rgb(0x2F5F92),
	lake:     rgb(0x1D3B5E), water: rgb(0x1D3B5E), swell: rgb(0x6FA0C4), ice: rgb(0xFFFFFF), swim: rgb(0x0A3F78),
	coral: rgb(0xEE5A44), brown: rgb(0x6E3710), beak: rgb(0xFFB000),
	hair: rgb(0x8C8C8C), silver: rgb(0xB4BAC2), bronze: rgb(0xC98A50),
})

func rgb(hex uint32) color.RGBA {
	return color.RGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xFF}
}

func newTheme(name string, inks [numInks]color.RGBA) *Theme {
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
