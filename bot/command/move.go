package command

import (
	"context"
	"slices"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

var moveCommand = &router.Command{
	Name: "move", Help: "Make a move", Run: move, Complete: completeMove,
	Options: func(a router.Builder, g *games.Game) []*router.Option {
		move := a.Str(router.OptMove, "Your move: choose one or type it", len(g.MoveSteps) == 0)
		move.Autocomplete = true
		list := []*router.Option{move}
		for _, name := range g.MoveSteps {
			step := a.Str(name, a.In.Say(say.Stepwise, a.In.Name(name)), false)
			step.Autocomplete = true
			list = append(list, step)
		}
		return append(list, a.MatchOption())
	},
}

var moveActions = router.Actions{
	show.ActPlay: playButton, show.ActMenu: chooseFrom, show.ActOpen: openMenu, show.ActBack: menuBack,
	show.ActMenuOnce: chooseFrom, show.ActOpenOnce: openMenu, show.ActBackOnce: menuBack, show.ActSure: playSure, show.ActSureOnce: playSure,
}

// completeMove offers moves to whoever's turn it is, or a match.
func completeMove(ctx context.Context, r *router.Request) []*router.Choice {
	if r.Focused == router.OptGame {
		return router.CompleteMatch(ctx, r)
	}
	if r.Focused != router.OptMove && !slices.Contains(r.Game.MoveSteps, r.Focused) {
		return nil
	}
	rec, err := router.ResolveMatch(ctx, r)
	if err != nil || rec.Status != match.Running {
		return nil
	}
	seat := rec.SeatOf(r.User)
	if !rec.Waiting.Has(seat) { // never from another's view (P51)
		return nil
	}
	view, err := rec.View(seat)
	if err != nil {
		return nil
	}
	before, last, ok := typedSteps(r)
	if !ok {
		return nil
	}
	if !last {
		return firstSteps(r.In, view, r.Text(r.Focused))
	}
	return wholeMoves(r.In, view, before, r.Text(r.Focused))
}

// firstSteps offers the beginnings of moves, for an option that takes the first step of one.
func firstSteps(in lang.Language, view *games.View, typed string) (list []*router.Choice) {
	for _, c := range view.Complete(typed) {
		if !c.Whole && len(list) < discord.MaxOptions {
			list = append(list, &router.Choice{Name: choiceName(in, c), Value: c.Text})
		}
	}
	return list
}

// wholeMoves offers legal moves that begin with what was typed, the steps before it included: each plays exactly the move that its name begins with. Where
// there are more than can be offered, each way to go on has its share; typing on narrows them.
func wholeMoves(in lang.Language, view *games.View, before, typed string) (list []*router.Choice) {
	var ways [][]*router.Choice
	for _, c := range view.Complete(before + typed) {
		var way []*router.Choice
		for _, move := range endings(view, c, discord.MaxOptions) {
			value, goesOn := strings.CutPrefix(move.Text, before)
			if goesOn && value != "" && len(value) <= discord.MaxOptionText {
				way = append(way, &router.Choice{Name: choiceName(in, move), Value: value})
			}
		}
		ways = append(ways, way)
	}
	share, left := make([]int, len(ways)), discord.MaxOptions
	for n := 0; left > 0 && n < discord.MaxOptions; n++ {
		for i := range ways {
			if n < len(ways[i]) && left > 0 {
				share[i]++
				left--
			}
		}
	}
	for i, way := range ways {
		list = append(list, way[:share[i]]...)
	}
	return list
}

// endings are whole moves to which a completion leads, at most so many.
func endings(view *games.View, c games.Completion, most int) (moves []games.Completion) {
	if c.Whole {
		return []games.Completion{c}
	}
	for _, next := range view.Complete(c.Text) {
		if len(moves) >= most {
			break
		}
		if next.Text != c.Text && strings.HasPrefix(next.Text, strings.TrimSuffix(c.Text, "x")) {
			moves = append(moves, endings(view, next, most-len(moves))...)
		}
	}
	return moves
}

// typedSteps is what stands in the steps of a move before the one being typed, and whether that is the last; not ok where there is nothing to go on
// from.
func typedSteps(r *router.Request) (before string, last, ok bool) {
	i := slices.Index(r.Game.MoveSteps, r.Focused)
	if i < 0 {
		return "", true, true
	}
	for _, step := range r.Game.MoveSteps[:i] {
		before += strings.ToLower(r.Text(step))
	}
	return before, i == len(r.Game.MoveSteps)-1, i == 0 || before != ""
}

// choiceName is a completion in a list of choices: the text, and what it means.
func choiceName(in lang.Language, c games.Completion) string {
	label := in.Speak(c.Label)
	switch {
	case label == "", strings.HasSuffix(c.Text, label):
		return discord.Truncate(c.Text, discord.MaxOptionText)
	case strings.HasPrefix(label, c.Text):
		return discord.Truncate(label, discord.MaxOptionText)
	}
	return discord.Truncate(c.Text+" · "+label, discord.MaxOptionText)
}

// move is `/kalah move`.
func move(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, err := router.ResolveMatch(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	text := r.Text(router.OptMove)
	for _, step := range r.Game.MoveSteps {
		text = strings.TrimSpace(text + " " + r.Text(step))
	}
	if text == "" {
		return discord.Reply{}, router.Refuse(r.In.Say(say.NoMove, r.Game.ID, router.OptMove, strings.Join(r.Game.MoveSteps, ":`, `")))
	}
	r.Target.Match = rec.ID
	return play(ctx, r, text)
}

// playButton plays the move of a button.
func playButton(ctx context.Context, r *router.Request) (discord.Reply, error) {
	return play(ctx, r, r.Target.Text)
}

// playSure plays a move about which its maker has been asked.
func playSure(ctx context.Context, r *router.Request) (discord.Reply, error) {
	return commitMove(ctx, r, r.Target.Text)
}

// play plays a move, after a question where its maker wants one (P95).
func play(ctx context.Context, r *router.Request, move string) (discord.Reply, error) {
	if u := router.Likes(ctx, r); !u.Confirm {
		return commitMove(ctx, r, move)
	}
	rec, err := r.Matches.Read.Match(ctx, r.Target.Match)
	if err != nil {
		return discord.Reply{}, err
	}
	if r.Target.Head == 0 { // typed: what is meant is the newest board
		r.Target.Head = rec.Board()
	}
	seat := rec.SeatOf(r.User)
	if err := mayMove(rec, r, seat); err != nil {
		return discord.Reply{}, err
	}
	view, err := rec.View(seat)
	if err != nil {
		return discord.Reply{}, err
	}
	if show.ArrangingPhase(rec) || view.Check(move) != nil || !show.CanAsk(rec, move) { // what is refused is refused at once
		return commitMove(ctx, r, move)
	}
	return router.Step(ctx, r, rec, show.Choice{Half: move, Ask: true})
}

func commitMove(ctx context.Context, r *router.Request, move string) (discord.Reply, error) {
	return router.Commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.Move(ctx, r.Act(r.Target.Match), move) }, "")
}

// chooseFrom goes on from a menu: a whole move is played, otherwise the next menu is shown to the person alone.
func chooseFrom(ctx context.Context, r *router.Request) (discord.Reply, error) {
	if len(r.Values) != 1 {
		return discord.Reply{}, show.ErrID
	}
	value := r.Values[0]
	if move, whole := strings.CutPrefix(value, show.WholeMove); whole {
		return play(ctx, r, move)
	}
	return step(ctx, r, func(*games.View) string { return strings.TrimPrefix(value, show.HalfMove) }, 0)
}

// openMenu shows a menu for a half-typed move to the person alone.
func openMenu(ctx context.Context, r *router.Request) (discord.Reply, error) {
	page, path := show.ParsePage(r.Target.Text)
	return step(ctx, r, func(*games.View) string { return path }, page)
}

// menuBack takes one hop back; from the first one a message that is there for one move alone goes away, since the public board offers the rest.
func menuBack(ctx context.Context, r *router.Request) (discord.Reply, error) {
	back := ""
	reply, err := step(ctx, r, func(v *games.View) string { back = show.StepBack(v, r.Target.Text); return back }, 0)
	if err == nil && back == "" && r.Target.Action == show.ActBackOnce {
		return discord.Reply{Kind: discord.ReplyDelete}, nil
	}
	return reply, err
}

// step shows the menu that follows a half-typed move, with the board beside it. Nothing is stored, and nobody else's view is disturbed: on a public board
// the step comes as a reply that only the presser sees, and that reply then changes from hop to hop.
func step(ctx context.Context, r *router.Request, path func(*games.View) string, page int) (discord.Reply, error) {
	rec, err := r.Matches.Read.Match(ctx, r.Target.Match)
	if err != nil {
		return discord.Reply{}, err
	}
	seat := rec.SeatOf(r.User)
	if err := mayMove(rec, r, seat); err != nil {
		return discord.Reply{}, err
	}
	view, err := rec.View(seat)
	if err != nil {
		return discord.Reply{}, err
	}
	half := path(view)
	if half == "" && page == 0 && (view.Game.Hidden || router.HasOwnBoard(r, rec)) {
		return router.OwnBoard(ctx, r, rec)
	}
	return router.Step(ctx, r, rec, show.Choice{Half: half, Page: page, Open: true})
}

// mayMove refuses what the match service would refuse when the move is complete, so that nobody fills in menus for nothing.
func mayMove(rec match.Match, r *router.Request, seat games.Seat) error {
	switch {
	case rec.Status != match.Running || rec.Parked != nil:
		_, err := r.Matches.Play.Move(r.Ctx, r.Act(rec.ID), "") // says what is the matter, and can't succeed
		return err
	case seat == games.Spectator, !rec.Waiting.Has(seat):
		return router.Refuse(notTheirTurn(r.In, rec, seat), append(show.BoardLinks(r.In, rec), show.MyMatches(r.In))...)
	case rec.Old(r.Target.Head):
		return router.Refuse(r.In.Speak(say.OldBoard), show.BoardLinks(r.In, rec)...)
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
		who = append(who, show.PlayerAt(in, rec, s))
	}
	return in.Say(say.NotYourTurn, games.And(who))
}
