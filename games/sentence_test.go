package games_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"paddock/games"
)

type square int

func (s square) String() string { return fmt.Sprintf("square %d", int(s)) }

// A result is stored with its sentence, which must be the same when it is read back, not
// "%!d(float64=12)".
func TestSentenceSurvivesStorage(t *testing.T) {
	said := games.Say("%s wins by %d: %s; see %s", "Ann", 12, games.Say("%d to %.1f", 30, 18.5), square(7))
	stored, err := json.Marshal(said)
	if err != nil {
		t.Fatal(err)
	}
	var back games.Sentence
	if err := json.Unmarshal(stored, &back); err != nil {
		t.Fatal(err)
	}
	if got, want := back.String(), "Ann wins by 12: 30 to 18.5; see square 7"; got != want {
		t.Errorf("sentence read back = %q, want %q", got, want)
	}
}

// Say copies the caller's slice of arguments.
func TestSayKeepsItsArguments(t *testing.T) {
	args := []any{square(7)}
	games.Say("see %s", args...)
	if args[0] != square(7) {
		t.Errorf("Say made %v of the caller's argument, which was %v", args[0], square(7))
	}
}
