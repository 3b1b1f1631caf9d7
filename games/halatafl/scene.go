package halatafl

import (
	"strings"

	"paddock/games"
	"paddock/games/scene"
)

// Draw makes the board, with the paddock on top for both sides (H32). Only the names of the sides
// change places.
func (rules) Draw(p position, d games.Drawing[position]) scene.Scene {
	last := lastMove(p, d.Last)
	result := d.Result(rules{}.Outcome(p))
	status := result
	if status == "" {
		status = d.Speak(p.turnSaid())
	}
	s := scene.Scene{
		Family: scene.Graph, Cols: 7, Rows: 7, TextWidth: 1, Turned: d.Facing == foxesSeat,
		Cells:     p.lit(p.cells(d.Voice, last, result == ""), d.Choice),
		Lines:     lines,
		ColLabels: []string{"a", "b", "c", "d", "e", "f", "g"},
		RowLabels: []string{"7", "6", "5", "4", "3", "2", "1"},
		Sides:     p.sides(d, result == ""),
		Above:     []string{d.Say("S %d  F %d  paddock %d/9", p.sheep.len(), p.foxes.len(), (p.sheep & paddock).len())},
		Words:     p.words(d.Voice, last, status),
		Note:      d.Say("paddock %d/9", (p.sheep & paddock).len()),
		Result:    result,
	}
	if last != nil {
		s.Caption = games.Capital(d.Speak(last.words()))
		s.Below = append(s.Below, s.Caption)
		for _, point := range last.points() {
			s.Path = append(s.Path, cellOf[point])
		}
	}
	s.Below = append(s.Below, status)
	return s
}

// turnSaid returns a sentence that says whose turn it is.
func (p *position) turnSaid() games.Sentence {
	if p.foxesToMove {
		return games.Say("foxes to move")
	}
	return games.Say("sheep to move")
}

// lines are the 72 lines between cells. The rows of the paddock are strong.
var lines, cellOf = makeLines()

func makeLines() (list []scene.Line, cell [64]int) {
	for i, p := range reading {
		cell[p] = i
	}
	for i, p := range reading {
		for s := neighbours[p]; s != 0; s &= s - 1 {
			q := s.first()
			if cell[q] > i {
				list = append(list,
					scene.Line{A: i, B: cell[q], Strong: p.row() == q.row() && paddock.has(p) && paddock.has(q)})
			}
		}
	}
	return list, cell
}

func (b board) cells(voice games.Voice, last *played, running bool) []scene.Cell {
	var must set
	if running && b.rules.mustCapture() {
		must = b.able()
	}
	list := make([]scene.Cell, len(reading))
	for i, p := range reading {
		c := scene.Cell{Col: p.column(), Row: 7 - p.row(), Name: p.String(), Ground: scene.Plain, Text: "."}
		if paddock.has(p) {
			c.Ground, c.Text = scene.Goal, "o"
		}
		stands := games.Say("empty")
		switch {
		case b.sheep.has(p):
			stands = games.Say("sheep")
			c.Piece, c.Text = scene.Piece{Shape: scene.Sheep, Seat: int8(sheepSeat)}, "S"
		case b.foxes.has(p):
			stands = games.Say("fox")
			c.Piece, c.Text = scene.Piece{Shape: scene.Fox, Seat: int8(foxesSeat)}, "F"
		}
		c.Words = voice.Say("%s, %s", c.Name, stands)
		if must.has(p) {
			c.Marks |= scene.Must
		}
		c.Marks |= last.marks(p)
		list[i] = c
	}
	return list
}

// lit marks what a player can choose next: the pieces that can move. After the piece is chosen, it
// marks that piece, its path so far and its next landings.
func (p *position) lit(cells []scene.Cell, c games.Choosing) []scene.Cell {
	if !c.On || p.end() != "" {
		return cells
	}
	t, err := read(c.Half)
	if err != nil && c.Half != "" {
		return cells
	}
	if t.path.length == 0 {
		for _, piece := range p.hops(move{}) {
			cells[cellOf[piece.from()]].Marks |= scene.Movable
		}
		return cells
	}
	for i := range cells {
		cells[i].Marks &^= scene.Must
	}
	for _, at := range t.path.points() {
		cells[cellOf[at]].Marks |= scene.Chosen
	}
	for _, next := range p.hops(t.path) {
		cells[cellOf[next.to()]].Marks |= scene.Target
	}
	return cells
}

func (b board) sides(d games.Drawing[position], running bool) []scene.Side {
	names := d.Names
	sides := []scene.Side{
		{Label: d.Say("Sheep"), Score: d.Speak(countSheep(b.sheep.len()))},
		{Label: d.Say("Foxes"), Score: d.Speak(countFoxes(b.foxes.len()))},
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

func countSheep(n int) games.Sentence { return games.Say("%d sheep", n) }

func countFoxes(n int) games.Sentence {
	if n == 1 {
		return games.Say("1 fox")
	}
	return games.Say("%d foxes", n)
}

// played is the last move and its effect.
type played struct {
	move
	effect
	fox bool // the moved piece is a fox
}

// lastMove returns the last move, or nil if there is none.
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

// marks returns the marks that the last move leaves on a point.
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

// words describes the move in a sentence: "fox c7 jumped to c5, capturing c6."
func (m *played) words() games.Sentence {
	said := []games.Sentence{m.told()}
	return games.Join(append(said, m.losses()...), " ")
}

func (m *played) told() games.Sentence {
	over := m.over()
	switch {
	case len(over) > 0:
		return games.Say("fox %s jumped to %s, capturing %s.", m.from().String(), andList(m.points()[1:]),
			andList(over))
	case m.fox:
		return games.Say("fox %s moved to %s.", m.from().String(), m.to().String())
	}
	return games.Say("sheep %s moved to %s.", m.from().String(), m.to().String())
}

// losses describes the foxes that were removed apart from the move.
func (e effect) losses() (list []games.Sentence) {
	for s := e.surrounded; s != 0; s &= s - 1 {
		list = append(list, games.Say("Fox %s is surrounded and caught.", s.first().String()))
	}
	for s := e.huffed; s != 0; s &= s - 1 {
		list = append(list, games.Say("Fox %s is lost, because it could have captured.", s.first().String()))
	}
	return list
}

// events returns the captures on either side.
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

// words describes the whole position for screen readers (H34).
func (p *position) words(voice games.Voice, last *played, status string) string {
	var list []string
	if last != nil {
		list = append(list, voice.Say("Last move: %s", last.words()))
	}
	if status = games.Capital(status); !strings.HasSuffix(status, ".") && !strings.HasSuffix(status, "!") {
		status += "."
	}
	list = append(list, status)
	list = append(list, voice.Say("Halatafl, %s rules.", p.rules.said()))
	if p.sheep == 0 {
		list = append(list, voice.Say("No sheep."))
	} else {
		list = append(list, voice.Say("%s: %s.", countSheep(p.sheep.len()), p.sheep.list()))
	}
	if p.foxes == 0 {
		list = append(list, voice.Say("No foxes."))
	} else {
		list = append(list, voice.Say("%s: %s.", countFoxes(p.foxes.len()), p.foxes.list()))
	}
	return strings.Join(append(list, voice.Say("Paddock %d of 9.", (p.sheep&paddock).len())), " ")
}

// list lists the points of a set, "e3, e7", in the order of rows 1 to 7.
func (s set) list() string {
	var names []string
	for _, p := range counting {
		if s.has(p) {
			names = append(names, p.String())
		}
	}
	return strings.Join(names, ", ")
}
