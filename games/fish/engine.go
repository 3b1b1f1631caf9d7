package fish

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"paddock/games"
	"paddock/games/search"
)

// ice is the constant part of a game: the board and the original fish of each tile.
type ice struct {
	geometry *geometry
	official bool
	fish     [maxCells]int8
	with     [10]uint64 // with[n] is the set of tiles with n fish
	most     int8       // most fish on a tile
	penguins int8
	weights  *[maxCells + 1]weights // evaluation weights by number of free tiles
}

// state is a position for the computer players: small, and quick to play on. A test checks that it
// has the same moves and scores as the rules.
type state struct {
	ice    *ice
	free   uint64
	stood  uint64 // cells of all penguins
	doubt  uint64 // cells whose penguins may have become stuck
	at     [games.MaxSeats][maxPenguins]Cell
	count  [games.MaxSeats]int8
	won    [games.MaxSeats]int32 // value of the tiles won, in units of worth
	turn   int8
	seats  int8
	out    uint8 // the set of seats that have left
	placed bool
	over   bool
}

// worth returns the value of a tile: fish first, then the tile itself, which breaks ties under the
// official rules (F27).
func (i *ice) worth(c Cell) int32 {
	if i.official {
		return int32(i.fish[c])*tileWeight + 1
	}
	return int32(i.fish[c]) * tileWeight
}

const tileWeight = 64

func newState(p *Position) state {
	i := &ice{
		geometry: p.Shape.geometry(), official: p.Shape.Official, fish: p.Fish, penguins: p.Penguins,
		weights: judges(),
	}
	for c, f := range p.Fish {
		if f > 0 {
			i.with[f] |= 1 << c
			i.most = max(i.most, f)
		}
	}
	s := state{
		ice: i, free: p.Free(), stood: p.Occupied(), turn: int8(p.ToMove), seats: p.Seats,
		placed: p.Phase == Moving, over: p.Phase == "",
	}
	for seat, pl := range p.Players {
		s.at[seat], s.count[seat] = pl.At, pl.Count
		s.won[seat] = pl.Fish * tileWeight
		if i.official {
			s.won[seat] += int32(pl.Tiles)
		}
		if pl.Out > 0 {
			s.out |= 1 << seat
		}
	}
	s.doubt = s.stood
	return s
}

// moves appends the legal moves to buf.
func (s *state) moves(buf []Move) []Move {
	if s.over {
		return buf
	}
	if !s.placed {
		set := s.free
		if s.ice.official {
			set &= s.ice.with[1]
		}
		for ; set != 0; set &= set - 1 {
			buf = append(buf, Move{noCell, Cell(bits.TrailingZeros64(set))})
		}
		return buf
	}
	for _, from := range s.at[s.turn][:s.count[s.turn]] {
		for set := s.ice.geometry.reach(from, s.free); set != 0; set &= set - 1 {
			buf = append(buf, Move{from, Cell(bits.TrailingZeros64(set))})
		}
	}
	return buf
}

func (s *state) play(m Move) {
	s.free &^= 1 << m.To
	s.stood |= 1 << m.To
	s.doubt |= 1<<m.To | s.ice.geometry.near[m.To]
	seat := s.turn
	if !s.placed {
		s.at[seat][s.count[seat]] = m.To
		s.count[seat]++
		s.nextToPlace()
		return
	}
	for i, c := range s.at[seat][:s.count[seat]] {
		if c == m.From {
			s.at[seat][i] = m.To
			break
		}
	}
	s.stood &^= 1 << m.From
	s.won[seat] += s.ice.worth(m.From)
	s.freeStuck()
	s.nextToMove()
}

func (s *state) nextToPlace() {
	next := s.turn
	for range s.seats {
		next = s.after(next)
		if s.out&(1<<next) == 0 && s.count[next] < s.ice.penguins {
			s.turn = next
			return
		}
	}
	s.placed = true
	s.turn = s.seats - 1
	s.freeStuck()
	s.nextToMove()
}

// after returns the seat after another in turn order.
func (s *state) after(seat int8) int8 {
	if seat++; seat < s.seats {
		return seat
	}
	return 0
}

// freeStuck removes the stuck penguins among those in doubt.
func (s *state) freeStuck() {
	if !s.ice.official {
		return
	}
	for set := s.doubt & s.stood; set != 0; set &= set - 1 {
		if c := Cell(bits.TrailingZeros64(set)); s.ice.geometry.stuck(c, s.free) {
			s.take(c)
		}
	}
	s.doubt = 0
}

// take removes the penguin on a tile, and gives the tile to its seat.
func (s *state) take(c Cell) {
	s.stood &^= 1 << c
	for seat := range s.seats {
		if i := slices.Index(s.at[seat][:s.count[seat]], c); i >= 0 {
			s.won[seat] += s.ice.worth(c)
			s.count[seat]--
			s.at[seat][i] = s.at[seat][s.count[seat]]
			return
		}
	}
}

func (s *state) nextToMove() {
	next := s.turn
	for range s.seats {
		next = s.after(next)
		if s.canMove(next) {
			s.turn = next
			return
		}
	}
	s.over = true
}

func (s *state) canMove(seat int8) bool {
	if s.ice.official { // stuck penguins have left
		return s.count[seat] > 0
	}
	for _, c := range s.at[seat][:s.count[seat]] {
		if !s.ice.geometry.stuck(c, s.free) {
			return true
		}
	}
	return false
}

// territory returns, by seat, the free tiles that its penguins reach in strictly fewer steps than
// all others (F53), and the tiles that several seats reach first.
func (s *state) territory() (own [games.MaxSeats]uint64, shared uint64) {
	g := s.ice.geometry
	var front [games.MaxSeats]uint64
	for seat := range s.seats {
		for _, c := range s.at[seat][:s.count[seat]] {
			front[seat] |= g.near[c]
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
			return own, shared
		}
		open &^= once
		shared |= twice
		for seat := range s.seats {
			own[seat] |= front[seat] &^ twice
			front[seat] = g.around(front[seat])
		}
	}
}

// values returns V of each seat, in fish (F53): its score, plus three quarters of the fish that are
// nearer to it than to any other seat. Under the official rules the score includes the tiles under
// its penguins.
func (s *state) values() (v [games.MaxSeats]float32) {
	own, _ := s.territory()
	for seat := range s.seats {
		v[seat] = float32(s.won[seat])/tileWeight + s.toCome(seat, own[seat])
	}
	return v
}

// toCome returns V without the score.
func (s *state) toCome(seat int8, own uint64) float32 {
	fish := 0.75 * float32(s.ice.fishOn(own))
	if s.ice.official {
		for _, c := range s.at[seat][:s.count[seat]] {
			fish += float32(s.ice.fish[c])
		}
	}
	return fish
}

// expected returns the likely final score of each seat, in fish. For more than two players that is
// V: weights fitted to their games predict scores better, but a tree search with them loses.
func (s *state) expected() (v [games.MaxSeats]float32) {
	switch {
	case s.over:
	case s.seats > 2:
		return s.values()
	default:
		connected := s.connected()
		v = s.prospects(&connected)
	}
	for seat := range s.seats {
		v[seat] += float32(s.won[seat]) / tileWeight
	}
	return v
}

func (i *ice) fishOn(set uint64) (n int) {
	for f := 1; f <= int(i.most); f++ {
		n += f * bits.OnesCount64(set&i.with[f])
	}
	return n
}

// lead returns how far a seat's value is above the best value of the other seats.
func lead(v [games.MaxSeats]float32, seat, seats int8) float32 {
	best := float32(math.Inf(-1))
	for other := range seats {
		if other != seat {
			best = max(best, v[other])
		}
	}
	return v[seat] - best
}

// uct implements search.TreeGame for Fish (F54). Its continuation is short: each ply takes the
// better of two random moves by fish. Then V values the position.
type uct struct{}

var _ search.TreeGame[state, Move] = (*uct)(nil)

func (*uct) Moves(s *state, buf []Move) []Move { return s.moves(buf) }
func (*uct) Play(s *state, m Move)             { s.play(m) }
func (*uct) ToMove(s *state) int               { return int(s.turn) }

func (*uct) Guess(s *state, seat int) float32 {
	return reward(lead(s.expected(), int8(seat), s.seats), bits.OnesCount64(s.free))
}

const continuation = 4 // length of a continuation, in plies

func (*uct) Value(p *state, rng *rand.Rand) [search.MaxPlayers]float32 {
	s := *p
	for range continuation {
		if s.over {
			break
		}
		s.play(s.wander(rng))
	}
	return s.rewards()
}

// wander returns the better by fish of two random moves.
func (s *state) wander(rng *rand.Rand) Move {
	var to [maxPenguins]uint64
	from, n := s.at[s.turn][:s.count[s.turn]], 0
	if !s.placed {
		from = []Cell{noCell}
		if to[0] = s.free; s.ice.official {
			to[0] &= s.ice.with[1]
		}
		n = bits.OnesCount64(to[0])
	} else {
		for i, c := range from {
			to[i] = s.ice.geometry.reach(c, s.free)
			n += bits.OnesCount64(to[i])
		}
	}
	pick := func(nth int) Move {
		for i, set := range to[:len(from)] {
			if here := bits.OnesCount64(set); nth >= here {
				nth -= here
				continue
			}
			for ; nth > 0; nth-- {
				set &= set - 1
			}
			return Move{from[i], Cell(bits.TrailingZeros64(set))}
		}
		return Move{} // the loop returns before, because nth is less than n
	}
	a, b := pick(rng.IntN(n)), pick(rng.IntN(n))
	if s.ice.fish[b.To] > s.ice.fish[a.To] {
		return b
	}
	return a
}

// rewards returns the value of s for each seat.
func (s *state) rewards() (r [search.MaxPlayers]float32) {
	v := s.expected()
	free := bits.OnesCount64(s.free)
	for seat := range s.seats {
		r[seat] = reward(lead(v, seat, s.seats), free)
	}
	return r
}

// reward returns the value, from 0 to 1, of a lead in fish with the given number of free tiles. It
// is mainly the likelihood to win with that lead, plus a small bonus for any lead. With fewer free
// tiles the result can change less.
func reward(lead float32, free int) float32 {
	const ahead, fixed, each = 0.15, 1.5, 0.13
	win := float32(0.5)
	switch {
	case lead > 0:
		win = 1
	case lead < 0:
		win = 0
	}
	return ahead*win + (1-ahead)*(0.5+0.5*bend(lead/(fixed+each*float32(free))))
}

// bend approximates the hyperbolic tangent.
func bend(x float32) float32 {
	x = min(max(x, -3), 3)
	return x * (27 + x*x) / (27 + 9*x*x)
}

// duel implements search.Game for Fish with two players. Values are the worth still to be won, the
// mover's minus the opponent's. It proves the end of a game exactly.
type duel struct {
	connected [games.MaxSeats]uint64 // by seat: tiles connected with its penguins, in the position of the last Bounds
	solo      *solo                  // solves games whose players can no longer meet; nil: such games are searched
}

var _ search.Game[state, Move] = (*duel)(nil)

// Moves ranks rich tiles first, then tiles in narrow places and those beside the opponent's
// penguins.
func (*duel) Moves(p *state, buf []search.Move[Move]) []search.Move[Move] {
	g, other := p.ice.geometry, p.rival()
	var beside uint64
	for _, c := range p.at[other][:p.count[other]] {
		beside |= g.near[c]
	}
	for _, from := range p.at[p.turn][:p.count[p.turn]] {
		here := bits.OnesCount64(g.near[from] & p.free)
		for set := g.reach(from, p.free); set != 0; set &= set - 1 {
			to := Cell(bits.TrailingZeros64(set))
			order := 64*int(p.ice.fish[to]) + 16*(bits.OnesCount64(g.near[to]&p.free)-here) + 100*int(beside>>to&1)
			buf = append(buf, search.Move[Move]{
				M: Move{from, to}, Order: order, Slot: uint16(from)<<6 | uint16(to),
				Quiet: true,
			})
		}
	}
	return buf
}

func (*duel) Play(p *state, m Move, next *state) search.Step {
	*next = *p
	next.play(m)
	me, other := p.turn, p.rival()
	gain := (next.won[me] - p.won[me]) - (next.won[other] - p.won[other])
	return search.Step{Gain: int(gain), Again: next.turn == me && !next.over}
}

// rival returns the other seat that is still in the game.
func (s *state) rival() int8 {
	for seat := range s.seats {
		if seat != s.turn && s.out&(1<<seat) == 0 {
			return seat
		}
	}
	return s.turn
}

// Bounds assumes that a seat gets all tiles that its penguins could walk to. The other seat then
// gets only the tiles under its penguins, which are its own under the official rules anyway.
func (d *duel) Bounds(p *state) (lo, hi int) {
	if p.over {
		return 0, 0
	}
	me, other := p.turn, p.rival()
	d.connected = p.connected()
	mine, its := p.stoodOn(me), p.stoodOn(other)
	if d.connected[me]&d.connected[other] == 0 && d.solo != nil {
		if v, ok := d.apart(p, me, other); ok {
			if p.ice.official {
				v += mine - its
			}
			return v, v
		}
	}
	hi, lo = mine+p.ice.worthOf(d.connected[me]), -its-p.ice.worthOf(d.connected[other])
	if p.ice.official {
		hi, lo = hi-its, lo+mine
	}
	return lo, hi
}

// apart returns the exact future margin of two seats that can no longer meet, without the tiles
// under their penguins under the official rules.
func (d *duel) apart(p *state, me, other int8) (worth int, ok bool) {
	a, ok1 := p.puzzle(me, &d.connected)
	b, ok2 := p.puzzle(other, &d.connected)
	if !ok1 || !ok2 {
		return 0, false
	}
	mine, ok1 := d.solo.solve(a)
	if !ok1 {
		return 0, false
	}
	its, ok2 := d.solo.solve(b)
	return mine - its, ok2
}

// stoodOn returns the worth of the tiles under a seat's penguins.
func (s *state) stoodOn(seat int8) (worth int) {
	for _, c := range s.at[seat][:s.count[seat]] {
		worth += int(s.ice.worth(c))
	}
	return worth
}

func (i *ice) worthOf(set uint64) int {
	worth := i.fishOn(set) * tileWeight
	if i.official {
		worth += bits.OnesCount64(set)
	}
	return worth
}

// Eval is called right after Bounds of the same position.
func (d *duel) Eval(p *state) int {
	v := p.prospects(&d.connected)
	return int((v[p.turn] - v[p.rival()]) * tileWeight)
}

func (*duel) Key(p *state) uint64 {
	h := p.free*0x9e3779b97f4a7c15 + uint64(p.turn)
	for seat := range p.seats {
		var set uint64
		for _, c := range p.at[seat][:p.count[seat]] {
			set |= 1 << c
		}
		h = (bits.RotateLeft64(h, 23) ^ set) * 0xff51afd7ed558ccd
		h ^= h >> 31
	}
	return h
}
