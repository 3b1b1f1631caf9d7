package render

import (
	"testing"

	"paddock/games/scene"
)

// S23, S56: a piece whose rank is known keeps its army's colour; a frame marks it, in every theme and
// for every rank.
func TestKnownPiecesKeepTheirColour(t *testing.T) {
	for _, theme := range []*Theme{Dark, Light, Contrast} {
		pal := theme.palettes()[scene.Squares]
		for seat, army := range []ink{red, blue} {
			for rank, letter := range map[scene.Rank]string{scene.Marshal: "1", scene.Bomb: "", scene.Flag: ""} {
				o := pieceOp(scene.Piece{Shape: scene.Soldier, Seat: int8(seat), Letter: letter, Rank: rank}, 0, 70)
				coloured := func(flags int16) (n int) {
					o.b = flags
					s := newSprite(pal, o)
					for i, c := range s.ink {
						if c == pal.of[army] && s.cover[i] == opaque {
							n++
						}
					}
					return n
				}
				hidden, known := coloured(0), coloured(open)
				if known < hidden/2 || known > hidden*9/10 {
					t.Errorf("%s, seat %d, rank %v: %d pixels of the army's colour when known, %d when hidden", theme, seat,
						rank, known, hidden)
				}
			}
		}
	}
}
