package kalah

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"paddock/games/record"
)

// K29: games as other programs write them are recognised, and played to the position where they
// ended. Every reading that is offered is a record that can be read.
func TestK29_ForeignGames(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 29))
		beans := 3 + int(seed%4)
		p := position{board: newBoard(6, beans), toMove: south}
		var numbers, letters, mirrored []string
		for p.toMove != over {
			m := move(1 + rng.IntN(6))
			if !p.valid(m) {
				continue
			}
			small := string(rune('a' + m - 1))
			other := string(rune('a' + 6 - m))
			if p.toMove == south {
				small, other = strings.ToUpper(small), strings.ToUpper(small)
			}
			numbers, letters, mirrored = append(numbers, fmt.Sprint(m)), append(letters, small), append(mirrored, other)
			p.play(m)
		}
		want := string(rules{}.AppendText(nil, p))
		swapped := strings.Map(func(r rune) rune { return r ^ ('a' ^ 'A') }, strings.Join(letters, ""))
		for looks, text := range map[string]string{
			"bare numbers, each row from its owner's left": "1. " + strings.Join(numbers, " "),
			"letters, South's capital, each row":           strings.Join(letters, ""),
			"letters, South's small, each row":             swapped,
			"letters, South's capital, both rows":          strings.Join(mirrored, "-"),
		} {
			found := false
			for _, f := range readForeign(text) {
				r, err := record.Parse(f.Text)
				if err != nil {
					t.Fatal(err)
				}
				_, steps, err := r.Replay(New())
				if err != nil {
					t.Fatalf("%s: %v\n%s", f.Say, err, f.Text)
				}
				last := steps[len(steps)-1].Next.Text()
				found = found || last == want && strings.HasPrefix(f.Say.String(), looks) &&
					strings.HasSuffix(f.Say.String(), fmt.Sprintf("%d beans", beans))
			}
			if !found {
				t.Errorf("seed %d: no reading of %q is %s with %d beans", seed, text, looks, beans)
			}
		}
	}
}

// K29: a text that can't be played, or is no game, is not offered.
func TestK29_NoForeignGame(t *testing.T) {
	for _, text := range []string{
		"", "3 6", "decade", "Dear Bob, 3 6 2", "C F c C c C c", "1 1 1 1 1 1 1", "3 6 9 1 2 3 4", "3 f 6 a 2 b 1 c",
		strings.Repeat("3 ", 5000), "game kalah",
	} {
		if list := readForeign(text); len(list) > 0 {
			t.Errorf("%.40q: %v", text, list[0].Say)
		}
	}
}

func FuzzForeign(f *testing.F) {
	f.Add("1. C F a 2. b C d")
	f.Add("3 6 1 2 3 4 5")
	f.Fuzz(func(t *testing.T, text string) {
		for _, g := range readForeign(text) {
			if r, err := record.Parse(g.Text); err != nil || len([]rune(g.Say.String())) > 80 {
				t.Errorf("%q: %v, %v, %v", text, g.Say, r, err)
			}
		}
	})
}
