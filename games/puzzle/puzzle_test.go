package puzzle_test

import (
	"fmt"
	"slices"
	"testing"

	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/gamestest/nim"
	"paddock/games/halatafl"
	"paddock/games/kalah"
	"paddock/games/puzzle"
	"paddock/games/review"
	"paddock/games/stratego"
)

// P36: search and end tables verify each puzzle of the stock: its answer is the only best move, and
// has the stated values. In short mode that is every tenth puzzle.
func TestKeptPuzzlesAreProven(t *testing.T) {
	halatafl.UseEnds(topTables())
	t.Cleanup(func() { halatafl.UseEnds(nil) })
	all := slices.Concat(catalog.Games(), []*games.Game{nim.New()})
	seen := map[string]bool{}
	count := map[games.ID]int{}
	for n, p := range puzzle.Kept(all) {
		if seen[p.Position] {
			t.Errorf("%s comes twice", p.Position)
		}
		seen[p.Position] = true
		count[p.Game]++
		if testing.Short() && n%10 != 0 {
			continue
		}
		i := slices.IndexFunc(all, func(g *games.Game) bool { return g.ID == p.Game })
		at, err := all[i].Parse(p.Position)
		if err != nil {
			t.Fatal(err)
		}
		r, _ := at.View(games.Spectator).Review(t.Context(), games.Budget{Nodes: 100_000})
		if got, ok := puzzle.Of(at, r); !ok || got != p {
			t.Errorf("%s: %+v, %t; want %+v", p.Position, got, ok, p)
		}
	}
	for _, g := range all {
		if want := 30; g.Reviews && !g.Hidden && count[g.ID] < want {
			t.Errorf("%d puzzles of %s are kept, want %d at least", count[g.ID], g.Name, want)
		}
	}
	if got := puzzle.Kept([]*games.Game{stratego.New()}); len(got) == 0 {
		t.Error("where no game has a puzzle nothing is kept at all")
	}
}

// A puzzle has exactly one best move, which is proven and matters.
func TestWhatIsAPuzzle(t *testing.T) {
	at, err := kalah.New().Start(games.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	hidden, err := stratego.New().Start(games.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	value := func(v float64) games.Reviewed[string] {
		return games.Reviewed[string]{Move: fmt.Sprint(v), Value: v, Proven: true}
	}
	guess := value(-9)
	guess.Proven = false
	for _, test := range []struct {
		name  string
		at    *games.Position
		by    games.Measure
		moves []games.Reviewed[string]
		want  bool
	}{
		{"wins, the others lose", at, games.ByMargin, []games.Reviewed[string]{value(-1), value(1), value(-2)}, true},
		{"ties, the others lose", at, games.ByMargin, []games.Reviewed[string]{value(0), value(-1), value(-2)}, true},
		{"wins by a good deal more", at, games.ByMargin, []games.Reviewed[string]{value(5), value(2), value(1)}, true},
		{"wins by a little more", at, games.ByMargin, []games.Reviewed[string]{value(5), value(4), value(1)}, false},
		{
			"loses by a good deal less", at, games.ByMargin,
			[]games.Reviewed[string]{value(-20), value(-28), value(-30)},
			false,
		},
		{
			"two are best", at, games.ByMargin,
			[]games.Reviewed[string]{value(5), {Move: "other", Value: 5, Proven: true}, value(1)},
			false,
		},
		{"one is not proven", at, games.ByMargin, []games.Reviewed[string]{value(5), guess, value(1)}, false},
		{"two moves only", at, games.ByMargin, []games.Reviewed[string]{value(5), value(1)}, false},
		{
			"of a win", at, games.ByChance,
			[]games.Reviewed[string]{value(1), value(0), {Move: "other", Value: 0, Proven: true}},
			true,
		},
		{
			"of nothing but losses", at, games.ByChance,
			[]games.Reviewed[string]{value(0), {Move: "other", Proven: true}, {Move: "more", Proven: true}},
			false,
		},
		{
			"of a game with secrets", hidden, games.ByMargin,
			[]games.Reviewed[string]{value(5), value(1), value(0)},
			false,
		},
	} {
		r := games.Review[string]{Measure: test.by, Moves: append(test.moves, value(-99))}
		r.Sum()
		if p, ok := puzzle.Of(test.at, r); ok != test.want {
			t.Errorf("%s: %+v, %t; want %t", test.name, p, ok, test.want)
		}
	}
}

// A search finds the forced win in the moves of a game, and comes to an end.
func TestCut(t *testing.T) {
	g := halatafl.New()
	var plies []review.Ply
	for _, text := range []string{
		"2F/3/3S3/3FS2/4SS1/S1S/SSS f standard -",
		"SSS/SSS/2S1S2/3S3/4F2/F2/3 s standard -",
	} {
		at, err := g.Parse("halatafl/1 " + text)
		if err != nil {
			t.Fatal(err)
		}
		plies = append(plies, review.Ply{View: at.View(games.Spectator)})
	}
	s := puzzle.Cut(plies, 30_000)
	n := 0
	for more := true; more && n < 5; n++ {
		var p puzzle.Puzzle
		var found bool
		if p, found, more = s.Step(t.Context()); found && !proven(t, g, p) {
			t.Errorf("%+v is not proven", p)
		}
	}
	if n != len(plies) {
		t.Errorf("%d steps for %d moves", n, len(plies))
	}
	if _, found, more := s.Step(t.Context()); found || more {
		t.Error("a search that has ended goes on")
	}
}

// proven reports whether another search finds the answer of a puzzle too.
func proven(t *testing.T, g *games.Game, p puzzle.Puzzle) bool {
	at, err := g.Parse(p.Position)
	if err != nil {
		t.Fatal(err)
	}
	r, ok := at.View(games.Spectator).Review(t.Context(), games.Budget{Nodes: 30_000})
	again, is := puzzle.Of(at, r)
	return ok && is && again.Answer == p.Answer
}
