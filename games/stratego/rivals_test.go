package stratego

import (
	"math"
	"math/rand/v2"

	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

// Rivals are test players with other methods, to measure the levels.

// greedy is a rival that attacks what it certainly beats, and otherwise makes a random move,
// forward if possible.
func greedy(v view.View, seed uint64) view.Move {
	rng := rand.New(rand.NewPCG(seed, uint64(v.Log.Len())))
	moves := v.Steps(v.Seat, true)
	var ahead []view.Move
	for _, m := range moves {
		d := v.At(m.To)
		if !d.None() && d.Rank != board.Unknown && board.Fight(v.At(m.From).Rank, d.Rank) == board.Win {
			return m
		}
		if up := m.To.Row() - m.From.Row(); up != 0 && (up > 0) == (v.Seat == red) {
			ahead = append(ahead, m)
		}
	}
	if len(ahead) > 0 {
		moves = ahead
	}
	return moves[rng.IntN(len(moves))]
}

// worths is the value of pieces for the rule-based rival, in the order of board.Ranks.
var worths = [12]float64{1000, 100, 75, 50, 32, 22, 16, 12, 25, 10, 25, 15}

// reasoner is a rival that plays by ordered rules. It counts the unseen ranks of the other side, so
// it knows the possible ranks of every hidden piece.
type reasoner struct {
	v      *view.View
	unseen board.Counts // unknown ranks that the other side has on the board
	moved  int          // number of the other side's hidden pieces that have moved
	still  int          // number of the other side's hidden pieces that have not moved
}

// ruleBased is a rival that attacks certainly weaker pieces, flees from certainly stronger ones,
// and hunts the nearest piece that it beats. It tries unknown pieces with minor or very strong
// ones, and otherwise goes forward.
func ruleBased(v view.View, seed uint64) view.Move {
	rng := rand.New(rand.NewPCG(seed, uint64(v.Log.Len())))
	r := newReasoner(&v)
	moves := v.Steps(v.Seat, true)
	best, score := view.Move{Kind: view.Claim}, -1e9
	targets := r.targets()
	for _, m := range moves {
		if s := r.judge(m, targets) + rng.Float64(); s > score {
			best, score = m, s
		}
	}
	return best
}

func newReasoner(v *view.View) *reasoner {
	r := &reasoner{v: v, unseen: v.Army[1-v.Seat]}
	for i, n := range v.Lost()[1-v.Seat] {
		r.unseen[i] -= n
	}
	for _, m := range v.Men() {
		switch {
		case m.Seat == v.Seat:
		case m.Rank != board.Unknown:
			r.unseen[board.TranslateRank(m.Rank)]--
		case m.Moved:
			r.moved++
		default:
			r.still++
		}
	}
	return r
}

// fight returns the expected gain of an attack by our rank on an enemy piece, by counting the
// possible ranks of that piece, and the risk of losing.
func (r *reasoner) fight(a board.Rank, d view.Man) (gain, risk float64) {
	mine := worths[board.TranslateRank(a)]
	one := func(rank board.Rank) (g, lost float64) {
		theirs := worths[board.TranslateRank(rank)]
		switch board.Fight(a, rank) {
		case board.Win:
			return theirs, 0
		case board.Lose:
			return -mine, 1
		}
		return theirs - mine, 0.5
	}
	if d.Rank != board.Unknown {
		return one(d.Rank)
	}
	total := 0.0
	for i, n := range r.unseen {
		share := float64(n)
		if !board.Ranks[i].Movable() {
			if d.Moved {
				continue
			}
			share *= float64(r.moved+r.still) / float64(max(1, r.still))
		}
		g, l := one(board.Ranks[i])
		gain, risk, total = gain+share*g, risk+share*l, total+share
	}
	if total == 0 {
		return 0, 1
	}
	return gain/total + 2, risk / total
}

// judge returns the value of a move by the first rule that applies.
func (r *reasoner) judge(m view.Move, targets []target) float64 {
	a, d := r.v.At(m.From), r.v.At(m.To)
	mine := worths[board.TranslateRank(a.Rank)]
	flight := 0.0
	if r.menaced(a, m.From) {
		flight = mine
	}
	if !d.None() {
		gain, risk := r.fight(a.Rank, d)
		if d.Rank != board.Unknown && risk == 0 && r.menaced(a, m.To) {
			gain -= mine
		}
		return 3*gain + flight
	}
	s := flight - r.back(m)
	if r.menaced(a, m.To) {
		s -= 2 * mine
	}
	for _, t := range targets {
		if gain, _ := r.fight(a.Rank, r.v.At(t.at)); gain > 0 && t.far[m.To] < t.far[m.From] {
			s = max(s, flight-r.back(m)+gain/float64(1+t.far[m.To]))
		}
	}
	return s
}

// menaced reports whether an enemy beside a square is known to beat our piece.
func (r *reasoner) menaced(a view.Man, at board.Square) bool {
	for s, m := range r.v.Men() {
		if m.Seat != r.v.Seat && m.Rank != board.Unknown && m.Rank.Movable() &&
			board.Square(s).Location().IsAdjacent(at.Location()) &&
			board.Fight(m.Rank, a.Rank) == board.Win {
			return true
		}
	}
	return false
}

// back returns a penalty for returning to the last square.
func (r *reasoner) back(m view.Move) (fine float64) {
	for i := r.v.Log.Len() - 2; i >= max(0, r.v.Log.Len()-12); i -= 2 {
		if p := r.v.Log.At(i); p.From == m.To && p.To == m.From {
			fine += 3
		}
	}
	return fine
}

// target is an enemy piece with its distance from every square.
type target struct {
	at  board.Square
	far [board.Squares]int
}

// targets returns the enemy's pieces. Distances count empty squares only.
func (r *reasoner) targets() (all []target) {
	for s, m := range r.v.Men() {
		if m.Seat == r.v.Seat {
			continue
		}
		t := target{at: board.Square(s)}
		for i := range t.far {
			t.far[i] = 99
		}
		t.far[s] = 0
		for queue := []board.Square{t.at}; len(queue) > 0; queue = queue[1:] {
			for _, d := range [4]board.Square{-board.Size, -1, 1, board.Size} {
				n := queue[0] + d
				if n < 0 || n >= board.Squares || n.IsLake() || !n.Location().IsAdjacent(queue[0].Location()) ||
					t.far[n] != 99 {
					continue
				}
				t.far[n] = t.far[queue[0]] + 1
				if o := r.v.At(n); o.None() {
					queue = append(queue, n)
				}
			}
		}
		all = append(all, t)
	}
	return all
}

// hunter is a rival that attacks pieces it knows to beat, and keeps its Marshal near such pieces.
// Its three strongest ranks attack no piece that has not moved.
func hunter(v view.View, seed uint64) view.Move {
	rng := rand.New(rand.NewPCG(seed, uint64(v.Log.Len())))
	r := newReasoner(&v)
	targets := r.targets()
	best, score := view.Move{Kind: view.Claim}, -1e9
	for _, m := range v.Steps(v.Seat, true) {
		if s := r.hunt(m, targets) + rng.Float64(); s > score {
			best, score = m, s
		}
	}
	return best
}

// hunt returns the value of a move to the hunter.
func (r *reasoner) hunt(m view.Move, targets []target) float64 {
	const strongest = 3 // the last of the ranks that spare unmoved pieces
	a, d := r.v.At(m.From), r.v.At(m.To)
	rank := board.TranslateRank(a.Rank)
	mine := worths[rank]
	s := 0.0
	if r.menaced(a, m.From) {
		s += 1.5 * mine
	}
	if !d.None() {
		gain, _ := r.fight(a.Rank, d)
		switch {
		case d.Rank == board.Unknown && !d.Moved && rank <= strongest:
			return -1e6
		case r.menaced(a, m.To):
			gain -= mine
		}
		if !a.Known {
			gain -= mine / 10
		}
		return s + 4*gain
	}
	s -= 2 * r.back(m)
	if r.menaced(a, m.To) {
		s -= 3 * mine
	}
	pull := 0.0
	for _, t := range targets {
		e := r.v.At(t.at)
		gain, _ := r.fight(a.Rank, e)
		switch {
		case t.far[m.To] >= t.far[m.From]:
		case e.Rank != board.Unknown && e.Rank.Movable() && board.Fight(a.Rank, e.Rank) == board.Win:
			gain *= 3
			if rank == 1 {
				gain *= 2
			}
			pull = max(pull, gain/float64(2+t.far[m.To]))
		case rank > strongest:
			pull = max(pull, gain/float64(1+t.far[m.To]))
		}
	}
	return s + pull
}

// ledger is a rival that records possible ranks and searches one ply. It knows exactly which ranks
// each hidden piece can still be, and hides its own strong pieces. Its cheapest pieces attack
// pieces that have not moved. Each known enemy is hunted by the next higher rank.
type ledger struct {
	v     *view.View
	men   [board.Squares]view.Man
	odds  [2][12]float64 // odds of each rank for a hidden piece that has not moved, and for one that has
	value [2][12]float64 // value of each rank, by seat
}

// bookkeeper returns the player that uses a ledger.
func bookkeeper(v view.View, seed uint64) view.Move {
	rng := rand.New(rand.NewPCG(seed, uint64(v.Log.Len())))
	l := newLedger(&v)
	best, score := view.Move{Kind: view.Claim}, -1e9
	before := l.exposed()
	fields := map[board.Rank][board.Squares]float64{}
	for _, m := range v.Steps(v.Seat, true) {
		a, d := l.men[m.From], l.men[m.To]
		if _, ok := fields[a.Rank]; !ok {
			fields[a.Rank] = l.field(a)
		}
		s := rng.Float64()
		if d.None() {
			l.men[m.From], l.men[m.To] = view.Man{}, a
			s += before - l.exposed() + fields[a.Rank][m.To] - fields[a.Rank][m.From]
			l.men[m.From], l.men[m.To] = a, d
			s -= (&reasoner{v: &v}).back(m)
		} else {
			s += l.attack(a, d)
			l.men[m.From] = view.Man{}
			s += before - l.exposed()
			l.men[m.From] = a
			// the piece wins against a known piece, and takes its square
			if d.Rank != board.Unknown && board.Fight(a.Rank, d.Rank) == board.Win {
				a.Known = true
				l.men[m.From], l.men[m.To] = view.Man{}, a
				s -= l.lossAt(m.To)
				l.men[m.From], l.men[m.To] = v.At(m.From), d
			}
		}
		if s > score {
			best, score = m, s
		}
	}
	return best
}

func newLedger(v *view.View) *ledger {
	l := &ledger{v: v}
	for s, m := range v.Men() {
		l.men[s] = m
	}
	r := newReasoner(v)
	movable, still := 0.0, float64(max(1, r.still))
	for i, n := range r.unseen {
		if board.Ranks[i].Movable() {
			movable += float64(n)
		}
	}
	for i, n := range r.unseen {
		switch {
		case !board.Ranks[i].Movable():
			l.odds[0][i] = float64(n) / still
		case movable > 0:
			l.odds[1][i] = float64(n) / movable
			l.odds[0][i] = float64(n) * max(0, movable-float64(r.moved)) / movable / still
		}
	}
	for seat := range l.value {
		l.value[seat] = worths
		l.value[seat][0] = 400
	}
	return l
}

// each calls do for the possible ranks of an enemy with their odds.
func (l *ledger) each(m view.Man, do func(rank int, odds float64)) {
	if m.Rank != board.Unknown {
		do(board.TranslateRank(m.Rank), 1)
		return
	}
	odds := &l.odds[0]
	if m.Moved {
		odds = &l.odds[1]
	}
	for r, p := range odds {
		if p > 0 {
			do(r, p)
		}
	}
}

// attack returns the average gain of an attack.
func (l *ledger) attack(a, d view.Man) (gain float64) {
	mine := l.value[0][board.TranslateRank(a.Rank)]
	l.each(d, func(q int, odds float64) {
		switch board.Fight(a.Rank, board.Ranks[q]) {
		case board.Win:
			gain += odds * l.value[1][q]
		case board.Lose:
			gain -= odds * mine
		default:
			gain += odds * (l.value[1][q] - mine)
		}
	})
	if d.Rank == board.Unknown {
		gain += 3
	}
	if !a.Known {
		gain -= 0.12 * mine
	}
	return gain
}

// lossAt returns what the enemies beside our piece can win.
func (l *ledger) lossAt(s board.Square) (worst float64) {
	a := l.men[s]
	mine := l.value[0][board.TranslateRank(a.Rank)]
	for _, d := range [4]board.Square{-board.Size, -1, 1, board.Size} {
		n := s + d
		if n < 0 || n >= board.Squares || !n.Location().IsAdjacent(s.Location()) {
			continue
		}
		e := l.men[n]
		if e.None() || e.Seat == l.v.Seat || e.Rank != board.Unknown && !e.Rank.Movable() {
			continue
		}
		beaten := 0.0
		l.each(e, func(q int, odds float64) {
			if board.Ranks[q].Movable() && board.Fight(board.Ranks[q], a.Rank) == board.Win {
				beaten += odds
			}
		})
		if e.Rank == board.Unknown {
			beaten *= 0.4 // the enemy may not know the rank, or not dare to attack
		}
		worst = max(worst, beaten*mine)
	}
	return worst
}

// exposed returns the largest loss that threatens us, plus a part of the other threatened losses.
func (l *ledger) exposed() (sum float64) {
	most := 0.0
	for s, m := range l.men {
		if !m.None() && m.Seat == l.v.Seat {
			n := l.lossAt(board.Square(s))
			sum += n
			most = max(most, n)
		}
	}
	return 0.8*most + 0.2*sum
}

// field returns the attraction of all enemies to one of our pieces, by square.
func (l *ledger) field(a view.Man) (field [board.Squares]float64) {
	for _, t := range (&reasoner{v: l.v}).targets() {
		gain := l.attack(a, l.men[t.at])
		if gain <= 0 {
			continue
		}
		for s := range field {
			field[s] = max(field[s], 0.4*gain*math.Pow(0.88, float64(t.far[s])))
		}
	}
	return field
}

// aimless is a rival that makes any legal move, so that its moves reveal nothing.
func aimless(v view.View, seed uint64) view.Move {
	moves := v.Steps(v.Seat, true)
	return moves[rand.New(rand.NewPCG(seed, uint64(v.Log.Len()))).IntN(len(moves))]
}

// contrary is a rival that misleads: its low pieces go towards enemies and seek the strong ones,
// its high pieces stay back and flee from the weak ones.
func contrary(v view.View, seed uint64) view.Move {
	rng := rand.New(rand.NewPCG(seed, uint64(v.Log.Len())))
	best, score := view.Move{Kind: view.Claim}, -1e9
	for _, m := range v.Steps(v.Seat, true) {
		a := v.At(m.From)
		low := float64(board.TranslateRank(a.Rank)) - 5.5 // below 0 for the high ranks
		s := 3*rng.NormFloat64() - (&reasoner{v: &v}).back(m)
		up := m.To.Row() - m.From.Row()
		if v.Seat != red {
			up = -up
		}
		s += low * float64(min(1, max(-1, up)))
		for o, e := range v.Men() {
			if e.Seat == v.Seat || e.None() || e.Rank == board.Unknown {
				continue
			}
			strong := 5.5 - float64(board.TranslateRank(e.Rank))
			s += low * strong / 4 * (1/far(o, m.To) - 1/far(o, m.From))
		}
		if s > score {
			best, score = m, s
		}
	}
	return best
}

// far returns one more than the number of steps between two squares.
func far(a, b board.Square) float64 {
	return 1 + math.Abs(float64(a.File()-b.File())) + math.Abs(float64(a.Row()-b.Row()))
}
