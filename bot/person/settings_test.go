package person_test

import (
	"slices"
	"strings"
	"testing"

	"paddock/bot/component"
	"paddock/bot/discordsim"
	"paddock/bot/person"
	"paddock/bot/story"
	"paddock/games/match"
)

// P28: only users who can get direct messages can choose them: the bot tries one first.
func TestP28DirectMessagesAreTried(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		closed bool
		notify match.Notify
		dms    int
	}{
		{"a direct message", false, match.ByDM, 1},
		{"one direct message a day", false, match.ByDigest, 1},
		{"not at all", false, match.ByNothing, 0},
		{"a direct message", true, "", 0},
		{"one direct message a day", true, "", 0},
		{"not at all", true, match.ByNothing, 0},
	} {
		story.Tell(t, func(s *story.Story) {
			s.Waste = true // Discord refuses the test message
			if c.closed {
				s.Sim.CloseDMs(s.Ann)
			}
			m := s.Slash(s.Ann, "/settings general notify:"+c.name)
			s.Private(m)
			if refused := !strings.Contains(m.Text(), "Your settings"); refused != (c.closed && c.notify == "") {
				t.Errorf("%s, closed %t: the answer is\n%s", c.name, c.closed, m.Text())
			}
			if u, err := s.Store.User(s.Context(), match.UserID(s.Ann)); err != nil || u.Notify != c.notify {
				t.Errorf("%s, closed %t: it is %q, %v; want %q", c.name, c.closed, u.Notify, err, c.notify)
			}
			list := s.Sim.Messages(s.Sim.DM(s.Ann), s.Ann)
			list = slices.DeleteFunc(list, func(m discordsim.Message) bool {
				return !strings.Contains(m.Text(), "From now on I tell you here")
			})
			if len(list) != c.dms {
				t.Errorf("%s, closed %t: %d direct messages, want %d", c.name, c.closed, len(list), c.dms)
			}
		})
	}
}

// Autocomplete offers zones, nights and first days of vacations that fit the typed text.
func TestHoursAndDaysAreOffered(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		for _, c := range []struct {
			text, option, first string
			most                int
		}{
			{"/settings hours zone:", "zone", "Pacific/Auckland", 25},
			{"/settings hours zone:stockh", "zone", "Europe/Stockholm", 1},
			{"/settings hours zone:gondolin", "zone", "", 0},
			{"/settings hours quiet:22-7", "quiet", "22:00-07:00", 1},
			{"/settings hours quiet:23", "quiet", "23:00-06:00", 4},
			{"/settings hours quiet:9", "quiet", "", 0},
			{"/settings vacation from:", "from", "2000-01-01", 25},
			{"/settings vacation from:2000-02-29", "from", "2000-02-29", 1},
			{"/settings vacation from:1999", "from", "", 0},
		} {
			i := s.Sim.As(s.Ann).In(s.Hall).Autocomplete(c.text, c.option)
			s.Wait(0)
			list := i.Choices()
			if len(list) > c.most || (len(list) == 0) != (c.first == "") || c.first != "" && list[0].Name != c.first {
				t.Errorf("%s offers %v, want at most %d, the first %q", c.text, list, c.most, c.first)
			}
		}
	})
}

// A setting that no panel has is refused, and nothing changes.
func TestForgedSettings(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		for _, command := range []string{"/settings general", "/settings hours"} {
			before := s.Slash(s.Ann, command)
			action := component.ActSettings
			if strings.Contains(command, "hours") {
				action = person.ActHours
			}
			for _, name := range []string{"nonsense", "zones"} {
				s.Forge(component.Target{Action: action, Text: name})
				s.Private(s.Click(s.Ann, before, "Change"), "I don't know this button")
			}
			if after := s.Slash(s.Ann, command); after.Text() != before.Text() {
				t.Errorf("%s shows\n%s\nand then\n%s", command, before.Text(), after.Text())
			}
		}
	})
}
