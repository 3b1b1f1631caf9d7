package record

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games/match"
)

// why handles `/match why`: the rulings of the referee in a match, and the rule behind the last one
// (P39). After the end it leads to the review, which explains moves.
func (f *Feature) why(ctx context.Context, r *request.Request) (request.Reply, error) {
	rec, log, err := f.logged(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	text := board.Book(r.In, rec, log, f.Matches.Read.Refused(rec, r.User))
	report := component.Button(r.In.Speak(sayLabelReport), discordgo.SecondaryButton,
		component.Target{Match: rec.ID, Action: actReport})
	buttons := append(board.BoardLinks(r.In, rec), report)
	review := ""
	// the question "why" may be about a move
	if g := rec.Rules(); g != nil && g.Reviews && rec.Status == match.Over && rec.Moves > 0 {
		review = r.In.Speak(sayWhyMoves)
		buttons = append(buttons, component.Button(r.In.Speak(say.LabelReview), discordgo.SecondaryButton,
			component.Target{Match: rec.ID, Head: rec.Board(), Action: component.ActReview}))
	}
	if text == "" {
		return request.Reply{}, request.Refuse(board.JoinLines(r.In.Speak(sayNoRuling), review), buttons...)
	}
	return f.Privately(ctx, r, board.JoinLines(text, review), buttons...), nil
}
