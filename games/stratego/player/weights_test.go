package player

import (
	"bufio"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"paddock/games"
	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

// An evaluation fitted to self-play is a sum of feature values for one side minus those of the
// other, in hundredths of log odds. Every piece has a state and a square; movable pieces also have
// a standing. See TestFit.
const (
	// There are three features of each rank: its pieces that never moved, that moved, and that are
	// known
	stateFeature = 0
	// The number, for each rank from Marshal to Sergeant, how many higher ranks the other side has
	// left
	standFeature = stateFeature + 3*12
	rareFeature  = standFeature + 7 // a Spy that has no Marshal to take, and a Miner of the last two
	// The squares of each rank: 10 rows from its own side, and 5 files from the edge
	squareFeature = rareFeature + 2
	threatFeature = squareFeature + 12*50 // features by the number of steps of a movable piece to the other side's Flag
	farthest      = 15                    // the distance from which on all pieces count alike
	turnFeature   = threatFeature + farthest
	featureCount  = turnFeature + 1
)

// squareOn returns the index of a cell among a rank's squares, for a seat.
func squareOn(seat int8, c int) int {
	s := squareOf(c)
	row, file := s.Row(), min(s.File(), 9-s.File())
	if seat == 1 {
		row = 9 - row
	}
	return 5*row + file
}

// standing returns the number of ranks in a list that beat a rank.
func standing(r int, left *board.Counts) (higher int) {
	for q := 1; q < r; q++ {
		if left[q] > 0 {
			higher++
		}
	}
	return min(higher, 6)
}

// state returns what the other side knows of a piece: 0 for nothing, 1 that it has moved, 2 its
// rank.
func (g *spar) state(i int) int {
	switch {
	case g.men[i].known:
		return 2
	case g.moved[i]:
		return 1
	}
	return 0
}

// example is a position of self-play: its features, as n+1 for one side and -n-1 for the other, and
// RED's final score.
type example struct {
	features []int16
	result   float32
}

// examples replays a game and samples positions after quiet plies, one in the given number.
func (g *spar) examples(every int, rng *rand.Rand) (list []example) {
	result := float32(0.5)
	switch g.winner {
	case view.Red:
		result = 1
	case view.Blue:
		result = 0
	}
	for i, m := range g.plies {
		if u := g.step(m); u.target < 0 && i > 2 && rng.IntN(every) == 0 {
			left := g.remaining()
			list = append(list, example{g.features(&left), result})
		}
	}
	return list
}

// features returns the features of a position with all ranks known.
func (g *spar) features(left *[2]board.Counts) (list []int16) {
	for s := range int8(2) {
		sign := int16(1 - 2*int(s))
		add := func(feature int) { list = append(list, sign*int16(feature+1)) }
		var far, mined [cells]int
		for i := 40 * int(1-s); i < 40*int(1-s)+g.count[1-s]; i++ {
			if m := &g.men[i]; m.rank == flag && m.cell >= 0 {
				p := &worth{ours: 1 - s}
				far = g.distances(m.cell, func(t *man) int { return p.toll(t, 0) })
				mined = g.distances(m.cell, func(t *man) int { return p.toll(t, 2) })
			}
		}
		for i := 40 * int(s); i < 40*int(s)+g.count[s]; i++ {
			m := &g.men[i]
			if m.cell < 0 || m.rank == flag {
				continue
			}
			r := int(m.rank)
			add(stateFeature + 12*g.state(i) + r)
			if !mobile[r] {
				continue
			}
			add(squareFeature + 50*r + squareOn(s, int(m.cell)))
			if r <= 7 {
				add(standFeature + standing(r, &left[1-s]))
			}
			if r == spy && left[1-s][marshal] == 0 {
				add(rareFeature)
			}
			if r == miner && left[s][miner] <= 2 {
				add(rareFeature + 1)
			}
			d := far[m.cell]
			if r == miner {
				d = mined[m.cell]
			}
			if d > 0 {
				add(threatFeature + min(d, farthest) - 1)
			}
		}
		if g.toMove == s {
			add(turnFeature)
		}
	}
	return list
}

func (e *example) sum(w *[featureCount]float64) (v float64) {
	for _, n := range e.features {
		if n > 0 {
			v += w[n-1]
		} else {
			v -= w[-n-1]
		}
	}
	return v
}

func expected(v float64) float64 { return 1 / (1 + math.Exp(-v)) }

// surprise returns the mean logarithmic loss.
func surprise(w *[featureCount]float64, list []example) (sum float64) {
	for i := range list {
		e := &list[i]
		p := min(max(expected(e.sum(w)), 1e-9), 1-1e-9)
		sum -= float64(e.result)*math.Log(p) + float64(1-e.result)*math.Log(1-p)
	}
	return sum / float64(max(1, len(list)))
}

// descend fits weights by gradient descent with a step size for each (Adam).
func descend(t *testing.T, fit, check []example, rounds int) (w [featureCount]float64) {
	const batch, ridge = 64, 3e-5
	var mean, square, gradient [featureCount]float64
	rng := rand.New(rand.NewPCG(1, 2))
	step := 0.0
	for round := range rounds {
		rate := 0.01 * (1 - float64(round)/float64(rounds))
		rng.Shuffle(len(fit), func(i, j int) { fit[i], fit[j] = fit[j], fit[i] })
		for at := 0; at+batch <= len(fit); at += batch {
			clear(gradient[:])
			for i := range fit[at : at+batch] {
				e := &fit[at+i]
				off := (expected(e.sum(&w)) - float64(e.result)) / batch
				for _, n := range e.features {
					if n > 0 {
						gradient[n-1] += off
					} else {
						gradient[-n-1] -= off
					}
				}
			}
			step++
			c1, c2 := 1-math.Pow(0.9, step), 1-math.Pow(0.999, step)
			for j := range w {
				g := gradient[j] + ridge*w[j]
				mean[j] = 0.9*mean[j] + 0.1*g
				square[j] = 0.999*square[j] + 0.001*g*g
				w[j] -= rate * mean[j] / c1 / (math.Sqrt(square[j]/c2) + 1e-6)
			}
		}
		t.Logf("round %d of %d: loss %.4f, kept out %.4f", round+1, rounds, surprise(&w, fit), surprise(&w, check))
	}
	return w
}

// center moves the average value of squares to the ranks.
func center(w *[featureCount]float64, list []example) {
	var seen [12 * 50]float64
	for i := range list {
		for _, n := range list[i].features {
			if at := max(n, -n) - 1 - squareFeature; at >= 0 && at < int16(len(seen)) {
				seen[at]++
			}
		}
	}
	for r := range 12 {
		sum, all := 0.0, 0.0
		for i := range 50 {
			sum += seen[50*r+i] * w[squareFeature+50*r+i]
			all += seen[50*r+i]
		}
		if all == 0 {
			continue
		}
		for i := range 50 {
			at := squareFeature + 50*r + i
			w[at] -= sum / all
			if seen[50*r+i] == 0 {
				w[at] = 0
			}
		}
		for state := range 3 {
			w[stateFeature+12*state+r] += sum / all
		}
	}
}

// scale is the number of points of the hand-made evaluation per unit of log odds. For Review a lead
// of evenly means odds of three to one.
const scale = evenly / 1.0986

// TestFit fits the evaluation to the games of TestSelfPlay and writes it to fitted-ARMY.txt in the
// folder PADDOCK_FIT. The logistic function of a position's value is the expected score. Every
// tenth game is held out, and its loss is logged.
func TestFit(t *testing.T) {
	dir := os.Getenv("PADDOCK_FIT")
	if dir == "" {
		t.Skip("PADDOCK_FIT is not set: it names the folder with games of self-play")
	}
	for _, army := range fitArmies(t) {
		fit, check := readExamples(t, dir, army, 1+army.counts.Sum()/3)
		w := descend(t, fit, check, 8)
		center(&w, fit)
		hand := byHand(fit, check)
		t.Logf("%s: %d positions, %d kept out: loss %.4f there; material by hand %.4f, knowing nothing %.4f", army.name,
			len(fit), len(check), surprise(&w, check), hand, math.Ln2)
		var out strings.Builder
		for _, x := range w {
			fmt.Fprintf(&out, "%.0f\n", x*scale)
		}
		if err := os.WriteFile(filepath.Join(dir, "fitted-"+army.name+".txt"), []byte(out.String()),
			0o644); err != nil {
			t.Fatal(err)
		}
		for r := 1; r < 12; r++ {
			t.Logf("%-10s never moved %4.0f, moved %4.0f, known %4.0f; by hand %d", board.Ranks[r].Name(), scale*w[r],
				scale*w[12+r], scale*w[24+r], base[r])
		}
		t.Logf("standing %.0f, rare %.0f, threat by steps %.0f, to move %.0f", scaled(w[standFeature:standFeature+7]),
			scaled(w[rareFeature:rareFeature+2]), scaled(w[threatFeature:turnFeature]), scaled(w[turnFeature:]))
	}
}

func scaled(w []float64) (list []float64) {
	for _, x := range w {
		list = append(list, scale*x)
	}
	return list
}

// byHand returns the loss of the hand-made piece table, scaled as well as possible.
func byHand(fit, check []example) float64 {
	best, loss := 0.0, math.Inf(1)
	table := func(scale float64) *[featureCount]float64 {
		var w [featureCount]float64
		for state := range 3 {
			for r := range base {
				w[stateFeature+12*state+r] = float64(base[r]) * scale
			}
		}
		return &w
	}
	for s := 0.0005; s < 0.02; s *= 1.2 {
		if l := surprise(table(s), fit[:min(len(fit), 20_000)]); l < loss {
			best, loss = s, l
		}
	}
	return surprise(table(best), check)
}

// readExamples reads games. It logs how many were stopped, and how often stopping would have been
// wrong in the others.
func readExamples(t *testing.T, dir string, army fitArmy, every int) (fit, check []example) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "stratego-"+army.name+"-*.txt"))
	if err != nil || len(names) == 0 {
		t.Fatal("no games of ", army.name, err)
	}
	all, off, right, wrong, drawn, plies := 0, 0, 0, 0, 0, 0
	for _, name := range names {
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(file)
		for lines.Buffer(nil, 1<<20); lines.Scan(); all++ {
			g := readSpar(t, army.counts, lines.Text())
			plies += len(g.plies)
			switch {
			case g.broken:
				off++
			case g.ahead == games.Spectator:
			case g.ahead == g.winner:
				right++
			default:
				wrong++
			}
			if g.winner == games.Spectator {
				drawn++
			}
			list := g.examples(every, rand.New(rand.NewPCG(uint64(all), 5)))
			if all%10 == 9 {
				check = append(check, list...)
			} else {
				fit = append(fit, list...)
			}
		}
		file.Close()
	}
	t.Logf("%d games, %d plies each, %d drawn; %d broken off; of those that could have been and were not, who was ahead won %d and did not win %d", all, plies/max(1, all), drawn, off, right, wrong)
	return fit, check
}
