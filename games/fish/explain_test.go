package fish

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"paddock/games"
)

func TestWhy(t *testing.T) {
	// A strip of tiles a to h, where neighbours are one or two rows apart: with the hole at e the only
	// way between c and g is over d and f.
	const board = "fish/1 rules=course penguins=1 phase=move board=1/1/1/1/0/3/3/1 " +
		"players=red:0:0:d1;white:0:0:h1 turn="
	for _, test := range []struct{ turn, better, other, want string }{
		{"red", "d1-f1", "d1-b1", "d1-b1 puts 6 fish out of its own reach"},
		{"white", "h1-f1", "h1-g1", "h1-f1 cuts red off from 3 fish"},
		{"white", "h1-f1", "", "h1-f1 cuts red off from 3 fish"},
		{"red", "d1-b1", "d1-f1", ""},
	} {
		p, err := New().Parse(board + test.turn)
		if err != nil {
			t.Fatal(err)
		}
		why := p.View(games.Spectator).Why(test.better, test.other, false)
		if got := strings.TrimSpace(why.Move + " " + why.Says.String()); got != test.want {
			t.Errorf("%s is better than %s because %q, want %q", test.better, test.other, got, test.want)
		}
	}
}

// reachable returns the fish on free tiles that a seat's penguins could walk to, by single steps.
func reachable(p *Position, seat games.Seat) map[Cell]bool {
	free, found := p.Free(), map[Cell]bool{}
	var walk func(c Cell)
	walk = func(c Cell) {
		for _, n := range p.Shape.Neighbours(c) {
			if n != noCell && free>>n&1 == 1 && !found[n] {
				found[n] = true
				walk(n)
			}
		}
	}
	for _, c := range p.penguins(seat) {
		walk(c)
	}
	return found
}

// missed counts the fish that a seat could reach before a move and not after it, but for its tiles.
func missed(p *Position, m Move, seat games.Seat) (fish int, next Position) {
	next = p.Play(m)
	after := reachable(&next, seat)
	for c := range reachable(p, seat) {
		if !after[c] && c != m.From && c != m.To {
			fish += int(p.Fish[c])
		}
	}
	return fish, next
}

// Whatever an explanation says follows from plain play.
func TestEffectsAreTrue(t *testing.T) {
	said := map[string]int{}
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 5))
		for p := deal(t, games.Setup{Seats: 2 + int(seed%3), Seed: seed}); p.Phase != ""; {
			legal := p.Moves()
			for range 4 {
				m := legal[rng.IntN(len(legal))]
				for _, e := range (rules{}).Effects(p, m) {
					if e.Says.Format != "" {
						said[e.Says.Format]++
						checkEffect(t, p, m, e)
					}
				}
			}
			p = p.Play(legal[rng.IntN(len(legal))])
		}
	}
	if len(said) < 10 {
		t.Errorf("only these were said: %v", said)
	}
}

// checkEffect compares a sentence about a move with what plain play shows.
func checkEffect(t *testing.T, p Position, m Move, e games.Effect) {
	t.Helper()
	me, says := p.ToMove, e.Says.String()
	seats := map[string]games.Seat{}
	for s := range games.Seat(p.Seats) {
		seats[p.Players[s].Colour.String()] = s
	}
	var who, fish, with string
	want := func(seat games.Seat, before *Position, m Move) {
		if n, _ := missed(before, m, seat); n == 0 || fishCount(n).String() != fish {
			t.Errorf("%s: of %s it is said that it %s, and %d fish are lost", text(p), p.Format(m), says, n)
		}
	}
	args := e.Says.Args
	switch e.Says.Format {
	case "cuts %s off from %s":
		who, fish = fmt.Sprint(args[0]), fmt.Sprint(args[1])
		want(seats[who], &p, m)
	case "puts %s out of its own reach":
		fish = fmt.Sprint(args[0])
		want(me, &p, m)
	case "lets %s cut off %s with %s":
		fish, with = fmt.Sprint(args[1]), fmt.Sprint(args[2])
		next := p.Play(m)
		reply, err := rules{}.Parse(next, with)
		if err != nil || (rules{}).Check(next, reply) != nil || next.ToMove != seats[fmt.Sprint(args[0])] {
			t.Fatalf("%s: after %s %s isn't legal", text(p), p.Format(m), with)
		}
		want(me, &next, reply)
	case "threatens to cut %s off from %s":
		next, found := p.Play(m), false
		next.ToMove = me
		for _, again := range next.Moves() {
			n, _ := missed(&next, again, seats[fmt.Sprint(args[0])])
			found = found || fishCount(n).String() == fmt.Sprint(args[1])
		}
		if !found {
			t.Errorf("%s: %s %s is false", text(p), p.Format(m), says)
		}
	case "keeps the way to %s open":
		next := p.Play(m)
		for _, reply := range next.Moves() {
			if n, _ := missed(&next, reply, me); n > 0 {
				t.Errorf("%s: %s %s, and a reply cuts off %d", text(p), p.Format(m), says, n)
			}
		}
	case "leaves the penguin only %s to go to":
		next := p.Play(m)
		if n := next.ReachCount(m.To); tileCount(n).String() != fmt.Sprint(args[0]) {
			t.Errorf("%s: %s %s, and they are %d", text(p), p.Format(m), says, n)
		}
	case "has %s with %s in its lines":
		if !strings.Contains(says, "fish") {
			t.Error(says)
		}
	}
}

// away returns how many steps over free tiles each free tile is away from a seat's penguins.
func away(p *Position, seat games.Seat) map[Cell]int {
	free, far := p.Free(), map[Cell]int{}
	front := p.penguins(seat)
	for steps := 1; len(front) > 0; steps++ {
		var next []Cell
		for _, c := range front {
			for _, n := range p.Shape.Neighbours(c) {
				if n != noCell && free>>n&1 == 1 && far[n] == 0 {
					far[n] = steps
					next = append(next, n)
				}
			}
		}
		front = next
	}
	return far
}

// The counts of a position agree with plain walks over its board.
func TestCountsAreTrue(t *testing.T) {
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 6))
		for p := deal(t, games.Setup{Seats: 2 + int(seed%3), Seed: seed}); p.Phase != ""; {
			var want []games.Effect
			for seat := range games.Seat(p.Seats) {
				alone, nearer := 0, 0
				for c, steps := range away(&p, seat) {
					only, first := true, true
					for rival := range games.Seat(p.Seats) {
						far, reached := away(&p, rival)[c]
						only = only && (rival == seat || !reached)
						first = first && (rival == seat || !reached || far > steps)
					}
					if only {
						alone += int(p.Fish[c])
					}
					if first {
						nearer += int(p.Fish[c])
					}
				}
				want = append(want, games.Effect{Size: alone}, games.Effect{Size: nearer})
			}
			for i, e := range (rules{}).Counts(p, 0) {
				n := want[i].Size
				told := n == 0 || strings.Contains(e.Says.String(), fishCount(n).String())
				if e.Size != n && e.Size != -n || !told {
					t.Fatalf("%s: count %d is %d, %q; want %d", text(p), i, e.Size, e.Says, n)
				}
			}
			legal := p.Moves()
			p = p.Play(legal[rng.IntN(len(legal))])
		}
	}
}
