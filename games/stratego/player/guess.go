package player

import (
	"math"
	"math/rand/v2"

	"paddock/games"
	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

const (
	settling = 600 // number of swaps before the first world
	between  = 150 // number of swaps between two worlds
)

// Guess returns a whole game that fits a view. It fills in every hidden rank without contradicting
// public facts, likely worlds more often (S61).
func Guess(v view.View, rng *rand.Rand) view.Facts {
	f := v.Facts
	for s := range games.Seat(2) {
		switch {
		case s == v.Seat:
		case f.Phase == view.Setup:
			f.Arrange(s, Setup(f.Army[s], rng))
			if f.Setups[s] != "" {
				f.Setups[s] = f.SetupText(s)
			}
		default:
			for _, p := range newHidden(&v, s, rng).suspects {
				m := f.At(p.at)
				m.Rank = board.Ranks[p.rank]
				f.Put(p.at, m)
			}
		}
	}
	if start, ok := f.Rewind(); ok && f.Phase != view.Setup {
		for s, rows := range f.Setups {
			if rows == view.Secret {
				f.Setups[s] = start.SetupText(games.Seat(s))
			}
		}
	}
	return f
}

// suspect is a piece of unknown rank.
type suspect struct {
	at     board.Square
	origin board.Square // the piece's square at the start of play
	moved  bool
	walls  int         // number of Bombs that were shown beside it, while it has not moved
	weight [12]float32 // how well each rank explains the piece's place and deeds
	rank   int8        // the piece's rank in the current world
}

// hidden samples the unknown ranks of one side by a Markov chain of swaps between pieces. The
// probability of a world follows from its ranks' weights. In artificial test positions, ranks
// without pieces count as pieces off the board.
type hidden struct {
	seat     games.Seat
	left     board.Counts // the ranks of the suspects and the spare ones
	suspects []suspect
	odds     [][ranks]float64 // the odds of each suspect's ranks
	pull     float64          // logarithm of how many times as likely each Bomb beside a piece makes it the Flag
	spare    []int8
	rng      *rand.Rand
	flag     int // index of the suspect that is the Flag in the current world; -1: none
}

// newHidden collects and weighs the hidden pieces of a seat, and swaps until the first world is
// typical.
func newHidden(v *view.View, seat games.Seat, rng *rand.Rand) *hidden {
	h := &hidden{seat: seat, rng: rng, flag: -1}
	left := v.Army[seat]
	lost := v.Lost()[seat]
	for i, n := range lost {
		left[i] -= n
	}
	for s, m := range v.Men() {
		switch {
		case m.Seat != seat:
		case m.Rank == board.Unknown:
			h.suspects = append(h.suspects, suspect{at: s, origin: s, moved: m.Moved, rank: -1})
		default:
			left[board.TranslateRank(m.Rank)]--
		}
	}
	h.left = left
	h.weigh(&v.Army[seat], watch(&v.Facts, seat))
	h.deal(left)
	h.stir(settling)
	return h
}

// deal makes the first world: any that fits the view.
func (h *hidden) deal(left board.Counts) {
	give := func(moved bool, ranks []int8) []int8 {
		h.rng.Shuffle(len(ranks), func(i, j int) { ranks[i], ranks[j] = ranks[j], ranks[i] })
		for i := range h.suspects {
			if s := &h.suspects[i]; s.moved == moved && len(ranks) > 0 {
				if s.rank = ranks[0]; s.rank == flag {
					h.flag = i
				}
				ranks = ranks[1:]
			}
		}
		return ranks
	}
	var first, second []int8
	for i, n := range left {
		for range n {
			if mobile[i] {
				first = append(first, int8(i))
			} else {
				second = append(second, int8(i))
			}
		}
	}
	rest := give(true, first)
	stay := 0
	for _, s := range h.suspects {
		if !s.moved {
			stay++
		}
	}
	if all := append(second, rest...); len(all) <= stay {
		give(false, all)
	} else { // more ranks than pieces: keep the Flag and as many movable ones as possible
		keep := all[:0:0]
		for _, r := range all {
			if r == flag || len(h.spare)+stay >= len(all) {
				keep = append(keep, r)
			} else {
				h.spare = append(h.spare, r)
			}
		}
		give(false, keep)
	}
	for i := range h.suspects { // some are left if an artificial test log has used up the army
		if h.suspects[i].rank < 0 {
			h.suspects[i].rank = scout
		}
	}
}

// stir tries a number of exchanges of ranks between two hidden men.
func (h *hidden) stir(tries int) {
	n, all := len(h.suspects), len(h.suspects)+len(h.spare)
	if n < 1 || all < 2 {
		return
	}
	for range tries {
		i, j := h.rng.IntN(n), h.rng.IntN(all)
		if j < n {
			h.swap(i, j)
		} else if s, r := &h.suspects[i], &h.spare[j-n]; i != h.flag && *r != flag && s.weight[*r] > 0 &&
			h.rng.Float32()*s.weight[s.rank] < s.weight[*r] {
			s.rank, *r = *r, s.rank
		}
	}
}

// swap exchanges the ranks of two pieces, if the result is likely enough.
func (h *hidden) swap(i, j int) {
	a, b := &h.suspects[i], &h.suspects[j]
	if a.rank == b.rank {
		return
	}
	odds := float64(a.weight[b.rank]) * float64(b.weight[a.rank]) / (float64(a.weight[a.rank]) * float64(b.weight[b.rank]))
	if odds == 0 {
		return
	}
	guards := a.rank == bomb || b.rank == bomb || a.rank == flag || b.rank == flag
	before := 0
	if guards {
		before = h.guards()
	}
	a.rank, b.rank = b.rank, a.rank
	h.follow(i, j)
	if guards {
		odds *= math.Exp(h.pull * float64(h.guards()-before))
	}
	if odds < 1 && h.rng.Float64() >= odds {
		a.rank, b.rank = b.rank, a.rank
		h.follow(i, j)
	}
}

// follow tracks the Flag after a swap.
func (h *hidden) follow(i, j int) {
	switch int8(flag) {
	case h.suspects[i].rank:
		h.flag = i
	case h.suspects[j].rank:
		h.flag = j
	}
}

// guards counts the Bombs beside the Flag.
func (h *hidden) guards() (n int) {
	if h.flag < 0 {
		return 0
	}
	at := h.suspects[h.flag].at.Location()
	for i := range h.suspects {
		if s := &h.suspects[i]; s.rank == bomb && s.at.Location().IsAdjacent(at) {
			n++
		}
	}
	return n
}

// fill writes the ranks of the current world into a world without them.
func (h *hidden) fill(w *world) {
	for _, s := range h.suspects {
		w.identify(s.at, s.rank)
	}
}

// homeOf returns the row, 0 in front, and column of a seat's own square; row is -1 for others.
func homeOf(seat games.Seat, s board.Square) (row, col int) {
	if !view.AtHome(seat, s) {
		return -1, 0
	}
	if seat == view.Blue {
		return s.Row() - 6, s.File()
	}
	return 3 - s.Row(), s.File()
}
