package kalah

import (
	"slices"
	"strconv"
	"strings"

	"paddock/games"
)

// Split cuts a chain of sows, "3-6", into its moves (K19).
func (rules) Split(text string) []string {
	return strings.Split(dashes.Replace(text), "-")
}

// dashes normalises the separators that people type between sows.
var dashes = strings.NewReplacer("–", "-", ",", "-", ">", "-")

// Format returns the number of the hole.
func (rules) Format(_ position, m move) string { return strconv.Itoa(int(m)) }

// Parse reads the number of a hole; it also accepts "hole 3" and "#3".
func (rules) Parse(p position, text string) (move, error) {
	plain := strings.ToLower(strings.Join(strings.Fields(text), ""))
	plain = strings.TrimPrefix(strings.TrimPrefix(plain, "hole"), "#")
	n, err := strconv.ParseUint(plain, 10, 16)
	if err != nil {
		if p.toMove == over {
			return 0, (rules{}).Check(p, 0)
		}
		return 0, games.Refuse("%q isn't the number of a hole. %s", clip(text), p.choices())
	}
	return move(n), nil
}

// clip shortens a typed text for quoting.
func clip(text string) string {
	if r := []rune(strings.ToValidUTF8(text, "?")); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return strings.ToValidUTF8(text, "?")
}

// AppendText writes K20: `kalah/1 m=6 to=S south=4.4.4.4.4.4:0 north=4.4.4.4.4.4:0 rules=standard`.
func (rules) AppendText(b []byte, p position) []byte {
	b = append(b, "kalah/1 m="...)
	b = strconv.AppendInt(b, int64(p.m), 10)
	b = append(b, " to="...)
	b = append(b, toText(p.toMove))
	for seat, name := range [2]string{" south=", " north="} {
		b = append(b, name...)
		for hole := 1; hole <= p.m; hole++ {
			if hole > 1 {
				b = append(b, '.')
			}
			b = strconv.AppendInt(b, int64(p.rows[seat][hole]), 10)
		}
		b = append(b, ':')
		b = strconv.AppendInt(b, int64(p.rows[seat][pot]), 10)
	}
	b = append(b, " rules="...)
	return append(b, p.rules.String()...)
}

func toText(s games.Seat) byte {
	switch s {
	case south:
		return 'S'
	case north:
		return 'N'
	}
	return '-'
}

// ParseText reads what AppendText writes. If a row is empty it accepts either seat to move: the
// game is over, and the other row is swept (K14, K21).
func (rules) ParseText(text string) (position, error) {
	tokens := strings.Split(text, " ")
	if len(tokens) != 6 || tokens[0] != "kalah/1" {
		return position{}, games.Refuse("I can't read %q as a position of Kalah. One looks like this: "+
			"kalah/1 m=6 to=S south=4.4.4.4.4.4:0 north=4.4.4.4.4.4:0 rules=standard.", clip(text))
	}
	var p position
	var err error
	if p.m, err = parseHoles(tokens[1]); err != nil {
		return position{}, err
	}
	for seat, name := range [2]string{"south=", "north="} {
		if p.rows[seat], err = parseRow(tokens[3+seat], name, p.m); err != nil {
			return position{}, err
		}
	}
	if n := p.totalBeans(); n > maxTotal {
		return position{}, games.Refuse("A position has %d beans at most. I count %d.", maxTotal, n)
	}
	if p.rules, err = parseVariant(tokens[5]); err != nil {
		return position{}, err
	}
	ended, _ := p.settle()
	switch to := tokens[2]; {
	case to != "to=S" && to != "to=N" && to != "to=-":
		return position{}, games.Refuse("I can't read %q. Who is to move? Write to=S for South, to=N for North, or to=- when the game is over.", clip(to))
	case ended:
	case to == "to=-":
		return position{}, games.Refuse("Both rows have beans, so the game goes on. Write to=S or to=N.")
	case to == "to=N":
		p.toMove = north
	}
	return p, nil
}

func parseHoles(token string) (int, error) {
	digits, ok := strings.CutPrefix(token, "m=")
	m, good := parseCount(digits)
	if !ok || !good || m < 1 || m > maxHoles {
		return 0, games.Refuse("I can't read %q. For the holes of a side write m= and a number from 1 to %d.", clip(token),
			maxHoles)
	}
	return m, nil
}

func parseRow(token, name string, m int) (row [maxHoles + 1]int, err error) {
	bad := games.Refuse("I can't read the row %q. Write %s, %d numbers with points between them, a colon and the pot. No number is above %d.",
		clip(token), name, m, maxTotal)
	text, ok := strings.CutPrefix(token, name)
	holes, potText, ok2 := strings.Cut(text, ":")
	counts := strings.Split(holes, ".")
	if !ok || !ok2 || len(counts) != m {
		return row, bad
	}
	for i, digits := range append([]string{potText}, counts...) {
		if row[i], ok = parseCount(digits); !ok {
			return row, bad
		}
	}
	return row, nil
}

// parseCount reads a number from 0 to maxTotal without sign or leading zeros.
func parseCount(digits string) (int, bool) {
	n, err := strconv.Atoi(digits)
	return n, err == nil && n >= 0 && n <= maxTotal && strconv.Itoa(n) == digits
}

func parseVariant(token string) (variant, error) {
	for i, name := range tokens {
		if token == "rules="+name {
			return variant(i), nil
		}
	}
	return 0, games.Refuse("I don't know the rules %q. Write rules=%s.", clip(token),
		strings.Join(tokens, " or rules="))
}

// Complete lists the holes whose number begins with the text after the last dash, after the sows
// before it. If that is already the number of a hole that earns another sow, it also lists the sows
// that can follow (K19).
func (r rules) Complete(p position, text string) []games.Completion {
	parts := r.Split(strings.Join(strings.Fields(text), ""))
	prefix := ""
	for _, part := range parts[:len(parts)-1] {
		m, err := r.Parse(p, part)
		if err != nil || r.Check(p, m) != nil || !p.play(m).again {
			return nil
		}
		prefix += r.Format(p, m) + "-"
	}
	return r.complete(p, prefix, parts[len(parts)-1])
}

func (r rules) complete(p position, prefix, typed string) []games.Completion {
	var list, chains []games.Completion
	for m := range r.Legal(p) {
		hole := r.Format(p, m)
		if !strings.HasPrefix(hole, typed) {
			continue
		}
		next := p
		e := next.play(m)
		list = append(list, games.Completion{
			Text: prefix + hole, Label: games.Say("%s%s", prefix, p.label(m, e)),
			Whole: true,
		})
		if hole == typed && e.again {
			chains = r.complete(next, prefix+hole+"-", "")
		}
	}
	return append(list, chains...)
}

// label describes a sow for a menu: "3 · 5 beans · captures 6".
func (p position) label(m move, e effect) games.Sentence {
	label := games.Say("%d · %s", int(m), countBeans(p.beans(p.toMove, int(m))))
	if e.captured > 0 {
		label = games.Say("%s · captures %d", label, e.captured)
	}
	switch {
	case e.over:
		return games.Say("%s · ends the game", label)
	case e.again:
		return games.Say("%s · ends in the pot, sow again", label)
	}
	return label
}

func countBeans(n int) games.Sentence {
	if n == 1 {
		return games.Say("1 bean")
	}
	return games.Say("%d beans", n)
}

// Buttons returns all holes of the seat to move, empty ones disabled, so that no button moves.
func (r rules) Buttons(p position, facing games.Seat) []games.Button {
	if p.toMove == over {
		return nil
	}
	buttons := make([]games.Button, p.m)
	for i := range buttons {
		m := move(i + 1)
		buttons[i] = games.Button{
			Move:    r.Format(p, m),
			Label:   games.Say("%d (%d)", int(m), p.beans(p.toMove, int(m))),
			Enabled: p.valid(m),
			Icon:    beanIcon,
		}
	}
	if facing == north {
		slices.Reverse(buttons)
	}
	return buttons
}
