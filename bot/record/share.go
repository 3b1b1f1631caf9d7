package record

import (
	"context"
	"errors"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/request"
	"paddock/bot/tasks"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/scene"
)

// share is the button that answers with a picture of how a match ended, to be posted elsewhere.
func (f *Feature) share(ctx context.Context, r *request.Request) (discord.Reply, error) {
	rec, err := f.ResolveOrNewest(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	refuse := func(why games.Sentence) (discord.Reply, error) {
		return discord.Reply{}, request.Refuse(r.In.Speak(why), board.BoardLinks(r.In, rec)...)
	}
	if rec.Status != match.Over || rec.Position == "" {
		return refuse(sayShareEarly)
	}
	kept, _ := f.reviews.Kept(rec.ID) // a review that nobody has asked for is not waited for
	m, err := shareMessage(f.Show, r.In, rec, kept.Course())
	if errors.Is(err, errNoPicture) {
		return refuse(sayShareNot)
	}
	return discord.Reply{Message: m}, err
}

// errNoPicture means that a picture could not be drawn.
var errNoPicture = errors.New("record: a picture could not be drawn")

// shareMessage returns a picture of how a match ended, as everybody may see it and without the preferences of the user, with the course of a match of two
// if it is known. The words beside it have no mentions and no markup, so that they can be copied.
func shareMessage(k *board.Maker, in lang.Language, rec match.Match, course []float64) (discord.Message, error) {
	at, err := rec.Parse()
	if err != nil {
		return discord.Message{}, err
	}
	view := at.Open(games.Spectator).In(in.Speak).Ended(in.Speak(rec.Record.Ending()))
	drawn := view.Draw(board.Names(in, rec), nil, rec.LastSeat, rec.LastMoves)
	drawn.Form, drawn.Title = scene.Card, rec.Rules().Name
	if len(rec.Players) == 2 {
		drawn.Course = course
	}
	var png []byte
	if !tasks.Guard(k.Log, "drawing", func() { png, err = k.Draw(drawn) }) || err != nil {
		k.Log.Error("could not draw a picture to share", "match", rec.ID, "err", err)
		return discord.Message{}, errNoPicture
	}
	f := discord.File{Name: string(rec.Game) + "-" + string(rec.ID) + ".png", Alt: discord.Truncate(drawn.Words, discord.MaxAlt), Data: png}
	words := strings.ReplaceAll(rec.Rules().Name+": "+board.Ending(in, rec), "`", "'")
	parts := []discordgo.MessageComponent{discord.Text(in.Speak(sayShareHow)), discord.Picture(f), discord.Text(discord.CodeBlock(words))}
	return discord.Message{Parts: parts, Files: []discord.File{f}, Private: true}, nil
}
