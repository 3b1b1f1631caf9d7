package play

import (
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/choose"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// finishedOnPage is the number of matches on a page.
const finishedOnPage = 10

// finishedEntry is a line of the list: a player's result, and the match. The id of the match is
// empty if it cannot be read.
type finishedEntry struct {
	match.Finished
	Match match.Match
}

// finishedList is a page of the finished matches of a user.
type finishedList struct {
	Filter  finishedFilter
	Total   finishedTotal
	Page    int // number of the page, from 0
	Entries []finishedEntry
	User    match.UserID
}

// finishedText writes a page and its filter for the id of a button.
func finishedText(page int, f finishedFilter) string {
	how := ""
	if f.How != 0 {
		how = string(rune(f.How))
	}
	return strings.Join([]string{strconv.Itoa(page), string(f.Game), how, string(f.With)}, "/")
}

// parseFinishedText reads what finishedText writes. It returns component.ErrID for any other text.
func parseFinishedText(text string) (page int, f finishedFilter, err error) {
	parts := strings.Split(text, "/")
	if len(parts) != 4 || len(parts[2]) > 1 {
		return 0, f, component.ErrID
	}
	page, err = strconv.Atoi(parts[0])
	if err != nil || page < 0 {
		return 0, f, component.ErrID
	}
	f.Game, f.With = games.ID(parts[1]), match.UserID(parts[3])
	if parts[2] != "" {
		f.How = match.FinishedHow(parts[2][0])
	}
	return page, f, nil
}

// finishedWords holds the words for each result.
var finishedWords = map[match.FinishedHow]games.Sentence{
	match.FinishedWon: games.Say("won"), match.FinishedDrawn: games.Say("drawn"), match.FinishedLost: games.Say("lost"),
}

// finishedMessage returns a page: totals, a line for each match, buttons to other pages, and a menu
// that exports a match.
func finishedMessage(in lang.Language, l finishedList) discord.Message {
	title := in.Say(sayFinished, l.Total.Played())
	if l.Filter.With != "" {
		title = in.Say(sayFinishedWith, discord.Mention(string(l.Filter.With)), l.Total.Played())
	}
	lines := []string{title, in.Say(sayFinishedTotal, l.Total.Won, l.Total.Drawn, l.Total.Lost) + streak(in, l)}
	var options []discordgo.SelectMenuOption
	var all []match.Match
	for _, e := range l.Entries {
		all = append(all, e.Match)
	}
	for _, e := range l.Entries {
		lines = append(lines, "* "+finishedLine(in, e, l.User, all))
		if e.Match.ID != "" {
			label := board.ShortTitle(in, e.Match, l.User, false) + " · " + in.Speak(finishedWords[e.How])
			options = append(options,
				discordgo.SelectMenuOption{
					Label: discord.Truncate(label, discord.MaxOptionText),
					Value: string(e.Match.ID), Description: string(e.Match.ID),
				})
		}
	}
	buttons := choose.PageButtons(in, l.Page, choose.Pages(l.Total.Played(), finishedOnPage),
		func(page int) component.Target {
			return component.Target{Action: actFinished, Text: finishedText(page, l.Filter)}
		})
	m := discord.TextMessage(strings.Join(lines, "\n"), buttons...)
	if len(options) > 0 {
		m.Parts = append(m.Parts,
			component.Menu(in.Speak(sayFinishedExport), options,
				component.Target{Action: component.ActExport, Text: "list"}))
	}
	return m
}

// streak returns a sentence about wins in a row, if there are any. A list of wins alone says
// nothing of them.
func streak(in lang.Language, l finishedList) string {
	now, longest := l.Total.Streak, l.Total.Longest
	switch {
	case l.Filter.How != 0 || longest < 2:
		return ""
	case now < 2:
		return " " + in.Say(sayWonOnce, longest)
	case now < longest:
		return " " + in.Say(sayWonLastAndOnce, now, longest)
	}
	return " " + in.Say(sayWonLast, now)
}

// finishedLine returns the line of a match. Its title must differ from those of the other matches
// in among.
func finishedLine(in lang.Language, e finishedEntry, user match.UserID, among []match.Match) string {
	title := string(e.Game)
	if e.Match.ID != "" {
		title = board.ShortTitle(in, e.Match, user, true, among...)
	}
	parts := []string{"**" + title + "**", in.Speak(finishedWords[e.How])}
	if e.Rated {
		parts = append(parts, in.Speak(say.IsRated))
	}
	parts = append(parts, discord.DateTime(e.Ended))
	if url := board.BoardLink(e.Match); url != "" {
		parts = append(parts, board.LinkTo(in, url))
	}
	return strings.Join(append(parts, "`"+string(e.Finished.Match)+"`"), " · ")
}
