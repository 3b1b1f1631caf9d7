package learn

import (
	"github.com/bwmarrin/discordgo"

	boards "paddock/bot/board"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/match"
)

// hintMessage returns a hint: the move in words, and the board with the move marked.
func hintMessage(k *boards.Maker, in lang.Language, rec match.Match, v *games.View, move string, u match.User) discord.Message {
	drawn := v.In(in.Speak).Prefer(u.Prefer).Choosing(move).Draw(boards.Names(in, rec), nil, 0, nil)
	board, files := k.Picture(in, boards.Liked(drawn, u.Prefer), u.Style)
	parts := append([]discordgo.MessageComponent{discord.Text(in.Say(sayHint, "**"+discord.Escape(move)+"**"))}, board...)
	if links := boards.BoardLinks(in, rec); len(links) > 0 {
		parts = append(parts, discord.Row(links...))
	}
	return discord.Message{Parts: parts, Files: files, Private: true}
}
