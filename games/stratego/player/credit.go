package player

import (
	"math"

	"paddock/games/stratego/board"
)

// Two things tell of hidden ranks: where sides like this one put them, and what pieces of each rank do. Not every side sets up like people or plays
// like our players. So the pieces that a side has shown decide how far each habit is believed.

// source is a way to set up: parts of a set-up follow people's or those of a self-taught program; on the other squares any rank is as likely.
type source struct{ people, learned float64 }

// The sources of set-ups, and the exponents by which evidence of actions counts. They are below 1, because actions are not independent.
var (
	sources = [4]source{{}, {people: 0.4}, {people: 1}, {learned: 0.9}}
	trusts  = [4]float64{0, 0.15, 0.35, 0.7}
)

const (
	doubt = 1    // log odds against each source but the first, before any piece of a classic army is shown
	faith = 1    // log odds for each source but the first, if the army is too small to show much
	even  = 250  // share of a rank's pieces on a square, in ten thousand, if all squares are alike
	least = 1e-3 // the least likelihood that counts for a piece that was shown
)

// ranking holds the odds of each rank for a piece by source and trust.
type ranking [len(sources)][len(trusts)][ranks]float64

// credit is how far sources and actions are believed about a side.
type credit struct {
	h     *hidden
	army  *board.Counts
	heard *[board.Squares][ranks]float32 // log likelihood of the actions of each piece by its possible ranks; pieces are named by origin
	odds  [len(sources)][len(trusts)]float64
}

// newCredit weighs sources and trusts by the pieces that a side has shown.
func newCredit(h *hidden, army *board.Counts, heard *[board.Squares][ranks]float32, all []exhibit) *credit {
	c := &credit{h: h, army: army, heard: heard}
	for i := 1; i < len(c.odds); i++ {
		for j := range c.odds[i] {
			if c.odds[i][j] = -doubt; army.Sum() < smallArmy {
				c.odds[i][j] = faith
			}
		}
	}
	for _, e := range all {
		if army[e.rank] == 0 { // only in artificial test positions
			continue
		}
		p := c.ranking(e.origin, e.moved)
		for i := range p {
			for j := range p[i] {
				c.odds[i][j] += math.Log(max(p[i][j][e.rank], least))
			}
		}
	}
	most, sum := math.Inf(-1), 0.0
	for i := range c.odds {
		for _, x := range c.odds[i] {
			most = max(most, x)
		}
	}
	for i := range c.odds {
		for j, x := range c.odds[i] {
			c.odds[i][j] = math.Exp(x - most)
			sum += c.odds[i][j]
		}
	}
	for i := range c.odds {
		for j := range c.odds[i] {
			c.odds[i][j] /= sum
		}
	}
	return c
}

// ranking returns the odds of each rank for a piece, without regard to other pieces.
func (c *credit) ranking(origin board.Square, moved bool) (p ranking) {
	places := c.places(origin)
	said := &c.heard[origin]
	most := float32(math.Inf(-1))
	for r, l := range said {
		if mobile[r] || !moved {
			most = max(most, l)
		}
	}
	for j, trust := range trusts {
		var acts [ranks]float64
		for r := range acts {
			if mobile[r] || !moved {
				acts[r] = float64(c.army[r]) * math.Exp(max(-12, trust*float64(said[r]-most)))
			}
		}
		for i := range sources {
			sum := 0.0
			for r, share := range places[i] {
				p[i][j][r] = share * acts[r]
				sum += p[i][j][r]
			}
			for r := range p[i][j] {
				p[i][j][r] /= max(sum, 1e-30)
			}
		}
	}
	return p
}

// places returns the share of each rank's pieces that is on a square by each source, in ten thousand.
func (c *credit) places(origin board.Square) (places [len(sources)][ranks]float64) {
	row, col := homeOf(c.h.seat, origin)
	for i, from := range sources {
		for r := range places[i] {
			switch {
			case row < 0: // only in artificial test positions
				places[i][r] = even
			case c.army.Sum() < smallArmy:
				part := from.people + from.learned
				places[i][r] = part*(sparse.of(row, col, r)+20)/float64(max(1, c.army[r])) + (1-part)*even
			default:
				n := float64(max(1, board.Classic[r]))
				places[i][r] = from.people*people.of(row, col, r)/n + from.learned*learned.of(row, col, r)/n + (1-from.people-from.learned)*even
			}
		}
	}
	return places
}

// weights returns how well each rank explains a hidden piece, regardless of how many pieces of the rank there are.
func (c *credit) weights(origin board.Square, moved bool) (w [ranks]float32) {
	p := c.ranking(origin, moved)
	for r := range w {
		if moved && !mobile[r] {
			continue
		}
		sum := 0.0
		for i := range p {
			for j := range p[i] {
				sum += c.odds[i][j] * p[i][j][r]
			}
		}
		w[r] = float32(sum/float64(max(1, c.army[r]))) + 1e-8
	}
	return w
}
