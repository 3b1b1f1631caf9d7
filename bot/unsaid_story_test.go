package bot_test

import (
	"testing"
	"time"

	"paddock/bot/discordsim"
)

// P4, P78: a private answer that Discord takes neither as one nor as a direct message comes with the person's next interaction, once, also after a restart.
func TestP78UnsaidAnswers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ language, says string }{
		{"English", "Discord did not take what I answered you"}, {"Svenska", "tog Discord inte emot mitt svar"}, {"Deutsch", "Discord meine Antwort an dich nicht angenommen"},
	} {
		t.Run(c.language, func(t *testing.T) {
			tell(t, func(s *story) {
				s.waste = true
				s.begin("/kalah challenge user:@Bob first:me")
				s.slash(s.ann, "/settings language:"+c.language)
				back := []func(){
					s.sim.Inject(discordsim.Fault{Route: "/interactions/{interaction_id}/{interaction_token}/callback", Times: -1, Status: 502}),
					s.sim.Inject(discordsim.Fault{Route: "/webhooks/*", Times: -1, Status: 502}),
					s.sim.Inject(discordsim.Fault{Route: "/users/@me/channels", Times: -1, Status: 403, Code: 50007, Message: "Cannot send messages to this user"}),
				}
				s.sim.As(s.ann).In(s.hall).Slash("/block user:@Eve")
				s.wait(3 * time.Minute)
				for _, remove := range back {
					remove()
				}
				s.restart(time.Minute)
				before := len(s.sim.Messages(s.hall, s.ann))
				s.slash(s.ann, "/games")
				s.wait(time.Minute)
				list := s.sim.Messages(s.hall, s.ann)
				s.private(list[len(list)-1], c.says, "Eve")
				if n := len(list) - before; n != 2 {
					t.Errorf("%d messages, want the list and what was not said", n)
				}
				before = len(list)
				s.slash(s.ann, "/games")
				s.wait(time.Minute)
				if n := len(s.sim.Messages(s.hall, s.ann)) - before; n != 1 {
					t.Errorf("%d messages, want the list alone", n)
				}
			})
		})
	}
}
