package player

import (
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

// opinion is an estimate about a hidden piece: the odds of its true rank, the odds by counting
// alone, and the odds that it is a Bomb.
type opinion struct {
	game                string // file of the game, and its number in it
	said, counted, bomb float64
	isBomb, moved       bool
}

// TestOutsiders measures beliefs about players whose habits and set-ups were not used for fitting.
// The folder PADDOCK_BELIEFS contains the games, as TestGamesOfOutsiders or paddock arena -keep writes them.
// Each line that TestGamesOfOutsiders writes is the seat whose pieces are guessed, then a game.
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

// gained describes the cost of estimates (opinions) in bits. The standard error of the gain over
// counting takes the opinions about one game together.
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

// opinions reads games and estimates the hidden pieces of the side to judge, now and then.
func opinions(t *testing.T, name string) (all []opinion) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasPrefix(string(text), "match ") {
		game, seat := readRecord(t, string(text))
		return opinionsOf(t, &game, seat, name)
	}
	for number, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		who, text, _ := strings.Cut(line, " ")
		game, err := view.ParseFacts(text)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, opinionsOf(t, &game, games.Seat(who[0]-'0'), fmt.Sprint(name, number))...)
	}
	return all
}

// readRecord reads a game against another program, which paddock arena -keep has written. The side
// to judge is that program.
func readRecord(t *testing.T, text string) (f view.Facts, other games.Seat) {
	t.Helper()
	for line := range strings.Lines(text) {
		who, what, _ := strings.Cut(strings.TrimSpace(line), " ")
		seat := games.Seat(slices.Index([]string{"red", "blue"}, who))
		rows, isSetup := strings.CutPrefix(what, "set:")
		from, rest, ok := board.ParseSquare(what)
		to, rest, ok2 := board.ParseSquare(rest)
		switch {
		case who == "start":
			var err error
			if f, err = view.ParseFacts(what); err != nil {
				t.Fatal(err)
			}
			f.Phase, f.Turn = view.Play, games.SeatSet(view.Red)
		case who != "red" && who != "blue":
		case strings.HasPrefix(what, "s100:"):
			other = seat
		case isSetup:
			f.Arrange(seat, rows)
		case ok && ok2 && rest == "":
			p := view.Ply{From: from, To: to}
			if d := f.At(to); !d.None() {
				p.Attacker, p.Defender = f.At(from).Rank, d.Rank
			}
			f.Follow(p)
		}
	}
	return f, other
}

// opinionsOf estimates the hidden pieces of a seat in a game, every sixty plies; of a small army,
// whose games are short, every twenty.
func opinionsOf(t *testing.T, game *view.Facts, seat games.Seat, name string) (all []opinion) {
	t.Helper()
	f, ok := game.Rewind()
	if !ok {
		t.Fatalf("%s: a game without its beginning", name)
	}
	f.Phase, f.Turn, f.Result = view.Play, games.SeatSet(view.Red), view.Result{}
	every := 60
	if f.Army[seat].Sum() < smallArmy {
		every = 20
	}
	for ply := range game.Log.Len() {
		if since := ply % every; since >= every/2 && since < every/2+2 && f.ToMove() != seat {
			all = append(all, opinionsAbout(&f, seat, name)...)
		}
		f.Follow(game.Log.At(ply))
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
