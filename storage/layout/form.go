package layout

import (
	"encoding/json"
	"strconv"

	"paddock/games/match"
	"paddock/games/referee"
)

// understands is the form of records that this program understands. It grows when a record gets
// something that an older program would lose or misjudge, or a board gets a button that it does not
// know: only to a newer form does it hand on what it does not understand. It is a text so that the
// test of rolling upgrades can build a program that understands less.
var understands = "3"

// Form returns the form of records that this program understands.
func Form() int {
	n, _ := strconv.Atoi(understands)
	return n
}

// formOf returns the least form that a record needs, so that processes of an older version can
// continue with all matches that they understand.
func formOf(r match.Record) int {
	if r.Place.Outside != "" {
		return 3
	}
	if r.Voting != nil {
		return 2
	}
	if r.Clock.Policy.Bank != (referee.Bank{}) || r.Rest != nil {
		return 1
	}
	return 0
}

// WriteRecord returns the JSON of a record.
func WriteRecord(r match.Record) ([]byte, error) {
	r.Form = min(formOf(r), Form())
	return json.Marshal(r)
}

// ReadRecord parses the JSON of a record. It returns a *match.NewerError for a form that this
// program does not understand.
func ReadRecord(text []byte, r *match.Record) error {
	if err := json.Unmarshal(text, r); err != nil {
		return err
	}
	if r.Form > Form() {
		return &match.NewerError{Form: r.Form}
	}
	return nil
}
