package fish

import (
	"fmt"
	"strconv"
	"strings"

	"paddock/games"
	"paddock/games/scene"
)

// Draw makes the board (F44, F45). A tile's text is its fish, or the penguin's letter and the fish.
// A hole is a dot.
func (r rules) Draw(p Position, d games.Drawing[Position]) scene.Scene {
	g := p.Shape.geometry()
	result := games.Capital(d.Result(r.Outcome(p)))
	running := result == ""
	sc := scene.Scene{
		Family: scene.Hexes, Cols: int(p.Shape.Cols), Rows: int(p.Shape.Rows), FlatTop: !p.Shape.Official, TextWidth: 2,
		Caption: strings.Join(p.told(d), ". "), Result: result,
	}
	for c := range p.Shape.Cols {
		sc.ColLabels = append(sc.ColLabels, strconv.Itoa(int(c)+1))
	}
	for row := range p.Shape.Rows {
		sc.RowLabels = append(sc.RowLabels, string(rune('a'+row)))
	}
	for i := range g.cells {
		sc.Cells = append(sc.Cells, p.cell(d.Voice, Cell(i)))
	}
	p.markLast(&sc, d.Last)
	p.light(&sc, d.Choice)
	for s := range games.Seat(p.Seats) {
		sc.Sides = append(sc.Sides, p.side(s, d, running))
	}
	sc.Below = p.below(d.Voice, sc)
	sc.Words = p.words(d.Voice, sc)
	return sc
}

func (p *Position) cell(voice games.Voice, c Cell) scene.Cell {
	g := p.Shape.geometry()
	cell := scene.Cell{
		Col: int(g.col[c]), Row: int(g.row[c]), Name: g.names[c], Ground: scene.Tile,
		Count: int(p.Fish[c]), Text: strconv.Itoa(int(p.Fish[c])),
	}
	if p.Fish[c] == 0 {
		cell.Ground, cell.Text, cell.Words = scene.Water, ".", voice.Say("%s, water", cell.Name)
		return cell
	}
	cell.Words = voice.Say("%s, %s", cell.Name, fishCount(p.Fish[c]))
	for s := range games.Seat(p.Seats) {
		for _, at := range p.penguins(s) {
			if at != c {
				continue
			}
			letter := p.Players[s].Colour.Letter()
			cell.Piece = scene.Piece{Shape: scene.Penguin, Letter: letter, Seat: int8(p.Players[s].Colour)}
			cell.Text = letter + cell.Text
			cell.Words = voice.Say("%s, %s, penguin: %s", cell.Name, fishCount(p.Fish[c]), p.Players[s].Colour.Said())
		}
	}
	return cell
}

// light marks what a player can choose next: the tiles for a placement, or those of a row; the
// penguins that can move; or the targets of one penguin.
func (p *Position) light(sc *scene.Scene, c games.Choosing) {
	if !c.On || p.Phase == "" {
		return
	}
	g := p.Shape.geometry()
	from, to, _ := strings.Cut(c.Half, "-")
	chosen, named := g.byName[from]
	if named = named && p.Phase == Moving; named {
		sc.Cells[chosen].Marks |= scene.Chosen
	}
	for m := range (rules{}).Legal(*p) {
		switch {
		case p.Phase == Placing && !strings.HasPrefix(g.names[m.To], c.Half):
		case p.Phase == Moving && !named:
			// before a penguin is chosen nobody can see which target belongs to which penguin
			sc.Cells[m.From].Marks |= scene.Movable
		case named && (m.From != chosen || to != "" && g.names[m.To] != to):
		default:
			sc.Cells[m.To].Marks |= scene.Target
		}
	}
}

// markLast marks the last turn, and more weakly the moves before it that the reader has not seen.
func (p *Position) markLast(sc *scene.Scene, last games.Last[Position]) {
	byName := p.Shape.geometry().byName
	for _, text := range last.Earlier {
		from, to, moved := strings.Cut(text, "-")
		if c, ok := byName[from]; ok && moved {
			sc.Cells[c].Marks |= scene.From | scene.Earlier
		} else if ok {
			sc.Cells[c].Marks |= scene.To | scene.Earlier
		}
		if c, ok := byName[to]; ok {
			sc.Cells[c].Marks |= scene.To | scene.Earlier
		}
	}
	for _, text := range last.Moves {
		m, err := rules{}.Parse(last.Before, text)
		if err != nil {
			continue
		}
		sc.Cells[m.To].Marks = sc.Cells[m.To].Marks&^scene.Earlier | scene.To
		sc.Path = []int{int(m.To)}
		if m.From != noCell {
			sc.Cells[m.From].Marks = sc.Cells[m.From].Marks&^scene.Earlier | scene.From
			sc.Path = []int{int(m.From), int(m.To)}
		}
	}
}

func (p *Position) side(s games.Seat, d games.Drawing[Position], running bool) scene.Side {
	names := d.Names
	pl := &p.Players[s]
	side := scene.Side{
		Seat: int8(pl.Colour), Label: d.Speak(pl.Colour.Said()), ToMove: running && p.ToMove == s,
		Score: d.Speak(score(int(pl.Fish), int(pl.Tiles))), Points: int(pl.Fish),
	}
	if int(s) < len(names) && names[s] != "" {
		side.Name = names[s]
		side.Label += " " + names[s]
	}
	if pl.Out > 0 { // for lack of room the tiles, which no longer break ties, are left out
		side.Score = d.Say("%s · out", fishCount(pl.Fish))
	}
	return side
}

// icons returns the icons of the penguins of all colours.
func icons() (list []games.Icon) {
	for c, name := range colourNames {
		p := scene.Piece{Shape: scene.Penguin, Letter: Colour(c).Letter(), Seat: int8(c)}
		list = append(list, games.Icon{Name: name, Scene: scene.IconOf(scene.Hexes, p)})
	}
	return list
}

// caption returns the last turn in a few words: "Brown moved f4 to g4 and caught 1 fish".
func (p *Position) caption(last games.Last[Position]) games.Sentence {
	if len(last.Moves) == 0 {
		return games.Sentence{}
	}
	said := p.sayMove(last, last.Moves[0])
	for _, text := range last.Moves[1:] {
		said = games.Say("%s, then %s", said, p.sayMove(last, text))
	}
	return said
}

// told returns the last turn in sentences without their full stops: its moves, and the penguins that
// were stuck after it.
func (p *Position) told(d games.Drawing[Position]) []string {
	list := []string{games.Capital(d.Speak(p.caption(d.Last)))}
	for _, c := range p.stuckAfter(d.Last) {
		left := games.Say(sayStuck.Format, p.colourOn(d.Last, c).Said(), p.Shape.geometry().names[c],
			int(d.Last.Before.Fish[c]))
		list = append(list, strings.TrimSuffix(games.Capital(d.Speak(left)), "."))
	}
	return list
}

var sayStuck = games.Say("%s's penguin on %s is stuck and brings its tile and %d fish home.")

// stuckAfter returns the tiles that left with a stuck penguin after the last turn (F24).
func (p *Position) stuckAfter(last games.Last[Position]) (list []Cell) {
	left := map[Cell]bool{}
	for _, text := range last.Moves {
		if m, err := (rules{}).Parse(last.Before, text); err == nil {
			left[m.From] = true
		}
	}
	for c := range p.Fish {
		if last.Before.Fish[c] > 0 && p.Fish[c] == 0 && !left[Cell(c)] {
			list = append(list, Cell(c))
		}
	}
	return list
}

// colourOn returns the colour whose penguin stood on a tile before it left: one that was there before
// the last turn, or one that the turn brought there.
func (p *Position) colourOn(last games.Last[Position], c Cell) Colour {
	if colour, ok := last.Before.owner(c); ok {
		return colour
	}
	return last.Before.Players[last.Seat].Colour
}

// sayMove describes a move of the last turn. A tile holds its fish until a penguin leaves it, so the
// position before the turn has what each move caught.
func (p *Position) sayMove(last games.Last[Position], text string) games.Sentence {
	colour, names := last.Before.Players[last.Seat].Colour.Said(), p.Shape.geometry().names
	if m, err := (rules{}).Parse(last.Before, text); err == nil && m.From != noCell {
		return games.Say("%s moved %s to %s and caught %d fish", colour, names[m.From], names[m.To],
			int(last.Before.Fish[m.From]))
	}
	return games.Say("%s placed a penguin on %s", colour, text)
}

// placing is the number of the penguin that is placed next.
func (p *Position) placing() int { return int(p.Players[p.ToMove].Count) + 1 }

// sayFirstSlide tells players at their first slide how it is made.
var sayFirstSlide = games.Say(
	"All penguins are placed. Slide one in a straight line: you get the fish of the tile it leaves. " +
		"A stuck penguin leaves, and you keep its tile")

// Prompt says where a penguin can be placed. To each player whose penguins are about to slide for
// the first time it says how, because nothing else on the board tells that placing is over.
func (rules) Prompt(p Position) games.Sentence {
	switch {
	case p.Phase == Moving && p.Players[p.ToMove].Tiles == 0:
		return sayFirstSlide
	case p.Phase != Placing:
		return games.Sentence{}
	case p.Shape.Official:
		return games.Say("Place penguin %d of %d on a one-fish tile", p.placing(), int(p.Penguins))
	}
	return games.Say("Place penguin %d of %d on any free tile", p.placing(), int(p.Penguins))
}

func (p *Position) below(voice games.Voice, sc scene.Scene) []string {
	var lines []string
	if sc.Caption != "" {
		lines = append(lines, sc.Caption)
	}
	for _, side := range sc.Sides {
		lines = append(lines, side.Label+": "+side.Score)
	}
	if sc.Result != "" {
		return append(lines, sc.Result)
	}
	return append(lines, voice.Speak(p.turnSaid()))
}

// words describes the position for screen readers: the penguins by colour, then the fish row by
// row, with 0 for a hole.
func (p *Position) words(voice games.Voice, sc scene.Scene) string {
	var b strings.Builder
	if sc.Caption != "" {
		fmt.Fprintf(&b, "%s. ", strings.TrimSuffix(games.Capital(sc.Caption), "."))
	}
	if sc.Result != "" {
		b.WriteString(strings.TrimSuffix(sc.Result, ".") + ". ")
	} else {
		b.WriteString(games.Capital(voice.Speak(p.turnSaid())) + ". ")
	}
	if p.Shape.Official {
		b.WriteString(voice.Say("Fish, official rules."))
	} else {
		b.WriteString(voice.Say("Fish, course rules."))
	}
	g := p.Shape.geometry()
	for s := range games.Seat(p.Seats) {
		pl := &p.Players[s]
		b.WriteString(" " + games.Capital(voice.Say("%s: %s, %s", pl.Colour.Said(), fishCount(pl.Fish),
			tileCount(int(pl.Tiles)))))
		switch {
		case pl.Out > 0:
			b.WriteString(voice.Say(", out of the game."))
			continue
		case pl.Count == 0:
			b.WriteString(voice.Say(", no penguins."))
			continue
		}
		b.WriteString(voice.Say(", penguins"))
		for i, c := range p.penguins(s) {
			b.WriteString([2]string{" ", ", "}[min(i, 1)] + g.names[c])
		}
		b.WriteByte('.')
	}
	b.WriteString(voice.Say(" Fish from the left, 0 is a hole:"))
	for i := range g.cells {
		if g.col[i] == 0 {
			b.WriteString([2]string{voice.Say(" row "), "; "}[min(i, 1)] + string(rune('a'+g.row[i])) + ":")
		} else {
			b.WriteByte(',')
		}
		b.WriteByte(' ')
		b.WriteByte(byte('0' + p.Fish[i]))
	}
	b.WriteByte('.')
	return b.String()
}

// turnSaid returns a sentence that says whose turn it is.
func (p *Position) turnSaid() games.Sentence {
	if p.Phase == Moving {
		return games.Say("%s to move", p.Players[p.ToMove].Colour.Said())
	}
	return games.Say("%s to place", p.Players[p.ToMove].Colour.Said())
}

// score returns a player's score in a very short form, because there is little room beside the
// board.
func score(fish, tiles int) games.Sentence {
	if tiles == 1 {
		return games.Say("%d fish · 1 tile", fish)
	}
	return games.Say("%d fish · %d tiles", fish, tiles)
}

func tileCount(n int) games.Sentence {
	if n == 1 {
		return games.Say("1 tile")
	}
	return games.Say("%d tiles", n)
}
