package bot_test

import (
	"crypto/rand"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/bot/story"
)

// A bot that is stopped at any moment, with answers, boards, notices and computer players at work,
// ends cleanly. Its log has no errors, and the next bot shows the rest.
func TestEndsInPeace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := story.NewStory(t, discordsim.Config{})
		// the ids are real random values, so that each start makes other ids
		s.Change = func(c *bot.Config) { c.Rand = rand.Reader }
		s.Start()
		defer s.End()
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Slash(s.Cid, "/halatafl start level:greedy")
		s.Halt()
		s.Behind(60, 12)
		s.Sim.Inject(discordsim.Fault{Times: -1, Delay: 150 * time.Millisecond})
		for n := range 24 {
			before := len(s.Logged.String())
			s.Start()
			s.Sim.As(s.Ann).In(s.Hall).Slash("/kalah challenge")
			s.Sim.As(s.Bob).In(s.Hall).Slash("/board")
			s.Sim.As(s.Cid).In(s.Hall).Slash("/help")
			time.Sleep(time.Duration(n*n) * 5 * time.Millisecond)
			s.Halt()
			for _, line := range strings.Split(s.Logged.String()[before:], "\n") {
				if strings.Contains(line, "level=ERROR") || strings.Contains(line, "level=WARN") {
					t.Errorf("stopped %v after its start, the bot has logged: %s",
						time.Duration(n*n)*5*time.Millisecond, line)
				}
			}
		}
		s.Start()
		s.Wait(5 * time.Minute)
		if n := s.Unshown(); n > 0 {
			t.Errorf("%d boards are behind in the end", n)
		}
	})
}
