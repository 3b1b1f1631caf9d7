package kalah

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"paddock/games/search"
)

// These are the settings of the games of TestSelfPlay and of their searches.
const (
	fitQuick = 3_000  // number of nodes for the choice of a move
	fitDeep  = 20_000 // number of nodes for the value of a position
)

// TestSelfPlay plays games from starts of three to six beans, one move in five at random, and
// appends one position in four with the value that a search gives it to kalah.txt in the folder
// PADDOCK_FIT. Ninety thousand positions took a quarter of an hour.
//
//	PADDOCK_FIT=/tmp/fit go test -run 'SelfPlay|Fit' -v -timeout 5h ./games/kalah
func TestSelfPlay(t *testing.T) {
	dir := os.Getenv("PADDOCK_FIT")
	if dir == "" {
		t.Skip("PADDOCK_FIT is not set: it names the folder for positions of self-play")
	}
	file, err := os.OpenFile(filepath.Join(dir, "kalah.txt"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	at, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(uint64(at.Size()), 0x666974))
	th := thinker{table: true}
	for written := 0; written < 90_000; {
		p := position{board: newBoard(fittedHoles, 3+rng.IntN(4)), toMove: south}
		for p.toMove != over && p.beansInPlay(south)+p.beansInPlay(north) >= 8 {
			if rng.IntN(4) == 0 {
				rows, _ := p.pack()
				ahead := p.beans(p.toMove, pot) - p.beans(1-p.toMove, pot)
				got := th.think(t.Context(), p, sturdy, search.Limits{Nodes: fitDeep})
				if _, err := fmt.Fprintf(file, "%x %x %d\n", rows.own, rows.opp, got.margin-ahead); err != nil {
					t.Fatal(err)
				}
				written++
			}
			if rng.IntN(5) == 0 {
				p.play(p.random(rng))
				continue
			}
			p.play(th.think(t.Context(), p, sturdy, search.Limits{Nodes: fitQuick}).hole)
		}
	}
}

// valued is a position for the fit: the values that its estimate adds up, and what it is worth.
type valued struct {
	rows  pair
	parts []int
	worth float64
}

// TestFit fits the estimate to the positions of TestSelfPlay by stochastic gradient descent and
// writes weights.txt. Every tenth position is held out, and its error is logged.
func TestFit(t *testing.T) {
	dir := os.Getenv("PADDOCK_FIT")
	if dir == "" {
		t.Skip("PADDOCK_FIT is not set: it names the folder with positions of self-play")
	}
	text, err := os.ReadFile(filepath.Join(dir, "kalah.txt"))
	if err != nil {
		t.Fatal(err)
	}
	e := &estimate{facing: new([packedHoles][facingBeans][facingBeans]int16)}
	var cells []*int16
	index := make(map[*int16]int)
	for cell := range e.fitted() {
		index[cell] = len(cells)
		cells = append(cells, cell)
	}
	var list []valued
	for line := range strings.Lines(string(text)) {
		var v valued
		if _, err := fmt.Sscanf(line, "%x %x %f", &v.rows.own, &v.rows.opp, &v.worth); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		for _, cell := range e.parts(v.rows) {
			v.parts = append(v.parts, index[cell])
		}
		list = append(list, v)
	}
	rng := rand.New(rand.NewPCG(1, 0x666974))
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	fit, check := list[len(list)/10:], list[:len(list)/10]
	w := descend(rng, fit, len(cells))
	for i, cell := range cells {
		*cell = int16(math.Round(w[i] * sixteenths))
	}
	before, formula := lapsFor(fittedHoles).estimate, formulaFor(fittedHoles)
	t.Logf("%d positions; mean square error %.2f, kept out %.2f; with the weights in use %.2f, the formula %.2f",
		len(list), e.mse(fit), e.mse(check), before.mse(check), formula.mse(check))
	var out strings.Builder
	out.WriteString(weightsTitle)
	for i, cell := range cells {
		end := " "
		if (i+1)%24 == 0 || i == len(cells)-1 {
			end = "\n"
		}
		fmt.Fprintf(&out, "%d%s", *cell, end)
	}
	if err := os.WriteFile("weights.txt", []byte(out.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// parts returns the fitted values that the estimate of a position adds up.
func (e *estimate) parts(p pair) []*int16 {
	s := stage(sum(p.own) + sum(p.opp))
	list := []*int16{&e.onMove[s]}
	for i := range fittedHoles {
		own, opp := uint8(p.own>>(8*i)), uint8(p.opp>>(8*i))
		list = append(list, &e.holes[s][0][i][min(own, fittedBeans-1)], &e.holes[s][1][i][min(opp, fittedBeans-1)])
		across := uint8(p.opp >> (8 * (fittedHoles - 1 - i)))
		list = append(list, &e.facing[i][min(own, facingBeans-1)][min(across, facingBeans-1)])
	}
	return list
}

// descend returns n values that add up to what the positions are worth, by Adagrad: rare values
// move far at first, frequent ones settle, and all are drawn a little towards zero.
func descend(rng *rand.Rand, list []valued, n int) []float64 {
	w, squares := make([]float64, n), make([]float64, n)
	for epoch := range 20 {
		rate := 0.3
		if epoch > 12 {
			rate = 0.1
		}
		for _, i := range rng.Perm(len(list)) {
			miss := -list[i].worth
			for _, k := range list[i].parts {
				miss += w[k]
			}
			for _, k := range list[i].parts {
				slope := miss + 0.02*w[k]
				squares[k] += slope * slope
				w[k] -= rate * slope / (math.Sqrt(squares[k]) + 1)
			}
		}
	}
	return w
}

func (e *estimate) mse(list []valued) float64 {
	total := 0.0
	for _, v := range list {
		miss := float64(e.of(fittedHoles, &v.rows)) - v.worth
		total += miss * miss
	}
	return total / float64(len(list))
}

// TestEstimateParts compares the quick estimate with the sum of the values that it is made of, on
// positions of all stages.
func TestEstimateParts(t *testing.T) {
	e := lapsFor(fittedHoles).estimate
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		p := position{board: newBoard(fittedHoles, 1+rng.IntN(6)), toMove: south}
		for p.toMove != over {
			rows, _ := p.pack()
			want := 0
			for _, v := range e.parts(rows) {
				want += int(*v)
			}
			if got := e.of(fittedHoles, &rows); got != int(math.Floor(float64(want)/sixteenths+.5)) {
				t.Fatalf("%s: %d, want %d/%d", text(p), got, want, sixteenths)
			}
			p.play(p.random(rng))
		}
	}
}
