package decide

import (
	"testing"

	"paddock/games"
)

func TestEndedBy(t *testing.T) {
	for _, c := range []struct {
		kind  games.RulingKind
		names []string
		place [games.MaxSeats]int8
		say   string
	}{
		{games.Resign, []string{"Ann", "Bob"}, [games.MaxSeats]int8{1, 2}, "Bob has resigned. Ann wins!"},
		{games.Time, []string{"Ann", "Bob"}, [games.MaxSeats]int8{1, 2}, "Bob ran out of time. Ann wins!"},
		{
			games.Resign,
			[]string{"Ann", "Bob", "Cid"},
			[games.MaxSeats]int8{1, 3, 1},
			"Bob resigned, so the match is over.",
		},
		{
			games.Remove,
			[]string{"Ann", "Bob", "Cid"},
			[games.MaxSeats]int8{1, 3, 1},
			"Bob ran out of time, so the match is over.",
		},
		{games.Agree, []string{"Ann", "Bob"}, [games.MaxSeats]int8{1, 1}, "A draw, as agreed."},
	} {
		if o := endedBy(c.kind, 1, len(c.names), func(s games.Seat) string { return c.names[s] }); o.Place != c.place ||
			o.Say.String() != c.say {
			t.Errorf("%s of seat 1 among %v: %v, %q; want %v, %q", c.kind, c.names, o.Place, o.Say, c.place, c.say)
		}
	}
}

func TestOnly(t *testing.T) {
	for set, want := range map[games.Seats]games.Seat{
		0: games.Spectator, games.SeatSet(2): 2,
		games.SeatSet(0) | games.SeatSet(1): games.Spectator,
	} {
		if got := only(set); got != want {
			t.Errorf("only(%v) = %v, want %v", set, got, want)
		}
	}
}
