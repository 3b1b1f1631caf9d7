package kalah

import (
	"paddock/games"
	"paddock/games/search"
)

// lines is both rows of a board of any size (K3), each in its seat's order of sowing. It is slower
// than a pair.
type lines struct {
	own, opp [maxHoles]int16
}

// wide implements search.Game for Kalah on any board.
type wide struct {
	m     int
	rules variant
	style style
}

var _ search.Game[lines, uint8] = (*wide)(nil)

// lines returns the rows of a position in play.
func (p position) lines() lines {
	var rows [2][maxHoles]int16
	for seat := range rows {
		for hole := 1; hole <= p.m; hole++ {
			rows[seat][p.at(games.Seat(seat), hole)] = int16(p.rows[seat][hole])
		}
	}
	return lines{rows[p.toMove], rows[1-p.toMove]}
}

// sums counts the beans of both rows.
func (l *lines) sums() (own, opp int) {
	for i := range l.own {
		own += int(l.own[i])
		opp += int(l.opp[i])
	}
	return own, opp
}

// Play sows the i-th hole (K5–K9, K22).
func (g *wide) Play(p *lines, i uint8, next *lines) search.Step {
	*next = *p
	gain, end := g.sow(next, int(i))
	if end == g.m {
		return search.Step{Gain: gain, Again: true}
	}
	if end < g.m && next.own[end] == 1 {
		if taken := next.opp[g.m-1-end]; taken > 0 || g.rules == emptyCapture {
			gain += 1 + int(taken)
			next.own[end], next.opp[g.m-1-end] = 0, 0
		}
	}
	next.own, next.opp = next.opp, next.own
	return search.Step{Gain: gain}
}

func (g *wide) sow(p *lines, from int) (gain, end int) {
	beans, ring := int(p.own[from]), 2*g.m+1
	p.own[from] = 0
	full, rest := beans/ring, beans%ring
	for k := 1; k <= ring && (full > 0 || k <= rest); k++ {
		n, place := int16(full), (from+k)%ring
		if k <= rest {
			n++
		}
		switch {
		case place < g.m:
			p.own[place] += n
		case place == g.m:
			gain += int(n)
		default:
			p.opp[place-g.m-1] += n
		}
	}
	return gain, (from + rest) % ring
}

// Bounds returns bounds of the future gain of the seat to move: at most all beans in play. They are
// exact when one row is empty (K11, K12).
func (g *wide) Bounds(p *lines) (lo, hi int) {
	own, opp := p.sums()
	if own == 0 || opp == 0 {
		return own - opp, own - opp
	}
	return -own - opp, own + opp
}

// Moves lists the holes in the order of sowing, with the hints of packed.Moves.
func (g *wide) Moves(p *lines, buf []search.Move[uint8]) []search.Move[uint8] {
	ring := 2*g.m + 1
	for i := range g.m {
		beans := int(p.own[i])
		if beans == 0 {
			continue
		}
		end := (i + beans) % ring
		order := i
		switch {
		case end == g.m:
			order += 1000
		case end < g.m && (p.own[end] == 0 && beans < ring || beans == ring):
			order += 100 + 10*int(p.opp[g.m-1-end])
		case i+beans > g.m:
			order += 10
		}
		buf = append(buf, search.Move[uint8]{M: uint8(i), Order: order, Free: end == g.m})
	}
	return buf
}

// Eval estimates the future margin, like packed.Eval.
func (g *wide) Eval(p *lines) int {
	if !g.style.rows {
		return 0
	}
	v := onMove
	for i := range g.m {
		v += worth(int(p.own[i]), g.m-i, g.m) - worth(int(p.opp[i]), g.m-i, g.m)
	}
	return (v + eighths/2) >> 3 // rounded to the nearest number; the constant eighths is 1<<3
}

// Key returns a hash of both rows.
func (g *wide) Key(p *lines) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for i := range g.m {
		h = (h ^ uint64(p.own[i])<<16 ^ uint64(p.opp[i])) * 0xff51afd7ed558ccd
		h ^= h >> 29
	}
	return h
}
