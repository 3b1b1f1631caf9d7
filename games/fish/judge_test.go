package fish

import (
	"math"
	"math/bits"
	"testing"
)

// The slides of a set of cells are the union of the slides of its cells.
func TestSlidesOfSets(t *testing.T) {
	randomPositions(t, 6, func(p Position) {
		s := newState(&p)
		g := s.ice.geometry
		from := s.free & 0x5a5a_3c3c_0ff0_1248
		want := uint64(0)
		for set := from; set != 0; set &= set - 1 {
			want |= g.reach(Cell(bits.TrailingZeros64(set)), s.free)
		}
		if got := g.slides(from, s.free); got&^from != want&^from {
			t.Fatalf("%s: slides from %x = %x, want %x", text(p), from, got&^from, want&^from)
		}
	})
}

// Claims, in steps and in slides, agree with the distances of all penguins. Of seats with equal
// distance, the one that moves next is the first.
func TestClaims(t *testing.T) {
	randomPositions(t, 9, func(p Position) {
		s := newState(&p)
		if s.over {
			return
		}
		for _, slide := range []bool{false, true} {
			got := s.claims(slide)
			var want claims
			var far [4][maxCells]int
			for seat := range s.seats {
				far[seat] = s.distances(seat, slide)
			}
			for c := range s.ice.geometry.cells {
				nearest, count := math.MaxInt, 0
				for seat := range s.seats {
					switch d := far[seat][c]; {
					case d < nearest:
						nearest, count = d, 1
					case d == nearest && d < math.MaxInt:
						count++
					}
				}
				next := true
				for i := range s.seats {
					seat := (s.turn + i) % s.seats
					switch {
					case count == 0 || far[seat][c] > nearest:
					case count == 1:
						want.alone[seat] |= 1 << c
					case next:
						want.early[seat] |= 1 << c
						next = false
					default:
						want.late[seat] |= 1 << c
					}
				}
			}
			if got != want {
				t.Fatalf("%s, slides %t: claims %x, want %x", text(p), slide, got, want)
			}
		}
	})
}

// distances returns how many steps or slides each free cell is from a seat's penguins; math.MaxInt
// if unreachable.
func (s *state) distances(seat int8, slide bool) (far [maxCells]int) {
	for c := range far {
		far[c] = math.MaxInt
	}
	next := s.at[seat][:s.count[seat]]
	for d := 1; len(next) > 0; d++ {
		front := next
		next = nil
		for _, from := range front {
			ways := s.ice.geometry.near[from] & s.free
			if slide {
				ways = s.ice.geometry.reach(from, s.free)
			}
			for ; ways != 0; ways &= ways - 1 {
				if to := Cell(bits.TrailingZeros64(ways)); far[to] == math.MaxInt {
					far[to] = d
					next = append(next, to)
				}
			}
		}
	}
	return far
}

// Each tile that a seat can walk to is in one of its classes, and V of a seat is the sum of its
// weighted features.
func TestClassesDivideTheTiles(t *testing.T) {
	randomPositions(t, 6, func(p Position) {
		s := newState(&p)
		if s.over || s.seats != 2 {
			return
		}
		walks := s.connected()
		steps, slides := s.claims(false), s.claims(true)
		v := s.prospects(&walks)
		all, _ := s.allFeatures()
		for seat := range s.seats {
			seen := uint64(0)
			for i, set := range s.classify(seat, &steps, &slides, &walks) {
				if seen&set != 0 {
					t.Errorf("%s: class %d of seat %d shares tiles with another", text(p), i, seat)
				}
				seen |= set
			}
			if seen != walks[seat] {
				t.Errorf("%s: seat %d has classes for %x, want %x", text(p), seat, seen, walks[seat])
			}
			want := 0.0
			for i, w := range s.ice.weights[bits.OnesCount64(s.free)] {
				want += float64(w) * all[seat][i]
			}
			if s.ice.official {
				want += float64(s.stoodOn(seat) / tileWeight)
			}
			if math.Abs(want-float64(v[seat])) > 1e-3 {
				t.Errorf("%s: seat %d is expected to win %g, want %g", text(p), seat, v[seat], want)
			}
		}
	})
}
