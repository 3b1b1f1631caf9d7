package ends

import "math/bits"

// set is a set of points. Points are numbered column*8 + row, with columns from 0 and rows from 1,
// as in package halatafl.
type set = uint64

// Differences between the numbers of neighbouring points.
const (
	up   = 1
	side = 8
)

// hop is a jump of a fox: the point it passes and the point it reaches.
type hop struct{ over, land uint8 }

var (
	field   = makeField()
	joints  = makeJoints() // points with diagonals
	paddock = makePaddock()
	around  = makeAround() // neighbours of each point along lines
	hops    = makeHops()   // jumps that begin at each point
)

func makeField() (s set) {
	for column := range 7 {
		for row := 1; row <= 7; row++ {
			if column >= 2 && column <= 4 || row >= 3 && row <= 5 {
				s |= 1 << (column*side + row)
			}
		}
	}
	return s
}

func makeJoints() (s set) {
	for p := range 64 {
		if (p/side+1+p%side)%2 == 0 {
			s |= field & (1 << p)
		}
	}
	return s
}

func makePaddock() (s set) {
	for column := 2; column <= 4; column++ {
		s |= 0b111 << (column*side + 5)
	}
	return s
}

// spread returns all neighbours of the points in s.
func spread(s set) set {
	j := s & joints
	return (s<<up | s>>up | s<<side | s>>side | j<<(side+up) | j>>(side+up) | j<<(side-up) | j>>(side-up)) & field
}

func makeAround() (near [64]set) {
	for p := range near {
		near[p] = spread(field & (1 << p))
	}
	return near
}

func makeHops() (list [64][]hop) {
	for s := field; s != 0; s &= s - 1 {
		p := bits.TrailingZeros64(s)
		for near := around[p]; near != 0; near &= near - 1 {
			over := bits.TrailingZeros64(near)
			if land := 2*over - p; land >= 0 && field>>land&1 != 0 && around[over]>>land&1 != 0 {
				list[p] = append(list[p], hop{uint8(over), uint8(land)})
			}
		}
	}
	return list
}

// mirror exchanges left and right.
func mirror(s set) set { return bits.ReverseBytes64(s) >> side }

func mirrorPoint(p int) int { return p - p/side*side + (6-p/side)*side }

// columns returns the columns of those points of s that are in a row, as bits.
func columns(s set, r int) int { return int((s >> r & 0x0101010101010101) * 0x0102040810204080 >> 56) }
