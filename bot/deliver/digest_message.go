package deliver

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

const (
	mostMatches  = 15 // most matches in the list
	mostNews     = 10
	mostButtons  = 5
	mostPictures = 2
)

// digestMessage returns a digest: the news since the last one and a list of all matches, the most
// urgent first. It has buttons for the matches in which it is the reader's turn, and pictures of
// the first two of them.
func digestMessage(k *board.Maker, in lang.Language, u match.User, list []match.Match, news []string) discord.Message {
	lines := []string{in.Speak(SayDigestTitle)}
	for _, s := range news[:min(len(news), mostNews)] {
		lines = append(lines, "* "+s)
	}
	if len(list) > 0 {
		lines = append(lines, in.Say(say.YourMatches, len(list)))
	}
	for _, m := range list[:min(len(list), mostMatches)] {
		lines = append(lines, "* "+board.ListLine(in, m, u.ID, list...))
	}
	if n := len(list) - mostMatches; n > 0 {
		lines = append(lines, in.Say(sayDigestMore, n))
	}
	out := discord.TextMessage(discord.Truncate(strings.Join(lines, "\n"), maxText))
	var buttons []discordgo.MessageComponent
	titles, same := make([]string, len(list)), make(map[string]int)
	for i, m := range list {
		titles[i] = board.ShortTitle(in, m, u.ID, false)
		same[titles[i]]++
	}
	for i, m := range list {
		if !digestWaits(m, u.ID) {
			continue
		}
		if n := len(buttons); n < mostPictures {
			parts, files := glance(k, in, m, u, "board-"+string(rune('1'+n))+".png")
			out.Parts, out.Files = append(out.Parts, parts...), append(out.Files, files...)
		}
		if len(buttons) < mostButtons {
			at := component.Target{Match: m.ID, Head: m.Board(), Action: component.ActBoard}
			label := titles[i]
			if same[label] > 1 { // because names repeat, the list shows the ids too
				label = discord.Truncate(label, discord.MaxLabel-10) + " · " + string(m.ID)
			}
			buttons = append(buttons, component.Button(label, discordgo.SecondaryButton, at))
		}
	}
	out.Parts = append(out.Parts, discord.ButtonRows(buttons)...)
	return out
}

// maxText is the most text of a digest. It leaves room for two boards in words.
const maxText = 2200

// digestWaits reports whether it is the user's turn in a match.
func digestWaits(m match.Match, u match.UserID) bool {
	seat := m.SeatOf(u)
	return m.Status == match.Running && m.Parked == nil && seat != games.Spectator && m.Waiting.Has(seat)
}

// glance returns the board of a match as the user sees it, without controls. Name is the file name
// of its picture. It returns nothing if there is no board to show.
func glance(k *board.Maker, in lang.Language, m match.Match, u match.User,
	name string,
) ([]discordgo.MessageComponent, []discord.File) {
	view, err := m.View(m.SeatOf(u.ID))
	if err != nil {
		return nil, nil
	}
	before, err := m.ViewBefore(m.SeatOf(u.ID))
	if err != nil {
		return nil, nil
	}
	drawn := board.Liked(view.In(in.Speak).Prefer(u.Prefer).Draw(board.Names(in, m), before, m.LastSeat, m.LastMoves),
		u.Prefer)
	parts, files := k.Picture(in, drawn, u.Style)
	if len(files) == 1 {
		files[0].Name = name
		parts = []discordgo.MessageComponent{discord.Picture(files[0])}
	}
	return parts, files
}
