package request_test

import (
	"slices"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
)

// P4: a click that deletes its own message is acknowledged first, however long the acknowledgement
// takes.
func TestP4PressTakesItsMessageAway(t *testing.T) {
	t.Parallel()
	type prepare func(s *story.Story, dan discordsim.UserID) (presses discordsim.UserID)
	offer := func(s *story.Story, _ discordsim.UserID) discordsim.UserID {
		s.Slash(s.Ann, "/draw")
		return s.Bob
	}
	undo := func(s *story.Story, _ discordsim.UserID) discordsim.UserID {
		s.Slash(s.Ann, "/kalah move move:1")
		s.Wait(2 * time.Minute)
		s.Slash(s.Ann, "/takeback")
		return s.Bob
	}
	late := func(s *story.Story, _ discordsim.UserID) discordsim.UserID {
		s.Wait(6*time.Hour + time.Minute)
		return s.Bob
	}
	seat := func(s *story.Story, dan discordsim.UserID) discordsim.UserID {
		s.Slash(s.Cid, "/server hand-over new:@Dan old:@Bob reason:Bob is ill game:"+string(s.Only().ID))
		return dan
	}
	for label, before := range map[string]prepare{
		"Agree to the draw": offer, "No draw": offer, "Let them take it back": undo, "No, it stands": undo,
		"Claim the win": late, "Accept": seat, "Decline": seat,
	} {
		t.Run(label, func(t *testing.T) {
			story.Tell(t, func(s *story.Story) {
				dan := s.Moderated()
				s.Begin("/kalah challenge user:@Bob first:me time:6 hours a move timeout:claim")
				who := before(s, dan)
				s.Wait(time.Minute)
				all := s.Sim.Messages(s.Hall, who)
				i := slices.IndexFunc(all, func(m discordsim.Message) bool {
					return len(m.Components) > 0 && m.Components[0].Type != story.Container &&
						slices.Contains(m.Labels(), label)
				})
				if i < 0 {
					t.Fatal("no message calls upon them")
				}
				s.Sim.Inject(discordsim.Fault{
					Route: "/interactions/{interaction_id}/{interaction_token}/callback",
					Times: 1, Delay: time.Second,
				})
				s.Click(who, all[i], label)
				s.Wait(time.Minute)
				if s.There(who, all[i]) {
					t.Error("the message is still there")
				}
			})
		})
	}
}
