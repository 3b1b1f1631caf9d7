package ahead

import (
	"context"
	"slices"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	showahead "paddock/bot/show/ahead"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/ahead"
)

const (
	optIf   = "if"
	optThen = "then"
)

// Conditional is `/conditional`.
var Conditional = &router.Command{
	Name: "conditional", Help: "Prepare an answer: if they play this, I play that; without options, see what you have prepared", Where: router.Everywhere,
	Run: conditional, Complete: completeLine,
	Options: func(a router.Builder, _ *games.Game) []*router.Option {
		reply, answer := a.Str(optIf, "What they play; or several moves in the order of play, with blanks between them", false), a.Str(optThen, "What you answer", false)
		reply.Autocomplete, answer.Autocomplete = true, true
		return []*router.Option{reply, answer, a.MatchOption()}
	},
}

var linesActions = router.Actions{show.ActLines: list, show.ActLinesDrop: drop}

// conditional is `/conditional`: a line by two options, or the list of them (P26, P35).
func conditional(ctx context.Context, r *router.Request) (discord.Reply, error) {
	t, err := read(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	if r.Text(optIf) == "" && r.Text(optThen) == "" {
		return t.listed(ctx, r, "")
	}
	p, err := t.typed(r.Text(optIf))
	if err != nil {
		return discord.Reply{}, err
	}
	if p.Mover() == t.seat && r.Text(optThen) != "" {
		p, err = p.Play(r.Text(optThen))
	}
	if err != nil {
		return discord.Reply{}, err
	}
	plies, ok := ahead.Conditional(p.Plies(), t.seat)
	if !ok || len(plies) < len(p.Plies()) || r.Text(optThen) == "" {
		return discord.Reply{}, router.Refuse(r.In.Speak(say.LinesNoAnswer))
	}
	return t.prepare(ctx, r, plies)
}

// typed is the position to which typed moves lead from the present one.
func (t thoughts) typed(text string) (ahead.Position, error) {
	view, err := t.rec.View(t.seat)
	if err != nil {
		return ahead.Position{}, err
	}
	p := ahead.From(view)
	for _, move := range strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == ',' }) {
		if p, err = p.Play(move); err != nil {
			return p, err
		}
	}
	return p, nil
}

// prepare adds a line to somebody's conditional moves. What has been played meanwhile is answered at once.
func (t thoughts) prepare(ctx context.Context, r *router.Request, plies []match.Ply) (discord.Reply, error) {
	fits := true
	err := t.keep(ctx, r, func(n *match.Notebook) {
		var lines []match.Line
		for _, l := range n.Lines {
			if l, goesOn := ahead.Rebase(l, t.log, t.rec.Made); goesOn && len(l.Plies) > 0 {
				lines = append(lines, l)
			}
		}
		if lines, fits = ahead.Add(lines, match.Line{From: t.rec.Made, Plies: plies}, t.seat); fits {
			n.Lines = lines
		}
	})
	if err != nil {
		return discord.Reply{}, err
	}
	if !fits {
		return discord.Reply{}, router.Refuse(r.In.Say(say.LinesFull, ahead.MostLines))
	}
	if _, err := r.Matches.Play.GoOn(ctx, t.rec.ID); err != nil { // the line is kept, and the next move plays it
		r.Log.Error("could not go on with what was prepared", "match", t.rec.ID, "err", err)
	}
	return t.listed(ctx, r, r.In.Say(say.LinesAdded, "**"+discord.Escape(showahead.Words(r.In, t.rec, plies))+"**"))
}

// list shows somebody's conditional moves.
func list(ctx context.Context, r *router.Request) (discord.Reply, error) {
	t, err := read(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	return t.listed(ctx, r, "")
}

// listed are the lines that can still come about.
func (t thoughts) listed(_ context.Context, r *router.Request, note string) (discord.Reply, error) {
	return router.ReplyPrivate(r, showahead.Lines(r.In, t.rec, t.standing(), note)), nil
}

// standing are the lines that can still come about, from the present position on.
func (t thoughts) standing() (lines []match.Line) {
	for _, l := range t.book.Lines {
		if l, goesOn := ahead.Rebase(l, t.log, t.rec.Made); goesOn && len(l.Plies) > 0 {
			lines = append(lines, l)
		}
	}
	return lines
}

// drop takes one line away, or all of them.
func drop(ctx context.Context, r *router.Request) (discord.Reply, error) {
	t, err := read(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	gone := func(match.Line) bool { return true }
	if len(r.Values) == 1 {
		_, key, _ := strings.Cut(r.Values[0], " ")
		gone = func(l match.Line) bool {
			l, goesOn := ahead.Rebase(l, t.log, t.rec.Made)
			return !goesOn || showahead.Key(l) == key
		}
	} else if r.Target.Text != "all" {
		return discord.Reply{}, show.ErrID
	}
	if err := t.keep(ctx, r, func(n *match.Notebook) { n.Lines = slices.DeleteFunc(slices.Clone(n.Lines), gone) }); err != nil {
		return discord.Reply{}, err
	}
	return t.listed(ctx, r, "")
}

// completeLine offers what they could play, and what could be answered.
func completeLine(ctx context.Context, r *router.Request) (choices []*router.Choice) {
	if r.Focused == router.OptGame {
		return router.CompleteMatch(ctx, r)
	}
	t, err := read(ctx, r)
	if err != nil {
		return nil
	}
	before, begun := r.Text(optIf), r.Text(optThen)
	if r.Focused == optIf {
		before, begun = "", strings.TrimLeft(rawText(r, optIf), " ,")
		if i := strings.LastIndexAny(begun, " ,"); i >= 0 {
			before, begun = begun[:i+1], begun[i+1:]
		}
	}
	p, err := t.typed(before)
	if err != nil || r.Focused == optThen && p.Mover() != t.seat {
		return nil
	}
	offer := func(lead string, moves []string) {
		for _, m := range moves {
			if text := lead + m; len(text) <= discord.MaxOptionText && len(choices) < discord.MaxOptions {
				choices = append(choices, &router.Choice{Name: text, Value: text})
			}
		}
	}
	if r.Focused == optThen {
		offer("", p.Moves(strings.ToLower(begun), discord.MaxOptions))
		return choices
	}
	offer(before, p.Moves(strings.ToLower(begun), discord.MaxOptions))
	if next, err := p.Play(begun); begun != "" && err == nil { // a whole move: how the line could go on
		offer(before+begun+" ", next.Moves("", discord.MaxOptions))
	}
	return choices
}

// rawText is what is being typed, with the blank at its end.
func rawText(r *router.Request, option string) string {
	if o := r.Options[option]; o != nil {
		if s, ok := o.Value.(string); ok {
			return s
		}
	}
	return ""
}
