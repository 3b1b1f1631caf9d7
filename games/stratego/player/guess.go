package player

import (
	"math"
	"math/rand/v2"

	"paddock/games"
	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

const (
	settling = 600 // swaps tried before the first world is taken
	between  = 150 // and between two worlds
	guarded  = 2.2 // how much likelier a Flag is for each Bomb beside it
)

// Guess is a whole game that fits a view: every hidden rank is filled in so that all that is public stays true, likely worlds more often (S61).
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
			newHidden(&v, s, rng).fill(&f)
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

// suspect is a piece whose rank is not known.
type suspect struct {
	at     board.Square
	origin board.Square // where it stood at the start of play
	moved  bool
	weight [12]float32 // how well each rank would explain what it did
	rank   int8        // in the current world
}

// hidden samples what is not known of one side's pieces: a Markov chain of swaps between pieces, each world as likely as the ranks' weights make
// it. What is left over in positions made up for a test counts as pieces off the board.
type hidden struct {
	seat     games.Seat
	suspects []suspect
	spare    []int8
	rng      *rand.Rand
	flag     int // index of the suspect that is the Flag in the current world; -1
}

// newHidden finds what a view does not know of a seat's pieces, weighs it, and stirs until the first world is typical.
func newHidden(v *view.View, seat games.Seat, rng *rand.Rand) *hidden {
	h := &hidden{seat: seat, rng: rng, flag: -1}
	left := v.Army[seat]
	lost := v.Lost()[seat]
	for i, n := range lost {
		left[i] -= n
	}
	for s, m := range v.Men {
		switch {
		case m.None() || m.Seat != seat:
		case m.Rank == board.Unknown:
			h.suspects = append(h.suspects, suspect{at: board.Square(s), origin: board.Square(s), moved: m.Moved, rank: -1})
		default:
			left[board.TranslateRank(m.Rank)]--
		}
	}
	h.witness(v)
	h.deal(left)
	h.stir(settling)
	return h
}

// deal gives out the first world: whatever fits.
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
	} else { // more ranks than pieces: the Flag is there in any case, and as many movable ones as may be
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
	for i := range h.suspects { // a log made up for a test may have used up the army
		if h.suspects[i].rank < 0 {
			h.suspects[i].rank = scout
		}
	}
}

// stir tries so many swaps.
func (h *hidden) stir(tries int) {
	n, all := len(h.suspects), len(h.suspects)+len(h.spare)
	if n < 1 || all < 2 {
		return
	}
	for range tries {
		i, j := h.rng.IntN(n), h.rng.IntN(all)
		if j < n {
			h.swap(i, j)
		} else if s, r := &h.suspects[i], &h.spare[j-n]; i != h.flag && *r != flag && s.weight[*r] > 0 && h.rng.Float32()*s.weight[s.rank] < s.weight[*r] {
			s.rank, *r = *r, s.rank
		}
	}
}

// swap lets two pieces change ranks, if that is likely enough.
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
		odds *= math.Pow(guarded, float64(h.guards()-before))
	}
	if odds < 1 && h.rng.Float64() >= odds {
		a.rank, b.rank = b.rank, a.rank
		h.follow(i, j)
	}
}

// follow keeps track of the Flag after a swap.
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

// fill writes the current world into facts.
func (h *hidden) fill(f *view.Facts) {
	for _, s := range h.suspects {
		f.Men[s.at].Rank = board.Ranks[s.rank]
	}
}

// witness weighs the ranks of each hidden piece by where it began and by what it has done: a piece that goes up to one that is known to be strong
// is likely to be stronger, and one that has long stood still in front may be a Bomb.
func (h *hidden) witness(v *view.View) {
	byOrigin := map[board.Square]*suspect{}
	bold := h.trace(v)
	for i := range h.suspects {
		s := &h.suspects[i]
		byOrigin[s.origin] = s
		row, col := homeOf(h.seat, s.origin)
		for r := range s.weight {
			switch {
			case s.moved && !mobile[r]:
			case row < 0: // made up for a test
				s.weight[r] = 1
			case v.Army[h.seat].Sum() < 20:
				s.weight[r] = float32(sparse.of(row, col, r)+20) / float32(max(1, v.Army[h.seat][r]))
			default:
				s.weight[r] = float32(people.of(row, col, r)) / float32(max(1, board.Classic[r]))
			}
		}
	}
	for _, b := range bold {
		s := byOrigin[b.origin]
		if s == nil {
			continue
		}
		for r := range s.weight {
			switch board.Result(fights[r][b.faced]) {
			case board.Win:
				s.weight[r] *= 2.5
			case board.Lose:
				s.weight[r] *= 0.5
			}
		}
	}
}

// dare is that a piece went beside a known enemy of which it could not be afraid.
type dare struct {
	origin board.Square
	faced  int
}

// trace replays the log to find where each hidden piece began and which enemies, known to it, it went up to.
func (h *hidden) trace(v *view.View) (bold []dare) {
	start, ok := v.Rewind()
	if !ok {
		return nil
	}
	var origin [board.Squares]board.Square
	var known [board.Squares]int8 // 1 + rank, of the other seat's pieces
	for s := range origin {
		origin[s] = board.Square(s)
	}
	for i := range v.Log.Len() {
		p, mover := v.Log.At(i), v.Mover(i)
		start.Men[p.To], start.Men[p.From] = start.Men[p.From], view.Man{}
		far := !p.From.Location().IsAdjacent(p.To.Location())
		k := known[p.From]
		if known[p.From] = 0; mover != h.seat && far {
			k = 1 + scout
		}
		switch {
		case !p.Fight():
			origin[p.To], known[p.To] = origin[p.From], k
			if mover == h.seat {
				for _, d := range [4]board.Square{-board.Size, -1, 1, board.Size} {
					if o := p.To + d; o >= 0 && o < board.Squares && o.Location().IsAdjacent(p.To.Location()) && known[o] > 0 && !o.Location().IsAdjacent(p.From.Location()) {
						bold = append(bold, dare{origin[p.To], int(known[o] - 1)})
					}
				}
			}
		default:
			survivor, rank := 1-mover, p.Defender
			if p.Result() == board.Win {
				survivor, rank = mover, p.Attacker
				origin[p.To] = origin[p.From]
			}
			known[p.To] = 0
			if survivor != h.seat && p.Result() != board.Tie {
				known[p.To] = 1 + int8(board.TranslateRank(rank))
			}
		}
	}
	for i := range h.suspects {
		h.suspects[i].origin = origin[h.suspects[i].at]
	}
	return bold
}

// homeOf is the row, 0 in front, and column of a seat's own square; row is -1 for others.
func homeOf(seat games.Seat, s board.Square) (row, col int) {
	if !view.AtHome(seat, s) {
		return -1, 0
	}
	if seat == view.Blue {
		return s.Row() - 6, s.File()
	}
	return 3 - s.Row(), s.File()
}
