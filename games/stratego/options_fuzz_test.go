package stratego

import (
	"errors"
	"testing"

	"paddock/games"
	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

// FuzzArmy: an army that can be read, by name, numbers or words, survives writing and reading and
// can be played. All other input gets a sentence.
func FuzzArmy(f *testing.F) {
	for _, text := range []string{
		"", "classic", "barrage", "1,1,2,3,4,4,4,5,8,1,6,1", "1 flag, 1 marshal, 2 scouts",
		"1 flag 99999999999999999999 bombs", ",,,,,,,,,,,", "-1,1,0,0,0,0,0,0,0,0,0,6", "300 scouts", "1 FLAG, 1 Spy",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		words, err := readCounts(text)
		if err != nil {
			if r, ok := errors.AsType[*games.Refusal](err); !ok || r.Error() == "" {
				t.Errorf("%q: %v is no sentence", text, err)
			}
			return
		}
		if again, err := readCounts(words); again != words {
			t.Errorf("%q is %q, and that is %q, %v", text, words, again, err)
		}
		if _, err := New().Start(games.Setup{Seats: 2, Seed: 1, Options: games.Options{"counts": words}}); err != nil {
			t.Errorf("%q is %q, which can't be played: %v", text, words, err)
		}
	})
}

// FuzzHandicap: the same for a handicap, which may still not fit an army.
func FuzzHandicap(f *testing.F) {
	for _, text := range []string{
		"", "BLUE without Marshal", "red without 2 scouts, 1 spy", "blue without flag",
		"blue without ", "red without 99999999999 scouts", "RED  WITHOUT  40 Bombs", "without",
		"blue without without",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		words, err := readHandicap(text)
		if err != nil {
			if r, ok := errors.AsType[*games.Refusal](err); !ok || r.Error() == "" {
				t.Errorf("%q: %v is no sentence", text, err)
			}
			return
		}
		if again, err := readHandicap(words); again != words {
			t.Errorf("%q is %q, and that is %q, %v", text, words, again, err)
		}
		_, err = New().Start(games.Setup{Seats: 2, Seed: 1, Options: games.Options{"handicap": words}})
		if _, refused := errors.AsType[*games.Refusal](err); err != nil && !refused {
			t.Errorf("%q: %v is no sentence", words, err)
		}
	})
}

// FuzzSetup: a set-up that can be read survives writing and reading. All other input gets a
// sentence.
func FuzzSetup(f *testing.F) {
	for _, text := range []string{
		"", "B", "brbr", "........../........../........../..........",
		"F.........\n..........\n..........\n..........", "FFFFFFFFFF/BBBBBBBBBB/1234567890/ssssssssss", "\x00/\xff",
		"-- -- -- -- --",
	} {
		f.Add(text)
	}
	army, err := board.ParseCounts("classic")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		made, err := view.ReadSetup(text, army)
		if err != nil {
			if r, ok := errors.AsType[*games.Refusal](err); !ok || r.Error() == "" {
				t.Errorf("%q: %v is no sentence", text, err)
			}
			return
		}
		if again, err := view.ReadSetup(made, army); again != made {
			t.Errorf("%q is %q, and that is %q, %v", text, made, again, err)
		}
	})
}
