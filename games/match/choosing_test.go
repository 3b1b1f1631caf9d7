package match

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match/vote"
)

// P134, P136: the test checks who chooses the move of a channel, whom a match awaits, and when the
// votes are counted. The match is a channel's, for which Ann decides, against Bob; Cid has voted,
// and Dan for the other side.
func TestVotes(t *testing.T) {
	noon := at(12)
	for _, c := range []struct {
		name   string
		change func(*Record)
		want   string // the seats that Ann, Bob, Cid, Dan and nobody choose for, then the seats that have to move
	}{
		{"the channel is to move", func(*Record) {}, "voted 0, choose 0 1 0 - -, by [ann cid], awaits []"},
		{"Bob is to move", func(r *Record) { r.Waiting = games.SeatSet(1) }, "voted -, choose 0 1 - - -, by [], awaits [bob]"},
		{"over", func(r *Record) { r.Status = Over }, "voted -, choose 0 1 - - -, by [], awaits []"},
		{"parked", func(r *Record) { r.Parked = &Parking{} }, "voted -, choose 0 1 - - -, by [], awaits []"},
		{
			"without a vote", func(r *Record) { r.Voting, r.Players[0].Channel = nil, "" },
			"voted -, choose 0 1 - - -, by [], awaits [ann]",
		},
		{
			"nobody decides for the channel", func(r *Record) { r.Players[0].User = "" },
			"voted 0, choose 0 1 0 - -, by [ann cid], awaits []",
		},
	} {
		r := Record{
			Status: Running, Players: []Player{{User: "ann", Channel: "hall"}, {User: "bob"}}, Waiting: games.SeatSet(0),
			Voting: &Voting{Turnout: []Voter{{User: "cid", Seat: 0, Turns: 1}, {User: "dan", Seat: 1, Turns: 1}}},
		}
		c.change(&r)
		seat := func(s games.Seat) string {
			if s == games.Spectator {
				return "-"
			}
			return fmt.Sprint(s)
		}
		got := "voted " + seat(r.Votes()) + ", choose"
		var voters, awaited []UserID
		for _, u := range []UserID{"ann", "bob", "cid", "dan", ""} {
			got += " " + seat(r.Chooses(u))
			if r.VotedBy(u) {
				voters = append(voters, u)
			}
			if r.Awaits(u) {
				awaited = append(awaited, u)
			}
		}
		if got += fmt.Sprintf(", by %v, awaits %v", voters, awaited); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	r := Record{
		Status: Running, Players: []Player{{Channel: "hall"}, {User: "bob"}}, Waiting: games.SeatSet(0),
		Voting: &Voting{Second: noon, Terms: vote.Terms{Window: 2 * time.Hour}},
	}
	r.Clock.Deadline = noon.Add(5 * time.Hour)
	var ends []string
	for _, deadline := range []float64{17, 17, 17, 13} {
		r.Clock.Deadline = at(deadline)
		end := "never"
		if !r.VoteEnds().IsZero() {
			end = fmt.Sprint(r.VoteEnds().Hour())
		}
		ends = append(ends, end)
		if len(r.Voting.Votes) < 2 {
			r.Voting.Votes = append(r.Voting.Votes, vote.Vote{})
		}
	}
	if want := []string{"never", "17", "14", "13"}; !slices.Equal(ends, want) {
		t.Errorf("the votes are counted at %v; want %v", ends, want)
	}
}

// P72, P73: a player who gives up a match that nobody can play ends it without a result, unless the
// other wants to go on.
func TestAbandoned(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*Record)
		want   bool
	}{
		{"out of reach", func(*Record) {}, true},
		{"in reach", func(r *Record) { r.Parked = nil }, false},
		{"paused", func(r *Record) { r.Parked.Why = CodePause }, false},
		{"locked", func(r *Record) { r.Parked.Why = CodeLocked }, false},
		{"of a tournament", func(r *Record) { r.Tournament = "t" }, false},
		{"of three", func(r *Record) { r.Players = append(r.Players, Player{User: "cid"}) }, false},
		{"of others", func(r *Record) { r.Players[0].User = "eve" }, false},
		{"Ann wants to go on", func(r *Record) { r.Parked.Wanted = map[UserID]Place{"ann": {}} }, true},
		{"Bob wants to go on", func(r *Record) { r.Parked.Wanted = map[UserID]Place{"bob": {}} }, false},
		{"somebody else does", func(r *Record) { r.Parked.Wanted = map[UserID]Place{"eve": {}} }, true},
	} {
		r := Record{
			Status: Running, Players: []Player{{User: "ann"}, {User: "bob"}}, Parked: &Parking{Why: CodeChannelGone},
		}
		c.change(&r)
		if got := r.Abandoned("ann"); got != c.want {
			t.Errorf("%s: %t, want %t", c.name, got, c.want)
		}
	}
}

// P48: computers think where they are to move, unless a match waits for its owner before each turn.
func TestThinking(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*Record)
		want   games.Seats
	}{
		{"a computer's turn", func(*Record) {}, 2},
		{"a person's turn", func(r *Record) { r.Waiting = 1 }, 0},
		{"both", func(r *Record) { r.Waiting = 3 }, 2},
		{"parked", func(r *Record) { r.Parked = &Parking{} }, 0},
		{"over", func(r *Record) { r.Status = Over }, 0},
		{"waiting for its owner", func(r *Record) { r.Step = true }, 0},
		{"let go on", func(r *Record) { r.Step, r.Stepped = true, 3 }, 2},
	} {
		r := Record{
			Status: Running, Turn: 3, Players: []Player{{User: "ann"}, {Computer: "easy"}}, Waiting: games.SeatSet(1),
		}
		c.change(&r)
		if got := r.Thinking(); got != c.want {
			t.Errorf("%s: %b, want %b", c.name, got, c.want)
		}
	}
}
