package bot

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// matchesOnPage is how many matches `/games` shows at once.
const matchesOnPage = 10

// listMatches is `/games`: all matches of a person over all servers, the most urgent first (P10).
func (b *bot) listMatches(ctx context.Context, r *request) (discord.Reply, error) {
	return b.matchPage(ctx, r, 0)
}

// listPage turns the page of `/games`.
func (b *bot) listPage(ctx context.Context, r *request) (discord.Reply, error) {
	page, _ := parsePage(r.target.Text)
	return b.matchPage(ctx, r, page)
}

func (b *bot) matchPage(ctx context.Context, r *request, page int) (discord.Reply, error) {
	list, err := b.svc.Read.ByUser(ctx, r.user)
	if err != nil {
		return discord.Reply{}, err
	}
	if len(list) == 0 {
		first := b.cfg.Games[0].ID
		return b.privately(r, r.in.Say(say.NoGames, first, first)), nil
	}
	first := min(page*matchesOnPage, (len(list)-1)/matchesOnPage*matchesOnPage)
	lines := []string{r.in.Say(say.YourMatches, len(list))}
	for _, rec := range list[first:min(first+matchesOnPage, len(list))] {
		lines = append(lines, "* "+b.listLine(r.in, rec, r.user))
	}
	var buttons []discordgo.MessageComponent
	if first > 0 {
		buttons = append(buttons, button(r.in.Speak(say.LabelEarlier), discordgo.SecondaryButton, target{Action: actList, Text: pageText(first/matchesOnPage-1, "")}))
	}
	if first+matchesOnPage < len(list) {
		buttons = append(buttons, button(r.in.Speak(say.LabelMore), discordgo.SecondaryButton, target{Action: actList, Text: pageText(first/matchesOnPage+1, "")}))
	}
	return b.privately(r, strings.Join(lines, "\n"), buttons...), nil
}

// listLine is a match in a list: "Kalah v Bob · your turn · in 3 hours · board".
func (b *bot) listLine(in lang.Language, rec match.Match, user match.UserID) string {
	parts := []string{"**" + b.shortTitle(in, rec, user, true) + "**", in.Speak(state(rec, user))}
	if !rec.Clock.Deadline.IsZero() && rec.Status == match.Running && rec.Parked == nil {
		parts = append(parts, discord.Relative(rec.Clock.Deadline))
	}
	if url := boardLink(rec); url != "" {
		parts = append(parts, "["+in.Speak(say.BoardLink)+"]("+url+")")
	}
	return strings.Join(append(parts, "`"+string(rec.ID)+"`"), " · ")
}

// shortTitle is "Kalah v Bob": the match as one of its players calls it. Escaped where it stands in a text, plain in a menu.
func (b *bot) shortTitle(in lang.Language, rec match.Match, user match.UserID, escape bool) string {
	name := string(rec.Game)
	if g, ok := b.svc.Read.Game(rec.Game); ok {
		name = g.Name
	}
	seat := rec.SeatOf(user)
	var others []string
	for s, p := range rec.Players {
		switch {
		case games.Seat(s) == seat:
		case p.Empty():
			others = append(others, in.Speak(say.Anyone))
		case escape:
			others = append(others, playerName(p))
		default:
			others = append(others, bareName(p))
		}
	}
	return in.Say(say.Versus, name, games.And(others))
}

// state says how a match stands, to one of its players.
func state(rec match.Match, user match.UserID) games.Sentence {
	seat := rec.SeatOf(user)
	switch {
	case rec.Parked != nil:
		return games.Say("at rest")
	case rec.Status == match.Open && rec.Invited == user:
		return games.Say("you are challenged")
	case rec.Status == match.Open:
		return games.Say("waiting for players")
	case rec.Waiting.Has(seat):
		return games.Say("your turn")
	case rec.Status == match.Running:
		return games.Say("their turn")
	}
	return games.Say("over")
}

// nextMatch shows the board of the presser's most urgent match.
func (b *bot) nextMatch(ctx context.Context, r *request) (discord.Reply, error) {
	list, err := b.svc.Read.ByUser(ctx, r.user)
	if err != nil {
		return discord.Reply{}, err
	}
	i := slices.IndexFunc(list, func(rec match.Match) bool { return rec.ID != r.target.Match && rec.Position != "" })
	if i < 0 {
		first := b.cfg.Games[0].ID
		return b.privately(r, r.in.Say(say.NoGames, first, first)), nil
	}
	return b.privateBoard(ctx, r, list[i], "")
}
