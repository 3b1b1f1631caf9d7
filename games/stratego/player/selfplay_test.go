package player

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

// The players of the games for a fit must be very quick, because thousands of games are needed.
// Each sees a single world, whose hidden pieces are dealt by their origins and whether they moved.
// It searches one ply and all fights, and makes a new plan only rarely. Repetition is allowed; a
// long game without fights is drawn.
const (
	dealSwaps   = 60  // number of tried swaps that could make an assignment of ranks likelier
	planWorlds  = 4   // number of assignments of ranks that are searched for a plan
	planFor     = 8   // number of the side's plies without a fight after which a plan is obsolete
	drawnAfter  = 100 // number of plies without a fight after which a game is drawn
	decided     = 350 // the lead in base at which a game of many pieces is stopped
	judgeEvery  = 16  // number of plies between two checks of the lead
	toTheEnd    = 8   // one game in this number is not stopped, to measure the errors of stopping
	wildly      = 0.01
	shortMemory = 6 // number of the side's last plies that must not be taken back
)

// spar is a game between two quick players for a fit.
type spar struct {
	world                          // the position with all true ranks
	origin        [80]*[12]float32 // likelihood of each rank for a piece, by the square where it began
	worth         [2]*worth
	age           [2]int
	noise         [2]float64
	quiet         int
	plies         []step
	rng           *rand.Rand
	setups        [2]string
	winner, ahead games.Seat // games.Spectator stands for nobody
	broken        bool
	moved         [80]bool
}

// newSpar begins a game of two quick players with the given set-ups.
func newSpar(army board.Counts, setups [2]string, rng *rand.Rand) *spar {
	f := view.Facts{Army: [2]board.Counts{army, army}}
	g := &spar{rng: rng, setups: setups, winner: games.Spectator, ahead: games.Spectator}
	for s, rows := range setups {
		f.Arrange(games.Seat(s), rows)
	}
	g.world = *newWorld(&f, view.Red)
	for i := range g.men {
		m := &g.men[i]
		if i >= 40*int(m.seat)+g.count[m.seat] {
			continue
		}
		row, col := homeOf(games.Seat(m.seat), squareOf(int(m.cell)))
		g.origin[i] = new([12]float32)
		for r := range g.origin[i] {
			if army.Sum() < smallArmy {
				g.origin[i][r] = float32(sparse.of(row, col, r)+20) / float32(max(1, army[r]))
			} else {
				g.origin[i][r] = float32(people.of(row, col, r)) / float32(max(1, board.Classic[r]))
			}
		}
	}
	return g
}

// remaining returns the remaining pieces of both armies.
func (w *world) remaining() (left [2]board.Counts) {
	for i := range w.men {
		if m := &w.men[i]; m.cell >= 0 && i < 40*int(m.seat)+w.count[m.seat] {
			left[m.seat][m.rank]++
		}
	}
	return left
}

// deal returns a world that a seat considers possible: the position with ranks for all hidden
// pieces.
func (g *spar) deal(seat int8) *world {
	w := g.world
	other := 1 - seat
	w.movers[other] = w.count[other]
	var hidden [40]int
	n, moved := 0, 0
	for i := 40 * int(other); i < 40*int(other)+w.count[other]; i++ {
		m := &w.men[i]
		if m.cell < 0 || m.known {
			continue
		}
		m.hidden = true
		hidden[n] = i
		if g.moved[i] { // moves the pieces that have moved to the front
			hidden[n], hidden[moved] = hidden[moved], hidden[n]
			moved++
		}
		n++
	}
	swap := func(i, j int) {
		a, b := &w.men[hidden[i]], &w.men[hidden[j]]
		if i < moved && !mobile[b.rank] || j < moved && !mobile[a.rank] {
			return
		}
		p, q := g.origin[hidden[i]], g.origin[hidden[j]]
		if now, then := p[a.rank]*q[b.rank], p[b.rank]*q[a.rank]; then >= now || g.rng.Float32()*now < then {
			a.rank, b.rank = b.rank, a.rank
		}
	}
	for i := range n { // swaps the true ranks at random
		j := g.rng.IntN(n)
		a, b := &w.men[hidden[i]], &w.men[hidden[j]]
		if (i >= moved || mobile[b.rank]) && (j >= moved || mobile[a.rank]) {
			a.rank, b.rank = b.rank, a.rank
		}
	}
	for range min(dealSwaps, 2*n) {
		swap(g.rng.IntN(n), g.rng.IntN(n))
	}
	return &w
}

// think returns a ply for the side to move, or none.
func (g *spar) think(moves []step) step {
	seat := g.toMove
	if g.rng.Float64() < wildly {
		return moves[g.rng.IntN(len(moves))]
	}
	w := g.deal(seat)
	if g.age[seat]--; g.age[seat] < 0 {
		worlds := []*world{w}
		for range planWorlds - 1 {
			worlds = append(worlds, g.deal(seat))
		}
		var known odds
		for _, deal := range worlds {
			for i, p := range deal.odds() {
				for r := range p {
					known[i][r] += p[r] / planWorlds
				}
			}
		}
		left := g.remaining()
		g.worth[seat], g.age[seat] = newWorthOf(seat, g.quiet, g.count[seat] < smallArmy, &left, worlds, &known),
			planFor
	}
	s := &searcher{worth: g.worth[seat], ctx: context.Background(), w: w}
	best, most := moves[0], -1e9
	for _, m := range moves {
		s.score = 0
		if v := float64(s.root(m, 1)) + g.noise[seat]*g.rng.NormFloat64() - g.back(m); v > most {
			best, most = m, v
		}
	}
	return best
}

// back returns a penalty for taking back a recent ply.
func (g *spar) back(m step) (cost float64) {
	for i := len(g.plies) - 2; i >= max(0, len(g.plies)-2*shortMemory); i -= 2 {
		if g.plies[i].from == m.to {
			cost += 8
		}
	}
	return cost
}

// selfPlay plays a game from a seed.
func selfPlay(army board.Counts, seed uint64) *spar {
	rng := rand.New(rand.NewPCG(seed, 13))
	g := newSpar(army, [2]string{variedSetup(army, rng), variedSetup(army, rng)}, rng)
	g.noise = [2]float64{float64(5 + 15*rng.IntN(2)), float64(5 + 15*rng.IntN(2))}
	whole := seed/2%toTheEnd == 0
	var buf [256]step
	for {
		moves := g.steps(buf[:0])
		switch {
		case len(moves) == 0:
			g.winner = games.Seat(1 - g.toMove)
			return g
		case g.quiet >= drawnAfter:
			return g
		case g.judge() && !whole:
			g.winner, g.broken = g.ahead, true
			return g
		}
		if g.follow(g.think(moves)) {
			return g
		}
	}
}

// follow makes a ply and reports whether it took the Flag.
func (g *spar) follow(m step) bool {
	seat := g.toMove
	g.plies = append(g.plies, m)
	u := g.step(m)
	g.quiet++
	if u.target >= 0 {
		g.quiet, g.age = 0, [2]int{}
	}
	if u.tookFlag {
		g.winner = games.Seat(seat)
	}
	return u.tookFlag
}

// step makes a ply on the board.
func (g *spar) step(m step) undo {
	g.moved[g.at[m.from]] = true
	return g.play(m)
}

// judge records the side whose lead is large enough to stop the game, and reports whether this is
// new.
func (g *spar) judge() bool {
	if g.ahead != games.Spectator || g.count[0] < smallArmy || len(g.plies)%judgeEvery > 0 {
		return false
	}
	lead := 0
	for s, left := range g.remaining() {
		for r, n := range left {
			lead += int(n) * base[r] * (1 - 2*s)
		}
	}
	switch {
	case lead >= decided:
		g.ahead = view.Red
	case lead <= -decided:
		g.ahead = view.Blue
	}
	return g.ahead != games.Spectator
}

// line returns the stored form of a game.
func (g *spar) line() string {
	b := fmt.Appendf(nil, "%d %d %t %s %s ", g.winner, g.ahead, g.broken, g.setups[0], g.setups[1])
	for _, m := range g.plies {
		b = append(append(b, squareOf(int(m.from)).String()...), squareOf(int(m.to)).String()...)
	}
	return string(b)
}

// readSpar reads the output of line: the state before the first ply, with the plies.
func readSpar(t *testing.T, army board.Counts, line string) *spar {
	t.Helper()
	var winner, ahead games.Seat
	var broken bool
	var setups [2]string
	var text string
	if n, err := fmt.Sscan(line, &winner, &ahead, &broken, &setups[0], &setups[1], &text); n != 6 {
		t.Fatal(line, err)
	}
	g := newSpar(army, setups, nil)
	g.winner, g.ahead, g.broken = winner, ahead, broken
	for text != "" {
		from, rest, ok1 := board.ParseSquare(text)
		to, rest, ok2 := board.ParseSquare(rest)
		if !ok1 || !ok2 {
			t.Fatal(line)
		}
		g.plies, text = append(g.plies, step{int16(cellOf(from)), int16(cellOf(to))}), rest
	}
	return g
}

// TestSelfPlay plays the games for TestFit and appends them to a file for each army in the folder
// PADDOCK_FIT. A new run continues an interrupted one. PADDOCK_FIT_GAMES is the number of games,
// PADDOCK_FIT_ARMY a single army. PADDOCK_FIT_PART=1/2 and 2/2 divide the work between two
// processes.
//
//	PADDOCK_FIT=/tmp/fit go test -run 'SelfPlay|Fit' -v -timeout 12h ./games/stratego/player
func TestSelfPlay(t *testing.T) {
	dir := os.Getenv("PADDOCK_FIT")
	if dir == "" {
		t.Skip("PADDOCK_FIT is not set: it names the folder for games of self-play")
	}
	wanted := 20_000
	if n, err := strconv.Atoi(os.Getenv("PADDOCK_FIT_GAMES")); err == nil {
		wanted = n
	}
	part, parts := 1, 1
	if text := os.Getenv("PADDOCK_FIT_PART"); text != "" {
		if n, err := fmt.Sscanf(text, "%d/%d", &part, &parts); n != 2 || err != nil || part < 1 || part > parts {
			t.Fatalf("PADDOCK_FIT_PART=%s, want for instance 1/2", text)
		}
	}
	for _, army := range fitArmies(t) {
		name := filepath.Join(dir, fmt.Sprintf("stratego-%s-%dof%d.txt", army.name, part, parts))
		playMore(t, name, army.name, wanted/parts, func(i int) *spar {
			return selfPlay(army.counts, uint64(i*parts+part))
		})
	}
}

type fitArmy struct {
	name   string
	counts board.Counts
}

// fitArmies returns the armies of PADDOCK_FIT_ARMY.
func fitArmies(t *testing.T) (list []fitArmy) {
	t.Helper()
	names := []string{"classic", "barrage"}
	if army := os.Getenv("PADDOCK_FIT_ARMY"); army != "" {
		names = []string{army}
	}
	for _, name := range names {
		counts, err := board.ParseCounts(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, fitArmy{name, counts})
	}
	return list
}

// playMore plays and stores games until a file has enough. It replays a truncated line.
func playMore(t *testing.T, name, what string, wanted int, play func(i int) *spar) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	done, length := strings.Count(string(text), "\n"), strings.LastIndexByte(string(text), '\n')+1
	file, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := file.Truncate(int64(length)); err != nil {
		t.Fatal(err)
	}
	if _, err := file.Seek(int64(length), 0); err != nil {
		t.Fatal(err)
	}
	out := bufio.NewWriter(file)
	began := time.Now()
	for i := done; i < wanted; i++ {
		fmt.Fprintln(out, play(i).line())
		if err := out.Flush(); err != nil {
			t.Fatal(err)
		}
		if n := i + 1 - done; n%20 == 0 {
			left := time.Duration(float64(time.Since(began)) / float64(n) * float64(wanted-i-1))
			fmt.Printf("\r%s [%-40s] %d of %d, %v left   ", what, strings.Repeat("=", 40*(i+1)/wanted), i+1, wanted,
				left.Round(time.Second))
		}
	}
	fmt.Println()
}
