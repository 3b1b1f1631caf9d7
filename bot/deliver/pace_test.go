package deliver_test

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
)

// behindAtStart returns the number of outdated boards when the bot starts: PADDOCK_BEHIND, or a
// small number.
func behindAtStart(usual int) int {
	if n, err := strconv.Atoi(os.Getenv("PADDOCK_BEHIND")); err == nil {
		return n
	}
	return usual
}

// P84: the bot starts with very many outdated boards, under Discord's own limits. All are shown,
// and hardly a request is refused. People who play meanwhile get answers and boards as usual.
func TestManyBoardsBehind(t *testing.T) {
	t.Parallel()
	boards := behindAtStart(400)
	rooms := boards / 20
	story.Tell(t, func(s *story.Story) {
		s.Waste = true // at the beginning a few requests may be refused
		s.Begin("/kalah challenge user:@Bob first:me")
		ours := s.Only().ID
		s.Halt()
		s.Behind(boards, rooms)
		s.Sim.ForgetCalls()
		began := time.Now()
		s.Start()
		before := s.Sim.Last(s.Hall, s.Eve)
		asked := time.Now()
		i := s.Sim.As(s.Ann).Click(s.Board(), "1 (4)")
		for i.Answer() == 0 && time.Since(asked) < 3*time.Second {
			time.Sleep(10 * time.Millisecond)
		}
		answered := time.Since(asked)
		for time.Since(asked) < time.Minute && s.Sim.Last(s.Hall, s.Eve).ID == before.ID {
			time.Sleep(10 * time.Millisecond)
		}
		shown := time.Since(asked)
		left := s.Unshown()
		if answered > 500*time.Millisecond || shown > 10*time.Second || left < boards/2 {
			t.Errorf("with %d boards behind a click was answered after %v and its board shown after %v, want at once and within seconds", left, answered, shown)
		}
		for s.Unshown() > 0 && time.Since(began) < time.Hour {
			s.Wait(time.Second)
		}
		took := time.Since(began)
		refused := slices.DeleteFunc(s.Sim.Refusals(), func(c discordsim.Call) bool { return c.Status != 429 })
		t.Logf("%d boards in %d channels: %v, %d requests refused; a click meanwhile: answer %v, board %v, %d boards behind", boards, rooms, took, len(refused), answered, shown, left)
		if n := s.Unshown(); n > 0 {
			t.Errorf("%d boards are still behind after %v", n, took)
		}
		if len(refused) >= 20 {
			t.Errorf("%d requests were refused as too many, want fewer than 20; the first: %v", len(refused),
				refused[0])
		}
		if rec, err := s.Store.Record(s.Context(), ours); err != nil || rec.Moves != 1 {
			t.Errorf("the match played meanwhile has %d moves, %v; want 1", rec.Moves, err)
		}
	})
}

// P4, P84: an answer that Discord refuses as too early is sent again.
func TestAnswerRefusedAsTooEarly(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		s.Sim.Inject(discordsim.Fault{
			Method: "POST", Route: story.CallbackRoute, Status: 429,
			RetryAfter: 700 * time.Millisecond,
		})
		s.Private(s.Slash(s.Ann, "/help"))
		s.Sim.Inject(discordsim.Fault{
			Method: "POST", Route: story.PostRoute, Status: 429, Scope: "global",
			RetryAfter: 5 * time.Second,
		})
		// Discord refuses the message of this challenge
		s.Sim.As(s.Ann).In(s.Hall).Slash("/kalah challenge user:@Bob first:me")
		synctest.Wait()
		before := time.Now()
		i := s.Sim.As(s.Eve).In(s.Hall).Slash("/help")
		synctest.Wait()
		if err := i.Err(); err != nil || i.Answer() == 0 || time.Since(before) > 0 {
			t.Errorf("an answer waits for %v, %v, although the limit over all does not concern it", time.Since(before),
				err)
		}
		s.Wait(time.Minute)
		s.Sees(s.Last(), "Kalah")
		if text := s.Logged.String(); strings.Contains(text, "not delivered") {
			t.Error("an answer was not delivered")
		}
	})
}
