package bot_test

import (
	"strings"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
)

// P4, P78: what somebody has asked for reaches them once, whatever becomes of its deferral and of its answer for as long as the interaction lives: as the
// answer, by direct message, or with their next interaction.
func TestP78AnswerThroughTrouble(t *testing.T) {
	t.Parallel()
	const callback, webhook, dm = "/interactions/{interaction_id}/{interaction_token}/callback", "/webhooks/*", "/users/@me/channels"
	for _, c := range []struct {
		name     string
		faults   []discordsim.Fault
		restarts bool
	}{
		{name: "the deferral is refused for good", faults: []discordsim.Fault{{Route: callback, Times: -1, Status: 503}}},
		{name: "what follows is refused for good", faults: []discordsim.Fault{{Route: callback, Times: -1, Status: 503}, {Route: webhook, Times: -1, Status: 503}}},
		{name: "the deferral arrives late", faults: []discordsim.Fault{{Route: callback, Times: 4, Delay: 5 * time.Second}}},
		{name: "everything is refused, and the bot restarts", restarts: true, faults: []discordsim.Fault{
			{Route: callback, Times: -1, Status: 503}, {Route: webhook, Times: -1, Status: 503}, {Route: dm, Times: -1, Status: 503},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tell(t, func(s *story) {
				s.waste = true
				s.begin5("/kalah challenge user:@Bob first:me")
				s.slash(s.ann, "/kalah move move:1")
				asked := s.slash(s.cid, "/delete-my-data")
				s.wait(time.Minute)
				var back []func()
				for _, f := range c.faults {
					back = append(back, s.sim.Inject(f))
				}
				s.sim.As(s.ann).In(s.hall).Slash("/kalah move move:2") // refused
				s.sim.As(s.bob).In(s.hall).Slash("/export")            // a file
				s.sim.As(s.eve).In(s.hall).Slash("/block user:@Bob")   // done
				s.sim.As(s.cid).Click(asked, asked.Labels()[1])        // takes a private message's place
				if c.restarts {
					time.Sleep(2 * time.Second)
					s.restart(time.Minute)
				}
				s.wait(time.Minute)
				for _, who := range []discordsim.UserID{s.ann, s.bob, s.cid, s.eve} {
					if m := s.sim.Last(s.hall, who); m.Loading() {
						t.Errorf("%v still waits", who)
					}
				}
				s.wait(15 * time.Minute) // longer than an interaction lives
				for _, remove := range back {
					remove()
				}
				for who, says := range map[discordsim.UserID]string{s.ann: "not your turn", s.bob: "The match as text", s.eve: "Bob is blocked", s.cid: "nothing was deleted"} {
					s.slash(who, "/games")
					s.wait(time.Minute)
					n := 0
					for _, m := range append(s.sim.Messages(s.hall, who), s.sim.Messages(s.sim.DM(who), who)...) {
						n += strings.Count(m.Text(), says)
					}
					if n != 1 {
						t.Errorf("%q was said %d times", says, n)
					}
				}
			}, func(cfg *bot.Config) { cfg.Store = slowStore{cfg.Store} })
		})
	}
}

// P78: an answer that Discord refuses for less than its three seconds is given as the answer, to whatever was asked.
func TestP78AnswerInTime(t *testing.T) {
	t.Parallel()
	const callback = "/interactions/{interaction_id}/{interaction_token}/callback"
	for _, down := range []time.Duration{500 * time.Millisecond, time.Second, 1900 * time.Millisecond} {
		t.Run(down.String(), func(t *testing.T) {
			tell(t, func(s *story) {
				s.waste = true
				s.begin5("/kalah challenge user:@Bob first:me")
				for who, text := range map[discordsim.UserID]string{s.ann: "/kalah move move:1", s.bob: "/export", s.cid: "/kalah move move:1", s.eve: "/help"} {
					remove := s.sim.Inject(discordsim.Fault{Route: callback, Times: -1, Status: 503})
					i := s.sim.As(who).In(s.hall).Slash(text)
					time.Sleep(down)
					remove()
					if err := i.WaitAnswer(s.Context()); err != nil {
						t.Errorf("%s: %v", text, err)
					}
					s.wait(time.Minute)
				}
			})
		})
	}
}
