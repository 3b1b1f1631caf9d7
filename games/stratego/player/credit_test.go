package player

import (
	"math/rand/v2"
	"testing"

	"paddock/games"
	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

// S61: the more the shown pieces of a side look like people's set-ups, the more its hidden pieces
// are judged by people's set-ups.
func TestS61Credit(t *testing.T) {
	usual := "6513649569/7482937296/8S9B5B9478/9BFB858B69"
	odd := "8B8889F8BB/B9B9B99999/5566667745/37724S4135" // Bombs and Miners in front, all strong pieces at the back
	believed := func(rows string, shown int) float64 {
		f := view.Facts{
			Army: [2]board.Counts{board.Classic, board.Classic}, Phase: view.Play,
			Turn: games.SeatSet(view.Red),
		}
		f.Arrange(view.Blue, rows)
		var all []exhibit
		for _, s := range rand.New(rand.NewPCG(8, 11)).Perm(home)[:shown] {
			at := view.HomeSquare(view.Blue, s/board.Size, s%board.Size)
			all = append(all, exhibit{origin: at, rank: int8(board.TranslateRank(f.At(at).Rank))})
		}
		c := newCredit(&board.Classic, view.Blue, all, nil, nil)
		return 1 - c[0]
	}
	if first, later := believed(odd, 0), believed(odd, 20); later > first/2 {
		t.Errorf("after 20 pieces of an unusual set-up it is judged by people's to %.2f, at first to %.2f", later,
			first)
	}
	if first, later := believed(usual, 0), believed(usual, 20); later < (first+1)/2 {
		t.Errorf("after 20 pieces of a usual set-up it is judged by people's to %.2f, at first to %.2f", later, first)
	}
}
