package fish

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"paddock/games"
)

// Format writes a placement as `d3` and a move as `d3-d5` (F31).
func (rules) Format(p Position, m Move) string {
	g := p.Shape.geometry()
	if m.From == noCell {
		return g.names[m.To]
	}
	return g.names[m.From] + "-" + g.names[m.To]
}

// Parse reads `d3-d5`, `d3d5`, `d3 d5`, `d3>d5` and, while placing, `d3`.
func (rules) Parse(p Position, text string) (Move, error) {
	names := splitNames(text)
	g := p.Shape.geometry()
	switch {
	case p.Phase == Placing && len(names) == 1:
		if to, ok := g.byName[names[0]]; ok {
			return Move{noCell, to}, nil
		}
		return Move{}, games.Refuse("There is no tile %s. %s", names[0], p.boardHint())
	case p.Phase == Placing:
		return Move{}, games.Refuse("Players are still placing penguins. Name one tile, for example %s.", p.example())
	case len(names) != 2:
		return Move{}, games.Refuse("Name the penguin's tile and the tile it goes to, for example %s.", p.example())
	}
	from, okFrom := g.byName[names[0]]
	to, okTo := g.byName[names[1]]
	if !okFrom {
		return Move{}, games.Refuse("There is no tile %s. %s", names[0], p.boardHint())
	}
	if !okTo {
		return Move{}, games.Refuse("There is no tile %s. %s", names[1], p.boardHint())
	}
	return Move{from, to}, nil
}

// splitNames finds the tile names in a text: a letter and its digits. Other characters, except
// separators, make the text unreadable.
func splitNames(text string) (names []string) {
	text = strings.ToLower(text)
	for i := 0; i < len(text); {
		c := text[i]
		i++
		if strings.IndexByte(" -–>:x", c) >= 0 {
			continue
		}
		start := i - 1
		for i < len(text) && text[i] >= '0' && text[i] <= '9' {
			i++
		}
		if c < 'a' || c > 'z' || i == start+1 || i > start+3 {
			return nil
		}
		names = append(names, text[start:i])
	}
	return names
}

func (p *Position) boardHint() games.Sentence {
	g := p.Shape.geometry()
	return games.Say("Tiles are named from %s to %s.", g.names[0], g.names[g.cells-1])
}

func (p *Position) example() string {
	for m := range (rules{}).Legal(*p) {
		return rules{}.Format(*p, m)
	}
	return "d3"
}

// Check explains why a move is illegal, and where the penguin could go instead (F2, F4, F31).
func (rules) Check(p Position, m Move) error {
	switch {
	case p.Phase == "":
		return games.Refuse("The game is over.")
	case p.Phase == Placing:
		return p.checkPlacement(m.To)
	}
	g := p.Shape.geometry()
	if !slices.Contains(p.penguins(p.ToMove), m.From) {
		owner, ok := p.owner(m.From)
		switch {
		case ok:
			return games.Refuse("The penguin on %s belongs to %s. %s", g.names[m.From], owner.Said(), p.movable())
		case p.Fish[m.From] == 0:
			return games.Refuse("%s is a hole. %s", g.names[m.From], p.movable())
		}
		return games.Refuse("There is no penguin on %s. %s", g.names[m.From], p.movable())
	}
	if p.Reach(m.From)&(1<<m.To) != 0 {
		return nil
	}
	return games.Refuse("%s %s", p.whyNot(m), p.targets(m.From))
}

func (p *Position) checkPlacement(to Cell) error {
	name := p.Shape.geometry().names[to]
	owner, taken := p.owner(to)
	switch {
	case p.Fish[to] == 0:
		return games.Refuse("%s is a hole. Choose a free tile.", name)
	case taken:
		return games.Refuse("There is already a penguin on %s (%s). Choose a free tile.", name, owner.Said())
	case p.placeable()&(1<<to) == 0:
		return games.Refuse("%s has %d fish. Place your penguin on a tile with exactly one.", name, int(p.Fish[to]))
	}
	return nil
}

// owner returns the colour of the penguin on a cell.
func (p *Position) owner(c Cell) (Colour, bool) {
	for s := range games.Seat(p.Seats) {
		if slices.Contains(p.penguins(s), c) {
			return p.Players[s].Colour, true
		}
	}
	return 0, false
}

// whyNot explains why a penguin of the mover cannot make a move.
func (p *Position) whyNot(m Move) games.Sentence {
	g := p.Shape.geometry()
	if m.From == m.To {
		return games.Say("A penguin has to move at least one tile.")
	}
	for d := range 6 {
		var blocked games.Sentence
		for c := g.neighbours[m.From][d]; c != noCell; c = g.neighbours[c][d] {
			if owner, ok := p.owner(c); blocked.Format == "" && ok {
				blocked = games.Say("The way is blocked at %s by %s.", g.names[c], owner.Said())
			} else if blocked.Format == "" && p.Fish[c] == 0 {
				blocked = games.Say("%s is a hole, and your penguins don't swim.", g.names[c])
			}
			if c == m.To {
				return blocked
			}
		}
	}
	return games.Say("%s and %s are not in a straight line.", g.names[m.From], g.names[m.To])
}

func (p *Position) targets(from Cell) games.Sentence {
	name := p.Shape.geometry().names[from]
	if to := p.names(p.Reach(from)); len(to) > 0 {
		return games.Say("From %s you can go to %s.", name, strings.Join(to, ", "))
	}
	return games.Say("The penguin on %s is stuck. %s", name, p.movable())
}

func (p *Position) movable() games.Sentence {
	var set uint64
	for _, c := range p.penguins(p.ToMove) {
		if p.Reach(c) != 0 {
			set |= 1 << c
		}
	}
	return games.Say("You can move the penguins on %s.", strings.Join(p.names(set), ", "))
}

func (p *Position) names(set uint64) (names []string) {
	g := p.Shape.geometry()
	for ; set != 0; set &= set - 1 {
		names = append(names, g.names[bits.TrailingZeros64(set)])
	}
	return names
}

// Label returns a move for a menu of whole moves, with the fish it wins and the fish on its target.
func (rules) Label(p Position, m Move) games.Sentence {
	g := p.Shape.geometry()
	if m.From == noCell {
		return games.Say("%s · %s", g.names[m.To], fishCount(p.Fish[m.To]))
	}
	return games.Say("%s → %s · takes %s, lands on %d", g.names[m.From], g.names[m.To], fishCount(p.Fish[m.From]),
		int(p.Fish[m.To]))
}

// Short returns a move without numbers of fish. A penguin catches the fish of the tile that it leaves, so
// the number of its target would read as a wrong catch. The board shows both.
func (rules) Short(p Position, m Move) games.Sentence {
	g := p.Shape.geometry()
	if m.From == noCell {
		return games.Say("%s %d🐟", g.names[m.To], int(p.Fish[m.To]))
	}
	return games.Say("%s→%s", g.names[m.From], g.names[m.To])
}

// Complete offers rows, then tiles during placement, and penguins, then targets later (F42).
func (r rules) Complete(p Position, text string) []games.Completion {
	text = strings.ToLower(strings.Join(strings.Fields(text), ""))
	switch p.Phase {
	case Placing:
		return p.completePlacement(text)
	case Moving:
		return p.completeMove(text)
	}
	return nil
}

func (p *Position) completePlacement(text string) (list []games.Completion) {
	g, set := p.Shape.geometry(), p.placeable()
	if text == "" {
		var rows [maxRows]int
		for s := set; s != 0; s &= s - 1 {
			rows[g.row[bits.TrailingZeros64(s)]]++
		}
		for r, n := range rows {
			if n > 0 {
				row := string(rune('a' + r))
				list = append(list,
					games.Completion{
						Text: row, Label: games.Say("row %s · %s", row, tileCount(n)),
						Short: games.Say("Row %s", row),
					})
			}
		}
		return list
	}
	for s := set; s != 0; s &= s - 1 {
		c := bits.TrailingZeros64(s)
		if strings.HasPrefix(g.names[c], text) {
			way := p.tile(g.names[c], Cell(c))
			if p.Shape.Official { // all such tiles have one fish
				way.Short = games.Say("%s", g.names[c])
			}
			list = append(list, way)
		}
	}
	return list
}

func (p *Position) completeMove(text string) (list []games.Completion) {
	g := p.Shape.geometry()
	from, to, typed := strings.Cut(strings.NewReplacer(">", "-", "–", "-").Replace(text), "-")
	if c, ok := g.byName[from]; ok && slices.Contains(p.penguins(p.ToMove), c) {
		for s := p.Reach(c); s != 0; s &= s - 1 {
			t := bits.TrailingZeros64(s)
			if strings.HasPrefix(g.names[t], to) {
				way := p.tile(from+"-"+g.names[t], Cell(t))
				way.Short = games.Say("%s", g.names[t]) // without its fish, see Short
				list = append(list, way)
			}
		}
	}
	if typed {
		return list
	}
	for c := range p.sorted(p.ToMove) {
		if n := bits.OnesCount64(p.Reach(c)); n > 0 && strings.HasPrefix(g.names[c], from) && g.names[c] != from {
			list = append(list, games.Completion{
				Text:  g.names[c],
				Label: games.Say("%s · takes %s, ways to go: %d", g.names[c], fishCount(p.Fish[c]), n),
				Short: games.Say("%s", g.names[c]),
				Icon:  p.Players[p.ToMove].Colour.String(),
			})
		}
	}
	return list
}

// tile returns the completion to a move that ends on a tile.
func (p *Position) tile(move string, c Cell) games.Completion {
	name := p.Shape.geometry().names[c]
	return games.Completion{
		Text: move, Label: games.Say("%s · %s", name, fishCount(p.Fish[c])),
		Short: games.Say("%s %d🐟", name, int(p.Fish[c])), Whole: true, Worth: int(p.Fish[c]),
	}
}

func fishCount[N int | int8 | int32](n N) games.Sentence { return games.Say("%d fish", int(n)) }

func itoa(n int) string { return strconv.Itoa(n) }
