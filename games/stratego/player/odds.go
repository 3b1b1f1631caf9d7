package player

import (
	"math"

	"paddock/games/stratego/board"
)

// Odds of ranks come from scaling the weights until each piece has one rank and each rank has its number of pieces. Counting ranks in sampled worlds
// instead would cost some hundredths of a bit a piece, because samples are few and follow each other.

const (
	rounds   = 40   // most rounds of scaling
	settled  = 1e-4 // the largest error in a rank's number of pieces at which scaling ends
	exchange = 3    // how often Flag and Bombs tell each other where they are
)

// odds returns the odds of each rank for each suspect.
func (h *hidden) odds() [][ranks]float64 {
	weights := make([][ranks]float64, len(h.suspects))
	for i := range h.suspects {
		for r, w := range h.suspects[i].weight {
			weights[i][r] = float64(w)
		}
	}
	for range h.spare {
		off := [ranks]float64{}
		for r := range off {
			if r != flag {
				off[r] = 1
			}
		}
		weights = append(weights, off)
	}
	odds := balance(weights, &h.left)
	pull := math.Log(guarded)
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
		odds = balance(near, &h.left)
	}
	return odds[:len(h.suspects)]
}

// balance multiplies the ranks of all pieces by factors, so that in the end each piece has one rank, and about left pieces have each rank.
func balance(weights [][ranks]float64, left *board.Counts) [][ranks]float64 {
	p := make([][ranks]float64, len(weights))
	var factor [ranks]float64
	for r, n := range left {
		factor[r] = float64(n)
	}
	for range rounds {
		var found [ranks]float64
		for i := range p {
			sum := 0.0
			for r := range p[i] {
				p[i][r] = weights[i][r] * factor[r]
				sum += p[i][r]
			}
			if sum == 0 { // only if an artificial test log has used up the army
				p[i][scout], sum = 1, 1
			}
			for r := range p[i] {
				p[i][r] /= sum
				found[r] += p[i][r]
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
