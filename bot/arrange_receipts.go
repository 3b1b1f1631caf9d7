package bot

import (
	"context"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// receipts are lines for the public board: what each player has arranged is fixed by a digest as soon as all have confirmed, and told with its
// salt when the match is over (S16, S37). They come from what is stored, so nothing is told before the result is safe (S91).
func (b *bot) receipts(in lang.Language, rec match.Match, g *games.Game) []string {
	opened, err := rec.OpenReceipts()
	if err != nil {
		b.log.Error("could not open receipts", "match", rec.ID, "err", err)
	}
	known := map[games.Seat]match.Opened{}
	for _, o := range opened {
		known[o.Seat] = o
	}
	var lines []string
	for s, receipt := range rec.Receipts {
		seat := games.Seat(s)
		if o, ok := known[seat]; ok {
			lines = append(lines, "-# "+in.Say(say.ReceiptOpen, in.Text(g.SeatName(seat)), "`"+o.Text+"`", "`"+o.Salt+"`", "`"+o.Digest+"`"))
		} else {
			lines = append(lines, "-# "+in.Say(say.Receipt, in.Text(g.SeatName(seat)), "`"+receipt.Digest+"`"))
		}
	}
	return lines
}

// verify is `/stratego verify`: it computes the receipts of a match once more and says how to do so without the bot (P31).
func (b *bot) verify(ctx context.Context, r *request) (discord.Reply, error) {
	rec, err := b.meantOrNewest(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	opened, err := rec.OpenReceipts()
	if err != nil {
		return discord.Reply{}, err
	}
	g, _ := b.svc.Read.Game(rec.Game)
	lines := []string{"### " + title(r.in, rec, g)}
	switch {
	case len(rec.Receipts) == 0:
		return discord.Reply{}, refuse(r.in.Speak(say.NoReceipts), boardLinks(r.in, rec)...)
	case len(opened) == 0:
		lines = append(append(lines, r.in.Speak(say.ReceiptsClosed)), b.receipts(r.in, rec, g)...)
		return sentence(strings.Join(lines, "\n"), boardLinks(r.in, rec)...), nil
	}
	for _, o := range opened {
		verdict := say.ReceiptFits
		if !o.Fits(o.Text) {
			verdict = say.ReceiptBroken
		}
		lines = append(lines, r.in.Say(verdict, r.in.Text(g.SeatName(o.Seat))), discord.CodeBlock(o.Command()+"\n"+o.Digest))
	}
	return sentence(strings.Join(append(lines, r.in.Speak(say.ReceiptSelf)), "\n"), boardLinks(r.in, rec)...), nil
}
