package player

import (
	"testing"

	"paddock/games"
	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

// S67: the computer uses the solution of an ending only if its player knows the rank of every piece
// that can move: the piece was shown in a fight, or all other ranks are gone.
func TestS67OnlyWhatIsKnown(t *testing.T) {
	const moved, known = 1, 2
	type piece struct {
		at   board.Square
		rank board.Rank
		is   int
	}
	for name, c := range map[string]struct {
		blue []piece
		army string // BLUE's ranks
		want bool
	}{
		"known":              {[]piece{{91, '9', moved | known}, {95, 'F', 0}, {96, 'B', 0}}, "9FB", true},
		"the only one":       {[]piece{{91, '9', moved}, {95, 'F', 0}, {96, 'B', 0}}, "9FB", true},
		"not yet moved":      {[]piece{{91, '9', 0}, {95, 'F', 0}, {96, 'B', 0}}, "9FB", false},
		"which is which":     {[]piece{{91, '9', moved}, {92, '7', moved}, {95, 'F', 0}}, "97F", false},
		"which has moved":    {[]piece{{91, '9', moved}, {92, '9', 0}, {95, 'F', 0}}, "99F", false},
		"one known, one not": {[]piece{{91, '9', moved | known}, {92, '7', moved}, {95, 'F', 0}}, "97F", true},
		"too many":           {[]piece{{91, '9', known}, {92, '9', known}, {93, '9', known}, {95, 'F', 0}}, "999F", false},
	} {
		f := view.Facts{Phase: view.Play, Turn: games.SeatSet(0)}
		f.Put(0, view.Man{Rank: '3', Moved: true})
		f.Put(1, view.Man{Rank: board.Flag})
		f.Army[0][board.TranslateRank('3')], f.Army[0][board.TranslateRank(board.Flag)] = 1, 1
		for _, p := range c.blue {
			f.Put(p.at, view.Man{Seat: 1, Rank: p.rank, Moved: p.is&moved != 0, Known: p.is&known != 0})
		}
		for _, r := range c.army {
			f.Army[1][board.TranslateRank(board.Rank(r))]++
		}
		v := f.For(view.Red)
		if got := solved(&v) != nil; got != c.want {
			t.Errorf("%s: solved: %t, want %t", name, got, c.want)
		}
	}
}
