// Package chart lays out tables, brackets, rounds and curves for pictures. A chart goes in, plain
// marks come out: it knows neither pixels nor palettes, nor what a tournament is. Start reading at
// [Lay].
package chart

import (
	"paddock/games/scene"
)

// Chart describes a picture of a tournament's standing: a table, a bracket if it has levels, or the
// games of rounds if it has those. It contains plain texts and knows no tournament.
type Chart struct {
	Title  string
	Head   []string   // column heads; the second column is the widest and left-aligned, the others are right-aligned
	Rows   [][]string // rows that do not fit are left out
	Levels [][]Pair   // levels of a bracket, the first round first: each level has half as many pairs as the one before
	Titles []string   // titles of the levels; may be missing
	Third  *Pair      // the game for the third place
	Podium []string   // the first three when it is over, the winner first; shown above a table
	// rounds of a knockout, in order; if not all fit, those without names, which are still to come,
	// are left out first, then the earliest
	Rounds []Round
	Course *Course    // the curve of a single match
	Look   scene.Look // the reader's preferences for pictures; Large has no effect

	// returns the last line of a table, which counts the rows without room; nil: there is no such
	// line
	More       func(rows int) string
	ThirdTitle string // the heading of Third
}

// Course describes how a match of two went, move by move.
type Course struct {
	Shares []float64 // the first seat's share of the win after each move, from 0 to 1
	Turns  []int     // mistakes, as indices of Shares
	Names  [2]string // names of the players, the first seat's first
	Ends   [2]string // names of the first and the last move, below the curve; empty: it has no names

	scale bool // the shares of both ends and of the middle are named beside the curve
}

// Round holds games that are played at the same time.
type Round struct {
	Title string
	Games [][]Line
}

// Line is one player of a game.
type Line struct {
	Name, Score string
	Won         bool
	Champion    bool // whether the line is drawn on a highlighted plate
}

// Pair is a meeting of two in a bracket.
type Pair struct {
	A, B           string // names of the players; empty if not yet known
	ScoreA, ScoreB string // scores of the players; may be empty
	Won            int    // number of the winner, 1 or 2; 0 while the game is open
}

// The measures of charts, in pixels.
const (
	Width      = 720 // less than that of boards, so that letters are larger on a phone
	edge       = 24
	titleHigh  = 80
	rowHeight  = 46
	rowsAtMost = 24
	pairGap    = 10
	gutter     = 28 // distance from one level or round to the next
	maxPairs   = 16 // most pairs of the first level; earlier levels are left out
	maxLevels  = 4  // most levels, so that names have room; the earliest finished levels are left out first
	gameGap    = 20

	// room below a chart, for the badge that clients put over the lower left corner
	under = BadgeHeight - edge

	columnsAtMost = 4  // most columns for rounds
	linesAtMost   = 32 // most lines in a column, with a line for each gap
)

// Lay lays out a chart. It leaves out names that the fonts lack letters for; the message around the
// picture has them.
func Lay(c Chart) Drawing {
	p := plan{Drawing: Drawing{Width: Width}}
	p.lay(c)
	return p.Drawing
}

// lay plans a chart.
func (p *plan) lay(c Chart) {
	if c.Course != nil {
		p.course(c.Course)
		return
	}
	p.headline(p.known(c.Title))
	switch {
	case len(c.Rounds) > 0:
		p.rounds(c.Rounds)
	case len(c.Levels) > 0:
		p.bracket(c)
	default:
		p.table(c)
	}
	p.Height += under
}

// Curve lays out a curve in a place of a picture with other things.
func Curve(c Course, left, top, width, high int) []Mark {
	var p plan
	p.curve(&c, left, top, width, high)
	return p.Marks
}

// headline plans the title of the chart, under a short bar as on a card.
func (p *plan) headline(title string) {
	p.write(headline, leftOf, edge, 32, p.fit(headline, title, Width-2*edge))
	p.mark(Mark{Shape: Plate, Ink: Gold, X: edge, Y: 58, W: 64, H: 6, Size: 3})
}
