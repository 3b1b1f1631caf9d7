package kalah

import (
	"fmt"
	"testing"
)

// The demonstration games in the students' reports end as the rules say: those of demo, playGame,
// computerGame and SmartGame, with their sizes. The computer player moves for both sides.
func TestDemosOfTheReports(t *testing.T) {
	for _, tt := range []struct {
		holes, beans int
		south, north string
	}{
		{6, 4, "smart", "smart"},
		{3, 2, "first", "random"},
		{7, 3, "random", "random"},
		{5, 2, "first", "smart"},
		{5, 2, "smart", "first"},
		{5, 2, "smart", "smart"},
		{9, 2, "random", "first"},
	} {
		t.Run(fmt.Sprintf("%d,%d %s v %s", tt.holes, tt.beans, tt.south, tt.north), func(t *testing.T) {
			p := position{board: newBoard(tt.holes, tt.beans), toMove: south}
			all := p.totalBeans()
			for sows := 0; p.toMove != over; sows++ {
				m := choose1(t, p, []string{south: tt.south, north: tt.north}[p.toMove])
				if !p.valid(m) || sows > 500 {
					t.Fatalf("sow %d is hole %d in %s", sows, m, text(p))
				}
				p.play(m)
				if p.totalBeans() != all {
					t.Fatalf("after hole %d %d beans are left of %d: %s", m, p.totalBeans(), all, text(p))
				}
			}
			if p.beansInPlay(south)+p.beansInPlay(north) != 0 {
				t.Errorf("beans are left in the holes: %s", text(p))
			}
			margin := p.beans(south, pot) - p.beans(north, pot)
			o, _ := rules{}.Outcome(p)
			if won := o.Winners(); won.Has(south) != (margin >= 0) || won.Has(north) != (margin <= 0) {
				t.Errorf("won by %v with a margin of %d for South", won, margin)
			}
			if tt.south == "smart" && tt.north == "first" && margin <= 0 || tt.south == "first" &&
				tt.north == "smart" && margin >= 0 {
				t.Errorf("smart does not beat first: margin %d for South", margin)
			}
		})
	}
}
