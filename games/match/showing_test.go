package match

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"paddock/games"
)

// P7, P43: the table lists how a channel is brought up to date, and when the players to move are
// notified. The match is Ann's against Bob, who has been to move since noon; the window is five
// minutes.
func TestShow(t *testing.T) {
	const window = 5 * time.Minute
	noon := at(12)
	type change = func(*Record)
	shown := func(r *Record) { r.Shown.Turn, r.Shown.Pinged = r.Turn, r.Turn }
	unpinged := func(r *Record) { r.Shown.Turn = r.Turn }
	asleep := func(wake time.Time) change {
		return func(r *Record) {
			shown(r)
			r.Shown.Asleep, r.Shown.Wake = games.SeatSet(1), wake
		}
	}
	young := func(r *Record) { r.Shown.At = noon.Add(-time.Minute) }
	quick := func(r *Record) {
		young(r)
		r.Acted[1] = noon.Add(-2 * time.Minute)
	}
	open := func(r *Record) {
		r.Status, r.Turn, r.Invited, r.Players = Open, 0, "bob", []Player{{User: "ann"}, {}}
		r.Shown.Turn, r.Shown.Pinged = 0, 0
	}
	computer := func(r *Record) { r.Players[1] = Player{Computer: "easy"} }
	server := func(r *Record) { computer(r); r.Place.Guild, r.Waiting = "g", games.SeatSet(0) }
	away := func(r *Record) { r.Shown.Channel = "elsewhere" }
	for _, c := range []struct {
		name    string
		changes []change
		after   time.Duration // since noon
		want    string
	}{
		{"a new turn", nil, 0, "post [bob]"},
		{"a new turn that was called already", []change{func(r *Record) { r.Shown.Pinged = r.Turn }}, 0, "post [bob]"},
		{"the turn is shown", []change{shown}, 0, "edit []"},
		{"shown without a call", []change{unpinged}, 0, "edit [] ping +5m0s"},
		{"shown without a call, after the window", []change{unpinged}, window, "post [bob]"},
		{"the server's own window", []change{unpinged, func(r *Record) { r.Quick = time.Minute }}, time.Minute, "post [bob]"},
		{"asleep", []change{asleep(noon.Add(time.Hour))}, window, "edit [] ping +1h0m0s"},
		{"awake again", []change{asleep(noon.Add(time.Hour))}, time.Hour, "post [bob]"},
		{"awake again within the window", []change{asleep(noon.Add(time.Minute))}, 2 * time.Minute, "edit [] ping +5m0s"},
		{"only Ann is asleep", []change{func(r *Record) { shown(r); r.Shown.Asleep = games.SeatSet(0) }}, window, "edit []"},
		{"a young board", []change{young}, 0, "post [bob]"},
		{"a young board, and a quick player", []change{quick}, 0, "edit [] ping +5m0s"},
		{"not quick enough", []change{quick}, 3 * time.Minute, "post [bob]"},
		{"not quick by the server's own window", []change{
			quick, func(r *Record) { r.Quick = time.Minute },
		}, 0, "post [bob]"},
		{"quick, and the board is old", []change{quick, func(r *Record) { r.Shown.At = noon.Add(-window) }}, 0, "post [bob]"},
		{"quick, and the board is elsewhere", []change{quick, away}, 0, "post [bob]"},
		{"quick, and there is no board", []change{quick, func(r *Record) { r.Shown.Message = "" }}, 0, "post [bob]"},
		{"played again after a takeback", []change{young, func(r *Record) { r.Shown.Pinged = r.Turn }}, 0, "edit []"},
		{"played again a while later", []change{func(r *Record) {
			r.Shown.Pinged, r.Shown.At = r.Turn, noon.Add(-30*time.Minute)
		}}, 0, "post []"},
		{"played again an hour later", []change{func(r *Record) {
			r.Shown.Pinged, r.Shown.At = r.Turn, noon.Add(-time.Hour)
		}}, 0, "post [bob]"},
		{"played again on a lost board", []change{away, func(r *Record) { r.Shown.Pinged = r.Turn }}, 0, "post []"},
		{"answered by a prepared move", []change{func(r *Record) { r.Answered = games.SeatSet(1) }}, 0, "post []"},
		{"a channel votes", []change{func(r *Record) { r.Players[1].Channel = "c" }}, 0, "post []"},
		{"the only person is to move", []change{computer, func(r *Record) { r.Waiting = games.SeatSet(0) }}, 0, "post []"},
		{"the only person is quick, on a board of half an hour", []change{
			server, func(r *Record) { r.Acted[0], r.Shown.At = noon, noon.Add(-30*time.Minute) },
		}, 0, "edit []"},
		{"the only person is slow, on a board of half an hour", []change{
			server, func(r *Record) { r.Acted[0], r.Shown.At = noon.Add(-window), noon.Add(-30*time.Minute) },
		}, 0, "post []"},
		{"the only person is quick, on a board of 50 minutes", []change{
			server, func(r *Record) { r.Acted[0], r.Shown.At = noon, noon.Add(-50*time.Minute) },
		}, 0, "post []"},
		{"the only person is quick in direct messages, on a board of half an hour", []change{
			server, func(r *Record) { r.Place.Guild, r.Acted[0], r.Shown.At = "", noon, noon.Add(-30*time.Minute) },
		}, 0, "post []"},
		{"the computer begins", []change{computer, func(r *Record) { r.Shown.Turn = 0 }}, time.Second, "wait +3s"},
		{"the computer has not begun", []change{computer, func(r *Record) { r.Shown.Turn = 0 }}, 3 * time.Second, "post []"},
		{"the computer's later move", []change{computer}, time.Second, "post []"},
		{"nobody but computers", []change{computer, func(r *Record) {
			r.Players[0], r.Shown.Turn = Player{Computer: "hard"}, 0
		}}, time.Second, "post []"},
		{"a parked match", []change{func(r *Record) { r.Parked = &Parking{} }}, 0, "edit []"},
		{"a parked match elsewhere", []change{away, func(r *Record) { r.Parked = &Parking{} }}, 0, "post []"},
		{"a challenge", []change{open, away}, 0, "post [bob]"},
		{"a challenge that is shown", []change{open}, 0, "edit []"},
		{"a challenge to anybody", []change{open, away, func(r *Record) { r.Invited = "" }}, 0, "post []"},
		{"challenged at night", []change{open, func(r *Record) {
			r.Shown.Asleep, r.Shown.Wake = 1, noon.Add(time.Hour)
		}}, 0, "edit []"},
		{"challenged, in the morning", []change{open, func(r *Record) {
			r.Shown.Asleep, r.Shown.Wake = 1, noon.Add(time.Hour)
		}}, time.Hour, "post [bob]"},
		{"over", []change{func(r *Record) { r.Status = Over }}, 0, "post []"},
		{"over in the same turn", []change{shown, func(r *Record) { r.Status = Over }}, 0, "edit []"},
		{"over on a young board", []change{young, func(r *Record) { r.Status = Over }}, 0, "edit []"},
		{"closed before the first turn", []change{open, func(r *Record) { r.Status = Closed }}, 0, "edit []"},
	} {
		r := Record{
			Status: Running, Turn: 3, Place: Place{Channel: "hall"}, Players: []Player{{User: "ann"}, {User: "bob"}},
			Waiting: games.SeatSet(1), Acted: make([]time.Time, 2),
			Shown: Shown{Turn: 2, Pinged: 2, Channel: "hall", Message: "m", At: noon.Add(-2 * time.Hour)},
		}
		r.Clock.Started = noon
		for _, change := range c.changes {
			change(&r)
		}
		s := Show(r, window, noon.Add(c.after))
		words := []string{map[bool]string{true: "edit", false: "post"}[s.Edit], fmt.Sprint(s.Ping)}
		if !s.PingAt.IsZero() {
			words = append(words, "ping +"+s.PingAt.Sub(noon).String())
		}
		if !s.Wait.IsZero() {
			words = []string{"wait +" + s.Wait.Sub(noon).String()}
		}
		if got := strings.Join(words, " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// An invited member who has quiet hours when the challenge is posted is notified when these end.
// Any other member is not notified a second time.
func TestPingAtOfAChallenge(t *testing.T) {
	r := Record{Status: Open, Shown: Shown{Wake: at(7)}}
	if got := r.PingAt(time.Minute); !got.IsZero() {
		t.Errorf("awake: called at %v", got)
	}
	r.Shown.Asleep = 1
	if got := r.PingAt(time.Minute); !got.Equal(at(7)) {
		t.Errorf("asleep: called at %v", got)
	}
}
