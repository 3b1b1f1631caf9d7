package player

import (
	"bufio"
	"encoding/csv"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"paddock/games"
	"paddock/games/gamestest"
	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

// beliefs holds the probability of each rank for the piece on a square, in the order of
// board.Ranks. All are 0 without a piece of the seat.
type beliefs [board.Squares][12]float64

// believe returns the odds of a seat's ranks (S61).
func believe(v view.View, seat games.Seat) (b beliefs) {
	for s, m := range v.Men() {
		if i := board.TranslateRank(m.Rank); m.Seat == seat && i >= 0 {
			b[s][i] = 1
		}
	}
	h := newHidden(&v, seat, rand.New(rand.NewPCG(8, 6)))
	for i, odds := range h.odds {
		b[h.suspects[i].at] = odds
	}
	return b
}

// fromMarginals draws a classic set-up square by square from the counts of people's set-ups, until
// the army is used up.
func fromMarginals(rng *rand.Rand) draft {
	var d draft
	left := board.Classic
	for _, s := range rng.Perm(home) {
		var w [12]float64
		total := 0.0
		for r := range w {
			w[r] = people.of(s/board.Size, s%board.Size, r) * float64(left[r]) / float64(board.Classic[r])
			total += w[r]
		}
		at := rng.Float64() * total
		for r := range w {
			if at -= w[r]; at < 0 {
				d[s] = int8(r) + 1
				left[r]--
				break
			}
		}
	}
	return d
}

// squareCost returns the average cost in bits a square of beliefs about a fully hidden set-up, and
// the lower bound: the entropy of the counts. Counts are of home squares, front row first.
func squareCost(b *beliefs, counts *[home][12]float64) (cost, least float64) {
	for s, row := range counts {
		total := 0.0
		for _, n := range row {
			total += n
		}
		for r, n := range row {
			if p := n / total; p > 0 {
				cost -= p * math.Log2(b[view.HomeSquare(view.Blue, s/board.Size, s%board.Size)][r]+1e-6) / home
				least -= p * math.Log2(p) / home
			}
		}
	}
	return cost, least
}

// peopleCounts reads how often people put each rank on each home square.
func peopleCounts(t *testing.T) (counts [home][12]float64) {
	t.Helper()
	lines, err := csv.NewReader(gamestest.Data(t, "stratego/marginals_human.csv")).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines[1:] {
		s := int('4'-line[0][1])*board.Size + int(line[0][0]-'a')
		for r, text := range line[1:] {
			if counts[s][r], err = strconv.ParseFloat(text, 64); err != nil {
				t.Fatal(err)
			}
		}
	}
	return counts
}

// S61: about a fully hidden set-up, beliefs cost not much more than the counts of people's set-ups,
// which are the lower bound: 3.052 bits a square. The rest is doubt whether this set-up is like
// people's; counting alone costs 3.275.
func TestS61Fresh(t *testing.T) {
	counts := peopleCounts(t)
	f := view.Facts{
		Army: [2]board.Counts{board.Classic, board.Classic}, Phase: view.Play,
		Turn: games.SeatSet(view.Red),
	}
	f.Arrange(view.Blue, DefaultSet)
	b := believe(f.For(view.Red), view.Blue)
	cost, least := squareCost(&b, &counts)
	t.Logf("%.4f bits a square, at least %.4f", cost, least)
	if cost > least+0.09 {
		t.Errorf("%.4f bits a square with nothing shown, want at most 0.09 more than %.4f", cost, least)
	}
}

// S61: beliefs about set-ups drawn from the counts cost less than 3.051 bits a square when the
// squares are revealed one by one.
func TestS61Bits(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	bits := func(reveal int) float64 {
		sum, n := 0.0, 0
		for range 12 {
			d := fromMarginals(rng)
			f := view.Facts{
				Army: [2]board.Counts{board.Classic, board.Classic}, Phase: view.Play,
				Turn: games.SeatSet(view.Red),
			}
			f.Arrange(view.Blue, d.String())
			for _, s := range rng.Perm(home)[:reveal] {
				at := view.HomeSquare(view.Blue, s/10, s%10)
				m := f.At(at)
				m.Known = true
				f.Put(at, m)
			}
			b := believe(f.For(view.Red), view.Blue)
			for s, m := range f.Men() {
				if !m.Known {
					sum -= math.Log2(b[s][board.TranslateRank(m.Rank)] + 1e-3)
					n++
				}
			}
		}
		return sum / float64(n)
	}
	fresh := bits(0)
	mean := fresh / 5
	for _, shown := range []int{8, 16, 24, 32} {
		mean += bits(shown) / 5
	}
	t.Logf("%.3f bits a square with nothing shown, %.3f one after the other", fresh, mean)
	if mean >= 3.051 {
		t.Errorf("%.3f bits a square, want less than 3.051", mean)
	}
}

// S61: about a small army that is set up at random, beliefs cost not much more than counting before
// anything is shown. The rest is doubt whether this set-up is like people's.
func TestS61RandomSmallArmies(t *testing.T) {
	for _, army := range []board.Counts{board.Barrage, board.Duel} {
		rng := rand.New(rand.NewPCG(8, 8))
		gain, n := 0.0, 0
		for range 400 {
			f := begun(army, rng)
			b, even := believe(f.For(view.Red), view.Blue), countedOnly(f.For(view.Red))
			for s, m := range f.Men() {
				if m.Seat == view.Blue {
					r := board.TranslateRank(m.Rank)
					gain += math.Log2(b[s][r] / even[s][r])
					n++
				}
			}
		}
		if gain /= float64(n); gain < -0.06 {
			t.Errorf("an army of %d: beliefs gain %.3f bits a piece, want at least -0.06", army.Sum(), gain)
		}
	}
}

// S61: impossible ranks have no belief. A moved piece is neither Bomb nor Flag, used-up ranks are
// out, and the Flag is somewhere.
func TestS61Possible(t *testing.T) {
	f, err := view.ParseFacts("stratego/1 rules=isf army=1,1,1,0,0,0,0,0,1,2,1,1 reveal=after phase=play turn=red board=" +
		"bFb2bB......./........../........../b1'......b8../..~~..~~../..~~..~~b9'!./........../........../r9........./rF........r2 red=- blue=- moves=- result=-")
	if err != nil {
		t.Fatal(err)
	}
	v := f.For(view.Red)
	rng := rand.New(rand.NewPCG(8, 9))
	b := believe(v, view.Blue)
	flags := 0.0
	for s := range b {
		flags += b[s][flag]
	}
	if moved := b[60]; moved[flag] != 0 || moved[bomb] != 0 || moved[marshal] == 0 || math.Abs(b[48][scout]-1) > 1e-3 ||
		math.Abs(flags-1) > 1e-3 {
		t.Errorf("a7 %v, i5 %v, %.3f Flags", moved, b[48], flags)
	}
	for range 50 {
		f := Guess(v, rng)
		for i, n := range f.Missing(view.Blue) {
			if n < 0 {
				t.Fatalf("a guess has %ds too many", i)
			}
		}
		if f.For(view.Red).Text() != v.Text() {
			t.Fatal("a guess does not look like what was seen")
		}
	}
}

// S61: a Bomb that was shown makes the unmoved pieces beside it likelier Flags. The statistics are
// the same for a square and its mirror image.
func TestS61ShownBomb(t *testing.T) {
	f := view.Facts{
		Army: [2]board.Counts{board.Classic, board.Classic}, Phase: view.Play,
		Turn: games.SeatSet(view.Red),
	}
	f.Arrange(view.Red, DefaultSet)
	f.Arrange(view.Blue, DefaultSet)
	at := func(row, col int) board.Square { return view.HomeSquare(view.Blue, row, col) }
	f.Put(at(1, 3), view.Man{Seat: view.Red, Rank: '7', Moved: true}) // the square before the Bomb on the third row
	if !f.Follow(view.Ply{From: at(1, 3), To: at(2, 3), Attacker: '7', Defender: board.Bomb}) {
		t.Fatal("no attack on the Bomb")
	}
	b := believe(f.For(view.Red), view.Blue)
	if behind, mirrored := b[at(3, 3)][flag], b[at(3, 6)][flag]; behind < 1.5*mirrored {
		t.Errorf("the piece behind a shown Bomb is the Flag with %.3f, its mirror image with %.3f", behind, mirrored)
	}
}

// Approaching a known strong piece suggests strength.
func TestS61Boldness(t *testing.T) {
	strong := func(steps string) float64 {
		f := view.Facts{
			Army: [2]board.Counts{board.Classic, board.Classic}, Phase: view.Play,
			Turn: games.SeatSet(view.Blue),
		}
		f.Arrange(view.Red, DefaultSet)
		f.Arrange(view.Blue, DefaultSet)
		f.Put(44, view.Man{Seat: view.Red, Rank: '3', Moved: true}) // the piece on e5, which can beat the Captain on e6
		f.Put(54, view.Man{Seat: view.Blue, Rank: '5', Moved: true})
		f.Put(22, view.Man{})
		f.Put(83, view.Man{})
		f.Turn = games.SeatSet(view.Red)
		f.Follow(view.Ply{From: 44, To: 54, Attacker: '3', Defender: '5'})
		var from, to board.Square
		from, rest, _ := board.ParseSquare(steps)
		to, _, _ = board.ParseSquare(rest)
		f.Follow(view.Ply{From: from, To: to})
		b := believe(f.For(view.Red), view.Blue)
		return b[to][marshal] + b[to][general]
	}
	if bold, shy := strong("f7f6"), strong("j7j6"); bold < 1.3*shy {
		t.Errorf("who goes beside a Colonel is Marshal or General with %.3f, who goes elsewhere with %.3f", bold, shy)
	}
}

// S61: in games that were not learned from, the acts and missed chances of hidden pieces tell more
// than counting does.
func TestS61Habits(t *testing.T) {
	file, err := os.Open("testdata/games.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var all []view.Facts
	for lines := bufio.NewScanner(file); lines.Scan(); {
		f, err := view.ParseFacts(lines.Text())
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, f)
	}
	cost, counting := missed(all, 100, 200)
	t.Logf("%d games: %.3f bits a hidden piece, %.3f by counting", len(all), cost, counting)
	if cost > counting-0.15 {
		t.Errorf("beliefs cost %.3f bits a hidden piece, counting alone %.3f: want at least 0.15 less", cost, counting)
	}
}
