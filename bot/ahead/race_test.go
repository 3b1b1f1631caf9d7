package ahead_test

import (
	"context"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/story"
	"paddock/games/match"
)

// overtaken is a store in which something happens just before a user's change is stored.
type overtaken struct {
	bot.Store
	before func(match.UserID)
}

func (o overtaken) UpdateUser(ctx context.Context, id match.UserID, edit func(*match.User)) (match.User, error) {
	o.before(id)
	return o.Store.UpdateUser(ctx, id, edit)
}

// P26: a player stores a conditional move while the opponent plays the move that it answers. The
// conditional move is played even if it is stored after that move.
func TestPreparedWhileTheMoveIsMade(t *testing.T) {
	t.Parallel()
	before := func(match.UserID) {}
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		before = func(u match.UserID) {
			if before = func(match.UserID) {}; u != match.UserID(s.Bob) {
				t.Errorf("the first change is one of %s, want Bob's", u)
			}
			s.Sim.As(s.Ann).In(s.Hall).Slash("/kalah move move:1")
			time.Sleep(time.Second)
		}
		s.Private(s.Slash(s.Bob, "/match conditional if:1 then:1"), "Saved")
		s.Wait(time.Minute)
		if n := s.Moves(s.Only().ID); n != 2 {
			t.Errorf("%d moves, want Ann's and Bob's answer", n)
		}
	}, func(c *bot.Config) { c.Store = overtaken{c.Store, func(u match.UserID) { before(u) }} })
}
