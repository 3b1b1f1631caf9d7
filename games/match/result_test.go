package match

import (
	"fmt"
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

// P23, P83, P106: the table lists whether a finished match is rated, who was late in it, and
// whether it is a win, a draw or a loss for each player.
func TestFinished(t *testing.T) {
	noon := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name   string
		change func(*Record)
		want   string // whether it is rated, who was late, then the result as Ann, Bob and a spectator see it
	}{
		{"Ann has won", func(*Record) {}, "rated=true late=2 pool=0 12h w l ?"},
		{
			"Bob has won", func(r *Record) { r.Outcome.Place = [games.MaxSeats]int8{2, 1} },
			"rated=true late=2 pool=0 12h l w ?",
		},
		{"a draw", func(r *Record) { r.Outcome.Place = [games.MaxSeats]int8{1, 1} }, "rated=true late=2 pool=0 12h d d ?"},
		{"by the referee", func(r *Record) { r.Reason = games.ByReferee }, "rated=false late=2 pool=0 12h w l ?"},
		{"unrated", func(r *Record) { r.Unrated = true }, "rated=false late=2 pool=0 12h w l ?"},
		{"an old match", func(r *Record) { r.Ended = time.Time{} }, "rated=true late=2 pool=0 13h w l ?"},
		{
			"Bob took the seat over", func(r *Record) { r.HandOvers = []HandOver{{Seat: 1}} },
			"rated=true late=0 pool=0 12h w l ?",
		},
		{
			"Ann took her seat over", func(r *Record) { r.HandOvers = []HandOver{{Seat: 0}} },
			"rated=true late=2 pool=0 12h w l ?",
		},
		{
			"Ann took the seat of a late player over",
			func(r *Record) { r.HandOvers, r.Late = []HandOver{{Seat: 0}}, games.SeatSet(0) },
			"rated=true late=0 pool=0 12h w l ?",
		},
		{"the match was handed over", func(r *Record) {
			r.HandOvers = []HandOver{{Seat: games.Spectator}}
		}, "rated=true late=2 pool=0 12h w l ?"},
		{"against a computer with a clock", func(r *Record) {
			r.Players[1], r.Clock.Policy.PerMove = Player{Computer: "easy"}, time.Hour
		}, "rated=true late=2 pool=1 12h w ? ?"},
		{"against a computer without one", func(r *Record) {
			r.Players[1] = Player{Computer: "easy"}
		}, "rated=false late=2 pool=1 12h w ? ?"},
		{"not over", func(r *Record) { r.Status = Running }, "none"},
		{"without a result", func(r *Record) { r.Outcome = nil }, "none"},
		{"with a vote", func(r *Record) { r.Voting = &Voting{} }, "none"},
	} {
		r := Record{
			Status: Over, Players: []Player{{User: "ann", Name: "Ann"}, {User: "bob", Name: "Bob"}}, Ended: noon,
			Updated: noon.Add(time.Hour), Acted: []time.Time{noon, noon}, Late: games.SeatSet(1),
			Outcome: &games.Outcome{Place: [games.MaxSeats]int8{1, 2}},
		}
		c.change(&r)
		got := "none"
		if result, ok := r.Finished(); ok {
			got = fmt.Sprintf("rated=%t late=%d pool=%d %dh", result.Rated, result.Late, result.Pool(), result.Ended.Hour())
			for _, u := range []UserID{"ann", "bob", "eve", ""} {
				seen, ok := result.FinishedBy(u, "g")
				switch {
				case u == "" && ok:
					t.Errorf("%s: nobody has played it", c.name)
				case u != "" && !ok:
					got += " ?"
				case ok:
					got += " " + string(rune(seen.How))
					if len(seen.Others) != 1 || seen.Others[0].User == u || seen.Others[0].Name != "" || seen.Guild != "g" {
						t.Errorf("%s: %s sees %+v", c.name, u, seen)
					}
				}
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	if lost := (Standing{Played: 9, Won: 3, Drawn: 2}).Lost(); lost != 4 {
		t.Errorf("%d of nine are lost, want 4", lost)
	}
}
