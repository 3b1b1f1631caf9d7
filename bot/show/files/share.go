// Package files shows what people take along as files: a picture of how a match ended. It does no I/O. Start reading at [Share].
package files

import (
	"errors"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/bot/tasks"
	"paddock/games"
	"paddock/games/match"
)

// ErrNoPicture means that a picture could not be drawn.
var ErrNoPicture = errors.New("show: a picture could not be drawn")

// Share is a picture of how a match ended, with who played, for other places: as everybody may see it, and in the usual look, whoever has asked. The words
// beside it have no mentions and no markup, so that they can be copied.
func Share(k *show.Maker, in lang.Language, rec match.Match) (discord.Message, error) {
	at, err := rec.Parse()
	if err != nil {
		return discord.Message{}, err
	}
	view := at.Open(games.Spectator).In(in.Speak).Ended(in.Speak(rec.Record.Ending()))
	drawn := view.Draw(show.Names(in, rec), nil, rec.LastSeat, rec.LastMoves)
	var png []byte
	if !tasks.Guard(k.Log, "drawing", func() { png, err = k.Draw(drawn) }) || err != nil {
		k.Log.Error("could not draw a picture to share", "match", rec.ID, "err", err)
		return discord.Message{}, ErrNoPicture
	}
	f := discord.File{Name: string(rec.Game) + "-" + string(rec.ID) + ".png", Alt: discord.Truncate(drawn.Words, discord.MaxAlt), Data: png}
	words := strings.ReplaceAll(rec.Rules().Name+": "+show.Ending(in, rec), "`", "'")
	parts := []discordgo.MessageComponent{discord.Text(in.Speak(say.ShareHow)), discord.Picture(f), discord.Text(discord.CodeBlock(words))}
	return discord.Message{Parts: parts, Files: []discord.File{f}, Private: true}, nil
}
