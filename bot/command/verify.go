package command

import (
	"context"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/bot/show"
)

var verifyCommand = &Command{
	Name: "verify", Help: "Check that nobody has changed their set-up", Arranges: true, options: onlyMatch, run: verify, complete: completeMatch,
}

// verify is `/stratego verify`: it computes the receipts of a match once more and says how to do so without the bot (P31).
func verify(ctx context.Context, r *request) (discord.Reply, error) {
	rec, err := resolveOrNewest(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	opened, err := rec.OpenReceipts()
	if err != nil {
		return discord.Reply{}, err
	}
	g, _ := r.Matches.Read.Game(rec.Game)
	lines := []string{"### " + show.Title(r.in, rec, g)}
	switch {
	case len(rec.Receipts) == 0:
		return discord.Reply{}, refuse(r.in.Speak(say.NoReceipts), show.BoardLinks(r.in, rec)...)
	case len(opened) == 0:
		lines = append(append(lines, r.in.Speak(say.ReceiptsClosed)), show.ReceiptLines(r.in, rec, g)...)
		return replyText(strings.Join(lines, "\n"), show.BoardLinks(r.in, rec)...), nil
	}
	for _, o := range opened {
		verdict := say.ReceiptFits
		if !o.Fits(o.Text) {
			verdict = say.ReceiptBroken
		}
		lines = append(lines, r.in.Say(verdict, r.in.Text(g.SeatName(o.Seat))), discord.CodeBlock(o.Command()+"\n"+o.Digest))
	}
	return replyText(strings.Join(append(lines, r.in.Speak(say.ReceiptSelf)), "\n"), show.BoardLinks(r.in, rec)...), nil
}
