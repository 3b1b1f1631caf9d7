package player

import (
	"math"

	"paddock/games/stratego/board"
)

// Odds of ranks come from scaling the weights until each piece has one rank and each rank has its
// number of pieces. Counting ranks in sampled worlds instead would cost some hundredths of a bit a
// piece, because samples are few and follow each other.

const (
	rounds   = 40   // most rounds of scaling
	settled  = 1e-4 // the largest error in a rank's number of pieces at which scaling ends
	exchange = 3    // number of rounds in which the odds of Flag and Bombs are adapted to each other
)

// weigh finds the odds of each suspect's ranks, and the weights for the chain. It asks every
// source, and mixes the answers by its credit.
func (h *hidden) weigh(army *board.Counts, w *record) {
	deeds, squares := h.examine(army, w)
	deeds = temper(deeds, h.trust(learntOf(army), w, deeds))
	flat := h.balance(deeds)
	alone := make([][ranks]float64, len(deeds))
	h.odds = make([][ranks]float64, len(deeds))
	for k, part := range newCredit(army, h.seat, w.shown, squares, flat) {
		if part < minor {
			continue
		}
		weights := make([][ranks]float64, len(deeds))
		pull := math.Log(sources[k].guards)
		for i, s := range h.suspects {
			for r, p := range deeds[i] {
				weights[i][r] = p * squares[i][k][r]
			}
			weights[i][flag] *= math.Exp(pull * float64(s.walls))
		}
		h.pull += part * pull
		odds := h.balance(weights)
		mix(alone, odds, part)
		mix(h.odds, h.attract(weights, odds, pull), part)
	}
	for i := range h.suspects {
		s := &h.suspects[i]
		for r, p := range alone[i] {
			if mobile[r] || !s.moved {
				s.weight[r] = float32(p/float64(max(1, h.left[r]))) + 1e-8
			}
		}
	}
}

// mix adds a part of some odds to a sum.
func mix(sum, odds [][ranks]float64, part float64) {
	for i := range sum {
		for r := range sum[i] {
			sum[i][r] += part * odds[i][r]
		}
	}
}

// examine returns how well each rank explains the deeds of each suspect, and what is known of their
// squares.
func (h *hidden) examine(army *board.Counts, w *record) (deeds [][ranks]float64, squares []places) {
	for i := range h.suspects {
		s := &h.suspects[i]
		s.origin = w.board[s.at].origin
		x := w.traits(s.at)
		deeds = append(deeds, learntOf(army).explain(&x, s.moved))
		squares = append(squares, placesOf(army, h.seat, s.origin))
		for _, e := range w.shown {
			if e.rank == bomb && !s.moved && e.origin.Location().IsAdjacent(s.at.Location()) {
				s.walls++
			}
		}
	}
	return deeds, squares
}

// attract balances weights again, with Bombs and Flag attracting each other by the logarithm pull.
func (h *hidden) attract(weights, odds [][ranks]float64, pull float64) [][ranks]float64 {
	if pull == 0 {
		return odds
	}
	for range exchange {
		near := make([][ranks]float64, len(weights))
		copy(near, weights)
		for i := range h.suspects {
			at := h.suspects[i].at.Location()
			for j := range h.suspects {
				if h.suspects[j].at.Location().IsAdjacent(at) {
					near[i][flag] *= math.Exp(pull * odds[j][bomb])
					near[i][bomb] *= math.Exp(pull * odds[j][flag])
				}
			}
		}
		odds = h.balance(near)
	}
	return odds
}

// balance multiplies the ranks of all suspects by factors, so that in the end each has one rank,
// and about as many pieces as are left have each rank.
func (h *hidden) balance(weights [][ranks]float64) [][ranks]float64 {
	n := len(weights)
	all := append(make([][ranks]float64, 0, home), weights...)
	for len(all) < h.left.Sum() { // pieces off the board, only in artificial positions
		off := [ranks]float64{}
		for r := range off {
			off[r] = float64(one(r != flag))
		}
		all = append(all, off)
	}
	return balance(all, &h.left)[:n]
}

// balance multiplies the ranks of all pieces by factors, so that in the end each piece has one
// rank, and about left pieces have each rank.
func balance(weights [][ranks]float64, left *board.Counts) [][ranks]float64 {
	var factor, found [ranks]float64
	for r, n := range left {
		factor[r] = float64(n)
	}
	p := make([][ranks]float64, len(weights))
	for range rounds {
		found = [ranks]float64{}
		for i := range p {
			w, q := &weights[i], &p[i]
			sum := 0.0
			for r := range q {
				q[r] = w[r] * factor[r]
				sum += q[r]
			}
			if sum == 0 { // this happens only if an artificial test log has used up the army
				q[scout], sum = 1, 1
			}
			sum = 1 / sum
			for r := range q {
				q[r] *= sum
				found[r] += q[r]
			}
		}
		most := 0.0
		for r, n := range left {
			if found[r] > 0 {
				factor[r] *= float64(n) / found[r]
				most = max(most, math.Abs(float64(n)-found[r]))
			}
		}
		if most < settled {
			break
		}
	}
	return p
}
