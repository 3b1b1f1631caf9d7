package terminal

import (
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/scene"
	"paddock/render"
)

// opening returns a seat's view of a game's first position.
func opening(t *testing.T, g *games.Game, seat games.Seat) scene.Scene {
	t.Helper()
	p, err := g.Start(games.Setup{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return p.View(seat).Draw([]string{"Ann", "Bob"}, nil, 0, nil)
}

var escape = regexp.MustCompile("\x1b\\[([0-9;]*)m")

// The coloured board is the same text, with the player's own pieces in one colour and the others'
// in another. Without a terminal, or with NO_COLOR, there are no colours.
func TestColours(t *testing.T) {
	for _, g := range catalog.Games() {
		for seat := range games.Seat(2) {
			sc := opening(t, g, seat)
			for i := range sc.Cells { // adds pieces to empty boards, so that both sides have something on them
				if sc.Family == scene.Hexes && i < 2 {
					sc.Cells[i].Piece, sc.Cells[i].Text = scene.Piece{Shape: scene.Penguin, Seat: sc.Sides[i].Seat},
						fmt.Sprint(i)
				}
			}
			plain, coloured := render.Text(sc), screen{colour: true}.board(sc, int(seat))
			if got := escape.ReplaceAllString(coloured, ""); got != plain {
				t.Errorf("%s: without its colours the board is\n%s\nwant\n%s", g.ID, got, plain)
			}
			if sc.Family == scene.Squares && !g.Arranges &&
				!slices.ContainsFunc(sc.Cells, func(c scene.Cell) bool { return c.Piece.Shape != "" }) {
				if coloured != plain { // cells without pieces belong to nobody
					t.Errorf("%s: a board without pieces is coloured:\n%q", g.ID, coloured)
				}
				continue
			}
			if !strings.Contains(coloured, "\x1b["+inks[0]+"m") {
				t.Errorf("%s: seat %d has nothing in its own colour:\n%q", g.ID, seat, coloured)
			}
			// an enemy army is invisible until both have set up
			if enemy := strings.Contains(coloured, "\x1b["+inks[1]+"m"); enemy == g.Arranges {
				t.Errorf("%s: seat %d sees the other in the other colour: %t", g.ID, seat, enemy)
			}
			if got := (screen{}).board(sc, int(seat)); got != plain {
				t.Errorf("%s: where there is no terminal the board is %q", g.ID, got)
			}
		}
	}
	own, other := opening(t, catalog.Games()[0], 0), opening(t, catalog.Games()[0], 1)
	if strings.Count(screen{colour: true}.board(own, 0), inks[0]) != 20 ||
		strings.Count(screen{colour: true}.board(other, 1), inks[0]) != 2 {
		t.Error("one's own are not the twenty sheep, and then the two foxes")
	}
}

func TestScreenOfAFile(t *testing.T) {
	f, err := os.Create(t.TempDir() + "/out")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	none := func(string) string { return "" }
	if got := screenOf(f, none); got != (screen{}) {
		t.Errorf("a file is taken for %+v", got)
	}
	if got := screenOf(new(strings.Builder), none); got != (screen{}) {
		t.Errorf("a buffer is taken for %+v", got)
	}
	if b := newBar(f); b.out != io.Discard {
		t.Error("a file has a progress bar")
	}
	tty, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		return // this system has no pseudo-terminals
	}
	defer tty.Close()
	if b := newBar(tty); b.out != tty {
		t.Error("a terminal has no progress bar")
	}
	for _, c := range []struct {
		env    map[string]string
		colour bool
	}{
		{nil, true},
		{map[string]string{"TERM": "xterm"}, true},
		{map[string]string{"TERM": "dumb"}, false},
		{map[string]string{"NO_COLOR": "1"}, false},
	} {
		if got := screenOf(tty, func(name string) string {
			return c.env[name]
		}); got != (screen{c.colour, usualWidth}) {
			t.Errorf("a terminal of unknown width with %v is taken for %+v", c.env, got)
		}
	}
}

// Text is wrapped between words and keeps its indentation. Boards and short lines stay as they are.
func TestWrap(t *testing.T) {
	for _, c := range []struct {
		width      int
		text, want string
	}{
		{0, strings.Repeat("word ", 50), strings.Repeat("word ", 50)},
		{12, "one two three four", "one two\nthree four"},
		{12, "  one two three", "  one two\n  three"},
		{10, "  one two th", "  one two\n  th"},
		{12, "short\nå ä ö å ä ö å ä\n", "short\nå ä ö å ä ö\nå ä\n"},
		{5, "incomprehensible it is", "incomprehensible\nit is"},
		{10, "Do you want to? ", "Do you\nwant to? "},
	} {
		if got := (screen{width: c.width}).wrap(c.text); got != c.want {
			t.Errorf("wrapped at %d: %q, want %q", c.width, got, c.want)
		}
	}
	for _, g := range catalog.Games() {
		for _, line := range strings.Split(screen{width: 40}.wrap(g.Rules), "\n") {
			if utf8.RuneCountInString(line) > 40 {
				t.Errorf("%s: %q is wider than 40", g.ID, line)
			}
		}
	}
}

// Every example of a command can be typed: at the beginning, in help, and after a refusal.
func TestExamplesAreLegal(t *testing.T) {
	such := regexp.MustCompile(`such as (\S+?)[,;]`)
	for _, g := range catalog.Games() {
		t.Run(string(g.ID), func(t *testing.T) {
			play := func(lines ...string) string {
				var b strings.Builder
				args := []string{string(g.ID), "-side", "both", "-seed", "3"}
				if err := Run(t.Context(), catalog.Games(), args, strings.NewReader(strings.Join(lines, "\n")+"\n"), &b,
					&b); err != nil {
					t.Fatal(err)
				}
				return b.String()
			}
			const first = "" // an empty line, Enter, which shows the board of a game with secrets
			out := play(first, "help", "no such move")
			found := such.FindAllStringSubmatch(out, -1)
			if len(found) != 3 && !g.Hidden || len(found) < 2 {
				t.Fatalf("%d examples are given in\n%s", len(found), out)
			}
			for _, m := range found {
				if out := play(first, m[1]); !strings.Contains(out, g.SeatName(0)+": "+m[1]) &&
					!strings.Contains(out, "is ready") {
					t.Errorf("%q is given as an example, and refused:\n%s", m[1], out)
				}
			}
		})
	}
}

// During a set-up, legal lists the next steps, not thousands of moves.
func TestLegalInTheSetUp(t *testing.T) {
	var b strings.Builder
	if err := Run(t.Context(), catalog.Games(), []string{"stratego", "-seed", "3"}, strings.NewReader("legal\n"), &b,
		&b); err != nil {
		t.Fatal(err)
	}
	wantInOrder(t, b.String(), "confirm", "this is my final set-up", "swap:", "clear")
	if strings.Contains(b.String(), "remove:a4") {
		t.Errorf("single moves of a set-up are listed:\n%s", b.String())
	}
}
