// Package lobby shows the challenges of a server that anybody may accept: what each is about, and a button for each that accepts it. It is pure.
package lobby

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games/match"
)

// OnPage is how many challenges a page has: as many as fit a row of buttons.
const OnPage = 5

// Entry is a challenge, and why who asks can't accept it; empty if they can.
type Entry struct {
	match.Match
	But string
}

// Message is a page, from 0, of so many challenges in all.
func Message(in lang.Language, list []Entry, page, all int, at match.ChannelID) discord.Message {
	lines := []string{in.Say(say.Lobby, all)}
	var accept, turn []discordgo.MessageComponent
	labels := make(map[string]int)
	for _, e := range list {
		labels[label(e)]++
	}
	for _, e := range list {
		name, entry := label(e), entry(in, e, at)
		if labels[name] > 1 { // what looks the same has its id, in the line and on the button
			entry[0], name = entry[0]+" · `"+string(e.ID)+"`", name+" · "+string(e.ID)
		}
		lines = append(lines, entry...)
		if e.But == "" {
			accept = append(accept, show.Button(name, discordgo.SuccessButton, show.Target{Match: e.ID, Head: e.Board(), Action: show.ActJoin}))
		}
	}
	if page > 0 {
		turn = append(turn, show.Button(in.Speak(say.LabelNewer), discordgo.SecondaryButton, show.Target{Action: show.ActLobby, Text: show.PageText(page-1, "")}))
	}
	if (page+1)*OnPage < all {
		turn = append(turn, show.Button(in.Speak(say.LabelOlder), discordgo.SecondaryButton, show.Target{Action: show.ActLobby, Text: show.PageText(page+1, "")}))
	}
	m := discord.TextMessage(strings.Join(lines, "\n"))
	m.Parts = append(append(m.Parts, discord.ButtonRows(accept)...), discord.ButtonRows(turn)...)
	return m
}

// label is a challenge on a button; two of the same name differ by what is added to it.
func label(e Entry) string {
	name := e.NameOf(e.Owner)
	if g := e.Rules(); g != nil {
		name = g.Name + " · " + name
	}
	return discord.Truncate(name, discord.MaxLabel-10)
}

func entry(in lang.Language, e Entry, at match.ChannelID) []string {
	title := "* " + string(e.Game)
	var terms []string
	if g := e.Rules(); g != nil {
		title, terms = "* **"+show.InvitationTitle(in, e.Match, g)+"**", show.Terms(in, e.Match, g)
	}
	if url := show.BoardLink(e.Match); url != "" && e.Place.Channel == at {
		title += " · [" + in.Speak(say.BoardLink) + "](" + url + ")"
	}
	lines := []string{title}
	lines = append(lines, terms...)
	if e.But != "" {
		lines = append(lines, "-# "+e.But)
	}
	return lines
}
