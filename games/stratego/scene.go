package stratego

import (
	"fmt"
	"strconv"
	"strings"

	"paddock/games"
	"paddock/games/scene"
	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

const (
	nameCut   = 24   // characters of a player's name beside the board
	wordsCut  = 1024 // characters of the position in words
	quietTold = 150  // the quiet count is told from here on (S53)
)

// Draw makes the board as the viewing seat may see it, its own side at the bottom (S4, S55, S56), in the numbers that the reader prefers (S5).
func (rules) Draw(v view.View, d games.Drawing[view.View]) scene.Scene {
	in := board.Numbers(d.Prefer["numbers"])
	sc := scene.Scene{
		Family: scene.Squares, Cols: board.Size, Rows: board.Size, Turned: v.Seat == blue, TextWidth: 2,
		Sides: []scene.Side{side(&v, in, red, d.Names), side(&v, in, blue, d.Names)},
	}
	if v.Seat == games.Spectator {
		sc.TextWidth = 3
	}
	for i := range board.Size {
		file, row := i, board.Size-i
		if sc.Turned {
			file, row = board.Size-1-i, i+1
		}
		sc.ColLabels = append(sc.ColLabels, string(rune('a'+file)))
		sc.RowLabels = append(sc.RowLabels, strconv.Itoa(row))
	}
	last, said := lastTurn(&v, in, d.Last)
	for row := range board.Size {
		for col := range board.Size {
			s := board.Square((board.Size-1-row)*board.Size + col)
			if sc.Turned {
				s = board.Square(row*board.Size + board.Size - 1 - col)
			}
			c := cell(&v, in, s, last)
			c.Col, c.Row = col, row
			sc.Cells = append(sc.Cells, c)
		}
	}
	if last != nil {
		sc.Path = []int{index(last.From, sc.Turned), index(last.To, sc.Turned)}
	}
	sc.Caption = caption(&v, said)
	sc.Below = below(&v, in, said)
	sc.Words = words(&v, in, said)
	return sc
}

// index is a square's place among the cells.
func index(s board.Square, turned bool) int {
	if turned {
		return s.Row()*board.Size + board.Size - 1 - s.File()
	}
	return (board.Size-1-s.Row())*board.Size + s.File()
}

// lastTurn is the last ply and the words for the last turn; in the set-up edits are nobody's business, so nothing is said of them (S85).
func lastTurn(v *view.View, in board.Numbers, last games.Last[view.View]) (*view.Ply, string) {
	if n := v.Log.Len(); n > 0 && (len(last.Moves) == 0 || last.Moves[0] != "claim") {
		p := v.Log.At(n - 1)
		return &p, name(v.Mover(n-1)) + " " + sayPly(in, p)
	}
	switch {
	case len(last.Moves) > 0 && last.Moves[0] == "claim":
		return nil, name(last.Seat) + " claims a draw"
	case v.Phase == view.Setup:
		return nil, ready(v)
	case v.Log.Len() == 0:
		return nil, "both armies stand"
	}
	return nil, ""
}

// sayPly is a ply for people: "a4–a5", in a fight "Scout (9) a4 x a5 Miner (8): both leave" (S38).
func sayPly(in board.Numbers, p view.Ply) string {
	if !p.Fight() {
		return p.From.String() + "–" + p.To.String()
	}
	end := "both leave"
	switch {
	case p.Defender == board.Flag:
		end = "the Flag is taken"
	case p.Result() == board.Win:
		end = p.Attacker.Name() + " wins"
	case p.Result() == board.Lose:
		end = p.Attacker.Name() + " loses"
	}
	return fmt.Sprintf("%s %s x %s %s: %s", in.Title(p.Attacker), p.From, p.To, in.Title(p.Defender), end)
}

// ready says who has confirmed.
func ready(v *view.View) string {
	switch {
	case v.Turn.Len() == 2:
		return "waiting for both set-ups"
	case v.Turn.Has(red):
		return name(blue) + " is ready, waiting for " + name(red) + "'s set-up"
	}
	return name(red) + " is ready, waiting for " + name(blue) + "'s set-up"
}

func caption(v *view.View, said string) string {
	switch {
	case v.Phase == view.Over:
		return outcome(v.Result).Say.String()
	case v.Phase == view.Setup:
		return said
	}
	return "last: " + said
}

// below is the legend, the last turn and what follows from it (S55).
func below(v *view.View, in board.Numbers, said string) []string {
	legend := "own: ' moved, * known · other's: ? hidden, 7! known"
	if v.Seat == games.Spectator {
		legend = "r RED, b BLUE · ? hidden, ! known, ' moved"
	}
	lines := []string{legend}
	if in == board.ModernNumbers {
		lines = append(lines, "modern numbers: X Marshal, 9 General … 2 Scout")
	}
	switch {
	case v.Phase == view.Setup:
		return append(lines, said)
	case v.Log.Len() > 0 || said != "":
		lines = append(lines, "last: "+said)
	}
	if v.Phase == view.Over {
		return append(lines, outcome(v.Result).Say.String())
	}
	if q := v.Log.Quiet(); q >= quietTold {
		lines = append(lines, fmt.Sprintf("%d plies without a fight", q))
	}
	return append(lines, name(v.ToMove())+" to move")
}

func side(v *view.View, in board.Numbers, seat games.Seat, names []string) scene.Side {
	s := scene.Side{Seat: int8(seat), Label: name(seat), ToMove: v.Turn.Has(seat)}
	if int(seat) < len(names) && names[seat] != "" {
		s.Name = cut(names[seat], nameCut)
		s.Label += " " + s.Name
	}
	if v.Phase == view.Setup {
		s.Score = "ready"
		if v.Turn.Has(seat) {
			s.Score = "not ready"
		}
		return s
	}
	lost := v.Lost()[seat]
	s.Score = plural(v.Army[seat].Sum()-lost.Sum(), "piece")
	if v.Setups[seat] == "" { // a position made up for a test: the army says nothing
		n := 0
		for _, m := range v.Men {
			if !m.None() && m.Seat == seat {
				n++
			}
		}
		s.Score = plural(n, "piece")
	}
	s.Tray = losses(in, lost)
	return s
}

// losses lists ranks with their counts: "9 8×2".
func losses(in board.Numbers, lost board.Counts) string {
	var parts []string
	for i, n := range lost {
		if n > 0 {
			part := in.Glyph(board.Ranks[i])
			if n > 1 {
				part += "×" + strconv.Itoa(int(n))
			}
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, " ")
}

// named lists ranks by name with their counts: "Scout, Miner ×2".
func named(lost board.Counts) string {
	var parts []string
	for i, n := range lost {
		if n > 0 {
			part := board.Ranks[i].Name()
			if n > 1 {
				part += " ×" + strconv.Itoa(int(n))
			}
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ", ")
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// cut shortens a name to n characters.
func cut(name string, n int) string {
	if r := []rune(name); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return name
}

func cell(v *view.View, in board.Numbers, s board.Square, last *view.Ply) scene.Cell {
	c := scene.Cell{Name: s.String(), Ground: scene.Plain, Text: cellText(v, in, s)}
	if s.IsLake() {
		c.Ground = scene.Water
		return c
	}
	if m := v.Men[s]; !m.None() {
		c.Piece = scene.Piece{Shape: scene.Soldier, Letter: in.Glyph(m.Rank), Seat: int8(m.Seat)}
		if m.Moved {
			c.Marks |= scene.Moved
		}
		if m.Known {
			c.Marks |= scene.Known
		}
	}
	if last != nil {
		if s == last.From {
			c.Marks |= scene.From
		}
		if s == last.To {
			c.Marks |= scene.To
			if last.Fight() {
				c.Marks |= scene.Fight
			}
		}
	}
	return c
}

// cellText is what stands on a square in monospace text: two characters for a seat, three for spectators (S55).
func cellText(v *view.View, in board.Numbers, s board.Square) string {
	m := v.Men[s]
	mark := func(known string) string {
		switch {
		case m.Known:
			return known
		case m.Moved:
			return "'"
		}
		return " "
	}
	switch {
	case s.IsLake() && v.Seat == games.Spectator:
		return "~~ "
	case s.IsLake():
		return "~ "
	case m.None():
		return "."
	case v.Seat == games.Spectator:
		return board.Teams[m.Seat].Initial() + in.Glyph(m.Rank) + mark("!")
	case m.Seat == v.Seat:
		return in.Glyph(m.Rank) + mark("*")
	}
	return in.Glyph(m.Rank) + mark("!")
}

// words are the position for those who don't see it: the last turn, whose turn it is, then row by row (S54, P37).
func words(v *view.View, in board.Numbers, said string) string {
	var b strings.Builder
	if said != "" && v.Phase != view.Setup {
		b.WriteString("Last: " + said + ". ")
	}
	switch v.Phase {
	case view.Over:
		b.WriteString(outcome(v.Result).Say.String())
	case view.Setup:
		b.WriteString("Set-up: " + said + ".")
	default:
		b.WriteString(name(v.ToMove()) + " to move.")
	}
	if q := v.Log.Quiet(); q >= quietTold && v.Phase == view.Play {
		fmt.Fprintf(&b, " %d plies without a fight.", q)
	}
	for seat, l := range v.Lost() {
		if l.Sum() > 0 {
			fmt.Fprintf(&b, " %s lost %s.", board.Teams[seat], named(l))
		}
	}
	head := b.String()
	for _, form := range []wording{{in, true, true}, {in, false, true}, {in, false, false}} {
		if text := head + form.rows(v); len([]rune(text)) <= wordsCut {
			return text
		}
	}
	return string([]rune(head)[:min(len([]rune(head)), wordsCut)])
}

// wording is how much is said of each piece.
type wording struct {
	in    board.Numbers
	names bool // Marshal rather than 1
	marks bool // who has moved
}

// rows tells row by row what stands where; neighbours that are alike are counted.
func (w wording) rows(v *view.View) string {
	var b strings.Builder
	for i := range board.Size {
		row := board.Size - 1 - i
		if v.Seat == blue {
			row = i
		}
		var runs []string
		for file := 0; file < board.Size; {
			s := board.Square(row*board.Size + file)
			n := 1
			for file+n < board.Size && v.Men[s+board.Square(n)] == v.Men[s] {
				n++
			}
			if m := v.Men[s]; !m.None() {
				where := s.String()
				if n > 1 {
					where += "–" + (s + board.Square(n-1)).String()
				}
				runs = append(runs, where+" "+w.man(m))
			}
			file += n
		}
		if len(runs) > 0 {
			b.WriteString(" " + strings.Join(runs, ", ") + ".")
		}
	}
	return b.String()
}

func (w wording) man(m view.Man) string {
	what := w.in.Glyph(m.Rank)
	switch {
	case w.names && m.Rank != board.Unknown:
		what = m.Rank.Name()
	case w.names:
		what = "hidden"
	}
	text := board.Teams[m.Seat].Initial() + what
	if w.names {
		text = name(m.Seat) + " " + what
	}
	if w.marks && m.Moved {
		text += "'"
	}
	if m.Known && m.Rank != board.Unknown {
		text += "!"
	}
	return text
}
