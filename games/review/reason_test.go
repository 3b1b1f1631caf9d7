package review

import (
	"fmt"
	"testing"

	"paddock/games"
	"paddock/games/fish"
	"paddock/games/halatafl"
	"paddock/games/kalah"
)

// contest plays a game of two levels against each other, and returns its plies.
func contest(t *testing.T, g *games.Game, seed uint64) (plies []Ply) {
	t.Helper()
	at, err := g.Start(games.Setup{Seats: 2, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	levels := [2]string{games.Easy, games.Medium}
	for len(plies) < 120 && at.Turn().Waiting != 0 {
		for seat := range at.Turn().Waiting.All() {
			v := at.View(seat)
			move, err := v.Choose(t.Context(), levels[(int(seat)+int(seed))%2],
				games.Budget{Nodes: 3000, Seed: seed<<32 + uint64(len(plies))})
			if err != nil {
				t.Fatal(err)
			}
			plies = append(plies, Ply{Seat: seat, Move: move, View: v})
			at = lineOf(at, []string{move}).end
			break
		}
	}
	return plies
}

// Most mistakes have a reason, also where the moves alone show none. Each reason about what follows is true:
// the moves are legal, and they do what is said.
func TestMistakesHaveTrueReasons(t *testing.T) {
	if testing.Short() {
		t.Skip("long: games of several levels")
	}
	for game, least := range map[*games.Game]float64{kalah.New(): 0.8, halatafl.New(): 0.6, fish.New(): 0.9} {
		t.Run(string(game.ID), func(t *testing.T) {
			t.Parallel()
			mistakes, before, after := 0, 0, 0
			for seed := range uint64(4) {
				plies := contest(t, game, seed)
				w := Begin(plies, Budget{Nodes: 20_000, Seed: 1})
				var lines *Lines
				for more := true; more; {
					more = w.Step(t.Context())
					if w.lines != nil {
						lines = w.lines
						continue
					}
					if m := w.made.Moves[w.left]; m.mistaken() {
						at := plies[w.left].View
						mistakes++
						if at.Why(m.Best, m.Played, false).Move != "" {
							before++
						} else if m.Why.Move != "" {
							checkReason(t, at, m.Why, lines.good.moves(), lines.bad.moves())
						}
						if m.Why.Move != "" {
							after++
						}
					}
				}
			}
			t.Logf("%d mistakes: %d with a reason by the moves alone, %d with one at all", mistakes, before, after)
			if mistakes < 5 || float64(after) < least*float64(mistakes) {
				t.Errorf("%d of %d mistakes have a reason, want %.0f %%", after, mistakes, 100*least)
			}
		})
	}
}

// checkReason recomputes a reason from the moves of both lines.
func checkReason(t *testing.T, v *games.View, why games.Why, good, bad []string) {
	t.Helper()
	g, says := v.Game, why.Says
	named := map[string][]string{good[0]: good, bad[0]: bad}[why.Move]
	text := fmt.Sprintf("%s: %s is better than %s because %s %s", v, good, bad, why.Move, says)
	fails := func(what string, args ...any) { t.Errorf(text+": "+what, args...) }
	ends := func(moves []string) *games.Position { return lineOf(v.Guess(0), moves).end }
	lead := func(at *games.Position) string {
		o, _ := at.Standing()
		switch n := o.Score[v.Seat] - o.Score[1-v.Seat]; {
		case n > 0:
			return fmt.Sprintf("leaves %s %s ahead", g.SeatName(v.Seat), g.Margin(n))
		case n < 0:
			return fmt.Sprintf("leaves %s %s behind", g.SeatName(v.Seat), g.Margin(-n))
		}
		return fmt.Sprintf("leaves %s level", g.SeatName(v.Seat))
	}
	held := func(at *games.Position, clause games.Sentence) bool {
		if clause.String() == lead(at) {
			return true
		}
		for _, e := range at.View(v.Seat).Counts(v.Seat) { // see TestCountsAreTrue of each game
			if e.Says.String() == clause.String() {
				return true
			}
		}
		return false
	}
	switch says.Format {
	case "lets %s play %s, which %s", "probably later lets %s play %s, which %s":
		for i, at := 0, v.Guess(0); i < len(named); i++ {
			for seat := range at.Turn().Waiting.All() {
				done, err := at.Play(seat, named[i])
				if err != nil {
					fails("%v", err)
					return
				}
				if i > 0 && g.SeatName(seat) == says.Args[0].(games.Sentence).String() &&
					g.Called(named[i]).String() == says.Args[1].(games.Sentence).String() {
					for _, e := range at.View(seat).Effects(named[i]) {
						if e.Says.String() == says.Args[2].(games.Sentence).String() {
							return
						}
					}
				}
				at = done.Next
				break
			}
		}
		fails("no move of the line does that")
	case "%s, while %s %s":
		one := lineOf(v.Guess(0), good).first
		other := lineOf(v.Guess(0), bad).first
		if !held(other, says.Args[0].(games.Sentence)) || !held(one, says.Args[2].(games.Sentence)) {
			fails("the boards after these moves hold something else")
		}
	case "probably %s %d turns later, while %s %s":
		if !held(ends(bad), says.Args[0].(games.Sentence)) || !held(ends(good), says.Args[3].(games.Sentence)) {
			fails("the boards after these lines hold something else")
		}
	case "probably %s %d turns later":
		if !held(ends(named), says.Args[0].(games.Sentence)) {
			fails("the board after this line holds something else")
		}
	case "probably soon ends in a draw":
		if o, over := ends(bad).Outcome(); !over || o.Winners().Len() < 2 {
			fails("it is %v, %t", o, over)
		}
	case "probably soon loses", "probably soon ends the match with a win":
		o, over := ends(named).Outcome()
		if !over || o.Winners().Has(v.Seat) != (why.Move == good[0]) {
			fails("it is %v, %t", o, over)
		}
	default:
		if !held(lineOf(v.Guess(0), named).first, says) {
			fails("that is not what the board holds")
		}
	}
}
