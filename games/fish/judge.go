package fish

import (
	_ "embed"
	"fmt"
	"math/bits"
	"strings"
	"sync"

	"paddock/games"
)

// For two players, the searching players evaluate a position by each seat's score and its
// prospects. The prospects are the fish on the free tiles, weighted by distance in steps and
// slides, by the seat to move, and by the stage of the game. The weights were fitted to self-play
// (see TestFit).

// claims holds, for each seat, the free tiles that the seat's penguins reach first.
type claims struct {
	alone [games.MaxSeats]uint64 // tiles that the seat reaches before all others
	early [games.MaxSeats]uint64 // tiles that the seat reaches as soon as others, but moves before them
	late  [games.MaxSeats]uint64 // tiles that the seat reaches as soon as other seats, one of which moves before it
}

// claims fills itself by a flood over the free tiles from all penguins at once, by steps to
// neighbours or by slides.
func (s *state) claims(slide bool) (c claims) {
	g := s.ice.geometry
	var front [games.MaxSeats]uint64
	for seat := range s.seats {
		for _, at := range s.at[seat][:s.count[seat]] {
			if slide {
				front[seat] |= g.reach(at, s.free)
			} else {
				front[seat] |= g.near[at]
			}
		}
	}
	for open := s.free; ; {
		var once, twice uint64
		for seat := range s.seats {
			front[seat] &= open
			twice |= once & front[seat]
			once |= front[seat]
		}
		if once == 0 {
			return c
		}
		open &^= once
		seat := s.turn
		for taken := uint64(0); ; {
			c.alone[seat] |= front[seat] &^ twice
			tied := front[seat] & twice
			c.early[seat] |= tied &^ taken
			c.late[seat] |= tied & taken
			taken |= tied
			if slide {
				front[seat] = g.slides(front[seat], s.free)
			} else {
				front[seat] = g.around(front[seat])
			}
			if seat = s.after(seat); seat == s.turn {
				break
			}
		}
	}
}

// connected returns, by seat, the free tiles that its penguins could walk to if nobody else moved.
func (s *state) connected() (walks [games.MaxSeats]uint64) {
	g := s.ice.geometry
	for seat := range s.seats {
		for _, c := range s.at[seat][:s.count[seat]] {
			walks[seat] |= g.near[c]
		}
		walks[seat] &= s.free
	}
	for rest := walks[0] | walks[1] | walks[2] | walks[3]; rest != 0; {
		region := g.region(rest&-rest, s.free)
		rest &^= region
		for seat := range s.seats {
			if walks[seat]&region != 0 {
				walks[seat] |= region
			}
		}
	}
	return walks
}

// The features of a seat: fish and tiles of each class of free tiles, then the mobility of its
// penguins.
const (
	relations = 4 // relations of a tile to a seat: in its set alone, reached early or late, or in none of them
	mixed     = relations * relations
	private   = mixed // the class of tiles that no other seat can reach
	classes   = mixed + 1

	cornered = 2 * classes // penguins with at most one free neighbour
	toMove   = cornered + 1
	features = toMove + 1
)

// classify divides the tiles that a seat can walk to into classes.
func (s *state) classify(seat int8, steps, slides *claims, connected *[games.MaxSeats]uint64) (class [classes]uint64) {
	mine, others := connected[seat], uint64(0)
	for other := range s.seats {
		if other != seat {
			others |= connected[other]
		}
	}
	class[private] = mine &^ others
	mine &= others
	if mine == 0 {
		return class
	}
	by := [2][relations]uint64{
		{mine & steps.alone[seat], mine & steps.early[seat], mine & steps.late[seat]},
		{mine & slides.alone[seat], mine & slides.early[seat], mine & slides.late[seat]},
	}
	for i := range by {
		by[i][relations-1] = mine &^ (by[i][0] | by[i][1] | by[i][2])
	}
	for i, a := range by[0] {
		if a == 0 {
			continue
		}
		for j, b := range by[1] {
			class[i*relations+j] = a & b
		}
	}
	return class
}

// penned counts the penguins with at most one free neighbour.
func (s *state) penned(seat int8) (n int) {
	for _, c := range s.at[seat][:s.count[seat]] {
		if near := s.ice.geometry.near[c] & s.free; near&(near-1) == 0 {
			n++
		}
	}
	return n
}

// weights says how much each feature of a seat's position is worth to that seat, in fish.
type weights [features]float32

const (
	knotEvery = 10 // number of free tiles from one knot to the next
	knots     = 7
)

//go:embed weights.txt
var weightsText string

// judges returns the weights by number of free tiles.
var judges = sync.OnceValue(func() *[maxCells + 1]weights { return readWeights(weightsText) })

// readWeights reads one line per knot and interpolates linearly between knots.
func readWeights(text string) *[maxCells + 1]weights {
	all := new([maxCells + 1]weights)
	var at [knots]weights
	for line := range strings.Lines(text) {
		if line[0] == '#' {
			continue
		}
		in := strings.NewReader(line)
		var knot int
		if _, err := fmt.Fscan(in, &knot); err != nil {
			panic(err)
		}
		for i := range at[knot] {
			if _, err := fmt.Fscan(in, &at[knot][i]); err != nil {
				panic(fmt.Sprintf("weight %d of knot %d: %v", i, knot, err))
			}
		}
	}
	for free := range all {
		low, high, share := between(free)
		for i := range features {
			all[free][i] = (1-share)*at[low][i] + share*at[high][i]
		}
	}
	return all
}

// between returns the knots around a number of free tiles, and the share of the way from the lower
// to the higher one.
func between(free int) (low, high int, share float32) {
	low = min(free/knotEvery, knots-1)
	return low, min(low+1, knots-1), float32(free%knotEvery) / knotEvery
}

// prospect returns the likely future gain of a seat, in fish, including the tiles under its
// penguins under the official rules.
func (s *state) prospect(seat int8, w *weights, class *[classes]uint64) float32 {
	v := float32(0)
	for i, set := range class {
		if set == 0 {
			continue
		}
		for fish := 1; fish <= int(s.ice.most); fish++ {
			if n := bits.OnesCount64(set & s.ice.with[fish]); n > 0 {
				v += float32(n) * (float32(fish)*w[i] + w[classes+i])
			}
		}
	}
	v += w[cornered] * float32(s.penned(seat))
	if seat == s.turn {
		v += w[toMove]
	}
	if s.ice.official {
		for _, c := range s.at[seat][:s.count[seat]] {
			v += float32(s.ice.fish[c])
		}
	}
	return v
}

// prospects returns the likely future gain of each seat, from the connected tiles.
func (s *state) prospects(connected *[games.MaxSeats]uint64) (v [games.MaxSeats]float32) {
	if s.over {
		return v
	}
	w := &s.ice.weights[bits.OnesCount64(s.free)]
	steps, slides := s.claims(false), s.claims(true)
	for seat := range s.seats {
		class := s.classify(seat, &steps, &slides, connected)
		v[seat] = s.prospect(seat, w, &class)
	}
	return v
}
