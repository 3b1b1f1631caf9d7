package terminal

import (
	"fmt"
	"os"
	"path/filepath"

	"paddock/games"
	"paddock/games/arena"
	"paddock/games/record"
)

// keepGame writes a record of a game to the folder for records, if there is one. The first player
// had the given seat.
func (s *series) keepGame(e encounter, at games.Seat, start *games.Position, played arena.Played) error {
	if s.keep == "" {
		return nil
	}
	name := fmt.Sprintf("%s-%d-%d-%d", s.terms.game.ID, e.First, e.Second, e.No)
	r := record.Record{Match: name, Game: s.terms.game.ID, Start: start.Text(), Now: played.Last.Text()}
	for seat := range games.Seat(s.terms.Seats) {
		r.Players = append(r.Players, record.Side(s.terms.game, seat)+" "+s.terms.Players[e.at(seat, at)])
	}
	for _, step := range played.Steps {
		r.Steps = append(r.Steps,
			record.Step{Side: record.Side(s.terms.game, step.Seat), Move: step.Move, Ruling: step.Ruling})
	}
	if err := os.MkdirAll(s.keep, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(s.keep, name+".txt"), []byte(r.Text()), 0o644)
}
