package search

// leader is the best move at the root and the number of depths running at which it was far ahead of
// all others.
type leader struct{ move, depths int }

// blunter is the number of plies by which the moves that are not the best so far are searched less
// deep.
const blunter = 2

// clear reports whether the choice is clear after a complete depth (Limits.Lead).
func (s *Searcher[P, M]) clear(l *leader, depth int) bool {
	switch {
	case s.limits.Lead == 0 || s.stopped || s.top == noMove:
		return false
	case l.move != s.top || !s.leads(depth-blunter):
		*l = leader{move: s.top}
		return false
	}
	l.depths++
	return l.depths > 1 && s.nodes >= s.limits.Early
}

// leads reports whether every move at the root but the best is worse by more than the lead, as far
// as a search to a depth can tell.
func (s *Searcher[P, M]) leads(depth int) bool {
	f, next := s.frames[0], s.frame(1)
	least := s.value - s.limits.Lead
	for i := range f.moves {
		m := &f.moves[i]
		if m.index() == s.top {
			continue
		}
		step := s.game.Play(&f.pos, m.M, &next.pos)
		next.mine = f.mine == step.Again
		deep := depth - 1
		if m.Free {
			deep++
		}
		if v, _ := s.reply(1, deep, step, least-1, least); v >= least || s.stopped {
			return false
		}
	}
	return true
}
