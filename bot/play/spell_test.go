package play

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"paddock/games"
	"paddock/games/scene"
)

// Spell is a small game whose moves are words of three letters: 30 first letters, 2 second ones, 1
// third. It is over after three words. With Odd, it also offers words that no suggestion may have:
// one that adds nothing, one that begins otherwise, and one that is too long.
type Spell struct{ Odd bool }

type Spelling struct {
	Words int
}

func (Spell) Info() games.Info {
	return games.Info{
		ID: "spell", Name: "Spell", Summary: "Spell words", Version: 1, MinSeats: 2, MaxSeats: 2,
		SeatNames:  []string{"First", "Second"},
		SideOption: "first", DefaultLevel: "easy", Rules: "Spell.",
	}
}

func (Spell) Start(games.Setup) (Spelling, error) { return Spelling{}, nil }

func (Spell) Turn(s Spelling) games.Turn {
	if s.Words >= 3 {
		return games.Turn{}
	}
	return games.Turn{Waiting: games.SeatSet(games.Seat(s.Words % 2)), Phase: games.Play}
}

func (Spell) Outcome(s Spelling) (games.Outcome, bool) {
	return games.Win(0, "words", games.Say("First has spelt.")), s.Words >= 3
}

func (Spell) View(s Spelling, _ games.Seat) Spelling { return s }

const letters = "abcdefghijklmnopqrstuvwxyz1234"

func (Spell) Legal(Spelling) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, a := range letters {
			for _, end := range []string{"xz", "xw", "yz"} {
				if !yield(string(a) + end) {
					return
				}
			}
		}
	}
}

func (r Spell) Check(s Spelling, m string) error {
	if !slices.Contains(slices.Collect(r.Legal(s)), m) {
		return games.Refuse("%s is no word. Try axz.", m)
	}
	return nil
}

func (Spell) Apply(s Spelling, _ games.Seat, _ string) (Spelling, []games.Event) {
	return Spelling{s.Words + 1}, nil
}

func (Spell) Format(_ Spelling, m string) string { return m }

func (Spell) Parse(_ Spelling, text string) (string, error) { return strings.ToLower(text), nil }

func (Spell) AppendText(b []byte, s Spelling) []byte { return fmt.Appendf(b, "spell/1 %d", s.Words) }

func (Spell) Draw(Spelling, games.Drawing[Spelling]) scene.Scene {
	return scene.Scene{Family: scene.Squares, Words: "Words."}
}

func (Spell) ParseText(text string) (s Spelling, err error) {
	_, err = fmt.Sscanf(text, "spell/1 %d", &s.Words)
	return s, err
}

func (r Spell) Complete(s Spelling, text string) []games.Completion {
	var list []games.Completion
	if r.Odd && len(text) == 1 {
		for _, word := range []string{text, "b", text + strings.Repeat("z", 100), text + strings.Repeat("z", 101)} {
			list = append(list, games.Completion{Text: word, Whole: true})
		}
	}
	for m := range r.Legal(s) {
		if next := m[:min(len(text)+1, 3)]; strings.HasPrefix(m, text) &&
			(len(list) == 0 || list[len(list)-1].Text != next) {
			list = append(list, games.Completion{Text: next, Label: games.Say("to %s", next), Whole: len(next) == 3})
		}
	}
	return list
}
