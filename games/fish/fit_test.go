package fish

import (
	"bytes"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"paddock/games"
)

// TestSelfPlay plays the games for TestFit and appends them to fish.txt in the folder PADDOCK_FIT.
// It takes a quarter of an hour; a new run continues an interrupted one.
//
//	PADDOCK_FIT=/tmp/fit go test -run 'SelfPlay|Fit' -v -timeout 5h ./games/fish
func TestSelfPlay(t *testing.T) {
	dir := os.Getenv("PADDOCK_FIT")
	if dir == "" {
		t.Skip("PADDOCK_FIT is not set: it names the folder for games of self-play")
	}
	wanted := 4000
	if n, err := strconv.Atoi(os.Getenv("PADDOCK_FIT_GAMES")); err == nil {
		wanted = n
	}
	name := filepath.Join(dir, "fish.txt")
	done := len(readLines(t, name))
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	began := time.Now()
	for i := done; i < wanted; i++ {
		if _, err := fmt.Fprintln(file, selfPlay(t, uint64(i))); err != nil {
			t.Fatal(err)
		}
		if played := i + 1 - done; played%200 == 0 {
			left := time.Duration(float64(time.Since(began)) / float64(played) * float64(wanted-i-1))
			t.Logf("%d of %d games, %s left", i+1, wanted, left.Round(time.Second))
		}
	}
}

// readLines reads the complete lines of a file; none if there is no such file. If the last line is
// incomplete, it removes that line from the file.
func readLines(t *testing.T, name string) []string {
	t.Helper()
	data, err := os.ReadFile(name)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	whole := data[:bytes.LastIndexByte(data, '\n')+1]
	if len(whole) < len(data) {
		if err := os.Truncate(name, int64(len(whole))); err != nil {
			t.Fatal(err)
		}
	}
	return slices.Collect(strings.Lines(string(whole)))
}

// If a run of TestSelfPlay is killed while it writes a game, the file ends with a part of a line.
// readLines removes that part, so the next run plays the game again.
func TestReadLines(t *testing.T) {
	name := filepath.Join(t.TempDir(), "fish.txt")
	if got := readLines(t, name); got != nil {
		t.Errorf("a file that is not there has the lines %q", got)
	}
	if err := os.WriteFile(name, []byte("1 2,3\n2 4,"), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if got := readLines(t, name); !slices.Equal(got, []string{"1 2,3\n"}) {
			t.Errorf("the complete lines are %q", got)
		}
	}
	if data, err := os.ReadFile(name); err != nil || string(data) != "1 2,3\n" {
		t.Errorf("the file has %q, %v", data, err)
	}
}

const selfPlayNodes = 600

// selfPlay plays a game with few nodes and some random moves. It writes the game as its seed and
// its moves, each move as two numbers of cells.
func selfPlay(t *testing.T, seed uint64) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 0x666974))
	p := deal(t, fitSetup(seed))
	var line strings.Builder
	fmt.Fprintf(&line, "%d", seed)
	for p.Phase != "" {
		m, err := chooseBySearch(t.Context(), p, games.Budget{Nodes: selfPlayNodes, Seed: rng.Uint64()})
		if err != nil {
			t.Fatal(err)
		}
		if rng.IntN(25) == 0 {
			moves := p.Moves()
			m = moves[rng.IntN(len(moves))]
		}
		fmt.Fprintf(&line, " %d,%d", m.From, m.To)
		p = p.Play(m)
	}
	return line.String()
}

func fitSetup(seed uint64) games.Setup {
	return games.Setup{Seats: 2, Seed: 1<<32 + seed} // seeds that no match uses
}

// TestFit fits the weights to the games of TestSelfPlay and writes them to weights.txt. The model:
// the future lead of the seat to move is a weighted sum of feature differences; each weight is
// linear between knots of free tiles. Every tenth game is held out, and its error is logged.
func TestFit(t *testing.T) {
	dir := os.Getenv("PADDOCK_FIT")
	if dir == "" {
		t.Skip("PADDOCK_FIT is not set: it names the folder with games of self-play")
	}
	fit, check := newLeastSquares(knots*features), newLeastSquares(knots*features)
	for i, line := range readLines(t, filepath.Join(dir, "fish.txt")) {
		sum := fit
		if i%10 == 9 {
			sum = check
		}
		for _, e := range readGame(t, line) {
			sum.add(e)
		}
		if (i+1)%1000 == 0 {
			t.Logf("read %d games", i+1)
		}
	}
	var old []float64
	for k := range knots {
		for _, x := range judges()[min(k*knotEvery, maxCells)] {
			old = append(old, float64(x))
		}
	}
	w := fit.solve(20)
	t.Logf("%.0f positions; mean square error %.3f, kept out %.3f; with the weights in use %.3f, knowing nothing %.3f",
		fit.n, fit.error(w), check.error(w),
		check.error(old), check.error(make([]float64, len(w))))
	var out strings.Builder
	out.WriteString("# What features are worth, by tens of free tiles: see judge.go. TestFit wrote it.\n")
	for k := range knots {
		fmt.Fprintf(&out, "%d", k)
		for _, x := range w[k*features : (k+1)*features] {
			fmt.Fprintf(&out, " %.3f", x)
		}
		out.WriteString("\n")
	}
	if err := os.WriteFile("weights.txt", []byte(out.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// example is a position for the fit.
type example struct {
	mover    int8
	free     int
	features [features]float64
	target   float64
}

// readGame returns an example for each position of a game.
func readGame(t *testing.T, line string) (list []example) {
	t.Helper()
	fields := strings.Fields(line)
	seed, err := strconv.ParseUint(fields[0], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	s := newState(new(deal(t, fitSetup(seed))))
	for _, f := range fields[1:] {
		var m Move
		if _, err := fmt.Sscanf(f, "%d,%d", &m.From, &m.To); err != nil {
			t.Fatal(err)
		}
		all, owned := s.allFeatures()
		e := example{mover: s.turn, free: bits.OnesCount64(s.free), target: owned[1-s.turn] - owned[s.turn]}
		for i := range e.features {
			e.features[i] = all[s.turn][i] - all[1-s.turn][i]
		}
		list = append(list, e)
		s.play(m)
	}
	for i := range list {
		e := &list[i]
		e.target += float64(s.won[e.mover]-s.won[1-e.mover]) / tileWeight
	}
	return list
}

// allFeatures returns the features and the certain gain of every seat.
func (s *state) allFeatures() (f [games.MaxSeats][features]float64, owned [games.MaxSeats]float64) {
	steps, slides := s.claims(false), s.claims(true)
	connected := s.connected()
	for seat := range s.seats {
		for i, set := range s.classify(seat, &steps, &slides, &connected) {
			f[seat][i] = float64(s.ice.fishOn(set))
			f[seat][classes+i] = float64(bits.OnesCount64(set))
		}
		f[seat][cornered] = float64(s.penned(seat))
		if seat == s.turn {
			f[seat][toMove] = 1
		}
		owned[seat] = float64(s.won[seat]) / tileWeight
		if s.ice.official {
			owned[seat] += float64(s.stoodOn(seat) / tileWeight)
		}
	}
	return f, owned
}

// leastSquares accumulates the sums of a linear fit.
type leastSquares struct {
	n, yy float64
	xy    []float64
	xx    [][]float64
}

func newLeastSquares(n int) *leastSquares {
	l := &leastSquares{xy: make([]float64, n), xx: make([][]float64, n)}
	for i := range l.xx {
		l.xx[i] = make([]float64, n)
	}
	return l
}

func (l *leastSquares) add(e example) {
	low, high, share := between(e.free)
	var at []int
	var x []float64
	for i, f := range e.features {
		if f == 0 {
			continue
		}
		at, x = append(at, low*features+i), append(x, f*float64(1-share))
		if share > 0 {
			at, x = append(at, high*features+i), append(x, f*float64(share))
		}
	}
	for i, a := range at {
		for j, b := range at {
			l.xx[a][b] += x[i] * x[j]
		}
		l.xy[a] += x[i] * e.target
	}
	l.n++
	l.yy += e.target * e.target
}

// error returns the mean square error of weights.
func (l *leastSquares) error(w []float64) float64 {
	sum := l.yy
	for i := range w {
		sum -= 2 * w[i] * l.xy[i]
		for j := range w {
			sum += w[i] * w[j] * l.xx[i][j]
		}
	}
	return sum / l.n
}

// solve returns the weights with the least square error, with a small penalty for large weights, by
// Cholesky's decomposition.
func (l *leastSquares) solve(ridge float64) []float64 {
	n := len(l.xy)
	low := make([][]float64, n)
	w := slices.Clone(l.xy)
	for i := range n {
		low[i] = make([]float64, i+1)
		for j := range i + 1 {
			sum := l.xx[i][j]
			if i == j {
				sum += ridge
			}
			for k := range j {
				sum -= low[i][k] * low[j][k]
			}
			if i == j {
				low[i][i] = math.Sqrt(sum)
			} else {
				low[i][j] = sum / low[j][j]
			}
		}
	}
	for i := range n {
		for k := range i {
			w[i] -= low[i][k] * w[k]
		}
		w[i] /= low[i][i]
	}
	for i := n - 1; i >= 0; i-- {
		for k := i + 1; k < n; k++ {
			w[i] -= low[k][i] * w[k]
		}
		w[i] /= low[i][i]
	}
	return w
}
