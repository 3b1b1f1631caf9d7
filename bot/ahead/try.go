package ahead

import (
	"context"

	"paddock/bot/choose"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/ahead"
)

// try handles `/match try` and its button: a new message with the player's trial board, in its
// last state (P97).
func (f *Feature) try(ctx context.Context, r *request.Request) (request.Reply, error) {
	t, err := f.read(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	m, err := f.trialBoard(r, t, choose.Choice{})
	return request.Reply{Message: m}, err
}

// trialBoard returns the message of the trial board.
func (f *Feature) trialBoard(r *request.Request, t thoughts, c choose.Choice) (discord.Message, error) {
	steps, err := t.steps()
	if err != nil {
		return discord.Message{}, err
	}
	note := ""
	if t.stale {
		note = r.In.Speak(sayTrialGoneOn)
	}
	return trialMessage(f.Show, r.In, t.rec, steps, c, t.user, note), nil
}

// replaceTrial shows the trial board in the message that was clicked.
func (f *Feature) replaceTrial(r *request.Request, t thoughts, c choose.Choice) (request.Reply, error) {
	m, err := f.trialBoard(r, t, c)
	return request.ReplyPrivate(r, m), err
}

// onTrial is like read, for a click on the trial board. Stale reports that the match has moved on
// since the board was shown. Then the click has no effect.
func (f *Feature) onTrial(ctx context.Context, r *request.Request) (t thoughts, stale bool, err error) {
	if t, err = f.read(ctx, r); err != nil {
		return t, false, err
	}
	t.stale = r.Target.Head != 0 && t.rec.Old(r.Target.Head)
	return t, t.stale, nil
}

// extend adds a move to the line and shows the board after it.
func (f *Feature) extend(ctx context.Context, r *request.Request, move string) (request.Reply, error) {
	t, stale, err := f.onTrial(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	if !stale {
		steps, err := t.steps()
		if err != nil {
			return request.Reply{}, err
		}
		next, err := steps[len(steps)-1].Play(move)
		if err != nil {
			return request.Reply{}, err
		}
		t.book.Trial.Plies = next.Plies()
	}
	return f.storeTrial(ctx, r, t)
}

// storeTrial stores the line and shows its board.
func (f *Feature) storeTrial(ctx context.Context, r *request.Request, t thoughts) (request.Reply, error) {
	trial := t.book.Trial
	if len(trial.Plies) == 0 {
		trial = match.Line{}
	}
	if err := f.changeBook(ctx, r, &t, func(n *match.Notebook) { n.Trial = trial }); err != nil {
		return request.Reply{}, err
	}
	return f.replaceTrial(r, t, choose.Choice{})
}

// step shows the menu of a step of a move.
func (f *Feature) step(ctx context.Context, r *request.Request, half func(*games.View) string,
	page int,
) (request.Reply, error) {
	t, stale, err := f.onTrial(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	steps, err := t.steps()
	if err != nil {
		return request.Reply{}, err
	}
	c := choose.Choice{}
	if v, ok := steps[len(steps)-1].Choosing(); ok && !stale {
		c.Half, c.Page = half(v), page
	}
	return f.replaceTrial(r, t, c)
}

// tryUndo handles the button that takes back the last move of the line.
func (f *Feature) tryUndo(ctx context.Context, r *request.Request) (request.Reply, error) {
	t, stale, err := f.onTrial(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	if n := len(t.book.Trial.Plies); n > 0 && !stale {
		t.book.Trial.Plies = t.book.Trial.Plies[:n-1]
	}
	return f.storeTrial(ctx, r, t)
}

// tryAnew handles the button that begins again from the present position.
func (f *Feature) tryAnew(ctx context.Context, r *request.Request) (request.Reply, error) {
	t, err := f.read(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	t.book.Trial.Plies = nil
	return f.storeTrial(ctx, r, t)
}

// tryKeep handles the button that turns the line into conditional moves.
func (f *Feature) tryKeep(ctx context.Context, r *request.Request) (request.Reply, error) {
	t, stale, err := f.onTrial(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	if stale {
		return f.replaceTrial(r, t, choose.Choice{})
	}
	plies, ok := ahead.Conditional(t.book.Trial.Plies, t.seat)
	if !ok {
		return request.Reply{}, request.Refuse(r.In.Speak(sayLinesNoAnswer))
	}
	return f.prepare(ctx, r, t, plies)
}
