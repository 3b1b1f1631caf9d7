package bot_test

import (
	"errors"
	"testing"
	"testing/synctest"

	"paddock/bot/discordsim"
	"paddock/games/match"
)

// P60: where the bot is not a member it answers who has installed it for themselves. They see their matches there and play on in them; a match is not
// begun there, and it is said why and what to do instead.
func TestWhereTheBotIsNoMember(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me")
		id := s.only().ID
		elsewhere := s.sim.AddGuild("Elsewhere", s.ann, s.cid)
		square := s.sim.AddChannel(elsewhere, "square")
		s.sim.KickBot(elsewhere)
		group := s.sim.AddGroup("the two of us", s.ann, s.cid)
		s.sim.Install(s.ann)
		in := func(ch discordsim.ChannelID, text string) discordsim.Message {
			t.Helper()
			return s.answered(s.sim.As(s.ann).In(ch).Slash(text), text)
		}

		s.private(in(group, "/games"), "Your matches (1)", "Kalah")
		board := in(group, "/board")
		s.private(board, "<@"+string(s.ann)+">, it's your turn")
		s.click(s.ann, board, "3 (4)")
		if n := s.moves(id); n != 1 {
			t.Errorf("%d moves after one by a private board in a group", n)
		}
		i := s.sim.As(s.ann).In(square).Autocomplete("/kalah move move:", "move")
		synctest.Wait()
		if len(i.Choices()) == 0 {
			t.Error("no moves are suggested where the bot is no member")
		}
		s.private(in(square, "/kalah move move:1"), "You played") // a bean in the pot: it was her turn again
		if n := s.moves(id); n != 2 {
			t.Errorf("%d moves, want 2", n)
		}
		s.private(in(group, "/help"), "What I can do", "not a member here")

		for _, text := range []string{"/kalah start", "/kalah challenge", "/halatafl start", "/kalah watch", "/resume"} {
			s.private(in(square, text), "not a member here", "direct messages", "ask a moderator to add me")
		}
		for _, c := range []struct {
			ch   discordsim.ChannelID
			text string
		}{{group, "/kalah start"}, {group, "/resume"}, {square, "/server settings threads:on"}, {square, "/tournament status"}} {
			if err := s.sim.As(s.ann).In(c.ch).Slash(c.text).Err(); !errors.Is(err, discordsim.ErrClient) {
				t.Errorf("%s is offered where it can't work (%v)", c.text, err)
			}
		}
		list, err := s.store.ByUser(t.Context(), match.UserID(s.ann))
		if len(list) != 1 || err != nil {
			t.Errorf("%d matches, %v; want the one of the club", len(list), err)
		}
		if err := s.sim.As(s.cid).In(square).Slash("/help").Err(); !errors.Is(err, discordsim.ErrClient) {
			t.Errorf("who has not installed the bot is offered its commands there (%v)", err)
		}
	})
}

// P60: who shares no server with the bot but has installed it plays the computer in direct messages.
func TestUserInstallInDirectMessages(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		dan := s.sim.AddUser("Dan")
		s.sim.Install(dan)
		dm := s.sim.DM(dan)
		s.answered(s.sim.As(dan).In(dm).Slash("/kalah start level:first first:me"), "start")
		for _, m := range s.sim.Messages(dm, dan) {
			if !m.Ephemeral() {
				s.click(dan, m, "1 (4)")
			}
		}
		s.wait(aMoment)
		if n := s.moves(s.inDM(dm).ID); n < 2 {
			t.Errorf("%d moves, want an answer of the computer", n)
		}
		s.private(s.answered(s.sim.As(dan).In(dm).Slash("/kalah challenge"), "challenge"), "needs a server")
	})
}
