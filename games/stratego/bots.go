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
		level(games.Easy, "Forgives mistakes: right for a first game", time.Second),
		level(games.Medium, "Beats most beginners", time.Second),
		level(games.Hard, "Punishes mistakes: you need a plan",
			400*time.Millisecond),
		level(games.Master, "Plays as well as I can: hard to beat", time.Second),
	}
}
