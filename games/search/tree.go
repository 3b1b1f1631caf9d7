package search

import (
	"context"
	"math"
	"math/rand/v2"
)

// MaxPlayers is the largest number of players of a TreeGame.
const MaxPlayers = 4

// TreeGame is the interface of a game to the tree search: two to four players, each for itself.
type TreeGame[P, M any] interface {
	// Moves appends the moves at p to buf and returns it. It returns none if the game is over.
	Moves(p *P, buf []M) []M
	// Play plays m at p.
	Play(p *P, m M)
	// Guess estimates p's value to a player without search, from 0 to 1. It is called once for each
	// position that enters the tree. The player is the one whose move led to the position.
	Guess(p *P, player int) float32
	// ToMove returns the player to move at p.
	ToMove(p *P) int
	// Value plays a copy of p to its end, and returns the result for each player, from 0 to 1.
	Value(p *P, rng *rand.Rand) [MaxPlayers]float32
}

// TreeLimits end a tree search: the first one reached, or the end of the context.
type TreeLimits struct {
	Simulations int64  // 0: no limit; otherwise the same root, seed and limit give the same move
	Seed        uint64 // the only source of randomness
	// simulations after which the moves of a position enter the tree; use more if guesses are slow
	// compared with simulations
	Ripe    int32
	Trust   int32   // how many simulations a guess counts for; 0: 1
	Explore float64 // weight of rarely tried moves; about 0.35 if values are close to each other
}

// Tree is the memory of a tree search by upper confidence bounds (UCT). It runs one search at a
// time. When it is full, the search continues within the present tree.
type Tree[P any, M comparable] struct {
	game  TreeGame[P, M]
	most  int // number of nodes that fill the tree
	nodes []treeNode[M]
	pos   P // position of the present simulation; a field, so that it is not allocated each time
	after P // position of the present simulation after a move that is being estimated
	path  []int32
	moves []M
	trust int32 // the Trust of the present search, at least 1
}

type treeNode[M any] struct {
	move     M
	children int32   // index of the first child; 0 if there are none yet
	count    int32   // number of children
	visits   int32   // number of visits; the guess counts as the first ones
	sum      float32 // sum of the values for the player who made move
	mean     float32 // mean value: sum divided by visits
	rarity   float32 // 1 divided by the square root of visits
}

// visit adds a value.
func (n *treeNode[M]) visit(value float32) { n.set(n.visits+1, n.sum+value) }

// set sets the sum of the values of so many visits.
func (n *treeNode[M]) set(visits int32, sum float32) {
	n.visits, n.sum = visits, sum
	n.mean, n.rarity = sum/float32(visits), 1/float32(math.Sqrt(float64(visits)))
}

// NewTree returns a tree that holds at most the given number of nodes. It takes memory as it grows,
// because few searches are long enough to fill it.
func NewTree[P any, M comparable](game TreeGame[P, M], nodes int) *Tree[P, M] {
	return &Tree[P, M]{game: game, most: nodes}
}

// Search returns the move tried most often at root, and the number of simulations. Root must have
// at least one move. It returns a single move at once. If ctx has ended already, it returns the
// most promising move.
func (t *Tree[P, M]) Search(ctx context.Context, root P, limits TreeLimits) (best M, simulations int64) {
	rng := rand.New(rand.NewPCG(limits.Seed, 0x747265))
	t.trust = max(1, limits.Trust)
	t.nodes = append(t.nodes[:0], treeNode[M]{})
	t.expand(0, &root)
	top := t.nodes[0]
	if top.count == 1 {
		return t.nodes[top.children].move, 0
	}
	if limits.Simulations <= 0 {
		limits.Simulations = math.MaxInt64
	}
	for ; simulations < limits.Simulations; simulations++ {
		if simulations%64 == 0 && ctx.Err() != nil {
			break
		}
		t.pos = root
		t.simulate(rng, limits)
	}
	children := t.nodes[top.children : top.children+top.count]
	most := 0
	for i, c := range children {
		if b := &children[most]; c.visits > b.visits || c.visits == b.visits && c.sum > b.sum {
			most = i
		}
	}
	return children[most].move, simulations
}

// Value returns the value that the last search found for a move at its root, to the seat to move
// there, from 0 to 1. It is 0 for an unknown move.
func (t *Tree[P, M]) Value(m M) float32 {
	top := &t.nodes[0]
	for _, c := range t.nodes[top.children : top.children+top.count] {
		if c.move == m {
			return c.sum / float32(c.visits)
		}
	}
	return 0
}

// simulate walks down the tree from t.pos, adds one node, values it and updates all nodes above.
func (t *Tree[P, M]) simulate(rng *rand.Rand, limits TreeLimits) {
	at, p := int32(0), &t.pos
	t.path = append(t.path[:0], 0)
	var movers [512]int8
	for {
		n := &t.nodes[at]
		if n.children == 0 && n.visits > limits.Ripe {
			t.expand(at, p)
			n = &t.nodes[at]
		}
		if n.count == 0 || len(t.path) == len(movers) {
			break
		}
		movers[len(t.path)] = int8(t.game.ToMove(p))
		at = t.choose(n, float32(limits.Explore))
		t.game.Play(p, t.nodes[at].move)
		t.path = append(t.path, at)
	}
	values := t.game.Value(p, rng)
	for depth, i := range t.path {
		t.nodes[i].visit(values[movers[depth]])
	}
}

// expand makes the children of a node, if there is room.
func (t *Tree[P, M]) expand(at int32, p *P) {
	t.moves = t.game.Moves(p, t.moves[:0])
	if len(t.nodes)+len(t.moves) > t.most && at != 0 {
		return
	}
	first, mover := int32(len(t.nodes)), t.game.ToMove(p)
	for _, m := range t.moves {
		t.after = *p
		t.game.Play(&t.after, m)
		n := treeNode[M]{move: m}
		n.set(t.trust, float32(t.trust)*t.game.Guess(&t.after, mover))
		t.nodes = append(t.nodes, n)
	}
	t.nodes[at].children, t.nodes[at].count = first, int32(len(t.moves))
}

// choose returns the child with the highest upper confidence bound.
func (t *Tree[P, M]) choose(n *treeNode[M], explore float32) int32 {
	explore *= float32(math.Sqrt(float64(logarithm(n.visits + 1))))
	best, bestBound := int32(0), float32(-1)
	children := t.nodes[n.children : n.children+n.count]
	for i := range children {
		if bound := children[i].mean + explore*children[i].rarity; bound > bestBound {
			best, bestBound = int32(i), bound
		}
	}
	return n.children + best
}

// logarithm returns the natural logarithm of n, linear between powers of two.
func logarithm(n int32) float32 {
	const mantissa, bias = 1 << 23, 127
	return math.Ln2 * (float32(math.Float32bits(float32(n)))/mantissa - bias)
}
