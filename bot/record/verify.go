package record

import (
	"context"
	"strings"

	"paddock/bot/board"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/games/match"
)

// verify handles `/stratego verify` and its button: it computes the receipts of a match again and says
// what that proves. A file has the commands that prove it without the bot (P31).
func (f *Feature) verify(ctx context.Context, r *request.Request, rec match.Match) (request.Reply, error) {
	opened, err := rec.OpenReceipts()
	if err != nil {
		return request.Reply{}, err
	}
	g, _ := f.Matches.Read.Game(rec.Game)
	lines := []string{"### " + board.Title(r.In, rec, g)}
	switch {
	case len(rec.Receipts) == 0:
		return request.Reply{}, request.Refuse(r.In.Speak(sayNoReceipts), board.BoardLinks(r.In, rec)...)
	case len(opened) == 0:
		lines = append(append(lines, r.In.Speak(sayReceiptsClosed)), board.ReceiptLines(r.In, rec, g)...)
		return request.ReplyText(strings.Join(lines, "\n"), board.BoardLinks(r.In, rec)...), nil
	}
	var check []string // the text is a shell script, which says what each of its commands prints
	whole := true
	for _, o := range opened {
		verdict := sayReceiptFits
		if !o.Fits(o.Text) {
			verdict, whole = SayReceiptBroken, false
		}
		lines = append(lines, r.In.Say(verdict, r.In.Text(g.SeatName(o.Seat))))
		check = append(check, o.Command(), "# "+o.Digest)
	}
	if whole {
		lines = append(lines, r.In.Speak(sayReceiptsWhole))
	}
	check = append(check, rec.SealCommand(), "# "+rec.Seal(), "")
	file := discord.File{Name: "receipts-" + string(rec.ID) + ".txt", Data: []byte(strings.Join(check, "\n"))}
	m := discord.TextMessage(strings.Join(append(lines, r.In.Speak(sayReceiptSelf)), "\n"),
		board.BoardLinks(r.In, rec)...)
	m.Parts, m.Files = append(m.Parts, discord.Attachment(file)), []discord.File{file}
	return request.Reply{Message: m}, nil
}
