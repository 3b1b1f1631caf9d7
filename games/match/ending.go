package match

import (
	"slices"
	"strings"

	"paddock/games"
)

// EndingIn returns the ending for people. Games name players by their seats ("BLUE wins"); EndingIn
// names the people who sit there. It congratulates a person who won if the sentence does not mention
// them.
func (r Record) EndingIn(g *games.Game) games.Sentence {
	if g == nil || r.Outcome == nil {
		return r.Ending()
	}
	say := r.NamedIn(g, r.Ending())
	winners := r.Outcome.Winners()
	if winners.Len() != 1 {
		return say
	}
	for seat := range winners.All() {
		if p := r.Players[seat]; p.Computer == "" && !mentions(say, p.Called()) {
			return games.Say("%s Well played, %s!", say, p.Called())
		}
	}
	return say
}

// Named returns a sentence of the match's game with people in place of their seats: "Ann sowed hole
// 3", as somebody at the table would say it.
func (m Match) Named(s games.Sentence) games.Sentence { return m.NamedIn(m.rules, s) }

// NamedIn is like Match.Named, for a match of a game.
func (r Record) NamedIn(g *games.Game, s games.Sentence) games.Sentence {
	if g == nil {
		return s
	}
	named, _ := withPlayers(s, r.seatNames(g)).(games.Sentence)
	return named
}

// Called returns the display name of the player.
func (p Player) Called() string {
	if p.Name != "" {
		return p.Name
	}
	return p.Computer
}

// seatNames maps the names of seats to the names of their players. If a player has the same name as
// another player or as a seat, the seat stands beside it, as in the title of a match. A seat whose
// name is also a player's name is left out.
func (r Record) seatNames(g *games.Game) map[string]games.Sentence {
	names := make(map[string]games.Sentence)
	called := func(name string) (n int) {
		for _, p := range r.Players {
			if strings.EqualFold(p.Called(), name) {
				n++
			}
		}
		return n
	}
	isSeat := func(name string) bool {
		return slices.ContainsFunc(g.SeatNames, func(seat string) bool { return strings.EqualFold(seat, name) })
	}
	for i, p := range r.Players {
		seat := g.SeatName(games.Seat(i))
		switch {
		case called(seat) > 0 || p.Called() == "":
		case called(p.Called()) > 1 || isSeat(p.Called()):
			names[seat] = Seated(p.Called(), games.Say(seat))
		default:
			names[seat] = games.Say("%s", p.Called())
		}
	}
	return names
}

// Seated returns a player's name with their seat, such as "Marge (South)" or "Computer (easy,
// North)".
func Seated(name string, seat games.Sentence) games.Sentence {
	if who, level, ok := strings.Cut(strings.TrimSuffix(name, ")"), " ("); ok && strings.HasSuffix(name, ")") {
		return games.Say("%s (%s, %s)", who, level, seat)
	}
	return games.Say("%s (%s)", name, seat)
}

// withPlayers puts the players' names in place of the seats in a sentence or an argument of one.
func withPlayers(arg any, names map[string]games.Sentence) any {
	switch arg := arg.(type) {
	case string:
		if name, ok := names[arg]; ok {
			return name
		}
	case games.Sentence:
		if name, ok := names[arg.Format]; ok && len(arg.Args) == 0 {
			return name
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
