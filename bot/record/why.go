package record

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/request"
)

// why handles `/match why`: the rulings of the referee in a match, and the rule behind the last one
// (P39).
func (f *Feature) why(ctx context.Context, r *request.Request) (request.Reply, error) {
	rec, log, err := f.logged(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	text := board.Book(r.In, rec, log, f.Matches.Read.Refused(rec, r.User))
	report := component.Button(r.In.Speak(sayLabelReport), discordgo.SecondaryButton,
		component.Target{Match: rec.ID, Action: actReport})
	buttons := append(board.BoardLinks(r.In, rec), report)
	if text == "" {
		return request.Reply{}, request.Refuse(r.In.Speak(sayNoRuling), buttons...)
	}
	return f.Privately(ctx, r, text, buttons...), nil
}
