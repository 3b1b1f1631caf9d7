package outline

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Weight chooses a font.
type Weight int16

const (
	Medium Weight = iota
	Bold
)

// fonts are the Go fonts, compiled in: Latin, Greek and Cyrillic.
var fonts = sync.OnceValue(func() [2]*sfnt.Font {
	var f [2]*sfnt.Font
	for i, ttf := range [][]byte{Medium: gomedium.TTF, Bold: gobold.TTF} {
		parsed, err := sfnt.Parse(ttf)
		if err != nil {
			panic(err) // a compiled-in font that can't be read is a defect of the build
		}
		f[i] = parsed
	}
	return f
})

// Speller looks glyphs up. It is not safe for concurrent use.
type Speller struct{ buf sfnt.Buffer }

// Knows reports whether the fonts can write all of s, letter by letter.
func (sp *Speller) Knows(s string) bool {
	for _, r := range s {
		if g, err := fonts()[Bold].GlyphIndex(&sp.buf, r); err != nil || g == 0 || !unicode.IsPrint(r) ||
			unicode.Is(unicode.M, r) {
			return false
		}
	}
	return true
}

// Advance returns the width of r in sixty-fourths of a pixel; 0 on an error, which the fonts of this
// program don't have.
func (sp *Speller) Advance(r rune, w Weight, size int) int {
	f := fonts()[w]
	g, _ := f.GlyphIndex(&sp.buf, r)
	a, _ := f.GlyphAdvance(&sp.buf, g, fixed.I(size), font.HintingNone)
	return int(a)
}

// Width returns the width of s in pixels.
func (sp *Speller) Width(s string, w Weight, size int) int {
	sum := 0
	for _, r := range s {
		sum += sp.Advance(r, w, size)
	}
	return (sum + 32) >> 6
}

// Fit cuts s to at most width.
func (sp *Speller) Fit(s string, w Weight, size, width int) string {
	if sp.Width(s, w, size) <= width {
		return s
	}
	for s != "" {
		_, n := utf8.DecodeLastRuneInString(s)
		s = strings.TrimRight(s[:len(s)-n], " ")
		if cut := s + "…"; sp.Width(cut, w, size) <= width {
			return cut
		}
	}
	return ""
}

// Wrap breaks s between words into at most n lines of at most width, n at least 1, which it appends
// to lines. It drops what does not fit.
func (sp *Speller) Wrap(lines []string, s string, w Weight, size, width, n int) []string {
	for s = strings.TrimSpace(s); s != ""; n-- {
		line := s
		for n > 1 && sp.Width(line, w, size) > width {
			last := strings.LastIndexByte(line, ' ')
			if last < 0 {
				break
			}
			line = strings.TrimRight(line[:last], " ")
		}
		lines = append(lines, sp.Fit(line, w, size, width))
		s = strings.TrimLeft(s[len(line):], " ")
	}
	return lines
}

// Glyph returns the outline of r, its origin at the left end of the base line. On an error it is empty,
// see [Speller.Advance].
func Glyph(r rune, w Weight, size int) *Path {
	var buf sfnt.Buffer
	p := &Path{}
	f := fonts()[w]
	g, _ := f.GlyphIndex(&buf, r)
	segments, _ := f.LoadGlyph(&buf, g, fixed.I(size), nil)
	at := func(p fixed.Point26_6) (x, y float32) { return float32(p.X) / 64, float32(p.Y) / 64 }
	var x, y float32
	for i, s := range segments {
		x1, y1 := at(s.Args[0])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if i > 0 {
				p.Close()
			}
			p.MoveTo(x1, y1)
			x, y = x1, y1
		case sfnt.SegmentOpLineTo:
			p.LineTo(x1, y1)
			x, y = x1, y1
		case sfnt.SegmentOpQuadTo: // TrueType has no other curves
			x2, y2 := at(s.Args[1])
			p.CubeTo(x+(x1-x)*2/3, y+(y1-y)*2/3, x2+(x1-x2)*2/3, y2+(y1-y2)*2/3, x2, y2)
			x, y = x2, y2
		}
	}
	return p.Close()
}
