package stratego

import (
	"regexp"
	"slices"
	"testing"

	"paddock/games"
)

// S48, S75: a piece is chosen for a swap by one button where there are few pieces, otherwise by its
// rank and then its square. Each own piece can be chosen in this way, as the first and the second
// piece. No choice but the last names more than a square.
func TestSwapByButtons(t *testing.T) {
	harmless := regexp.MustCompile(`^(of)?[a-j]([0-9]|10)$`)
	for army, most := range map[string]int{"classic": 2, "barrage": 1} {
		v := start(t, games.Options{"army": army}).View(red)
		var reached func(picked []string, left int) []string
		reached = func(picked []string, left int) (squares []string) {
			for _, m := range v.Ask("swap", picked) {
				if !m.Buttons {
					continue
				}
				if len(m.Choices) == 0 || len(m.Choices) > 12 {
					t.Errorf("%s, after %q: %d buttons", army, picked, len(m.Choices))
				}
				for _, c := range m.Choices {
					switch {
					case !harmless.MatchString(c.Value):
						t.Errorf("%s: the choice %q", army, c.Value)
					case !c.Opens:
						squares = append(squares, c.Value)
					case left > 1:
						squares = append(squares, reached(append(slices.Clone(picked), c.Value), left-1)...)
					}
				}
			}
			slices.Sort(squares)
			return squares
		}
		pieces := map[string]int{"classic": 40, "barrage": 8}[army]
		first := reached(nil, most)
		if n := len(slices.Compact(slices.Clone(first))); n != pieces || len(first) != pieces {
			t.Errorf("%s: %d pieces can be chosen with %d touches, want %d", army, n, most, pieces)
		}
		second := reached(first[:1], most)
		if want := first[1:]; !slices.Equal(second, want) {
			t.Errorf("%s: %q can be swapped with %q, want %q", army, first[0], second, want)
		}
		for _, picked := range [][]string{
			{"ofz9"},
			{"ofa10"},
			{"of"},
			{"x"},
			{first[0], "ofa4", "ofb4"},
			{first[0], second[0]},
		} {
			if m := v.Ask("swap", picked); m != nil {
				t.Errorf("%s: after %q come %v", army, picked, m)
			}
		}
	}
}
