package bot_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/match"
)

// These stories test promises where a feature meets an unusual state or reader.
func TestMeetings(t *testing.T) {
	t.Parallel()
	for name, tale := range map[string]func(s *story.Story){
		// P14, P57: the private view of an open table has only the buttons that its reader can use:
		// a guest can't begin the match, and its owner can't join again.
		"a table shown in private": func(s *story.Story) {
			s.Slash(s.Ann, "/fish start players:3")
			s.Click(s.Bob, s.Board(), "Join")
			table := "/board game:" + string(s.TheMatch().ID)
			for who, want := range map[discordsim.UserID]string{
				s.Ann: "Leave, Begin with computers, Withdraw",
				s.Bob: "Leave", s.Eve: "Join",
			} {
				if got := strings.Join(s.Slash(who, table).Labels(), ", "); got != want {
					s.Errorf("<@%s> is offered %q, want %q", who, got, want)
				}
			}
		},
		// P13, P57: a player who has resigned while the others play on is not offered to resign
		// again, and the answer to /resign says "you".
		"a match that its owner has left": func(s *story.Story) {
			s.Slash(s.Ann, "/fish start players:3")
			s.Click(s.Bob, s.Board(), "Join")
			s.Click(s.Cid, s.Board(), "Join")
			s.Resigns(s.Ann)
			if labels := s.Click(s.Ann, s.Board(), "More").Labels(); slices.Contains(labels, "Resign") ||
				slices.Contains(labels, "Cancel the match") {
				s.Errorf("Ann is offered %q", labels)
			}
			s.Private(s.Slash(s.Ann, "/resign"), "You have already left this match")
			if labels := s.Click(s.Bob, s.Board(), "More").Labels(); !slices.Contains(labels, "Cancel the match") {
				s.Errorf("Bob is offered %q", labels)
			}
			s.Waste = true
			ann, bob := s.CountDMs(s.Ann), s.CountDMs(s.Bob)
			s.Sim.DeleteChannel(s.Hall)
			s.Wait(time.Minute)
			if a, b := s.CountDMs(s.Ann)-ann, s.CountDMs(s.Bob)-bob; a != 0 || b != 1 {
				s.Errorf("that the match rests is told %d times to Ann, who has left it, and %d times to Bob; want Bob alone", a, b)
			}
		},
		// P57, P134: the bot can't join a group direct message. There the refusal of a command
		// about a running match does not explain how to begin one.
		"a vote in a group": func(s *story.Story) {
			s.Sim.Install(s.Eve)
			in := s.Sim.As(s.Eve).In(s.Sim.AddGroup("friends", s.Eve, s.Ann))
			s.Private(s.Answered(in.Slash("/match vote"), "/match vote"), "I'm not in this chat", "a server where I am")
		},
		// P57: in a server where the bot is not, no answer speaks of direct messages.
		"commands of servers where the bot is not": func(s *story.Story) {
			s.Sim.Install(s.Eve)
			elsewhere := s.Sim.AddGuild("Elsewhere", s.Eve, s.Ann)
			hall := s.Sim.AddChannel(elsewhere, "hall")
			s.Sim.KickBot(elsewhere)
			in := s.Sim.As(s.Eve).In(hall)
			for _, command := range []string{"/stats user:@Ann", "/top game:kalah", "/settings follow game:k3f9"} {
				said := s.Answered(in.Slash(command), command)
				s.Private(said, "not a member here", "a server where I am")
				if strings.Contains(said.Text(), "direct message") {
					s.Errorf("%s: %s", command, said.Text())
				}
			}
		},
		// P14, P57: the challenger is told that a member can't accept now, and why. A challenge to
		// somebody who isn't in the server is refused.
		"challenges to members who can't answer": func(s *story.Story) {
			challenge := func(change func(members, bob map[string]any)) discordsim.Message {
				s.Sim.TamperNext(1, func(p map[string]any) []map[string]any {
					members := p["data"].(map[string]any)["resolved"].(map[string]any)["members"].(map[string]any)
					change(members, members[string(s.Bob)].(map[string]any))
					return []map[string]any{p}
				})
				said := s.Slash(s.Ann, "/kalah challenge user:@Bob")
				if b := s.Board(); slices.Contains(b.Labels(), "Withdraw") {
					s.Click(s.Ann, b, "Withdraw")
				}
				return said
			}
			soon := time.Now().Add(time.Hour).Format(time.RFC3339)
			s.Private(challenge(func(_, m map[string]any) { m["communication_disabled_until"] = soon }),
				"Your challenge is in", "has a timeout until")
			s.Private(challenge(func(_, m map[string]any) { m["pending"] = true }),
				"hasn't agreed to this server's rules")
			s.Private(challenge(func(_, m map[string]any) { m["permissions"] = "2048" }), "can't see this channel")
			s.Wait(2 * time.Hour)
			if said := challenge(func(_, m map[string]any) {
				m["communication_disabled_until"] = soon
			}).Text(); strings.Contains(said, "timeout") {
				s.Errorf("a timeout that is over is told: %s", said)
			}
			open := s.Board().ID
			s.Private(challenge(func(members, _ map[string]any) { delete(members, string(s.Bob)) }),
				"Bob isn't in this server")
			if s.Board().ID != open {
				s.Error("somebody who isn't in the server is challenged")
			}
		},
		// P41: Discord has no threads within threads. A player who asks for one is told that the
		// match is played in the present thread.
		"a thread asked for in a thread": func(s *story.Story) {
			s.Slash(s.Ann, "/kalah start thread:true level:easy")
			thread := discordsim.ChannelID(s.TheMatch().Place.Channel)
			s.Private(s.Answered(s.Sim.As(s.Ann).In(thread).Slash("/kalah start thread:true level:easy"),
				"/kalah start"), "is a thread already")
		},
		// P134, P72, P40: when a match moves to another channel, the seat of the channel that votes
		// takes the name of that channel.
		"a vote whose channel is deleted": func(s *story.Story) {
			s.Waste = true
			s.Slash(s.Ann, "/kalah challenge user:@Bob seat:channel first:me vote:1h")
			s.Click(s.Bob, s.Board(), "Accept")
			attic, id := s.Sim.AddChannel(s.Club, "attic"), string(s.Only().ID)
			s.Sim.DeleteChannel(s.Hall)
			s.Wait(time.Minute)
			s.Answered(s.Sim.As(s.Ann).In(attic).Slash("/match resume game:"+id), "/match resume")
			s.Wait(time.Minute)
			s.Click(s.Bob, s.NewestDM(s.Bob), "Go on there")
			s.Wait(time.Minute)
			rec := s.TheMatch()
			if p := rec.Players[rec.SeatOf(match.UserID(s.Ann))]; rec.Parked != nil ||
				p.Channel != match.ChannelID(attic) || p.Name != "#attic" {
				s.Errorf("parked %v, and the channel's seat has %+v", rec.Parked, p)
			}
			s.Sees(s.Sim.Last(attic, s.Eve), "#attic (")
		},
	} {
		t.Run(name, func(t *testing.T) { story.Tell(t, tale, story.WithAll) })
	}
}
