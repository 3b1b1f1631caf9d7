package learn

import (
	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

// Hint is advice on what to play: the move in words, and the board of whoever has asked with the move lit on it.
func Hint(k *show.Maker, in lang.Language, rec match.Match, v *games.View, move string, u match.User) discord.Message {
	drawn := v.In(in.Speak).Prefer(u.Prefer).Choosing(move).Draw(show.Names(in, rec), nil, 0, nil)
	board, files := k.Picture(in, show.Liked(drawn, u.Prefer), u.Style)
	parts := append([]discordgo.MessageComponent{discord.Text(in.Say(say.Hint, "**"+discord.Escape(move)+"**"))}, board...)
	if links := show.BoardLinks(in, rec); len(links) > 0 {
		parts = append(parts, discord.Row(links...))
	}
	return discord.Message{Parts: parts, Files: files, Private: true}
}
