package fish

import (
	"errors"
	"testing"

	"paddock/games"
)

// FuzzBoard: a board or state that can be read as JSON survives writing and reading, and can be
// played. All other input gets a sentence.
func FuzzBoard(f *testing.F) {
	for _, text := range []string{
		``, `null`, `[]`, `[[]]`, `[[1]]`, `[[1,2],[0,3],[2,2]]`, `[[1,2,3],[4],[5,0,1]]`,
		`[[9]]`, `[[-1]]`, `[null,[1]]`, `[[1e99]]`, `{}`, `{"players":[],"board":[]}`,
		`{"players":[{"color":"red","score":0,"places":[[0,0]]}],"board":[[1,2],[3,4]]}`,
		`{"players":[{"color":"red","score":-1,"places":[[9,9]]}],"board":[[1]]}`,
	} {
		f.Add(text)
	}
	g := New()
	refusal := func(t *testing.T, text string, err error) {
		if r, ok := errors.AsType[*games.Refusal](err); !ok || r.Error() == "" {
			t.Errorf("%q: %v is no sentence", text, err)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, boxed := range []bool{false, true} {
			p, err := ReadState([]byte(text), boxed)
			if err != nil {
				refusal(t, text, err)
			} else {
				p.State()
				p.CourseMove(1)
			}
		}
		made, err := readBoard(text)
		if err != nil {
			refusal(t, text, err)
			return
		}
		if again, err := readBoard(made); again != made {
			t.Errorf("%q is %q, and that is %q, %v", text, made, again, err)
		}
		pos, err := g.Start(games.Setup{Seats: 2, Seed: 1, Options: games.Options{"rules": "course", "board": made}})
		if err != nil {
			refusal(t, made, err)
			return
		}
		if _, err := g.Parse(pos.Text()); err != nil {
			t.Errorf("%q begins with %q, which can't be read: %v", made, pos.Text(), err)
		}
	})
}
