package bot_test

import (
	"crypto/rand"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
)

// A bot that is told to end at whatever moment, with answers, boards, notices and computer players under way, ends in peace: nothing in its log says
// that something went wrong, and the next one shows what was left.
func TestEndsInPeace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newStory(t, discordsim.Config{})
		s.change = func(c *bot.Config) { c.Rand = rand.Reader } // each start draws other ids
		s.start()
		defer s.end()
		s.begin("/kalah challenge user:@Bob first:me")
		s.slash(s.cid, "/halatafl start level:greedy")
		s.halt()
		s.behind(60, 12)
		s.sim.Inject(discordsim.Fault{Times: -1, Delay: 150 * time.Millisecond})
		for n := range 24 {
			before := len(s.log.String())
			s.start()
			s.sim.As(s.ann).In(s.hall).Slash("/kalah challenge")
			s.sim.As(s.bob).In(s.hall).Slash("/board")
			s.sim.As(s.cid).In(s.hall).Slash("/help")
			time.Sleep(time.Duration(n*n) * 5 * time.Millisecond)
			s.halt()
			for _, line := range strings.Split(s.log.String()[before:], "\n") {
				if strings.Contains(line, "level=ERROR") || strings.Contains(line, "level=WARN") {
					t.Errorf("stopped %v after its start, the bot has logged: %s", time.Duration(n*n)*5*time.Millisecond, line)
				}
			}
		}
		s.start()
		s.wait(5 * time.Minute)
		if n := s.unshown(); n > 0 {
			t.Errorf("%d boards are behind in the end", n)
		}
	})
}
