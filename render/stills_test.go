package render_test

import (
	"testing"

	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/scene"
	"paddock/render"
)

// Pictures of a whole match, in every look, are small files, so that they load at once on a phone. The
// largest are the ends of Stratego with all ranks shown: 20 to 22.5 KB in eight matches.
func TestStillsAreSmall(t *testing.T) {
	t.Parallel()
	r := render.New(nil, 1)
	for _, g := range catalog.Games() {
		for i, s := range sheetMoments(t, g, games.Setup{Seats: g.MinSeats, Seed: 3}) {
			for _, look := range []scene.Look{{}, {Light: true}, {Contrast: true}, {Large: true}} {
				s.Look = look
				b, err := r.PNG(s)
				if err != nil {
					t.Fatal(err)
				}
				if most := 24 << 10; len(b) > most {
					t.Errorf("%s, picture %d, %+v: %d bytes, want at most %d", g.ID, i, look, len(b), most)
				}
			}
		}
	}
}
