package answer

import (
	"context"

	"paddock/bot/choose"
	"paddock/bot/request"
	"paddock/games"
)

// Steps answers the controls by which a person chooses a move, whole or step by step: on a match's
// board, for a vote, on a trial board, in a lesson.
type Steps struct {
	Play func(ctx context.Context, r *request.Request, move string) (request.Reply, error)
	// Show shows a page of the menu that follows a half-chosen move. Half returns that move; empty
	// means that no step is chosen.
	Show func(ctx context.Context, r *request.Request, half func(*games.View) string, page int) (request.Reply, error)
}

// Button plays the whole move that a button names.
func (s Steps) Button(ctx context.Context, r *request.Request) (request.Reply, error) {
	return s.Play(ctx, r, r.Target.Text)
}

// Menu plays the whole move chosen from a menu, or shows the menu of the next step.
func (s Steps) Menu(ctx context.Context, r *request.Request) (request.Reply, error) {
	move, whole, err := choose.Chosen(r.Values)
	if err != nil {
		return request.Reply{}, err
	}
	if whole {
		return s.Play(ctx, r, move)
	}
	return s.Show(ctx, r, func(*games.View) string { return move }, 0)
}

// Open shows the page of a menu that a button names.
func (s Steps) Open(ctx context.Context, r *request.Request) (request.Reply, error) {
	page, half := choose.ParsePage(r.Target.Text)
	return s.Show(ctx, r, func(*games.View) string { return half }, page)
}

// Back takes back one step of the move.
func (s Steps) Back(ctx context.Context, r *request.Request) (request.Reply, error) {
	return s.Show(ctx, r, func(v *games.View) string { return choose.StepBack(v, r.Target.Text) }, 0)
}
