package tournament

import (
	"errors"
	"testing"

	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/catalog"
)

// FuzzOptions checks that any text as options of a game starts a game or is refused with a sentence.
func FuzzOptions(f *testing.F) {
	for _, text := range []string{"", "rules=course rows=6", "holes=6 beans=4", "army=barrage", "counts=1,1,0,0,0,0,0,0,0,0,0,6", "=", "x=", "=x", "rules==", "board=[[1,2],[3,4]]", "rows=99999999999999999999", "rows=-1 columns=-1", "HOLES=6 holes=7", "\x00=\xff"} {
		for seats := range 5 {
			f.Add(text, seats)
		}
	}
	all := catalog.Games()
	f.Fuzz(func(t *testing.T, text string, seats int) {
		options, err := setupOptions(lang.English, text)
		if err != nil {
			if err.Error() == "" {
				t.Errorf("%q: refused without a word", text)
			}
			return
		}
		for _, g := range all {
			_, err := g.Start(games.Setup{Seats: seats % (games.MaxSeats + 2), Seed: 1, Options: options})
			if r, refused := errors.AsType[*games.Refusal](err); err != nil && (!refused || r.Error() == "") {
				t.Errorf("%s with %q: %v is no sentence", g.ID, text, err)
			}
		}
	})
}
