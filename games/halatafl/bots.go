package halatafl

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"paddock/games"
	"paddock/games/search"
)

// players returns the computer players, weakest first (docs/rules/halatafl.md describes each).
func players() []games.Player[position, move] {
	list := []games.Player[position, move]{
		{Name: "random", Help: "Plays any move at all", Choose: chooser(random)},
		{Name: "greedy", Help: "Captures and threatens whatever it can, and plans nothing", Choose: chooser(greedy)},
	}
	for _, l := range levels {
		list = append(list, games.Player[position, move]{
			Name: l.name, Help: l.help,
			Budget: games.Budget{Time: l.time, Nodes: l.nodes}, Choose: l.choose,
		})
	}
	return list
}

// level is a computer player that searches.
type level struct {
	name, help string
	time       time.Duration
	nodes      int64 // most positions of a search; 0: as many as the time allows
	depth      int   // search depth; 0: as deep as the budget allows
	slack      int   // plays a random move among those worth at most this much less than the best; 0: the best move
	memory     *memory
}

var levels = []level{
	{
		name: games.Easy, help: "Forgives mistakes: right for a first game",
		time: 200 * time.Millisecond, depth: 2, slack: 60, memory: smallMemory,
	},
	{
		name: games.Medium, help: "Beats most beginners", time: 200 * time.Millisecond, depth: 3,
		memory: smallMemory,
	},
	{
		name: games.Hard, help: "Punishes mistakes: you need a plan", time: 200 * time.Millisecond,
		nodes: 2000, memory: largeMemory,
	},
	{name: games.Master, help: "Plays as well as I can: hard to beat", time: time.Second, memory: largeMemory},
}

// mind is the state of a search that can be reused: its table and history.
type mind struct {
	engine   *engine
	searcher *search.Searcher[node, change]
}

// memory keeps a few unused search states. Their tables are large, and a match can reuse the
// results of its last search.
type memory struct {
	bytes int // size of the search's table of positions
	most  int // number of search states (minds) to keep

	mu   sync.Mutex
	idle []*mind // search states by last use, the latest at the end; guarded by mu
}

var smallMemory, largeMemory = &memory{bytes: 256 << 10, most: 4}, &memory{bytes: 4 << 20, most: 2}

// borrow returns the search state that has searched a position; if there is none, any search state.
func (y *memory) borrow(root node, known bool) (m *mind, warm bool) {
	y.mu.Lock()
	defer y.mu.Unlock()
	for i, m := range y.idle {
		if known && m.searcher.Knows(root) {
			y.idle = slices.Delete(y.idle, i, i+1)
			return m, true
		}
	}
	if len(y.idle) == 0 {
		return newMind(y.bytes), false
	}
	m = y.idle[0]
	y.idle = slices.Delete(y.idle, 0, 1)
	return m, false
}

func (y *memory) giveBack(m *mind) {
	y.mu.Lock()
	defer y.mu.Unlock()
	if len(y.idle) < y.most {
		y.idle = append(y.idle, m)
	}
}

func newMind(bytes int) *mind {
	e := &engine{judge: learnt()}
	return &mind{e, search.New(e, bytes)}
}

func (l level) choose(ctx context.Context, p position, b games.Budget) (move, error) {
	list := p.appendChanges(nil)
	rng := chance(p, b)
	switch {
	case len(list) == 1:
		return p.path(list[0]), nil
	case l.slack > 0:
		return p.path(l.sensible(ctx, p, list, rng)), nil
	}
	m, warm := l.memory.borrow(node{p.board, p.quiet.length}, l.depth == 0 && b.Nodes == 0)
	defer l.memory.giveBack(m)
	return p.path(m.think(ctx, p, search.Limits{Depth: l.depth, Nodes: b.Nodes, Warm: warm}, rng.Uint64())), nil
}

// sensible returns a random move among those that are worth little less than the best and give away
// no more sheep.
func (l level) sensible(ctx context.Context, p position, list []change, rng *rand.Rand) change {
	m, _ := l.memory.borrow(node{}, false)
	defer l.memory.giveBack(m)
	m.engine.impartial()
	values, given := make([]int, len(list)), make([]int, len(list))
	best := 0
	for i, c := range list {
		next, _ := p.play(c)
		values[i] = -m.searcher.Search(ctx, node{next.board, next.quiet.length},
			search.Limits{Depth: l.depth, History: next.past()}).Value
		given[i] = next.longestCapture()
		if values[i] > values[best] {
			best = i
		}
	}
	var fine []change
	for i, c := range list {
		if values[i] >= values[best]-l.slack && given[i] <= given[best] {
			fine = append(fine, c)
		}
	}
	return fine[rng.IntN(len(fine))]
}

// longestCapture returns the most sheep that the foxes, if they are to move, can capture at once.
func (b board) longestCapture() (most int) {
	if !b.foxesToMove || b.jumpers() == 0 {
		return 0
	}
	for _, c := range b.appendChanges(nil) {
		most = max(most, c.captured.len())
	}
	return most
}

// contempt is the most that a draw costs the thinking seat: a quarter of its lead. A seat that is
// behind values a draw normally.
const contempt = 60

// Foxes that are behind keep the choice of a search of steady plies unless a deeper one finds a
// move that is better by margin. A deep search expects perfect sheep, against which all moves are
// about equally bad. A shallow one prefers moves that are hard to answer.
const steady, margin = 6, 100

// enough is the number of positions for a move of foxes that are behind by more than margin. With
// more, deeper searches refute too much: against twenty sheep of three plies a second made worse
// moves than these.
const enough = 100_000

// ahead returns the advantage of the side to move; 0 is even.
func (p *node) ahead() int {
	v := learnt().sheepValue(&p.board)
	if p.foxesToMove {
		return -v
	}
	return v
}

func (m *mind) think(ctx context.Context, p position, limits search.Limits, seed uint64) change {
	e, root := m.engine, node{p.board, p.quiet.length}
	e.ends = lookup{tables: solved.Load()}
	if p.foxesToMove && root.ahead() < 0 {
		// a warm table would answer the shallow search with deep values
		limits.Steady, limits.Margin, limits.Warm = steady, margin, false
	}
	if p.foxesToMove && root.ahead() < -margin && (limits.Nodes == 0 || limits.Nodes > enough) {
		limits.Nodes = enough
	}
	if !limits.Warm { // a warm table holds values with the noise of an earlier seed, so that seed is kept
		e.seed = seed
	}
	limits.Draw = -min(max(0, root.ahead())/4, contempt)
	limits.History = p.past()
	e.draw = limits.Draw
	if !p.foxesToMove {
		e.draw = -limits.Draw
	}
	return m.searcher.Search(ctx, root, limits).Move
}

// past returns the keys of the positions before the latest quiet moves, oldest first.
func (p *position) past() []uint64 {
	keys := make([]uint64, p.quiet.length)
	n := node{p.board, p.quiet.length}
	for i := len(keys) - 1; i >= 0; i-- {
		n = node{n.undo(p.quiet.moves[i]), uint8(i)}
		keys[i] = n.key()
	}
	return keys
}

// path returns the move of a change, by its first path (H29).
func (b board) path(c change) (found move) {
	b.movesOn(move{}.then(c.from), func(m move) bool {
		found = m
		return m.change() != c
	})
	return found
}

// chance returns a player's random source from the budget's seed, the position and its past. So one
// seed suffices for a whole game.
func chance(p position, b games.Budget) *rand.Rand {
	n := node{board: p.board}
	return rand.New(rand.NewPCG(b.Seed, n.key()+uint64(p.quiet.length)))
}

// chooser turns a function that picks a legal move into a Choose function.
func chooser(pick func(position, []change,
	*rand.Rand) change,
) func(context.Context, position, games.Budget) (move, error) {
	return func(_ context.Context, p position, b games.Budget) (move, error) {
		return p.path(pick(p, p.appendChanges(nil), chance(p, b))), nil
	}
}

func random(_ position, list []change, rng *rand.Rand) change { return list[rng.IntN(len(list))] }

// greedy plays the foxes by the three steps of the seed document. Its sheep avoid captures and
// hurry forward.
func greedy(p position, list []change, rng *rand.Rand) change {
	switch {
	case !p.foxesToMove:
		return greedySheep(p, list, rng)
	case p.jumpers() != 0:
		return greedyChain(list, rng)
	}
	return greedyStep(p, list, rng)
}

// greedyChain picks the fox with the longer best chain, and a random one of its longest chains.
func greedyChain(list []change, rng *rand.Rand) change {
	longest := map[point]int{}
	most := 0
	for _, c := range list {
		longest[c.from] = max(longest[c.from], c.captured.len())
		most = max(most, c.captured.len())
	}
	var foxes []point
	for _, c := range list {
		if longest[c.from] == most && (len(foxes) == 0 || foxes[len(foxes)-1] != c.from) {
			foxes = append(foxes, c.from)
		}
	}
	fox := foxes[rng.IntN(len(foxes))]
	var best []change
	for _, c := range list {
		if c.from == fox && c.captured.len() == most {
			best = append(best, c)
		}
	}
	return random(position{}, best, rng)
}

// greedyStep steps with the fox that has more threats, to one of its threatening points at random
// by their weight. Without threats it moves any fox at random.
func greedyStep(p position, list []change, rng *rand.Rand) change {
	total, threats := map[point]int{}, map[change]int{}
	var foxes []point
	most := 0
	for _, c := range list {
		if len(foxes) == 0 || foxes[len(foxes)-1] != c.from {
			foxes = append(foxes, c.from)
		}
		threats[c] = p.threats(c)
		total[c.from] += threats[c]
		most = max(most, total[c.from])
	}
	var able []point
	for _, fox := range foxes {
		if total[fox] == most {
			able = append(able, fox)
		}
	}
	fox := able[rng.IntN(len(able))]
	var own []change
	for _, c := range list {
		if c.from == fox {
			own = append(own, c)
		}
	}
	if most == 0 {
		return random(p, own, rng)
	}
	at := rng.IntN(most)
	for _, c := range own {
		if at -= threats[c]; at < 0 {
			return c
		}
	}
	return own[0]
}

// threats counts the sheep that a fox could capture after a step.
func (p *position) threats(c change) (n int) {
	empty := p.empty()&^c.to.set() | c.from.set()
	for _, j := range jumps[c.to] {
		if p.sheep.has(j.over) && empty.has(j.land) {
			n++
		}
	}
	return n
}

// greedySheep avoids captures if possible, and prefers forward moves and moves near the paddock.
func greedySheep(p position, list []change, rng *rand.Rand) change {
	var best []change
	least := 1 << 30
	for _, c := range list {
		next, _ := p.board.play(c)
		worth := 0
		if next.jumpers() != 0 && next.decided() == "" {
			worth += 1000
		}
		if c.to.row() == c.from.row() {
			worth += 100
		}
		worth += max(0, 5-c.to.row()) + max(0, 2-c.to.column(), c.to.column()-4)
		if worth < least {
			best, least = best[:0], worth
		}
		if worth == least {
			best = append(best, c)
		}
	}
	return random(p, best, rng)
}
