package kalah

import "paddock/games"

var _ games.Finisher[position] = rules{}

// fewBeans is the number of beans in play at or below which a proof of the winner is tried, whoever
// leads.
const fewBeans = 10

// Finish returns the rest of a game with a certain winner, by the best play of both seats (K28).
func (r rules) Finish(p position, nodes int64) (games.Finish, bool) {
	left := p.beansInPlay(south) + p.beansInPlay(north)
	ahead := p.beans(south, pot) - p.beans(north, pot)
	if p.toMove == over || left > fewBeans && max(ahead, -ahead) <= left {
		return games.Finish{}, false
	}
	all := fates{known: make(map[position]fate), left: nodes}
	f, ok := all.of(p)
	lo, hi := ahead+f.least, ahead+f.most
	if !ok || lo <= 0 && hi >= 0 && lo != hi {
		return games.Finish{}, false
	}
	rest := games.Finish{Seats: games.SeatSet(south, north), Reason: settled(lo, hi)}
	for p.toMove != over {
		m := all.best(p)
		rest.Moves = append(rest.Moves, r.Format(p, m))
		p.play(m)
	}
	return rest, true
}

// settled says what is certain about the end of a game, from the least and the greatest margin of
// South.
func settled(lo, hi int) games.Sentence {
	who := seatName(south)
	if hi < 0 {
		who, lo, hi = seatName(north), -hi, -lo
	}
	switch {
	case hi == 0:
		return games.Say("It will be a tie, whatever happens.")
	case lo == hi:
		return games.Say("%s wins by %d, whatever happens.", who, lo)
	}
	return games.Say("%s wins by at least %d and at most %d, whatever happens.", who, lo, hi)
}

// fate holds the margins by which South can win: the least and the greatest by any play, and the
// margin by best play.
type fate struct{ least, most, value int }

// fates computes the possible margins of positions by playing every line to the end.
type fates struct {
	known map[position]fate // fates by position with empty pots
	left  int64             // number of positions that may still be visited
}

// of returns the fate of a position; false if there are too many positions.
func (f *fates) of(p position) (all fate, ok bool) {
	p.rows[south][pot], p.rows[north][pot] = 0, 0
	if all, ok = f.known[p]; ok {
		return all, true
	}
	if f.left--; f.left < 0 {
		return fate{}, false
	}
	first := true
	for m := range (rules{}).Legal(p) {
		next, ok := f.after(p, m)
		switch {
		case !ok:
			return fate{}, false
		case first:
			all, first = next, false
		case p.toMove == south:
			all.value = max(all.value, next.value)
		default:
			all.value = min(all.value, next.value)
		}
		all.least, all.most = min(all.least, next.least), max(all.most, next.most)
	}
	f.known[p] = all
	return all, true
}

// after returns the fate of a position after a move.
func (f *fates) after(p position, m move) (all fate, ok bool) {
	p.rows[south][pot], p.rows[north][pot] = 0, 0
	p.play(m)
	won := p.beans(south, pot) - p.beans(north, pot)
	if p.toMove != over {
		if all, ok = f.of(p); !ok {
			return fate{}, false
		}
	}
	return fate{all.least + won, all.most + won, all.value + won}, true
}

// best returns the first of the best moves in a position with known fate.
func (f *fates) best(p position) (best move) {
	all, _ := f.of(p)
	for m := range (rules{}).Legal(p) {
		if next, _ := f.after(p, m); next.value == all.value {
			return m
		}
	}
	return best
}
