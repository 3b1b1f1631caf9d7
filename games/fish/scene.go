package fish

import (
	"fmt"
	"strconv"
	"strings"

	"paddock/games"
	"paddock/games/scene"
)

// Draw makes the board (F44, F45): a tile's text is its fish, or the letter and the fish where a penguin stands; a hole is a dot.
func (r rules) Draw(p Position, d games.Drawing[Position]) scene.Scene {
	g := p.Shape.geometry()
	sc := scene.Scene{
		Family: scene.Hexes, Cols: int(p.Shape.Cols), Rows: int(p.Shape.Rows), FlatTop: !p.Shape.Official, TextWidth: 2,
		Caption: p.caption(d.Last),
	}
	for c := range p.Shape.Cols {
		sc.ColLabels = append(sc.ColLabels, strconv.Itoa(int(c)+1))
	}
	for row := range p.Shape.Rows {
		sc.RowLabels = append(sc.RowLabels, string(rune('a'+row)))
	}
	for i := range g.cells {
		sc.Cells = append(sc.Cells, p.cell(Cell(i)))
	}
	p.markLast(&sc, d.Last)
	for s := range games.Seat(p.Seats) {
		sc.Sides = append(sc.Sides, p.side(s, d.Names))
	}
	sc.Below = p.below(sc)
	sc.Words = p.words(sc)
	return sc
}

func (p *Position) cell(c Cell) scene.Cell {
	g := p.Shape.geometry()
	cell := scene.Cell{Col: int(g.col[c]), Row: int(g.row[c]), Name: g.names[c], Ground: scene.Tile, Count: int(p.Fish[c]), Text: strconv.Itoa(int(p.Fish[c]))}
	if p.Fish[c] == 0 {
		cell.Ground, cell.Text = scene.Water, "."
		return cell
	}
	for s := range games.Seat(p.Seats) {
		for _, at := range p.penguins(s) {
			if at != c {
				continue
			}
			letter := p.Players[s].Colour.Letter()
			cell.Piece = scene.Piece{Shape: scene.Penguin, Letter: letter, Seat: int8(p.Players[s].Colour)}
			cell.Text = letter + cell.Text
			if p.Phase == Moving && s == p.ToMove && p.Reach(c) != 0 {
				cell.Marks |= scene.Movable
			}
		}
	}
	return cell
}

func (p *Position) markLast(sc *scene.Scene, last games.Last[Position]) {
	for _, text := range last.Moves {
		m, err := rules{}.Parse(last.Before, text)
		if err != nil {
			continue
		}
		sc.Cells[m.To].Marks |= scene.To
		sc.Path = []int{int(m.To)}
		if m.From != noCell {
			sc.Cells[m.From].Marks |= scene.From
			sc.Path = []int{int(m.From), int(m.To)}
		}
	}
}

func (p *Position) side(s games.Seat, names []string) scene.Side {
	pl := &p.Players[s]
	side := scene.Side{
		Seat: int8(pl.Colour), Label: pl.Colour.String(), ToMove: p.Phase != "" && p.ToMove == s,
		Score: fishCount(pl.Fish) + " · " + tileCount(int(pl.Tiles)),
	}
	if int(s) < len(names) && names[s] != "" {
		side.Name = names[s]
		side.Label += " " + names[s]
	}
	if pl.Out > 0 {
		side.Score += " · out"
	}
	return side
}

// caption is the last turn in a few words: "last: brown f4-g4, +1 fish".
func (p *Position) caption(last games.Last[Position]) string {
	if o, over := (rules{}).Outcome(*p); over {
		return o.Say.String()
	}
	if len(last.Moves) == 0 {
		return ""
	}
	text := last.Moves[len(last.Moves)-1]
	caption := fmt.Sprintf("last: %s %s", last.Before.Players[last.Seat].Colour, text)
	if m, err := (rules{}).Parse(last.Before, text); err == nil && m.From != noCell {
		caption += fmt.Sprintf(", +%d fish", last.Before.Fish[m.From])
	}
	return caption
}

func (p *Position) below(sc scene.Scene) []string {
	var lines []string
	if sc.Caption != "" {
		lines = append(lines, sc.Caption)
	}
	for _, side := range sc.Sides {
		lines = append(lines, side.Label+": "+side.Score)
	}
	if p.Phase != "" {
		lines = append(lines, fmt.Sprintf("%s to %s", p.Players[p.ToMove].Colour, p.Phase))
	}
	return lines
}

// words is the position for those who don't see it: the penguins by colour, then the fish row by row, a hole being 0.
func (p *Position) words(sc scene.Scene) string {
	var b strings.Builder
	if sc.Caption != "" {
		fmt.Fprintf(&b, "%s. ", strings.TrimSuffix(upperFirst(sc.Caption), "."))
	}
	if p.Phase != "" {
		fmt.Fprintf(&b, "%s to %s. ", upperFirst(p.Players[p.ToMove].Colour.String()), p.Phase)
	}
	name := "course"
	if p.Shape.Official {
		name = "official"
	}
	fmt.Fprintf(&b, "Fish, %s rules.", name)
	g := p.Shape.geometry()
	for s := range games.Seat(p.Seats) {
		pl := &p.Players[s]
		fmt.Fprintf(&b, " %s: %s, %s", upperFirst(pl.Colour.String()), fishCount(pl.Fish), tileCount(int(pl.Tiles)))
		switch {
		case pl.Out > 0:
			b.WriteString(", out of the game.")
			continue
		case pl.Count == 0:
			b.WriteString(", no penguins.")
			continue
		}
		b.WriteString(", penguins")
		for i, c := range p.penguins(s) {
			b.WriteString([2]string{" ", ", "}[min(i, 1)] + g.names[c])
		}
		b.WriteByte('.')
	}
	b.WriteString(" Fish from the left, 0 is a hole:")
	for i := range g.cells {
		if g.col[i] == 0 {
			b.WriteString([2]string{" row ", "; "}[min(i, 1)] + string(rune('a'+g.row[i])) + " ")
		}
		b.WriteByte(byte('0' + p.Fish[i]))
	}
	b.WriteByte('.')
	return b.String()
}

func tileCount(n int) string {
	if n == 1 {
		return "1 tile"
	}
	return itoa(n) + " tiles"
}

func upperFirst(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
