package request_test

import (
	"errors"
	"testing"
	"testing/synctest"

	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/match"
)

// P60: where the bot is not a member, it answers users who have installed it for themselves. They
// see their matches there and can play them. What can't work there is refused, and the answer says
// why and what to do instead.
func TestWhereTheBotIsNoMember(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		id := s.Only().ID
		elsewhere := s.Sim.AddGuild("Elsewhere", s.Ann, s.Cid)
		square := s.Sim.AddChannel(elsewhere, "square")
		s.Sim.KickBot(elsewhere)
		group := s.Sim.AddGroup("the two of us", s.Ann, s.Cid)
		s.Sim.Install(s.Ann)
		in := func(ch discordsim.ChannelID, text string) discordsim.Message {
			t.Helper()
			return s.Answered(s.Sim.As(s.Ann).In(ch).Slash(text), text)
		}

		s.Private(in(group, "/games"), "Your matches (1)", "Kalah")
		board := in(group, "/board")
		s.Private(board, "<@"+string(s.Ann)+">, it's your turn")
		s.Click(s.Ann, board, "3 (4)")
		if n := s.Moves(id); n != 1 {
			t.Errorf("%d moves after one by a private board in a group", n)
		}
		i := s.Sim.As(s.Ann).In(square).Autocomplete("/kalah move move:", "move")
		synctest.Wait()
		if len(i.Choices()) == 0 {
			t.Error("no moves are suggested where the bot is no member")
		}
		// the last bean falls into the pot, so she moves again
		s.Private(in(square, "/kalah move move:1"), "You played")
		if n := s.Moves(id); n != 2 {
			t.Errorf("%d moves, want 2", n)
		}
		s.Private(in(group, "/match nudge"), "Bob's turn has only just begun")
		s.Private(in(group, "/help"), "What I can do", "not a member here")

		s.Private(in(square, "/match resume"), "a server where I am")
		for _, c := range []struct {
			ch   discordsim.ChannelID
			text string
		}{{group, "/puzzle"}, {square, "/server settings threads:on"}, {square, "/tournament status"}} {
			if err := s.Sim.As(s.Ann).In(c.ch).Slash(c.text).Err(); !errors.Is(err, discordsim.ErrClient) {
				t.Errorf("%s is offered where it can't work (%v)", c.text, err)
			}
		}
		// Discord offers the command there because other sub-commands of /match work there
		s.Private(in(group, "/match resume"), "not in this chat")
		list, err := s.Store.ByUser(t.Context(), match.UserID(s.Ann))
		if len(list) != 1 || err != nil {
			t.Errorf("%d matches, %v; want the one of the club", len(list), err)
		}
		if err := s.Sim.As(s.Cid).In(square).Slash("/help").Err(); !errors.Is(err, discordsim.ErrClient) {
			t.Errorf("who has not installed the bot is offered its commands there (%v)", err)
		}
	})
}

// P60: a user who has installed the bot but shares no server with it plays against the computer in
// direct messages.
func TestUserInstallInDirectMessages(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		dan := s.Sim.AddUser("Dan")
		s.Sim.Install(dan)
		dm := s.Sim.DM(dan)
		s.Answered(s.Sim.As(dan).In(dm).Slash("/kalah start level:first first:me"), "start")
		for _, m := range s.Sim.Messages(dm, dan) {
			if !m.Ephemeral() {
				s.Click(dan, m, "1 (4)")
			}
		}
		s.Wait(story.AMoment)
		if n := s.Moves(s.InDM(dm).ID); n < 2 {
			t.Errorf("%d moves, want an answer of the computer", n)
		}
		s.Private(s.Answered(s.Sim.As(dan).In(dm).Slash("/kalah challenge"), "challenge"), "in your chat with them, or in a server where I am")
	})
}
