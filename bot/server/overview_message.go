package server

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// overviewRoom is the most bytes of lines in an overview; it leaves room for the heading and the
// foot.
const overviewRoom = 3500

// overviewMessage returns the overview of open and running matches.
func overviewMessage(in lang.Language, list []match.Match) discord.Message {
	lines, size, left := []string{in.Say(sayOverview, len(list))}, 0, 0
	for _, m := range list {
		text := "* " + overviewLine(in, m)
		if size += len(text) + 1; size > overviewRoom {
			left++
			continue
		}
		lines = append(lines, text)
	}
	switch {
	case len(list) == 0:
		lines = append(lines, in.Speak(sayOverviewNone))
	case left > 0:
		lines = append(lines, in.Say(sayOverviewLeft, left))
	}
	text := discord.Text(strings.Join(append(lines, in.Speak(sayOverviewFoot)), "\n"))
	return discord.Message{Parts: []discordgo.MessageComponent{discord.Container(text, door(in))}, Silent: true}
}

// door returns the buttons for people who can't type commands, for example in the simple message
// box of a screen reader.
func door(in lang.Language) discordgo.MessageComponent {
	var buttons []discordgo.MessageComponent
	for _, way := range []struct {
		label games.Sentence
		to    component.Action
	}{
		{sayLabelPlay, component.ActGames},
		{sayLabelMatches, component.ActList},
		{sayLabelPuzzle, component.ActToday},
		{sayLabelHelp, component.ActHelp},
	} {
		style := discordgo.SecondaryButton
		if len(buttons) == 0 {
			style = discordgo.PrimaryButton
		}
		buttons = append(buttons, component.Button(in.Speak(way.label), style, component.Target{Action: way.to}))
	}
	return discord.Row(buttons...)
}

// overviewLine returns the line of a match: its title, who is to move and since when, and a link to
// its board.
func overviewLine(in lang.Language, m match.Match) string {
	title := string(m.Game)
	if g := m.Rules(); g != nil && m.Status == match.Open {
		title = board.InvitationTitle(in, m, g)
	} else if g != nil {
		title = board.Title(in, m, g)
	}
	parts := []string{"**" + title + "**"}
	var waiting []string
	for seat := range m.Waiting.All() {
		waiting = append(waiting, board.PlayerAt(in, m, seat))
	}
	switch {
	case m.Parked != nil:
		parts = append(parts, in.Speak(games.Say("paused")))
	case m.Status == match.Open:
		parts = append(parts, in.Speak(games.Say("waiting for players")))
	case len(waiting) > 0:
		parts = append(parts, in.Say(sayOverviewTurn, games.And(waiting), discord.Relative(m.Clock.Started)))
	}
	if url := board.BoardLink(m); url != "" {
		parts = append(parts, "["+in.Speak(say.BoardLink)+"]("+url+")")
	}
	return strings.Join(parts, " · ")
}
