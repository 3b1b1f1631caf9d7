package request_test

import (
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
)

// P4, P78: if Discord takes a private answer neither as an answer nor as a direct message, the
// person gets it with their next interaction, once, also after a restart.
func TestP78UnsaidAnswers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ language, says string }{
		{"English", "but Discord didn't take it"},
		{"Svenska", "men Discord tog inte emot det"},
		{"Deutsch", "aber Discord hat es nicht angenommen"},
	} {
		t.Run(c.language, func(t *testing.T) {
			story.Tell(t, func(s *story.Story) {
				s.Waste = true
				s.Begin("/kalah challenge user:@Bob first:me")
				s.Slash(s.Ann, "/settings general language:"+c.language)
				back := []func(){
					s.Sim.Inject(discordsim.Fault{
						Route: "/interactions/{interaction_id}/{interaction_token}/callback",
						Times: -1, Status: 502,
					}),
					s.Sim.Inject(discordsim.Fault{Route: "/webhooks/*", Times: -1, Status: 502}),
					s.Sim.Inject(discordsim.Fault{
						Route: "/users/@me/channels", Times: -1, Status: 403, Code: 50007,
						Message: "Cannot send messages to this user",
					}),
				}
				s.Sim.As(s.Ann).In(s.Hall).Slash("/settings block user:@Eve")
				s.Wait(3 * time.Minute)
				for _, remove := range back {
					remove()
				}
				s.Restart(time.Minute)
				before := len(s.Sim.Messages(s.Hall, s.Ann))
				s.Slash(s.Ann, "/games")
				s.Wait(time.Minute)
				list := s.Sim.Messages(s.Hall, s.Ann)
				s.Private(list[len(list)-1], c.says, "Eve")
				if n := len(list) - before; n != 2 {
					t.Errorf("%d messages, want the list and what was not said", n)
				}
				before = len(list)
				s.Slash(s.Ann, "/games")
				s.Wait(time.Minute)
				if n := len(s.Sim.Messages(s.Hall, s.Ann)) - before; n != 1 {
					t.Errorf("%d messages, want the list alone", n)
				}
			})
		})
	}
}
