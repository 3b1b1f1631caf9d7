package ends

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
)

// Dir stores layers by name. A layer is stored completely or not at all.
type Dir interface {
	// Read returns a layer, or nil if there is none.
	Read(name string) ([]byte, error)
	Write(name string, layer []byte) error
}

// Job is a table to generate.
type Job struct {
	Sheep int
	// Fewest is the least number of sheep that goes on: with fewer the foxes have won. It is 9 by
	// the rules (H20). Greater numbers give proofs that the sheep win, and nothing else.
	Fewest int
	// Least is the least sum of rows to solve; 0: all.
	Least int
}

// Count holds numbers of positions by value.
type Count struct {
	// counts of positions with the sheep to move; a position and its mirror image count as two
	Positions, Won, Lost int64
	Plies                int // greatest number of quiet moves, with best play, before a move that is not quiet
	Bytes                int64
}

func (c *Count) add(o Count) {
	c.Positions += o.Positions
	c.Won += o.Won
	c.Lost += o.Lost
	c.Bytes += o.Bytes
	c.Plies = max(c.Plies, o.Plies)
}

// Generate solves the positions of a job, by falling sums of rows. The layers of fewer sheep must
// be in the directory. It continues after the last stored layer, and calls done after each layer
// that it adds.
func Generate(ctx context.Context, dir Dir, job Job, done func(sum int, c Count)) error {
	s := &solver{sheep: job.Sheep, fewest: max(job.Fewest, 9), lower: make([]*store, job.Sheep)}
	for n := s.fewest; n < job.Sheep; n++ {
		if err := s.load(dir, n); err != nil {
			return err
		}
	}
	least, greatest := sums(job.Sheep)
	var last *layer
	for sum := greatest; sum >= max(least, job.Least); sum-- {
		b, err := dir.Read(Name(job.Sheep, sum))
		if err != nil {
			return err
		}
		if b != nil {
			if last, err = decode(b, job.Sheep, sum); err != nil {
				return fmt.Errorf("%s: %w", Name(job.Sheep, sum), err)
			}
			continue
		}
		if last != nil {
			s.recall(last)
			last = nil
		}
		l, c, err := s.layer(ctx, sum)
		if err != nil {
			return err
		}
		b = l.encode()
		if err := dir.Write(Name(job.Sheep, sum), b); err != nil {
			return err
		}
		c.Bytes = int64(len(b))
		done(sum, c)
	}
	return nil
}

// load reads the stored layers of all positions with a number of sheep.
func (s *solver) load(dir Dir, sheep int) error {
	st := new(store)
	least, greatest := sums(sheep)
	for sum := greatest; sum >= least; sum-- {
		b, err := dir.Read(Name(sheep, sum))
		if err != nil {
			return err
		}
		if b == nil {
			break
		}
		l, err := decode(b, sheep, sum)
		if err != nil {
			return fmt.Errorf("%s: %w", Name(sheep, sum), err)
		}
		l.addTo(st)
	}
	s.lower[sheep] = st
	return nil
}

// layer solves a layer. It keeps the values with the foxes to move, which the next layer needs.
func (s *solver) layer(ctx context.Context, sum int) (*layer, Count, error) {
	l, foxes := &layer{sheep: s.sheep, sum: sum, shapes: shapesOf(s.sheep, sum)}, map[int]*foxSlice{}
	var total Count
	for _, sh := range l.shapes {
		if err := ctx.Err(); err != nil {
			return nil, total, err
		}
		s.lay(sh)
		plies, err := s.solve()
		if err != nil {
			return nil, total, err
		}
		sl, c := s.pack()
		c.Plies = plies
		total.add(c)
		l.slices = append(l.slices, sl)
		foxes[sh.key()] = s.foxes()
	}
	s.above = foxes
	return l, total, nil
}

// recall computes the values with the foxes to move from a stored layer.
func (s *solver) recall(l *layer) {
	foxes := map[int]*foxSlice{}
	for i, sh := range l.shapes {
		s.layStored(sh, l.slices[i])
		foxes[sh.key()] = s.foxes()
	}
	s.above = foxes
}

// foxes stores the slice's values with the foxes to move.
func (s *solver) foxes() *foxSlice {
	f := &foxSlice{slot: slices.Clone(s.slot)}
	for _, q := range questions {
		f.single[q], f.pairs[q] = slices.Clone(s.single[q].foxes), slices.Clone(s.pairs[q].foxes)
	}
	return f
}

// pack stores the slice's values with the sheep to move.
func (s *solver) pack() (*slice, Count) {
	sl := &slice{count: len(s.slot)}
	var c Count
	for _, q := range questions {
		w := newPartWriter(sl.count, s.t)
		for b, x := range s.boards {
			ones := int64(w.add(int(s.number[b]), field&^x, s.rows(s.pairs[q].sheep, b), s.single[q].sheep[b]))
			weight := int64(2)
			if mirror(x) == x {
				weight = 1
			}
			if q == winning {
				c.Positions += weight * int64(len(s.t.ranks))
				c.Won += weight * ones
			} else {
				c.Lost += weight * (int64(len(s.t.ranks)) - ones)
			}
		}
		sl.parts[q] = w.part()
	}
	return sl, c
}

// layStored prepares a slice whose values with the sheep to move are stored. It computes the values
// with the foxes to move.
func (s *solver) layStored(sh shape, sl *slice) {
	s.lay(sh)
	for b, x := range s.boards {
		for _, q := range questions {
			kind, record := sl.parts[q].find(sl.count, int(s.number[b]), s.t)
			var m matrix
			if kind == mixed {
				m.read(record, s.t, field&^x)
			}
			i := 0
			for e := field &^ x; e != 0; e &= e - 1 {
				r := m[bits.TrailingZeros64(e)]
				if kind == all {
					r = field &^ x
				}
				s.single[q].sheep[b] |= r & e & -e
				s.rows(s.pairs[q].sheep, b)[i] = r &^ (e & -e)
				i++
			}
		}
	}
	for _, q := range questions {
		for b := range s.boards {
			s.foxesSingle(q, b)
		}
	}
	for b := range s.boards {
		s.settleStuck(b)
		for _, q := range questions {
			s.foxesPairs(q, b)
		}
	}
}
