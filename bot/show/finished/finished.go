// Package finished shows somebody the matches that they have finished: a page of a list, what the list adds up to, and a menu to export one. It is pure.
package finished

import (
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/finished"
)

// OnPage is how many matches a page has.
const OnPage = 10

// Entry is a line of the list: the match as its player looks back at it, and the match itself; its ID is empty if it can't be read.
type Entry struct {
	match.Finished
	Match match.Match
}

// List is what is shown of the matches that somebody means.
type List struct {
	Filter  finished.Filter
	Total   finished.Total
	Page    int // from 0
	Entries []Entry
	User    match.UserID
}

// Text is a page of a list as the id of a button has it; ParseText reads it.
func Text(page int, f finished.Filter) string {
	how := ""
	if f.How != 0 {
		how = string(rune(f.How))
	}
	return strings.Join([]string{strconv.Itoa(page), string(f.Game), how, string(f.With)}, "/")
}

// ParseText reads what Text writes; show.ErrID if it is something else.
func ParseText(text string) (page int, f finished.Filter, err error) {
	parts := strings.Split(text, "/")
	if len(parts) != 4 || len(parts[2]) > 1 {
		return 0, f, show.ErrID
	}
	page, err = strconv.Atoi(parts[0])
	if err != nil || page < 0 {
		return 0, f, show.ErrID
	}
	f.Game, f.With = games.ID(parts[1]), match.UserID(parts[3])
	if parts[2] != "" {
		f.How = match.FinishedHow(parts[2][0])
	}
	return page, f, nil
}

// hows says how matches have ended.
var hows = map[match.FinishedHow]games.Sentence{
	match.FinishedWon: games.Say("won"), match.FinishedDrawn: games.Say("drawn"), match.FinishedLost: games.Say("lost"),
}

// Message is the page.
func Message(in lang.Language, l List) discord.Message {
	title := in.Say(say.Finished, l.Total.Played())
	if l.Filter.With != "" {
		title = in.Say(say.FinishedWith, discord.Mention(string(l.Filter.With)), l.Total.Played())
	}
	lines := []string{title, in.Say(say.FinishedTotal, l.Total.Won, l.Total.Drawn, l.Total.Lost) + " " + streak(in, l.Total)}
	menu := discordgo.SelectMenu{
		MenuType: discordgo.StringSelectMenu, CustomID: show.Target{Action: show.ActExport, Text: "list"}.MustID(), Placeholder: in.Speak(say.FinishedExport),
	}
	var all []match.Match
	for _, e := range l.Entries {
		all = append(all, e.Match)
	}
	for _, e := range l.Entries {
		lines = append(lines, "* "+line(in, e, l.User, all))
		if e.Match.ID != "" {
			label := show.ShortTitle(in, e.Match, l.User, false) + " · " + in.Speak(hows[e.How])
			menu.Options = append(menu.Options, discordgo.SelectMenuOption{Label: discord.Truncate(label, discord.MaxOptionText), Value: string(e.Match.ID), Description: string(e.Match.ID)})
		}
	}
	var buttons []discordgo.MessageComponent
	turn := func(label games.Sentence, page int) {
		buttons = append(buttons, show.Button(in.Speak(label), discordgo.SecondaryButton, show.Target{Action: show.ActFinished, Text: Text(page, l.Filter)}))
	}
	if l.Page > 0 {
		turn(say.LabelNewer, l.Page-1)
	}
	if (l.Page+1)*OnPage < l.Total.Played() {
		turn(say.LabelOlder, l.Page+1)
	}
	m := discord.TextMessage(strings.Join(lines, "\n"), buttons...)
	if len(menu.Options) > 0 {
		m.Parts = append(m.Parts, discord.Row(menu))
	}
	return m
}

func streak(in lang.Language, t finished.Total) string {
	if t.Streak > 0 {
		return in.Say(say.FinishedStreak, t.Streak, t.Longest)
	}
	return in.Say(say.FinishedNoStreak, -t.Streak, t.Longest)
}

func line(in lang.Language, e Entry, user match.UserID, among []match.Match) string {
	title := string(e.Game)
	if e.Match.ID != "" {
		title = show.ShortTitle(in, e.Match, user, true, among...)
	}
	parts := []string{"**" + title + "**", in.Speak(hows[e.How])}
	if e.Rated {
		parts = append(parts, in.Speak(say.IsRated))
	}
	parts = append(parts, discord.DateTime(e.Ended))
	if url := show.BoardLink(e.Match); url != "" {
		parts = append(parts, "["+in.Speak(say.BoardLink)+"]("+url+")")
	}
	return strings.Join(append(parts, "`"+string(e.Finished.Match)+"`"), " · ")
}
