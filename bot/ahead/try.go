package ahead

import (
	"context"

	"paddock/bot/board"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/games/match"
	"paddock/games/match/ahead"
)

func (f *Feature) whatIfCommand() *request.Command {
	return &request.Command{
		In: "match", Name: "whatif", Help: "A board of your own for trying out moves; nobody else sees it", Where: request.Everywhere, Options: request.OnlyMatch,
		Run: f.try, Complete: f.CompleteMatch, Cost: request.CostBoard,
	}
}

// try handles `/match whatif` and its button: a new message with the player's what-if board, in its last state (P97).
func (f *Feature) try(ctx context.Context, r *request.Request) (discord.Reply, error) {
	t, err := f.read(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	m, err := f.trialBoard(r, t, board.Choice{})
	return discord.Reply{Message: m}, err
}

// trialBoard returns the message of the what-if board.
func (f *Feature) trialBoard(r *request.Request, t thoughts, c board.Choice) (discord.Message, error) {
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

// replaceTrial shows the what-if board in the message that was clicked.
func (f *Feature) replaceTrial(r *request.Request, t thoughts, c board.Choice) (discord.Reply, error) {
	m, err := f.trialBoard(r, t, c)
	return request.ReplyPrivate(r, m), err
}

// onTrial is like read, for a click on the what-if board. Stale reports that the match has moved on since the board was shown. Then the
// click has no effect.
func (f *Feature) onTrial(ctx context.Context, r *request.Request) (t thoughts, stale bool, err error) {
	if t, err = f.read(ctx, r); err != nil {
		return t, false, err
	}
	stale = t.stale || r.Target.Head != 0 && t.rec.Old(r.Target.Head)
	t.stale = stale
	return t, stale, nil
}

// extend adds a move to the line and shows the board after it.
func (f *Feature) extend(ctx context.Context, r *request.Request, move string) (discord.Reply, error) {
	t, stale, err := f.onTrial(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	if !stale {
		steps, err := t.steps()
		if err != nil {
			return discord.Reply{}, err
		}
		next, err := steps[len(steps)-1].Play(move)
		if err != nil {
			return discord.Reply{}, err
		}
		t.book.Trial.Plies = next.Plies()
	}
	return f.storeTrial(ctx, r, t)
}

// storeTrial stores the line and shows its board.
func (f *Feature) storeTrial(ctx context.Context, r *request.Request, t thoughts) (discord.Reply, error) {
	trial := t.book.Trial
	if len(trial.Plies) == 0 {
		trial = match.Line{}
	}
	if err := f.changeBook(ctx, r, &t, func(n *match.Notebook) { n.Trial = trial }); err != nil {
		return discord.Reply{}, err
	}
	t.book.Trial.From = t.rec.Made
	return f.replaceTrial(r, t, board.Choice{})
}

// tryMove handles a button that plays a whole move on the what-if board.
func (f *Feature) tryMove(ctx context.Context, r *request.Request) (discord.Reply, error) {
	return f.extend(ctx, r, r.Target.Text)
}

// tryMenu handles a menu with whole moves or with the next step of a move.
func (f *Feature) tryMenu(ctx context.Context, r *request.Request) (discord.Reply, error) {
	move, whole, err := board.Chosen(r.Values)
	if err != nil {
		return discord.Reply{}, err
	}
	if whole {
		return f.extend(ctx, r, move)
	}
	return f.showMenu(ctx, r, move, 0)
}

// tryOpen handles a button that shows another page of a menu.
func (f *Feature) tryOpen(ctx context.Context, r *request.Request) (discord.Reply, error) {
	page, half := board.ParsePage(r.Target.Text)
	return f.showMenu(ctx, r, half, page)
}

// showMenu shows the menu after the first steps of a move.
func (f *Feature) showMenu(ctx context.Context, r *request.Request, half string, page int) (discord.Reply, error) {
	t, stale, err := f.onTrial(ctx, r)
	switch {
	case err != nil:
		return discord.Reply{}, err
	case stale:
		return f.replaceTrial(r, t, board.Choice{})
	}
	return f.replaceTrial(r, t, board.Choice{Half: half, Page: page, Open: half != ""})
}

// tryBack handles a button that takes back one step of a move.
func (f *Feature) tryBack(ctx context.Context, r *request.Request) (discord.Reply, error) {
	t, stale, err := f.onTrial(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	c := board.Choice{}
	steps, err := t.steps()
	if err != nil {
		return discord.Reply{}, err
	}
	if v, ok := steps[len(steps)-1].Choosing(); ok && !stale {
		c.Half = board.StepBack(v, r.Target.Text)
		c.Open = c.Half != ""
	}
	return f.replaceTrial(r, t, c)
}

// tryUndo handles the button that takes back the last move of the line.
func (f *Feature) tryUndo(ctx context.Context, r *request.Request) (discord.Reply, error) {
	t, stale, err := f.onTrial(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	if n := len(t.book.Trial.Plies); n > 0 && !stale {
		t.book.Trial.Plies = t.book.Trial.Plies[:n-1]
	}
	return f.storeTrial(ctx, r, t)
}

// tryAnew handles the button that begins again from the present position.
func (f *Feature) tryAnew(ctx context.Context, r *request.Request) (discord.Reply, error) {
	t, err := f.read(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	t.book.Trial.Plies = nil
	return f.storeTrial(ctx, r, t)
}

// tryKeep handles the button that turns the line into conditional moves.
func (f *Feature) tryKeep(ctx context.Context, r *request.Request) (discord.Reply, error) {
	t, stale, err := f.onTrial(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	if stale {
		return f.replaceTrial(r, t, board.Choice{})
	}
	plies, ok := ahead.Conditional(t.book.Trial.Plies, t.seat)
	if !ok {
		return discord.Reply{}, request.Refuse(r.In.Speak(sayLinesNoAnswer))
	}
	return f.prepare(ctx, r, t, plies)
}
