package learn

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/coach"
	"paddock/bot/component"
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

// hint handles `/hint`: a move for the only person in an unrated match, chosen from their seat's view (P36).
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
	case seat == games.Spectator || !board.Advised(rec):
		return refuse(sayHintNot)
	case !board.MayHint(rec, seat):
		return refuse(sayHintTurn)
	}
	view, err := rec.View(seat)
	if err != nil {
		return discord.Reply{}, err
	}
	u := f.Likes(ctx, r)
	return f.replyLater(ctx, r, sayHinting, func(done func(discord.Message)) error {
		return f.coach.Hint(r.Guild, r.User, view, func(h coach.Hint) { done(hintMessage(f.Show, r.In, rec, view, h, u)) })
	})
}

// hintMessage returns a hint: the move in words with a reason, the board with the move highlighted, and a button that plays it.
func hintMessage(k *board.Maker, in lang.Language, rec match.Match, v *games.View, h coach.Hint, u match.User) discord.Message {
	drawn := v.In(in.Speak).Prefer(u.Prefer).Choosing(h.Move).Draw(board.Names(in, rec), nil, 0, nil)
	drawing, files := k.Picture(in, board.Liked(drawn, u.Prefer), u.Style)
	text := in.Say(sayHint, "**"+discord.Escape(h.Move)+"**")
	if why := hintReason(h); why.Format != "" {
		text += " " + in.Speak(why)
	}
	at := component.Target{Match: rec.ID, Head: rec.Board(), Action: component.ActPlayOnce, Text: h.Move}
	if v.Game.Hidden { // the player's own board then shows the move
		at.Action = component.ActPlay
	}
	var row []discordgo.MessageComponent
	if _, fits := at.ID(); fits {
		row = append(row, component.Button(in.Speak(sayLabelPlayIt), discordgo.PrimaryButton, at))
	}
	parts := append([]discordgo.MessageComponent{discord.Text(text)}, drawing...)
	if row = append(row, board.BoardLinks(in, rec)...); len(row) > 0 {
		parts = append(parts, discord.Row(row...))
	}
	return discord.Message{Parts: parts, Files: files, Private: true}
}

// hintReason explains why a move is advised: its value compared with the next best. It is empty if the value is not known.
func hintReason(h coach.Hint) games.Sentence {
	var best, next *games.Reviewed[string]
	for _, m := range h.Worth.Moves {
		switch {
		case m.Move == h.Move:
			best = &m
		case next == nil || m.Value > next.Value:
			next = &m
		}
	}
	worth := func(m *games.Reviewed[string]) games.Sentence { return board.Worth(h.Worth.Measure, m.Value, m.Proven) }
	switch {
	case best == nil:
		return games.Sentence{}
	case next == nil:
		return sayHintOnly
	case next.Value > best.Value: // the searches of the two values disagree
		return games.Say(sayHintLeads.Format, worth(best))
	case worth(next).String() == worth(best).String():
		return games.Say(sayHintAsGood.Format, worth(best), next.Move)
	}
	return games.Say(sayHintWhy.Format, worth(best), next.Move, worth(next))
}
