package tournament_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
)

// P27: in an announcement channel the organiser publishes the result to its followers, as a message
// without components, because followers would see none. It is posted and published once, and again
// only if somebody has deleted it. Elsewhere there is no button.
func TestPublishTheResult(t *testing.T) {
	t.Parallel()
	story.TellTournament(t, func(s *story.Story) {
		play := func(name string) discordsim.Message {
			s.Slash(s.Ann, "/tournament create game:kalah format:bracket players:2 name:"+name)
			s.Slash(s.Ann, "/tournament join")
			s.Slash(s.Bob, "/tournament join")
			s.Wait(10 * time.Second)
			s.SayYes(s.Bob, "/resign")
			s.Wait(10 * time.Second)
			return s.About(name + " is over")
		}
		if end := play("Inside"); slices.Contains(end.Labels(), "Publish to followers") {
			t.Error("there is a button to publish in a channel without followers")
		}
		s.Hall = s.Sim.AddChannelOf(discordsim.ChannelNews, s.Club, "news")
		end := play("Cup")
		s.Private(s.Click(s.Bob, end, "Publish to followers"), "Only Ann")
		if n := len(published(s)); n != 0 {
			t.Fatalf("%d messages are published", n)
		}
		s.Private(s.Click(s.Ann, end, "Publish to followers"), "is published")
		list := published(s)
		if len(list) != 1 || len(list[0].Components) > 0 || !strings.Contains(list[0].Content, "Ann wins the tournament") {
			t.Fatalf("published: %+v", list)
		}
		s.Restart(time.Minute)
		s.Private(s.Click(s.Ann, end, "Publish to followers"), "was published before")
		if n := len(published(s)); n != 1 {
			t.Errorf("%d messages are published, want 1", n)
		}
		s.Waste = true
		limited := false
		for range 12 { // Discord allows ten publications an hour
			s.Sim.DeleteMessage(published(s)[0].ID)
			m := s.Click(s.Ann, end, "Publish to followers")
			if limited = strings.Contains(m.Text(), "ten messages an hour"); limited {
				break
			}
			s.Private(m, "is published")
		}
		if !limited {
			t.Error("nothing says that there is a limit")
		}
		s.Wait(2 * time.Hour)
		s.Answered(s.Sim.As(s.Ann).ClickStale(end, "Publish to followers"), "after an hour")
		if n := len(published(s)); n != 1 {
			t.Errorf("%d messages are published after the limit, want 1", n)
		}
	})
}

// published returns the messages of the test channel that were published.
func published(s *story.Story) (list []discordsim.Message) {
	for _, m := range s.Sim.Messages(s.Hall, s.Ann) {
		if m.Flags&1 != 0 {
			list = append(list, m)
		}
	}
	return list
}
