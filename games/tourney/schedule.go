package tourney

import (
	"math"
	"math/rand/v2"
	"slices"
)

// schedule holds the remaining rounds of a league. Simulated annealing improves it: two players of
// a round swap places if that helps, and sometimes, less and less often, if it does not. A player
// is an index into players.
type schedule struct {
	players []Entrant
	sizes   []int      // sizes of each round's games, the large ones first and a bye last
	rounds  [][][]int  // the games of each round
	met     [][]int    // how often two players meet, in rounds played and planned
	short   []int      // number of games below the largest size, by player
	sat     [][4]int   // how often each player had each seat
	lot     *rand.Rand // random source, from the tournament's seed
}

// newSchedule returns a random schedule for the rounds from number from on. The earlier rounds were
// played.
func newSchedule(s State, from int, players []Entrant, rounds int) *schedule {
	n := len(players)
	c := &schedule{
		players: players, sizes: leagueSizes(n, s.Seats), met: make([][]int, n), short: make([]int, n),
		sat: make([][4]int, n),
		lot: rand.New(rand.NewPCG(s.Seed, uint64(from))),
	}
	for i := range c.met {
		c.met[i] = make([]int, n)
	}
	s.Played = s.Played[:from]
	for _, round := range s.Played {
		for _, r := range round {
			c.note(r.Pairing)
		}
	}
	for range rounds {
		round := c.deal(s)
		c.rounds = append(c.rounds, round)
		if last := round[len(round)-1]; len(last) == 1 {
			// counts the bye, so that the next one goes to another player
			s.Played = append(slices.Clip(s.Played), []Result{{Pairing: Pairing{players[last[0]]}}})
		}
	}
	return c
}

// leagueSizes splits players into games: as many as possible of the largest size, but with as few
// games of two as possible.
func leagueSizes(n, largest int) (sizes []int) {
	if largest == 2 {
		return groups(n, 2)
	}
	for twos := range n/2 + 1 {
		for fours := (n - 2*twos) / 4; fours >= 0; fours-- {
			rest := n - 2*twos - 4*fours
			if rest%3 == 0 && (fours == 0 || largest == 4) {
				return slices.Concat(slices.Repeat([]int{4}, fours), slices.Repeat([]int{3}, rest/3),
					slices.Repeat([]int{2}, twos))
			}
		}
	}
	return nil // the loop ends here only for fewer than two players
}

// note counts a game that was played.
func (c *schedule) note(p Pairing) {
	game := make([]int, len(p))
	for seat, e := range p {
		game[seat] = slices.Index(c.players, e)
		if game[seat] >= 0 {
			c.sat[game[seat]][seat]++
		}
	}
	c.count(slices.DeleteFunc(game, func(i int) bool { return i < 0 }), len(p), 1)
}

// count adds a game to the statistics, by times. A negative number takes it out again.
func (c *schedule) count(game []int, size, by int) {
	for i, a := range game {
		if size < c.sizes[0] && size > 1 {
			c.short[a] += by
		}
		for _, b := range game[:i] {
			c.met[a][b] += by
			c.met[b][a] += by
		}
	}
}

// deal deals a round at random, except that byes follow their order.
func (c *schedule) deal(s State) (round [][]int) {
	order := c.lot.Perm(len(c.players))
	if c.sizes[len(c.sizes)-1] == 1 {
		bye := s.nextBye(c.players)
		order = append(slices.DeleteFunc(order, func(i int) bool { return i == bye }), bye)
	}
	for _, size := range c.sizes {
		round = append(round, order[:size:size])
		c.count(order[:size], size, 1)
		order = order[size:]
	}
	return round
}

// searches lists the tries per place of the schedule. A later search runs only if the schedule can
// still improve.
var searches = []int{150, 400, 1500}

// hot and cold are the temperatures at the beginning and the end of a search, in units of cost.
const hot, cold = 1.5, 0.15

// find improves the schedule and returns it with the seats dealt.
func (c *schedule) find() (rounds [][]Pairing) {
	least := c.least()
	for _, tries := range searches {
		if c.improve(tries*len(c.players)*len(c.rounds), least) == least {
			break
		}
	}
	c.seat()
	for _, round := range c.rounds {
		var games []Pairing
		for _, game := range round {
			p := make(Pairing, len(game))
			for seat, i := range game {
				p[seat] = c.players[i]
			}
			games = append(games, p)
		}
		rounds = append(rounds, games)
	}
	return rounds
}

// improve continues the search from the schedule, keeps the best one found, and returns its cost.
func (c *schedule) improve(tries, least int) (cost int) {
	cooling := math.Pow(cold/hot, 1/float64(tries))
	heat := hot
	best, cost := c.copy(), c.cost()
	for now := cost; tries > 0 && cost > least; tries-- {
		heat *= cooling
		now += c.change(heat)
		if now < cost {
			best, cost = c.copy(), now
		}
	}
	c.recount(c.rounds, -1)
	c.rounds = best
	c.recount(c.rounds, 1)
	return cost
}

func (c *schedule) recount(rounds [][][]int, by int) {
	for _, round := range rounds {
		for _, game := range round {
			c.count(game, len(game), by)
		}
	}
}

func (c *schedule) copy() (rounds [][][]int) {
	for _, round := range c.rounds {
		var games [][]int
		for _, game := range round {
			games = append(games, slices.Clone(game))
		}
		rounds = append(rounds, games)
	}
	return rounds
}

// Weights of the sums of squares: of how often two players meet, and of how often a player has a
// short game.
const (
	metWeight   = 4
	shortWeight = 1
)

// cost returns a number that is greater for more uneven schedules.
func (c *schedule) cost() (sum int) {
	for i, met := range c.met {
		for _, n := range met[:i] {
			sum += metWeight * n * n
		}
		sum += shortWeight * c.short[i] * c.short[i]
	}
	return sum
}

// least returns a lower bound of the cost: everybody meets everybody equally often, and short games
// are spread evenly.
func (c *schedule) least() int {
	meetings, short := 0, 0
	for i, met := range c.met {
		for _, n := range met[:i] {
			meetings += n
		}
		short += c.short[i]
	}
	n := len(c.players)
	return metWeight*evenly(meetings, n*(n-1)/2) + shortWeight*evenly(short, n)
}

// evenly returns the sum of squares of n numbers that are as equal as possible and add up to sum.
func evenly(sum, n int) int {
	each, more := sum/n, sum%n
	return (n-more)*each*each + more*(each+1)*(each+1)
}

// change swaps two random players of a round, if the temperature allows it, and returns the change
// of the cost.
func (c *schedule) change(heat float64) int {
	round := c.rounds[c.lot.IntN(len(c.rounds))]
	games := len(round)
	if len(round[games-1]) == 1 { // leaves the bye out
		games--
	}
	if games < 2 {
		return 0
	}
	i, j := c.lot.IntN(games), c.lot.IntN(games-1)
	if j >= i {
		j++
	}
	a, b := &round[i][c.lot.IntN(len(round[i]))], &round[j][c.lot.IntN(len(round[j]))]
	by := c.difference(round[i], round[j], *a, *b)
	if by > 0 && c.lot.Float64() >= math.Exp(-float64(by)/(metWeight*heat)) {
		return 0
	}
	c.count(round[i], len(round[i]), -1)
	c.count(round[j], len(round[j]), -1)
	*a, *b = *b, *a
	c.count(round[i], len(round[i]), 1)
	c.count(round[j], len(round[j]), 1)
	return by
}

// difference returns the change of the cost when a of one game and b of another swap places.
func (c *schedule) difference(one, other []int, a, b int) (by int) {
	for _, mate := range one {
		if mate != a {
			by += c.more(b, mate) - c.less(a, mate)
		}
	}
	for _, mate := range other {
		if mate != b {
			by += c.more(a, mate) - c.less(b, mate)
		}
	}
	by *= metWeight
	switch largest := c.sizes[0]; {
	case len(one) < largest && len(other) == largest:
		by += shortWeight * (2*c.short[b] - 2*c.short[a] + 2)
	case len(one) == largest && len(other) < largest:
		by += shortWeight * (2*c.short[a] - 2*c.short[b] + 2)
	}
	return by
}

// more and less return the change of the squared number of meetings of a pair, for one meeting more
// and one fewer.
func (c *schedule) more(a, b int) int { return 2*c.met[a][b] + 1 }
func (c *schedule) less(a, b int) int { return 2*c.met[a][b] - 1 }

// seatTries is the number of tries per place of the schedule to improve the seats.
const seatTries = 300

// seat deals the seats of all games. Two players of a game swap seats if that does not make the
// seats less even.
func (c *schedule) seat() {
	var games [][]int
	for _, round := range c.rounds {
		for _, game := range round {
			if len(game) > 1 {
				games = append(games, game)
				for seat, i := range game {
					c.sat[i][seat]++
				}
			}
		}
	}
	for range seatTries * len(c.players) * len(c.rounds) {
		game := games[c.lot.IntN(len(games))]
		x, y := c.lot.IntN(len(game)), c.lot.IntN(len(game))
		if x == y {
			continue
		}
		a, b := &c.sat[game[x]], &c.sat[game[y]]
		if a[y]-a[x]+b[x]-b[y]+2 > 0 { // half of the growth of the squares of a and b
			continue
		}
		a[x], a[y], b[y], b[x] = a[x]-1, a[y]+1, b[y]-1, b[x]+1
		game[x], game[y] = game[y], game[x]
	}
}
