package player

import (
	"math"
	"math/rand/v2"
	"slices"

	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

const (
	smallArmy   = 20  // an army with fewer pieces has its own statistics of set-ups, and its own score
	candidates  = 200 // number of set-ups to choose from (S60)
	temperature = 1.2 // a higher temperature makes the choice more varied
	walled      = 1.0 // score of a Flag with Bombs on all sides, which only a Miner can open
	// exponent of the weights of the Flag's squares in a small army; below 1, so that popular
	// squares become less likely
	varied = 0.4
	home   = view.Home
)

// Summands of the score of a small army's set-up.
const (
	exposed = -2.7 // for a Flag on a lane without a piece ahead of it, which a Scout takes from afar
	escort  = 0.6  // for each movable piece beside the Flag
	near    = 0.36 // for each movable piece two steps from the Flag
	decoys  = 4.2  // for other pieces on squares where people often put the Flag; it multiplies a logarithm
)

// Indexes of ranks in board.Ranks.
const (
	flag, marshal, general, miner, scout, spy, bomb = 0, 1, 2, 8, 9, 10, 11
)

// order lists the ranks in the order of placement (S60): the most important first.
var order = [12]int{flag, bomb, marshal, general, spy, miner, 3, 4, 5, 6, 7, scout}

// draft is a set-up by home square, front row first: 0 is empty, otherwise 1 + the rank's index.
type draft [home]int8

// Setup makes a random set-up for an army. It draws candidates square by square by how often a rank
// is there and by its neighbours. Then it chooses one of them, good ones more often (S60). It knows
// only the army and its random source.
func Setup(army board.Counts, rng *rand.Rand) string {
	var pool []draft
	var scores []float64
	best := math.Inf(-1)
	flags := flagWeights(&army)
	flagAt := pick(&flags, rng) // the Flag's square is drawn first, so that scores do not choose it
	for try := 0; try < 4*candidates && len(pool) < candidates; try++ {
		d := drawn(army, flagAt, rng)
		if !d.sound() {
			continue
		}
		s := d.score()
		if army.Sum() < smallArmy {
			s = d.shelter()
		}
		pool, scores, best = append(pool, d), append(scores, s), max(best, s)
	}
	if len(pool) == 0 {
		return anySetup(army, rng)
	}
	total := 0.0
	for i, s := range scores {
		scores[i] = math.Exp((s - best) / temperature)
		total += scores[i]
	}
	at := rng.Float64() * total
	for i, w := range scores {
		if at -= w; at <= 0 {
			return pool[i].String()
		}
	}
	return pool[0].String()
}

// flagWeights returns the weight of each home square for an army's Flag.
func flagWeights(army *board.Counts) (flags [home]float64) {
	for s := range flags {
		flags[s] = new(draft).weight(army, flag, s, -1, false)
		if army.Sum() < smallArmy {
			flags[s] = math.Pow(flags[s], varied)
		}
	}
	return flags
}

// pick returns a random home square by weight.
func pick(weight *[home]float64, rng *rand.Rand) int {
	total := 0.0
	for _, w := range weight {
		total += w
	}
	at := rng.Float64() * total
	for s, w := range weight {
		if at -= w; at < 0 {
			return s
		}
	}
	return home - 1
}

// anySetup makes a set-up for armies outside the rules of good set-ups: any that allows a first
// step.
func anySetup(army board.Counts, rng *rand.Rand) string {
	for {
		var d draft
		n := 0
		for i, k := range army {
			for range k {
				d[n] = int8(i) + 1
				n++
			}
		}
		rng.Shuffle(home, func(i, j int) { d[i], d[j] = d[j], d[i] })
		if text := d.String(); view.FirstStep(view.Red, text) {
			return text
		}
	}
}

// drawn places an army rank by rank, with the Flag on a given square.
func drawn(army board.Counts, flagAt int, rng *rand.Rand) (d draft) {
	d[flagAt] = flag + 1
	decoy := rng.IntN(4) == 0 // whether the Bombs stand far from the Flag, as a decoy
	for _, r := range order[1:] {
		var weight [home]float64
		for s := range weight {
			if army[r] > 0 && d[s] == 0 {
				weight[s] = d.weight(&army, r, s, flagAt, decoy)
			}
		}
		for range army[r] {
			s := pick(&weight, rng)
			for d[s] != 0 { // the loop takes the next free square if no other is left
				s = (s + 1) % home
			}
			d[s] = int8(r) + 1
			weight[s] = 0
		}
	}
	return d
}

// weight returns the weight of a square for a rank.
func (d *draft) weight(army *board.Counts, rank, s, flagAt int, decoy bool) float64 {
	row, col := s/board.Size, s%board.Size
	var w float64
	if army.Sum() < smallArmy {
		w = sparseWeight(rank, s)
	} else {
		w = people.of(row, col, rank) + learned.of(row, col, rank)
	}
	switch {
	case rank == flag && row < 2, (rank == marshal || rank == general) && row == 3:
		return 0
	case rank == bomb && flagAt >= 0 && next(s, flagAt) && !decoy:
		w *= 6
	case rank == spy:
		for o, p := range d {
			if p == general+1 && distance(s, o) <= 2 {
				w *= 2
			}
		}
	}
	return w
}

// sound reports whether a set-up keeps the rules for all our set-ups (S60).
func (d *draft) sound() bool {
	minersInFront, steps := 0, false
	for s, p := range d {
		row := s / board.Size
		switch int(p) - 1 {
		case flag:
			if row < 2 {
				return false
			}
		case marshal, general:
			if row == 3 {
				return false
			}
		case miner:
			if row == 0 {
				minersInFront++
			}
		}
		if row == 0 && p > 0 && mobile[p-1] && onLane(s) {
			steps = true
		}
	}
	text := d.String()
	return minersInFront <= 2 && view.OpenLanes(text) >= 2 && (steps || view.FirstStep(view.Red, text))
}

// score returns an estimate of the quality of a set-up.
func (d *draft) score() (score float64) {
	var at [12][]int
	for s, p := range d {
		if p > 0 {
			at[p-1] = append(at[p-1], s)
		}
	}
	f := at[flag][0]
	guards, ways := 0, 0
	for s, p := range d {
		if next(s, f) {
			ways++
			if p == bomb+1 {
				guards++
			}
		}
	}
	score += 1.5 * float64(guards) / float64(ways)
	if guards == ways {
		score += walled
	}
	for _, m := range at[marshal] {
		for _, g := range at[general] {
			if abs(m%board.Size-g%board.Size) >= 3 { // on different wings
				score++
			}
		}
	}
	for _, s := range at[spy] {
		for _, g := range at[general] {
			if distance(s, g) <= 2 {
				score += 0.5
			}
		}
	}
	for s := range board.Size { // the loop counts pieces in front that can move at once
		switch p := d[s] - 1; {
		case p == scout:
			score -= 0.15
		case p >= 3 && p <= 6:
			score += 0.15
		case p == bomb:
			score -= 0.3
		}
	}
	for _, s := range at[miner] {
		score += 0.1 * float64(s/board.Size)
	}
	return score
}

// shelter returns an estimate of how well a small army's set-up protects the Flag: by pieces around
// it, and by other pieces where people's Flags stand.
func (d *draft) shelter() (score float64) {
	at := slices.Index(d[:], flag+1)
	if onLane(at) && !d.covered(at) {
		score += exposed
	}
	all := 0.0
	for s, p := range d {
		if p == 0 {
			continue
		}
		all += sparseWeight(flag, s)
		if mobile[p-1] {
			switch distance(s, at) {
			case 1:
				score += escort
			case 2:
				score += near
			}
		}
	}
	return score - decoys*math.Log(sparseWeight(flag, at)/all)
}

// onLane reports whether the column of a home square runs between the lakes or beside them.
func onLane(s int) bool { return s%board.Size/2%2 == 0 }

// covered reports whether a piece stands ahead of a home square.
func (d *draft) covered(s int) bool {
	for s -= board.Size; s >= 0; s -= board.Size {
		if d[s] > 0 {
			return true
		}
	}
	return false
}

// sparseWeight returns the weight of a home square for a rank of a small army.
func sparseWeight(rank, s int) float64 {
	return sparse.of(s/board.Size, s%board.Size, rank) + 20
}

// String returns the set-up text (S12).
func (d *draft) String() string {
	text := make([]byte, 0, home+view.Rows-1)
	for i, p := range d {
		if i > 0 && i%board.Size == 0 {
			text = append(text, '/')
		}
		if p == 0 {
			text = append(text, '.')
		} else {
			text = append(text, byte(board.Ranks[p-1]))
		}
	}
	return string(text)
}

// next reports whether two home squares are neighbours.
func next(a, b int) bool { return distance(a, b) == 1 }

// distance returns the steps between two home squares.
func distance(a, b int) int {
	return abs(a/board.Size-b/board.Size) + abs(a%board.Size-b%board.Size)
}

func abs(n int) int { return max(n, -n) }
