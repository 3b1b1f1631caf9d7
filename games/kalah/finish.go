package kalah

import (
	"paddock/games"
	"paddock/games/search"
)

var _ games.Finisher[position] = rules{}

// fewBeans is the number of beans in play at or below which a proof of the winner is tried,
// whichever seat leads.
const fewBeans = 10

// Finish returns the rest of a game with a certain winner, by the best play of both seats (K28).
func (r rules) Finish(p position, nodes int64) (games.Finish, bool) {
	left := p.beansInPlay(south) + p.beansInPlay(north)
	ahead := p.beans(south, pot) - p.beans(north, pot)
	if p.toMove == over || left > fewBeans && max(ahead, -ahead) <= left {
		return games.Finish{}, false
	}
	if rows, ok := p.pack(); ok {
		return finish(r, p, rows, &packed{m: p.m, rules: p.rules, laps: lapsFor(p.m)}, nodes)
	}
	return finish(r, p, p.lines(), &wide{m: p.m, rules: p.rules}, nodes)
}

// finish is Finish with the rows of the position in a form of the search, which is far quicker than
// positions by the rules.
func finish[P comparable](r rules, p position, rows P, game search.Game[P, uint8], nodes int64) (games.Finish, bool) {
	all := fates[P]{game: game, known: make(map[P]fate), left: nodes}
	*all.at(0) = rows
	f, ok := all.of(0)
	if p.toMove == north {
		f = f.reply()
	}
	ahead := p.beans(south, pot) - p.beans(north, pot)
	lo, best, hi := ahead+int(f.least), ahead+int(f.value), ahead+int(f.most)
	if !ok || lo <= 0 && hi >= 0 && lo != hi {
		return games.Finish{}, false
	}
	rest := games.Finish{Seats: games.SeatSet(south, north), Reason: settled(lo, best, hi), Certain: true}
	for ply := 0; p.toMove != over; ply++ {
		m := all.best(p, ply)
		rest.Moves = append(rest.Moves, r.Format(p, m))
		p.play(m)
	}
	return rest, true
}

// settled says what is certain about the end of a game, from South's least margin, the margin by
// best play, and the greatest.
func settled(lo, best, hi int) games.Sentence {
	who := seatName(south)
	if hi < 0 {
		who, lo, best, hi = seatName(north), -hi, -best, -lo
	}
	switch {
	case hi == 0:
		return games.Say("It will be a tie, however the rest is played.")
	case lo == hi:
		return games.Say("%s wins by %s, however the rest is played.", who, countBeans(lo))
	case lo == best:
		return games.Say("%s wins by at least %s, however the rest is played.", who, countBeans(lo))
	}
	return games.Say("%s wins by %s with best play, and by at least %d however the rest is played.", who,
		countBeans(best), lo)
}

// fate holds the margins that the seat to move can still add: the least and the greatest by any
// play, and the margin by best play.
type fate struct{ least, most, value int16 }

// reply returns the fate of the other seat.
func (f fate) reply() fate { return fate{-f.most, -f.least, -f.value} }

// fates computes the possible margins of positions by playing every line to the end.
type fates[P comparable] struct {
	game  search.Game[P, uint8]
	known map[P]fate
	left  int64 // number of positions that may still be visited
	line  []*P  // the positions from the root to the present one, and unused ones behind them
	moves []search.Move[uint8]
}

// at returns the position of a ply. They are kept, so that a visit allocates nothing.
func (f *fates[P]) at(ply int) *P {
	for len(f.line) <= ply {
		f.line = append(f.line, new(P))
	}
	return f.line[ply]
}

// of returns the fate of the position of a ply; false if there are too many positions.
func (f *fates[P]) of(ply int) (all fate, ok bool) {
	p := f.at(ply)
	if lo, hi := f.game.Bounds(p); lo == hi {
		return fate{int16(lo), int16(lo), int16(lo)}, true
	}
	if all, ok = f.known[*p]; ok {
		return all, true
	}
	if f.left--; f.left < 0 {
		return fate{}, false
	}
	first := len(f.moves)
	f.moves = f.game.Moves(p, f.moves)
	for i := first; i < len(f.moves); i++ {
		next, ok := f.after(ply, f.moves[i].M)
		switch {
		case !ok:
			return fate{}, false
		case i == first:
			all = next
		}
		all = fate{min(all.least, next.least), max(all.most, next.most), max(all.value, next.value)}
	}
	f.moves = f.moves[:first]
	f.known[*p] = all
	return all, true
}

// after plays a move at a ply and returns the fate of what follows, to the seat that moves.
func (f *fates[P]) after(ply int, m uint8) (all fate, ok bool) {
	step := f.game.Play(f.at(ply), m, f.at(ply+1))
	if all, ok = f.of(ply + 1); !step.Again {
		all = all.reply()
	}
	gain := int16(step.Gain)
	return fate{all.least + gain, all.most + gain, all.value + gain}, ok
}

// best returns the first of the best moves in a position with known fate, whose rows are those of a
// ply, and leaves those after it in the next ply.
func (f *fates[P]) best(p position, ply int) (best move) {
	all, _ := f.of(ply)
	for best = range (rules{}).Legal(p) {
		if after, _ := f.after(ply, uint8(p.at(p.toMove, int(best)))); after.value == all.value {
			break
		}
	}
	return best
}
