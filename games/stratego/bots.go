package stratego

import (
	"context"
	"math/rand/v2"
	"time"

	"paddock/games"
	"paddock/games/stratego/view"
)

func players() []games.Player[view.View, view.Move] {
	var all []games.Player[view.View, view.Move]
	for _, l := range append([]string{"random"}, games.Levels...) {
		all = append(all, games.Player[view.View, view.Move]{Name: l, Help: "x", Budget: games.Budget{Time: time.Second}, Choose: random})
	}
	return all
}

func random(_ context.Context, v view.View, b games.Budget) (view.Move, error) {
	var all []view.Move
	for m := range v.Legal() {
		if m.Kind == view.Confirm {
			return m, nil
		}
		all = append(all, m)
	}
	return all[rand.New(rand.NewPCG(b.Seed, 3)).IntN(len(all))], nil
}
