package render_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/gamestest/nim"
	"paddock/games/scene"
	"paddock/render"
)

// Every board of every game can be shown: random games from every seat, in all sizes and for all
// numbers of players.
func TestEveryGameCanBeShown(t *testing.T) {
	r := render.New(nil, 1)
	for _, g := range catalog.Games() {
		for _, setup := range setups(g) {
			t.Run(string(g.ID)+" "+describe(setup), func(t *testing.T) {
				pos, err := g.Start(setup)
				if err != nil {
					t.Fatal(err)
				}
				random(t, pos, 40, func(n int, pos, before *games.Position, by games.Seat, moves []string) {
					for viewer := games.Spectator; int(viewer) < setup.Seats; viewer++ {
						s := drawn(pos, before, viewer, by, moves)
						if err := render.Check(s); err != nil {
							t.Errorf("after %d moves, %v: %v", n, pos, err)
						}
						if n%10 != 0 || viewer >= 0 && !g.Hidden {
							continue
						}
						if png, err := r.PNG(s); err != nil || len(png) > 30<<10 {
							t.Errorf("after %d moves, %v: picture of %d bytes, error %v", n, pos, len(png), err)
						}
						if svg, err := r.SVG(s); err != nil || len(svg) > 48<<10 || packed(t, svg) > 8<<10 {
							t.Errorf("after %d moves, %v: SVG of %d bytes, packed %d, error %v", n, pos, len(svg),
								packed(t, svg), err)
						}
					}
				})
			})
		}
	}
}

// packed returns the compressed size in bytes.
func packed(t *testing.T, b []byte) int {
	t.Helper()
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	if _, err := z.Write(b); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Len()
}

// P11: an SVG of a view holds only what the view shows. In two worlds that differ only in hidden
// facts it is the same, byte for byte.
func TestSVGKeepsSecrets(t *testing.T) {
	r := render.New(nil, 1)
	for _, g := range catalog.Games() {
		if !g.Hidden {
			continue
		}
		t.Run(string(g.ID), func(t *testing.T) {
			pos, err := g.Start(games.Setup{Seats: g.MinSeats, Seed: 5})
			if err != nil {
				t.Fatal(err)
			}
			for seat := range pos.Turn().Waiting.All() {
				move, err := pos.View(seat).Choose(t.Context(), g.DefaultLevel, games.Budget{Nodes: 100, Seed: 9})
				if err != nil {
					t.Fatal(err)
				}
				played, err := pos.Play(seat, move)
				if err != nil {
					t.Fatal(err)
				}
				pos = played.Next
			}
			worlds := 0
			random(t, pos, 120, func(n int, pos, _ *games.Position, _ games.Seat, _ []string) {
				if n%10 != 0 {
					return
				}
				for viewer := games.Spectator; int(viewer) < g.MinSeats; viewer++ {
					v := pos.View(viewer)
					other := v.Guess(uint64(n))
					if other.Text() == pos.Text() {
						continue
					}
					worlds++
					for _, half := range []string{"", "a4"} {
						for _, seen := range [][2]*games.View{{v, other.View(viewer)}, {v.Choosing(half), other.View(viewer).Choosing(half)}} {
							a, err1 := r.SVG(seen[0].Draw(names, nil, 0, nil))
							b, err2 := r.SVG(seen[1].Draw(names, nil, 0, nil))
							if err := errors.Join(err1, err2); err != nil || !bytes.Equal(a, b) {
								t.Fatalf("after %d moves seat %d sees a difference between two worlds, error %v", n,
									viewer, err)
							}
						}
					}
				}
			})
			if worlds < 10 {
				t.Errorf("%d pairs of worlds", worlds)
			}
		})
	}
}

// A result that does not follow from the position, such as a resignation, is in picture, text and
// words, and no side is to move.
func TestEndedMatchesAreDrawnAsOver(t *testing.T) {
	const result = "It is over: somebody resigned."
	for _, g := range slices.Concat(catalog.Games(), []*games.Game{nim.New()}) {
		t.Run(string(g.ID), func(t *testing.T) {
			pos, err := g.Start(games.Setup{Seats: g.MinSeats})
			if err != nil {
				t.Fatal(err)
			}
			random(t, pos, 6, func(n int, pos, _ *games.Position, _ games.Seat, _ []string) {
				s := pos.View(games.Spectator).Ended(result).Draw(names, nil, 0, nil)
				if s.Result != result {
					t.Errorf("result %q, want %q", s.Result, result)
				}
				for _, side := range s.Sides {
					if side.ToMove {
						t.Errorf("%s is marked as to move", side.Label)
					}
				}
				for _, c := range s.Cells {
					if c.Marks&(scene.Movable|scene.Must|scene.Target) != 0 {
						t.Errorf("%s is marked as if somebody were to move", c.Name)
					}
				}
				for what, text := range map[string]string{"text": render.Text(s), "words": s.Words} {
					if !strings.Contains(text, result) || strings.Contains(text, "to move") ||
						strings.Contains(text, "to place") {
						t.Errorf("the %s: %s", what, text)
					}
				}
			})
		})
	}
}

// setups returns the default setup, every number of seats, and the bounds of every option.
func setups(g *games.Game) []games.Setup {
	var list []games.Setup
	for n := g.MinSeats; n <= g.MaxSeats; n++ {
		list = append(list, games.Setup{Seats: n, Seed: uint64(n)})
	}
	for _, o := range g.Options {
		values := []string{strconv.Itoa(o.Min), strconv.Itoa(o.Max)}
		if len(o.Choices) > 0 {
			values = nil
			for _, c := range o.Choices {
				values = append(values, c.Value)
			}
		}
		for _, v := range values {
			if s := (games.Setup{Seats: g.MaxSeats, Options: games.Options{o.Name: v}}); v != o.Default &&
				startable(g, s) {
				list = append(list, s)
			}
		}
	}
	return list
}

func startable(g *games.Game, s games.Setup) bool {
	_, err := g.Start(s)
	return err == nil
}

func describe(s games.Setup) string {
	words := []string{strconv.Itoa(s.Seats)}
	for name, v := range s.Options {
		words = append(words, name, v)
	}
	return strings.Join(words, " ")
}

// random plays at most n random moves, and shows each position with the turn that led to it.
func random(t *testing.T, pos *games.Position, n int,
	show func(n int, pos, before *games.Position, by games.Seat, moves []string),
) {
	t.Helper()
	rnd := rand.New(rand.NewPCG(7, 8))
	var before *games.Position
	var by games.Seat
	var moves []string
	for i := range n + 1 {
		show(i, pos, before, by, moves)
		if _, over := pos.Outcome(); over {
			return
		}
		seats := slices.Collect(pos.Turn().Waiting.All())
		seat := seats[rnd.IntN(len(seats))]
		legal := slices.Collect(pos.View(seat).Legal())
		if before == nil || seat != by {
			before, by, moves = pos, seat, nil
		}
		move := legal[rnd.IntN(len(legal))]
		played, err := pos.Play(seat, move)
		if err != nil {
			t.Fatalf("%s: %v", move, err)
		}
		pos, moves = played.Next, append(moves, played.Moves...)
	}
}

var names = []string{"Marge", "Homer", "Lisa", "Bart"}

func drawn(pos, before *games.Position, viewer, by games.Seat, moves []string) scene.Scene {
	if before == nil {
		return pos.View(viewer).Draw(names, nil, 0, nil)
	}
	return pos.View(viewer).Draw(names, before.View(viewer), by, moves)
}
