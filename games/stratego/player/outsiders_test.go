package player

import (
	"bufio"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"paddock/games"
	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

// opinion is what was said about a hidden piece: the odds of its true rank, the odds by counting
// alone, and the odds that it is a Bomb.
type opinion struct {
	game                string // file and number of the game
	said, counted, bomb float64
	isBomb, moved       bool
}

// TestOutsiders measures beliefs about players whose habits and set-ups were not used for fitting.
// It reads the games that TestGamesOfOutsiders has written into the folder PADDOCK_BELIEFS. A line
// of a file is the seat that forms the beliefs, and a game.
func TestOutsiders(t *testing.T) {
	dir := os.Getenv("PADDOCK_BELIEFS")
	if dir == "" {
		t.Skip("PADDOCK_BELIEFS is not set: it names the folder of TestGamesOfOutsiders")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no games in %s: %v", dir, err)
	}
	var all []opinion
	kinds := map[string][]opinion{}
	for _, name := range files {
		list := opinions(t, name)
		kind, _, _ := strings.Cut(filepath.Base(name), "-")
		kinds[kind] = append(kinds[kind], list...)
		t.Logf("%-22s %s", strings.TrimSuffix(filepath.Base(name), ".txt"), gained(list))
		all = append(all, list...)
	}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		t.Logf("%-22s %s", kind, gained(kinds[kind]))
	}
	for _, steps := range [][2]float64{{0, .05}, {.05, .1}, {.1, .2}, {.2, .3}, {.3, .5}, {.5, .7}, {.7, 1}} {
		said, bombs, n := 0.0, 0, 0
		for _, o := range all {
			if !o.moved && o.bomb >= steps[0] && o.bomb < steps[1] {
				said += o.bomb
				n++
				if o.isBomb {
					bombs++
				}
			}
		}
		t.Logf("Bomb said %.2f to %.2f: %5d pieces, said %.3f, true %.3f", steps[0], steps[1], n,
			said/float64(max(1, n)), float64(bombs)/float64(max(1, n)))
	}
}

// gained describes the cost of opinions in bits. The standard error of the gain over counting takes
// the opinions about one game together.
func gained(list []opinion) string {
	n := float64(len(list))
	cost, counting := 0.0, 0.0
	for _, o := range list {
		cost -= math.Log2(o.said) / n
		counting -= math.Log2(o.counted) / n
	}
	off := map[string]float64{}
	for _, o := range list {
		off[o.game] += math.Log2(o.said/o.counted) - (counting - cost)
	}
	spread := 0.0
	for _, x := range off {
		spread += x * x
	}
	return fmt.Sprintf("%5d pieces: %.3f bits by counting, %.3f; gain %.3f, standard error %.3f", len(list), counting,
		cost, counting-cost, math.Sqrt(spread)/n)
}

// opinions reads games and looks at the hidden pieces of the side to judge every sixty plies.
func opinions(t *testing.T, name string) (all []opinion) {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for number, lines := 0, bufio.NewScanner(file); lines.Scan(); number++ {
		who, text, _ := strings.Cut(lines.Text(), " ")
		game, err := view.ParseFacts(text)
		if err != nil {
			t.Fatal(err)
		}
		f, ok := game.Rewind()
		if !ok {
			t.Fatalf("%s: a game without its beginning", name)
		}
		f.Phase, f.Turn, f.Result = view.Play, games.SeatSet(view.Red), view.Result{}
		seat := games.Seat(who[0] - '0')
		for ply := range game.Log.Len() {
			if ply%60 >= 30 && ply%60 < 32 && f.ToMove() != seat {
				all = append(all, opinionsAbout(&f, seat, fmt.Sprint(name, number))...)
			}
			f.Follow(game.Log.At(ply))
		}
	}
	return all
}

// opinionsAbout returns the opinions about the hidden pieces of a seat.
func opinionsAbout(f *view.Facts, seat games.Seat, game string) (all []opinion) {
	b, even := believe(f.For(1-seat), seat), countedOnly(f.For(1-seat))
	for s, m := range f.Men() {
		if m.Seat == seat && !m.Known {
			r := board.TranslateRank(m.Rank)
			all = append(all, opinion{game, b[s][r], even[s][r], b[s][bomb], r == bomb, m.Moved})
		}
	}
	return all
}
