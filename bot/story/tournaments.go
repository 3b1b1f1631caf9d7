package story

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"paddock/bot/discordsim"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/tourney"
)

// TheTournament returns the newest tournament of the test channel.
func (s *Story) TheTournament() tourney.Record {
	s.Helper()
	list, err := s.Store.ChannelTournaments(context.Background(), match.ChannelID(s.Hall), 5)
	if err != nil || len(list) == 0 {
		s.Fatal("there is no tournament:", err)
	}
	return list[0]
}

// Running returns the matches of the test channel.
func (s *Story) Running() []match.Record {
	s.Helper()
	list, err := s.Store.ByChannel(context.Background(), match.ChannelID(s.Hall))
	if err != nil {
		s.Fatal(err)
	}
	return list
}

// Turn types the first legal move for one waiting player in each match of the test channel, except
// for users who are asleep. It reports whether anybody moved.
func (s *Story) Turn(asleep ...discordsim.UserID) bool {
	s.Helper()
	moved := false
	for _, rec := range s.Running() {
		for seat := range rec.Waiting.All() {
			u := discordsim.UserID(rec.Players[seat].User)
			if u == "" || slices.Contains(asleep, u) {
				continue
			}
			answer := s.Slash(u, fmt.Sprintf("/%s move move:%s game:%s", rec.Game, s.First(rec, seat), rec.ID))
			if s.There(u, answer) { // the answer may be gone already, because the match continues
				s.Private(answer)
				if text := answer.Text(); !strings.Contains(text, "You played") && len(answer.Labels()) == 0 {
					s.Errorf("a move is answered by neither words nor the board:\n%s", text)
				}
			}
			moved = true
			break
		}
	}
	s.Wait(AMoment)
	return moved
}

// First returns the first legal move of a seat.
func (s *Story) First(rec match.Record, seat games.Seat) string {
	s.Helper()
	g := GameOf(rec)
	pos, err := g.Parse(rec.Position)
	if err != nil {
		s.Fatal(err)
	}
	for move := range pos.View(seat).Legal() {
		return move
	}
	s.Fatalf("seat %d has no move in %s", seat, pos)
	return ""
}
