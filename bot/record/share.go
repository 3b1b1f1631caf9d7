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
	"paddock/bot/say"
	"paddock/bot/tasks"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/review"
	"paddock/games/scene"
)

// share handles the button that answers with a picture of a match's end, to post elsewhere.
func (f *Feature) share(ctx context.Context, r *request.Request, rec match.Match) (request.Reply, error) {
	refuse := func(why games.Sentence) (request.Reply, error) {
		return request.Reply{}, request.Refuse(r.In.Speak(why), board.BoardLinks(r.In, rec)...)
	}
	if rec.Status != match.Over || rec.Position == "" {
		return refuse(sayShareEarly)
	}
	log, err := f.Matches.Read.Log(ctx, rec.ID)
	if err != nil {
		return request.Reply{}, err
	}
	kept, _ := f.reviews.Kept(rec.ID) // only a cached review is used, because the command does not wait for a review
	m, err := shareMessage(f.Show, r.In, rec, log, kept)
	if errors.Is(err, errNoPicture) {
		return refuse(sayShareNot)
	}
	return request.Reply{Message: m}, err
}

// errNoPicture means that a picture could not be drawn.
var errNoPicture = errors.New("record: a picture could not be drawn")

// shareMessage returns a picture of a match's end, as everybody may see it and without the user's
// preferences. The course of a match of two comes from its review, or from the score; the turning
// point comes from the review. The text has no mentions and no markup, so that it can be copied.
func shareMessage(k *board.Maker, in lang.Language, rec match.Match, log []match.Event,
	r review.Review,
) (discord.Message, error) {
	at, err := rec.Parse()
	if err != nil {
		return discord.Message{}, err
	}
	view := board.AtBottom(at.Open(games.Spectator), rec,
		games.Spectator).In(in.Speak).Ended(in.Speak(rec.Record.Ending()))
	drawn := view.Draw(board.Names(in, rec), nil, rec.LastSeat, rec.LastMoves)
	drawn.Form, drawn.Title = scene.Card, rec.Rules().Name
	drawn.Caption = drawn.Result // the picture has no names, because its fonts may lack their letters
	drawn.Result = board.Ending(in, rec, games.Spectator)
	board.Crown(&drawn, rec)
	frames, err := match.Frames(rec.Rules(), rec.Record, log)
	if err == nil { // without frames, as after a change of the rules, there is no course
		drawn.Course = course(rec, frames, r)
		drawn.Beside = turned(in, rec, frames, r)
	}
	var png []byte
	if !tasks.Guard(k.Log, "drawing", func() { png, err = k.Draw(drawn) }) || err != nil {
		k.Log.Error("could not draw a picture to share", "match", rec.ID, "err", err)
		return discord.Message{}, errNoPicture
	}
	f := discord.File{
		Name: string(rec.Game) + "-" + string(rec.ID) + ".png",
		Alt:  discord.Truncate(drawn.Words, discord.MaxAlt), Data: png,
	}
	words := rec.Rules().Name + " · " + in.Person(strings.Join(board.Names(in, rec), in.Speak(say.V)))
	words = strings.ReplaceAll(words+": "+board.Ending(in, rec, games.Spectator), "`", "'")
	parts := []discordgo.MessageComponent{
		discord.Text(in.Speak(sayShareHow)), discord.Picture(f),
		discord.Text(discord.CodeBlock(words)),
	}
	return discord.Message{Parts: parts, Files: []discord.File{f}, Private: true}, nil
}

// course returns the course of a match of two; nil if nothing tells it.
func course(rec match.Match, frames []match.Frame, r review.Review) []float64 {
	if len(rec.Players) != 2 {
		return nil
	}
	if list := r.Course(0); len(list) > 1 && !r.Secrets { // the picture could not say whose view it is
		return list
	}
	return board.ScoreCourse(rec, frames)
}

// turned returns the board where a match turned; nil if no review has found one.
func turned(in lang.Language, rec match.Match, frames []match.Frame, r review.Review) *scene.Beside {
	turn := board.Turn(rec, r)
	if turn == nil {
		return nil
	}
	n := 0
	var before *games.Position
	for _, f := range match.Played(frames) {
		if f.Event.Kind == match.Moved {
			if n == turn.Ply && f.Event.Move == turn.Played {
				drawn := board.Compared(in, rec, before, turn.Seat, turn.Played, turn.Best, match.User{})
				return &scene.Beside{
					Scene: drawn, Label: in.Say(sayShareTurn, n+1), Move: n,
					Legend: [2]string{in.Speak(sayShareLegend[0]), in.Speak(sayShareLegend[1])},
				}
			}
			n++
		}
		before = f.Position
	}
	return nil
}
