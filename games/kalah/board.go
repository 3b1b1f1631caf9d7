package kalah

import "paddock/games"

// The seats of Kalah. South moves first (K4).
const (
	south games.Seat = 0
	north games.Seat = 1
	over  games.Seat = games.Spectator // the value of toMove after the end of the game
)

const (
	maxHoles = 12    // most holes per side (K1)
	maxStart = 24    // most beans in each hole at the start (K2)
	maxTotal = 9_999 // most beans in a position text (K21)
	pot      = 0     // the hole number of a pot (K1)
)

// board holds the beans in holes and pots, without turns or captures. It is a comparable value of
// up to 2·12 holes.
//
// Holes are numbered 1 to m from left to right in both rows, South's row below; hole 0 of a seat is
// its pot.
type board struct {
	m    int
	rows [2][maxHoles + 1]int // beans by seat and hole
}

func newBoard(holes, beans int) board {
	b := board{m: holes}
	for hole := 1; hole <= holes; hole++ {
		b.rows[south][hole], b.rows[north][hole] = beans, beans
	}
	return b
}

func (b board) beans(s games.Seat, hole int) int { return b.rows[s][hole] }

// beansInPlay counts the beans of a seat's row, without its pot.
func (b board) beansInPlay(s games.Seat) (n int) {
	for hole := 1; hole <= b.m; hole++ {
		n += b.rows[s][hole]
	}
	return n
}

func (b board) totalBeans() int {
	return b.beansInPlay(south) + b.beansInPlay(north) + b.rows[south][pot] + b.rows[north][pot]
}

// moveToPot moves the beans of a hole to the owner's pot. It refuses pots and unknown holes.
func (b *board) moveToPot(s games.Seat, hole int, owner games.Seat) bool {
	if hole < 1 || hole > b.m {
		return false
	}
	b.rows[owner][pot] += b.rows[s][hole]
	b.rows[s][hole] = 0
	return true
}

// The places that a seat sows into form a ring (K5). They are its own holes in the order of sowing,
// 0 to m-1; its pot, m; and the other seat's holes in that seat's order, m+1 to 2m. The other pot
// is left out.

func (b board) ring() int { return 2*b.m + 1 }

// at returns the ring place of one of the seat's own holes.
func (b board) at(s games.Seat, hole int) int {
	if s == south {
		return hole - 1
	}
	return b.m - hole
}

// locate returns the seat and hole of a place in the ring of s.
func (b board) locate(s games.Seat, place int) (games.Seat, int) {
	if place == b.m {
		return s, pot
	}
	if place > b.m {
		s, place = 1-s, place-b.m-1
	}
	if s == south {
		return south, place + 1
	}
	return north, b.m - place
}

// sow sows a hole and returns where the last bean fell. For a pot, an empty hole or an unknown one
// it does nothing and returns false. It knows no captures and no turns.
func (b *board) sow(s games.Seat, hole int) (endSeat games.Seat, endHole int, ok bool) {
	if hole < 1 || hole > b.m || b.rows[s][hole] == 0 {
		return 0, 0, false
	}
	beans, from, ring := b.rows[s][hole], b.at(s, hole), b.ring()
	b.rows[s][hole] = 0
	laps, rest := beans/ring, beans%ring
	end := from + rest
	if end >= ring {
		end -= ring
	}
	if laps > 0 {
		for place := range ring {
			seat, h := b.locate(s, place)
			b.rows[seat][h] += laps
		}
	}
	for place := from; rest > 0; rest-- {
		if place++; place == ring {
			place = 0
		}
		seat, h := b.locate(s, place)
		b.rows[seat][h]++
	}
	endSeat, endHole = b.locate(s, end)
	return endSeat, endHole, true
}
