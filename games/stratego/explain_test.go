package stratego

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"paddock/games"
	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

func TestWhy(t *testing.T) {
	for _, test := range []struct{ men, better, other, want string }{
		{"r3e5'! b8e6'! rFa1 bFa10", "e5e6", "e5f5", "e5e6 takes the Miner on e6"},
		{"r3e5'! b2e6'! rFa1 bFa10", "e5f5", "e5e6", "e5e6 loses the Colonel to the General on e6"},
		{"r3e5'! b2e6'! r6a2 rFa1 bFa10", "e5f5", "a2a3", "a2a3 lets the General on e6 take the Colonel"},
		{"r3e5'! b2e6'! r6a2 rFa1 bFa10", "e5f5", "", "e5f5 saves the Colonel from the General on e6"},
		{"r9e5 b?e6 r6a2 rFa1 bFa10", "e5e6", "a2a3", "e5e6 finds out what stands on e6"},
		{"r1e5 b?e6 r6a2 rFa1 bFa10", "a2a3", "e5e6", "e5e6 risks the Marshal: a Bomb may stand on e6"},
		{"r1e5 b?e6' r6a2 rFa1 bFa10", "a2a3", "e5e6", "e5e6 risks the Marshal: what stands on e6 is unknown"},
		{"r3e4 b8e7'! r6j8 rFa1 bFa10", "e4e5", "j8j9", "e4e5 comes nearer to the Miner on e7"},
		{"r3e5 b8e7'! r6j8 rFa1 bFa10", "e5e6", "j8j9", "e5e6 threatens the Miner on e7"},
		{"r3e5'! b2e6'! r6a2 rFa1 bFa10", "a2a3", "e5f5", ""},
	} {
		pos := made(t, "isf", "red", strings.ReplaceAll(test.men, "b?", "b7"))
		why := pos.View(red).Why(test.better, test.other, false)
		if got := strings.TrimSpace(why.Move + " " + why.Says.String()); got != test.want {
			t.Errorf("%s: %s is better than %s because %q, want %q", test.men, test.better, test.other, got, test.want)
		}
	}
}

// reasons is what a seat is told about its moves.
func reasons(pos *games.Position, seat games.Seat) string {
	var b strings.Builder
	v, last := pos.View(seat), ""
	for m := range v.Legal() {
		fmt.Fprintln(&b, v.Why(m, "", false), v.Why(m, last, false), v.Why(last, m, true))
		last = m
	}
	return b.String()
}

// Whatever an explanation says by a seat's knowledge is true of the whole position.
func TestEffectsAreTrue(t *testing.T) {
	said := map[string]int{}
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 8))
		army := games.Options{"army": []string{"barrage", "duel"}[seed%2]}
		pos, err := New().Start(games.Setup{Seed: seed, Options: army})
		if err != nil {
			t.Fatal(err)
		}
		pos = as(t, as(t, pos, red, "confirm"), blue, "confirm")
		for range 300 {
			if _, over := pos.Outcome(); over {
				break
			}
			seat := seatToMove(pos)
			f, err := view.ParseFacts(pos.Text())
			if err != nil {
				t.Fatal(err)
			}
			v := f.For(seat)
			var legal []view.Move
			for m := range v.Legal() {
				legal = append(legal, m)
				for _, e := range v.Effects(m) {
					if e.Says.Format == "" {
						continue
					}
					said[e.Says.Format]++
					if next, _ := step(t, pos, m.String()); !holds(t, f, next, m, e.Says) {
						t.Errorf("%s: of %s it is said that it %s", pos.Text(), m, e.Says)
					}
				}
			}
			m := legal[rng.IntN(len(legal))]
			for _, fight := range legal { // fights show ranks
				if !v.At(fight.To).None() && rng.IntN(3) == 0 {
					m = fight
				}
			}
			pos, _ = step(t, pos, m.String())
		}
	}
	if len(said) < 10 {
		t.Errorf("only these were said: %v", said)
	}
}

// holds judges a sentence about a step by the whole position before and after it.
func holds(t *testing.T, f view.Facts, next *games.Position, m view.Move, says games.Sentence) bool {
	t.Helper()
	after, err := view.ParseFacts(next.Text())
	if err != nil {
		t.Fatal(err)
	}
	a, d := f.At(m.From), f.At(m.To)
	square := func(i int) board.Square {
		s, _, _ := board.ParseSquare(fmt.Sprint(says.Args[i]))
		return s
	}
	rank := func(r board.Rank, i int) bool { return view.RankName(r).String() == fmt.Sprint(says.Args[i]) }
	switch says.Format {
	case "takes the %s on %s":
		return rank(d.Rank, 0) && board.Fight(a.Rank, d.Rank) == board.Win
	case "takes what stands on %s, whatever it is":
		return board.Fight(a.Rank, d.Rank) == board.Win
	case "gives up the %s for the %s on %s":
		return rank(a.Rank, 0) && rank(d.Rank, 1) && board.Fight(a.Rank, d.Rank) == board.Tie
	case "loses the %s to the %s on %s":
		return rank(a.Rank, 0) && rank(d.Rank, 1) && board.Fight(a.Rank, d.Rank) == board.Lose
	case "finds out what stands on %s", "risks the %s: what stands on %s is unknown",
		"risks the %s: a Bomb may stand on %s":
		return !d.None() && !d.Known
	case "lets the %s on %s take the %s":
		for _, reply := range after.Steps(1-a.Seat, true) {
			a, d := after.At(reply.From).Rank, after.At(reply.To).Rank
			if reply.From == square(1) && rank(a, 0) && rank(d, 2) && board.Fight(a, d) == board.Win {
				return true
			}
		}
		return false
	case "threatens the %s on %s":
		s := square(1)
		return rank(after.At(s).Rank, 0) && board.Fight(a.Rank, after.At(s).Rank) == board.Win &&
			s.Location().IsAdjacent(m.To.Location())
	case "saves the %s from the %s on %s":
		for _, reply := range after.Steps(1-a.Seat, true) {
			if reply.From == square(2) && rank(after.At(reply.To).Rank, 0) {
				return false
			}
		}
		return true
	case "puts the %s beside the unknown piece on %s":
		s := square(1)
		return !f.At(s).Known && f.At(s).Seat != a.Seat && s.Location().IsAdjacent(m.To.Location())
	case "can find out next what stands on %s", "can attack the unmoved piece on %s next":
		for _, again := range after.Steps(a.Seat, false) {
			if again.From == m.To && again.To == square(0) {
				return !f.At(again.To).Known
			}
		}
		return false
	}
	return true
}
