// Package ruling is what the rulings of a referee come to, as far as that is the same in every game: which are tried where a game does not know one, and how
// a match ends that no rule of its game goes on with. It knows no match and no clock. Start reading at [Instead].
package ruling

import "paddock/games"

// Instead are the rulings that are tried where a game does not know one. At the end of each line the match ends.
var Instead = map[games.RulingKind][]games.RulingKind{
	games.Skip:   {games.Skip, games.Time, games.Remove},
	games.Time:   {games.Time, games.Remove},
	games.Remove: {games.Remove, games.Time},
	games.Resign: {games.Resign, games.Remove},
	games.Agree:  {games.Agree},
}

// Ends is the outcome where the game does not go on after a ruling over a seat: in games for two the other wins, in others the seat is last. So many
// play, and name is what one of them is called.
func Ends(kind games.RulingKind, seat games.Seat, players int, name func(games.Seat) string) games.Outcome {
	if kind == games.Agree {
		o := games.Outcome{Reason: games.ByAgreement, Say: games.Say("A draw, as agreed.")}
		for s := range players {
			o.Place[s] = 1
		}
		return o
	}
	o := games.Outcome{Reason: games.ByTime}
	if kind == games.Resign {
		o.Reason = games.ByResignation
	}
	for s := range players {
		o.Place[s] = 1
	}
	o.Place[seat] = int8(players)
	switch resigned := kind == games.Resign; {
	case players == 2 && resigned:
		o.Say = games.Say("%s has resigned. %s wins!", name(seat), name(1-seat))
	case players == 2:
		o.Say = games.Say("%s's time is up. %s wins!", name(seat), name(1-seat))
	case resigned:
		o.Say = games.Say("%s has resigned, so the match is over.", name(seat))
	default:
		o.Say = games.Say("%s's time is up, so the match is over.", name(seat))
	}
	return o
}

// GoesOn reports whether a game has a rule of its own for the removal of a seat, as games for more than two do.
func GoesOn(pos *games.Position) bool {
	for seat := range pos.Turn().Waiting.All() {
		if _, err := pos.Rule(games.Ruling{Kind: games.Remove, Seat: seat}); err == nil {
			return true
		}
	}
	return false
}

// Only is the seat of a set that has just one; Spectator for any other.
func Only(seats games.Seats) games.Seat {
	if seats.Len() != 1 {
		return games.Spectator
	}
	for seat := range seats.All() {
		return seat
	}
	return games.Spectator
}
