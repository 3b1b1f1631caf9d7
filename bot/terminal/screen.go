package terminal

import (
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"

	"paddock/games/scene"
	"paddock/render"
)

// screen is the output: with or without colour, and its width. The zero value is a file or a pipe,
// without colours and wrapping.
type screen struct {
	colour bool
	width  int
}

// usualWidth is the width of a terminal of unknown width.
const usualWidth = 80

// screenOf returns the screen of out. It respects NO_COLOR and TERM=dumb (https://no-color.org).
func screenOf(out io.Writer, env func(string) string) screen {
	f, ok := out.(interface{ Fd() uintptr })
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return screen{}
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width <= 0 {
		width = usualWidth
	}
	return screen{width: width, colour: env("NO_COLOR") == "" && env("TERM") != "dumb"}
}

// wrap breaks lines that are wider than the screen between words, and keeps their indentation.
func (s screen) wrap(text string) string {
	if s.width == 0 {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = s.wrapLine(line)
	}
	return strings.Join(lines, "\n")
}

func (s screen) wrapLine(line string) string {
	if utf8.RuneCountInString(line) <= s.width {
		return line
	}
	indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
	var b strings.Builder
	width := 0
	for word := range strings.FieldsSeq(line) {
		n := utf8.RuneCountInString(word)
		switch {
		case width == 0:
			b.WriteString(indent)
			width = len(indent)
		case width+1+n > s.width:
			b.WriteString("\n" + indent)
			width = len(indent)
		default:
			b.WriteByte(' ')
			width++
		}
		b.WriteString(word)
		width += n
	}
	if strings.HasSuffix(line, " ") { // the loop keeps the blank at the end of a prompt
		b.WriteByte(' ')
	}
	return b.String()
}

// inks lists the colours of sides: first the player's own, then the others'. They also differ in
// brightness, and pieces have letters.
var inks = []string{"1;36", "31", "33", "35"}

// board returns a board for the screen, seen by the side with index own in its scene. It
// distinguishes own pieces from those of others. For spectators (-1) the colours follow the order
// of seats.
func (s screen) board(sc scene.Scene, own int) string {
	if !s.colour {
		return render.Text(sc)
	}
	order := make([]int8, 0, len(sc.Sides))
	for _, side := range sc.Sides {
		order = append(order, side.Seat)
	}
	if own > 0 && own < len(order) {
		mine := order[own]
		order = slices.Insert(slices.Delete(order, own, own+1), 0, mine)
	}
	return render.Painted(sc, func(seat int8, text string) string {
		i := slices.Index(order, seat)
		if i < 0 || i >= len(inks) || strings.TrimSpace(text) == "" {
			return text
		}
		return "\x1b[" + inks[i] + "m" + text + "\x1b[0m"
	})
}
