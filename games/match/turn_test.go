package match_test

import (
	"reflect"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/vote"
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

// Earlier moves, and what the game said of the last turn, are kept only between more than two players.
func TestStartTurnOfTwo(t *testing.T) {
	r := match.Record{Players: make([]match.Player, 2), LastSeat: 0, LastMoves: []string{"a"}}
	r.StartTurn(1, "before")
	r.AddToTurn([]games.Event{{Say: games.Say("A fish is taken.")}})
	if r.Earlier != nil || r.LastSaid != nil {
		t.Errorf("earlier moves %v, said %v; want none", r.Earlier, r.LastSaid)
	}
}

// Since returns the moves that others made after a seat's own last move and before the last turn,
// as far as the record keeps them.
func TestSince(t *testing.T) {
	r := match.Record{
		Players: make([]match.Player, 4), LastSeat: 2,
		Earlier: []match.SeatMove{{Seat: 3, Move: "a"}, {Seat: 0, Move: "b"}, {Seat: 1, Move: "c"}},
	}
	for seat, want := range map[games.Seat]int{games.Spectator: 0, 0: 1, 1: 0, 2: 0, 3: 2} {
		got := r.Since(seat)
		if len(got) != want || want > 0 && got[want-1].Move != "c" {
			t.Errorf("since the move of seat %d: %v, want the last %d", seat, got, want)
		}
	}
	r.Earlier = r.Earlier[1:]
	if got := r.Since(3); len(got) != 2 {
		t.Errorf("since a move that is not remembered: %v, want all", got)
	}
	if got := r.AllSeats(); got != games.SeatSet(0)|games.SeatSet(1)|games.SeatSet(2)|games.SeatSet(3) {
		t.Errorf("the seats of four players are %b", got)
	}
}

// P3, P81: a board on a message is old if the match has moved on since, or if it claims an event that the
// match doesn't have.
func TestOld(t *testing.T) {
	r := match.Record{Made: 3, Head: 5, Drafts: 1}
	for board, want := range map[match.Seq]bool{1: true, 2: false, 3: false, 4: false, 5: true} {
		if got := r.Old(board); got != want {
			t.Errorf("board %d is old: %t, want %t", board, got, want)
		}
	}
}

// P127: a player stalls after five turns in a row that used nearly all the time in a lost position; nobody
// stalls once the match has ended.
func TestStalling(t *testing.T) {
	r := match.Record{Status: match.Running}
	r.Stalls[0], r.Stalls[1] = 4, 5
	if got := r.Stalling(); got != games.SeatSet(1) {
		t.Errorf("stalling are %b, want seat 1", got)
	}
	r.Status = match.Over
	if got := r.Stalling(); got != 0 {
		t.Errorf("stalling after the end are %b", got)
	}
}

// P25: the time per move of another match is within the server's limits, except against computers if
// it is not rated.
func TestTimeAgain(t *testing.T) {
	limits := match.Guild{Longest: time.Hour}
	ann, bob, computer := match.Player{User: "ann"}, match.Player{User: "bob"}, match.Player{Computer: "easy"}
	for _, c := range []struct {
		players []match.Player
		unrated bool
		want    time.Duration
	}{
		{[]match.Player{ann, bob}, false, time.Hour},
		{[]match.Player{ann, bob}, true, time.Hour},
		{[]match.Player{ann, computer}, false, time.Hour},
		{[]match.Player{ann, computer}, true, 2 * time.Hour},
	} {
		r := match.Record{Players: c.players, Unrated: c.unrated}
		r.Clock.Policy.PerMove = 2 * time.Hour
		if got := r.TimeAgain(limits); got != c.want {
			t.Errorf("%v, unrated %t: %v, want %v", c.players, c.unrated, got, c.want)
		}
	}
}

// P134: the members who have voted are counted once a turn, the most frequent first.
func TestCountOfVoters(t *testing.T) {
	v := match.Voting{}
	for _, turn := range [][]vote.Vote{
		{{By: "ann", Move: "a"}, {By: "bob", Move: "b"}},
		{{By: "bob", Move: "a"}},
		{{By: "ann", Move: "a"}, {By: "bob", Move: "a"}},
	} {
		v.Votes = turn
		v.Count(1)
	}
	want := []match.Voter{{User: "bob", Seat: 1, Turns: 3}, {User: "ann", Seat: 1, Turns: 2}}
	if !reflect.DeepEqual(v.Turnout, want) || v.Votes != nil {
		t.Errorf("voters %v, votes %v; want %v and none", v.Turnout, v.Votes, want)
	}
}
