package kalah

import (
	"strconv"
	"strings"

	"paddock/games"
	"paddock/games/scene"
)

const (
	nameCut  = 24 // most characters of a player's name beside the board (K23)
	chainCut = 12 // most sows of one turn that are listed one by one
)

// beanIcon is the name of the icon of a bean.
const beanIcon = "bean"

// Draw makes the board: North's row above with its pot at the left, South's below with its pot at
// the right (K1, K23, K24).
func (r rules) Draw(p position, d games.Drawing[position]) scene.Scene {
	turn := r.retrace(d.Last)
	result := d.Result(r.Outcome(p))
	sc := scene.Scene{
		Family: scene.Pits, Cols: p.m + 2, Rows: 2,
		Sides:  []scene.Side{p.side(south, d, result == ""), p.side(north, d, result == "")},
		Words:  r.words(d.Voice, p, turn, result),
		Result: result,
		Path:   turn.path,
		Turned: d.Facing == north,
		// arrows are shown until both pots have a bean; a condition on one side would change with
		// every turn
		Arrows: p.toMove != over && (p.beans(south, pot) == 0 || p.beans(north, pot) == 0),
	}
	lit := r.lit(p, d.Choice)
	for i := range p.m {
		sc.ColLabels = append(sc.ColLabels, strconv.Itoa(i+1))
	}
	for _, s := range []games.Seat{north, south} {
		for hole := 1; hole <= p.m; hole++ {
			sc.Cells = append(sc.Cells, p.cell(d.Voice, s, hole, turn, lit))
		}
		sc.Cells = append(sc.Cells, p.cell(d.Voice, s, pot, turn, lit))
	}
	if len(turn.moves) > 0 {
		sc.Caption = d.Speak(turn.say())
		if _, left := turn.last.left(); left.Format != "" {
			sc.Caption += ". " + strings.TrimSuffix(d.Speak(left), ".")
		}
		sc.Below = []string{sc.Caption}
	}
	if result != "" {
		sc.Below = append(sc.Below, result)
	}
	if sc.Turned && sc.Arrows {
		sc.Legend = d.Say("The board is turned for North: the holes count from the right.")
	}
	return sc
}

func (p position) side(s games.Seat, d games.Drawing[position], running bool) scene.Side {
	names := d.Names
	side := scene.Side{
		Seat: int8(s), Label: d.Speak(seatName(s)), Score: strconv.Itoa(p.beans(s, pot)),
		Points: p.beans(s, pot), ToMove: running && s == p.toMove,
	}
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

// lit marks what a player can choose: the holes that can be sown. After a choice it marks that hole
// and the place of its last bean.
func (r rules) lit(p position, c games.Choosing) (marks [2][maxHoles + 1]scene.Marks) {
	if !c.On || p.toMove == over {
		return marks
	}
	for m := range r.Legal(p) {
		switch {
		case c.Half == "":
			marks[p.toMove][m] |= scene.Movable
		case c.Half == r.Format(p, m):
			next := p
			e := next.play(m)
			marks[p.toMove][m] |= scene.Chosen
			marks[e.endSeat][e.endHole] |= scene.Target
		}
	}
	return marks
}

func (p position) cell(voice games.Voice, s games.Seat, hole int, turn retraced,
	lit [2][maxHoles + 1]scene.Marks,
) scene.Cell {
	c := scene.Cell{
		Col: hole, Name: strconv.Itoa(hole), Ground: scene.Hole, Owner: int8(s),
		Count: p.beans(s, hole), Gain: turn.gain[s][hole], Marks: turn.marks[s][hole] | lit[s][hole],
	}
	if s == south {
		c.Row = 1
	}
	c.Words = voice.Say("%s's hole %d, %s", seatName(s), hole, countBeans(c.Count))
	if hole == pot {
		c.Words = voice.Say("%s's pot, %s", seatName(s), countBeans(c.Count))
		c.Ground, c.Name = scene.Pot, "pot"
		if s == south {
			c.Col = p.m + 1
		}
	}
	return c
}

// retraced is the visible effect of the last turn. It is zero before the first move.
type retraced struct {
	seat     games.Seat
	moves    []string
	last     effect                       // effect of the last sow
	captured int                          // beans captured in the whole turn
	path     []int                        // in a turn of one sow: the sown hole, then the cells where its beans fell
	gain     [2][maxHoles + 1]int         // beans that have arrived at a place since it was last emptied
	marks    [2][maxHoles + 1]scene.Marks // From: sown; To: the place of the turn's last bean; Captured: lost its beans
}

// retrace plays the last turn again. It returns the zero value if the moves do not lead to the
// position.
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
	if len(t.moves) == 1 {
		t.path = last.Before.way(t.seat, t.moves[0])
	}
	return t
}

// way returns the cells of a sow: the hole, then the cells where its beans fall.
func (p *position) way(s games.Seat, hole string) []int {
	n, err := strconv.Atoi(hole)
	if err != nil || n < 1 || n > p.m {
		return nil
	}
	cells := []int{p.index(s, n)}
	place := p.at(s, n)
	for range p.beans(s, n) {
		place = (place + 1) % p.ring()
		cells = append(cells, p.index(p.locate(s, place)))
	}
	return cells
}

// index returns the index of a hole or pot in the scene's cells.
func (p *position) index(s games.Seat, hole int) int {
	if hole == pot {
		hole = p.m + 1
	}
	return int(1-s)*(p.m+1) + hole - 1 // North's cells come first
}

func (t *retraced) sow(p *position, m move) {
	mover, before := p.toMove, *p
	e := p.play(m)
	sown := before.board // the board after sowing alone, before a capture or sweep
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

// say returns the turn in a few words: "South sowed holes 3, then 6 and captured 5".
func (t retraced) say() games.Sentence {
	chain := t.moves
	if n := len(chain) - chainCut; n > 0 {
		chain = append([]string{"…"}, chain[n:]...)
	}
	said := games.Say("%s sowed hole %s", seatName(t.seat), chain[0])
	if n := len(chain) - 1; n > 0 {
		said = games.Say("%s sowed holes %s, then %s", seatName(t.seat), strings.Join(chain[:n], ", "), chain[n])
	}
	if t.captured > 0 {
		said = games.Say("%s and captured %s", said, countBeans(t.captured))
	}
	if t.last.again {
		said = games.Say("%s and sows again", said)
	}
	return said
}

// words describes the whole position for screen readers (K25).
func (r rules) words(voice games.Voice, p position, turn retraced, result string) string {
	var list []string
	say := func(format string, args ...any) { list = append(list, voice.Say(format, args...)) }
	if len(turn.moves) > 0 {
		list = append(list, voice.Speak(turn.describe()))
	}
	switch {
	case result != "":
		list = append(list, result)
		if _, left := turn.last.left(); left.Format != "" {
			list = append(list, voice.Speak(left))
		}
	case turn.last.again:
		say("%s to move again.", seatName(p.toMove))
	default:
		say("%s to move.", seatName(p.toMove))
	}
	say("Kalah, %s a side, %s rule.", countHoles(p.m), p.rules.said())
	for _, s := range []games.Seat{south, north} {
		var beans []string
		for hole := 1; hole <= p.m; hole++ {
			beans = append(beans, strconv.Itoa(p.beans(s, hole)))
		}
		if p.m == 1 {
			say("%s's hole 1: %s.", seatName(s), beans[0])
		} else {
			say("%s's holes 1 to %d: %s.", seatName(s), p.m, strings.Join(beans, ", "))
		}
		say("%s's pot: %d.", seatName(s), p.beans(s, pot))
	}
	return strings.Join(list, " ")
}

func countHoles(n int) games.Sentence {
	if n == 1 {
		return games.Say("1 hole")
	}
	return games.Say("%d holes", n)
}

// describe returns the turn as a sentence.
func (t retraced) describe() games.Sentence {
	var said games.Sentence
	switch n := len(t.moves); {
	case n == 1:
		said = games.Say("Last sow: %s sowed hole %s", seatName(t.seat), t.moves[0])
	case n <= chainCut:
		said = games.Say("Last sows: %s sowed holes %s and %s", seatName(t.seat), strings.Join(t.moves[:n-1], ", "),
			t.moves[n-1])
	default:
		said = games.Say("Last sows: %s sowed %d times, last hole %s", seatName(t.seat), n, t.moves[n-1])
	}
	if t.last.endHole == pot {
		said = games.Say("%s, last bean in %s's pot", said, seatName(t.last.endSeat))
	} else {
		said = games.Say("%s, last bean in %s's hole %d", said, seatName(t.last.endSeat), t.last.endHole)
	}
	if t.captured > 0 {
		said = games.Say("%s, captured %s", said, countBeans(t.captured))
	}
	return games.Say("%s.", said)
}
