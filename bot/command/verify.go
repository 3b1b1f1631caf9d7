package command

import (
	"context"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
)

var verifyCommand = &router.Command{
	Name: "verify", Help: "Check that nobody has changed their set-up", Arranges: true, Options: router.OnlyMatch, Run: verify, Complete: router.CompleteMatch,
}

var receiptActions = router.Actions{show.ActReceipts: verify}

// verify is `/stratego verify`, and the button that does the same: it computes the receipts of a match once more and says how to do so without the bot (P31).
func verify(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, err := router.ResolveOrNewest(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	opened, err := rec.OpenReceipts()
	if err != nil {
		return discord.Reply{}, err
	}
	g, _ := r.Matches.Read.Game(rec.Game)
	lines := []string{"### " + show.Title(r.In, rec, g)}
	switch {
	case len(rec.Receipts) == 0:
		return discord.Reply{}, router.Refuse(r.In.Speak(say.NoReceipts), show.BoardLinks(r.In, rec)...)
	case len(opened) == 0:
		lines = append(append(lines, r.In.Speak(say.ReceiptsClosed)), show.ReceiptLines(r.In, rec, g)...)
		return router.ReplyText(strings.Join(lines, "\n"), show.BoardLinks(r.In, rec)...), nil
	}
	for _, o := range opened {
		verdict := say.ReceiptFits
		if !o.Fits(o.Text) {
			verdict = say.ReceiptBroken
		}
		lines = append(lines, r.In.Say(verdict, r.In.Text(g.SeatName(o.Seat))), discord.CodeBlock(o.Command()+"\n"+o.Digest))
	}
	return router.ReplyText(strings.Join(append(lines, r.In.Speak(say.ReceiptSelf)), "\n"), show.BoardLinks(r.In, rec)...), nil
}
