package board

import (
	"slices"

	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/scene"
)

// winners returns the seats of the players who have won a match. It returns none if all players
// share the win.
func winners(rec match.Match) games.Seats {
	if rec.Outcome == nil || rec.Outcome.Winners().Len() == len(rec.Players) {
		return 0
	}
	return rec.Outcome.Winners()
}

// Crown marks the winners of a match on its board.
func Crown(s *scene.Scene, rec match.Match) {
	for seat := range winners(rec).All() {
		if int(seat) < len(s.Sides) {
			s.Sides[seat].Won = true
		}
	}
}

// Winner returns the member who has won a match alone. A computer player, a channel and an erased
// member are none.
func Winner(rec match.Match) (match.Player, bool) {
	if rec.Status != match.Over || rec.Outcome == nil || rec.Outcome.Winners().Len() != 1 {
		return match.Player{}, false
	}
	for seat := range rec.Outcome.Winners().All() {
		if int(seat) < len(rec.Players) {
			p := rec.Players[seat]
			return p, p.User != "" && p.Channel == ""
		}
	}
	return match.Player{}, false
}

func winnerName(rec match.Match) string {
	p, _ := Winner(rec)
	return p.Called()
}

func ended(rec match.Match) bool { return rec.Status == match.Over || rec.Status == match.Closed }

// playedToEnd reports whether a match ended by the rules of its game, not by a ruling.
func playedToEnd(rec match.Match) bool {
	at, err := rec.Parse()
	if err != nil {
		return false
	}
	_, over := at.Outcome()
	return over
}

// Ending returns the sentence about how a match ended, with a capital letter, as the player of a
// seat reads it. It is empty while the match runs.
func Ending(in lang.Language, rec match.Match, reader games.Seat) string {
	ending := games.Capital(in.Speak(ToYou(rec, reader, rec.Ending())))
	if rec.Outcome == nil || reader == games.Spectator || rec.Players[reader].Channel != "" {
		return ending
	}
	if own := ownPlace(*rec.Outcome, len(rec.Players), reader); own.Format != "" {
		return in.Say(own, ending)
	}
	return ending
}

// ownPlace returns a sentence with the place of a player who has not won, such as "You come second.",
// which stands before the result. It is empty for winners.
func ownPlace(o games.Outcome, players int, seat games.Seat) games.Sentence {
	place, with := o.Place[seat], 0
	for _, other := range o.Place[:players] {
		if other == place {
			with++
		}
	}
	switch {
	case place < 2:
	case players == 2:
		return sayYouLost
	case place == 2 && with > 1:
		return sayShareSecond
	case place == 3 && with > 1:
		return sayShareThird
	case place == 2:
		return saySecond
	case place == 3:
		return sayThird
	case place == 4:
		return sayFourth
	}
	return games.Sentence{}
}

// Decided returns lines about the rest of a decided match. It returns none if the match is not
// decided.
func Decided(in lang.Language, rec match.Match) (lines []string) {
	if rec.Rest == nil || rec.Parked != nil {
		return nil
	}
	lines = append(lines, in.Say(sayDecided, say.Escaped(rec.RestSays())))
	if rec.Rest.Agreed != 0 {
		lines = append(lines, in.Say(sayPlayOutAgreed, games.And(playersAt(in, rec, rec.Rest.Agreed)),
			games.And(playersAt(in, rec, rec.Asked()))))
	}
	return lines
}

// PlayedOut says in a line after which move a finished match was decided, and that the rest was played
// out. It returns none if nothing was.
func PlayedOut(in lang.Language, rec match.Match) []string {
	if rec.PlayedOut == 0 || rec.Status == match.Running {
		return nil
	}
	return []string{in.Say(sayPlayedOut, rec.Moves-rec.PlayedOut)}
}

// Wanting returns a line for each player who has asked for a rematch that has not begun. It returns none
// for a pair, whose second match begins unasked.
func Wanting(in lang.Language, rec match.Match) []string {
	if rec.Pair || rec.RematchID != "" {
		return nil
	}
	var lines []string
	for s, p := range rec.Players {
		if p.User != "" && rec.Rematch[string(p.User)] {
			lines = append(lines, in.Say(sayWantsMore, PlayerAt(in, rec, games.Seat(s))))
		}
	}
	return slices.Compact(lines)
}

// Swapped says on the first boards of a rematch who plays which side now, because everybody has got
// used to the other one. It is empty if the sides are as before.
func Swapped(in lang.Language, rec match.Match, reader games.Seat) string {
	if !rec.Swapped || !Beginning(rec) {
		return ""
	}
	side := func(seat games.Seat) string { return in.Text(rec.Rules().SeatName(seat)) }
	if reader != games.Spectator {
		return in.Say(sayYourSideNow, side(reader))
	}
	return in.Say(saySidesNow, NameAt(in, rec, 0), side(0), NameAt(in, rec, 1), side(1))
}
