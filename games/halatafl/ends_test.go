package halatafl

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"paddock/games/halatafl/ends"
	"paddock/games/search"
)

// The check of end tables. It shares nothing with their generator: positions are what stands on
// each point, and moves come from geometryTable.

// plain is a position: 'S', 'F' or nothing on each point of naivePoints.
type plain struct {
	on    [33]byte
	foxes bool // the foxes are to move
}

// plainJump is a jump, given by the numbers of its points in naivePoints.
type plainJump struct{ over, land int }

var (
	plainNear  [33][]int
	plainJumps [33][]plainJump
	plainBit   [33]uint64 // for each point, the bit that stands for it in a set of points

	plainPaddock [33]bool
)

// layPlain fills the tables above from those of naive.
var layPlain = sync.OnceFunc(func() {
	number := func(name string) int { return slices.Index(naivePoints, name) }
	for i, name := range naivePoints {
		for _, near := range naiveNeighbours[name] {
			plainNear[i] = append(plainNear[i], number(near))
		}
		for _, j := range naiveJumps[name] {
			plainJumps[i] = append(plainJumps[i], plainJump{number(j[0]), number(j[1])})
		}
		plainBit[i] = 1 << (int(name[0]-'a')*8 + int(name[1]-'0'))
		plainPaddock[i] = strings.Contains("cde", name[:1]) && name[1] >= '5'
	}
})

func (p *plain) count(piece byte) (n int) {
	for _, on := range p.on {
		if on == piece {
			n++
		}
	}
	return n
}

func (p *plain) full() bool {
	for i, piece := range p.on {
		if plainPaddock[i] && piece != 'S' {
			return false
		}
	}
	return true
}

// plainMove is a move: where it leads, and whether it can be undone.
type plainMove struct {
	to    plain
	quiet bool
}

// moves lists the moves of the side to move.
func (p *plain) moves() (list []plainMove) {
	if !p.foxes {
		for i, name := range naivePoints {
			for _, near := range plainNear[i] {
				to := naivePoints[near]
				forward, sideways := to[0] == name[0] && to[1] == name[1]+1, to[1] == name[1]
				if p.on[i] == 'S' && p.on[near] == 0 && (forward || sideways) {
					next := p.moved(i, near)
					removed := next.removeStuck()
					list = append(list, plainMove{next, sideways && !removed})
				}
			}
		}
		return list
	}
	for i := range naivePoints {
		if p.on[i] == 'F' {
			list = p.appendChains(list, i, false)
		}
	}
	if len(list) > 0 {
		return list
	}
	for i := range naivePoints {
		for _, near := range plainNear[i] {
			if p.on[i] == 'F' && p.on[near] == 0 {
				list = append(list, plainMove{p.moved(i, near), true})
			}
		}
	}
	return list
}

func (p *plain) moved(from, to int) plain {
	next := *p
	next.on[from], next.on[to] = 0, p.on[from]
	next.foxes = !p.foxes
	return next
}

// appendChains appends the positions to which the chains of the fox at a point lead. A fox that has
// jumped and cannot go on ends its chain at that point.
func (p *plain) appendChains(list []plainMove, at int, jumped bool) []plainMove {
	end := true
	for _, j := range plainJumps[at] {
		if p.on[j.over] == 'S' && p.on[j.land] == 0 {
			end = false
			next := *p
			next.on[at], next.on[j.over], next.on[j.land] = 0, 0, 'F'
			list = next.appendChains(list, j.land, true)
		}
	}
	if end && jumped {
		next := *p
		next.foxes = false
		list = append(list, plainMove{next, false})
	}
	return list
}

func (p *plain) removeStuck() bool {
	if p.full() {
		return false
	}
	var stuck []int
	for i := range naivePoints {
		free := false
		for _, near := range plainNear[i] {
			free = free || p.on[near] == 0
		}
		for _, j := range plainJumps[i] {
			free = free || p.on[j.over] == 'S' && p.on[j.land] == 0
		}
		if p.on[i] == 'F' && !free {
			stuck = append(stuck, i)
		}
	}
	for _, i := range stuck {
		p.on[i] = 0
	}
	return len(stuck) > 0
}

// over returns who has won.
func (p *plain) over() (ends.Value, bool) {
	switch {
	case p.count('S') < 9:
		return ends.FoxesWin, true
	case p.full() || p.count('F') == 0:
		return ends.SheepWin, true
	case !p.foxes && !p.sheepCanMove():
		return ends.FoxesWin, true
	}
	return ends.Draw, false
}

func (p *plain) sheepCanMove() bool {
	for i, name := range naivePoints {
		for _, near := range plainNear[i] {
			if to := naivePoints[near]; p.on[i] == 'S' && p.on[near] == 0 &&
				(to[0] == name[0] && to[1] > name[1] || to[1] == name[1]) {
				return true
			}
		}
	}
	return false
}

// better reports whether a value is better for the side to move.
func (p *plain) better(a, b ends.Value) bool {
	worth := [...]int{ends.FoxesWin: 0, ends.Draw: 1, ends.SheepWin: 2}
	if p.foxes {
		return worth[a] < worth[b]
	}
	return worth[a] > worth[b]
}

// checker compares end tables with the values that follow from the moves.
type checker struct {
	t      *testing.T
	tables *ends.Tables
	proven map[plain]int // for each won position whose win is sure to end, the greatest number of rounds until it ends
	failed map[plain]int // for each position, a number of rounds in which it can't be won
	nodes  int
}

func newChecker(t *testing.T, tables *ends.Tables) *checker {
	layPlain()
	return &checker{t: t, tables: tables, proven: map[plain]int{}, failed: map[plain]int{}}
}

// says returns the value of a position: by the tables if the sheep are to move, otherwise by the
// replies.
func (c *checker) says(p *plain) ends.Value {
	if v, over := p.over(); over {
		return v
	}
	if p.foxes {
		return c.best(p)
	}
	v, ok := c.tables.Value(p.bits('S'), p.bits('F'))
	if !ok {
		c.t.Fatalf("no table has %s", p)
	}
	return v
}

// has reports whether the tables have a position with the sheep to move.
func (c *checker) has(p *plain) bool {
	_, ok := c.tables.Value(p.bits('S'), p.bits('F'))
	return ok
}

// bits returns the points of a piece, as in tables.
func (p *plain) bits(piece byte) (s uint64) {
	for i, on := range p.on {
		if on == piece {
			s |= plainBit[i]
		}
	}
	return s
}

// best returns the value of the best move.
func (c *checker) best(p *plain) ends.Value {
	best := ends.FoxesWin
	if p.foxes {
		best = ends.SheepWin
	}
	for _, m := range p.moves() {
		if v := c.says(&m.to); p.better(v, best) {
			best = v
		}
	}
	return best
}

// consistent reports whether the value of a position follows from those of its successors.
func (c *checker) consistent(p *plain) bool {
	said, follows := c.says(p), c.best(p)
	if said != follows {
		c.t.Errorf("%s: the table says %d, its moves %d", p, said, follows)
	}
	return said == follows
}

// ends reports whether the winner of a won position, the sheep to move, can end a slice within a
// number of rounds of quiet moves of both: capture, step forward, or win. So a cycle of positions
// is not taken for a win.
func (c *checker) ends(p *plain, rounds int) bool {
	if n, ok := c.proven[*p]; ok && n <= rounds {
		return true
	}
	if n, ok := c.failed[*p]; ok && n >= rounds || rounds == 0 {
		return false
	}
	c.nodes++
	winner := c.says(p)
	done := winner == ends.FoxesWin // the foxes need an answer to every step, the sheep one step
	for _, m := range p.moves() {
		if v := c.says(&m.to); v != winner {
			continue // a step of the sheep that wins nothing
		}
		fine := !m.quiet || c.foxesEnd(&m.to, winner, rounds)
		if winner == ends.SheepWin && fine || winner == ends.FoxesWin && !fine {
			done = fine
			break
		}
	}
	if done {
		c.proven[*p] = rounds
	} else {
		c.failed[*p] = rounds
	}
	return done
}

func (c *checker) foxesEnd(p *plain, winner ends.Value, rounds int) bool {
	if _, over := p.over(); over {
		return true
	}
	done := winner == ends.SheepWin // now the sheep need an answer to every move
	for _, m := range p.moves() {
		if c.says(&m.to) != winner {
			continue
		}
		_, over := m.to.over()
		fine := over || !m.quiet || c.ends(&m.to, rounds-1)
		if winner == ends.FoxesWin && fine || winner == ends.SheepWin && !fine {
			return fine
		}
	}
	return done
}

// rounds returns the fewest rounds that end the slice of a won position; 0 if that takes too many
// positions.
func (c *checker) rounds(p *plain, nodes int) int {
	c.nodes = 0
	for n := 1; n <= maxQuiet/2; n++ {
		if c.ends(p, n) {
			return n
		}
		if c.nodes > nodes {
			return 0
		}
	}
	c.t.Errorf("%s: no win within %d quiet moves", p, maxQuiet)
	return 0
}

// String returns the text of a position (H30).
func (p *plain) String() string {
	return text(position{board: board{sheep: set(p.bits('S')), foxes: set(p.bits('F')), foxesToMove: p.foxes}})
}

// inMemory is a directory of layers.
type inMemory map[string][]byte

func (d inMemory) Read(name string) ([]byte, error) { return d[name], nil }

func (d inMemory) Write(name string, layer []byte) error {
	d[name] = layer
	return nil
}

// smallTables solves the positions with nine and ten sheep in which the sheep are nearly at the
// top.
func smallTables(t *testing.T) inMemory {
	dir := inMemory{}
	for _, job := range []ends.Job{{Sheep: 9, Least: 51}, {Sheep: 10, Least: 58}} {
		if err := ends.Generate(t.Context(), dir, job, func(int, ends.Count) {}); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func open(t *testing.T, dir inMemory) *ends.Tables {
	tables := new(ends.Tables)
	for name, layer := range dir {
		if err := tables.Add(bytes.NewReader(layer), int64(len(layer))); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	return tables
}

// each calls f with all positions with a number of sheep in which the sheep move and the sum of
// their rows is at least the given one.
func each(sheep, least int, f func(*plain)) {
	var p plain
	rows := make([]int, 33)
	for i, name := range naivePoints {
		rows[i] = int(name[1] - '0')
	}
	highest := slices.Clone(rows)
	slices.SortFunc(highest, func(a, b int) int { return b - a })
	var place func(i, left, sum int)
	place = func(i, left, sum int) {
		most := sum
		for _, r := range highest[:left] {
			most += r
		}
		switch {
		case most < least || 33-i < left:
			return
		case left == 0:
			for a := range p.on {
				for b := a; b < 33; b++ {
					if p.on[a] == 0 && p.on[b] == 0 {
						q := p
						q.on[a], q.on[b] = 'F', 'F'
						f(&q)
					}
				}
			}
			return
		}
		place(i+1, left, sum)
		p.on[i] = 'S'
		place(i+1, left-1, sum+rows[i])
		p.on[i] = 0
	}
	place(0, sheep, 0)
}

func TestEnds(t *testing.T) {
	c := newChecker(t, open(t, smallTables(t)))
	values, most := map[ends.Value]int{}, 0
	for sheep, least := range map[int]int{9: 54, 10: 59} {
		n := 0
		each(sheep, least, func(p *plain) {
			if p.full() || !c.consistent(p) {
				return
			}
			v := c.says(p)
			values[v]++
			if n++; v != ends.Draw && n%29 == 0 {
				most = max(most, c.rounds(p, 1<<20))
			}
		})
	}
	t.Logf("sheep win %d, foxes win %d, draws %d; a slice is left within %d rounds", values[ends.SheepWin],
		values[ends.FoxesWin], values[ends.Draw], most)
	if len(values) != 3 || most < 5 {
		t.Error("too little was checked")
	}
}

// TestSurprises proves the values of the three positions that docs/strength.md calls surprising.
func TestSurprises(t *testing.T) {
	tables := open(t, smallTables(t))
	for text, want := range map[string]ends.Value{
		"SSS/S1S/2SSS2/7/1S5/3/F2": ends.Draw,
		"SSS/SSS/3SS2/7/S6/3/FF1":  ends.SheepWin,
	} {
		p := must(t, "halatafl/1 "+text+" s standard -")
		if got, ok := tables.Value(uint64(p.sheep), uint64(p.foxes)); !ok || got != want {
			t.Errorf("%s is %d in the tables (%t), want %d", text, got, ok, want)
		}
	}
	p := must(t, "halatafl/1 SSS/1SS/2SSS2/7/7/1S1/F2 s standard -") // the small tables don't have this position
	found := newMind(smallMemory.bytes).searcher.Search(t.Context(), node{board: p.board}, search.Limits{Nodes: 50_000})
	if !found.Proven || found.Value != -(won-14) {
		t.Errorf("a single fox makes %d, proven: %t; want a win in 14 plies", -found.Value, found.Proven)
	}
}

// TestEndsAgain checks that an interrupted computation continues and produces the same tables.
func TestEndsAgain(t *testing.T) {
	want := smallTables(t)
	dir := maps.Clone(want)
	for name := range dir {
		if strings.HasPrefix(name, "halatafl-10") || name <= ends.Name(9, 52) {
			delete(dir, name)
		}
	}
	if len(dir) != 2 {
		t.Fatalf("%d layers are left, want 2", len(dir))
	}
	for _, job := range []ends.Job{{Sheep: 9, Least: 51}, {Sheep: 10, Least: 58}} {
		if err := ends.Generate(t.Context(), dir, job, func(int, ends.Count) {}); err != nil {
			t.Fatal(err)
		}
	}
	if !maps.EqualFunc(dir, want, bytes.Equal) {
		t.Error("the tables differ after an interruption")
	}
}

func TestDamagedEnds(t *testing.T) {
	layer := smallTables(t)[ends.Name(9, 53)]
	for _, at := range []int{0, 17, 60, len(layer) / 2, len(layer) - 1} {
		damaged := slices.Clone(layer)
		damaged[at] ^= 4
		tables := new(ends.Tables)
		if err := tables.Add(bytes.NewReader(damaged), int64(len(damaged))); err == nil || tables.Most() != 0 {
			t.Errorf("a table damaged at byte %d is accepted", at)
		}
	}
	if err := new(ends.Tables).Add(bytes.NewReader(layer[:20]), 20); err == nil {
		t.Error("a table cut off is accepted")
	}
}

// TestEndsFolder checks the tables of a folder, PADDOCK_ENDS, at PADDOCK_ENDS_CHECK random
// positions for each number of sheep.
func TestEndsFolder(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("PADDOCK_ENDS_CHECK"))
	if n == 0 {
		t.Skip("PADDOCK_ENDS_CHECK is not set: checks the tables in the folder PADDOCK_ENDS at so many positions of each number of sheep")
	}
	c := newChecker(t, folderOfEnds(t))
	rng := rand.New(rand.NewPCG(1, 2))
	for sheep := 9; sheep <= c.tables.Most(); sheep++ {
		c.sample(rng, sheep, n)
	}
}

// folderOfEnds returns the tables in the folder PADDOCK_ENDS.
func folderOfEnds(t testing.TB) *ends.Tables {
	if os.Getenv("PADDOCK_ENDS") == "" {
		t.Skip("PADDOCK_ENDS is not set: needs the tables in that folder")
	}
	names, err := filepath.Glob(filepath.Join(os.Getenv("PADDOCK_ENDS"), ends.Pattern))
	if err != nil || len(names) == 0 {
		t.Fatalf("the folder PADDOCK_ENDS has no tables: %v", err)
	}
	tables := new(ends.Tables)
	for _, name := range names {
		layer, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := tables.Add(bytes.NewReader(layer), int64(len(layer))); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	return tables
}

// sample checks random positions: their values, and of every 500th won one that its win ends.
func (c *checker) sample(rng *rand.Rand, sheep, n int) {
	var values [3]int
	measured, open, most, longest := 0, 0, 0, ""
	for i := 0; i < n; {
		var p plain
		for j, at := range rng.Perm(33)[:sheep+2-rng.IntN(8)/7] { // the position has rarely a single fox
			p.on[at] = 'F'
			if j < sheep {
				p.on[at] = 'S'
			}
		}
		if _, over := p.over(); over || !c.has(&p) { // a table may be complete down to some sum of rows only
			continue
		}
		v := c.says(&p)
		if v == ends.FoxesWin && i%2 == 0 { // most positions are won for the foxes, so half of those checked are others
			continue
		}
		i++
		c.consistent(&p)
		values[v]++
		if v != ends.Draw && values[v]%500 == 0 {
			clear(c.proven)
			clear(c.failed)
			rounds := c.rounds(&p, 3_000)
			measured++
			if rounds == 0 {
				open++
			}
			if rounds > most {
				most, longest = rounds, p.String()
			}
		}
	}
	c.t.Logf("%d sheep: %d positions agree with their moves: sheep win %d, foxes win %d, draws %d; %d wins were followed until their slice ends, within %d rounds (%s), and %d given up",
		sheep, n, values[ends.SheepWin], values[ends.FoxesWin], values[ends.Draw], measured-open, most, longest, open)
}
