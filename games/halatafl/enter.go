package halatafl

import (
	"strings"

	"paddock/games"
)

// typed is a partly typed move: points, and perhaps the beginning of another.
type typed struct {
	path   move // any points or none; not yet a legal move
	sign   byte // '-' or 'x' if the text ends in one, otherwise 0
	column byte // 'a' to 'g' if the text ends in a column without a row, otherwise 0
}

// read parses a text. Signs between points are free ("c7 c5", "c7-c5", "c7xc5", "c7 to c5"),
// because the points tell whether it is a jump. With an error it returns the part before it.
func read(text string) (t typed, err error) {
	rest := strings.ToLower(strings.Join(strings.Fields(text), ""))
	for rest != "" {
		sign, n := leadingSign(rest)
		switch c := rest[0]; {
		case n > 0 && t.path.length > 0:
			t.sign, rest = sign, rest[n:]
		case c < 'a' || c > 'g':
			return t, games.Refuse("%s isn't a move. Type something like e4-e5, or c7xc5xe3 for two jumps.",
				quote(text))
		case len(rest) == 1:
			t.column, rest = c, ""
		default:
			p, ok := onBoard(int(c-'a'), int(rest[1])-'0')
			if !ok {
				return t, games.Refuse("There is no point %s on the board. Columns are a to g, rows 1 to 7. Rows 1, 2, 6 and 7 only have c, d and e.", quote(rest[:2]))
			}
			if t.path.length == len(t.path.path) {
				return t, games.Refuse("That move is too long: a fox makes at most %d jumps in a turn.", maxJumps)
			}
			t.path, t.sign, rest = t.path.then(p), 0, rest[2:]
		}
	}
	if t.path.length == 0 && t.column == 0 {
		return t, games.Refuse("Type a move, like e4-e5, or c7xc5xe3 for two jumps.")
	}
	return t, nil
}

// leadingSign returns the sign between two points at the beginning of a text, and its length. The
// length is 0 if there is none.
func leadingSign(text string) (sign byte, n int) {
	for _, s := range []string{"to", "->", "-", ">", ",", "."} {
		if strings.HasPrefix(text, s) {
			return '-', len(s)
		}
	}
	if text[0] == 'x' || text[0] == '*' || text[0] == ':' {
		return 'x', 1
	}
	return 0, 0
}

// quote shortens a typed text so that it fits any message.
func quote(text string) string {
	text = strings.ToValidUTF8(strings.Join(strings.Fields(text), " "), "?")
	if r := []rune(text); len(r) > 30 {
		text = string(r[:30]) + "…"
	}
	return "“" + text + "”"
}

// allows reports whether a continuation agrees with the half point and the sign at the end of the
// typed text.
func (t typed) allows(hop move) bool {
	jump := hop.length > 1 && !hop.isStep()
	signed := t.sign == 0 || jump == (t.sign == 'x')
	return signed && (t.column == 0 || hop.to().String()[0] == t.column)
}

// Parse reads a whole path. It also accepts the beginning of a path, or its start and end, if
// exactly one move fits. It returns an illegal path as it is, so that Check can explain it.
func (rules) Parse(p position, text string) (move, error) {
	t, err := read(text)
	if err != nil {
		return move{}, err
	}
	isPath := t.path.length >= 2 && t.column == 0
	if isPath && p.isLegal(t.path) {
		return t.path, nil
	}
	fit := p.fitting(t)
	switch {
	case len(fit) == 1:
		return fit[0], nil
	case isPath && (len(fit) == 0 || p.isLegalSoFar(t.path)):
		return t.path, nil
	case len(fit) > 1:
		return move{}, games.Refuse("%s could be several moves: %s. Type more of the one you mean.", quote(text),
			orList(fit))
	case t.path.length == 0:
		return move{}, games.Refuse("No move begins with %s. %s", quote(text), p.advice())
	}
	if problem := p.pieceProblem(t.path.from()); problem.Format != "" {
		return move{}, games.Refuse("%s %s", problem, p.advice())
	}
	return move{}, games.Refuse("No move begins with %s. %s", quote(text), p.adviceFor(t.path.from()))
}

// fitting lists different legal moves that begin with the typed points or, for two points, start
// and end there. It may leave some out if there are many.
func (b board) fitting(t typed) (fit []move) {
	known := make(map[change]bool)
	add := func(m move) bool {
		if c := m.change(); !known[c] {
			known[c] = true
			fit = append(fit, m)
		}
		return len(fit) <= maxListed
	}
	for _, hop := range b.hops(t.path) {
		if t.allows(hop) && !b.movesOn(hop, add) {
			return fit
		}
	}
	for _, m := range b.between(t) {
		if !add(m) {
			break
		}
	}
	return fit
}

// between lists the legal moves with the typed start and end, if exactly these were typed. It may
// leave some out if there are many.
func (b board) between(t typed) (fit []move) {
	if t.path.length != 2 || t.column != 0 || t.sign != 0 {
		return nil
	}
	start := move{}.then(t.path.from())
	b.movesOn(start, func(m move) bool {
		if m.to() == t.path.to() {
			fit = append(fit, m)
		}
		return len(fit) < 25
	})
	return fit
}

// hops lists the continuations of a path by one point towards a legal move; for the empty path, the
// pieces with a move.
func (b board) hops(path move) (list []move) {
	for ends := b.ends(path); ends != 0; ends &= ends - 1 {
		if next := path.then(ends.first()); b.isLegalSoFar(next) {
			list = append(list, next)
		}
	}
	return list
}

// ends returns the points at which the next hop of a path might end.
func (b board) ends(path move) (ends set) {
	switch {
	case path.length == 0:
		return b.ours()
	case path.length == len(path.path) || path.length == 2 && path.isStep():
		return 0
	case path.length == 1:
		ends = neighbours[path.from()]
	}
	for _, j := range jumps[path.to()] {
		ends |= j.land.set()
	}
	return ends
}

// isLegalSoFar reports whether a path is a legal move or the beginning of one.
func (b board) isLegalSoFar(path move) bool {
	return !b.movesOn(path, func(move) bool { return false })
}

// isLegal reports whether a move is legal, by any path.
func (b board) isLegal(m move) (legal bool) {
	b.movesOn(m, func(first move) bool {
		legal = first.length == m.length
		return false
	})
	return legal
}

// Label returns a move for a menu of whole moves: "c7 → c5, captures c6".
func (rules) Label(p position, m move) games.Sentence {
	return games.Say("%s → %s", m.from().String(), p.label(m, 1, " → "))
}

// Short returns a move for a button, without spaces: four of them fit a row on a phone.
func (rules) Short(p position, m move) games.Sentence {
	return games.Say("%s→%s", m.from().String(), p.label(m, 1, "→"))
}

// Complete returns completions of a partly typed move: at first the pieces that can move, then the
// points where the chosen piece can land next. A move of several landings is chosen one landing at a
// time. Where only one landing is possible, it is added without asking.
func (rules) Complete(p position, text string) (list []games.Completion) {
	if p.end() != "" {
		return nil
	}
	t, err := read(text)
	if err != nil {
		t = typed{path: t.path}
	}
	for {
		if t.path.length >= 2 && p.isLegal(t.path) {
			return []games.Completion{p.completion(t.path, 1)}
		}
		for _, hop := range p.offered(t) {
			list = append(list, p.completion(hop, t.path.length))
		}
		for _, m := range p.between(t) {
			if len(list) < 25 {
				list = append(list, p.completion(m, 1))
			}
		}
		if len(list) > 0 || t.path.length == 0 {
			return list
		}
		t = typed{path: t.path.shorter()}
	}
}

// shorter returns the path without its last point.
func (m move) shorter() move {
	m.length--
	m.path[m.length] = 0
	return m
}

// offered lists the continuations that agree with the typed text. If none does, it lists all.
func (b board) offered(t typed) (list []move) {
	all := b.hops(t.path)
	for _, hop := range all {
		if t.allows(hop) {
			list = append(list, hop)
		}
	}
	if list == nil {
		return all
	}
	return list
}

// completion follows a hop to the next choice or to the end. Its label describes the points after
// the first known ones.
func (b board) completion(hop move, known int) games.Completion {
	if hop.length == 1 {
		return games.Completion{
			Text: hop.String(), Label: games.Say("%s %s", b.piece(hop.from()), hop.String()),
			Short: games.Say("%s", hop.String()), Icon: b.piece(hop.from()).Format,
		}
	}
	next := b.hops(hop)
	for len(next) == 1 {
		hop = next[0]
		next = b.hops(hop)
	}
	c := games.Completion{
		Text: hop.String(), Label: b.label(hop, known, " → "), Whole: len(next) == 0, Worth: len(hop.over()),
	}
	if !c.Whole {
		c.Text += "x"
	}
	return c
}

// label describes a path after its first known points, with its captures: "e5 → g5, captures d6 and f5".
func (b board) label(path move, known int, arrow string) games.Sentence {
	landings, over := path.points()[known:], path.over()
	switch {
	case len(over) == 0 && b.rules.has(huff) && b.foxesToMove && b.jumpers() != 0:
		return games.Say("%s, and you lose the fox that could capture", landings[0].String())
	case len(over) == 0:
		return games.Say("%s", landings[0].String())
	}
	over = over[known-1:]
	if len(over) > 4 {
		return games.Say("%s … %s, captures %d sheep", landings[0].String(), path.to().String(), len(over))
	}
	names := make([]string, len(landings))
	for i, p := range landings {
		names[i] = p.String()
	}
	return games.Say("%s, captures %s", strings.Join(names, arrow), andList(over))
}

// Buttons offers a button only if there is exactly one move.
func (r rules) Buttons(p position, _ games.Seat) []games.Button {
	var only []move
	for m := range r.Legal(p) {
		if only = append(only, m); len(only) > 1 {
			return nil
		}
	}
	if len(only) == 0 {
		return nil
	}
	text := only[0].String()
	return []games.Button{{Move: text, Label: games.Say("%s (your only move)", r.Label(p, only[0])), Enabled: true}}
}

// piece returns the word for the piece on a point.
func (b board) piece(p point) games.Sentence {
	switch {
	case b.sheep.has(p):
		return games.Say("sheep")
	case b.foxes.has(p):
		return games.Say("fox")
	}
	return games.Say("nothing")
}
