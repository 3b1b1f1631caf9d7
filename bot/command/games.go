package command

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/command/follow"
	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games/match"
)

var gamesCommand = &router.Command{Name: "games", Help: "My matches, the most urgent first", Where: router.Everywhere, Run: listMatches}

var gamesActions = router.Actions{show.ActList: listPage, show.ActNextMatch: nextMatch}

// matchesOnPage is how many matches `/games` shows at once.
const matchesOnPage = 10

// listMatches is `/games`: all matches of a person over all servers, the most urgent first (P10).
func listMatches(ctx context.Context, r *router.Request) (discord.Reply, error) {
	return matchPage(ctx, r, 0)
}

// listPage turns the page of `/games`.
func listPage(ctx context.Context, r *router.Request) (discord.Reply, error) {
	page, _ := show.ParsePage(r.Target.Text)
	return matchPage(ctx, r, page)
}

func matchPage(ctx context.Context, r *router.Request, page int) (discord.Reply, error) {
	list, err := r.Matches.Read.ByUser(ctx, r.User)
	if err != nil {
		return discord.Reply{}, err
	}
	damaged, err := r.Matches.Read.SetAside(ctx, r.User)
	if err != nil {
		return discord.Reply{}, err
	}
	var lines []string
	for _, id := range damaged[:min(len(damaged), matchesOnPage)] {
		lines = append(lines, r.In.Say(say.SetAside, id))
	}
	if len(list) == 0 {
		lines = append(lines, r.In.Speak(say.NoGames))
		return router.Privately(r, strings.Join(append(lines, follow.Lines(ctx, r)...), "\n")), nil
	}
	first := min(page*matchesOnPage, (len(list)-1)/matchesOnPage*matchesOnPage)
	lines = append(lines, r.In.Say(say.YourMatches, len(list)))
	for _, rec := range list[first:min(first+matchesOnPage, len(list))] {
		lines = append(lines, "* "+show.ListLine(r.In, rec, r.User, list...))
	}
	if first == 0 {
		lines = append(lines, follow.Lines(ctx, r)...)
	}
	var buttons []discordgo.MessageComponent
	if first > 0 {
		buttons = append(buttons, show.Button(r.In.Speak(say.LabelEarlier), discordgo.SecondaryButton, show.Target{Action: show.ActList, Text: show.PageText(first/matchesOnPage-1, "")}))
	}
	if first+matchesOnPage < len(list) {
		buttons = append(buttons, show.Button(r.In.Speak(say.LabelMore), discordgo.SecondaryButton, show.Target{Action: show.ActList, Text: show.PageText(first/matchesOnPage+1, "")}))
	}
	return router.Privately(r, strings.Join(lines, "\n"), append(buttons, router.NextButton(ctx, r, "")...)...), nil
}

// nextMatch shows the board of the presser's most urgent match that waits for them, apart from the one where the button stands.
func nextMatch(ctx context.Context, r *router.Request) (discord.Reply, error) {
	list, err := r.Matches.Read.ByUser(ctx, r.User)
	if err != nil {
		return discord.Reply{}, err
	}
	i := slices.IndexFunc(list, func(rec match.Match) bool {
		return rec.ID != r.Target.Match && rec.Status == match.Running && rec.Parked == nil && rec.Waiting.Has(rec.SeatOf(r.User))
	})
	if i < 0 {
		return router.ReplyText(r.In.Speak(say.NoneWaits)), nil
	}
	r.DmBoard = false // a private board in direct messages goes on showing its own match
	return router.PrivateBoard(ctx, r, list[i], "")
}
