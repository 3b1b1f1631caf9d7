package search

// The low bits of Order keep a move's index in the game's own order during the search. So the table
// can name a move in one byte, whatever its type.
const (
	indexBits = 8
	indexMask = 1<<indexBits - 1
	noMove    = indexMask // the index of no move, and of every move from the 255th on
	firstMove = 1 << 40   // greater than any other sort key
)

func (m *Move[M]) index() int { return indexMask - m.Order&indexMask }

// order turns the moves' Order into sort keys from the game's order and the search's history. Equal
// keys keep their place.
func (s *Searcher[P, M]) order(f *frame[P, M], first uint8) {
	for i := range f.moves {
		m := &f.moves[i]
		n := m.Order
		if m.Slot != 0 {
			n += int(s.history[f.side()][m.Slot%MaxSlot])
			if m.Slot == f.killers[0] || m.Slot == f.killers[1] {
				n += KillerBonus
			}
		}
		if i == int(first) && first != noMove {
			n = firstMove
		}
		m.Order = n<<indexBits | indexMask - min(i, noMove)
	}
}

// pick moves the best of the moves from i on to place i.
func (f *frame[P, M]) pick(i int) *Move[M] {
	list := f.moves[i:]
	best, most := 0, list[0].Order
	for j := range list {
		if order := list[j].Order; order > most {
			best, most = j, order
		}
	}
	if best > 0 {
		list[0], list[best] = list[best], list[0]
	}
	return &list[0]
}

// reward remembers a move that caused a cutoff.
func (s *Searcher[P, M]) reward(f *frame[P, M], m *Move[M], depth int) {
	if m.Slot == 0 {
		return
	}
	if f.killers[0] != m.Slot {
		f.killers[0], f.killers[1] = m.Slot, f.killers[0]
	}
	history := &s.history[f.side()]
	h := &history[m.Slot%MaxSlot]
	*h += int32(depth * depth)
	if *h > HistoryMax {
		for i := range history {
			history[i] /= 2
		}
		*h = min(*h, HistoryMax)
	}
}
