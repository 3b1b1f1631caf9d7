package bot_test

import (
	"strings"
	"testing"
	"time"
)

// followedOver is what who follows is told.
const followedOver = "A match that you follow is over"

// P116: who watches and follows is told of the end by direct message, once, however the match ends and the process dies; nobody else sees anything of it, and
// then nothing is followed any more.
func TestP116Following(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.private(s.slash(s.eve, "/follow"), "Nothing is being played here")
		s.begin("/kalah challenge user:@Bob first:me time:1 day a move")
		posts := len(s.sim.Messages(s.hall, s.bob))
		s.private(s.slash(s.ann, "/follow"), "You play in this match yourself")
		watched := s.click(s.eve, s.board(), "Board")
		s.private(s.click(s.eve, watched, "Follow"), "You follow this match")
		s.private(s.slash(s.cid, "/follow"), "You follow this match")
		s.private(s.slash(s.eve, "/games"), "You follow", "Kalah · "+string(s.only().ID))
		s.private(s.click(s.cid, s.slash(s.cid, "/follow"), "Stop following"), "no longer")
		if n := len(s.sim.Messages(s.hall, s.bob)) - posts; n != 0 {
			t.Errorf("%d messages came of it", n)
		}
		if text := s.exports(s.ann); strings.Contains(text, string(s.eve)) || strings.Contains(text, "Eve") {
			t.Errorf("the export shows who follows:\n%s", text)
		}
		s.slash(s.ann, "/kalah move move:2")
		s.wait(time.Hour)
		s.restart(time.Minute)
		before, none := s.countDMs(s.eve), s.countDMs(s.cid)
		s.sayYes(s.bob, "/resign")
		s.wait(time.Minute)
		s.restart(time.Minute)
		s.sees(s.newestDM(s.eve), followedOver, "Bob", "resigned")
		if n := s.countDMs(s.eve) - before; n != 1 || s.countDMs(s.cid) != none {
			t.Errorf("Eve has %d messages, Cid %d; want one and none", n, s.countDMs(s.cid)-none)
		}
		if text := s.slash(s.eve, "/games").Text(); strings.Contains(text, "You follow") {
			t.Errorf("after the end: %s", text)
		}
		s.private(s.slash(s.eve, "/follow"), "not being played")
	})
}

// P116: who is told of the end of a match that they follow, and when: by what has become of them and what they want.
func TestP116Followers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name       string
		meanwhile  func(*story) // after Eve has followed
		told       bool         // within a minute
		inAll      bool         // within two days
		refused    bool         // she can't follow to begin with
		beforehand func(*story)
	}{
		{name: "as usual", told: true, inAll: true},
		{name: "wants one message a day", beforehand: func(s *story) { s.slash(s.eve, "/settings notify:one direct message a day") }, inAll: true},
		{name: "sleeps", beforehand: func(s *story) { s.slash(s.eve, "/hours zone:Europe/London quiet:00:00-12:00") }, inAll: true},
		{name: "wants to hear nothing", beforehand: func(s *story) { s.slash(s.eve, "/settings notify:not at all") }},
		{name: "has left the server", meanwhile: func(s *story) { s.waste = true; s.sim.RemoveMember(s.club, s.eve) }},
		{name: "is blocked by then", meanwhile: func(s *story) { s.slash(s.bob, "/block user:@Eve") }},
		{name: "is blocked", beforehand: func(s *story) { s.slash(s.bob, "/block user:@Eve") }, refused: true},
		{name: "is erased", meanwhile: func(s *story) { s.click(s.eve, s.slash(s.eve, "/delete-my-data"), "Yes, delete it all") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			tell(t, func(s *story) {
				s.begin("/kalah challenge user:@Bob first:me time:1 day a move")
				if c.beforehand != nil {
					c.beforehand(s)
				}
				answer := s.slash(s.eve, "/follow")
				if got := !strings.Contains(answer.Text(), "You follow this match"); got != c.refused {
					t.Fatalf("refused: %t, by: %s", got, answer.Text())
				}
				if c.refused && !strings.Contains(answer.Text(), "by more at the moment") {
					t.Errorf("this says why: %s", answer.Text())
				}
				if c.meanwhile != nil {
					c.meanwhile(s)
				}
				s.slash(s.ann, "/kalah move move:2")
				before := s.countDMs(s.eve)
				said := func() bool {
					for _, m := range s.sim.Messages(s.sim.DM(s.eve), s.eve)[before:] {
						if strings.Contains(m.Text(), followedOver) {
							return true
						}
					}
					return false
				}
				s.sayYes(s.bob, "/resign")
				s.wait(time.Minute)
				if got := said(); got != c.told {
					t.Errorf("told at once: %t, want %t", got, c.told)
				}
				s.wait(48 * time.Hour)
				if got := said(); got != c.inAll {
					t.Errorf("told in two days: %t, want %t", got, c.inAll)
				}
				if rec := s.only(); len(rec.Notices) > 0 {
					t.Errorf("still to be told: %v", rec.Notices)
				}
				note, err := s.store.Note(t.Context(), "follow/"+string(s.only().ID))
				if err != nil || note != "" || s.notes["follow/"+string(s.only().ID)] != "" {
					t.Errorf("followers of a match that is over: %q, %v", note, err)
				}
			})
		})
	}
}

// P116, P107: a match is followed by those who can see it, in each of its states; of one that is elsewhere nobody learns anything.
func TestP116States(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		lead func(*story)
		want string
	}{
		{"open", func(s *story) { s.slash(s.ann, "/kalah challenge") }, "Nothing is being played here"},
		{"set up", func(s *story) { s.armies("army:barrage") }, "You follow this match"},
		{"running, armies", func(s *story) { s.setUp() }, "You follow this match"},
		{"over", func(s *story) {
			s.begin("/kalah challenge user:@Bob first:me")
			s.sayYes(s.ann, "/resign")
		}, "not being played"},
	} {
		t.Run(c.name, func(t *testing.T) {
			crossTell(t, c.lead, func(s *story) {
				if got := s.slash(s.eve, "/follow"); !got.Ephemeral() || !strings.Contains(got.Text(), c.want) {
					t.Errorf("%s, want %q", got.Text(), c.want)
				}
				attic := s.sim.AddChannel(s.club, "attic")
				elsewhere := s.answered(s.sim.As(s.cid).In(attic).Slash("/follow game:"+string(s.only().ID)), "follow")
				s.private(elsewhere, "There is no such match")
			})
		})
	}
}
