package activity

import (
	"fmt"
	"html"
	"slices"
	"strings"

	"paddock/bot/board"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/match"
)

// The measures of a course's drawing. It is as wide as a phone's window and low, so that it fits
// under a board.
const (
	courseWide  = 300.0
	courseHigh  = 34.0
	courseEdge  = 2.0  // room above and below the curve
	courseSide  = 4.0  // room on the right of the curve
	courseScale = 46.0 // room on the left, for the scale
	courseKey   = 13.0 // height of the line below that says what the marks mean
	courseNames = 13.0 // height of the line above with the names, which would hide the curve in it
)

// course draws how a match of two went, as an SVG: the higher, the better for its reader, or for the
// first seat if they don't play. Turns are the boards before mistakes. It is empty if there
// is nothing to draw. The page moves the line of class at to the board that it shows. Moves that
// only played out a decided match have no shares of their own, but boards.
func course(a asker, rec match.Match, shares []float64, turns ...int) string {
	if len(shares) < 2 || len(rec.Players) != 2 {
		return ""
	}
	names, c := board.Names(a.In, rec), curve(slices.Clone(shares))
	for len(c) < rec.Moves {
		c = append(c, c[len(c)-1])
	}
	if rec.SeatOf(a.User) == 1 {
		slices.Reverse(names)
		for i, share := range c {
			c[i] = 1 - share
		}
	}
	var line strings.Builder
	for i := range c {
		x, y := c.at(i)
		fmt.Fprintf(&line, "%.1f,%.1f ", x, y)
	}
	spots, touched := c.mistakes(turns)
	const middle = courseHigh / 2
	// Both ends are 100 %: at each one player is sure to win, and the name there says who.
	scale := fmt.Sprintf(`<text y="9.5">100 %%</text><text y="%g">50 %%</text><text y="%g">100 %%</text>`,
		middle+4, courseHigh-1)
	area := func(ink string) string {
		return fmt.Sprintf(`<polygon points="0,%g %s%g,%[1]g" fill="%[4]s" stroke="none"/>`,
			middle, &line, courseWide, ink)
	}
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="%g %g %g %g" class="curve" role="img" `+
		`aria-label="%s" fill="none" stroke="currentColor" stroke-width="2">`,
		-courseScale, -courseNames, courseScale+courseWide+courseSide,
		courseNames+courseHigh+courseKey, html.EscapeString(a.In.Say(sayCourse, names[0], names[1]))) +
		area(belowInk) + fmt.Sprintf(`<svg height="%g">%s</svg>`, middle, area(aboveInk)) +
		fmt.Sprintf(`<path d="M0 %gh%g" stroke-width="1"/><path d="M0 0v%g" class="at" stroke="%s"/>`, middle,
			courseWide, courseHigh, hereInk) +
		fmt.Sprintf(`<polyline points="%s"/><g fill="%s" stroke="none">%s</g>`, &line, turnInk, spots) +
		fmt.Sprintf(`<g transform="translate(-6)" text-anchor="end" font-size="11" fill="currentColor" `+
			`stroke="none">%s</g>`, scale) +
		courseName(2, "start", aboveInk, "▲", names[0]) + courseName(courseWide, "end", belowInk, "▼", names[1]) +
		courseMarks(a.In, spots != "") +
		fmt.Sprintf(`<g fill="transparent" stroke="none">%s</g></svg>`, touched)
}

// curve holds the upper player's share of the win at each board of a match.
type curve []float64

// at returns the point of the curve for a board.
func (c curve) at(i int) (x, y float64) {
	return float64(i) * courseWide / float64(len(c)-1),
		courseHigh - courseEdge - max(0, min(1, c[i]))*(courseHigh-2*courseEdge)
}

// mistakes returns the dots of mistakes on the curve, and the areas to touch. A touch is meant for
// the nearest mistake: its area has its number as data-turn.
func (c curve) mistakes(turns []int) (spots, touched string) {
	from := -courseScale
	for n, i := range turns {
		if i < 0 || i >= len(c) {
			continue
		}
		x, y := c.at(i)
		spots += fmt.Sprintf(`<circle cx="%.1f" cy="%.1f" r="3.5"/>`, x, y)
		to := courseWide + courseSide
		if n+1 < len(turns) && turns[n+1] < len(c) {
			next, _ := c.at(turns[n+1])
			to = (x + next) / 2
		}
		touched += fmt.Sprintf(`<path d="M%.1f %gH%.1fV%gH%.1[1]f" data-turn="%[5]d"/>`, from, -courseNames, to,
			courseHigh+courseKey, n)
		from = to
	}
	return spots, touched
}

// mostName is the most letters of a name in a course's drawing: two names have room side by side.
const mostName = 18

// courseName returns a player's name above the curve, after a mark that tells which way is theirs.
func courseName(x float64, anchor, ink, mark, name string) string {
	return fmt.Sprintf(`<text x="%g" y="-3" text-anchor="%s" font-size="12" fill="currentColor" stroke="none">`+
		`<tspan fill="%s">%s</tspan> %s</text>`, x, anchor, ink, mark,
		html.EscapeString(discord.Truncate(name, mostName)))
}

// courseMarks says below a curve what its marks mean: dots, if there are any, and the line.
func courseMarks(in lang.Language, dots bool) string {
	mark := func(ink, shape string, s games.Sentence) string {
		return fmt.Sprintf(`<tspan fill="%s">%s</tspan> %s`, ink, shape, html.EscapeString(in.Speak(s)))
	}
	said := mark(hereInk, "┃", sayCourseHere)
	if dots {
		said = mark(turnInk, "●", sayCourseDot) + " · " + said
	}
	return fmt.Sprintf(`<text x="2" y="%g" font-size="11" fill="currentColor" stroke="none">%s</text>`,
		courseHigh+courseKey-3, said)
}

// The colours of a course's drawing, for dark and light pages alike. Lines and letters are in the
// colour of the page's text.
const (
	aboveInk = "#e0a02c" // where the upper player is ahead
	belowInk = "#878c96" // where the lower player is ahead
	turnInk  = "#e5604d"
	hereInk  = "#23a877"
)
