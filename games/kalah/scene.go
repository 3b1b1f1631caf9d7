package kalah

import (
	"fmt"
	"strconv"
	"strings"

	"paddock/games"
	"paddock/games/scene"
)

const (
	nameCut  = 24 // characters of a player's name beside the board (K23)
	chainCut = 12 // sows of one turn that are told one by one
)

// Draw makes the board: North's row above with its pot at the left, South's below with its pot at the right (K1, K23, K24).
func (r rules) Draw(p position, d games.Drawing[position]) scene.Scene {
	turn := r.retrace(d.Last)
	sc := scene.Scene{
		Family: scene.Pits, Cols: p.m + 2, Rows: 2,
		Sides: []scene.Side{p.side(south, d.Names), p.side(north, d.Names)},
		Words: r.words(p, turn),
	}
	for i := range p.m {
		sc.ColLabels = append(sc.ColLabels, strconv.Itoa(i+1))
	}
	for _, s := range []games.Seat{north, south} {
		for hole := 1; hole <= p.m; hole++ {
			sc.Cells = append(sc.Cells, p.cell(s, hole, turn))
		}
		sc.Cells = append(sc.Cells, p.cell(s, pot, turn))
	}
	if o, ended := r.Outcome(p); ended {
		sc.Caption = o.Say.String()
	} else if len(turn.moves) > 0 {
		sc.Caption = "last: " + turn.say()
	}
	if sc.Caption != "" {
		sc.Below = []string{sc.Caption}
	}
	return sc
}

func (p position) side(s games.Seat, names []string) scene.Side {
	side := scene.Side{Seat: int8(s), Label: seatName(s), Score: strconv.Itoa(p.beans(s, pot)), ToMove: s == p.toMove}
	if int(s) < len(names) && names[s] != "" {
		side.Name = cut(names[s], nameCut)
		side.Label += " " + side.Name
	}
	return side
}

// cut shortens a name to n characters.
func cut(name string, n int) string {
	if r := []rune(name); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return name
}

func (p position) cell(s games.Seat, hole int, turn retraced) scene.Cell {
	c := scene.Cell{
		Col: hole, Name: strconv.Itoa(hole), Ground: scene.Hole, Owner: int8(s),
		Count: p.beans(s, hole), Gain: turn.gain[s][hole], Marks: turn.marks[s][hole],
	}
	if s == south {
		c.Row = 1
	}
	if hole == pot {
		c.Ground, c.Name = scene.Pot, "pot"
		if s == south {
			c.Col = p.m + 1
		}
	}
	return c
}

// retraced is what can be seen of the last turn. The zero value is that of a game in which nothing has been played yet.
type retraced struct {
	seat     games.Seat
	moves    []string
	last     effect                       // of the last sow
	captured int                          // in the whole turn
	gain     [2][maxHoles + 1]int         // beans that have come to a place since it was last emptied
	marks    [2][maxHoles + 1]scene.Marks // From: was sown; To: the last bean of all; Captured: lost its beans
}

// retrace plays the last turn once more. A turn that does not fit its position is left out.
func (r rules) retrace(last games.Last[position]) retraced {
	t := retraced{seat: last.Seat, moves: last.Moves}
	p := last.Before
	for _, text := range last.Moves {
		m, err := r.Parse(p, text)
		if err != nil || r.Check(p, m) != nil {
			return retraced{}
		}
		t.sow(&p, m)
	}
	if len(t.moves) > 0 {
		t.marks[t.last.endSeat][t.last.endHole] |= scene.To
	}
	return t
}

func (t *retraced) sow(p *position, m move) {
	mover, before := p.toMove, *p
	e := p.play(m)
	sown := before.board // as the beans lay before a capture or sweep
	sown.sow(mover, int(m))
	for s := range sown.rows {
		for hole, n := range sown.rows[s] {
			t.gain[s][hole] += n - before.rows[s][hole]
		}
	}
	t.gain[mover][m] = sown.rows[mover][m]
	t.marks[mover][m] |= scene.From
	if e.captured > 0 {
		t.gain[mover][pot] += e.captured
		t.gain[mover][e.endHole], t.gain[1-mover][e.endHole] = 0, 0
		t.marks[1-mover][e.endHole] |= scene.Captured
		t.captured += e.captured
	}
	for s, n := range e.swept {
		if e.over {
			own := t.gain[s][pot] + n
			t.gain[s] = [maxHoles + 1]int{}
			t.gain[s][pot] = own
		}
	}
	t.last = e
}

// say tells the turn in a few words: "South 3-6, captured 5".
func (t retraced) say() string {
	chain := t.moves
	if n := len(chain) - chainCut; n > 0 {
		chain = append([]string{"…"}, chain[n:]...)
	}
	text := seatName(t.seat) + " " + strings.Join(chain, "-")
	if t.captured > 0 {
		text += fmt.Sprintf(", captured %d", t.captured)
	}
	if t.last.again {
		text += fmt.Sprintf(", %s sows again", seatName(t.seat))
	}
	return text
}

// words are the position for those who don't see it; they hold all of it (K25).
func (r rules) words(p position, turn retraced) string {
	var b strings.Builder
	turn.describe(&b)
	if o, ended := r.Outcome(p); ended {
		b.WriteString(o.Say.String())
	} else {
		b.WriteString(seatName(p.toMove) + " to move")
		if turn.last.again {
			b.WriteString(" again")
		}
		b.WriteString(".")
	}
	fmt.Fprintf(&b, " Kalah, %s a side, %s rule.", plural(p.m, "hole"), p.rules)
	for _, s := range []games.Seat{south, north} {
		fmt.Fprintf(&b, " %s's %s:", seatName(s), p.numbers())
		for hole := 1; hole <= p.m; hole++ {
			if hole > 1 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, " %d", p.beans(s, hole))
		}
		fmt.Fprintf(&b, ". %s's pot: %d.", seatName(s), p.beans(s, pot))
	}
	return b.String()
}

func (p position) numbers() string {
	if p.m == 1 {
		return "hole 1"
	}
	return fmt.Sprintf("holes 1 to %d", p.m)
}

func (t retraced) describe(b *strings.Builder) {
	switch n := len(t.moves); {
	case n == 0:
		return
	case n == 1:
		fmt.Fprintf(b, "Last sow: %s sowed hole %s", seatName(t.seat), t.moves[0])
	case n <= chainCut:
		fmt.Fprintf(b, "Last sows: %s sowed holes %s and %s", seatName(t.seat), strings.Join(t.moves[:n-1], ", "), t.moves[n-1])
	default:
		fmt.Fprintf(b, "Last sows: %s sowed %d times, last hole %s", seatName(t.seat), n, t.moves[n-1])
	}
	where := "pot"
	if t.last.endHole != pot {
		where = fmt.Sprintf("hole %d", t.last.endHole)
	}
	fmt.Fprintf(b, ", last bean in %s's %s", seatName(t.last.endSeat), where)
	if t.captured > 0 {
		fmt.Fprintf(b, ", captured %d", t.captured)
	}
	b.WriteString(". ")
}
