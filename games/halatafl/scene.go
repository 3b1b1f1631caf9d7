package halatafl

import (
	"fmt"
	"strconv"
	"strings"

	"paddock/games"
	"paddock/games/scene"
)

// Draw makes the board, with the paddock on top for both sides (H32).
func (rules) Draw(p position, d games.Drawing[position]) scene.Scene {
	last := lastMove(p, d.Last)
	why := p.end()
	s := scene.Scene{
		Family: scene.Graph, Cols: 7, Rows: 7, TextWidth: 1,
		Cells:     p.cells(last),
		Lines:     lines,
		ColLabels: []string{"a", "b", "c", "d", "e", "f", "g"},
		RowLabels: []string{"7", "6", "5", "4", "3", "2", "1"},
		Sides:     p.sides(d.Names, why == ""),
		Above:     []string{fmt.Sprintf("S %d  F %d  paddock %d/9", p.sheep.len(), p.foxes.len(), (p.sheep & paddock).len())},
		Words:     p.words(last),
	}
	if last != nil {
		s.Below = append(s.Below, "last: "+last.String())
		s.Caption = last.words(false)
		for _, point := range last.points() {
			s.Path = append(s.Path, cellOf[point])
		}
	}
	if why != "" {
		s.Caption = verdicts[why].String()
	}
	s.Below = append(s.Below, p.status())
	return s
}

// status is the result, or whose turn it is.
func (p *position) status() string {
	if why := p.end(); why != "" {
		return verdicts[why].String()
	}
	if p.foxesToMove {
		return "foxes to move"
	}
	return "sheep to move"
}

// lines are the 72 lines between cells; those along the rows of the paddock are strong.
var lines, cellOf = makeLines()

func makeLines() (list []scene.Line, cell [64]int) {
	for i, p := range reading {
		cell[p] = i
	}
	for i, p := range reading {
		for s := neighbours[p]; s != 0; s &= s - 1 {
			q := s.first()
			if cell[q] > i {
				list = append(list, scene.Line{A: i, B: cell[q], Strong: p.row() == q.row() && paddock.has(p) && paddock.has(q)})
			}
		}
	}
	return list, cell
}

func (b board) cells(last *played) []scene.Cell {
	var must set
	if b.rules.mustCapture() && b.decided() == "" {
		must = b.able()
	}
	list := make([]scene.Cell, len(reading))
	for i, p := range reading {
		c := scene.Cell{Col: p.column(), Row: 7 - p.row(), Name: p.String(), Ground: scene.Plain, Text: "."}
		if paddock.has(p) {
			c.Ground, c.Text = scene.Goal, "o"
		}
		switch {
		case b.sheep.has(p):
			c.Piece, c.Text = scene.Piece{Shape: scene.Sheep, Seat: int8(sheepSeat)}, "S"
		case b.foxes.has(p):
			c.Piece, c.Text = scene.Piece{Shape: scene.Fox, Seat: int8(foxesSeat)}, "F"
		}
		if must.has(p) {
			c.Marks |= scene.Must
		}
		c.Marks |= last.marks(p)
		list[i] = c
	}
	return list
}

func (b board) sides(names []string, running bool) []scene.Side {
	sides := []scene.Side{
		{Label: "Sheep", Score: plural(b.sheep.len(), "sheep", "sheep")},
		{Label: "Foxes", Score: plural(b.foxes.len(), "fox", "foxes")},
	}
	for i := range sides {
		s := &sides[i]
		s.Seat = int8(i)
		s.ToMove = running && games.Seat(i) == b.toMove()
		if i < len(names) && names[i] != "" {
			s.Name = names[i]
			s.Label += " " + s.Name
		}
	}
	return sides
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// played is the last move and what it did.
type played struct {
	move
	effect
	fox bool // it was a fox's
}

// lastMove finds out what the last move was; nil if there is none.
func lastMove(now position, last games.Last[position]) *played {
	if len(last.Moves) == 0 {
		return nil
	}
	m, err := rules{}.Parse(last.Before, last.Moves[len(last.Moves)-1])
	if err != nil || !last.Before.isLegal(m) {
		return nil
	}
	_, e := last.Before.play(m.change())
	return &played{m, e, last.Before.foxesToMove}
}

// marks are what the last move left on a point.
func (m *played) marks(p point) (marks scene.Marks) {
	if m == nil {
		return 0
	}
	if p == m.from() {
		marks |= scene.From
	}
	if p == m.to() {
		marks |= scene.To
	}
	if m.change().captured.has(p) {
		marks |= scene.Captured
	}
	if (m.surrounded | m.huffed).has(p) {
		marks |= scene.Captured | scene.GhostFox
	}
	return marks
}

// words say the move in a sentence, beginning with a capital unless it follows other words: "Fox c7 jumped to c5, capturing c6."
func (m *played) words(follows bool) string {
	var b strings.Builder
	who := "Sheep"
	if m.fox {
		who = "Fox"
	}
	if follows {
		who = strings.ToLower(who)
	}
	fmt.Fprintf(&b, "%s %s ", who, m.from())
	if over := m.over(); len(over) > 0 {
		fmt.Fprintf(&b, "jumped to %s, capturing %s.", andList(m.points()[1:]), andList(over))
	} else {
		fmt.Fprintf(&b, "moved to %s.", m.to())
	}
	for _, say := range m.losses() {
		b.WriteString(" " + say.String())
	}
	return b.String()
}

// losses tell of the foxes that were removed beside the move.
func (e effect) losses() (list []games.Sentence) {
	for s := e.surrounded; s != 0; s &= s - 1 {
		list = append(list, games.Say("Fox %s is surrounded and caught.", s.first().String()))
	}
	for s := e.huffed; s != 0; s &= s - 1 {
		list = append(list, games.Say("Fox %s is lost, because it could have captured.", s.first().String()))
	}
	return list
}

// events are what is worth telling of a move: captures on either side.
func (b board) events(m move, e effect) (list []games.Event) {
	if over := m.over(); len(over) > 0 {
		list = append(list, games.Event{
			Kind: "capture", Seat: foxesSeat,
			Say: games.Say("Fox %s captures %s.", m.from().String(), andList(over)),
		})
	}
	kind := games.EventKind("surrounded")
	if e.huffed != 0 {
		kind = "huffed"
	}
	for _, say := range e.losses() {
		list = append(list, games.Event{Kind: kind, Seat: foxesSeat, Say: say})
	}
	return list
}

// words are the whole position (H34).
func (p *position) words(last *played) string {
	var b strings.Builder
	if last != nil {
		b.WriteString("Last move: " + last.words(true) + " ")
	}
	status := p.status()
	b.WriteString(strings.ToUpper(status[:1]) + strings.TrimSuffix(status[1:], ".") + ". ")
	fmt.Fprintf(&b, "Halatafl, %s rules. ", p.rules)
	writePieces(&b, p.sheep, "sheep", "sheep")
	writePieces(&b, p.foxes, "fox", "foxes")
	fmt.Fprintf(&b, "Paddock %d of 9.", (p.sheep & paddock).len())
	return b.String()
}

// writePieces writes "2 foxes: e3, e7. ", in the order of rows 1 to 7.
func writePieces(b *strings.Builder, pieces set, one, many string) {
	var names []string
	for _, p := range counting {
		if pieces.has(p) {
			names = append(names, p.String())
		}
	}
	if len(names) == 0 {
		b.WriteString("No " + many + ". ")
		return
	}
	b.WriteString(plural(len(names), one, many) + ": " + strings.Join(names, ", ") + ". ")
}
