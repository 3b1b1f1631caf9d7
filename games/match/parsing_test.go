package match_test

import (
	"errors"
	"strings"
	"testing"

	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/match"
)

// S78: if the stored position of a match can't be read, every use of it returns the Problem of a damaged
// match. In games with secrets, the error does not say why the position can't be read.
func TestUnreadablePosition(t *testing.T) {
	for _, g := range catalog.Games() {
		const text = "marshal a4 !"
		r := match.Record{
			ID: "m1", Game: g.ID, Status: match.Over, Position: text, Before: text,
			Receipts: []match.Receipt{{Digest: "d", Salt: "s"}},
		}
		var cache match.Parsings
		m := cache.Match(r, g)
		for range 2 {
			pos, err := m.Parse()
			if pos != nil || !errors.Is(err, match.ErrDamaged) || !strings.Contains(err.Error(), "m1") {
				t.Errorf("%s: the position is %v, %v", g.ID, pos, err)
				continue
			}
			if g.Hidden && !strings.HasSuffix(err.Error(), "can't be read") {
				t.Errorf("%s: the error says why, which could reveal what is stored: %v", g.ID, err)
			}
		}
		for _, view := range []func(games.Seat) (*games.View, error){m.View, m.ViewBefore} {
			if v, err := view(0); v != nil || err == nil {
				t.Errorf("%s: a seat has the view %v of an unreadable position, %v", g.ID, v, err)
			}
		}
		if opened, err := m.OpenReceipts(); err == nil {
			t.Errorf("%s: receipts of an unreadable position: %v", g.ID, opened)
		}
	}
}
