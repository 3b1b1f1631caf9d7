package command

import (
	"context"
	"slices"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

var moveCommand = &Command{
	Name: "move", Help: "Make a move", run: move, complete: completeMove,
	options: func(a author, g *games.Game) []*option {
		move := a.str(moveOption(g), "Your move: choose one or type it", len(g.MoveSteps) == 0)
		move.Autocomplete = true
		list := []*option{move}
		for _, name := range g.MoveSteps {
			step := a.str(name, a.in.Say(say.Stepwise, a.in.Name(name)), false)
			step.Autocomplete = true
			list = append(list, step)
		}
		return append(list, a.matchOption())
	},
}

var moveActions = actions{show.ActPlay: playButton, show.ActMenu: chooseFrom, show.ActOpen: openMenu, show.ActBack: menuBack}

// completeMove offers moves to whoever's turn it is, or a match.
func completeMove(ctx context.Context, r *request) []*choice {
	if r.focused == optGame {
		return completeMatch(ctx, r)
	}
	if r.focused != moveOption(r.game) && !slices.Contains(r.game.MoveSteps, r.focused) {
		return nil
	}
	rec, err := resolveMatch(ctx, r)
	if err != nil || rec.Status != match.Running {
		return nil
	}
	seat := rec.SeatOf(r.user)
	if !rec.Waiting.Has(seat) { // never from another's view (P51)
		return nil
	}
	view, err := rec.View(seat)
	if err != nil {
		return nil
	}
	before, last, ok := r.typedSteps()
	if !ok {
		return nil
	}
	var list []*choice
	for _, c := range view.Complete(before + r.text(r.focused)) {
		value, goesOn := strings.CutPrefix(c.Text, before)
		if len(list) == discord.MaxOptions {
			break
		}
		if value == "" || len(value) > 100 || !goesOn || before != "" && !c.Whole || !last && c.Whole {
			continue
		}
		list = append(list, &choice{Name: choiceName(r.in, c), Value: value})
	}
	return list
}

// typedSteps is what stands in the steps of a move before the one being typed, and whether that is the last; not ok where there is nothing to go on
// from.
func (r *request) typedSteps() (before string, last, ok bool) {
	i := slices.Index(r.game.MoveSteps, r.focused)
	if i < 0 {
		return "", true, true
	}
	for _, step := range r.game.MoveSteps[:i] {
		before += strings.ToLower(r.text(step))
	}
	return before, i == len(r.game.MoveSteps)-1, i == 0 || before != ""
}

// choiceName is a completion in a list of choices: the text, and what it means.
func choiceName(in lang.Language, c games.Completion) string {
	label := in.Speak(c.Label)
	switch {
	case label == "":
		return discord.Truncate(c.Text, discord.MaxOptionText)
	case strings.HasPrefix(label, c.Text):
		return discord.Truncate(label, discord.MaxOptionText)
	}
	return discord.Truncate(c.Text+" · "+label, discord.MaxOptionText)
}

// move is `/kalah move`.
func move(ctx context.Context, r *request) (discord.Reply, error) {
	rec, err := resolveMatch(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	text := r.text(moveOption(r.game))
	for _, step := range r.game.MoveSteps {
		text = strings.TrimSpace(text + " " + r.text(step))
	}
	if text == "" {
		return discord.Reply{}, refuse(r.in.Say(say.NoMove, r.game.ID, moveOption(r.game), strings.Join(r.game.MoveSteps, ":`, `")))
	}
	return commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.Move(ctx, r.act(rec.ID), text) }, "")
}

// playButton plays the move of a button.
func playButton(ctx context.Context, r *request) (discord.Reply, error) {
	return commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.Move(ctx, r.act(r.target.Match), r.target.Text) }, "")
}

// chooseFrom goes on from a menu: a whole move is played, otherwise the next menu is shown to the person alone.
func chooseFrom(ctx context.Context, r *request) (discord.Reply, error) {
	if len(r.values) != 1 {
		return discord.Reply{}, show.ErrID
	}
	value := r.values[0]
	if move, whole := strings.CutPrefix(value, show.WholeMove); whole {
		return commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.Move(ctx, r.act(r.target.Match), move) }, "")
	}
	return step(ctx, r, func(*games.View) string { return strings.TrimPrefix(value, show.HalfMove) }, 0)
}

// openMenu shows a menu for a half-typed move to the person alone.
func openMenu(ctx context.Context, r *request) (discord.Reply, error) {
	page, path := show.ParsePage(r.target.Text)
	return step(ctx, r, func(*games.View) string { return path }, page)
}

// menuBack takes one hop back.
func menuBack(ctx context.Context, r *request) (discord.Reply, error) {
	return step(ctx, r, func(v *games.View) string { return show.StepBack(v, r.target.Text) }, 0)
}

// step shows the menu that follows a half-typed move. Nothing is stored, and nobody else's view is disturbed: on a public board the menu comes as
// a reply that only the presser sees, and that reply then changes from hop to hop.
func step(ctx context.Context, r *request, path func(*games.View) string, page int) (discord.Reply, error) {
	rec, err := r.Matches.Read.Match(ctx, r.target.Match)
	if err != nil {
		return discord.Reply{}, err
	}
	seat := rec.SeatOf(r.user)
	if err := mayMove(rec, r, seat); err != nil {
		return discord.Reply{}, err
	}
	view, err := rec.View(seat)
	if err != nil {
		return discord.Reply{}, err
	}
	half := path(view)
	if half == "" && page == 0 && (r.onPrivate() || view.Game.Hidden) {
		return privateBoard(ctx, r, rec, "")
	}
	m, err := show.MenuMessage(r.in, rec, seat, half, page)
	if err != nil {
		return discord.Reply{}, err
	}
	return inPlace(r, m, ""), nil
}

// mayMove refuses what the match service would refuse when the move is complete, so that nobody fills in menus for nothing.
func mayMove(rec match.Match, r *request, seat games.Seat) error {
	switch {
	case rec.Status != match.Running || rec.Parked != nil:
		_, err := r.Matches.Play.Move(r.ctx, r.act(rec.ID), "") // says what is the matter, and can't succeed
		return err
	case seat == games.Spectator, !rec.Waiting.Has(seat):
		return refuse(notTheirTurn(r.in, rec, seat), append(show.BoardLinks(r.in, rec), show.MyMatches(r.in))...)
	case rec.Old(r.target.Head):
		return refuse(r.in.Speak(say.OldBoard), show.BoardLinks(r.in, rec)...)
	}
	return nil
}

// notTheirTurn is for somebody who may not move now (P79).
func notTheirTurn(in lang.Language, rec match.Match, seat games.Seat) string {
	if seat == games.Spectator {
		return in.Speak(say.NotYours)
	}
	var who []string
	for s := range rec.Waiting.All() {
		who = append(who, show.PlayerName(rec.Players[s]))
	}
	return in.Say(say.NotYourTurn, games.And(who))
}
