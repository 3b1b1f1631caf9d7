package request_test

import (
	"strings"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/scene"
)

// P4, P78: a person gets each answer exactly once, whatever happens to its deferral or to the
// answer itself while the interaction's token is valid. It comes as the answer, by direct message,
// or with the person's next interaction.
func TestP78AnswerThroughTrouble(t *testing.T) {
	t.Parallel()
	const callback, webhook, dm = "/interactions/{interaction_id}/{interaction_token}/callback", "/webhooks/*",
		"/users/@me/channels"
	for _, c := range []struct {
		name     string
		faults   []discordsim.Fault
		restarts bool
	}{
		{
			name:   "the deferral is refused for good",
			faults: []discordsim.Fault{{Route: callback, Times: -1, Status: 503}},
		},
		{
			name: "what follows is refused for good",
			faults: []discordsim.Fault{
				{Route: callback, Times: -1, Status: 503},
				{Route: webhook, Times: -1, Status: 503},
			},
		},
		{
			name: "the answer is forbidden",
			faults: []discordsim.Fault{{
				Route: callback, Times: -1, Status: 403, Code: 50013,
				Message: "Missing Permissions",
			}},
		},
		{
			name:   "the answer is forbidden by a proxy",
			faults: []discordsim.Fault{{Route: callback, Times: -1, Status: 403, Body: "<html>"}},
		},
		{
			name:   "the answer is refused as too much",
			faults: []discordsim.Fault{{Route: callback, Times: -1, Status: 429, RetryAfter: time.Hour}},
		},
		{name: "everything is forbidden, and the bot restarts", restarts: true, faults: []discordsim.Fault{
			{Route: callback, Times: -1, Status: 403}, {Route: dm, Times: -1, Status: 403},
		}},
		{
			name:   "the deferral arrives late",
			faults: []discordsim.Fault{{Route: callback, Times: 4, Delay: 5 * time.Second}},
		},
		{name: "everything is refused, and the bot restarts", restarts: true, faults: []discordsim.Fault{
			{Route: callback, Times: -1, Status: 503},
			{Route: webhook, Times: -1, Status: 503},
			{Route: dm, Times: -1, Status: 503},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			story.Tell(t, func(s *story.Story) {
				s.Waste = true
				s.Begin5("/kalah challenge user:@Bob first:me")
				s.Slash(s.Ann, "/kalah move move:1")
				asked := s.Slash(s.Cid, "/privacy delete-my-data")
				s.Wait(time.Minute)
				var back []func()
				for _, f := range c.faults {
					back = append(back, s.Sim.Inject(f))
				}
				s.Sim.As(s.Ann).In(s.Hall).Slash("/kalah move move:2")        // the move in this request is refused
				s.Sim.As(s.Bob).In(s.Hall).Slash("/match export")             // the request is answered by a file
				s.Sim.As(s.Eve).In(s.Hall).Slash("/settings block user:@Bob") // the request is answered by a sentence
				s.Sim.As(s.Cid).Click(asked, asked.Labels()[0])               // the answer replaces a private message
				if c.restarts {
					time.Sleep(2 * time.Second)
					s.Restart(time.Minute)
				}
				s.Wait(time.Minute)
				for _, who := range []discordsim.UserID{s.Ann, s.Bob, s.Cid, s.Eve} {
					if m := s.Sim.Last(s.Hall, who); m.Loading() {
						t.Errorf("%v still waits", who)
					}
				}
				s.Wait(15 * time.Minute) // the wait is longer than the token of an interaction is valid
				for _, remove := range back {
					remove()
				}
				for who, says := range map[discordsim.UserID]string{
					s.Ann: "isn't your turn",
					s.Bob: "The match as text", s.Eve: "Bob is blocked", s.Cid: "nothing was deleted",
				} {
					s.Slash(who, "/games")
					s.Wait(time.Minute)
					n := 0
					for _, m := range append(s.Sim.Messages(s.Hall, who), s.Sim.Messages(s.Sim.DM(who), who)...) {
						n += strings.Count(m.Text(), says)
					}
					if n != 1 {
						t.Errorf("%q was said %d times", says, n)
					}
				}
			}, func(cfg *bot.Config) { cfg.Store = story.SlowStore{Store: cfg.Store} })
		})
	}
}

// P78: if Discord refuses an answer for less than three seconds, it is still given as the answer,
// for every kind of interaction.
func TestP78AnswerInTime(t *testing.T) {
	t.Parallel()
	const callback = "/interactions/{interaction_id}/{interaction_token}/callback"
	for _, down := range []time.Duration{500 * time.Millisecond, time.Second, 1900 * time.Millisecond} {
		t.Run(down.String(), func(t *testing.T) {
			story.Tell(t, func(s *story.Story) {
				s.Waste = true
				s.Begin5("/kalah challenge user:@Bob first:me")
				for who, text := range map[discordsim.UserID]string{
					s.Ann: "/kalah move move:1", s.Bob: "/match export",
					s.Cid: "/kalah move move:1", s.Eve: "/help",
				} {
					remove := s.Sim.Inject(discordsim.Fault{Route: callback, Times: -1, Status: 503})
					i := s.Sim.As(who).In(s.Hall).Slash(text)
					time.Sleep(down)
					remove()
					if err := i.WaitAnswer(s.Context()); err != nil {
						t.Errorf("%s: %v", text, err)
					}
					s.Wait(time.Minute)
				}
			})
		})
	}
}

// P4: while waiting for a slow answer a person can open a form, and gets the answer to the form at
// once.
func TestP4FormsBesideSomethingSlow(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		here := s.Sim.As(s.Ann).In(s.Hall)
		s.Sim.Inject(discordsim.Fault{Route: "/channels/{channel_id}/threads", Times: 1, Delay: 7 * time.Second})
		slow := here.Slash("/kalah start level:first thread:True")
		s.Wait(200 * time.Millisecond)
		opened := here.Slash("/match import")
		s.Wait(1300 * time.Millisecond)
		form := opened.Modal()
		if form == nil {
			t.Fatalf("the form is not open in time: %v", opened.Err())
		}
		filled := here.Submit(form, map[string]string{"0": "no game"})
		s.Wait(2 * time.Second)
		if m := filled.Message(); filled.Err() != nil || m.Loading() {
			t.Errorf("what was entered waits: %v %q", filled.Err(), m.Text())
		}
		s.Private(s.Answered(slow, "slow"), "Your match has begun")
	})
}

// P4: a form that a command has opened has no message to update. If the answer to it is late, it is
// deferred as a new message.
func TestP4LateAnswerToForm(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin5("/kalah challenge user:@Bob first:me")
		text := s.Exports(s.Ann)
		here := s.Sim.As(s.Ann).In(s.Hall)
		opened := here.Slash("/match import")
		s.Wait(time.Second)
		s.Private(s.Answered(here.Submit(opened.Modal(), map[string]string{"0": text}), "form"), "Kalah")
	}, func(cfg *bot.Config) {
		cfg.Draw = func(scene.Scene) ([]byte, error) {
			time.Sleep(5 * time.Second)
			return []byte("\x89PNG\r\n\x1a\n"), nil
		}
	})
}

// P78: an answer by direct message that Discord calls invalid comes as plain text. An answer that
// is stored for later is delivered as its text. Neither form has an empty heading.
func TestP78AnswerWithoutItsControls(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		const post = "/channels/{channel_id}/messages"
		for _, c := range []struct {
			refused discordsim.Fault
			told    func() discordsim.Message
		}{
			{discordsim.Fault{
				Method: "POST", Route: post, Times: 1, Status: 400, Code: 50035,
				Message: "Invalid Form Body",
			}, func() discordsim.Message { return s.NewestDM(s.Ann) }},
			{discordsim.Fault{Method: "POST", Route: post, Times: -1, Status: 403}, func() discordsim.Message {
				s.Slash(s.Ann, "/help")
				return s.Sim.Last(s.Hall, s.Ann)
			}},
		} {
			back := []func(){
				s.Sim.Inject(discordsim.Fault{
					Route: "/interactions/{interaction_id}/{interaction_token}/callback",
					Times: -1, Status: 403,
				}), s.Sim.Inject(c.refused),
			}
			s.Sim.As(s.Ann).In(s.Hall).Slash("/privacy delete-my-data")
			s.Wait(time.Minute)
			for _, remove := range back {
				remove()
			}
			m := c.told()
			s.Sees(m, "Delete everything I know", "The buttons didn't get through")
			if len(m.Labels()) > 0 {
				t.Errorf("there are buttons: %q", m.Labels())
			}
		}
	})
}
