// Package overview shows which matches a channel or a server has, whose turn it is and since when: the message that stands in a channel and is edited. It is
// pure, and pings nobody: names are no mentions.
package overview

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

// room is for how many bytes of lines a message has room, with its heading and what is left out.
const room = 3500

// Message lists matches that are open or running.
func Message(in lang.Language, list []match.Match) discord.Message {
	lines, size, left := []string{in.Say(say.Overview, len(list))}, 0, 0
	for _, m := range list {
		text := "* " + line(in, m)
		if size += len(text) + 1; size > room {
			left++
			continue
		}
		lines = append(lines, text)
	}
	switch {
	case len(list) == 0:
		lines = append(lines, in.Speak(say.OverviewNone))
	case left > 0:
		lines = append(lines, in.Say(say.OverviewLeft, left))
	}
	text := discord.Text(strings.Join(append(lines, in.Speak(say.OverviewFoot)), "\n"))
	return discord.Message{Parts: []discordgo.MessageComponent{discord.Container(text)}, Silent: true}
}

func line(in lang.Language, m match.Match) string {
	title := string(m.Game)
	if g := m.Rules(); g != nil && m.Status == match.Open {
		title = show.InvitationTitle(in, m, g)
	} else if g != nil {
		title = show.Title(in, m, g)
	}
	parts := []string{"**" + title + "**"}
	var waiting []string
	for seat := range m.Waiting.All() {
		waiting = append(waiting, show.PlayerAt(in, m, seat))
	}
	switch {
	case m.Parked != nil:
		parts = append(parts, in.Speak(games.Say("at rest")))
	case m.Status == match.Open:
		parts = append(parts, in.Speak(games.Say("waiting for players")))
	case len(waiting) > 0:
		parts = append(parts, in.Say(say.OverviewTurn, games.And(waiting), discord.Relative(m.Clock.Started)))
	}
	if url := show.BoardLink(m); url != "" {
		parts = append(parts, "["+in.Speak(say.BoardLink)+"]("+url+")")
	}
	return strings.Join(parts, " · ")
}
