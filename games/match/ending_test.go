package match_test

import (
	"slices"
	"testing"

	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/match"
)

func gameOf(id games.ID) *games.Game {
	all := catalog.Games()
	return all[slices.IndexFunc(all, func(g *games.Game) bool { return g.ID == id })]
}

// A game's result names people, not seats; a person who wins is always named.
func TestEndingNamesPeople(t *testing.T) {
	won := [games.MaxSeats]int8{1, 2, 2, 2}
	for _, c := range []struct {
		game   games.ID
		say    games.Sentence
		ann    string
		place  [games.MaxSeats]int8
		result string
	}{
		{"kalah", games.Say("%s won %d to %d.", games.Say("South"), 38, 34), "Ann", won, "Ann won 38 to 34."},
		{"kalah", games.Say("Tie, %d to %d.", 36, 36), "Ann", [games.MaxSeats]int8{1, 1}, "Tie, 36 to 36."},
		{"kalah", games.Say("%s has resigned. %s wins!", "Bob", "Ann"), "Ann", won, "Bob has resigned. Ann wins!"},
		{
			"stratego", games.Say("%s takes %s's Flag and wins.", games.Say("RED"), games.Say("BLUE")), "Ann", won,
			"Ann takes Bob's Flag and wins.",
		},
		{
			"halatafl", games.Say("The sheep win! The paddock is full."), "Ann", won,
			"The sheep win! The paddock is full. Well played, Ann!",
		},
		{
			"fish", games.Say("%s share the win with %d fish each.",
				games.Say("%s and %s", games.Say("red"), games.Say("white")), 9), "Ann",
			[games.MaxSeats]int8{1, 1},
			"Ann and Bob share the win with 9 fish each.",
		},
		{
			"fish", games.Say("%s wins with %d fish.", games.Say("red"), 9), "White", won,
			"White (red) wins with 9 fish.",
		},
		{
			"fish", games.Say("%s ran out of time. %s wins!", "White", "Bob"), "White",
			[games.MaxSeats]int8{2, 1},
			"White ran out of time. Bob wins!",
		},
	} {
		g := gameOf(c.game)
		r := match.Record{
			Players: []match.Player{{User: "a", Name: c.ann}, {User: "b", Name: "Bob"}},
			Outcome: &games.Outcome{Say: c.say, Place: c.place},
		}
		if got := r.EndingIn(g).String(); got != c.result {
			t.Errorf("%s: %q, want %q", c.say, got, c.result)
		}
	}
}

// A player has the same name in news as in the title of a match, with their seat where others have
// that name too.
func TestNamesakesKeepTheirNames(t *testing.T) {
	r := match.Record{Players: []match.Player{
		{User: "a", Name: "Ann"},
		{Computer: "easy", Name: "Computer (easy)"},
		{Computer: "easy", Name: "Computer (easy)"},
		{User: "b", Name: "Ann"},
	}}
	for seat, want := range map[string]string{
		"red": "Ann (red) is out of the game.", "white": "Computer (easy, white) is out of the game.",
		"brown": "Computer (easy, brown) is out of the game.", "black": "Ann (black) is out of the game.",
	} {
		got := r.NamedIn(gameOf("fish"), games.Say("%s is out of the game.", games.Say(seat))).String()
		if got != want {
			t.Errorf("%s: %q, want %q", seat, got, want)
		}
	}
}
