package match_test

import (
	"reflect"
	"testing"

	"paddock/games"
	"paddock/games/match"
)

// Of each turn between more than two players the moves are remembered, and what was said after the
// last of them.
func TestStartTurnRemembersTheLast(t *testing.T) {
	said := []games.Sentence{games.Say("A fish is taken.")}
	r := match.Record{
		Players: make([]match.Player, 3), LastSeat: 1, LastMoves: []string{"a", "b"}, LastSaid: said,
	}
	r.StartTurn(2, "before")
	want := []match.SeatMove{{Seat: 1, Move: "a"}, {Seat: 1, Move: "b", Said: said}}
	if !reflect.DeepEqual(r.Earlier, want) || r.LastSeat != 2 || r.LastMoves != nil || r.LastSaid != nil {
		t.Errorf("what is remembered is %v, then %d %v %v; want %v", r.Earlier, r.LastSeat, r.LastMoves, r.LastSaid, want)
	}
}
