package stratego

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/arena"
	"paddock/games/gamestest/cputime"
	"paddock/games/stratego/player"
	"paddock/games/stratego/view"
)

// chooser plays a seat from its views.
type chooser func(v view.View, seed uint64) view.Move

// level returns a computer player with a budget of nodes; 0 means its own budget.
func level(name string, nodes int64) chooser {
	return func(v view.View, seed uint64) view.Move {
		m, err := player.Levels[name].Choose(context.Background(), v, games.Budget{Nodes: nodes, Seed: seed})
		if err != nil {
			panic(err)
		}
		return m
	}
}

// bout is the result of a game: the first player's score, 1, ½ or 0. A player that makes an illegal
// move or panics loses, and bout records that.
type bout struct {
	points float64
	fault  bool
	plies  int
	reason games.Reason
	facts  view.Facts // the facts of the end
}

// duel plays one game.
func duel(t *testing.T, army string, seed uint64, a, b chooser, aSeat games.Seat) bout {
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
		m, err := attempt(choose, v, seed*1000+n)
		if err == nil {
			err = v.Check(m)
		}
		if err != nil {
			t.Errorf("%s: %s: %v", v.Text(), m, err)
			return bout{points: float64(aSeat ^ seat), fault: true, plies: s.Log.Len(), reason: "fault"}
		}
		s, _ = r.Apply(s, seat, m)
	}
	end := bout{plies: s.Log.Len(), reason: s.Result.Reason, facts: *s.Facts}
	switch s.Result.Winner {
	case aSeat:
		end.points = 1
	case games.Spectator:
		end.points = 0.5
	}
	return end
}

// attempt asks for a move; a panic is an error.
func attempt(choose chooser, v view.View, seed uint64) (m view.Move, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return choose(v, seed), nil
}

// ladder lists the pairs to measure, with each army.
var ladder = []struct{ a, b string }{
	{"easy", "random"},
	{"medium", "easy"},
	{"hard", "medium"},
	{"master", "hard"},
	{"master", "random"},
	{"master", "greedy"},
	{"master", "rules"},
	{"master", "bookkeeper"},
	{"master", "hunter"},
}

// TestStrength measures the levels against each other (S63). It runs with PADDOCK_STRENGTH=1.
// PADDOCK_GAMES is the number of pairs for each row (default 5); a pair plays the same two set-ups
// from both sides. PADDOCK_NODES limits the nodes of every level a move.
func TestStrength(t *testing.T) {
	if os.Getenv("PADDOCK_STRENGTH") == "" {
		t.Skip("set PADDOCK_STRENGTH=1 to measure strength")
	}
	pairs, _ := strconv.Atoi(os.Getenv("PADDOCK_GAMES"))
	if pairs == 0 {
		pairs = 5
	}
	nodes, _ := strconv.ParseInt(os.Getenv("PADDOCK_NODES"), 10, 64)
	player := func(name string) chooser {
		switch name {
		case "greedy":
			return greedy
		case "rules":
			return ruleBased
		case "bookkeeper":
			return bookkeeper
		case "hunter":
			return hunter
		}
		return level(name, nodes)
	}
	for _, army := range []string{"barrage", "duel", "classic"} {
		for _, row := range ladder {
			t.Run(army+"/"+row.a+"-"+row.b, func(t *testing.T) {
				measure(t, army, pairs, player(row.a), player(row.b))
			})
		}
	}
}

// measure plays pairs of games and logs a row of the table.
func measure(t *testing.T, army string, pairs int, a, b chooser) {
	var points float64
	var plies, faults int
	var thought []time.Duration
	ends := map[games.Reason]int{}
	timed := func(v view.View, seed uint64) view.Move {
		begin := cputime.Used()
		defer func() { thought = append(thought, cputime.Used()-begin) }()
		return a(v, seed)
	}
	for i := range 2 * pairs {
		end := duel(t, army, uint64(i/2)+1, timed, b, games.Seat(i%2))
		points += end.points
		plies += end.plies
		ends[end.reason]++
		if end.fault {
			faults++
		}
	}
	slices.Sort(thought)
	n := float64(2 * pairs)
	lo, hi := arena.Wilson(points/n, n)
	t.Logf("%.1f of %.0f: %.3f [%.3f, %.3f], %d faults, %d plies a game, p99 %v CPU a move, %v", points, n, points/n,
		lo, hi, faults, plies/int(n),
		thought[len(thought)*99/100].Round(100*time.Microsecond), ends)
}
