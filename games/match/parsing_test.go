package match_test

import (
	"strings"
	"testing"

	"paddock/games/catalog"
	"paddock/games/match"
)

// S78: a stored position that can't be read is an error, again at every use. It is no refusal of a
// move, and in games with secrets it doesn't say why.
func TestUnreadablePosition(t *testing.T) {
	for _, g := range catalog.Games() {
		const text = "marshal a4 !"
		p := match.Match{Record: match.Record{ID: "m1", Game: g.ID, Position: text}}
		var cache match.Parsings
		m := cache.Match(p.Record, g)
		for range 2 {
			pos, err := m.Parse()
			if pos != nil || err == nil || !strings.Contains(err.Error(), "m1") {
				t.Errorf("%s: the position is %v, %v", g.ID, pos, err)
				continue
			}
			if g.Hidden && !strings.HasSuffix(err.Error(), "can't be read") {
				t.Errorf("%s: the error says why, which could reveal what is stored: %v", g.ID, err)
			}
		}
		if _, err := m.View(0); err == nil {
			t.Errorf("%s: a seat has a view of an unreadable position", g.ID)
		}
	}
}
