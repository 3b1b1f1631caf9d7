package board

import (
	"time"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games/match"
)

// timeLeft says when the waiting players' time runs out, or ran out.
func timeLeft(in lang.Language, rec match.Match) string {
	if rec.Clock.Lapsed {
		return in.Say(sayTimeIsUp, discord.Relative(rec.Clock.Deadline))
	}
	until := in.Say(sayUntil, discord.Relative(rec.Clock.Deadline))
	if rec.Clock.Policy.Bank.Time == 0 {
		return until
	}
	if rec.Clock.Drawn > 0 {
		return until + " · " + in.Speak(sayBankRuns)
	}
	for seat := range rec.Bound().All() {
		until += " · " + in.Say(sayBankLeft, say.Span(rec.Clock.BankLeft(seat).Truncate(time.Minute)))
		break
	}
	return until
}

// hours explains why a deadline is later than usual: a player's night or vacation.
func hours(in lang.Language, rec match.Match) (lines string) {
	for seat := range rec.Bound().All() {
		if until := rec.Clock.Away[seat]; until.After(rec.Updated) { // the vacation still runs
			lines += "\n" + in.Say(sayAwayUntil, PlayerAt(in, rec, seat), discord.DateTime(until))
		}
	}
	if rec.Clock.Moved {
		lines += "\n" + in.Speak(sayNightMoved)
	}
	return lines
}
