package learn

import (
	"testing"

	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/kalah"
	"paddock/games/match"
	"paddock/games/puzzle"
	"paddock/games/review"
)

// Each puzzle of the stock has a position and a mover; a puzzle of an unknown game or with an
// unreadable position has none.
func TestPositionOfAPuzzle(t *testing.T) {
	all := catalog.Games()
	for _, p := range puzzle.Kept(all) {
		if at, seat := position(all, ofDay(p, 1)); at == nil || seat == games.Spectator {
			t.Errorf("the puzzle %s %s has the mover %d", p.Game, p.Position, seat)
		}
	}
	for _, p := range []match.DayPuzzle{{Game: "nim", Position: "x"}, {Game: "kalah", Position: "x"}} {
		if at, seat := position(all, p); at != nil || seat != games.Spectator {
			t.Errorf("%+v has a position, and seat %d is to move", p, seat)
		}
	}
}

// A server has one puzzle a day: of two searches that end on the same day, the first one sets it. A
// search of the day before comes too late.
func TestSetPuzzle(t *testing.T) {
	var g match.Guild
	for _, c := range []struct {
		day               match.Day
		answer, wantOfDay string
	}{{5, "a", "a"}, {5, "b", "a"}, {4, "c", "a"}, {6, "d", "d"}} {
		if got := setPuzzle(&g, match.DayPuzzle{Day: c.day, Answer: c.answer}); got.Answer != c.wantOfDay ||
			g.Puzzle.Answer != c.wantOfDay {
			t.Errorf("after puzzle %q of day %d the puzzle is %q, stored is %q; want %q", c.answer, c.day, got.Answer,
				g.Puzzle.Answer, c.wantOfDay)
		}
	}
}

// The puzzle of the day before is not used again, although the same match is searched.
func TestYesterdaysPuzzleIsNotUsedAgain(t *testing.T) {
	yesterday := match.DayPuzzle{
		Day: 1, Game: "kalah",
		Position: "kalah/1 m=6 to=S south=4.1.1.1.1.0:38 north=1.1.1.1.0.0:22 rules=standard",
	}
	at, seat := position(catalog.Games(), yesterday)
	find := func(last *match.DayPuzzle) *puzzle.Puzzle {
		s := &search{left: [][]review.Ply{{{View: at.View(seat)}}}, last: last}
		for s.step(t.Context()) {
		}
		return s.found
	}
	for tries := 0; find(nil) == nil; tries++ { // the computation of a step that ran out of time finds nothing
		if tries == 20 {
			t.Fatal("the puzzle is not found")
		}
	}
	if again := find(&yesterday); again != nil {
		t.Errorf("%s is used on two days", again.Position)
	}
}

// The text of a component names a lesson by number; without a number it names the first lesson.
func TestParseLesson(t *testing.T) {
	for _, c := range []struct {
		text string
		id   games.ID
		no   int
		rest string
		ok   bool
	}{
		{"kalah", "kalah", 1, "", true},
		{"kalah/1", "kalah", 1, "", true},
		{"kalah/12/3", "kalah", 12, "3", true},
		{"fish/2/a/b", "fish", 2, "a/b", true},
		{"kalah/0", "", 0, "", false},
		{"kalah/-1", "", 0, "", false},
		{"kalah/x", "", 0, "", false},
		{"kalah/", "", 0, "", false},
	} {
		id, no, rest, err := parseLesson(c.text)
		if (err == nil) != c.ok || c.ok && (id != c.id || no != c.no || rest != c.rest) {
			t.Errorf("%q is %s, %d, %q, %v", c.text, id, no, rest, err)
		}
	}
}

// The search for a puzzle leaves a match after it could not solve several moves in a row.
func TestSearchLeavesAMatch(t *testing.T) {
	m, log := logOf(t, kalah.New(), games.Setup{Seats: 2}, match.Over, "1", "1", "2", "2", "3", "3", "4", "4", "5", "5")
	plies, err := pliesOf(m, log)
	if err != nil {
		t.Fatal(err)
	}
	s := &search{left: [][]review.Ply{withoutBoards(plies), withoutBoards(plies)}}
	steps := 0
	for s.at != nil || steps == 0 {
		if steps++; !s.step(t.Context()) {
			t.Fatalf("the search ends after %d steps, although a match is left", steps)
		}
	}
	if steps != puzzleGiveUp || len(s.left) != 1 || s.found != nil {
		t.Errorf("after %d steps %d matches are left, found %v; want %d steps without a puzzle", steps, len(s.left),
			s.found, puzzleGiveUp)
	}
}

// P36: the question of a puzzle says whom the reader plays, and what the best move does that no
// other move does.
func TestPuzzleAsks(t *testing.T) {
	at, seat := position(catalog.Games(), match.DayPuzzle{
		Game:     "kalah",
		Position: "kalah/1 m=6 to=S south=4.1.1.1.1.0:38 north=1.1.1.1.0.0:22 rules=standard",
	})
	const you = "You play **South**, and it's your turn. "
	for _, c := range []struct {
		by          games.Measure
		value, next float64
		want        string
	}{
		{games.ByMargin, 4, 0, "Only one move wins: find it."},
		{games.ByMargin, 4, -2, "Only one move wins: find it."},
		{games.ByMargin, 9, 2, "One move wins by more than all others: find it."},
		{games.ByMargin, 0, -2, "Only one move doesn't lose: find it."},
		{games.ByChance, 1, .5, "Only one move wins: find it."},
		{games.ByChance, 1, 0, "Only one move wins: find it."},
		{games.ByChance, .5, 0, "Only one move doesn't lose: find it."},
	} {
		p := match.DayPuzzle{Measure: c.by, Value: c.value, Next: c.next}
		if got := puzzleAsk(lang.English, at, seat, p); got != you+c.want {
			t.Errorf("%s, %v before %v: %q, want %q", c.by, c.value, c.next, got, you+c.want)
		}
	}
}

// retrace reads a line of moves from the text of a component's id. It refuses a line that does not
// begin with the answer, is too long, or has an illegal move.
func TestRetrace(t *testing.T) {
	all, p := catalog.Games(), match.DayPuzzle{
		Game:     "kalah",
		Position: "kalah/1 m=6 to=S south=4.1.1.1.1.0:38 north=1.1.1.1.0.0:22 rules=standard", Answer: "5",
	}
	e, err := retrace(all, p, "5.4.4")
	if err != nil || e.lines[0].text() != "5.4.4" || len(e.lines[0].boards) != 4 {
		t.Fatal(e, err)
	}
	for _, line := range []string{"", "4", "4.5", "5.9", "5.6", "x", "5.", "5.4.4.3.3.2.2.1"} {
		if e, err := retrace(all, p, line); err == nil {
			t.Errorf("%q is read as %+v", line, e.lines[0].plies)
		}
	}
}
