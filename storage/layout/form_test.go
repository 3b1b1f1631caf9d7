package layout

import (
	"errors"
	"testing"

	"paddock/games/match"
	"paddock/games/referee"
)

// A record needs the form of the newest thing in it. A program that understands less reports that
// instead of reading half of the record.
func TestForms(t *testing.T) {
	bank := match.Record{ID: "m"}
	bank.Clock.Policy.Bank = referee.Bank{Time: referee.MostBank}
	if err := ReadRecord([]byte(`{"ID":1}`), new(match.Record)); err == nil || errors.Is(err, match.ErrNewer) {
		t.Errorf("a spoilt record: %v", err)
	}
	newest := understands
	defer func() { understands = newest }()
	for _, c := range []struct {
		name string
		r    match.Record
		form int
	}{
		{"nothing new", match.Record{ID: "m"}, 0},
		{"decided", match.Record{ID: "m", Rest: &match.Rest{}}, 1},
		{"a bank", bank, 1},
		{"a channel votes", match.Record{ID: "m", Voting: &match.Voting{}}, 2},
		{"where the bot is not a member", match.Record{ID: "m", Place: match.Place{Outside: match.Between}}, 3},
	} {
		understands = newest
		text, err := WriteRecord(c.r)
		if err != nil {
			t.Fatal(err)
		}
		for form, program := range []string{"0", "1", "2", "3"} {
			understands = program
			var r match.Record
			err := ReadRecord(text, &r)
			if known := form >= c.form; known != (err == nil) || !known && !errors.Is(err, match.ErrNewer) || known &&
				r.Form != c.form {
				t.Errorf("%s: a program of form %d reads form %d, %v; it needs %d", c.name, form, r.Form, err, c.form)
			}
		}
	}
}
