package service

import (
	"strconv"
	"testing"
	"time"

	"paddock/games/match"
)

// Refusals of at most mostRefusing matches are held at a time. One of another match drops all before
// it; one of a match that is among them drops none.
func TestMostRefusals(t *testing.T) {
	var f refusals
	note := func(n int) {
		r := match.Record{ID: match.ID(strconv.Itoa(n)), Players: []match.Player{{User: "ann"}}}
		f.note(r, "ann", "7", time.Unix(int64(n), 0), match.ErrNotYourTurn)
	}
	for n := range mostRefusing {
		note(n)
	}
	note(0)
	if len(f.all) != mostRefusing || len(f.of("0")) != 2 {
		t.Errorf("refusals of %d matches are held, %d of match 0; want %d and 2", len(f.all), len(f.of("0")),
			mostRefusing)
	}
	note(mostRefusing)
	if len(f.all) != 1 || len(f.of("1000")) != 1 {
		t.Errorf("after one match more, those of %d matches are held, want of the newest one", len(f.all))
	}
}
