package play

import (
	"context"
	"slices"
	"strings"

	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games/match"
)

// matchesOnPage is the number of matches on a page of `/games`.
const matchesOnPage = 10

// listMatches handles `/games`: a user's matches in all servers, the most urgent first (P10). Any
// option lists finished ones instead.
func (f *Feature) listMatches(ctx context.Context, r *request.Request) (request.Reply, error) {
	if len(r.Options) > 0 {
		return f.listFinished(ctx, r)
	}
	return f.matchPage(ctx, r, 0)
}

// listPage shows the page of `/games` that a button names.
func (f *Feature) listPage(ctx context.Context, r *request.Request) (request.Reply, error) {
	page, _ := board.ParsePage(r.Target.Text)
	return f.matchPage(ctx, r, page)
}

func (f *Feature) matchPage(ctx context.Context, r *request.Request, page int) (request.Reply, error) {
	list, err := f.Matches.Read.ByUser(ctx, r.User)
	if err != nil {
		return request.Reply{}, err
	}
	damaged, err := f.Matches.Read.SetAside(ctx, r.User)
	if err != nil {
		return request.Reply{}, err
	}
	var lines []string
	for _, id := range damaged[:min(len(damaged), matchesOnPage)] {
		lines = append(lines, r.In.Say(saySetAside, id))
	}
	if len(list) == 0 {
		lines = append(lines, r.In.Speak(sayNoGames))
		return f.Privately(ctx, r, strings.Join(append(lines, f.followedLines(ctx, r)...), "\n")), nil
	}
	pages := board.Pages(len(list), matchesOnPage)
	page = min(page, pages-1)
	lines = append(lines, r.In.Say(say.YourMatches, len(list)))
	for _, rec := range list[page*matchesOnPage : min((page+1)*matchesOnPage, len(list))] {
		lines = append(lines, "* "+board.ListLine(r.In, rec, r.User, list...))
	}
	if page == 0 {
		lines = append(lines, f.followedLines(ctx, r)...)
	}
	buttons := board.PageButtons(r.In, page, pages, say.LabelEarlier, say.LabelMore, func(page int) component.Target {
		return component.Target{Action: component.ActList, Text: board.PageText(page, "")}
	})
	return f.Privately(ctx, r, strings.Join(lines, "\n"), append(buttons, f.NextButton(ctx, r, "")...)...), nil
}

// nextMatch shows the board of the most urgent match that waits for the presser, except the match
// of the pressed button.
func (f *Feature) nextMatch(ctx context.Context, r *request.Request) (request.Reply, error) {
	list, err := f.Matches.Read.ByUser(ctx, r.User)
	if err != nil {
		return request.Reply{}, err
	}
	i := slices.IndexFunc(list, func(rec match.Match) bool {
		return rec.ID != r.Target.Match && rec.Awaits(r.User)
	})
	if i < 0 {
		return request.ReplyText(r.In.Speak(SayNoneWaits)), nil
	}
	beside := *r
	beside.DmBoard = false // a new message: the private board keeps showing its own match
	return f.PrivateBoard(ctx, &beside, list[i], "")
}
