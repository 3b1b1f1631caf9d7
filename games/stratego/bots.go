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
		return games.Player[view.View, view.Move]{Name: name, Help: help, Budget: games.Budget{Time: most}, Choose: player.Levels[name].Choose}
	}
	return []games.Player[view.View, view.Move]{
		level("random", "moves any piece anywhere", time.Second),
		level(games.Easy, "weighs one move ahead, and is often mistaken", time.Second),
		level(games.Medium, "imagines a few armies, looks two turns ahead, and errs on purpose now and then", time.Second),
		level(games.Hard, "imagines sixteen armies and looks two turns ahead, with few mistakes", 400*time.Millisecond),
		level(games.Master, "imagines sixty armies and looks four turns ahead", 2*time.Second),
	}
}
