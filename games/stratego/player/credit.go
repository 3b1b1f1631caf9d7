package player

import (
	"math"
	"slices"

	"paddock/games"
	"paddock/games/stratego/board"
)

// The square where a piece begins is evidence of its rank, but not every side sets up like people.
// So beliefs mix several ways to set up, the sources. Everything known of a side decides how much
// each source counts. Nor does every side move its pieces as the learnt weights of moves (deeds)
// say: see trust.

// source is a way to set up: parts of a set-up follow people's or those of a self-taught program;
// on the other squares any rank is as likely.
type source struct {
	people, learned float64
	guarding        bool    // only the Flag and the Bombs follow the source
	guards          float64 // how many times as likely each Bomb beside a piece makes it the Flag
}

// sources lists the ways to set up. By the first one every rank is equally likely on every square.
var sources = [6]source{
	{guards: 1},
	{people: 0.5, guards: 3},
	{people: 1, guards: 3},
	{learned: 0.9, guards: 4},
	{people: 0.47, learned: 0.47, guards: 4},
	{people: 0.85, guarding: true, guards: 3},
}

const (
	doubt   = 2.1 // log odds against each source but the first, before anything is known
	clarity = 1.2 // exponent of the evidence for a source
	even    = 250 // share of a rank's pieces on a square, in ten thousand, if all squares are alike
	// log odds that a side moves its pieces as the learnt weights of moves say, before any piece is
	// shown
	habitual = 2
	rarest   = 0.02 // the least ratio to chance that counts for a piece that was shown
	minor    = 1e-3 // a source (way to set up) with a lower probability is left out
)

// credit holds the probability of each source for one side.
type credit [len(sources)]float64

// places holds, by source, how many times as likely as by chance a square has each rank.
type places [len(sources)][ranks]float64

// placesOf returns the places of a seat's home square. Of other squares, where pieces begin only in
// artificial positions, nothing is known.
func placesOf(army *board.Counts, seat games.Seat, s board.Square) (p places) {
	row, col := homeOf(seat, s)
	for i := range sources {
		for r := range p[i] {
			p[i][r] = 1
			if row >= 0 {
				p[i][r] = sources[i].share(army, row, col, r) / even
			}
		}
	}
	return p
}

// share returns how likely a piece of rank r stands on a home square at the start of a match, by
// what the source knows of set-ups: the part of an army's pieces of that rank which stands there, in
// ten-thousandths.
func (from *source) share(army *board.Counts, row, col, r int) float64 {
	if from.guarding && r != flag && r != bomb {
		taken := float64(army[flag])*from.share(army, row, col, flag) +
			float64(army[bomb])*from.share(army, row, col, bomb)
		return even * (10_000 - taken) / (10_000 - even*float64(army[flag]+army[bomb]))
	}
	rest := (1 - from.people - from.learned) * even
	if army.Sum() < smallArmy {
		return (from.people+from.learned)*sparseWeight(r, row*board.Size+col)/float64(max(1, army[r])) + rest
	}
	n := float64(max(1, board.Classic[r]))
	return from.people*(people.of(row, col, r)/n+1) + from.learned*(learned.of(row, col, r)/n+1) + rest
}

// newCredit weighs the sources by the pieces that a side has shown, and by the odds of the hidden
// ones' ranks without any source.
func newCredit(army *board.Counts, seat games.Seat, shown []exhibit, hidden []places,
	odds [][ranks]float64,
) (c credit) {
	seen := make([]places, len(shown))
	for i, e := range shown {
		seen[i] = placesOf(army, seat, e.origin)
	}
	most := 0.0
	for i := 1; i < len(c); i++ {
		sum := 0.0
		for j, e := range shown {
			sum += math.Log(max(rarest, seen[j][i][e.rank]))
		}
		for j := range hidden {
			mean := 0.0
			for r, p := range odds[j] {
				mean += p * hidden[j][i][r]
			}
			sum += math.Log(max(rarest, mean))
		}
		c[i] = clarity*sum - doubt
		most = max(most, c[i])
	}
	sum := 0.0
	for i, x := range c {
		c[i] = math.Exp(x - most)
		sum += c[i]
	}
	for i := range c {
		c[i] /= sum
	}
	return c
}

// trust returns the probability that a side moves its pieces as the learnt weights of moves say.
// The evidence is how likely the ranks of the pieces that moved before they were shown are by these
// weights, and how likely if a move tells nothing. Pieces shown unmoved do not count: they are an
// unfair sample of the unmoved ones, because many of them have just attacked.
func (h *hidden) trust(l *leanings, w *record, deeds [][ranks]float64) float64 {
	all, left := slices.Clone(deeds), h.left
	for i := range w.shown {
		e := &w.shown[i]
		all = append(all, l.explain(&e.traits, e.moved))
		left[e.rank]++
	}
	odds, chances := balance(all, &left)[len(deeds):], balance(temper(all, 0), &left)[len(deeds):]
	sum := float64(habitual)
	for i := range w.shown {
		e := &w.shown[i]
		if chance := chances[i][e.rank]; e.moved && chance > 0 { // the count is 0 only in artificial test logs
			sum += math.Log(max(rarest, odds[i][e.rank]/chance))
		}
	}
	return 1 / (1 + math.Exp(-sum))
}

// temper raises the weights of the pieces that have moved to a power: the power 1 keeps the
// weights; with the power 0, all ranks that can move explain a piece's moves equally well.
func temper(deeds [][ranks]float64, power float64) [][ranks]float64 {
	deeds = slices.Clone(deeds)
	for i := range deeds {
		p := &deeds[i]
		if p[flag] > 0 { // the piece has not moved
			continue
		}
		for r := range p {
			if mobile[r] {
				p[r] = math.Pow(p[r], power)
			}
		}
	}
	return deeds
}
