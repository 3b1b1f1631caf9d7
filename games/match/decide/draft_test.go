package decide

import (
	"testing"

	"paddock/games"
	"paddock/games/match"
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

// A log is read for prepared moves only where somebody has prepared some.
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
