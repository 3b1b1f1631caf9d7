package bot_test

import (
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
)

// P106, P25: where roles may play, nobody else begins or joins anything there, by whichever way, and is told in private; who has the role does, and who
// manages the server.
func TestP106RolesMayPlay(t *testing.T) {
	t.Parallel()
	ways := []struct {
		name string
		do   func(*story, discordsim.UserID, discordsim.Message) discordsim.Message
	}{
		{"a challenge", func(s *story, u discordsim.UserID, _ discordsim.Message) discordsim.Message {
			return s.slash(u, "/kalah challenge user:@Eve")
		}},
		{"an open challenge", func(s *story, u discordsim.UserID, _ discordsim.Message) discordsim.Message {
			return s.slash(u, "/kalah challenge")
		}},
		{"against the computer", func(s *story, u discordsim.UserID, _ discordsim.Message) discordsim.Message {
			return s.slash(u, "/kalah start level:easy")
		}},
		{"accepting", func(s *story, u discordsim.UserID, open discordsim.Message) discordsim.Message {
			return s.answered(s.sim.As(u).ClickStale(open, "Accept"), "accept")
		}},
		{"the buttons of /play", func(s *story, u discordsim.UserID, _ discordsim.Message) discordsim.Message {
			return s.click(u, s.slash(u, "/play"), "Challenge")
		}},
		{"a member's menu", func(s *story, u discordsim.UserID, _ discordsim.Message) discordsim.Message {
			return s.choose(u, s.answered(s.sim.As(u).In(s.hall).ContextMenu("Challenge to a game", s.eve), "menu"), "Kalah")
		}},
		{"a tournament", func(s *story, u discordsim.UserID, _ discordsim.Message) discordsim.Message {
			return s.slash(u, "/tournament join")
		}},
	}
	for _, way := range ways {
		t.Run(way.name, func(t *testing.T) {
			tellTournament(t, func(s *story) {
				dan := s.moderated()
				player := s.sim.AddRole(s.club, "Player")
				s.sim.SetRole(s.club, dan, player, true)
				s.slash(s.eve, "/halatafl challenge")
				s.slash(s.cid, "/tournament create game:kalah")
				s.private(s.slash(s.cid, "/server roles play:@Player"), "Who may play: **<@&"+string(player))
				challenge := s.about("looks for an opponent")
				for _, u := range []discordsim.UserID{s.bob, s.cid, dan} {
					said := way.do(s, u, challenge).Text()
					if refused := strings.Contains(said, "with one of the roles <@&"); refused != (u == s.bob) {
						t.Errorf("%s is told %q; only Bob, who has no role and manages nothing, may not", s.sim.User(u).GlobalName, said)
					}
				}
			})
		})
	}
}

// P106: what runs goes on for who has no role; a rematch would be a new match. Roles are chosen by the panel too, and stand in the audit log.
func TestP106RolesAndWhatRuns(t *testing.T) {
	t.Parallel()
	tellTournament(t, func(s *story) {
		s.moderated()
		player := s.sim.AddRole(s.club, "Player")
		s.slash(s.ann, "/kalah challenge user:@Bob")
		s.click(s.bob, s.board(), "Accept")
		panel := s.slash(s.cid, "/server roles")
		s.private(panel, "Who may play: **everybody**", "Which roles may create tournaments: **everybody**")
		pick := func(menu int, roles ...string) discordsim.Message {
			return s.answered(s.sim.As(s.cid).Select(panel, panel.Selects()[menu].CustomID, roles...), "roles")
		}
		s.private(pick(0, "@Player"), "Who may play: **<@&")
		s.private(pick(1, "@Player"), "Which roles may create tournaments: **<@&")
		s.wait(time.Minute)
		b := s.board()
		s.press(s.mover(b), b)
		if n := s.moves(s.only().ID); n != 1 {
			t.Errorf("%d moves are played, want 1: the match runs", n)
		}
		s.resigns(s.ann)
		s.private(s.click(s.bob, s.boardAbout("resigned"), "Rematch"), "with one of the roles <@&")
		s.private(s.slash(s.bob, "/tournament create game:kalah"), "created by members with one of the roles <@&")
		s.sim.SetRole(s.club, s.bob, player, true)
		s.private(s.slash(s.bob, "/tournament create game:kalah"), "is open")
		s.sim.SetRole(s.club, s.bob, player, false)
		s.private(s.slash(s.cid, "/server audit"), "Who may play", "<@&"+string(player)+">", "everybody")
		s.sim.TamperNext(1, unmanaged)
		s.private(s.slash(s.cid, "/server roles forbid:@Player"), "may manage this server")
		s.private(s.slash(s.cid, "/server roles forbid:@Player"), "Who may play: **everybody**")
		s.sees(s.click(s.bob, s.boardAbout("resigned"), "Rematch"), "Bob would like a rematch")
	})
}
