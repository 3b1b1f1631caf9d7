package chart

import (
	"slices"
)

// advance is a winner of a round, and where their line ends. The name is empty while the game is
// open.
type advance struct {
	name string
	x, y int
}

// rounds lays out rounds from left to right, each in as many columns as it needs. A round in one
// column is halfway down the one before, and lines lead to it.
func (p *plan) rounds(list []Round) {
	list = shownRounds(list)
	var cols []column
	lines := 0
	for _, r := range list {
		for _, games := range r.columns() {
			cols = append(cols, column{titles: []string{r.Title}, lines: slices.Concat(games...)})
			lines = max(lines, linesOf(games))
		}
	}
	const least = 2 // at least two columns are laid out, so that a single column is not as wide as the picture
	room := (Width - edge + gutter) * len(cols) / max(len(cols), least)
	widths := p.share(lines, room-len(cols)*gutter, cols)
	title := heading(p.small.size)
	x, champion := edge/2, winnerOf(list[len(list)-1])
	var before []advance // winners of the round before, if it has one column
	middle := 0
	for n, r := range list {
		p.write(title, leftOf, x+lineIndent, titleHigh+rowHeight/2-6, p.fit(title, p.known(r.Title), widths[0]))
		var now []advance
		slots := 0 // the number of lines of the round so far
		top, final := titleHigh+rowHeight, n == len(list)-1 && len(r.Games) == 1
		for _, games := range r.columns() {
			width := widths[0]
			widths = widths[1:]
			high := linesOf(games)*p.box + len(games)*gameGap
			y := top
			if len(before) > 0 && len(r.columns()) == 1 {
				y = max(top, middle-high/2)
			}
			middle = y + high/2
			if final && champion != "" {
				crown := y - 26
				if y < top+44 { // no room above the game
					crown = titleHigh + rowHeight/2 - 8
				}
				p.mark(Mark{Shape: Crown, Ink: Gold, X: x + width/2, Y: crown, Size: 44})
			}
			for _, g := range games {
				p.arrive(before, g, slots, champion, x, y)
				now = append(now, p.game(g, x, y, width, champion, final)...)
				slots += len(g)
				y += len(g)*p.box + gameGap
			}
			p.Height = max(p.Height, y-gameGap+edge)
			x += width + gutter
		}
		if before = now; len(r.columns()) > 1 {
			before = nil
		}
	}
}

// shownRounds returns the rounds whose columns fit: without the last ones while they are still to
// come, then without the earliest. One is always shown.
func shownRounds(list []Round) []Round {
	for len(list) > 1 {
		columns := 0
		for _, r := range list {
			columns += len(r.columns())
		}
		if columns <= columnsAtMost {
			break
		}
		if last := list[len(list)-1]; last.Games[0][0].Name == "" {
			list = list[:len(list)-1]
		} else {
			list = list[1:]
		}
	}
	return list
}

// winnerOf returns the name of the winner of a round with a single game. It is empty if there are
// more games, or while the game is open.
func winnerOf(r Round) (name string) {
	if len(r.Games) != 1 {
		return ""
	}
	for _, l := range r.Games[0] {
		if l.Won {
			name = l.Name
		}
	}
	return name
}

// game draws a game at (x, y), and returns its winners or, while it is open, the place of their
// line. The champion's lines are marked, the one in the final most.
func (p *plan) game(g []Line, x, y, width int, champion string, final bool) (won []advance) {
	p.boxed(x, y, width, len(g)*p.box-3)
	decided := slices.ContainsFunc(g, func(l Line) bool { return l.Won })
	if !decided {
		won = append(won, advance{"", x + width, y + len(g)*p.box/2})
	}
	for _, l := range g {
		if l.Won {
			won = append(won, advance{l.Name, x + width, y + p.box/2 - 1})
		}
		on := champion != "" && l.Name == champion
		l.Champion = on && final
		p.line(l, on, decided, x, y, width)
		y += p.box
	}
	return won
}

// arrive draws the lines from winners of the round before to a game at (x, y), and from open games
// to the places that their winners will have: the game's lines are those of the round from slot on.
func (p *plan) arrive(before []advance, game []Line, slot int, champion string, x, y int) {
	for _, on := range [2]bool{false, true} { // the champion's path comes last, over the others
		for k, from := range before {
			i := slices.IndexFunc(game, func(l Line) bool { return l.Name == from.name && l.Name != "" })
			if place := k - slot; from.name == "" && place >= 0 && place < len(game) && game[place].Name == "" {
				i = place
			}
			switch goesOn := from.name == champion && champion != ""; {
			case i < 0 || goesOn != on:
			case on:
				p.join(Glow, champions, from.x, from.y, x, y+i*p.box+p.box/2-1)
			default:
				p.join(Soft, 3, from.x, from.y, x, y+len(game)*p.box/2)
			}
		}
	}
}

// linesOf counts the players of games.
func linesOf(games [][]Line) (n int) {
	for _, g := range games {
		n += len(g)
	}
	return n
}

// columns divides the games of a round into columns of about the same height.
func (r Round) columns() [][][]Line {
	lines := 0
	for _, g := range r.Games {
		lines += len(g) + 1
	}
	n := (lines + linesAtMost - 1) / linesAtMost
	var out [][][]Line
	for rest := r.Games; len(rest) > 0; n-- {
		take := (len(rest) + n - 1) / n
		out, rest = append(out, rest[:take]), rest[take:]
	}
	return out
}

// join draws the line from a game to the next.
func (p *plan) join(i Ink, pen, x0, y0, x1, y1 int) {
	half := (x0 + x1) / 2
	bar := func(x, y, w, h int) { p.mark(Mark{Shape: Plate, Ink: i, X: x, Y: y, W: w, H: h}) }
	bar(x0, y0-pen/2, half-x0+pen/2, pen)
	bar(half-pen/2, min(y0, y1)-pen/2, pen, max(y0, y1)-min(y0, y1)+pen)
	bar(half-pen/2, y1-pen/2, x1-half+pen/2, pen)
}
