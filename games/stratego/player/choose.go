package player

import (
	"context"
	"errors"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"paddock/games"
	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

// Level is the strength of a computer player.
type Level struct {
	Worlds int     // most worlds to search
	Depth  int     // greatest search depth in plies
	Nodes  int64   // most positions to visit, unless the caller has another limit
	Noise  float64 // random error in the value of every move, in units of pieces
	Wild   float64 // probability of a random move
	Ends   bool    // plays solved endings perfectly (S67)
	// lead that ends the search, if a move is so far ahead of all others at two depths running; 0:
	// none does
	Lead float64
}

// Levels maps names to levels (S59).
var Levels = map[string]Level{
	"random":     {Wild: 1},
	games.Easy:   {Worlds: 4, Depth: 1, Noise: 250, Wild: 0.2, Nodes: 50_000},
	games.Medium: {Worlds: 8, Depth: 2, Noise: 70, Wild: 0.08, Nodes: 200_000},
	games.Hard:   {Worlds: 16, Depth: 2, Noise: 20, Nodes: 600_000, Ends: true},
	games.Master: {Worlds: 60, Depth: 6, Nodes: 6_000_000, Lead: 40, Ends: true},
}

// clearlyAhead is the lead above which a player does not claim a draw (S33).
const clearlyAhead = 150

// ErrNoMove means that the viewing seat is not to move or has no legal step.
var ErrNoMove = errors.New("player: nothing to choose from")

// Choose picks a legal move for the viewing seat; when ctx ends, its best so far. The same view,
// seed and node budget give the same move.
func (l Level) Choose(ctx context.Context, v view.View, b games.Budget) (view.Move, error) {
	return l.choose(ctx, v, b, v.Log.Quiet() >= view.ClaimAfter)
}

// Step chooses a move like Choose, but never claims a draw.
func (l Level) Step(ctx context.Context, v view.View, b games.Budget) (view.Move, error) {
	return l.choose(ctx, v, b, false)
}

func (l Level) choose(ctx context.Context, v view.View, b games.Budget, claim bool) (view.Move, error) {
	if !v.Turn.Has(v.Seat) {
		return view.Move{}, ErrNoMove
	}
	rng := chance(&v, b.Seed)
	if v.Phase == view.Setup {
		return arrange(&v, rng), nil
	}
	moves := v.Steps(v.Seat, true)
	if len(moves) == 0 {
		return view.Move{}, ErrNoMove
	}
	if l.Ends {
		if e := solved(&v); e != nil {
			kept, wins := finish(e, v.Seat, moves)
			if wins {
				return kept[0], nil
			}
			moves = kept
		}
	}
	if l.Noise > 0 {
		moves = sane(&v, moves)
	}
	if l.Wild > 0 && rng.Float64() < l.Wild {
		return moves[rng.IntN(len(moves))], nil
	}
	if len(moves) == 1 && !claim {
		return moves[0], nil
	}
	if b.Nodes == 0 {
		b.Nodes = l.Nodes
	}
	worlds, odds := sample(&v, l.worlds(b.Nodes), rng)
	s := &searcher{worth: newWorth(&v, worlds, odds), ctx: ctx, limit: b.Nodes}
	if l.Depth > 2 {
		s.table = make(table, tableSize)
	}
	if claim && s.lead(worlds[0]) < clearlyAhead {
		return view.Move{Kind: view.Claim}, nil
	}
	list := make([]candidate, len(moves))
	for i, m := range moves {
		st := step{int16(cellOf(m.From)), int16(cellOf(m.To))}
		list[i] = candidate{scored: scored{step: st}, bias: weary(&v, m) + l.Noise*rng.NormFloat64()}
	}
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	s.glance(worlds[0], list)
	return s.ponder(worlds, list, l.Depth, l.Lead)[0].move(), nil
}

// Fewer worlds searched deeper are better than many searched hardly at all.
const (
	fewest = 8     // least number of worlds, if the level searches so many
	fair   = 2_500 // positions to visit for each world
)

// worlds returns the number of worlds to search with a budget of positions to visit.
func (l Level) worlds(nodes int64) int {
	return min(l.Worlds, int(max(fewest, nodes/fair)))
}

// sane leaves out attacks on pieces known to win, if there are other moves. Players would take such
// an attack for a bug, not for a mistake.
func sane(v *view.View, moves []view.Move) []view.Move {
	fine := slices.DeleteFunc(slices.Clone(moves), func(m view.Move) bool {
		theirs := v.At(m.To).Rank
		return theirs != 0 && theirs != board.Unknown && board.Fight(v.At(m.From).Rank, theirs) == board.Lose
	})
	if len(fine) == 0 {
		return moves
	}
	return fine
}

// chance returns a player's random source for one move: the same view and seed give the same
// source.
func chance(v *view.View, seed uint64) *rand.Rand {
	h := fnv.New64a()
	_, _ = h.Write([]byte(v.Text())) // never fails
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}

// arrange confirms the draft if possible, and otherwise makes a set-up.
func arrange(v *view.View, rng *rand.Rand) view.Move {
	if confirm := (view.Move{Kind: view.Confirm}); v.Check(confirm) == nil {
		return confirm
	}
	return view.Move{Kind: view.Set, Rows: Setup(v.Army[v.Seat], rng)}
}

// odds holds the odds of each rank for every man.
type odds [80][ranks]float32

// sample returns random worlds that fit the view, and the odds of every man's ranks. The odds do
// not come from the worlds: of a few, one without the Bomb would always be among the best for an
// attack.
func sample(v *view.View, n int, rng *rand.Rand) ([]*world, *odds) {
	h := newHidden(v, 1-v.Seat, rng)
	worlds := make([]*world, n)
	known := newWorld(&v.Facts, v.Seat)
	for i := range worlds {
		w := *known
		h.fill(&w)
		worlds[i] = &w
		h.stir(between)
	}
	p := worlds[0].odds()
	for i, odds := range h.odds {
		man := &p[known.at[cellOf(h.suspects[i].at)]]
		for r, x := range odds {
			man[r] = float32(x)
		}
	}
	return worlds, p
}

// odds returns the odds when the ranks of this world are certain.
func (w *world) odds() *odds {
	var p odds
	for i := range w.men {
		if m := &w.men[i]; m.cell >= 0 && i < 40*int(m.seat)+w.count[m.seat] {
			p[i][m.rank] = 1
		}
	}
	return &p
}

// lead returns how much more our pieces are worth than the opponent's.
func (s *searcher) lead(w *world) (lead int32) {
	for i := range w.men {
		m := &w.men[i]
		if i >= 40*int(m.seat)+w.count[m.seat] || m.cell < 0 {
			continue
		}
		if m.seat == s.ours {
			lead += s.value[m.seat][m.rank]
		} else {
			lead -= s.value[m.seat][m.rank]
		}
	}
	return lead
}

// weary returns a penalty for a move that returns a piece to where it recently was (S62).
func weary(v *view.View, m view.Move) (bias float64) {
	if !v.At(m.To).None() {
		return 0
	}
	n := v.Log.Len()
	at := m.From
	for i := n - 2; i >= max(0, n-24); i -= 2 { // our own plies, backwards
		p := v.Log.At(i)
		if p.To != at {
			continue
		}
		at = p.From
		if at == m.To {
			bias -= 8
		}
	}
	return bias
}
