package match_test

import (
	"reflect"
	"testing"

	"paddock/games"
	"paddock/games/match"
)

// In a match of more than two players, StartTurn adds the moves of the last turn to Earlier. What was said
// about that turn is added with its last move.
func TestStartTurnRemembersTheLast(t *testing.T) {
	said := []games.Sentence{games.Say("A fish is taken.")}
	r := match.Record{
		Players: make([]match.Player, 3), LastSeat: 1, LastMoves: []string{"a", "b"}, LastSaid: said,
	}
	r.StartTurn(2, "before")
	want := []match.SeatMove{{Seat: 1, Move: "a"}, {Seat: 1, Move: "b", Said: said}}
	if !reflect.DeepEqual(r.Earlier, want) || r.LastSeat != 2 || r.LastMoves != nil || r.LastSaid != nil {
		t.Errorf("the earlier moves are %v, the last turn is %d %v %v; want %v", r.Earlier, r.LastSeat, r.LastMoves,
			r.LastSaid, want)
	}
}
