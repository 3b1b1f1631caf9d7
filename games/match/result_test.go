package match

import (
	"testing"
	"time"

	"paddock/games"
)

// P23: a match counts for ratings only if every player has moved. Old records, which do not say who
// has moved, don't count.
func TestFinishedIsRatedOnceAllHaveMoved(t *testing.T) {
	noon := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		acted []time.Time
		want  bool
	}{
		{[]time.Time{noon, noon}, true},
		{[]time.Time{noon, {}}, false},
		{[]time.Time{{}, noon}, false},
		{nil, false},
	} {
		r := Record{
			Status: Over, Players: []Player{{User: "ann"}, {User: "bob"}}, Outcome: &games.Outcome{},
			Acted: c.acted,
		}
		if got, ok := r.Finished(); !ok || got.Rated != c.want {
			t.Errorf("moved at %v: rated %t, %t; want %t", c.acted, got.Rated, ok, c.want)
		}
	}
}
