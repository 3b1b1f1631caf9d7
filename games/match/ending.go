package match

import (
	"slices"
	"strings"

	"paddock/games"
)

// EndingIn returns the ending for people. Games name players by their seats ("BLUE wins"); EndingIn
// adds the player's name to each seat. It congratulates a person who won if the sentence does not
// mention them.
func (r Record) EndingIn(g *games.Game) games.Sentence {
	say := r.Ending()
	if g == nil || r.Outcome == nil {
		return say
	}
	say, _ = withPlayers(say, r.seatNames(g)).(games.Sentence)
	winners := r.Outcome.Winners()
	if winners.Len() != 1 {
		return say
	}
	for seat := range winners.All() {
		if p := r.Players[seat]; p.Computer == "" && !mentions(say, p.beside()) {
			return games.Say("%s Well played, %s!", say, p.Called())
		}
	}
	return say
}

// Called returns the display name of the player.
func (p Player) Called() string {
	if p.Name != "" {
		return p.Name
	}
	return p.Computer
}

// beside returns the name to show next to the player's seat. A computer player's name includes its
// level.
func (p Player) beside() string {
	if p.Computer != "" {
		return p.Computer
	}
	return p.Called()
}

// seatNames maps the names of seats to the names of their players. It leaves out a seat whose name
// is also a player's name.
func (r Record) seatNames(g *games.Game) map[string]string {
	names := make(map[string]string)
	for seat, p := range r.Players {
		names[g.SeatName(games.Seat(seat))] = p.beside()
	}
	for seat := range names {
		if slices.ContainsFunc(r.Players, func(p Player) bool { return strings.EqualFold(p.Called(), seat) }) {
			delete(names, seat)
		}
	}
	return names
}

// withPlayers adds the players' names to the seats in a sentence or an argument of one.
func withPlayers(arg any, names map[string]string) any {
	switch arg := arg.(type) {
	case string:
		if name := names[arg]; name != "" {
			return games.Say("%s (%s)", arg, name)
		}
	case games.Sentence:
		if name := names[arg.Format]; name != "" && len(arg.Args) == 0 {
			return games.Say("%s (%s)", arg, name)
		}
		args := make([]any, len(arg.Args))
		for i, a := range arg.Args {
			args[i] = withPlayers(a, names)
		}
		return games.Say(arg.Format, args...)
	}
	return arg
}

// mentions reports whether a name is among the arguments of a sentence.
func mentions(s games.Sentence, name string) bool {
	return slices.ContainsFunc(s.Args, func(arg any) bool {
		switch arg := arg.(type) {
		case string:
			return strings.Contains(arg, name)
		case games.Sentence:
			return mentions(arg, name)
		}
		return false
	})
}
