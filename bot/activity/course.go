package activity

import (
	"fmt"
	"html"
	"slices"
	"strings"
	"unicode/utf8"

	"paddock/bot/board"
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/match"
)

// The measures of a course's drawing. It is as wide as a phone's window and low, so that it fits
// under a board.
const (
	courseWide = 300.0
	courseHigh = 36.0
	courseEdge = 2.0 // room above and below the curve
	courseSide = 4.0 // room on both sides of the curve
	courseKey  = 12  // height of the line below that says what the marks mean
)

// course draws how a match of two went, as an SVG: the higher, the better for its reader, or for the
// first seat if they don't play. Turns are the boards before mistakes. It is empty if there
// is nothing to draw. The page moves the line of class at to the board that it shows. Moves that
// only played out a decided match have no shares of their own, but boards. A touch is meant for the
// nearest mistake: its area has its number as data-turn.
func course(a asker, rec match.Match, shares []float64, turns ...int) string {
	if len(shares) < 2 || len(rec.Players) != 2 {
		return ""
	}
	names, shares := board.Names(a.In, rec), slices.Clone(shares)
	for len(shares) < rec.Moves {
		shares = append(shares, shares[len(shares)-1])
	}
	if rec.SeatOf(a.User) == 1 {
		slices.Reverse(names)
		for i, share := range shares {
			shares[i] = 1 - share
		}
	}
	at := func(i int) (x, y float64) {
		return float64(i) * courseWide / float64(len(shares)-1),
			courseHigh - courseEdge - max(0, min(1, shares[i]))*(courseHigh-2*courseEdge)
	}
	var line, spots, touched strings.Builder
	for i := range shares {
		x, y := at(i)
		fmt.Fprintf(&line, "%.1f,%.1f ", x, y)
	}
	from := -courseSide
	for n, i := range turns {
		if i < 0 || i >= len(shares) {
			continue
		}
		x, y := at(i)
		fmt.Fprintf(&spots, `<circle cx="%.1f" cy="%.1f" r="3.5"/>`, x, y)
		to := courseWide + courseSide
		if n+1 < len(turns) && turns[n+1] < len(shares) {
			next, _ := at(turns[n+1])
			to = (x + next) / 2
		}
		fmt.Fprintf(&touched, `<path d="M%.1f 0H%.1fV%gH%.1[1]f" data-turn="%[4]d"/>`, from, to,
			courseHigh+courseKey, n)
		from = to
	}
	const middle = courseHigh / 2
	text := func(y int, name string) string {
		x, anchor := 2.0, ""
		wide := nameLetter * float64(utf8.RuneCountInString(name))
		if !leavesRoom(at, len(shares), 0, wide, y) && leavesRoom(at, len(shares), courseWide-wide, courseWide, y) {
			x, anchor = courseWide-2, ` text-anchor="end"`
		}
		return fmt.Sprintf(`<text x="%g" y="%d"%s font-size="11" fill="currentColor" stroke="none">%s</text>`, x, y,
			anchor, html.EscapeString(name))
	}
	area := func(ink string) string {
		return fmt.Sprintf(`<polygon points="0,%g %s%g,%[1]g" fill="%[4]s" stroke="none"/>`,
			middle, &line, courseWide, ink)
	}
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="%g 0 %g %g" class="curve" role="img" `+
		`aria-label="%s" fill="none" stroke="currentColor" stroke-width="2">`, -courseSide, courseWide+2*courseSide,
		courseHigh+courseKey, html.EscapeString(a.In.Say(sayCourse, names[0], names[1]))) +
		area(belowInk) + fmt.Sprintf(`<svg height="%g">%s</svg>`, middle, area(aboveInk)) +
		fmt.Sprintf(`<path d="M0 %gh%g" stroke-width="1"/><path d="M0 0v%g" class="at" stroke="%s"/>`, middle,
			courseWide, courseHigh, hereInk) +
		fmt.Sprintf(`<polyline points="%s"/><g fill="%s" stroke="none">%s</g>`, &line, turnInk, &spots) +
		text(11, names[0]) + text(33, names[1]) + courseMarks(a.In, spots.Len() > 0) +
		fmt.Sprintf(`<g fill="transparent" stroke="none">%s</g></svg>`, &touched)
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
	return fmt.Sprintf(`<text x="2" y="%g" class="key" font-size="10" fill="currentColor" stroke="none">%s</text>`,
		courseHigh+courseKey-4, said)
}

// nameLetter is the width of a letter of a name in a course's drawing, on average.
const nameLetter = 6.5

// leavesRoom reports whether the curve leaves room for a name. The curve has n points, which at
// returns. The name reaches from one x to another, and its letters stand on y = foot.
func leavesRoom(at func(int) (x, y float64), n int, from, to float64, foot int) bool {
	const step = 2
	i := 0
	for x := max(0, from); x <= min(courseWide, to); x += step {
		for i+2 < n {
			if next, _ := at(i + 1); next >= x {
				break
			}
			i++
		}
		x0, y0 := at(i)
		x1, y1 := at(i + 1)
		y := y0 + (y1-y0)*(x-x0)/(x1-x0)
		if y > float64(foot)-10 && y < float64(foot)+4 {
			return false
		}
	}
	return true
}

// The colours of a course's drawing, for dark and light pages alike. Lines and letters are in the
// colour of the page's text.
const (
	aboveInk = "#e0a02c" // where the upper player is ahead
	belowInk = "#878c96" // where the lower player is ahead
	turnInk  = "#e5604d"
	hereInk  = "#23a877"
)
