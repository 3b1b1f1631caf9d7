package player

import (
	"math"

	"paddock/games/stratego/board"
)

// Two sources tell of hidden ranks: where people put them, and what pieces of each rank do. Not every side sets up like people or plays like our players.
// So the pieces that a side has shown decide how far its hidden ones are judged by either source.

// The degrees of belief in the sources. A set-up follows people's in a part of its squares; evidence of actions counts by its exponent, below 1 because
// actions are not independent.
var (
	parts  = [4]float64{0, 0.4, 0.75, 1}
	trusts = [4]float64{0, 0.15, 0.35, 0.7}
)

const (
	favour = 1    // log odds that a set-up is like people's, before any piece is shown
	even   = 250  // share of a rank's pieces on a square, in ten thousand, if all squares are alike
	least  = 1e-3 // the least likelihood that counts for a piece that was shown
)

// ranking holds the odds of each rank for a piece by the degrees of belief.
type ranking [len(parts)][len(trusts)][ranks]float64

// credit is how far the sources are believed about a side.
type credit struct {
	h     *hidden
	army  *board.Counts
	heard *[board.Squares][ranks]float32 // log likelihood of the actions of each piece by its possible ranks; pieces are named by origin
	odds  [len(parts)][len(trusts)]float64
}

// newCredit weighs the degrees of belief by the pieces that a side has shown.
func newCredit(h *hidden, army *board.Counts, heard *[board.Squares][ranks]float32, all []exhibit) *credit {
	c := &credit{h: h, army: army, heard: heard}
	for i := range c.odds {
		for j := range c.odds[i] {
			c.odds[i][j] = favour * parts[i]
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
	place := c.place(origin)
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
		for i, part := range parts {
			sum := 0.0
			for r := range place {
				p[i][j][r] = (part*place[r] + (1-part)*even) * acts[r]
				sum += p[i][j][r]
			}
			for r := range place {
				p[i][j][r] /= max(sum, 1e-30)
			}
		}
	}
	return p
}

// place returns the share of each rank's pieces that people put on a square, in ten thousand.
func (c *credit) place(origin board.Square) (place [ranks]float64) {
	row, col := homeOf(c.h.seat, origin)
	for r := range place {
		switch {
		case row < 0: // only in artificial test positions
			place[r] = even
		case c.army.Sum() < 20:
			place[r] = (sparse.of(row, col, r) + 20) / float64(max(1, c.army[r]))
		default:
			place[r] = people.of(row, col, r) / float64(max(1, board.Classic[r]))
		}
	}
	return place
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
