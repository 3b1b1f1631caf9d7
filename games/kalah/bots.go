package kalah

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"paddock/games"
	"paddock/games/search"
)

// players returns the computer players, weakest first (docs/rules/kalah.md describes each).
func players() []games.Player[position, move] {
	return []games.Player[position, move]{
		{Name: "random", Help: "Sows any hole", Budget: games.Budget{Time: time.Second}, Choose: random},
		{
			Name: "first", Help: "Always sows its first hole with beans", Budget: games.Budget{Time: time.Second},
			Choose: first,
		},
		{
			Name: games.Easy, Help: "Forgives mistakes: right for a first game",
			Budget: games.Budget{Time: time.Second}, Choose: minimax(1, 5),
		},
		{
			Name: games.Medium, Help: "Beats most beginners",
			Budget: games.Budget{Time: time.Second}, Choose: minimax(4, 12),
		},
		{Name: "smart", Help: "Sees six turns ahead", Budget: games.Budget{Time: time.Second}, Choose: minimax(6, 0)},
		{
			Name: games.Hard, Help: "Punishes mistakes: you need a plan",
			Budget: games.Budget{Time: 100 * time.Millisecond}, Choose: hard,
		},
		{
			Name: games.Master, Help: "Plays as well as I can: hard to beat",
			Budget: games.Budget{Time: time.Second}, Choose: master,
		},
	}
}

// chance returns a player's random source for one move: the same position and seed give the same
// source.
func chance(p position, seed uint64) *rand.Rand {
	hash := seed
	for _, row := range p.rows {
		for _, n := range row {
			hash = (hash ^ uint64(n)) * 0x9e3779b97f4a7c15
			hash ^= hash >> 32
		}
	}
	return rand.New(rand.NewPCG(seed, hash))
}

func (p position) random(rng *rand.Rand) move {
	legal := slices.Collect(rules{}.Legal(p))
	return legal[rng.IntN(len(legal))]
}

// random plays like the first report's BadPlayer.
func random(_ context.Context, p position, b games.Budget) (move, error) {
	return p.random(chance(p, b.Seed)), nil
}

// first plays like the second report's BadPlayer.
func first(_ context.Context, p position, _ games.Budget) (m move, err error) {
	for m = range (rules{}).Legal(p) {
		break
	}
	return m, nil
}

// only returns the legal hole if there is exactly one, so that no search is needed.
func (p position) only() (only move, ok bool) {
	for m := range (rules{}).Legal(p) {
		if ok {
			return 0, false
		}
		only, ok = m, true
	}
	return only, ok
}

// style is a way to evaluate positions. In all styles a further sow of the same turn does not count
// as depth.
type style struct {
	rows    bool // the evaluation counts the beans in the rows; otherwise only those in the pots
	endings bool // the search looks up endings of small boards
}

var (
	plain     = style{} // the style of the reports' SmartPlayer
	sturdy    = style{rows: true}
	practised = style{rows: true, endings: true}
)

// slip is how many beans fewer than the best a careless move may bring in. It is small, so that no
// large capture is overlooked.
const slip = 3

// minimax returns the reports' SmartPlayer: full-width search to a depth, not counting extra sows.
// One in the given number of moves is chosen carelessly (0: none).
func minimax(depth, careless int) func(context.Context, position, games.Budget) (move, error) {
	return func(ctx context.Context, p position, b games.Budget) (move, error) {
		rng := chance(p, b.Seed)
		if careless > 0 && rng.IntN(careless) == 0 {
			return p.careless(ctx, rng), nil
		}
		if m, ok := p.only(); ok {
			return m, nil
		}
		t := &thinker{}
		return t.think(ctx, p, plain, search.Limits{Depth: depth, Nodes: b.Nodes}).hole, nil
	}
}

// careless returns a random hole among those that gain nearly as many beans in this turn as the
// best one.
func (p position) careless(ctx context.Context, rng *rand.Rand) move {
	t := &thinker{}
	var holes []move
	var margins []int
	most := -maxTotal
	for m := range (rules{}).Legal(p) {
		q := p
		q.play(m)
		margin := q.beans(p.toMove, pot) - q.beans(1-p.toMove, pot)
		if q.toMove == p.toMove {
			margin = t.think(ctx, q, plain, search.Limits{Depth: 1}).margin
		}
		holes, margins = append(holes, m), append(margins, margin)
		most = max(most, margin)
	}
	fine := holes[:0]
	for i, m := range holes {
		if margins[i] >= most-slip {
			fine = append(fine, m)
		}
	}
	return fine[rng.IntN(len(fine))]
}

// hardNodes limits hard's search: the positions that a processor searches in about a hundredth of a
// second.
const hardNodes = 90_000

func hard(ctx context.Context, p position, b games.Budget) (move, error) {
	if m, ok := p.only(); ok {
		return m, nil
	}
	if b.Nodes == 0 {
		b.Nodes = hardNodes
	}
	var best thought
	withThinker(func(t *thinker) { best = t.think(ctx, p, sturdy, search.Limits{Nodes: b.Nodes}) })
	return best.hole, nil
}

func master(ctx context.Context, p position, b games.Budget) (move, error) {
	if m, ok := p.only(); ok {
		return m, nil
	}
	if m, ok := p.book(); ok {
		return m, nil
	}
	limits := search.Limits{Nodes: b.Nodes, Lead: clearLead, Early: cmp.Or(b.Nodes, secondNodes) / 8}
	var best thought
	withThinker(func(t *thinker) { best = t.think(ctx, p, practised, limits) })
	return best.hole, nil
}

const (
	clearLead   = 2         // a hole is a clear choice if it is worth this many beans more than all others
	secondNodes = 8_000_000 // number of positions that a processor searches in about a second

	// size of a transposition table; with one sixteen times as large no better moves are found in a
	// second
	tableBytes = 4 << 20
	tableDepth = 4 // least depth for the table, because sowing is quicker than memory
	idleMost   = 2 // number of thinkers kept for later
)

// thinker is the memory of one search. The zero thinker has no transposition table.
type thinker struct {
	table  bool
	packed packed
	small  *search.Searcher[pair, uint8]
	wide   wide
	large  *search.Searcher[lines, uint8]
}

// thought is the result of a thinker: the margin (K13) for the seat to move, and whether it is
// proven.
type thought struct {
	hole   move
	margin int
	proven bool
	depth  int
	nodes  int64
}

// think searches for the best hole and its margin.
func (t *thinker) think(ctx context.Context, p position, w style, limits search.Limits) thought {
	var r search.Result[uint8]
	limits.TableDepth = tableDepth
	if rows, ok := p.pack(); ok {
		t.packed = packed{m: p.m, rules: p.rules, style: w, laps: lapsFor(p.m)}
		if w.endings {
			t.packed.ends, t.packed.wait = endingsOf(p.m, p.rules), patience{ctx: ctx}
		}
		r = searcher(&t.small, &t.packed, t.table).Search(ctx, rows, limits)
	} else {
		t.wide = wide{m: p.m, rules: p.rules, style: w}
		r = searcher(&t.large, &t.wide, t.table).Search(ctx, p.lines(), limits)
	}
	_, hole := p.locate(p.toMove, int(r.Move))
	ahead := p.beans(p.toMove, pot) - p.beans(1-p.toMove, pot)
	return thought{move(hole), ahead + r.Value, r.Proven, r.Depth, r.Nodes}
}

// searcher returns *s, and makes it on first use.
func searcher[P any](s **search.Searcher[P, uint8], g search.Game[P, uint8], table bool) *search.Searcher[P, uint8] {
	if *s == nil {
		bytes := 0
		if table {
			bytes = tableBytes
		}
		*s = search.New(g, bytes)
	}
	return *s
}

// idle holds unused thinkers, because their tables are large.
var idle struct {
	sync.Mutex
	thinkers []*thinker
}

// withThinker calls f with a borrowed thinker.
func withThinker(f func(*thinker)) {
	t := borrow()
	f(t)
	idle.Lock()
	defer idle.Unlock()
	if len(idle.thinkers) < idleMost {
		idle.thinkers = append(idle.thinkers, t)
	}
}

func borrow() *thinker {
	idle.Lock()
	defer idle.Unlock()
	if n := len(idle.thinkers); n > 0 {
		t := idle.thinkers[n-1]
		idle.thinkers = idle.thinkers[:n-1]
		return t
	}
	return &thinker{table: true}
}
