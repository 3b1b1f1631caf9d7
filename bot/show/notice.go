package show

import (
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// WaitsForYou is the direct message that tells somebody what waits for them in a match, and leads there.
func WaitsForYou(in lang.Language, rec match.Match) discord.Message {
	text := in.Say(say.TurnThere, Title(in, rec, rec.Rules()))
	if rec.Status == match.Open {
		text = InvitationTitle(in, rec, rec.Rules())
	}
	if rec.Status == match.Running && !rec.Clock.Deadline.IsZero() {
		text += "\n-# " + in.Say(say.Until, discord.Relative(rec.Clock.Deadline))
	}
	return discord.TextMessage(text, BoardLinks(in, rec)...)
}

// Removed is the direct message that tells somebody that the clock has put them out of a match (F46).
func Removed(in lang.Language, rec match.Match) discord.Message {
	return discord.TextMessage(in.Say(say.RemovedYou, Title(in, rec, rec.Rules())), BoardLinks(in, rec)...)
}

// RemovedSeats are the seats of members whom the clock has put out of a match that goes on without them.
func RemovedSeats(rec match.Match, log []match.Event) (seats []games.Seat) {
	for _, e := range log {
		kind := e.Ruling
		if e.Kind == match.Ruled && e.User == "" && (kind == games.Remove || kind == games.Time) &&
			e.Seat >= 0 && int(e.Seat) < len(rec.Players) && len(rec.Players) > 2 && rec.Players[e.Seat].User != "" {
			seats = append(seats, e.Seat)
		}
	}
	return seats
}
