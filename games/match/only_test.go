package match

import (
	"testing"

	"paddock/games"
)

func TestOnlyPerson(t *testing.T) {
	ann, bob, computer := Player{User: "ann"}, Player{User: "bob"}, Player{Computer: "easy"}
	for _, tt := range []struct {
		players []Player
		want    games.Seat
	}{
		{[]Player{ann, computer}, 0},
		{[]Player{computer, ann}, 1},
		{[]Player{computer, ann, computer}, 1},
		{[]Player{ann, bob}, games.Spectator},
		{[]Player{computer, computer}, games.Spectator},
	} {
		if got := (Record{Players: tt.players}).OnlyPerson(); got != tt.want {
			t.Errorf("%+v: seat %d, want %d", tt.players, got, tt.want)
		}
	}
}

// SeatOf never finds a seat of a computer or a free seat, not even for an empty user id.
func TestSeatOf(t *testing.T) {
	r := Record{Players: []Player{{Computer: "easy"}, {User: "ann"}, {}}}
	for u, want := range map[UserID]games.Seat{"": games.Spectator, "bob": games.Spectator, "ann": 1} {
		if got := r.SeatOf(u); got != want {
			t.Errorf("SeatOf(%q) = %d, want %d", u, got, want)
		}
	}
}
