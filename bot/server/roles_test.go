package server_test

import (
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
)

// P106, P25: if a server has chosen playing roles, other members can neither begin nor join
// anything, by any way, and are told so privately. Members with the role and managers can.
func TestP106RolesMayPlay(t *testing.T) {
	t.Parallel()
	ways := []struct {
		name string
		do   func(*story.Story, discordsim.UserID, discordsim.Message) discordsim.Message
	}{
		{"a challenge", func(s *story.Story, u discordsim.UserID, _ discordsim.Message) discordsim.Message {
			return s.Slash(u, "/kalah challenge user:@Eve")
		}},
		{"an open challenge", func(s *story.Story, u discordsim.UserID, _ discordsim.Message) discordsim.Message {
			return s.Slash(u, "/kalah challenge")
		}},
		{"against the computer", func(s *story.Story, u discordsim.UserID, _ discordsim.Message) discordsim.Message {
			return s.Slash(u, "/kalah start level:easy")
		}},
		{"accepting", func(s *story.Story, u discordsim.UserID, open discordsim.Message) discordsim.Message {
			return s.Answered(s.Sim.As(u).ClickStale(open, "Accept"), "accept")
		}},
		{"the buttons of /play", func(s *story.Story, u discordsim.UserID, _ discordsim.Message) discordsim.Message {
			return s.Click(u, s.Slash(u, "/play"), "Challenge")
		}},
		{"a member's menu", func(s *story.Story, u discordsim.UserID, _ discordsim.Message) discordsim.Message {
			return s.Choose(u, s.Answered(s.Sim.As(u).In(s.Hall).ContextMenu("Challenge to a game", s.Eve), "menu"),
				"Kalah")
		}},
		{"a tournament", func(s *story.Story, u discordsim.UserID, _ discordsim.Message) discordsim.Message {
			return s.Slash(u, "/tournament join")
		}},
	}
	for _, way := range ways {
		t.Run(way.name, func(t *testing.T) {
			story.TellTournament(t, func(s *story.Story) {
				dan := s.Moderated()
				player := s.Sim.AddRole(s.Club, "Player")
				s.Sim.SetRole(s.Club, dan, player, true)
				s.Slash(s.Eve, "/halatafl challenge")
				s.Slash(s.Cid, "/tournament create game:kalah")
				s.Private(s.Slash(s.Cid, "/server roles play:@Player"), "Who may play: **<@&"+string(player))
				challenge := s.About("is looking for somebody")
				s.KeepOld()
				for _, u := range []discordsim.UserID{s.Bob, s.Cid, dan} {
					said := way.do(s, u, challenge).Text()
					if refused := strings.Contains(said, "one of the roles <@&"); refused != (u == s.Bob) {
						t.Errorf("%s is told %q; only Bob, who has no role and manages nothing, may not",
							s.Sim.User(u).GlobalName, said)
					}
				}
			})
		})
	}
}

// P106: members without the role continue their running matches, but get no rematch. Roles can also
// be chosen in the panel, and the audit log has them.
func TestP106RolesAndWhatRuns(t *testing.T) {
	t.Parallel()
	story.TellTournament(t, func(s *story.Story) {
		s.Moderated()
		player := s.Sim.AddRole(s.Club, "Player")
		s.Slash(s.Ann, "/kalah challenge user:@Bob")
		s.Click(s.Bob, s.Board(), "Accept")
		panel := s.Slash(s.Cid, "/server roles")
		s.Private(panel, "Who may play: **everybody**", "Which roles may create tournaments: **everybody**")
		pick := func(menu int, roles ...string) discordsim.Message {
			return s.Answered(s.Sim.As(s.Cid).Select(panel, panel.Selects()[menu].CustomID, roles...), "roles")
		}
		s.Private(pick(0, "@Player"), "Who may play: **<@&")
		s.Private(pick(1, "@Player"), "Which roles may create tournaments: **<@&")
		s.Wait(time.Minute)
		b := s.Board()
		s.Press(s.Mover(b), b)
		if n := s.Moves(s.Only().ID); n != 1 {
			t.Errorf("%d moves are played, want 1: the match runs", n)
		}
		s.Resigns(s.Ann)
		s.Private(s.Click(s.Bob, s.BoardAbout("resigned"), "Rematch"), "one of the roles <@&")
		s.Private(s.Slash(s.Bob, "/tournament create game:kalah"), "you need one of the roles <@&")
		s.Sim.SetRole(s.Club, s.Bob, player, true)
		s.Private(s.Slash(s.Bob, "/tournament create game:kalah"), "is open")
		s.Sim.SetRole(s.Club, s.Bob, player, false)
		s.Private(s.Slash(s.Cid, "/server audit"), "Who may play", "<@&"+string(player)+">", "everybody")
		s.Sim.TamperNext(1, unmanaged)
		s.Private(s.Slash(s.Cid, "/server roles forbid:@Player"), "manage this server")
		s.Private(s.Slash(s.Cid, "/server roles forbid:@Player"), "Who may play: **everybody**")
		s.Sees(s.Click(s.Bob, s.BoardAbout("resigned"), "Rematch"), "Bob would like a rematch")
	})
}
