package kalah

import (
	"math/bits"
	"sync"

	"paddock/games"
	"paddock/games/search"
)

// The search considers only the rows. Pots do not change the future, so positions that differ only
// in the pots are one position (see search.Game). The search takes the view of the seat to move, so
// South's and North's positions are the same too.

const (
	packedHoles = 8   // most holes per side: each is a byte of a word
	packedBeans = 255 // most beans in play, so that no byte overflows
)

// pair is both rows of a small board. Byte i is the i-th hole in its seat's order of sowing, so the
// highest is next to the pot.
type pair struct {
	own, opp uint64 // rows of the seat to move and of the other seat
}

// lap is the effect of sowing a number of beans from a hole: what it adds to both rows and the pot,
// and where it ends on the ring.
type lap struct {
	own, opp uint64
	gain     uint8
	end      uint8
}

// laps is the table of a board size for the search, by hole and number of beans in it.
type laps struct {
	laps     [packedHoles][packedBeans + 1]lap
	estimate *estimate
}

var (
	lapTables [packedHoles + 1]*laps // tables by holes per side
	lapOnce   [packedHoles + 1]sync.Once
)

// lapsFor returns the table for boards of m holes per side, and makes it on first use.
func lapsFor(m int) *laps {
	lapOnce[m].Do(func() {
		t := &laps{estimate: estimateFor(m)}
		for from := range m {
			for beans := range packedBeans + 1 {
				t.laps[from][beans] = makeLap(m, from, beans)
			}
		}
		lapTables[m] = t
	})
	return lapTables[m]
}

func makeLap(m, from, beans int) lap {
	var l lap
	place := from
	for range beans {
		place = (place + 1) % (2*m + 1)
		switch {
		case place < m:
			l.own += 1 << (8 * place)
		case place == m:
			l.gain++
		default:
			l.opp += 1 << (8 * (place - m - 1))
		}
	}
	l.end = uint8(place)
	return l
}

// packed implements search.Game for Kalah on a small board.
type packed struct {
	m     int
	rules variant
	style style
	laps  *laps
	ends  *endgame // table of endings; nil: there is none
	wait  patience // channel that ends a wait for the table of endings
}

var _ search.Game[pair, uint8] = (*packed)(nil)

// pack returns a position in play as a pair; false if it is too large.
func (p position) pack() (pair, bool) {
	if p.m > packedHoles || p.beansInPlay(south)+p.beansInPlay(north) > packedBeans {
		return pair{}, false
	}
	var rows [2]uint64
	for seat := range rows {
		for hole := 1; hole <= p.m; hole++ {
			rows[seat] |= uint64(p.rows[seat][hole]) << (8 * p.at(games.Seat(seat), hole))
		}
	}
	return pair{rows[p.toMove], rows[1-p.toMove]}, true
}

// sum adds up the bytes of a row.
func sum(row uint64) int {
	const even = 0x00ff00ff00ff00ff
	row = row&even + row>>8&even
	return int(row * 0x0001000100010001 >> 48)
}

// Play sows the i-th hole (K5–K9, K22).
func (g *packed) Play(p *pair, i uint8, next *pair) search.Step {
	shift := 8 * i
	l := &g.laps.laps[i&(packedHoles-1)][uint8(p.own>>shift)]
	own, opp, gain := p.own&^(0xff<<shift)+l.own, p.opp+l.opp, int(l.gain)
	m := uint8(g.m)
	if l.end == m {
		*next = pair{own, opp}
		return search.Step{Gain: gain, Again: true}
	}
	if l.end < m {
		mine, theirs := 8*l.end, 8*(m-1-l.end)
		if uint8(own>>mine) == 1 {
			if taken := uint8(opp >> theirs); taken > 0 || g.rules == emptyCapture {
				gain += 1 + int(taken)
				own &^= 0xff << mine
				opp &^= 0xff << theirs
			}
		}
	}
	*next = pair{opp, own}
	return search.Step{Gain: gain}
}

// Bounds returns bounds of the future gain of the seat to move: at most all beans in play. They are
// exact when one row is empty (K11, K12), and for positions in the table of endings.
func (g *packed) Bounds(p *pair) (lo, hi int) {
	own, opp := sum(p.own), sum(p.opp)
	if own == 0 || opp == 0 {
		return own - opp, own - opp
	}
	n := own + opp
	if g.ends != nil && n <= g.ends.beans {
		if v, ok := g.ends.value(*p, &g.wait); ok {
			return v, v
		}
	}
	return -n, n
}

// Moves lists the holes in the order of sowing. Its hints rank sows that end in the pot first, the
// hole nearest to it before all; then captures; then holes with many beans.
func (g *packed) Moves(p *pair, buf []search.Move[uint8]) []search.Move[uint8] {
	m := uint8(g.m)
	for row := p.own; row != 0; {
		i := uint8(bits.TrailingZeros64(row)) / 8
		beans := uint8(row >> (8 * i))
		row &^= 0xff << (8 * i)
		l := &g.laps.laps[i&(packedHoles-1)][beans]
		order := int(i)
		switch {
		case l.end == m:
			order += 1000
		case l.end < m && (uint8(p.own>>(8*l.end)) == 0 && l.gain == 0 || beans == 2*m+1):
			if taken := uint8(p.opp >> (8 * (m - 1 - l.end))); taken > 0 || g.rules == emptyCapture {
				order += 100 + 10*int(taken)
			}
		default:
			order += 10 * int(l.gain)
		}
		buf = append(buf, search.Move[uint8]{M: i, Order: order, Free: l.end == m})
	}
	return buf
}

// Eval estimates the future margin.
func (g *packed) Eval(p *pair) int {
	if !g.style.rows {
		return 0
	}
	return g.laps.estimate.of(g.m, p)
}

// Key returns a hash of both rows.
func (g *packed) Key(p *pair) uint64 {
	hi, lo := bits.Mul64(p.own^0x9e3779b97f4a7c15, p.opp^0xd6e8feb86659fd93)
	h := (p.own+0x632be59bd9b4e019)*0xff51afd7ed558ccd + (hi ^ lo)
	return h ^ h>>32
}
