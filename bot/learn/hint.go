package learn

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/match"
)

func (f *Feature) hintCommand() *request.Command {
	return &request.Command{
		Name: "hint", Help: "My advice in an unrated match against the computer, to you alone", Where: request.Everywhere, Options: request.OnlyMatch,
		Run: f.hint, Complete: f.CompleteMatch, Cost: request.CostPost,
	}
}

// hint is `/hint`: a move for the only person in an unrated match, chosen from what their seat can see (P36).
func (f *Feature) hint(ctx context.Context, r *request.Request) (discord.Reply, error) {
	rec, err := f.ResolveMatch(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	refuse := func(why games.Sentence) (discord.Reply, error) {
		return discord.Reply{}, request.Refuse(r.In.Speak(why), board.BoardLinks(r.In, rec)...)
	}
	seat := rec.SeatOf(r.User)
	switch {
	case seat == games.Spectator || rec.People() != 1 || rec.Voting != nil || rec.Rated() || rec.Tournament != "":
		return refuse(sayHintNot)
	case rec.Status != match.Running || rec.Parked != nil || !rec.Waiting.Has(seat) || board.ArrangingPhase(rec):
		return refuse(sayHintTurn)
	}
	view, err := rec.View(seat)
	if err != nil {
		return discord.Reply{}, err
	}
	u := f.Likes(ctx, r)
	return f.replyLater(ctx, r, sayHinting, func(done func(discord.Message)) error {
		return f.coach.Hint(r.Guild, r.User, view, func(move string) { done(hintMessage(f.Show, r.In, rec, view, move, u)) })
	})
}

// hintMessage returns a hint: the move in words, and the board with the move marked.
func hintMessage(k *board.Maker, in lang.Language, rec match.Match, v *games.View, move string, u match.User) discord.Message {
	drawn := v.In(in.Speak).Prefer(u.Prefer).Choosing(move).Draw(board.Names(in, rec), nil, 0, nil)
	drawing, files := k.Picture(in, board.Liked(drawn, u.Prefer), u.Style)
	parts := append([]discordgo.MessageComponent{discord.Text(in.Say(sayHint, "**"+discord.Escape(move)+"**"))}, drawing...)
	if links := board.BoardLinks(in, rec); len(links) > 0 {
		parts = append(parts, discord.Row(links...))
	}
	return discord.Message{Parts: parts, Files: files, Private: true}
}
