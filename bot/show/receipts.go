package show

import (
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// ReceiptLines are lines for the public board: what each player has arranged is fixed by a digest as soon as all have confirmed, and told with its
// salt when the match is over (S16, S37). They come from what is stored, so nothing is told before the result is safe (S91).
func ReceiptLines(in lang.Language, rec match.Match, g *games.Game) []string {
	opened, _ := rec.OpenReceipts() // what can't be opened stays closed; /stratego verify tells why
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
