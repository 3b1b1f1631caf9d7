package render

import (
	"slices"
	"testing"

	"paddock/games/scene"
)

// A pot is round at its foot: the first row has two beans fewer, and every second row one fewer, so
// that beans lie in the gaps. The newest beans are the last ones.
func TestRowsOfAPot(t *testing.T) {
	const size, inRow = 24, 5 // a bean is 17 pixels wide and 13 high
	for _, c := range []struct {
		beans, gain, high int
		rows              []int
		fresh             int
	}{
		{2, 0, 200, []int{2}, 0},
		{3, 1, 200, []int{3}, 1},
		{4, 2, 200, []int{3, 1}, 2},
		{12, 0, 200, []int{3, 4, 5}, 0},
		{20, 0, 200, []int{3, 4, 5, 4, 4}, 0},
		{20, 3, 26, []int{3, 4}, 3}, // the pot is full
	} {
		var p plan
		p.stack(&scene.Cell{Count: c.beans, Gain: c.gain}, 100, 500, inRow*17, c.high, size)
		rows, fresh := make([]int, len(c.rows)), 0
		for i, o := range p.over {
			row := (500 - int(o.y)) / 13
			if row >= len(rows) {
				t.Fatalf("%d beans: one lies in row %d of %d", c.beans, row, len(rows))
			}
			rows[row]++
			if o.ink == last {
				fresh++
			} else if fresh > 0 {
				t.Errorf("%d beans: bean %d is old, though one before it is new", c.beans, i)
			}
		}
		if !slices.Equal(rows, c.rows) || fresh != c.fresh {
			t.Errorf("%d beans lie in rows of %v, %d new; want %v, %d new", c.beans, rows, fresh, c.rows, c.fresh)
		}
	}
}
