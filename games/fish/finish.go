package fish

import "paddock/games"

var _ games.Finisher[Position] = rules{}

// Finish returns the rest of a game in which no two players' penguins can meet any more: each
// player walks over as many tiles as possible (F79).
func (rules) Finish(p Position, nodes int64) (games.Finish, bool) {
	if p.Phase != Moving {
		return games.Finish{}, false
	}
	s := newState(&p)
	walks := s.connected()
	var puzzles [games.MaxSeats]puzzle
	for seat := range s.seats {
		var apart bool
		if puzzles[seat], apart = s.puzzle(seat, &walks); !apart {
			return games.Finish{}, false
		}
	}
	rest := games.Finish{Reason: games.Say(
		"The players' penguins can't reach each other any more, so everybody's best moves are known.")}
	solo := newSolo(s.ice, int(nodes))
	var lines [games.MaxSeats][]Move
	for seat := range s.seats {
		var ok bool
		if lines[seat], ok = solo.line(puzzles[seat]); !ok {
			return games.Finish{}, false
		}
		if len(lines[seat]) > 0 {
			rest.Seats |= games.SeatSet(games.Seat(seat))
		}
	}
	for p.Phase != "" {
		line := &lines[p.ToMove]
		rest.Moves = append(rest.Moves, p.Format((*line)[0]))
		p, *line = p.Play((*line)[0]), (*line)[1:]
	}
	rest.Certain = s.certain(&p)
	return rest, true
}

// certain reports whether every two seats that are still in end in the same order, however badly the
// rest is played, if no seat can win more than it has at the end.
func (s *state) certain(end *Position) bool {
	least, most := s.won, newState(end).won
	for seat := range s.seats {
		if s.ice.official { // a penguin's own tile is certain
			least[seat] += int32(s.stoodOn(seat))
		}
	}
	for a := range s.seats {
		for b := range a {
			out := s.out&(1<<a|1<<b) != 0
			if tied := most[a] == most[b] && least[a] == least[b] && least[a] == most[a]; !out && !tied &&
				least[a] <= most[b] && least[b] <= most[a] {
				return false
			}
		}
	}
	return true
}
