package decide

import "paddock/games"

// The effects of referee rulings that are the same in every game.

// fallbackRulings maps a ruling to the rulings to try in games that do not know it. If the game knows none
// of them, the match ends.
var fallbackRulings = map[games.RulingKind][]games.RulingKind{
	games.Skip:   {games.Skip, games.Time, games.Remove},
	games.Time:   {games.Time, games.Remove},
	games.Remove: {games.Remove, games.Time},
	games.Resign: {games.Resign, games.Remove},
	games.Agree:  {games.Agree},
}

// endedBy returns the outcome if the game does not continue after a ruling on a seat. With two players
// the other wins; with more the seat is last. Name returns the name of a seat.
func endedBy(kind games.RulingKind, seat games.Seat, players int, name func(games.Seat) string) games.Outcome {
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
		o.Say = games.Say("%s ran out of time. %s wins!", name(seat), name(1-seat))
	case resigned:
		o.Say = games.Say("%s resigned, so the match is over.", name(seat))
	default:
		o.Say = games.Say("%s ran out of time, so the match is over.", name(seat))
	}
	return o
}

// only returns the seat in a set of exactly one seat. For any other set it returns Spectator.
func only(seats games.Seats) games.Seat {
	if seats.Len() != 1 {
		return games.Spectator
	}
	for seat := range seats.All() {
		return seat
	}
	return games.Spectator
}
