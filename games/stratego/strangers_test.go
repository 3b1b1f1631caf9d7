package stratego

import (
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"paddock/games"
	"paddock/games/stratego/board"
	"paddock/games/stratego/player"
	"paddock/games/stratego/view"
)

// stranger is a style of play with random preferences. Beliefs are fitted to many strangers, so
// that no single style counts as everybody's.
type stranger struct {
	gain    float64     // weight of what an attack gains on average
	unknown float64     // bonus for an attack on an unknown piece
	risk    float64     // weight of the risk of such an attack, and of a stay beside an unknown piece that has moved
	hide    float64     // price of revealing a piece, as a part of its value
	flee    float64     // weight of flight from a known stronger piece
	shun    float64     // weight of squares beside a known stronger piece
	ahead   float64     // bonus for steps forward
	hunt    float64     // weight of known targets against unknown ones
	far     float64     // exponent by which distance makes a target less attractive
	again   float64     // bonus for the piece that moved last
	worth   float64     // exponent of the values of pieces; a lower exponent makes the values more equal
	like    [12]float64 // bonus for moves by rank
	noise   float64     // random error in the value of every move
}

// newStranger returns a random style.
func newStranger(rng *rand.Rand) *stranger {
	u := func(from, to float64) float64 { return from + (to-from)*rng.Float64() }
	w := &stranger{
		gain: u(0.3, 4), unknown: u(-6, 12), risk: u(0, 0.6), hide: u(0, 0.25), flee: u(0, 2), shun: u(0, 3),
		ahead: u(-0.5, 3),
		hunt:  u(0, 3), far: u(0.5, 2.5), again: u(-1, 4), worth: u(0.4, 1.2), noise: math.Exp(u(-1, 2.5)),
	}
	taste := u(0, 4)
	for r := range w.like {
		w.like[r] = taste * rng.NormFloat64()
	}
	return w
}

// choose picks the move of the highest value.
func (w *stranger) choose(v view.View, seed uint64) view.Move {
	rng := rand.New(rand.NewPCG(seed, uint64(v.Log.Len())))
	r := newReasoner(&v)
	targets := r.targets()
	best, score := view.Move{Kind: view.Claim}, -1e9
	for _, m := range v.Steps(v.Seat, true) {
		if s := w.value(r, m, targets) + w.noise*rng.NormFloat64(); s > score {
			best, score = m, s
		}
	}
	return best
}

// value returns how much a stranger likes a move.
func (w *stranger) value(r *reasoner, m view.Move, targets []target) (s float64) {
	a, d := r.v.At(m.From), r.v.At(m.To)
	rank := board.TranslateRank(a.Rank)
	mine := math.Pow(worths[rank], w.worth)
	s = w.like[rank]
	if n := r.v.Log.Len(); n >= 2 && r.v.Log.At(n-2).To == m.From {
		s += w.again
	}
	if r.menaced(a, m.From) {
		s += w.flee * mine
	}
	if !d.None() {
		gain, risk := r.fight(a.Rank, d)
		s += w.gain * gain
		if d.Rank == board.Unknown {
			s += w.unknown - w.risk*risk*mine
		}
		if !a.Known {
			s -= w.hide * mine
		}
		return s
	}
	s -= 2 * r.back(m)
	if r.menaced(a, m.To) {
		s -= w.shun * mine
	}
	up := m.To.Row() - m.From.Row()
	if r.v.Seat != red {
		up = -up
	}
	s += w.ahead * float64(min(1, max(-1, up)))
	for o, e := range r.v.Men() {
		if e.Seat != r.v.Seat && e.Rank == board.Unknown && e.Moved && o.Location().IsAdjacent(m.To.Location()) {
			s -= w.risk * mine / 5
		}
	}
	pull := 0.0
	for _, t := range targets {
		e := r.v.At(t.at)
		if t.far[m.To] >= t.far[m.From] {
			continue
		}
		gain, _ := r.fight(a.Rank, e)
		if e.Rank != board.Unknown {
			gain *= w.hunt
		}
		pull = max(pull, gain/math.Pow(float64(1+t.far[m.To]), w.far))
	}
	return s + pull
}

// vacant is the rank of a square without a piece.
const vacant = 12

// preference holds the logarithms of the likelihoods of ranks by home square, front row first.
type preference [view.Home][vacant + 1]float64

// readPreference reads counts of people's set-ups.
func readPreference(t *testing.T, name string) (likely preference) {
	t.Helper()
	file, err := os.Open(filepath.Join("player", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines[1:] {
		s := int('4'-line[0][1])*board.Size + int(line[0][0]-'a')
		for r, text := range line[1:] {
			n, err := strconv.ParseFloat(text, 64)
			if err != nil {
				t.Fatal(err)
			}
			likely[s][r] = math.Log(n + 0.5)
		}
	}
	return likely
}

// setup draws a set-up by a Markov chain of swaps. Bombs are near the Flag, unless no square is
// preferred.
func (likely *preference) setup(army board.Counts, rng *rand.Rand) string {
	for {
		if rows := likely.draw(army, rng); view.FirstStep(view.Red, rows) {
			return rows
		}
	}
}

func (likely *preference) draw(army board.Counts, rng *rand.Rand) string {
	const swaps, near = 6000, 0.9
	var rows [view.Home]int
	n := 0
	for r, count := range army {
		for range count {
			rows[n] = r
			n++
		}
	}
	for ; n < view.Home; n++ {
		rows[n] = vacant
	}
	rng.Shuffle(n, func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	guard := func(p, q int) bool {
		return board.Ranks[p] == board.Flag && q != vacant && board.Ranks[q] == board.Bomb
	}
	value := func(s int) float64 {
		sum := likely[s][rows[s]]
		for _, o := range [4]int{s - board.Size, s + board.Size, s - 1, s + 1} {
			if o < 0 || o >= view.Home || o/board.Size != s/board.Size && o%board.Size != s%board.Size {
				continue
			}
			if p, q := min(rows[s], rows[o]), max(rows[s], rows[o]); p != vacant && guard(p, q) {
				sum += near
			}
		}
		return sum
	}
	for range swaps {
		if *likely == (preference{}) {
			break
		}
		i, j := rng.IntN(n), rng.IntN(n)
		before := value(i) + value(j)
		rows[i], rows[j] = rows[j], rows[i]
		if after := value(i) + value(j); after < before && rng.Float64() >= math.Exp(after-before) {
			rows[i], rows[j] = rows[j], rows[i]
		}
	}
	var b strings.Builder
	for s, r := range rows {
		if s > 0 && s%board.Size == 0 {
			b.WriteByte('/')
		}
		if r == vacant {
			b.WriteByte('.')
		} else {
			b.WriteByte(byte(board.Ranks[r]))
		}
	}
	return b.String()
}

// TestGamesOfStrangers plays games for TestLearn of the package player, and writes them to the
// folder PADDOCK_LESSONS. None of the styles that TestGamesOfOutsiders judges is among them, and
// none of its set-ups but random ones. PADDOCK_LEARN is the number of games of each kind.
func TestGamesOfStrangers(t *testing.T) {
	dir := os.Getenv("PADDOCK_LESSONS")
	wanted, _ := strconv.Atoi(os.Getenv("PADDOCK_LEARN"))
	if dir == "" || wanted == 0 {
		t.Skip("set PADDOCK_LEARN to a number of games, and PADDOCK_LESSONS to a folder for them")
	}
	someone := func(rng *rand.Rand) chooser {
		switch k := rng.IntN(12); {
		case k < 2:
			return hunter
		case k < 3:
			return greedy
		case k < 4:
			return level(games.Easy, 300)
		case k < 6:
			return level(games.Hard, 1500)
		}
		return newStranger(rng).choose
	}
	people, few := readPreference(t, "marginals_human.csv"), readPreference(t, "marginals_barrage.csv")
	for _, kind := range []struct {
		name   string
		likely *preference
		armies [2]board.Counts
	}{
		{"people", &people, [2]board.Counts{board.Classic, board.Classic}},
		{"random", new(preference), [2]board.Counts{board.Classic, board.Classic}},
		{"few-people", &few, [2]board.Counts{board.Barrage, board.Duel}},
		{"few-random", new(preference), [2]board.Counts{board.Barrage, board.Duel}},
	} {
		var lines strings.Builder
		for seed := range uint64(wanted) {
			rng := rand.New(rand.NewPCG(seed, 991))
			seat := games.Seat(seed % 2)
			players := [2]chooser{someone(rng), someone(rng)}
			army := kind.armies[seed/2%2]
			var setups [2]string
			setups[seat] = kind.likely.setup(army, rng)
			setups[1-seat] = player.Setup(army, rng)
			f := playOut(army, setups, players, seed)
			fmt.Fprintln(&lines, seat, f.Text())
		}
		if err := os.WriteFile(filepath.Join(dir, kind.name+".txt"), []byte(lines.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
