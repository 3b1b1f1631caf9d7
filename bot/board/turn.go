package board

import (
	"slices"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/referee"
)

// whoseTurn returns the seat whose player a board tells of all moves since their own: the reader's,
// or on a shared board that of the only player to move.
func whoseTurn(rec match.Match, to Reader) games.Seat {
	if seat := rec.SeatOf(to.eyes()); seat != games.Spectator || !to.shared() || rec.Waiting.Len() != 1 {
		return seat
	}
	for seat := range rec.Waiting.All() {
		if rec.Players[seat].Chosen() {
			return seat
		}
	}
	return games.Spectator
}

// waitsForPeople reports whether a person has to move.
func waitsForPeople(rec match.Match) bool {
	for seat := range rec.Waiting.All() {
		if rec.Players[seat].Chosen() {
			return true
		}
	}
	return false
}

// stepping reports whether the computer players wait until somebody presses Next.
func stepping(rec match.Match) bool {
	return rec.Status == match.Running && rec.Step && rec.Stepped < rec.Turn
}

// turnLine says whose turn it is and how long they have. It is empty if the match is not running.
func turnLine(in lang.Language, rec match.Match) string {
	if rec.Status != match.Running {
		return ""
	}
	if rec.Parked != nil {
		return in.Say(sayParked, rec.Parked.Says())
	}
	if seat := rec.Votes(); seat != games.Spectator {
		return voteLine(in, rec, seat)
	}
	var people, computers []string
	for seat := range rec.Waiting.All() {
		if p := rec.Players[seat]; p.User != "" {
			people = append(people, discord.Mention(string(p.User)))
		} else {
			computers = append(computers, PlayerAt(in, rec, seat))
		}
	}
	line := ""
	switch {
	case len(people) == 1 && len(rec.LastMoves) > 0 && rec.Waiting.Has(rec.LastSeat):
		line = in.Say(sayAgain, people[0])
	case len(people) == 1 && rec.Waiting.Len() == 1 && !ArrangingPhase(rec):
		line = in.Say(sayYourTurn, people[0])
	case len(people) > 0 && ArrangingPhase(rec):
		line = in.Say(sayArrangeAll, games.And(people))
	case len(people) > 0:
		line = in.Say(sayWaitAll, games.And(people))
	case stepping(rec):
		line = in.Speak(sayStep)
	default:
		line = in.Say(sayThinking, games.And(computers))
	}
	if len(people) > 0 && !rec.Clock.Deadline.IsZero() {
		line += " · " + timeLeft(in, rec) + hours(in, rec)
	}
	return line
}

// ArrangingPhase reports whether a match is running and its players are arranging their pieces.
func ArrangingPhase(rec match.Match) bool {
	g := rec.Rules()
	if g == nil || !g.Arranges || rec.Status != match.Running {
		return false
	}
	pos, err := rec.Parse()
	return err == nil && pos.Turn().Phase == referee.SettingUp
}

// IsArranging reports whether a user is still arranging their pieces in a match.
func IsArranging(rec match.Match, u match.UserID) bool {
	return ArrangingPhase(rec) && rec.Waiting.Has(rec.SeatOf(u))
}

// arrangedLate returns the sentence for a player whose arrangement was confirmed by the clock
// (S50). It is empty after the first move.
func arrangedLate(in lang.Language, rec match.Match, log []match.Event, seat games.Seat) string {
	if !NeedsLog(rec, seat) {
		return ""
	}
	for _, e := range log {
		if e.Kind == match.Ruled && e.Seat == seat {
			return in.Speak(sayArrangedLate)
		}
	}
	return ""
}

// Beginning reports whether a match has just begun: some player has not made their first move yet.
func Beginning(rec match.Match) bool {
	if rec.Status != match.Running || rec.Position == "" {
		return false
	}
	return rec.Moves < len(rec.Players) ||
		slices.ContainsFunc(slices.Collect(rec.Waiting.All()), func(s games.Seat) bool { return !rec.HasActed(s) })
}
