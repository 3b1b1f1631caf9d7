package tournament_test

import (
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
)

// P27: if the bot may create events, a scheduled event announces the start of a tournament. It is
// made once, survives a restart, becomes active with the first round, and is deleted when the
// tournament is over or cancelled.
func TestTournamentIsAnnounced(t *testing.T) {
	t.Parallel()
	const create = "/tournament create game:fish players:4 fill:easy options:rules=course rows=2 columns=4 penguins=1 name:"
	story.TellTournament(t, func(s *story.Story) {
		s.Slash(s.Ann, create+"Quiet")
		s.Slash(s.Ann, create+"Begun round-time:14 days")
		s.Slash(s.Bob, "/tournament join tournament:Begun")
		s.Slash(s.Cid, "/tournament join tournament:Begun")
		s.Slash(s.Ann, "/tournament start tournament:Begun")
		s.Wait(10 * time.Second)
		if got := s.Sim.Events(s.Club); len(got) != 0 {
			t.Errorf("without the permission: %v", got)
		}
		s.Slash(s.Ann, "/tournament cancel tournament:Quiet") // a member owns at most three open tournaments
		s.Sim.SetPermissions(s.Club, s.Sim.Bot(), discordsim.DefaultBotPermissions|discordsim.PermCreateEvents)
		s.Slash(s.Ann, create+"Loud")
		s.Wait(10 * time.Second)
		list := s.Sim.Events(s.Club)
		if len(list) != 1 || list[0].Name != "Loud" || !strings.Contains(list[0].Location, string(s.Board().ID)) ||
			!list[0].Start.After(time.Now().Add(23*time.Hour)) {
			t.Fatalf("the events are %+v, want one of Loud in a day, at the sign-up", list)
		}
		s.Click(s.Bob, s.About("Loud"), "Join")
		s.Restart(time.Minute)
		// changes a tournament that has begun without an event
		s.Click(s.Cid, s.Slash(s.Cid, "/tournament leave tournament:Begun"), "Yes, leave")
		s.Click(s.Cid, s.About("Loud"), "Join")
		s.Wait(time.Minute)
		if got := s.Sim.Events(s.Club); len(got) != 1 || got[0].ID != list[0].ID {
			t.Errorf("after a restart the events are %+v", got)
		}
		s.Slash(s.Ann, create+"Off")
		s.Wait(10 * time.Second)
		if got := s.Sim.Events(s.Club); len(got) != 2 {
			t.Errorf("two tournaments have %d events", len(got))
		}
		s.Slash(s.Ann, "/tournament cancel tournament:Off")
		s.Wait(10 * time.Second)
		if got := s.Sim.Events(s.Club); len(got) != 1 {
			t.Errorf("after a cancelled one the events are %+v", got)
		}
		s.Wait(25 * time.Hour) // long enough for the tournament "Loud" to begin
		if got := s.Sim.Events(s.Club); len(got) == 1 && got[0].Status != discordsim.StatusActive {
			t.Errorf("a tournament that runs has the event %+v", got[0])
		}
		s.Wait(20 * 24 * time.Hour) // nobody moves, so the clock ends the tournament
		if got := s.Sim.Events(s.Club); len(got) != 0 {
			t.Errorf("at the end the events are %+v", got)
		}
	})
}
