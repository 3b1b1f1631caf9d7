// Package catalog is the ordered list of Paddock's games. A new game is one folder beside this one
// and one line here. Commands, help, autocomplete, storage, drawing and computer players use this
// list.
package catalog

import (
	"paddock/games"
	"paddock/games/fish"
	"paddock/games/halatafl"
	"paddock/games/kalah"
	"paddock/games/stratego"
)

// Games returns every game, in the order of menus. Each call returns the same values.
func Games() []*games.Game { return all }

var all = []*games.Game{
	halatafl.New(),
	kalah.New(),
	stratego.New(),
	fish.New(),
}
