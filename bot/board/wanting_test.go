package board

import (
	"slices"
	"testing"

	"paddock/bot/lang"
	"paddock/games/match"
)

// Who would like a rematch is told until it begins, and never of a pair of matches.
func TestWanting(t *testing.T) {
	asked := match.Record{
		Players: []match.Player{{User: "1", Name: "Ann"}, {User: "2", Name: "Bob"}},
		Rematch: map[string]bool{"1": true},
	}
	begun, pair := asked, asked
	begun.RematchID, pair.Pair = "m2", true
	for _, c := range []struct {
		rec  match.Record
		want []string
	}{{asked, []string{"Ann would like a rematch."}}, {begun, nil}, {pair, nil}} {
		if got := Wanting(lang.English, match.Match{Record: c.rec}); !slices.Equal(got, c.want) {
			t.Errorf("rematch %q, pair %t: %q, want %q", c.rec.RematchID, c.rec.Pair, got, c.want)
		}
	}
}
