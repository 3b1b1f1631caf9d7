package ahead

import (
	"context"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	showahead "paddock/bot/show/ahead"
	"paddock/games/match"
	"paddock/games/match/ahead"
)

// WhatIf is `/whatif`.
var WhatIf = &router.Command{
	Name: "whatif", Help: "A board of your own on which you try out moves; nobody else sees it", Where: router.Everywhere, Options: router.OnlyMatch,
	Run: try, Complete: router.CompleteMatch, Cost: router.CostBoard,
}

var tryActions = router.Actions{
	show.ActTry: try, show.ActTryMove: tryMove, show.ActTryMenu: tryMenu, show.ActTryOpen: tryOpen, show.ActTryBack: tryBack,
	show.ActTryUndo: tryUndo, show.ActTryAnew: tryAnew, show.ActTryKeep: tryKeep,
}

// try is `/whatif`: the board on which somebody tries out moves, as they have left it (P97). It is a message of its own.
func try(ctx context.Context, r *router.Request) (discord.Reply, error) {
	t, err := read(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	m, err := t.board(r, show.Choice{})
	return discord.Reply{Message: m}, err
}

// board is the what-if board.
func (t thoughts) board(r *router.Request, c show.Choice) (discord.Message, error) {
	steps, err := t.steps()
	if err != nil {
		return discord.Message{}, err
	}
	note := ""
	if t.goneOn {
		note = r.In.Speak(say.TrialGoneOn)
	}
	return showahead.Trial(r.Show, r.In, t.rec, steps, c, t.user, note), nil
}

// again shows the what-if board in the place of the one that was used.
func (t thoughts) again(r *router.Request, c show.Choice) (discord.Reply, error) {
	m, err := t.board(r, c)
	return router.ReplyPrivate(r, m), err
}

// onTrial reads what somebody thinks, for something that is done on the board. Stale means that the match has gone on since the board was shown: then that
// is all that is said.
func onTrial(ctx context.Context, r *router.Request) (t thoughts, stale bool, err error) {
	if t, err = read(ctx, r); err != nil {
		return t, false, err
	}
	stale = t.goneOn || r.Target.Head != 0 && t.rec.Old(r.Target.Head)
	t.goneOn = stale
	return t, stale, nil
}

// extend plays a move on the board.
func extend(ctx context.Context, r *router.Request, move string) (discord.Reply, error) {
	t, stale, err := onTrial(ctx, r)
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
	return t.store(ctx, r)
}

// store keeps the line and shows it.
func (t thoughts) store(ctx context.Context, r *router.Request) (discord.Reply, error) {
	trial := t.book.Trial
	if len(trial.Plies) == 0 {
		trial = match.Line{}
	}
	if err := t.keep(ctx, r, func(n *match.Notebook) { n.Trial = trial }); err != nil {
		return discord.Reply{}, err
	}
	t.book.Trial.From = t.rec.Made
	return t.again(r, show.Choice{})
}

func tryMove(ctx context.Context, r *router.Request) (discord.Reply, error) {
	return extend(ctx, r, r.Target.Text)
}

// tryMenu goes on from a menu, by a whole move or to the next step of one.
func tryMenu(ctx context.Context, r *router.Request) (discord.Reply, error) {
	if len(r.Values) != 1 {
		return discord.Reply{}, show.ErrID
	}
	if move, whole := strings.CutPrefix(r.Values[0], show.WholeMove); whole {
		return extend(ctx, r, move)
	}
	return chooseOn(ctx, r, strings.TrimPrefix(r.Values[0], show.HalfMove), 0)
}

// tryOpen shows a page of a menu.
func tryOpen(ctx context.Context, r *router.Request) (discord.Reply, error) {
	page, half := show.ParsePage(r.Target.Text)
	return chooseOn(ctx, r, half, page)
}

// chooseOn shows the menu that follows a half-typed move.
func chooseOn(ctx context.Context, r *router.Request, half string, page int) (discord.Reply, error) {
	t, stale, err := onTrial(ctx, r)
	if err != nil || stale {
		reply, err2 := t.again(r, show.Choice{})
		if err != nil {
			return discord.Reply{}, err
		}
		return reply, err2
	}
	return t.again(r, show.Choice{Half: half, Page: page, Open: half != ""})
}

// tryBack takes one step of a choice back.
func tryBack(ctx context.Context, r *router.Request) (discord.Reply, error) {
	t, stale, err := onTrial(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	c := show.Choice{}
	steps, err := t.steps()
	if err != nil {
		return discord.Reply{}, err
	}
	if v, ok := steps[len(steps)-1].Choosing(); ok && !stale {
		c.Half = show.StepBack(v, r.Target.Text)
		c.Open = c.Half != ""
	}
	return t.again(r, c)
}

// tryUndo takes the last move of the line back.
func tryUndo(ctx context.Context, r *router.Request) (discord.Reply, error) {
	t, stale, err := onTrial(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	if n := len(t.book.Trial.Plies); n > 0 && !stale {
		t.book.Trial.Plies = t.book.Trial.Plies[:n-1]
	}
	return t.store(ctx, r)
}

// tryAnew begins from the present position.
func tryAnew(ctx context.Context, r *router.Request) (discord.Reply, error) {
	t, err := read(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	t.book.Trial.Plies = nil
	return t.store(ctx, r)
}

// tryKeep makes the line conditional moves.
func tryKeep(ctx context.Context, r *router.Request) (discord.Reply, error) {
	t, stale, err := onTrial(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	if stale {
		return t.again(r, show.Choice{})
	}
	plies, ok := ahead.Conditional(t.book.Trial.Plies, t.seat)
	if !ok {
		return discord.Reply{}, router.Refuse(r.In.Speak(say.LinesNoAnswer))
	}
	return t.prepare(ctx, r, plies)
}
