package tourney

import "testing"

// A State holds the complete rounds and, if asked for, the finished games of the present one: a round
// in which no game has ended is not played at all.
func TestState(t *testing.T) {
	done, open := Game{Pairing: Pairing{0, 1}, Done: true, Place: []int{1, 2}}, Game{Pairing: Pairing{2, 3}}
	for _, c := range []struct {
		name    string
		present []Game
		partly  bool
		rounds  int
		going   bool
	}{
		{"none ended", []Game{open, open}, true, 1, false},
		{"none ended, complete rounds only", []Game{open, open}, false, 1, false},
		{"one ended", []Game{done, open}, true, 2, true},
		{"one ended, complete rounds only", []Game{done, open}, false, 1, false},
		{"all ended", []Game{done, done}, true, 2, false},
	} {
		r := Record{Played: []Round{{Games: []Game{done, done}}, {Games: c.present}}}
		if s := r.State(c.partly); len(s.Played) != c.rounds || s.Going != c.going {
			t.Errorf("%s: %d rounds, going on: %t; want %d, %t", c.name, len(s.Played), s.Going, c.rounds, c.going)
		}
	}
}
