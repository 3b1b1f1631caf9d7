package decide

import (
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/referee"
)

// P53: the waiting players are named in a sentence, so that the word between them can be
// translated.
func TestWaitedForCanBeTranslated(t *testing.T) {
	d := &Draft{Record: match.Record{Players: []match.Player{
		{User: "1", Name: "Ann"},
		{User: "2", Name: "Bob"},
		{User: "3", Name: "Cid"},
	}, Waiting: games.Seats(0b101)}}
	if got := d.waitedFor(); got.Format != "%s and %s" || got.String() != "Ann and Cid" {
		t.Errorf("waitedFor = %q by %q, want Ann and Cid by a sentence", got, got.Format)
	}
}

// Each turn stores how much time its player has left, so that a takeback can give it back. In a match
// whose clock stops at weekends, the weekend before a deadline is not part of it. Without a time
// limit it is zero.
func TestStandOfAClock(t *testing.T) {
	friday := time.Date(2026, 3, 6, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		deadline time.Time
		want     time.Duration
	}{{friday.Add(96 * time.Hour), 48 * time.Hour}, {friday, 0}, {time.Time{}, 0}} {
		d := &Draft{now: friday, Record: match.Record{
			Players: []match.Player{{User: "1"}, {User: "2"}}, Waiting: games.SeatSet(0),
			Clock: referee.Clock{Policy: referee.Policy{NoWeekends: true}, Started: friday, Deadline: c.deadline},
		}}
		if got := d.stand(0).Left; got != c.want {
			t.Errorf("before %v there are %v left, want %v", c.deadline, got, c.want)
		}
	}
}

// Prepared reports whether a player has prepared moves for a match. The log of the match is read only
// then.
func TestPrepared(t *testing.T) {
	with := func(lines ...match.Line) Facts {
		return Facts{People: map[match.UserID]match.User{
			"ann": {}, "bob": {Notebooks: map[match.ID]match.Notebook{"m": {Lines: lines}}},
		}}
	}
	if with().Prepared("m") || with(match.Line{}).Prepared("other") || !with(match.Line{}).Prepared("m") {
		t.Error("prepared moves are seen where there are none, or not where there are some")
	}
}
