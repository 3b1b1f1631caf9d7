package fish

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"

	"paddock/games"
)

// Rivals are test players with other methods, to measure the levels.

const textbookExplore = 0.35

// textbook is plain UCT: each simulation adds one node and values it by V (F53). No move is guessed
// before it is tried, and nothing is played at random.
type textbook struct {
	nodes []textbookNode
	buf   []Move
}

type textbookNode struct {
	move           Move
	sibling, child int32 // indexes of the next move of the same position and of the first answer to this one; 0: none
	visits         int32
	sum            float32
	open           bool // the moves that answer this one are nodes of the tree
}

func textbookPlayer() chooser {
	u := &textbook{}
	return func(ctx context.Context, p Position, b games.Budget) (Move, error) {
		return u.search(ctx, newState(&p), b), nil
	}
}

func (u *textbook) search(ctx context.Context, root state, b games.Budget) Move {
	u.nodes = append(u.nodes[:0], textbookNode{})
	rng := rand.New(rand.NewPCG(b.Seed, 0x706c61696e))
	for n := int64(0); b.Nodes == 0 || n < b.Nodes; n++ {
		if n%64 == 0 && ctx.Err() != nil {
			break
		}
		u.simulate(root, rng)
	}
	best := u.nodes[0].child
	for i := best; i != 0; i = u.nodes[i].sibling {
		if u.nodes[i].visits > u.nodes[best].visits {
			best = i
		}
	}
	return u.nodes[best].move
}

func (u *textbook) simulate(s state, rng *rand.Rand) {
	var path [128]int32
	var movers [128]int8
	n := 1
	for at := int32(0); !s.over; {
		fresh := u.nodes[at].visits == 0
		if !u.nodes[at].open {
			if fresh && at != 0 || len(u.nodes) > treeNodes-100 {
				break
			}
			u.expand(at, &s, rng)
		}
		movers[n] = s.turn
		at = u.choose(at)
		s.play(u.nodes[at].move)
		path[n] = at
		n++
	}
	v, free := s.values(), bits.OnesCount64(s.free)
	u.nodes[0].visits++
	for i := 1; i < n; i++ {
		u.nodes[path[i]].visits++
		u.nodes[path[i]].sum += reward(lead(v, movers[i], s.seats), free)
	}
}

func (u *textbook) expand(at int32, s *state, rng *rand.Rand) {
	u.buf = s.moves(u.buf[:0])
	rng.Shuffle(len(u.buf), func(i, j int) { u.buf[i], u.buf[j] = u.buf[j], u.buf[i] })
	for _, m := range u.buf {
		u.nodes = append(u.nodes, textbookNode{move: m, sibling: u.nodes[at].child})
		u.nodes[at].child = int32(len(u.nodes) - 1)
	}
	u.nodes[at].open = true
}

func (u *textbook) choose(at int32) int32 {
	top, best := float32(-1), int32(0)
	log := float32(math.Log(float64(u.nodes[at].visits + 1)))
	for i := u.nodes[at].child; i != 0; i = u.nodes[i].sibling {
		n := &u.nodes[i]
		if n.visits == 0 {
			return i
		}
		if bound := n.sum/float32(n.visits) +
			textbookExplore*float32(math.Sqrt(float64(log/float32(n.visits)))); bound > top {
			top, best = bound, i
		}
	}
	return best
}
