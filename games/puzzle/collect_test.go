package puzzle_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"paddock/games"
	"paddock/games/fish"
	"paddock/games/halatafl"
	"paddock/games/halatafl/ends"
	"paddock/games/kalah"
	"paddock/games/puzzle"
	"paddock/games/review"
)

// aYear is the least number of puzzles in the stock. A server that uses only the stock then sees no
// puzzle twice in a year.
const aYear = 366

// TestCollect fills up the stock of puzzles and writes kept.txt. Those of Kalah and Fish are cut
// from the ends of games between computer players on the usual boards, at most one from each. Those
// of Halatafl are composed. The level easy misses the answer of each puzzle. It takes some minutes.
//
//	PADDOCK_PUZZLES=1 go test -run Collect -v -timeout 1h ./games/puzzle
func TestCollect(t *testing.T) {
	if os.Getenv("PADDOCK_PUZZLES") == "" {
		t.Skip("PADDOCK_PUZZLES is not set: it makes the stock of puzzles anew")
	}
	sources := []func(t *testing.T, seed uint64) (puzzle.Puzzle, bool){cutKalah, cutFish, composeHalatafl}
	var kept [3][]puzzle.Puzzle
	seen := map[string]bool{}
	for _, p := range puzzle.Kept(nil) {
		i := slices.Index([]games.ID{"kalah", "fish", "halatafl"}, p.Game)
		kept[i], seen[p.Position] = append(kept[i], p), true
	}
	for i, find := range sources {
		for seed := uint64(1); len(kept[i]) < aYear/len(sources); seed++ {
			p, ok := find(t, seed)
			if !ok || seen[p.Position] {
				continue
			}
			seen[p.Position] = true
			kept[i] = append(kept[i], p)
			if n := len(kept[i]); n%20 == 0 {
				t.Logf("%s: %d puzzles with %d seeds", p.Game, n, seed)
			}
		}
	}
	var out strings.Builder
	for n := range aYear {
		p := kept[n%len(kept)][n/len(kept)]
		fmt.Fprintln(&out, p.Measure, p.Value, p.Next, p.Moves, p.Answer, p.Position)
	}
	if err := os.WriteFile("kept.txt", []byte(out.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// endTables holds layers of end tables in memory.
type endTables map[string][]byte

func (d endTables) Read(name string) ([]byte, error) { return d[name], nil }

func (d endTables) Write(name string, layer []byte) error {
	d[name] = layer
	return nil
}

// Limits of the number of moves of a puzzle: with fewer an answer is a guess, and more are too many
// to look through.
const (
	leastMoves = 4
	mostMoves  = 25
)

// leastRows is the least sum of the rows of nine sheep in the stock's puzzles of Halatafl. End
// tables of such positions are made within seconds.
const leastRows = 49

// topTables returns end tables for nine sheep, which prove all values of the stock's puzzles of
// Halatafl.
var topTables = sync.OnceValue(func() *ends.Tables {
	dir, tables := endTables{}, new(ends.Tables)
	if err := ends.Generate(context.Background(), dir, ends.Job{Sheep: 9, Least: leastRows},
		func(int, ends.Count) {}); err != nil {
		panic(err)
	}
	for _, layer := range dir {
		if err := tables.Add(bytes.NewReader(layer), int64(len(layer))); err != nil {
			panic(err)
		}
	}
	return tables
})

// cutKalah cuts a puzzle from a game.
func cutKalah(t *testing.T, seed uint64) (puzzle.Puzzle, bool) {
	return cut(t, kalah.New(), nil, games.Medium, rand.New(rand.NewPCG(seed, 1)))
}

// cutFish cuts a puzzle from a game.
func cutFish(t *testing.T, seed uint64) (puzzle.Puzzle, bool) {
	return cut(t, fish.New(), nil, games.Hard, rand.New(rand.NewPCG(seed, 2)))
}

// cut plays a game between computer players, with some random moves, and returns the puzzle with
// the most choices from its end.
func cut(t *testing.T, g *games.Game, options games.Options, level string,
	rng *rand.Rand,
) (best puzzle.Puzzle, found bool) {
	t.Helper()
	at, err := g.Start(games.Setup{Seats: 2, Seed: rng.Uint64(), Options: options})
	if err != nil {
		t.Fatal(err)
	}
	var plies []review.Ply
	for _, over := at.Outcome(); !over; _, over = at.Outcome() {
		seat := mover(at)
		view := at.View(seat)
		move := choice(t, at, level, games.Budget{Nodes: 300, Seed: rng.Uint64()})
		if legal := slices.Collect(view.Legal()); rng.IntN(12) == 0 {
			move = legal[rng.IntN(len(legal))]
		}
		plies = append(plies, review.Ply{Seat: seat, Move: move, View: view})
		done, err := at.Play(seat, move)
		if err != nil {
			t.Fatal(err)
		}
		at = done.Next
	}
	const most = 30 // last moves that are searched
	for search, more := puzzle.Cut(plies[max(0, len(plies)-most):], 20_000), true; more; {
		var p puzzle.Puzzle
		var ok bool
		if p, ok, more = search.Step(t.Context()); ok && p.Moves > best.Moves && p.Moves <= mostMoves &&
			missed(t, g, p) {
			best, found = p, true
		}
	}
	return best, found
}

// composeHalatafl puts most of nine sheep into the paddock, the others near it and two foxes
// anywhere. It returns that as a puzzle if it is one.
func composeHalatafl(t *testing.T, seed uint64) (puzzle.Puzzle, bool) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 3))
	width := []int{3, 3, 7, 7, 7, 3, 3} // the squares of rows 7 to 1
	board := make([][]byte, len(width))
	for i := range board {
		board[i] = bytes.Repeat([]byte{'1'}, width[i])
	}
	rows := 0
	// the squares within an area, by rows from 7 and columns from a
	put := func(piece byte, n, top, bottom, left, right int) {
		for n > 0 {
			i, column := top+rng.IntN(bottom-top), left+rng.IntN(right-left)
			if column -= (7 - width[i]) / 2; column < 0 || column >= width[i] || board[i][column] != '1' {
				continue
			}
			board[i][column] = piece
			if n--; piece == 'S' {
				rows += len(width) - i
			}
		}
	}
	inside := 6 + rng.IntN(3)
	put('S', inside, 0, 3, 2, 5)
	put('S', 9-inside, 2, 5, 0, 7)
	put('F', 2, 0, 7, 0, 7)
	text := string(bytes.Join(board, []byte("/")))
	for n := 7; n > 1; n-- {
		text = strings.ReplaceAll(text, strings.Repeat("1", n), fmt.Sprint(n))
	}
	g := halatafl.New()
	at, err := g.Parse(fmt.Sprintf("halatafl/1 %s %c standard -", text, "sf"[rng.IntN(2)]))
	if err != nil || rows < leastRows {
		return puzzle.Puzzle{}, false
	}
	if _, over := at.Outcome(); over {
		return puzzle.Puzzle{}, false
	}
	halatafl.UseEnds(topTables())
	r, _ := at.View(games.Spectator).Review(t.Context(), games.Budget{Nodes: 1000})
	halatafl.UseEnds(nil) // the level easy has no tables
	p, ok := puzzle.Of(at, r)
	return p, ok && missed(t, g, p)
}

// mover returns the seat to move.
func mover(at *games.Position) games.Seat { return slices.Collect(at.Turn().Waiting.All())[0] }

// choice returns the move of a level.
func choice(t *testing.T, at *games.Position, level string, b games.Budget) string {
	t.Helper()
	move, err := at.View(mover(at)).Choose(t.Context(), level, b)
	if err != nil {
		t.Fatal(err)
	}
	return move
}

// missed reports whether the level easy misses the answer of a puzzle.
func missed(t *testing.T, g *games.Game, p puzzle.Puzzle) bool {
	t.Helper()
	at, err := g.Parse(p.Position)
	if err != nil {
		t.Fatal(err)
	}
	return choice(t, at, games.Easy, games.Budget{Seed: 1}) != p.Answer
}
