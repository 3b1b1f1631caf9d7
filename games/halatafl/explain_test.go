package halatafl

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"paddock/games"
)

func TestWhy(t *testing.T) {
	for _, test := range []struct{ name, position, better, other, want string }{
		{"H19", "SSS/SSS/2S1S2/3S3/4F2/F2/3 s standard", "d4-d5", "c5-b5", "d4-d5 fills the paddock"},
		{"H20", "2F/3/3S3/3FS2/4SS1/S1S/SSS f optional", "d4xf4xd2", "d4-c4", "d4xf4xd2 leaves fewer than 9 sheep"},
		{
			"H8 a jump", "F1F/3/3S3/1SS1SSS/SSSSSSS/SSS/SSS s standard", "d3-d4", "d5-d6",
			"d5-d6 lets a fox capture d6",
		},
		{
			"H13 a trap", "3/1F1/S6/S1SSS1S/SSSSSFS/SSS/1S1 s standard", "e4-e5", "a5-b5",
			"e4-e5 can catch a fox next, whatever they do",
		},
		{"the other way round", "F1F/3/3S3/1SS1SSS/SSSSSSS/SSS/SSS s standard", "d5-d6", "d3-d4", ""},
	} {
		p, err := New().Parse("halatafl/1 " + test.position + " -")
		if err != nil {
			t.Fatal(err)
		}
		why := p.View(games.Spectator).Why(test.better, test.other, false)
		if got := strings.TrimSpace(why.Move + " " + why.Says.String()); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// Whatever an explanation says follows from the rules: a listed capture can be made, and what happens
// "whatever they do" happens after every reply.
func TestEffectsAreTrue(t *testing.T) {
	said := map[string]int{}
	rng := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		p := start(0, allSheep)
		for range 120 {
			var legal []move
			for m := range (rules{}).Legal(p) {
				legal = append(legal, m)
			}
			if len(legal) == 0 {
				break
			}
			for _, m := range legal[:min(8, len(legal))] {
				for _, e := range (rules{}).Effects(p, m) {
					if e.Says.Format != "" {
						said[e.Says.Format]++
						if next, _ := p.play(m.change()); !isTrue(p, next, e.Says) {
							t.Errorf("of %s in %s it is said that it %s", m, text(p), e.Says)
						}
					}
				}
			}
			p, _ = p.play(legal[rng.IntN(len(legal))].change())
		}
	}
	for _, format := range []string{
		"captures %s", "lets a fox capture %s", "saves %s from capture", "catches the fox on %s",
	} {
		if said[format] == 0 {
			t.Errorf("never said: %q; said: %v", format, said)
		}
	}
}

// The counts of a position agree with the sheep on its board and with the points to which the foxes can legally go.
func TestCountsAreTrue(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 20 {
		p := start(optional, allSheep)
		for range 80 {
			legal := slices.Collect(rules{}.Legal(p))
			if len(legal) == 0 {
				break
			}
			chains := func(m move) bool { return strings.Count(m.String(), "x") > 1 } // one way to go, several moves
			if p.foxesToMove && !slices.ContainsFunc(legal, chains) {
				said := ""
				for _, e := range (rules{}).Counts(p, sheepSeat) {
					said += e.Says.String() + ", "
				}
				want := fmt.Sprintf("leaves %d sheep, ", p.sheep.len())
				if n := (p.sheep & paddock).len(); n == 1 {
					want += "leaves one sheep in the paddock"
				} else if n > 0 {
					want += fmt.Sprintf("leaves %d sheep in the paddock", n)
				}
				want += fmt.Sprintf(", leaves the foxes %d ways to go, ", len(legal))
				if said != strings.Replace(want, "foxes 1 ways", "foxes one way", 1) {
					t.Fatalf("%s: %q, want %q", text(p), said, want)
				}
			}
			p, _ = p.play(legal[rng.IntN(len(legal))].change())
		}
	}
}

// replies returns the positions after each reply, with the sheep that it captures and the foxes that it
// catches.
func replies(p position) (all []position, taken, caught []set) {
	for m := range (rules{}).Legal(p) {
		next, e := p.play(m.change())
		all, taken, caught = append(all, next), append(taken, m.change().captured), append(caught, e.surrounded)
	}
	return all, taken, caught
}

// isTrue judges a sentence about the move from p to next by plain play. Sentences about single steps,
// which a reader sees, are true.
func isTrue(p, next position, says games.Sentence) bool {
	all, taken, caught := replies(next)
	named := func(list []set) bool {
		for _, s := range list {
			if s != 0 && someSheep(s).String() == says.Args[0].(games.Sentence).String() {
				return true
			}
		}
		return false
	}
	every := func(does func(taken, caught []set) bool) bool {
		for _, reply := range all {
			_, taken, caught := replies(reply)
			if !does(taken, caught) {
				return false
			}
		}
		return len(all) > 0
	}
	some := func(list []set) bool { return slices.ContainsFunc(list, func(s set) bool { return s != 0 }) }
	switch says.Format {
	case "captures %s":
		return named([]set{p.sheep &^ next.sheep})
	case "lets a fox capture %s":
		return named(taken)
	case "saves %s from capture", "threatens to capture %s":
		before := p.board
		if says.Format != "saves %s from capture" {
			before = next.board
		} else if some(taken) {
			return false
		}
		before.foxesToMove = true
		_, taken, _ = replies(position{board: before})
		return named(taken)
	case "lets the sheep catch the fox on %s", "lets the sheep catch both foxes":
		return some(caught)
	case "can capture next, whatever the sheep do", "can capture %s next, whatever they do":
		return every(func(taken, _ []set) bool { return some(taken) })
	case "can catch a fox next, whatever they do":
		return every(func(_, caught []set) bool { return some(caught) })
	case "catches the fox on %s":
		return (p.foxes &^ next.foxes).len() > 0
	case "fills the paddock", "catches the last fox", "leaves fewer than 9 sheep", "leaves the sheep no move":
		o, over := rules{}.Outcome(next)
		return over && o.Winners() == games.SeatSet(p.toMove())
	case "repeats an earlier position":
		return next.times() > 1
	case "lets the foxes repeat an earlier position", "lets the sheep repeat an earlier position",
		"lets the foxes draw by repetition", "lets the sheep draw by repetition":
		found := false
		for _, m := range slices.Collect(rules{}.Legal(next)) {
			after, _ := next.play(m.change())
			draws := strings.Contains(says.Format, "draw")
			found = found || after.times() > 1 && (after.end() == thirdRepetition || !draws)
		}
		return found
	}
	return true
}
