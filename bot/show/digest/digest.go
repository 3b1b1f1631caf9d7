// Package digest makes the one message a day that tells somebody of all their matches. Start reading at [Message].
package digest

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

const (
	mostMatches  = 15 // that are listed
	mostNews     = 10
	mostButtons  = 5
	mostPictures = 2
)

// Message tells somebody what has happened since the last digest, and of all their matches, the most urgent first; of those that wait for them there are
// buttons, and of the first two the boards. News are lines.
func Message(k *show.Maker, in lang.Language, u match.User, list []match.Match, news []string) discord.Message {
	lines := []string{in.Speak(say.DigestTitle)}
	for _, s := range news[:min(len(news), mostNews)] {
		lines = append(lines, "* "+s)
	}
	if len(list) > 0 {
		lines = append(lines, in.Say(say.YourMatches, len(list)))
	}
	for _, m := range list[:min(len(list), mostMatches)] {
		lines = append(lines, "* "+show.ListLine(in, m, u.ID, list...))
	}
	if n := len(list) - mostMatches; n > 0 {
		lines = append(lines, in.Say(say.DigestMore, n))
	}
	out := discord.TextMessage(discord.Truncate(strings.Join(lines, "\n"), maxText))
	var buttons []discordgo.MessageComponent
	labels := make(map[string]int)
	for _, m := range list {
		labels[show.ShortTitle(in, m, u.ID, false)]++
	}
	for _, m := range list {
		if !Waits(m, u.ID) {
			continue
		}
		if n := len(buttons); n < mostPictures {
			parts, files := glance(k, in, m, u, "board-"+string(rune('1'+n))+".png")
			out.Parts, out.Files = append(out.Parts, parts...), append(out.Files, files...)
		}
		if len(buttons) < mostButtons {
			at := show.Target{Match: m.ID, Head: m.Board(), Action: show.ActBoard}
			label := show.ShortTitle(in, m, u.ID, false)
			if labels[label] > 1 { // the lines have the ids too
				label = discord.Truncate(label, discord.MaxLabel-10) + " · " + string(m.ID)
			}
			buttons = append(buttons, show.Button(label, discordgo.SecondaryButton, at))
		}
	}
	out.Parts = append(out.Parts, discord.ButtonRows(buttons)...)
	return out
}

// maxText leaves room for two boards in words.
const maxText = 2200

// Waits reports whether it is somebody's turn in a match.
func Waits(m match.Match, u match.UserID) bool {
	seat := m.SeatOf(u)
	return m.Status == match.Running && m.Parked == nil && seat != games.Spectator && m.Waiting.Has(seat)
}

// glance is the board of a match as somebody sees it, and nothing else; its picture has a name of its own. None if there is nothing to be seen.
func glance(k *show.Maker, in lang.Language, m match.Match, u match.User, name string) ([]discordgo.MessageComponent, []discord.File) {
	view, err := m.View(m.SeatOf(u.ID))
	if err != nil {
		return nil, nil
	}
	before, err := m.ViewBefore(m.SeatOf(u.ID))
	if err != nil {
		return nil, nil
	}
	drawn := show.Liked(view.In(in.Speak).Prefer(u.Prefer).Draw(show.Names(in, m), before, m.LastSeat, m.LastMoves), u.Prefer)
	parts, files := k.Picture(in, drawn, u.Style)
	if len(files) == 1 {
		files[0].Name = name
		parts = []discordgo.MessageComponent{discord.Picture(files[0])}
	}
	return parts, files
}
