package ahead

import (
	"context"
	"slices"
	"strings"

	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/ahead"
)

// Names of options.
const (
	optIf   = "if"
	optThen = "then"
)

func (f *Feature) conditionalCommand() *request.Command {
	return &request.Command{
		In: "match", Name: "conditional",
		Help:  "Save an automatic reply: if they play this, I play that; without options, see yours",
		Where: request.Everywhere,
		Run:   f.conditional, Complete: f.completeLine,
		Options: func(a request.Builder, _ *games.Game) []*request.Option {
			reply, answer := a.Str(optIf,
				"What they play; or several moves in the order of play, with blanks between them", false),
				a.Str(optThen, "What you answer", false)
			reply.Autocomplete, answer.Autocomplete = true, true
			return []*request.Option{reply, answer, a.MatchOption()}
		},
	}
}

// conditional handles `/match conditional`: it prepares a line, or without options lists the lines
// (P26, P35).
func (f *Feature) conditional(ctx context.Context, r *request.Request) (request.Reply, error) {
	t, err := f.read(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	if r.Text(optIf) == "" && r.Text(optThen) == "" {
		return f.ownLines(ctx, r, t)
	}
	p, err := t.typed(r.Text(optIf))
	if err != nil {
		return request.Reply{}, err
	}
	switch mover := p.Mover(); {
	case r.Text(optThen) == "":
	case mover == t.seat || mover == games.Spectator: // if the game is over, Play refuses the move and says so
		p, err = p.Play(r.Text(optThen))
	case r.Text(optIf) != "":
		moves := "**" + discord.Escape(board.LineWords(r.In, t.rec.Rules(), p.Plies())) + "**"
		err = request.Refuse(r.In.Say(sayLinesNotYet, moves, games.Capital(r.In.Text(t.rec.Rules().SeatName(mover)))))
	}
	if err != nil {
		return request.Reply{}, err
	}
	plies, ok := ahead.Conditional(p.Plies(), t.seat)
	if !ok || len(plies) < len(p.Plies()) || r.Text(optThen) == "" {
		return request.Reply{}, request.Refuse(r.In.Speak(sayLinesNoAnswer))
	}
	return f.prepare(ctx, r, t, plies)
}

// typed returns the position after typed moves, which are separated by spaces or commas.
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

// prepare adds a line to the conditional moves of a player. If the match has already reached the
// line, the answer is played at once.
func (f *Feature) prepare(ctx context.Context, r *request.Request, t thoughts,
	plies []match.Ply,
) (request.Reply, error) {
	fits := true
	err := f.changeBook(ctx, r, &t, func(n *match.Notebook) {
		var lines []match.Line
		if lines, fits = ahead.Prepare(n.Lines, t.log, t.rec.Made, plies, t.seat); fits {
			n.Lines = lines
		}
	})
	if err != nil {
		return request.Reply{}, err
	}
	if !fits {
		return request.Reply{}, request.Refuse(r.In.Say(sayLinesFull, ahead.MostLines))
	}
	// on an error the line stays stored, and the next move plays its answer
	if _, err := f.Matches.Play.GoOn(ctx, t.rec.ID); err != nil {
		f.Log.Error("could not go on with what was prepared", "match", t.rec.ID, "err", err)
	}
	return t.linesReply(r, r.In.Say(sayLinesAdded, "**"+discord.Escape(board.LineWords(r.In, t.rec.Rules(), plies))+"**"))
}

// list handles the button that lists the conditional moves of a player.
func (f *Feature) list(ctx context.Context, r *request.Request) (request.Reply, error) {
	t, err := f.read(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	return f.ownLines(ctx, r, t)
}

// ownLines answers with the conditional moves that a player still has, and says what became of
// earlier ones (P26).
func (f *Feature) ownLines(ctx context.Context, r *request.Request, t thoughts) (request.Reply, error) {
	return t.linesReply(r, f.PreparedNote(ctx, r, t.rec, t.user))
}

// linesReply answers with the conditional moves of a player that can still be reached.
func (t thoughts) linesReply(r *request.Request, note string) (request.Reply, error) {
	return request.ReplyPrivate(r, linesMessage(r.In, t.rec, t.openLines(), note)), nil
}

// openLines returns the lines that can still be reached, from the present position on.
func (t thoughts) openLines() (lines []match.Line) {
	for _, l := range t.book.Lines {
		if l, _ := ahead.Rebase(l, t.log, t.rec.Made); len(l.Plies) > 0 {
			lines = append(lines, l)
		}
	}
	return lines
}

// drop handles the menu that removes a line of conditional moves, and the button that removes all
// lines.
func (f *Feature) drop(ctx context.Context, r *request.Request) (request.Reply, error) {
	t, err := f.read(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	gone := func(match.Line) bool { return true }
	if len(r.Values) == 1 {
		_, key, _ := strings.Cut(r.Values[0], " ")
		gone = func(l match.Line) bool {
			l, goesOn := ahead.Rebase(l, t.log, t.rec.Made)
			return !goesOn || lineKey(l) == key
		}
	} else if r.Target.Text != "all" {
		return request.Reply{}, component.ErrID
	}
	if err := f.changeBook(ctx, r, &t, func(n *match.Notebook) {
		n.Lines = slices.DeleteFunc(slices.Clone(n.Lines), gone)
	}); err != nil {
		return request.Reply{}, err
	}
	return t.linesReply(r, "")
}

// completeLine returns choices for an option: moves of the other players, or answers to them.
func (f *Feature) completeLine(ctx context.Context, r *request.Request) (choices []*request.Choice) {
	if r.Focused == request.OptGame {
		return f.CompleteMatch(ctx, r)
	}
	t, err := f.read(ctx, r)
	if err != nil {
		return nil
	}
	before, begun := r.Text(optIf), r.Text(optThen)
	if r.Focused == optIf {
		begun = strings.TrimLeft(rawText(r, optIf), " ,")
		i := strings.LastIndexAny(begun, " ,") + 1
		before, begun = begun[:i], begun[i:]
	}
	p, err := t.typed(before)
	if err != nil || r.Focused == optThen && p.Mover() != t.seat {
		return nil
	}
	offer := func(lead string, moves []string) {
		for _, m := range moves {
			if text := lead + m; len(text) <= discord.MaxOptionText && len(choices) < discord.MaxOptions {
				choices = append(choices, &request.Choice{Name: text, Value: text})
			}
		}
	}
	if r.Focused == optThen {
		offer("", p.Moves(strings.ToLower(begun), discord.MaxOptions))
		return choices
	}
	offer(before, p.Moves(strings.ToLower(begun), discord.MaxOptions))
	if next, err := p.Play(begun); err == nil { // the move is complete, so later moves are offered too
		offer(before+begun+" ", next.Moves("", discord.MaxOptions))
	}
	return choices
}

// rawText returns the value of an option with the space at its end.
func rawText(r *request.Request, option string) string {
	if o := r.Options[option]; o != nil {
		text, _ := o.Value.(string)
		return text
	}
	return ""
}
