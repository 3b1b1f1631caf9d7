package show

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// WaitsForYou is the direct message that tells somebody what waits for them in a match, and leads there.
func WaitsForYou(in lang.Language, rec match.Match, user match.UserID) discord.Message {
	text := in.Say(say.TurnThere, Title(in, rec, rec.Rules()))
	if rec.Status == match.Open {
		text = InvitationTitle(in, rec, rec.Rules())
	}
	if rec.Claimable().Has(rec.SeatOf(user)) {
		ends := rec.Clock.Deadline.Add(rec.Clock.Policy.ClaimWithin())
		return discord.TextMessage(in.Say(say.ClaimThere, Title(in, rec, rec.Rules()), discord.Relative(ends)), BoardLinks(in, rec)...)
	}
	if rec.Status == match.Running && !rec.Clock.Deadline.IsZero() {
		text += "\n-# " + in.Say(say.Until, discord.Relative(rec.Clock.Deadline))
	}
	return discord.TextMessage(text, BoardLinks(in, rec)...)
}

// Call is the short message that calls upon those who are waited for in a match whose board stands further up: never a second board.
func Call(in lang.Language, rec match.Match, users []match.UserID, lines []string) discord.Message {
	waiting := slices.DeleteFunc(slices.Clone(users), func(u match.UserID) bool { return !rec.Waiting.Has(rec.SeatOf(u)) })
	text := in.Say(say.YourTurn, games.And(mentioned(waiting)))
	if !rec.Clock.Deadline.IsZero() {
		text += " · " + in.Say(say.Until, discord.Relative(rec.Clock.Deadline))
	}
	text = strings.Join(append([]string{text}, lines...), "\n") + "\n-# " + Title(in, rec, rec.Rules())
	m := discord.TextMessage(text, append(BoardLinks(in, rec),
		Button(in.Speak(say.LabelBoard), discordgo.SecondaryButton, Target{Match: rec.ID, Head: rec.Board(), Action: ActBoard}))...)
	m.Ping = userIDs(users)
	return m
}

// Replaced is what a board shrinks to when a newer one stands below: one line that leads there, without a picture, a turn or a clock.
func Replaced(in lang.Language, rec match.Match) discord.Message {
	return discord.TextMessage("-# " + Title(in, rec, rec.Rules()) + " · [" + in.Speak(say.NewestBoard) + "](" + BoardLink(rec) + ")")
}

// Sealed is the message that publishes the receipts of what has been arranged in secret. It is never edited, or it would be worth nothing.
func Sealed(in lang.Language, rec match.Match) discord.Message {
	m := discord.TextMessage("-# " + Title(in, rec, rec.Rules()) + "\n" + strings.Join(ReceiptLines(in, rec, rec.Rules()), "\n"))
	m.Silent = true
	return m
}

// Lacking says which permissions are missing in the channel of a match.
func Lacking(in lang.Language, channel match.ChannelID, missing []games.Sentence) string {
	return in.Say(say.Lacking, "<#"+string(channel)+">", games.Join(missing, ", "))
}

// AtRest is the direct message that tells somebody why nothing happens in a match.
func AtRest(in lang.Language, rec match.Match) discord.Message {
	return discord.TextMessage(in.Say(say.Resting, Title(in, rec, rec.Rules()), rec.Parked.Says()), BoardLinks(in, rec)...)
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
