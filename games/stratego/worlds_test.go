package stratego

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"

	"paddock/games"
	"paddock/games/scene"
	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
	"paddock/render"
)

// observer is an answer of the game to a seat. It must be equal for two worlds that the seat cannot
// distinguish, otherwise it leaks a secret.
type observer func(pos *games.Position, seat games.Seat) string

// observers lists all answers of the game to a seat (S96).
var observers = map[string]observer{
	"view text": func(pos *games.Position, seat games.Seat) string { return pos.View(seat).Text() },
	"scene":     func(pos *games.Position, seat games.Seat) string { return fmt.Sprintf("%+v", drawn(pos, seat)) },
	"text board": func(pos *games.Position, seat games.Seat) string {
		return render.Text(drawn(pos, seat))
	},
	"legal": func(pos *games.Position, seat games.Seat) string {
		var list []string
		for m := range pos.View(seat).Legal() {
			list = append(list, m)
		}
		return strings.Join(list, " ")
	},
	"parse and refusals": func(pos *games.Position, seat games.Seat) string {
		var b strings.Builder
		v := pos.View(seat)
		for from := board.Square(0); from < board.Squares; from += 3 {
			for _, to := range [4]board.Square{from + 1, from + 10, from - 10, 44} {
				if to >= 0 && to < board.Squares {
					fmt.Fprintln(&b, from, to, v.Check(from.String()+to.String()))
				}
			}
		}
		fmt.Fprintln(&b, v.Check("claim"), v.Check("nonsense"))
		return b.String()
	},
	"completions": func(pos *games.Position, seat games.Seat) string {
		v := pos.View(seat)
		return fmt.Sprint(v.Complete(""), v.Complete("a"), v.Complete("e4"))
	},
	"proof of a loss": func(pos *games.Position, seat games.Seat) string {
		return fmt.Sprint(pos.View(seat).Lost(1000))
	},
	"arrangement": func(pos *games.Position, seat games.Seat) string {
		a, ok := pos.View(seat).Arrangement()
		return fmt.Sprint(a, ok)
	},
	"choice": func(pos *games.Position, seat games.Seat) string {
		if !pos.Turn().Waiting.Has(seat) {
			return ""
		}
		m, err := pos.View(seat).Choose(context.Background(), games.Medium, games.Budget{Nodes: 300, Seed: 9})
		return fmt.Sprint(m, err)
	},
	"reasons": reasons,
	"guess":   func(pos *games.Position, seat games.Seat) string { return pos.View(seat).Guess(7).Text() },
	"log": func(pos *games.Position, _ games.Seat) string {
		var b strings.Builder
		slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		}})).Info("position", "pos", pos)
		return b.String()
	},
}

func drawn(pos *games.Position, seat games.Seat) scene.Scene {
	return pos.View(seat).Draw([]string{"Ann", "Bob"}, nil, 0, nil)
}

// cheats are observers that leak, each in one way, and must be caught (S98).
var cheats = map[string]observer{
	"a player that peeks": func(pos *games.Position, seat games.Seat) string {
		f, _ := view.ParseFacts(pos.Text())
		for _, m := range f.Steps(seat, true) {
			if d := f.At(m.To); !d.None() && board.Fight(f.At(m.From).Rank, d.Rank) == board.Win {
				return m.String()
			}
		}
		return ""
	},
	"a board that draws hidden ranks": func(pos *games.Position, seat games.Seat) string {
		f, _ := view.ParseFacts(pos.Text())
		return f.Board().Output(board.Teams[1-max(0, seat)])
	},
	"a log of the whole position": func(pos *games.Position, _ games.Seat) string { return pos.Text() },
	"a list that says how many of the others can move": func(pos *games.Position, seat games.Seat) string {
		f, _ := view.ParseFacts(pos.Text())
		return fmt.Sprint(len(f.Steps(1-max(0, seat), false)))
	},
}

// otherWorld shuffles hidden ranks among the pieces that could have them, so that the whole log
// stays true. It returns false when nothing could be shuffled, because such a pair proves nothing.
func otherWorld(f view.Facts, seat games.Seat, rng *rand.Rand) (view.Facts, bool) {
	g := f
	for side := range games.Seat(2) {
		if side == seat {
			continue
		}
		var at []board.Square
		for s, m := range g.Men() {
			if m.Seat == side && !m.Known {
				at = append(at, s)
			}
		}
		for range 4 * len(at) {
			i, j := at[rng.IntN(len(at))], at[rng.IntN(len(at))]
			a, b := g.At(i), g.At(j)
			if (!a.Moved || b.Rank.Movable()) && (!b.Moved || a.Rank.Movable()) {
				a.Rank, b.Rank = b.Rank, a.Rank
				g.Put(i, a)
				g.Put(j, b)
			}
		}
	}
	first, ok := g.Rewind()
	for side := range games.Seat(2) {
		if g.Setups[side] != "" {
			g.Setups[side] = first.SetupText(side)
		}
	}
	// A side to move must have a step in both worlds, otherwise the other world would have ended.
	return g, ok && g.Text() != f.Text() && (g.Phase != view.Play || len(g.Steps(g.ToMove(), true)) > 0)
}

// twoWorlds plays random games and counts, by observer, the pairs of worlds that it distinguishes.
func twoWorlds(t *testing.T, pairs int, watch map[string]observer) (told map[string]int, looked, same int) {
	t.Helper()
	g, told := New(), map[string]int{}
	rng := rand.New(rand.NewPCG(6, 6))
	for game := 0; looked < pairs; game++ {
		pos, err := g.Start(games.Setup{
			Seed:    uint64(game),
			Options: games.Options{"army": []string{"classic", "barrage", "duel"}[game%3]},
		})
		if err != nil {
			t.Fatal(err)
		}
		pos = as(t, as(t, pos, red, "confirm"), blue, "confirm")
		for n := 0; ; n++ {
			if _, over := pos.Outcome(); over || looked >= pairs {
				break
			}
			if n%29 == 3 {
				for _, seat := range []games.Seat{red, blue, games.Spectator} {
					f, err := view.ParseFacts(pos.Text())
					if err != nil {
						t.Fatal(err)
					}
					h, ok := otherWorld(f, seat, rng)
					if !ok {
						same++
						continue
					}
					other, err := g.Parse(h.Text())
					if err != nil {
						t.Fatalf("the other world is none: %v\n%s", err, h.Text())
					}
					looked++
					for name, see := range watch {
						if see(pos, seat) != see(other, seat) {
							told[name]++
						}
					}
				}
			}
			var moves []string
			for m := range pos.View(seatToMove(pos)).Legal() {
				moves = append(moves, m)
			}
			pos, _ = step(t, pos, moves[rng.IntN(len(moves))])
		}
	}
	return told, looked, same
}

// TestS96TwoWorlds tests 500 pairs, and 10,000 with PADDOCK_STRENGTH=1.
func TestS96TwoWorlds(t *testing.T) {
	pairs := 200
	if os.Getenv("PADDOCK_STRENGTH") != "" {
		pairs = 10_000
	}
	told, looked, same := twoWorlds(t, pairs, observers)
	t.Logf("%d pairs of worlds; %d more were no pairs, since nothing could be shuffled", looked, same)
	for name, n := range told {
		t.Errorf("%s tells %d of %d pairs of worlds apart", name, n, looked)
	}
}

// S98: this test can fail: it catches observers that leak.
func TestS98CheatsAreCaught(t *testing.T) {
	told, looked, _ := twoWorlds(t, 60, cheats)
	for name := range cheats {
		if told[name] == 0 {
			t.Errorf("%s was not caught in %d pairs", name, looked)
		}
	}
}

// S73: equal views give equal bytes.
func TestS73PictureBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 7))
	f, err := view.ParseFacts(sample)
	if err != nil {
		t.Fatal(err)
	}
	for _, seat := range []games.Seat{red, blue, games.Spectator} {
		g, _ := otherWorld(f, seat, rng)
		a, errA := picture(f, seat)
		b, errB := picture(g, seat)
		if errA != nil || errB != nil || !bytes.Equal(a, b) || len(a) == 0 {
			t.Errorf("seat %d: pictures of %d and %d bytes, %v, %v", seat, len(a), len(b), errA, errB)
		}
		if c, _ := picture(f, 1-max(seat, 0)); bytes.Equal(a, c) {
			t.Errorf("seat %d sees the same picture as another one", seat)
		}
	}
}

func picture(f view.Facts, seat games.Seat) ([]byte, error) {
	pos, err := New().Parse(f.Text())
	if err != nil {
		return nil, err
	}
	return render.New(nil, 1).PNG(drawn(pos, seat))
}

// S93: the packages of the players and of the views cannot access the state.
func TestS93PlayersSeeViewsOnly(t *testing.T) {
	for _, pkg := range []string{"paddock/games/stratego/player", "paddock/games/stratego/view"} {
		out, err := exec.Command("go", "list", "-deps", pkg).Output()
		if err != nil {
			t.Fatal(err)
		}
		for _, dep := range strings.Fields(string(out)) {
			if dep == "paddock/games/stratego" {
				t.Errorf("%s imports %s: it could look at the whole state", pkg, dep)
			}
		}
	}
}
