package record

import (
	"context"
	"errors"
	"fmt"

	"paddock/bot/answer"
	"paddock/bot/board"
	"paddock/bot/choose"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

func (f *Feature) historyCommand() *request.Command {
	return &request.Command{
		In: "match", Name: "history", Help: "The moves of a match", Where: request.Everywhere, Run: f.history,
		Complete: f.CompleteMatch,
		Options: func(a request.Builder, _ *games.Game) []*request.Option {
			return []*request.Option{a.MatchOption(), a.Integer(OptAfter, "The board after this many moves", 0, 5000)}
		},
	}
}

// OptAfter is the name of an option.
const OptAfter = "after"

// history handles `/match history`: the list of moves, or the board after one of them (P21).
func (f *Feature) history(ctx context.Context, r *request.Request) (request.Reply, error) {
	rec, log, err := f.logged(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	if n, ok := r.Number(OptAfter); ok {
		return f.boardAt(ctx, r, rec, log, n)
	}
	first := 0
	if rec.Status == match.Running {
		first = -1 // the newest moves are those that matter now
	}
	return f.movesPage(ctx, r, rec, log, first), nil
}

// logged returns the match that a request means, or the newest of the channel, with its log.
func (f *Feature) logged(ctx context.Context, r *request.Request) (match.Match, []match.Event, error) {
	rec, err := f.ResolveOrNewest(ctx, r)
	if err != nil {
		return match.Match{}, nil, err
	}
	log, err := f.Matches.Read.Log(ctx, rec.ID)
	return rec, log, err
}

// historyPage handles a button that shows another page of the moves.
func (f *Feature) historyPage(ctx context.Context, r *request.Request, rec match.Match) (request.Reply, error) {
	log, err := f.Matches.Read.Log(ctx, rec.ID)
	if err != nil {
		return request.Reply{}, err
	}
	page, _ := choose.ParsePage(r.Target.Text)
	return f.movesPage(ctx, r, rec, log, page), nil
}

// movesPage answers with a page of the moves; with the last one if there is no such page.
func (f *Feature) movesPage(ctx context.Context, r *request.Request, rec match.Match, log []match.Event,
	page int,
) request.Reply {
	moves := moveLines(r.In, rec, rec.SeatOf(r.User), log)
	pages := answer.Paged(moves, maxPage)
	if page < 0 || page >= len(pages) {
		page = len(pages) - 1
	}
	said := r.In.Say(sayMoves, rec.Moves)
	if rec.Outcome != nil || rec.Status == match.Closed {
		said += "\n**" + discord.Escape(board.Ending(r.In, rec, rec.SeatOf(r.User))) + "**"
	}
	buttons := choose.PageButtons(r.In, page, len(pages),
		func(page int) component.Target {
			return component.Target{Match: rec.ID, Action: actHistory, Text: choose.PageText(page, "")}
		})
	if len(pages) > 1 {
		said += " · " + r.In.Say(sayPage, page+1, len(pages))
	}
	text := "### " + board.Title(r.In, rec, rec.Rules()) + "\n" + said
	if pages[page] != "" {
		text += "\n" + discord.CodeBlock(pages[page])
	}
	return f.Privately(ctx, r, text, buttons...)
}

// moveLines returns a line for each move that was not taken back, with its effects, and for each
// ruling that did not end the match. The reader is "you" in them.
func moveLines(in lang.Language, rec match.Match, reader games.Seat, log []match.Event) (moves []string) {
	n := 0
	for _, e := range match.WithoutUndone(log) {
		switch {
		case e.Kind == match.Ruled && e.Code == match.CodeModerator && e.Seat >= 0:
			moves = append(moves, "   "+in.Speak(board.ToYou(rec, reader,
				games.Say(say.TakenOut.Format, e.By, board.NameAt(in, rec, e.Seat), e.Note))))
		case e.Kind == match.Ruled && (e.Ruling == games.Skip || len(rec.Players) > 2):
			moves = append(moves, "   "+board.RulingWords(in, rec, e))
		case e.Kind == match.Moved:
			n++
			line := fmt.Sprintf("%d. %s", n, board.Played(in, rec, reader, e))
			if e.Code == match.CodeDecided {
				line += " · " + in.Speak(sayPlayedOut)
			}
			for _, said := range e.Said {
				line += "\n   " + in.Speak(board.ToYou(rec, reader, rec.Named(said)))
			}
			moves = append(moves, line)
		}
	}
	return moves
}

// maxPage is the number of bytes of moves that fit on a page: about forty moves, which a phone
// shows without much scrolling.
const maxPage = 600

// boardAt answers with the board after n moves.
func (f *Feature) boardAt(ctx context.Context, r *request.Request, rec match.Match, log []match.Event,
	n int,
) (request.Reply, error) {
	m, err := f.Show.PastBoard(r.In, rec, log, n, f.Likes(ctx, r))
	if errors.Is(err, board.ErrNoPast) {
		return request.Reply{}, request.Refuse(r.In.Speak(sayNoPast), board.BoardLinks(r.In, rec)...)
	}
	return request.Reply{Message: m}, err
}

// replay handles the button that answers privately with a whole match as an animation.
func (f *Feature) replay(ctx context.Context, r *request.Request) (request.Reply, error) {
	rec, log, err := f.logged(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	m, err := f.Show.Replay(r.In, rec, log, f.Likes(ctx, r))
	switch {
	case errors.Is(err, board.ErrLongReplay):
		return request.Reply{}, request.Refuse(r.In.Speak(sayLongLog))
	case errors.Is(err, board.ErrNoPast):
		return request.Reply{}, request.Refuse(r.In.Speak(sayNoPast))
	case errors.Is(err, board.ErrNoReplay):
		return request.Reply{}, request.Refuse(r.In.Speak(sayNoPicture))
	}
	return request.Reply{Message: m}, err
}
