package halatafl

import (
	"bufio"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/search"
)

// TestSelfPlay plays the games for TestFit and appends them to halatafl.txt in the folder PADDOCK_FIT. A new run continues an interrupted one.
//
//	PADDOCK_FIT=/tmp/fit go test -run 'SelfPlay|Fit' -v -timeout 5h ./games/halatafl
func TestSelfPlay(t *testing.T) {
	dir := os.Getenv("PADDOCK_FIT")
	if dir == "" {
		t.Skip("PADDOCK_FIT is not set: it names the folder for games of self-play")
	}
	wanted := 3000
	if n, err := strconv.Atoi(os.Getenv("PADDOCK_FIT_GAMES")); err == nil {
		wanted = n
	}
	name := filepath.Join(dir, "halatafl.txt")
	done := len(readLines(t, name))
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	began, m := time.Now(), newMind(1<<20)
	for i := done; i < wanted; i++ {
		if _, err := fmt.Fprintln(file, selfPlay(m, uint64(i))); err != nil {
			t.Fatal(err)
		}
		if played := i + 1 - done; played%100 == 0 {
			left := time.Duration(float64(time.Since(began)) / float64(played) * float64(wanted-i-1))
			t.Logf("%d of %d games, %s left", i+1, wanted, left.Round(time.Second))
		}
	}
}

// readLines reads the lines of a file; none if there is no such file.
func readLines(t *testing.T, name string) (lines []string) {
	t.Helper()
	file, err := os.Open(name)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	in := bufio.NewScanner(file)
	for in.Buffer(nil, 1<<20); in.Scan(); {
		lines = append(lines, in.Text())
	}
	return lines
}

const selfPlayNodes = 1000

// selfPlay plays a game with few nodes and some random moves. It writes the result: 1 for the sheep, 0 for the foxes, 0.5 for a draw. Then come the
// boards without an immediate capture: sheep, foxes, and whether the foxes are to move.
func selfPlay(m *mind, seed uint64) string {
	rng := rand.New(rand.NewPCG(seed, 0x666974))
	p := opening(13+int(seed%8), 1<<32+seed) // an opening with a seed that no match uses
	var line strings.Builder
	for p.end() == "" {
		if !p.foxesToMove || p.jumpers() == 0 { // when the foxes must capture, the evaluation only sees the position after it
			fmt.Fprintf(&line, " %x,%x,%t", uint64(p.sheep), uint64(p.foxes), p.foxesToMove)
		}
		list := p.appendChanges(nil)
		c := list[rng.IntN(len(list))]
		if len(list) > 1 && rng.IntN(30) > 0 {
			c = m.think(context.Background(), p, search.Limits{Nodes: selfPlayNodes}, rng.Uint64())
		}
		p, _ = p.play(c)
	}
	result := 0.5
	switch o, _ := (rules{}).Outcome(p); o.Winners() {
	case games.SeatSet(sheepSeat):
		result = 1
	case games.SeatSet(foxesSeat):
		result = 0
	}
	return fmt.Sprint(result) + line.String()
}

// TestFit fits the evaluation to the games of TestSelfPlay and writes the weights to weights.txt. The logistic function of a board's value is the
// sheep's expected score. Every tenth game is held out, and its error is logged.
func TestFit(t *testing.T) {
	dir := os.Getenv("PADDOCK_FIT")
	if dir == "" {
		t.Skip("PADDOCK_FIT is not set: it names the folder with games of self-play")
	}
	var fit, check []example
	for i, line := range readLines(t, filepath.Join(dir, "halatafl.txt")) {
		if i%10 == 9 {
			check = append(check, readGame(t, line)...)
		} else {
			fit = append(fit, readGame(t, line)...)
		}
	}
	t.Logf("%d boards, %d kept out", len(fit), len(check))
	var old, none [features]float64
	for i, w := range fittedWeights {
		old[i] = float64(w) / logit
	}
	t.Logf("mean logarithmic loss: knowing nothing %.4f, with the weights in use %.4f", loss(none, check), loss(old, check))
	w := logistic(t, fit, check)
	var out strings.Builder
	out.WriteString("# What features are worth to the sheep: see judge.go. TestFit wrote it.\n")
	for _, x := range w {
		fmt.Fprintf(&out, "%.0f\n", x*logit)
	}
	if err := os.WriteFile("weights.txt", []byte(out.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// example is a board and the result of its game.
type example struct {
	features [features]int8
	result   float64
}

func readGame(t *testing.T, line string) (list []example) {
	t.Helper()
	fields := strings.Fields(line)
	result, err := strconv.ParseFloat(fields[0], 64)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range fields[1:] {
		part := strings.Split(f, ",")
		sheep, err1 := strconv.ParseUint(part[0], 16, 64)
		foxes, err2 := strconv.ParseUint(part[1], 16, 64)
		if err1 != nil || err2 != nil {
			t.Fatal(f)
		}
		b := board{sheep: set(sheep), foxes: set(foxes), foxesToMove: part[2] == "true"}
		list = append(list, example{b.features(), result})
	}
	return list
}

func (e *example) expected(w *[features]float64) float64 {
	v := 0.0
	for i, n := range e.features {
		if n != 0 {
			v += w[i] * float64(n)
		}
	}
	return 1 / (1 + math.Exp(-v))
}

func loss(w [features]float64, list []example) (sum float64) {
	for i := range list {
		e := &list[i]
		p := min(max(e.expected(&w), 1e-9), 1-1e-9)
		sum -= e.result*math.Log(p) + (1-e.result)*math.Log(1-p)
	}
	return sum / float64(max(1, len(list)))
}

// logistic fits by gradient descent with a step size for each weight (Adam).
func logistic(t *testing.T, fit, check []example) (w [features]float64) {
	const rounds, batch, ridge = 30, 64, 1e-5
	var mean, square [features]float64
	rng := rand.New(rand.NewPCG(1, 2))
	step := 0
	for round := range rounds {
		rate := 0.02 * (1 - float64(round)/rounds)
		rng.Shuffle(len(fit), func(i, j int) { fit[i], fit[j] = fit[j], fit[i] })
		for at := 0; at+batch <= len(fit); at += batch {
			var gradient [features]float64
			for i := range fit[at : at+batch] {
				e := &fit[at+i]
				off := e.expected(&w) - e.result
				for j, n := range e.features {
					gradient[j] += off * float64(n) / batch
				}
			}
			step++
			for j := range w {
				g := gradient[j] + ridge*w[j]
				mean[j] = 0.9*mean[j] + 0.1*g
				square[j] = 0.999*square[j] + 0.001*g*g
				w[j] -= rate * mean[j] / (1 - math.Pow(0.9, float64(step))) / (math.Sqrt(square[j]/(1-math.Pow(0.999, float64(step)))) + 1e-6)
			}
		}
		if round%5 == 4 {
			t.Logf("round %d of %d: loss %.4f, kept out %.4f", round+1, rounds, loss(w, fit), loss(w, check))
		}
	}
	return w
}

// features counts all features of a board.
func (b *board) features() (f [features]int8) {
	empty := b.empty()
	f[sheepLeft+b.sheep.len()] = 1
	for i, s := range placeSets {
		f[sheepOn+i] = int8((b.sheep & s).len())
		f[foxOn+i] = int8((b.foxes & s).len())
	}
	f[backed] = int8((b.sheep & (b.sheep << up)).len())
	f[freedom] = int8((b.sheep << up & empty).len() + (b.sheep << side & empty).len() + (b.sheep >> side & empty).len())
	f[loose] = int8(b.loose().len())
	for s := b.foxes; s != 0; s &= s - 1 {
		fox := s.first()
		steps := int8((neighbours[fox] & empty).len())
		f[mobility] += steps
		if steps <= 1 {
			f[cramped]++
		}
		for _, j := range jumps[fox] {
			if b.sheep.has(j.over) && empty.has(j.land) {
				f[hanging]++
			}
		}
	}
	if b.foxes.len() == 1 {
		f[oneFox], f[oneMoves] = 1, f[mobility]
	}
	if b.foxesToMove {
		f[foxesTurn] = 1
	}
	return f
}
