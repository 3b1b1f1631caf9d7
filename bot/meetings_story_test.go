package bot_test

import (
	"slices"
	"strings"
	"testing"

	"paddock/bot/discordsim"
	"paddock/bot/story"
)

// These stories test promises where a feature meets an unusual state or reader.
func TestMeetings(t *testing.T) {
	t.Parallel()
	for name, tale := range map[string]func(s *story.Story){
		// P14, P57: a private look at a table offers what its reader can do: a guest can't begin the match, and its owner has a seat already.
		"a table shown in private": func(s *story.Story) {
			s.Slash(s.Ann, "/fish start players:3")
			s.Click(s.Bob, s.Board(), "Join")
			table := "/board game:" + string(s.TheMatch().ID)
			for who, want := range map[discordsim.UserID]string{s.Ann: "Leave, Begin with computers, Withdraw", s.Bob: "Leave", s.Eve: "Join"} {
				if got := strings.Join(s.Slash(who, table).Labels(), ", "); got != want {
					s.Errorf("<@%s> is offered %q, want %q", who, got, want)
				}
			}
		},
		// P13, P57: who has resigned while the others play on is not offered to resign, and is told in the second person that it is done.
		"a match that its owner has left": func(s *story.Story) {
			s.Slash(s.Ann, "/fish start players:3")
			s.Click(s.Bob, s.Board(), "Join")
			s.Click(s.Cid, s.Board(), "Join")
			s.Resigns(s.Ann)
			if labels := s.Click(s.Ann, s.Board(), "More").Labels(); slices.Contains(labels, "Resign") || slices.Contains(labels, "Cancel the match") {
				s.Errorf("Ann is offered %q", labels)
			}
			s.Private(s.Slash(s.Ann, "/resign"), "You have already left this match")
			if labels := s.Click(s.Bob, s.Board(), "More").Labels(); !slices.Contains(labels, "Cancel the match") {
				s.Errorf("Bob is offered %q", labels)
			}
		},
		// P57, P134: in a group of people, where the bot is no member, a command about a running match doesn't get the advice for new ones.
		"a vote in a group": func(s *story.Story) {
			s.Sim.Install(s.Eve)
			in := s.Sim.As(s.Eve).In(s.Sim.AddGroup("friends", s.Eve, s.Ann))
			s.Private(s.Answered(in.Slash("/match vote"), "/match vote"), "I'm not in this chat", "a server where I am")
		},
	} {
		t.Run(name, func(t *testing.T) { story.Tell(t, tale, story.WithAll) })
	}
}
