package halatafl

import (
	"slices"
	"strconv"
	"strings"

	"paddock/games"
)

// move is a whole move: start and end of a step, or every landing of a chain (H28). It is a
// comparable value.
type move struct {
	path   [maxJumps + 1]point
	length int // number of used points of path, at least 2; the rest is zero
}

func step(from, to point) move { return move{path: [maxJumps + 1]point{from, to}, length: 2} }

func (m *move) points() []point { return m.path[:m.length] }
func (m move) from() point      { return m.path[0] }
func (m move) to() point        { return m.path[m.length-1] }

// then returns the path with one more point.
func (m move) then(p point) move {
	m.path[m.length] = p
	m.length++
	return m
}

// isStep reports whether the move is a single hop to a neighbouring point, or no hop at all.
func (m move) isStep() bool {
	dc, dr := m.path[1].column()-m.path[0].column(), m.path[1].row()-m.path[0].row()
	return m.length == 2 && max(dc, -dc, dr, -dr) <= 1
}

// jumps returns the number of jumps; 0 for a step.
func (m move) jumps() int {
	if m.isStep() {
		return 0
	}
	return m.length - 1
}

// over lists the points jumped over, in order. They are midway between landings.
func (m move) over() (list []point) {
	for i := 1; i <= m.jumps(); i++ {
		list = append(list, midway(m.path[i-1], m.path[i]))
	}
	return list
}

func midway(a, b point) point { return (a + b) / 2 }

func (m move) change() change {
	c := change{from: m.from(), to: m.to()}
	for i := 1; i <= m.jumps(); i++ {
		c.captured |= midway(m.path[i-1], m.path[i]).set()
	}
	return c
}

func (m move) beginsWith(prefix move) bool {
	return slices.Equal(m.path[:prefix.length], prefix.points())
}

// String returns the notation of H28: "e4-e5" or "c7xc5xe3".
func (m move) String() string {
	sign := byte('x')
	if m.isStep() {
		sign = '-'
	}
	var b []byte
	for i, p := range m.points() {
		if i > 0 {
			b = append(b, sign)
		}
		b = append(b, p.String()...)
	}
	return string(b)
}

// Format writes the path as it was made.
func (rules) Format(_ position, m move) string { return m.String() }

// AppendText writes the position text of H30.
func (rules) AppendText(b []byte, p position) []byte {
	b = append(b, "halatafl/1 "...)
	b = p.appendBoard(b)
	b = append(b, ' ')
	b = append(b, p.rules.String()...)
	b = append(b, ' ')
	if p.quiet.length == 0 {
		return append(b, '-')
	}
	for i, m := range p.quiet.list() {
		if i > 0 {
			b = append(b, '.')
		}
		b = append(b, step(m.from, m.to).String()...)
	}
	return b
}

// appendBoard writes the rows from 7 to 1 and the side to move.
func (b board) appendBoard(text []byte) []byte {
	run := 0
	flush := func() {
		if run > 0 {
			text = strconv.AppendInt(text, int64(run), 10)
			run = 0
		}
	}
	for i, p := range reading {
		if i > 0 && p.row() != reading[i-1].row() {
			flush()
			text = append(text, '/')
		}
		switch {
		case b.sheep.has(p):
			flush()
			text = append(text, 'S')
		case b.foxes.has(p):
			flush()
			text = append(text, 'F')
		default:
			run++
		}
	}
	flush()
	if b.foxesToMove {
		return append(text, " f"...)
	}
	return append(text, " s"...)
}

const exampleText = "halatafl/1 F1F/3/7/SSSSSSS/SSSSSSS/SSS/SSS s standard -"

// ParseText reads a position text (H31). On the foxes' turn it removes stuck foxes, as the sheep's
// move would have done (H13).
func (r rules) ParseText(text string) (position, error) {
	fields := strings.Split(text, " ")
	if fields[0] != "halatafl/1" {
		return position{}, games.Refuse("I can't read this as a position of Halatafl. One looks like this: %s.", exampleText)
	}
	if len(fields) != 5 {
		return position{}, games.Refuse("A position has five parts: name, board, side to move, rules, quiet moves. I count %d. One looks like this: %s.", len(fields), exampleText)
	}
	b, err := readBoard(fields[1])
	if err != nil {
		return position{}, err
	}
	if fields[2] != "s" && fields[2] != "f" {
		return position{}, games.Refuse("Who is to move? Write s for the sheep or f for the foxes. I can't read %.20q.",
			fields[2])
	}
	b.foxesToMove = fields[2] == "f"
	if b.rules, err = parseRules(fields[3]); err != nil {
		return position{}, err
	}
	moves, err := readQuiet(fields[4])
	if err != nil {
		return position{}, err
	}
	return b.after(moves)
}

func readBoard(text string) (b board, err error) {
	lines := strings.Split(text, "/")
	if len(lines) != 7 {
		return b, games.Refuse("A board has 7 rows with a / between them. I count %d.", len(lines))
	}
	next := 0
	for i, line := range lines {
		row := reading[next].row()
		width := (board33 & rows(row)).len()
		n, digit := 0, false
		for _, c := range []byte(line) {
			switch {
			case c >= '1' && c <= '7' && !digit:
				n += int(c - '0')
			case (c == 'S' || c == 'F') && n < width:
				if c == 'S' {
					b.sheep |= reading[next+n].set()
				} else {
					b.foxes |= reading[next+n].set()
				}
				n++
			default:
				n = width + 1
			}
			digit = c <= '9'
		}
		if n != width {
			return b, games.Refuse("Row %d has %d points: write S for a sheep, F for a fox, and a digit for as many empty ones. I can't read %.20q.", 7-i, width, line)
		}
		next += width
	}
	if n := b.sheep.len(); n > allSheep {
		return b, games.Refuse("A board has 20 sheep at most. I count %d.", n)
	}
	if n := b.foxes.len(); n > 2 {
		return b, games.Refuse("A board has 2 foxes at most. I count %d.", n)
	}
	return b, nil
}

func readQuiet(text string) (h history, err error) {
	if text == "-" {
		return h, nil
	}
	for part := range strings.SplitSeq(text, ".") {
		if int(h.length) == maxQuiet {
			return h, games.Refuse("There are %d quiet moves at most, because then the game is a draw.", maxQuiet)
		}
		t, err := read(part)
		if m := t.path; err != nil || m.length != 2 || m.String() != part || !m.isStep() || m.from() == m.to() {
			return h, games.Refuse("I can't read the quiet move %.20q. Write quiet moves like c7-c6, with dots between them, or - for none.", part)
		}
		h.moves[h.length] = quietMove{t.path.from(), t.path.to()}
		h.length++
	}
	return h, nil
}

// after returns the position on b with the given quiet moves before it. It undoes them one by one
// and plays them again as legal moves of a game that is not over.
func (b board) after(quiet history) (position, error) {
	now := b
	if now.removeStuck() != 0 {
		return position{board: now}, nil // if stuck foxes were removed, the last move was not quiet
	}
	first := b
	moves := quiet.list()
	for i := len(moves) - 1; i >= 0; i-- {
		m := moves[i]
		movers := first.foxes // the side not to move made the last move
		if first.foxesToMove {
			movers = first.sheep
		}
		if !movers.has(m.to) || !first.empty().has(m.from) {
			return position{},
				refuseQuiet(i, m,
					"it can't be undone: no piece of the side that moved stands at its end, or its start is taken")
		}
		first = first.undo(m)
	}
	p := position{board: first}
	if p.foxesToMove && p.removeStuck() != 0 && len(moves) > 0 {
		return position{}, refuseQuiet(0, moves[0], "a fox was surrounded before it")
	}
	for i, m := range moves {
		s := step(m.from, m.to)
		if p.end() != "" {
			return position{}, refuseQuiet(i, m, "the game was over before it")
		}
		if !p.isLegal(s) {
			return position{}, refuseQuiet(i, m, "it was not legal")
		}
		next, e := p.play(s.change())
		if !e.quiet {
			return position{}, refuseQuiet(i, m, "it was not quiet")
		}
		p = next
	}
	return p, nil
}

func refuseQuiet(i int, m quietMove, why string) error {
	return games.Refuse("Quiet move %d, %s, can't have been made: %s.", i+1, step(m.from, m.to), why)
}
