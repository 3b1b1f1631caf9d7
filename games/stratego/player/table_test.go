package player

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"paddock/games/stratego/board"
)

// The same position has the same hash by whatever moves it was reached, and another position has
// another hash.
func TestHash(t *testing.T) {
	v := seen(t, map[string]board.Rank{"a1": board.Flag, "a5": '4', "j2": '6', "e5": board.Scout},
		map[string]board.Rank{"e9": '5', "j9": '7', "j10": board.Flag})
	worlds, _ := sample(&v, 1, rand.New(rand.NewPCG(1, 1)))
	w := worlds[0]
	hash := func(steps ...string) (h uint64) {
		var done []undo
		for _, text := range steps {
			u := w.play(step{int16(cell(t, text[:2])), int16(cell(t, text[2:]))})
			h ^= w.change(&u)
			done = append(done, u)
		}
		for i := len(done) - 1; i >= 0; i-- {
			w.takeBack(done[i])
		}
		return h
	}
	one, other := hash("a5a6", "e9e8", "j2j3", "j9j8"), hash("j2j3", "j9j8", "a5a6", "e9e8")
	if one != other || one == 0 {
		t.Errorf("hashes %x and %x of the same position", one, other)
	}
	for _, steps := range [][]string{
		{"a5a6"},
		{"a5a6", "e9e8", "j2j3", "j9i9"},
		{"e5e8", "j9j8", "e8e5", "j8j9"},
		{"e5e9"},
	} {
		if h := hash(steps...); h == one || h == 0 {
			t.Errorf("%v has hash %x", steps, h)
		}
	}
}

// A search with a table finds the same best step as one without, and visits fewer positions.
func TestTable(t *testing.T) {
	v := seen(t, map[string]board.Rank{"a1": board.Flag, "a5": '4', "j2": '6', "e5": '8', "d3": '5'},
		map[string]board.Rank{"e8": '5', "j9": '7', "j10": board.Flag, "h8": '6', "d10": board.Bomb})
	worlds, known := sample(&v, 1, rand.New(rand.NewPCG(1, 1)))
	search := func(with table) (values []int32, nodes int64) {
		s := &searcher{worth: newWorth(&v, worlds, known), w: worlds[0], ctx: context.Background(), table: with}
		for _, st := range s.w.steps(nil) {
			values = append(values, s.root(st, 6))
		}
		return values, s.nodes
	}
	want, many := search(nil)
	got, few := search(make(table, tableSize))
	if at := slices.Index(want, slices.Max(want)); got[at] != slices.Max(got) || got[at] != want[at] {
		t.Errorf("with a table the steps are worth %d, without %d", got, want)
	}
	if 10*few > 9*many {
		t.Errorf("%d positions with a table, %d without: want at most nine tenths", few, many)
	}
}
