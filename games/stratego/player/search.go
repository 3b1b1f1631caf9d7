package player

import (
	"cmp"
	"context"
	"slices"

	"paddock/games/stratego/board"
)

const (
	infinite  = 1 << 20
	maxPly    = 16
	quietPly  = 5       // plies of fights beyond the horizon
	refuted   = 60      // how much earlier to try a step that refuted another
	early     = 3       // number of steps tried with the full depth; after them only fights are
	pollNodes = 1 << 10 // nodes between two checks of the context, a power of two
)

// searcher searches one world at a time.
type searcher struct {
	*worth
	w       *world
	score   int32 // score of the position for the searching seat, updated by every step
	frames  [maxPly + quietPly + 2][]scored
	ctx     context.Context
	nodes   int64
	limit   int64 // 0: no limit
	stopped bool
	table   table
	hash    uint64           // hash of the position within its world
	near    uint64           // the enemies that may be raiders
	killers [maxPly + 1]step // for each ply, the last quiet step that refuted a move
}

// scored is a step with its immediate gain to its side.
type scored struct {
	step
	gain  int32
	order int32 // how early to try it
}

// delta returns how much a step of either side changes the estimate for us. Call it before the step
// is made.
func (s *searcher) delta(st step) int32 {
	w := s.w
	m := &w.men[w.at[st.from]]
	us := m.seat == s.ours
	var d int32
	if us {
		d = s.field[m.rank][st.to] - s.field[m.rank][st.from]
	} else {
		d = s.danger[m.rank][st.from] - s.danger[m.rank][st.to]
	}
	ti := w.at[st.to]
	if ti < 0 {
		return d
	}
	t := &w.men[ti]
	if us {
		d += s.gain(int(m.rank), int(t.rank), m.known, t.known)
		if fights[m.rank][t.rank] != int8(board.Win) {
			d -= s.field[m.rank][st.to]
		}
		if fights[m.rank][t.rank] != int8(board.Lose) && mobile[t.rank] {
			d += s.danger[t.rank][st.to]
		}
		return d
	}
	mine, theirs := s.value[s.ours][t.rank], s.value[1-s.ours][m.rank]
	if !t.known {
		d -= s.reveal[t.rank]
	}
	if !m.known {
		d += s.learn[m.rank]
	}
	result := fights[m.rank][t.rank]
	switch {
	case t.rank == flag:
		return -flagLost
	case result != int8(board.Lose):
		d -= mine + s.field[t.rank][st.to]
	}
	if result != int8(board.Win) {
		d += theirs + s.danger[m.rank][st.to]
	}
	return d
}

// moves lists the steps of the side to move, the most promising first, or only fights. A step known
// to be good comes first.
func (s *searcher) moves(ply int, fightsOnly bool, first step) []scored {
	list := s.frames[ply][:0]
	var buf [128]step
	steps := buf[:0]
	if fightsOnly {
		steps = s.w.fights(steps)
	} else {
		steps = s.w.steps(steps)
	}
	for _, st := range steps {
		var d int32
		if s.unsure(st) {
			d = s.chance[s.w.men[s.w.at[st.from]].rank][s.w.at[st.to]]
		} else {
			d = s.delta(st)
		}
		if s.w.toMove != s.ours {
			d = -d
		}
		m := scored{st, d, d}
		switch {
		case fightsOnly:
		case st == first:
			m.order += infinite
		case st == s.killers[ply]:
			m.order += refuted
		}
		list = append(list, m)
		i := len(list) - 1
		for ; i > 0 && m.order > list[i-1].order; i-- {
			list[i] = list[i-1]
		}
		list[i] = m
	}
	s.frames[ply] = list
	return list
}

// unsure reports whether a step is our attack on a piece of unknown rank. A world has a rank for
// it, but the real one is unknown.
func (s *searcher) unsure(st step) bool {
	t := s.w.at[st.to]
	return t >= 0 && s.w.toMove == s.ours && s.w.men[t].hidden && !s.w.men[t].known
}

// ahead returns the value of the position to the side to move after depth more plies.
func (s *searcher) ahead(depth, ply int, alpha, beta int32) int32 {
	s.nodes++
	if s.nodes&(pollNodes-1) == 0 && s.ctx.Err() != nil || s.limit > 0 && s.nodes > s.limit {
		s.stopped = true
	}
	if s.stopped {
		return 0
	}
	stand := s.score - s.raided()
	if s.w.toMove != s.ours {
		stand = -stand
	}
	fightsOnly := depth <= 0
	best := int32(-stuck + ply)
	if fightsOnly {
		best = stand
		if alpha = max(alpha, best); alpha >= beta || depth <= -quietPly || ply >= maxPly+quietPly {
			return best
		}
	} else if s.w.movable[s.w.toMove] == 0 {
		return best
	}
	var seen *entry
	var top step
	if !fightsOnly {
		if seen = s.table.find(s.hash); seen != nil && seen.hash == s.hash {
			if seen.settles(depth, alpha, beta) {
				return seen.value
			}
			top = seen.best
		}
	}
	lower := alpha
	for i, m := range s.moves(ply, fightsOnly, top) {
		if fightsOnly && m.gain <= 0 {
			break
		}
		v := int32(infinite)
		if i >= early && depth > 1 && alpha > -infinite && s.w.at[m.to] == nothing {
			v = s.after(m, depth-reduction(i, depth), ply, stand, alpha, alpha+1)
		}
		if v > alpha {
			v = s.after(m, depth, ply, stand, alpha, beta)
		}
		if v > best {
			best, top = v, m.step
		}
		if alpha = max(alpha, v); alpha >= beta || s.stopped {
			if !fightsOnly && s.w.at[m.to] == nothing {
				s.killers[ply] = m.step
			}
			break
		}
	}
	if seen != nil && !s.stopped {
		*seen = entry{s.hash, best, top, int8(depth), boundOf(best, lower, beta)}
	}
	return best
}

// reduction returns by how many plies less to search a quiet step, by its place in the list.
func reduction(i, depth int) int {
	if i >= 3*early && depth > 3 {
		return 2
	}
	return 1
}

// after returns the value of a step to the side that makes it.
func (s *searcher) after(m scored, depth, ply int, stand, alpha, beta int32) int32 {
	if s.unsure(m.step) {
		v := stand + s.chance[s.w.men[s.w.at[m.from]].rank][s.w.at[m.to]]
		if depth < gambleDepth || v+hope < alpha {
			return v
		}
		return s.gamble(m.step, depth, ply, stand)
	}
	change := m.gain
	if s.w.toMove != s.ours {
		change = -change
	}
	p := s.play(m.step, change)
	v := stand + m.gain // the value of a step that captures the Flag, which ends the game
	if !p.tookFlag {
		v = -s.ahead(depth-1, ply+1, -beta, -alpha)
	}
	s.takeBack(&p)
	return v
}

// past is what a step has changed of the position and of what the search keeps with it.
type past struct {
	undo
	score      int32
	hash, near uint64
}

// play makes a step that changes the score by so much for us.
func (s *searcher) play(st step, change int32) past {
	p := past{score: s.score, hash: s.hash, near: s.near}
	p.undo = s.w.play(st)
	s.score += change
	s.hash ^= s.w.change(&p.undo)
	s.watch(p.mover)
	if p.target >= 0 {
		s.watch(p.target)
	}
	return p
}

// takeBack undoes the last step played.
func (s *searcher) takeBack(p *past) {
	s.w.takeBack(p.undo)
	s.score, s.hash, s.near = p.score, p.hash, p.near
}

// Limits of the search after attacks on unknown pieces.
const (
	gambleDepth = 1   // least number of plies left, with the attack itself
	hope        = 120 // how far the result of a search may exceed the average gain
)

// outcome is one possible result of an attack on an unknown piece.
type outcome struct {
	odds   float32
	gain   float32 // immediate gain of the result, multiplied by its odds
	likely int8    // the likeliest rank of the attacked piece
	most   float32 // odds of the likeliest rank
}

// outcomes returns the possible results of our attack on an unknown piece, and the likelihood that
// it is the Flag.
func (s *searcher) outcomes(st step) (by [3]outcome, flagOdds float32) {
	ti := s.w.at[st.to]
	m := &s.w.men[s.w.at[st.from]]
	for q, odds := range s.odds[ti] {
		switch {
		case odds <= 0:
			continue
		case q == flag:
			flagOdds = odds
			continue
		}
		result := fights[m.rank][q]
		g := s.gain(int(m.rank), q, m.known, false) - s.field[m.rank][st.from]
		if result == int8(board.Win) {
			g += s.field[m.rank][st.to]
		}
		if result != int8(board.Lose) && mobile[q] {
			g += s.danger[q][st.to]
		}
		o := &by[result]
		o.odds += odds
		o.gain += odds * float32(g)
		if odds > o.most {
			o.most, o.likely = odds, int8(q)
		}
	}
	return by, flagOdds
}

// gamble returns the value of our attack on an unknown piece. It searches each result with the
// likeliest rank behind it, and weights them by the results' odds.
func (s *searcher) gamble(st step, depth, ply int, stand int32) int32 {
	by, flagOdds := s.outcomes(st)
	ti := s.w.at[st.to]
	was := s.w.men[ti].rank
	total := flagOdds * float32(stand+flagTaken)
	for _, o := range by {
		if o.odds <= 0 {
			continue
		}
		g := int32(o.gain / o.odds)
		s.w.retype(ti, o.likely)
		p := s.play(st, g)
		s.hash ^= keys[ti][o.likely] * stirring // the attacked piece may have another rank than in the world
		total += o.odds * float32(-s.ahead(depth-1, ply+1, -infinite, infinite))
		s.takeBack(&p)
		s.w.retype(ti, was)
	}
	return int32(total)
}

// candidate is a step at the root with the sum of its values in all worlds.
type candidate struct {
	scored
	total float64
	bias  float64 // penalty for a move back and forth
}

// glance orders the root's steps by their immediate value in our view. The first is the answer
// without time to search.
func (s *searcher) glance(w *world, list []candidate) {
	s.w = w
	for i := range list {
		if st := list[i].step; s.unsure(st) {
			list[i].total = float64(s.chance[w.men[w.at[st.from]].rank][w.at[st.to]])
		} else {
			list[i].total = float64(s.delta(st))
		}
	}
	bestFirst(list)
}

// bestFirst sorts candidates, best first.
func bestFirst(list []candidate) {
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(b.total+b.bias, a.total+a.bias) })
}

// ponder ranks the root's steps by deeper and deeper searches in all worlds. Each time it continues
// with the better steps only. It ignores a depth that it did not finish in half of the worlds, and
// ends when a step is ahead of all others by a lead at two depths running (0: it goes on).
func (s *searcher) ponder(worlds []*world, list []candidate, depth int, lead float64) []candidate {
	keep := []int{len(list), len(list), 12, 8, 6, 5, 4}
	var leader step // the best step of the last depth
	for d := 1; d <= depth && !s.stopped; d++ {
		n := min(len(list), keep[min(d, len(keep)-1)])
		next := slices.Clone(list[:n])
		for i := range next {
			next[i].total = 0
		}
		done := 0
		values := make([]int32, n)
		for k, w := range worlds {
			s.w, s.score, s.hash = w, 0, uint64(k+1)*stirring
			for i := range next {
				values[i] = s.root(next[i].step, d)
			}
			if s.stopped {
				break
			}
			for i, v := range values {
				next[i].total += float64(v)
			}
			done++
		}
		if 2*done < len(worlds) {
			return list
		}
		for i := range next {
			next[i].total /= float64(done)
		}
		bestFirst(next)
		list = append(next, list[n:]...)
		switch first := list[0].step; {
		case d == 1 || lead == 0 || !ahead(list, lead):
			leader = step{}
		case leader == first:
			return list
		default:
			leader = first
		}
	}
	return list
}

// ahead reports whether the first of ranked steps is worth more than the next by more than a lead.
func ahead(list []candidate, lead float64) bool {
	return len(list) > 1 && list[0].total+list[0].bias > list[1].total+list[1].bias+lead
}

// root returns the value of our step in the current world. An attack on an unknown piece has the
// average value of its results.
func (s *searcher) root(st step, depth int) int32 {
	s.near = s.raiders()
	if s.unsure(st) {
		return s.gamble(st, depth, 0, s.score)
	}
	gain := s.delta(st)
	p := s.play(st, gain)
	v := gain
	if !p.tookFlag {
		v = -s.ahead(depth-1, 1, -infinite, infinite)
	}
	s.takeBack(&p)
	return v
}
