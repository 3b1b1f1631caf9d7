package halatafl

import (
	"os"
	"testing"

	"paddock/games"
	"paddock/games/arena"
	"paddock/games/halatafl/ends"
)

// useSmallTables makes searches use small tables during a test. It returns the positions that they
// know, the sheep to move, with one value.
func useSmallTables(t *testing.T, value ends.Value) (list []position) {
	tables := open(t, smallTables(t))
	c := newChecker(t, tables)
	for sheep, least := range map[int]int{9: 54, 10: 59} {
		each(sheep, least, func(p *plain) {
			if _, over := p.over(); !over && c.says(p) == value {
				list = append(list, must(t, p.String()))
			}
		})
	}
	UseEnds(tables)
	t.Cleanup(func() { UseEnds(nil) })
	return list
}

// A side that wins by the end tables never loses the win, and nearly always completes it with a
// search of a thousand positions a move.
func TestSolvedWins(t *testing.T) {
	for value, winner := range map[ends.Value]games.Seats{
		ends.SheepWin: games.SeatSet(sheepSeat),
		ends.FoxesWin: games.SeatSet(foxesSeat),
	} {
		list := useSmallTables(t, value)
		n, drawn := 0, 0
		for i := 0; i < len(list); i += len(list)/20 + 1 {
			sheep, foxes := searching(nodes(1000)), searching(nodes(1000))
			p := list[i]
			for p.end() == "" {
				if p.foxesToMove {
					p, _ = p.play(foxes(p, 1))
				} else {
					p, _ = p.play(sheep(p, 1))
				}
			}
			switch o, _ := (rules{}).Outcome(p); {
			case o.Winners().Len() > 1:
				t.Logf("%s: ended with %s", text(list[i]), p.end())
				drawn++
			case o.Winners() != winner:
				t.Errorf("%s: ended with %s, want another winner", text(list[i]), p.end())
			}
			n++
		}
		if n < 15 || drawn > 2 {
			t.Errorf("%d games, %d draws", n, drawn)
		}
	}
}

// Lost positions are proven at once (P127), but not while a repetition could save the player.
func TestSolvedLost(t *testing.T) {
	list := useSmallTables(t, ends.FoxesWin)
	proven := 0
	for i := 0; i < len(list); i += 50 {
		if !(rules{}).Lost(list[i], 1) {
			t.Errorf("%s: not lost", text(list[i]))
		}
		proven++
	}
	for _, p := range useSmallTables(t, ends.Draw) {
		if (rules{}).Lost(p, 200) {
			t.Errorf("%s: lost, but a draw", text(p))
		}
	}
	if proven < 100 {
		t.Errorf("only %d lost positions", proven)
	}
}

// In a position that end tables know as won, a review gives the moves that win the value 1 and all
// others at most ½. Wins and draws are proven.
func TestSolvedReview(t *testing.T) {
	list := useSmallTables(t, ends.SheepWin)
	winning, drawing, others := 0, 0, 0
	for i := 0; i < len(list); i += len(list)/20 + 1 {
		before := winning
		for _, m := range (rules{}).Review(t.Context(), list[i], games.Budget{Nodes: 2000}).Moves {
			switch {
			case m.Value == 1 && m.Proven:
				winning++
			case m.Value == 0.5 && m.Proven:
				drawing++
			case m.Value < 0.5:
				others++
			default:
				t.Errorf("%s: %s is worth %.3f, want a win, a draw or a loss", text(list[i]), m.Move, m.Value)
			}
		}
		if winning == before {
			t.Errorf("%s: no winning move", text(list[i]))
		}
	}
	if drawing == 0 || others == 0 {
		t.Errorf("%d moves draw and %d lose: too little was checked", drawing, others)
	}
}

func TestFresh(t *testing.T) {
	p := must(t, "halatafl/1 F1F/3/1S5/1SSSSSS/SSSSSSS/SSS/SSS s standard -")
	// the sheep are back at the start, then a step forward
	for i, path := range []string{"b5-a5", "c7-c6", "a5-b5", "c6-c7", "g4-g5"} {
		m, err := rules{}.Parse(p, path)
		if err != nil {
			t.Fatal(err)
		}
		p, _ = rules{}.Apply(p, p.toMove(), m)
		if got, want := p.fresh(), i != 3; got != want {
			t.Errorf("after %d moves fresh = %t, want %t", i+1, got, want)
		}
	}
}

// TestEndsStrength plays endings with the tables in PADDOCK_ENDS against the same player without,
// and each of them against players of another kind. Games begin where the tenth sheep is about to
// fall in games of weak players, once from each seat.
func TestEndsStrength(t *testing.T) {
	if os.Getenv("PADDOCK_STRENGTH") == "" {
		t.Skip("PADDOCK_STRENGTH is not set: plays a thousand games")
	}
	tables := folderOfEnds(t)
	with := func(p player) player {
		return func(pos position, seed uint64) change {
			UseEnds(tables)
			defer UseEnds(nil)
			return p(pos, seed)
		}
	}
	const games, budget = 100, 500
	starts := lateStarts(games)
	quick := func() player { return searching(nodes(budget)) }
	t.Logf("%d starts, %d positions a move", games, budget)
	for _, match := range []struct {
		name string
		a, b player
	}{
		{"with tables v without", with(quick()), quick()},
		{"with tables v without, with ten times the positions", with(quick()), searching(nodes(10 * budget))},
		{"with tables v other weights", with(quick()), rival(nodes(budget), true)},
		{"without v other weights", quick(), rival(nodes(budget), true)},
		{"with tables v depth 3", with(quick()), searching(depth(3))},
		{"without v depth 3", quick(), searching(depth(3))},
	} {
		var points float64
		seats := [2]score{}
		for i, start := range starts {
			for seat, players := range [2][2]player{{match.a, match.b}, {match.b, match.a}} {
				s := &seats[seat]
				p := start
				for p.end() == "" {
					p, _ = p.play(players[p.toMove()](p, uint64(i)))
				}
				s.plies++
				switch o, _ := (rules{}).Outcome(p); {
				case o.Winners().Len() > 1:
					s.draws++
					points += 0.5
				case o.Winners() == 1<<seat:
					s.sheep++ // the first player wins
					points++
				default:
					s.foxes++
				}
			}
		}
		n := float64(2 * len(starts))
		lo, hi := arena.Wilson(points/n, n)
		t.Logf("%s: %.3f (%.3f–%.3f) of %.0f; as sheep won %d lost %d drawn %d, as foxes won %d lost %d drawn %d",
			match.name, points/n, lo, hi, n,
			seats[0].sheep, seats[0].foxes, seats[0].draws, seats[1].sheep, seats[1].foxes, seats[1].draws)
	}
}

// lateStarts plays from starts with few sheep until ten or nine are left, and returns the
// positions in which the sheep are to move and nobody has won.
func lateStarts(n int) (list []position) {
	sheep, foxes := searching(depth(2)), searching(depth(2))
	for seed := uint64(0); len(list) < n; seed++ {
		p := opening(11+int(seed%4), seed)
		for p.end() == "" && (p.foxesToMove || p.sheep.len() > 9+int(seed/4%2)) {
			if p.foxesToMove {
				p, _ = p.play(foxes(p, seed))
			} else {
				p, _ = p.play(sheep(p, seed))
			}
		}
		if p.end() == "" {
			list = append(list, position{board: p.board})
		}
	}
	return list
}

func BenchmarkEnds(b *testing.B) {
	tables := folderOfEnds(b)
	starts := lateStarts(50)
	b.ResetTimer()
	for i := range b.N {
		p := starts[i%len(starts)]
		tables.Value(uint64(p.sheep), uint64(p.foxes))
	}
}
