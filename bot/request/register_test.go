package request_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
)

const commandsRoute = "/applications/{application_id}/commands"

// P120: if commands can't be registered at the first start, they are registered when that is
// possible again, without a new connection. Meanwhile the log names what is missing, and Discord
// gets few requests.
func TestCommandsAreRegisteredInTheEnd(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		fault  discordsim.Fault
		lasts  time.Duration // how long Discord fails; 0: for as many requests as the fault says
		within time.Duration // the most time between the end of the failure and the registration
		most   int           // the most requests that are allowed
		unsaid bool          // whether the failure is too short for a line in the log
	}{
		{"one 429", discordsim.Fault{Status: 429, RetryAfter: 3 * time.Second}, 0, 5 * time.Second, 2, true},
		{
			"a 429 over all",
			discordsim.Fault{Status: 429, Scope: "global", RetryAfter: 20 * time.Second},
			0,
			25 * time.Second, 2, false,
		},
		{"2 s of 5xx", discordsim.Fault{Status: 502, Times: -1}, 2 * time.Second, 10 * time.Second, 5, false},
		{
			"two hours of 5xx",
			discordsim.Fault{Status: 503, Times: -1},
			2 * time.Hour, 10 * time.Minute, 2*60/2 + 20,
			false,
		},
		{"a lost answer", discordsim.Fault{Lost: true}, 0, 5 * time.Second, 2, true},
		{"no answer", discordsim.Fault{Delay: time.Hour}, 0, time.Minute, 2, false},
		{
			"a 200 of somebody else",
			discordsim.Fault{Status: 200, Body: "<html>welcome</html>"},
			0, 5 * time.Second, 2,
			false,
		},
		{
			"too many made today",
			discordsim.Fault{Status: 400, Code: 30034, Times: -1},
			24 * time.Hour, 2 * time.Hour,
			50, false,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := story.NewStory(t, discordsim.Config{})
				s.Waste = true
				c.fault.Method, c.fault.Route = http.MethodPut, commandsRoute
				remove := s.Sim.Inject(c.fault)
				s.Start()
				defer s.End()
				s.Wait(c.lasts)
				if c.lasts > 0 {
					if n := len(s.Sim.Commands(s.Hall, s.Ann)); n > 0 {
						t.Fatalf("%d commands are there, want none yet: the test tests nothing", n)
					}
					remove()
				}
				s.Wait(c.within)
				if len(s.Sim.Commands(s.Hall, s.Ann)) == 0 {
					t.Errorf("no commands %v after the failure is over", c.within)
				}
				asked := 0
				for _, call := range s.Sim.Calls() {
					if call.Method == http.MethodPut && call.Route == commandsRoute {
						asked++
					}
				}
				if asked > c.most {
					t.Errorf("%d requests, want at most %d", asked, c.most)
				}
				if text := s.Logged.String(); !c.unsaid &&
					(!strings.Contains(text, "the commands are not registered") ||
						!strings.Contains(text, "missing=\"") || !strings.Contains(text, "kalah")) {
					t.Error("the log does not name the commands that are missing")
				}
				s.Private(s.Slash(s.Ann, "/help"))
			})
		})
	}
}

// P120: the registered commands keep working while a new set can't be registered. A restart with
// the same set sends nothing.
func TestCommandsAreSentWhenTheyChange(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Wait(time.Minute)
		s.Sim.ForgetCalls()
		s.Restart(time.Minute)
		s.Wait(time.Minute)
		for _, call := range s.Sim.Calls() {
			if call.Route == commandsRoute {
				t.Error("the same set is sent again:", fmt.Sprint(call))
			}
		}
	})
}
