package stratego

import (
	"time"

	"paddock/games"
	"paddock/games/stratego/player"
	"paddock/games/stratego/view"
)

// players returns the computer players, weakest first (S59). Their package cannot access the state.
func players() []games.Player[view.View, view.Move] {
	level := func(name, help string, most time.Duration) games.Player[view.View, view.Move] {
		return games.Player[view.View, view.Move]{
			Name: name, Help: help, Budget: games.Budget{Time: most},
			Choose: player.Levels[name].Choose,
		}
	}
	return []games.Player[view.View, view.Move]{
		level("random", "Moves any piece anywhere", time.Second),
		level(games.Easy, "Looks only at its next move, and makes one in five at random", time.Second),
		level(games.Medium, "Guesses at your pieces and sees two turns ahead, but slips now and then", time.Second),
		level(games.Hard, "Weighs sixteen guesses at your pieces, sees two turns ahead, and seldom slips",
			400*time.Millisecond),
		level(games.Master, "Weighs sixty guesses at your pieces, and sees six turns ahead", time.Second),
	}
}
