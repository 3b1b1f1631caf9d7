package board

import (
	"slices"

	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/ahead"
	"paddock/games/scene"
)

// TrialScene returns the last board of a line that the player can know. Steps are the positions of
// the line, at least the present one. The parameter lit highlights the half-chosen next move.
func TrialScene(in lang.Language, rec match.Match, steps []ahead.Position, half string, u match.User,
	lit bool,
) scene.Scene {
	last := len(steps) - 1
	view, clear := steps[last].View()
	for ; !clear; last-- {
		view, clear = steps[last-1].View()
	}
	view = view.In(in.Speak).Prefer(u.Prefer)
	if lit {
		view = view.Choosing(half)
	}
	before, seat, moves := lastTurn(steps[:last+1])
	return Liked(view.Draw(Names(in, rec), before, seat, moves), u.Prefer)
}

// lastTurn returns the last consecutive moves of one seat, and the view before them. Several moves
// may be one step.
func lastTurn(steps []ahead.Position) (before *games.View, seat games.Seat, moves []string) {
	plies := steps[len(steps)-1].Plies()
	if len(plies) == 0 {
		return nil, games.Spectator, nil
	}
	seat = plies[len(plies)-1].Seat
	first := len(plies)
	for first > 0 && plies[first-1].Seat == seat {
		first--
	}
	for _, p := range plies[first:] {
		moves = append(moves, p.Move)
	}
	for _, s := range slices.Backward(steps) {
		if len(s.Plies()) == first {
			before, _ = s.View()
		}
	}
	return before, seat, moves
}
