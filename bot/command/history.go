package command

import (
	"context"
	"errors"
	"fmt"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

var historyCommand = &router.Command{
	Name: "history", Help: "The moves of a match", Where: router.Everywhere, Run: history, Complete: router.CompleteMatch,
	Options: func(a router.Builder, _ *games.Game) []*router.Option {
		return []*router.Option{a.MatchOption(), a.Integer(router.OptAfter, "The board after this many moves", 0, 5000)}
	},
}

var historyActions = router.Actions{show.ActHistory: historyPage}

// history is `/history`: the moves, and the board after any of them (P21).
func history(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, err := router.ResolveOrNewest(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	log, err := r.Matches.Read.Log(ctx, rec.ID)
	if err != nil {
		return discord.Reply{}, err
	}
	if n, ok := r.Number(router.OptAfter); ok {
		return boardAt(ctx, r, rec, log, n)
	}
	return movesPage(r, rec, log, -1), nil
}

// historyPage turns the page of `/history`.
func historyPage(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, err := router.ResolveMatch(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	log, err := r.Matches.Read.Log(ctx, rec.ID)
	if err != nil {
		return discord.Reply{}, err
	}
	page, _ := show.ParsePage(r.Target.Text)
	return movesPage(r, rec, log, page), nil
}

// movesPage shows a page of the moves; the last for -1.
func movesPage(r *router.Request, rec match.Match, log []match.Event, page int) discord.Reply {
	moves := moveLines(r.In, rec, log)
	pages := paged(moves, maxPage)
	if page < 0 || page >= len(pages) {
		page = len(pages) - 1
	}
	said := r.In.Say(say.MovesSoFar, rec.Moves)
	if rec.Outcome != nil || rec.Status == match.Closed {
		said += "\n**" + discord.Escape(show.Ending(r.In, rec)) + "**"
	}
	var buttons []discordgo.MessageComponent
	turn := func(label games.Sentence, to int) {
		at := show.Target{Match: rec.ID, Head: rec.Board(), Action: show.ActHistory, Text: show.PageText(to, "")}
		buttons = append(buttons, show.Button(r.In.Speak(label), discordgo.SecondaryButton, at))
	}
	if page > 0 {
		turn(say.LabelEarlier, page-1)
	}
	if page < len(pages)-1 {
		turn(say.LabelMore, page+1)
	}
	if len(pages) > 1 {
		said += " · " + r.In.Say(say.Page, page+1, len(pages))
	}
	text := "### " + show.Title(r.In, rec, rec.Rules()) + "\n" + said
	if pages[page] != "" {
		text += "\n" + discord.CodeBlock(pages[page])
	}
	return router.Privately(r, text, buttons...)
}

// moveLines are the moves of a match that stand, as they are listed, each with what it brought about, and between them who was taken out of it by a moderator.
func moveLines(in lang.Language, rec match.Match, log []match.Event) (moves []string) {
	n := 0
	for _, e := range match.WithoutUndone(log) {
		switch {
		case e.Kind == match.Ruled && e.Code == match.CodeModerator && e.Seat >= 0:
			moves = append(moves, "   "+in.Say(say.TakenOut, e.By, show.NameAt(in, rec, e.Seat), e.Note))
		case e.Kind == match.Moved:
			n++
			line := fmt.Sprintf("%d. %s %s", n, in.Text(rec.Rules().SeatName(e.Seat)), e.Move)
			for _, said := range e.Said {
				line += "\n   " + in.Speak(said)
			}
			moves = append(moves, line)
		}
	}
	return moves
}

// maxPage is how many bytes of moves stand on a page: some forty moves, about what a phone shows without much scrolling.
const maxPage = 600

// paged puts lines on pages of at most so many bytes; at least one page, and at least one line on each that has any.
func paged(lines []string, most int) (pages []string) {
	page := ""
	for _, line := range lines {
		if page != "" && len(page)+1+len(line) > most {
			pages, page = append(pages, page), ""
		}
		if page != "" {
			page += "\n"
		}
		page += line
	}
	return append(pages, page)
}

// boardAt shows the board after n moves.
func boardAt(ctx context.Context, r *router.Request, rec match.Match, log []match.Event, n int) (discord.Reply, error) {
	m, err := r.Show.PastBoard(r.In, rec, log, n, router.Likes(ctx, r))
	if errors.Is(err, show.ErrNoPast) {
		return discord.Reply{}, router.Refuse(r.In.Speak(say.NoPast), show.BoardLinks(r.In, rec)...)
	}
	return discord.Reply{Message: m}, err
}
