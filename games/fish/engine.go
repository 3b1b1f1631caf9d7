package fish

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"paddock/games"
	"paddock/games/search"
)

// ice is what stays the same during a game: the board and the fish that each tile had.
type ice struct {
	geometry *geometry
	official bool
	fish     [maxCells]int8
	with     [10]uint64 // the tiles with so many fish
	most     int8       // fish on a tile
	penguins int8
	weights  *[maxCells + 1]weights // by free tiles
}

// state is a position as the computer players think of it: small, and quick to play on. A test holds it to the same moves and scores as the rules.
type state struct {
	ice    *ice
	free   uint64
	at     [games.MaxSeats][maxPenguins]Cell
	count  [games.MaxSeats]int8
	won    [games.MaxSeats]int32 // tiles' worth, see worth
	turn   int8
	seats  int8
	out    uint8 // the seats that have left
	placed bool
	over   bool
}

// worth of a tile: fish first, then the tile itself, which breaks ties under the official rules (F27).
func (i *ice) worth(c Cell) int32 {
	if i.official {
		return int32(i.fish[c])*tileWeight + 1
	}
	return int32(i.fish[c]) * tileWeight
}

const tileWeight = 64

func newState(p *Position) state {
	i := &ice{geometry: p.Shape.geometry(), official: p.Shape.Official, fish: p.Fish, penguins: p.Penguins, weights: judges()}
	for c, f := range p.Fish {
		if f > 0 {
			i.with[f] |= 1 << c
			i.most = max(i.most, f)
		}
	}
	s := state{ice: i, free: p.Free(), turn: int8(p.ToMove), seats: p.Seats, placed: p.Phase == Moving, over: p.Phase == ""}
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

// play plays a legal move.
func (s *state) play(m Move) {
	s.free &^= 1 << m.To
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
	s.won[seat] += s.ice.worth(m.From)
	s.freeStuck()
	s.nextToMove()
}

func (s *state) nextToPlace() {
	next := s.turn
	for range s.seats {
		next = (next + 1) % s.seats
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

func (s *state) freeStuck() {
	if !s.ice.official {
		return
	}
	for seat := range s.seats {
		for i := int8(0); i < s.count[seat]; {
			c := s.at[seat][i]
			if !s.ice.geometry.stuck(c, s.free) {
				i++
				continue
			}
			s.won[seat] += s.ice.worth(c)
			s.count[seat]--
			s.at[seat][i] = s.at[seat][s.count[seat]]
		}
	}
}

func (s *state) nextToMove() {
	next := s.turn
	for range s.seats {
		next = (next + 1) % s.seats
		if s.canMove(next) {
			s.turn = next
			return
		}
	}
	s.over = true
}

func (s *state) canMove(seat int8) bool {
	for _, c := range s.at[seat][:s.count[seat]] {
		if !s.ice.geometry.stuck(c, s.free) {
			return true
		}
	}
	return false
}

// territory is, by seat, the free tiles that its penguins reach in strictly fewer steps than anybody else's (F53), and the tiles that several
// reach first.
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

// values are F53's V of each seat: what it has won and three quarters of the fish that are nearer to it than to anybody else, in fish. Under the official
// rules the tiles that it stands on are its own already.
func (s *state) values() (v [games.MaxSeats]float32) {
	own, _ := s.territory()
	for seat := range s.seats {
		v[seat] = float32(s.won[seat])/tileWeight + s.toCome(seat, own[seat])
	}
	return v
}

// toCome is V without what has been won.
func (s *state) toCome(seat int8, own uint64) float32 {
	fish := 0.75 * float32(s.ice.fishOn(own))
	if s.ice.official {
		for _, c := range s.at[seat][:s.count[seat]] {
			fish += float32(s.ice.fish[c])
		}
	}
	return fish
}

// expected is what each seat is likely to have won at the end, in fish: for more than two, V. There the fitted weights were no better.
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

// lead is a seat's V less the best of the others'.
func lead(v [games.MaxSeats]float32, seat, seats int8) float32 {
	best := float32(math.Inf(-1))
	for other := range seats {
		if other != seat {
			best = max(best, v[other])
		}
	}
	return v[seat] - best
}

// uct is Fish for the tree search (F54): a short random continuation, in each ply the better of two moves by fish, and then V.
type uct struct{ buf []Move }

var _ search.TreeGame[state, Move] = (*uct)(nil)

func (*uct) Moves(s *state, buf []Move) []Move { return s.moves(buf) }
func (*uct) Play(s *state, m Move)             { s.play(m) }
func (*uct) ToMove(s *state) int               { return int(s.turn) }

func (*uct) Guess(s *state, seat int) float32 {
	return reward(lead(s.expected(), int8(seat), s.seats), bits.OnesCount64(s.free))
}

const continuation = 4 // plies

func (u *uct) Value(p *state, rng *rand.Rand) [search.MaxPlayers]float32 {
	s := *p
	for range continuation {
		if s.over {
			break
		}
		u.buf = s.moves(u.buf[:0])
		a, b := u.buf[rng.IntN(len(u.buf))], u.buf[rng.IntN(len(u.buf))]
		if s.ice.fish[b.To] > s.ice.fish[a.To] {
			a = b
		}
		s.play(a)
	}
	return s.rewards()
}

// rewards are what s looks like to each seat.
func (s *state) rewards() (r [search.MaxPlayers]float32) {
	v := s.expected()
	for seat := range s.seats {
		r[seat] = reward(lead(v, seat, s.seats), bits.OnesCount64(s.free))
	}
	return r
}

// reward is what a lead in fish is worth with so many free tiles, from 0 to 1: above all how likely it is to win with it, and a little for being ahead at all. The
// fewer tiles are free, the less can change.
func reward(lead float32, free int) float32 {
	const ahead, fixed, each = 0.15, 1.5, 0.13
	win := float32(0.5)
	switch {
	case lead > 0:
		win = 1
	case lead < 0:
		win = 0
	}
	return ahead*win + (1-ahead)*(0.5+0.5*float32(math.Tanh(float64(lead)/(fixed+each*float64(free)))))
}

// duel is Fish for two as the alpha-beta search sees it: values are the worth still to be won, mover's less the other's. It proves the end
// of a game exactly.
type duel struct {
	connected [games.MaxSeats]uint64 // of the position that Bounds was asked of last
	solo      *solo                  // for games that have fallen apart; nil: none
}

var _ search.Game[state, Move] = (*duel)(nil)

// Moves: rich tiles, from narrow places to open ones and beside the rival's penguins, are tried first.
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
			buf = append(buf, search.Move[Move]{M: Move{from, to}, Order: order, Slot: uint16(from)<<6 | uint16(to), Quiet: true})
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

// rival is the other seat that is still in.
func (s *state) rival() int8 {
	for seat := range s.seats {
		if seat != s.turn && s.out&(1<<seat) == 0 {
			return seat
		}
	}
	return s.turn
}

// Bounds: at best a seat gets all that its penguins could walk to, and the other no more than the tiles that it stands on, which under the
// official rules are its own in any case.
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

// apart is what two seats that can't meet any more will win, the one less the other, beyond the tiles that they stand on under the official rules.
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

// stoodOn is the worth of the tiles under a seat's penguins.
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

// Eval is asked right after Bounds of the same position.
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
