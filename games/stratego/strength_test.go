package stratego

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"syscall"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/stratego/board"
	"paddock/games/stratego/player"
	"paddock/games/stratego/view"
)

// chooser plays a seat from its views.
type chooser func(v view.View, seed uint64) view.Move

// level is a computer player with a budget of nodes; 0: its own.
func level(name string, nodes int64) chooser {
	return func(v view.View, seed uint64) view.Move {
		m, err := player.Levels[name].Choose(context.Background(), v, games.Budget{Nodes: nodes, Seed: seed})
		if err != nil {
			panic(err)
		}
		return m
	}
}

// greedy takes what it knows that it beats, and otherwise moves anything.
func greedy(v view.View, seed uint64) view.Move {
	rng := rand.New(rand.NewPCG(seed, uint64(v.Log.Len())))
	moves := v.Steps(v.Seat, true)
	for _, m := range moves {
		if d := v.Men[m.To]; !d.None() && d.Rank != board.Unknown && board.Fight(v.Men[m.From].Rank, d.Rank) == board.Win {
			return m
		}
	}
	return moves[rng.IntN(len(moves))]
}

// ruleBased plays by ordered rules over what each piece could be: beat what is certainly weaker, flee from what is certainly stronger, try the
// unknown with what matters little, go forward.
func ruleBased(v view.View, seed uint64) view.Move {
	rng := rand.New(rand.NewPCG(seed, uint64(v.Log.Len())))
	best, score := view.Move{Kind: view.Claim}, math.Inf(-1)
	for _, m := range v.Steps(v.Seat, true) {
		a, d := v.Men[m.From], v.Men[m.To]
		s := rng.Float64()
		switch {
		case d.None():
			forward := float64(m.To.Row() - m.From.Row())
			if v.Seat == blue {
				forward = -forward
			}
			if a.Rank >= '4' {
				s += 0.5 * forward
			}
			s += 10 * (menace(&v, a, m.From) - menace(&v, a, m.To))
		case d.Rank == board.Unknown && d.Moved && a.Rank <= '3':
			s += 3
		case d.Rank == board.Unknown && (a.Rank == board.Scout || a.Rank == board.Miner || a.Rank == '6' || a.Rank == '7'):
			s += 2
		case d.Rank == board.Unknown:
			s -= 1
		case board.Fight(a.Rank, d.Rank) == board.Win:
			s += 20
		case board.Fight(a.Rank, d.Rank) == board.Lose:
			s -= 20
		}
		if s > score {
			best, score = m, s
		}
	}
	return best
}

// menace counts the known stronger enemies beside a square.
func menace(v *view.View, a view.Man, at board.Square) (n float64) {
	for s, m := range v.Men {
		if !m.None() && m.Seat != v.Seat && m.Rank.Movable() && m.Rank != board.Unknown && board.Square(s).Location().IsAdjacent(at.Location()) &&
			board.Fight(m.Rank, a.Rank) == board.Win {
			n++
		}
	}
	return n
}

// duel plays one game and says what it was worth to a: 1, ½ or 0.
func duel(t *testing.T, army string, seed uint64, a, b chooser, aSeat games.Seat) (float64, state) {
	t.Helper()
	r := rules{}
	s, err := r.Start(games.Setup{Seats: 2, Seed: seed, Options: games.Options{"army": army}})
	if err != nil {
		t.Fatal(err)
	}
	for _, seat := range []games.Seat{red, blue} {
		s, _ = r.Apply(s, seat, view.Move{Kind: view.Confirm})
	}
	for n := uint64(0); s.Phase == view.Play; n++ {
		seat := s.ToMove()
		choose := b
		if seat == aSeat {
			choose = a
		}
		v := s.For(seat)
		m := choose(v, seed*1000+n)
		if m.Kind == view.Claim && s.Log.Quiet() < view.ClaimAfter {
			m = v.Steps(seat, true)[0]
		}
		if err := v.Check(m); err != nil {
			t.Fatalf("%s: %s: %v", v.Text(), m, err)
		}
		s, _ = r.Apply(s, seat, m)
	}
	switch s.Result.Winner {
	case aSeat:
		return 1, s
	case games.Spectator:
		return 0.5, s
	}
	return 0, s
}

// TestStrength measures the ladder (S63). It runs with PADDOCK_STRENGTH=1; PADDOCK_GAMES is the number of pairs for each row (default 5), each set-up
// pair played from both sides.
func TestStrength(t *testing.T) {
	if os.Getenv("PADDOCK_STRENGTH") == "" {
		t.Skip("set PADDOCK_STRENGTH=1 to measure strength")
	}
	pairs, _ := strconv.Atoi(os.Getenv("PADDOCK_GAMES"))
	if pairs == 0 {
		pairs = 5
	}
	for _, row := range []struct {
		name, army string
		a, b       chooser
	}{
		{"easy-random", "barrage", level("easy", 0), level("random", 0)},
		{"easy-greedy", "barrage", level("easy", 0), greedy},
		{"easy-rules", "barrage", level("easy", 0), ruleBased},
		{"medium-easy", "barrage", level("medium", 0), level("easy", 0)},
		{"medium-rules", "barrage", level("medium", 0), ruleBased},
		{"hard-medium", "barrage", level("hard", 0), level("medium", 0)},
		{"master-hard", "barrage", level("master", 0), level("hard", 0)},
		{"master-rules", "barrage", level("master", 0), ruleBased},
		{"easy-random", "classic", level("easy", 0), level("random", 0)},
		{"easy-rules", "classic", level("easy", 0), ruleBased},
		{"medium-easy", "classic", level("medium", 0), level("easy", 0)},
		{"medium-rules", "classic", level("medium", 0), ruleBased},
		{"hard-medium", "classic", level("hard", 0), level("medium", 0)},
		{"master-random", "classic", level("master", 0), level("random", 0)},
		{"master-rules", "classic", level("master", 0), ruleBased},
		{"master-hard", "classic", level("master", 0), level("hard", 0)},
	} {
		t.Run(row.army+"/"+row.name, func(t *testing.T) {
			var points float64
			var plies int
			ends := map[games.Reason]int{}
			begin := cpu()
			for i := range 2 * pairs {
				p, s := duel(t, row.army, uint64(i/2)+1, row.a, row.b, games.Seat(i%2))
				points += p
				plies += s.Log.Len()
				ends[s.Result.Reason]++
			}
			n := float64(2 * pairs)
			lo, hi := wilson(points/n, n)
			t.Logf("%-8s %-14s %.1f/%.0f = %.0f%% [%.0f, %.0f], %d plies, %v CPU, %v", row.army, row.name, points, n, 100*points/n, 100*lo, 100*hi,
				plies/int(n), (cpu() - begin).Round(time.Millisecond), ends)
		})
	}
}

// wilson is the 95 % interval of a share.
func wilson(p, n float64) (lo, hi float64) {
	const z = 1.96
	mid, half := p+z*z/(2*n), z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return (mid - half) / (1 + z*z/n), (mid + half) / (1 + z*z/n)
}

// cpu is the time that this process has used.
func cpu() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano())
}
