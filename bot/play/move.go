package play

import (
	"context"
	"slices"
	"strings"

	"paddock/bot/board"
	"paddock/bot/choose"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/match"
)

// optMove is the option that takes a whole move.
const optMove = "move"

func (f *Feature) moveCommand() *request.Command {
	return &request.Command{
		Name: "move", Help: "Make a move", Where: request.Everywhere, Run: f.OnMatch(f.move), Complete: f.completeMove,
		Options: func(a request.Builder, g *games.Game) []*request.Option {
			move := a.Str(optMove, "Your move: choose one or type it", len(g.MoveSteps) == 0)
			move.Autocomplete = true
			list := []*request.Option{move}
			for _, name := range g.MoveSteps {
				step := a.Str(name, a.In.Say(sayStepwise, a.In.Name(name)), false)
				step.Autocomplete = true
				list = append(list, step)
			}
			return append(list, a.MatchOption())
		},
	}
}

// completeMove completes the options of the move command: moves for the player whose turn it is,
// and matches for the option that names one.
func (f *Feature) completeMove(ctx context.Context, r *request.Request) []*request.Choice {
	if r.Focused == request.OptGame {
		return f.CompleteMatch(ctx, r)
	}
	if r.Focused != optMove && !slices.Contains(r.Game.MoveSteps, r.Focused) {
		return nil
	}
	rec, err := f.ResolveMatch(ctx, r)
	if err != nil {
		return nil
	}
	seat := rec.Chooses(r.User)
	if !rec.Waiting.Has(seat) { // the suggestions come from the view of this seat alone
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

// firstSteps suggests the first steps of moves, for an option that takes only that step.
func firstSteps(in lang.Language, view *games.View, typed string) (list []*request.Choice) {
	for _, c := range view.Complete(typed) {
		if !c.Whole && len(list) < discord.MaxOptions {
			list = append(list, &request.Choice{Name: choiceName(in, c), Value: c.Text})
		}
	}
	return list
}

// wholeMoves suggests legal moves that begin with the typed text and the steps before it. Each
// suggestion plays exactly the move that its name begins with. If there are too many, each
// continuation gets an equal share.
func wholeMoves(in lang.Language, view *games.View, before, typed string) (list []*request.Choice) {
	var ways [][]*request.Choice
	for _, c := range view.Complete(before + typed) {
		var way []*request.Choice
		for _, move := range endings(view, c, discord.MaxOptions) {
			value, goesOn := strings.CutPrefix(move.Text, before)
			if goesOn && value != "" && len(value) <= discord.MaxOptionText {
				way = append(way, &request.Choice{Name: choiceName(in, move), Value: value})
			}
		}
		ways = append(ways, way)
	}
	share, left := make([]int, len(ways)), discord.MaxOptions
	for n := range discord.MaxOptions {
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

// endings returns whole moves that continue a completion, at most the number most.
func endings(view *games.View, c games.Completion, most int) (moves []games.Completion) {
	if c.Whole {
		return []games.Completion{c}
	}
	for _, next := range view.Complete(c.Text) {
		if len(moves) >= most {
			break
		}
		if strings.HasPrefix(next.Text, strings.TrimSuffix(c.Text, "x")) {
			moves = append(moves, endings(view, next, most-len(moves))...)
		}
	}
	return moves
}

// typedSteps returns the text of the steps before the focused one, and whether that is the last
// step. It returns false if an earlier step is missing.
func typedSteps(r *request.Request) (before string, last, ok bool) {
	i := slices.Index(r.Game.MoveSteps, r.Focused)
	if i < 0 {
		return "", true, true
	}
	for _, step := range r.Game.MoveSteps[:i] {
		before += strings.ToLower(r.Text(step))
	}
	return before, i == len(r.Game.MoveSteps)-1, i == 0 || before != ""
}

// choiceName returns a completion's name in a list of suggestions: its text, and what it means.
func choiceName(in lang.Language, c games.Completion) string {
	label := in.Speak(c.Label)
	switch {
	case strings.HasSuffix(c.Text, label):
		return discord.Truncate(c.Text, discord.MaxOptionText)
	case strings.HasPrefix(label, c.Text):
		return discord.Truncate(label, discord.MaxOptionText)
	}
	return discord.Truncate(c.Text+" · "+label, discord.MaxOptionText)
}

// move handles `/kalah move`.
func (f *Feature) move(ctx context.Context, r *request.Request, rec match.Match) (request.Reply, error) {
	text := r.Text(optMove)
	for _, step := range r.Game.MoveSteps {
		text = strings.TrimSpace(text + " " + r.Text(step))
	}
	if text == "" {
		return request.Reply{},
			request.Refuse(r.In.Say(sayNoMove, r.Game.ID, optMove, strings.Join(r.Game.MoveSteps, ":`, `")))
	}
	r.Target.Match = rec.ID
	if rec.VotedBy(r.User) {
		return f.Vote(ctx, r, rec, text)
	}
	return f.play(ctx, r, text)
}

// playSure plays a move that the player has confirmed.
func (f *Feature) playSure(ctx context.Context, r *request.Request) (request.Reply, error) {
	return f.commitMove(ctx, r, r.Target.Text)
}

// play plays a move. It first asks players who confirm each move (P95).
func (f *Feature) play(ctx context.Context, r *request.Request, move string) (request.Reply, error) {
	if u := f.Likes(ctx, r); !u.Confirm {
		return f.commitMove(ctx, r, move)
	}
	rec, view, err := f.toMove(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	// no question before an illegal move, which is refused anyway
	if board.ArrangingPhase(rec) || view.Check(move) != nil || !board.CanAsk(rec, move) {
		return f.commitMove(ctx, r, move)
	}
	return f.Step(ctx, r, rec, choose.Choice{Half: move, Ask: true})
}

// toMove returns the match of a component and the user's view of it. Its error says why the user
// may not move now.
func (f *Feature) toMove(ctx context.Context, r *request.Request) (match.Match, *games.View, error) {
	rec, err := f.Matches.Read.Match(ctx, r.Target.Match)
	if err == nil {
		err = f.Matches.Play.MayMove(ctx, r.Act(rec.ID))
	}
	if err != nil {
		return rec, nil, err
	}
	view, err := rec.View(rec.SeatOf(r.User))
	return rec, view, err
}

func (f *Feature) commitMove(ctx context.Context, r *request.Request, move string) (request.Reply, error) {
	return f.Commit(ctx, r, func() (match.Change, error) {
		return f.Matches.Play.Move(ctx, r.Act(r.Target.Match), move)
	}, "")
}

// menuBack goes one step back. Before the first step it deletes a private message for one move,
// because the public board offers the same.
func (f *Feature) menuBack(ctx context.Context, r *request.Request) (request.Reply, error) {
	back := ""
	reply, err := f.step(ctx, r, func(v *games.View) string { back = choose.StepBack(v, r.Target.Text); return back }, 0)
	if err == nil && back == "" && r.Target.Action == component.ActBackOnce {
		return request.Reply{Kind: discord.ReplyDelete}, nil
	}
	return reply, err
}

// step privately shows the menu after a half-chosen move, beside the board. Nothing is stored, and
// the public board does not change. The private reply is edited from step to step.
func (f *Feature) step(ctx context.Context, r *request.Request, path func(*games.View) string,
	page int,
) (request.Reply, error) {
	rec, view, err := f.toMove(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	half := path(view)
	if half == "" && page == 0 && (view.Game.Hidden || f.HasOwnBoard(ctx, r, rec)) {
		return f.OwnBoard(ctx, r, rec)
	}
	return f.Step(ctx, r, rec, choose.Choice{Half: half, Page: page, Open: true})
}
