package ahead_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"paddock/games"
	"paddock/games/gamestest/nim"
	"paddock/games/kalah"
	"paddock/games/match"
	"paddock/games/match/ahead"
	"paddock/games/stratego"
)

// line reads a text such as "0a1 1b1": each ply is a seat and its move.
func line(text string) (plies []match.Ply) {
	for _, f := range strings.Fields(text) {
		plies = append(plies, match.Ply{Seat: games.Seat(f[0] - '0'), Move: f[1:]})
	}
	return plies
}

func lines(texts ...string) (list []match.Line) {
	for _, t := range texts {
		list = append(list, match.Line{From: 3, Plies: line(t)})
	}
	return list
}

// played returns a log in which event 3 made the position.
func played(text string) []match.Event {
	log := []match.Event{{Seq: 1, Kind: match.Created}, {Seq: 2, Kind: match.Joined}, {Seq: 3, Kind: match.Began}}
	for _, f := range strings.Fields(text) {
		e := match.Event{Seq: match.Seq(len(log) + 1), Kind: match.EventKind(f)}
		if f[0] == '0' || f[0] == '1' {
			e.Kind, e.Seat, e.Move = match.Moved, games.Seat(f[0]-'0'), f[1:]
		}
		log = append(log, e)
	}
	return log
}

func TestNext(t *testing.T) {
	for _, c := range []struct {
		lines []match.Line
		log   string
		want  string
	}{
		{lines("0a1 1b1"), "0a1", "b1"},
		{lines("0a1 1b1"), "0a1 reminded offered declined parked resumed extended", "b1"},
		{lines("0a1 1b1"), "", ""},
		{lines("0a1 1b1"), "0a2", ""},
		{lines("0a1 1b1"), "0a1 1b1", ""},
		{lines("0a1 1b1"), "0a1 undone", ""},
		{lines("0a1 1b1"), "undone 0a1", ""},
		{lines("0a1 1b1"), "ruled 0a1", ""},
		{lines("0a1 1b1"), "handed 0a1", ""},
		{lines("0a1 1b1 0c1 1c2"), "0a1 1b1 0c1", "c2"},
		{lines("1b1 0c1 1c2"), "", ""},
		{lines("1b1 0c1 1c2"), "1b1 0c1", "c2"},
		{lines("0a1 1b1 1b2"), "0a1 1b1", "b2"},
		{lines("0a2 1b2", "0a1 1b1"), "0a1", "b1"},
	} {
		move, ok := ahead.Next(c.lines, played(c.log), 1)
		if move != c.want || ok != (c.want != "") {
			t.Errorf("Next(%v after %q) = %q, %t; want %q", c.lines, c.log, move, ok, c.want)
		}
	}
}

func TestSplit(t *testing.T) {
	for _, c := range []struct{ log, stand, done, missed string }{
		{"", "[0a1 1b1][0a2 1b2]", "", ""},
		{"0a1", "[0a1 1b1]", "", "[0a2 1b2]"},
		{"0a1 1b1", "", "[0a1 1b1]", "[0a2 1b2]"},
		{"0a1 1b1 undone", "", "[0a1 1b1]", "[0a2 1b2]"},
		{"0a1 undone", "", "", "[0a1 1b1][0a2 1b2]"},
		{"ended", "", "", "[0a1 1b1][0a2 1b2]"},
	} {
		stand, done, missed := ahead.Split(lines("0a1 1b1", "0a2 1b2"), played(c.log))
		if got, want := fmt.Sprint(short(stand), "/", short(done), "/", short(missed)),
			fmt.Sprint(c.stand, "/", c.done, "/", c.missed); got != want {
			t.Errorf("Split after %q = %s, want %s", c.log, got, want)
		}
	}
}

func short(list []match.Line) string {
	var b strings.Builder
	for _, l := range list {
		var plies []string
		for _, p := range l.Plies {
			plies = append(plies, fmt.Sprint(p.Seat, p.Move))
		}
		fmt.Fprint(&b, plies)
	}
	return b.String()
}

func TestAdd(t *testing.T) {
	for _, c := range []struct {
		old  []match.Line
		add  string
		want string
	}{
		{nil, "0a1 1b1", "[0a1 1b1]"},
		{lines("0a2 1b1"), "0a1 1b1", "[0a1 1b1][0a2 1b1]"},
		// the old line has another answer to the same moves, and goes
		{lines("0a1 1c1", "0a2 1b1"), "0a1 1b1", "[0a1 1b1][0a2 1b1]"},
		// the old line is a part of the new one, and goes
		{lines("0a1 1b1"), "0a1 1b1 0c1 1c2", "[0a1 1b1 0c1 1c2]"},
		// the lines first differ at a move of the other seat, so both stay
		{lines("0a1 1b1 0c2 1c1"), "0a1 1b1 0c1 1c2", "[0a1 1b1 0c1 1c2][0a1 1b1 0c2 1c1]"},
	} {
		got, ok := ahead.Add(c.old, lines(c.add)[0], 1)
		if short(got) != c.want || !ok {
			t.Errorf("Add(%s, %s) = %s, %t; want %s", short(c.old), c.add, short(got), ok, c.want)
		}
	}
	var many []match.Line
	for n := range ahead.MostLines {
		many = append(many, lines(fmt.Sprintf("0a%d 1b1", n))...)
	}
	if _, ok := ahead.Add(many, lines("0z1 1b1")[0], 1); ok {
		t.Error("one line too many is accepted")
	}
	if _, ok := ahead.Add(many[1:], lines("0z1 1b1")[0], 1); !ok {
		t.Error("the last line for which there is room is refused")
	}
}

// Prepare keeps of a player's prepared lines the lines that can still be played: not those that
// were played to their end or that the match has left.
func TestPrepare(t *testing.T) {
	for log, want := range map[string]string{
		"":                "[0a1 1b1 0c1][0a1 1b1 0z1 1z1][0a2 1b1]",
		"0a1 1b1":         "[0a1 1b1 0c1][0z1 1z1]",
		"0a1 1b1 0z1 1z1": "[0a1 1b1 0c1]",
		"0a1 1b1 undone":  "[0a1 1b1 0c1]",
	} {
		events := played(log)
		got, ok := ahead.Prepare(lines("0a1 1b1 0z1 1z1", "0a1 1b1", "0a2 1b1"), events, match.Seq(len(events)),
			line("0a1 1b1 0c1"), 1)
		if short(got) != want || !ok || got[len(got)-1].From != match.Seq(len(events)) {
			t.Errorf("after %q: %s, %t; want %s", log, short(got), ok, want)
		}
	}
}

func TestConditional(t *testing.T) {
	for text, want := range map[string]string{
		"0a1 1b1": "0a1 1b1", "0a1 1b1 0c1": "0a1 1b1", "0a1": "", "1b1": "",
		"1b1 0a1": "", "1b1 0a1 1c1": "1b1 0a1 1c1", "": "",
	} {
		got, ok := ahead.Conditional(line(text), 1)
		if ok != (want != "") || ok && !slices.Equal(got, line(want)) {
			t.Errorf("Conditional(%q) = %v, %t; want %q", text, got, ok, want)
		}
	}
}

// In a game without secrets a line follows the rules: continued turns, illegal moves, the end.
func TestPlay(t *testing.T) {
	begin := func(g *games.Game, seat games.Seat) ahead.Position {
		pos, err := g.Start(games.Setup{Seats: 2, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		return ahead.From(pos.View(seat))
	}
	p, err := begin(kalah.New(), 1).Play("3-1")
	if got := fmt.Sprint(p.Plies(), p.Mover()); err != nil || got != "[{0 3} {0 1}] 1" {
		t.Errorf("after 3-1: %s, %v", got, err)
	}
	if _, err := p.Play("9"); err == nil || len(p.Plies()) != 2 {
		t.Errorf("there is no hole 9, and nobody says so: %v", p.Plies())
	}
	n := begin(nim.New(), 0)
	for _, m := range []string{"a3", "b4", "c5"} {
		if n, err = n.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := n.Play("a1"); err == nil || !n.Over() || n.Mover() != games.Spectator || len(n.Moves("", 1000)) > 0 {
		t.Errorf("after the end: %v, over %t, %v to move, moves %v", err, n.Over(), n.Mover(), n.Moves("", 1000))
	}
	long := begin(kalah.New(), 0)
	for range ahead.MostPlies {
		if long, err = long.Play(long.Moves("", 1000)[0]); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := long.Play(long.Moves("", 1000)[0]); err == nil {
		t.Error("a line without end is accepted")
	}
}

// A line is shown as far as it can be played: up to an impossible move, or a move of somebody whose
// turn it is not.
func TestSteps(t *testing.T) {
	pos, err := nim.New().Start(games.Setup{Seats: 2, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]int{"": 1, "0a1 1b1": 3, "0a1 1z9 1b1": 2, "0a1 0b1": 2, "1a1": 1} {
		if got := ahead.From(pos.View(0)).Steps(line(text)); len(got) != want {
			t.Errorf("Steps(%q) leads to %d positions, want %d", text, len(got), want)
		}
	}
}

// S97: every answer about a Stratego line is the same whatever the opponent hides, and hidden
// consequences are not revealed.
func TestLinesTellNothing(t *testing.T) {
	const red, blue = games.Seat(0), games.Seat(1)
	ask := func(p ahead.Position) string {
		var b strings.Builder
		fmt.Fprintln(&b, p.Mover(), p.Over(), p.Moves("", 1000))
		for _, c := range p.Complete("") {
			fmt.Fprintln(&b, c, p.Complete(c.Text))
		}
		for _, from := range "adgj" {
			for rank := 1; rank <= 10; rank++ {
				for _, to := range []string{
					fmt.Sprintf("%c%d", from, rank-1), fmt.Sprintf("%c%d", from, rank+1),
					fmt.Sprintf("%c%d", from+1, rank),
				} {
					next, err := p.Play(fmt.Sprintf("%c%d%s", from, rank, to))
					v, clear := next.View()
					fmt.Fprintln(&b, from, rank, to, err, clear, next.Plies())
					if clear && err == nil {
						fmt.Fprintln(&b, v.Text())
					}
				}
			}
		}
		return b.String()
	}
	var told []string
	for _, order := range []string{"forward", "backward"} {
		g := stratego.New()
		pos, err := g.Start(games.Setup{Seats: 2, Seed: 3, Options: games.Options{"army": "barrage"}})
		if err != nil {
			t.Fatal(err)
		}
		rows := pos.View(blue)
		a, ok := rows.Arrangement()
		if !ok {
			t.Fatal("there is nothing to arrange")
		}
		text := a.Text
		if order == "backward" { // the function puts other pieces on the same squares
			men := strings.FieldsFunc(text, func(r rune) bool { return r == '.' || r == '/' })
			all := []rune(strings.Join(men, ""))
			i := len(all)
			text = strings.Map(func(r rune) rune {
				if r == '.' || r == '/' {
					return r
				}
				i--
				return all[i]
			}, text)
			if text == a.Text {
				t.Fatal("both worlds are one")
			}
		}
		for _, m := range []struct {
			seat games.Seat
			move string
		}{{blue, "set:" + text}, {red, "confirm"}, {blue, "confirm"}} {
			done, err := pos.Play(m.seat, m.move)
			if err != nil {
				t.Fatal(m.move, err)
			}
			pos = done.Next
		}
		p := ahead.From(pos.View(red))
		said := ask(p)
		next, err := p.Play(p.Moves("", 1000)[0])
		if err != nil {
			t.Fatal(err)
		}
		if next.Mover() != blue || len(next.Moves("", 1000)) < 8 {
			t.Errorf("%v can move next, in %d ways", next.Mover(), len(next.Moves("", 1000)))
		}
		told = append(told, said+ask(next))
	}
	if told[0] != told[1] {
		a, b := strings.Split(told[0], "\n"), strings.Split(told[1], "\n")
		for i := range a {
			if a[i] != b[i] {
				t.Fatalf("a line tells what is hidden:\n%s\n%s", a[i], b[i])
			}
		}
	}
}

// The result of a fight with a hidden piece is not invented: the line can be entered but not shown.
func TestFightsAreUnclear(t *testing.T) {
	g := stratego.New()
	pos, err := g.Start(games.Setup{Seats: 2, Seed: 4, Options: games.Options{"army": "barrage"}})
	for _, seat := range []games.Seat{0, 1} {
		if err == nil {
			var done games.Played
			done, err = pos.Play(seat, "confirm")
			pos = done.Next
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	p, fought := ahead.From(pos.View(0)), false
	for range 12 {
		for _, m := range p.Moves("", 1000) {
			next, err := p.Play(m)
			if err != nil {
				t.Fatalf("%s can be played and can't: %v", m, err)
			}
			if _, clear := next.View(); !clear {
				fought = true
				if again, err := next.Play(next.Moves("", 1000)[0]); err != nil {
					t.Errorf("after a fight nothing can be entered: %v", err)
				} else if _, clear := again.View(); clear {
					t.Error("a position is shown that nobody can know")
				}
			}
		}
		if fought {
			return
		}
		best := slices.MaxFunc(p.Moves("", 1000), func(a, b string) int {
			return strings.Compare(a[1:2]+a[3:], b[1:2]+b[3:])
		})
		if p, err = p.Play(best); err != nil {
			t.Fatal(err)
		}
	}
	t.Error("nobody has fought")
}
