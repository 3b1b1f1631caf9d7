package play_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/story"
	"paddock/games/match"
)

// P116: a follower is told once by direct message when the match ends, for whatever reason, even if
// the process dies. Nobody else sees it, and the match is no longer followed.
func TestP116Following(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Private(s.Slash(s.Eve, "/settings follow"), "Nobody is playing here")
		s.Begin("/kalah challenge user:@Bob first:me time:1 day a move")
		posts := len(s.Sim.Messages(s.Hall, s.Bob))
		s.Private(s.Slash(s.Ann, "/settings follow"), "You play in this match yourself")
		watched := s.Click(s.Eve, s.Board(), "Board just for me")
		s.Private(s.Click(s.Eve, watched, "Follow"), "You follow this match")
		s.Private(s.Slash(s.Cid, "/settings follow"), "You follow this match")
		s.Private(s.Slash(s.Eve, "/games"), "You follow", "Kalah · "+string(s.Only().ID))
		s.Private(s.Click(s.Cid, s.Slash(s.Cid, "/settings follow"), "Stop following"), "no longer")
		if n := len(s.Sim.Messages(s.Hall, s.Bob)) - posts; n != 0 {
			t.Errorf("%d messages came of it", n)
		}
		if text := s.Exports(s.Ann); strings.Contains(text, string(s.Eve)) || strings.Contains(text, "Eve") {
			t.Errorf("the export shows who follows:\n%s", text)
		}
		s.Slash(s.Ann, "/kalah move move:2")
		s.Wait(time.Hour)
		s.Restart(time.Minute)
		before, none := s.CountDMs(s.Eve), s.CountDMs(s.Cid)
		s.SayYes(s.Bob, "/resign")
		s.Wait(time.Minute)
		s.Restart(time.Minute)
		s.Sees(s.NewestDM(s.Eve), story.FollowedOver, "Bob", "resigned")
		if n := s.CountDMs(s.Eve) - before; n != 1 || s.CountDMs(s.Cid) != none {
			t.Errorf("Eve has %d messages, Cid %d; want one and none", n, s.CountDMs(s.Cid)-none)
		}
		if text := s.Slash(s.Eve, "/games").Text(); strings.Contains(text, "You follow") {
			t.Errorf("after the end: %s", text)
		}
		s.Private(s.Slash(s.Eve, "/settings follow"), "isn't running")
	})
}

// P116: whether and when a follower is told of the end depends on their settings and their access.
func TestP116Followers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name       string
		meanwhile  func(*story.Story) // what happens after Eve has followed the match
		told       bool               // whether she is told within a minute
		inAll      bool               // whether she is told within two days
		refused    bool               // whether she may not follow it
		beforehand func(*story.Story)
	}{
		{name: "as usual", told: true, inAll: true},
		{name: "wants one message a day", beforehand: func(s *story.Story) {
			s.Slash(s.Eve, "/settings general notify:one direct message a day")
		}, inAll: true},
		{name: "sleeps", beforehand: func(s *story.Story) {
			s.Slash(s.Eve, "/settings hours zone:Europe/London quiet:00:00-12:00")
		}, inAll: true},
		{name: "wants to hear nothing", beforehand: func(s *story.Story) {
			s.Slash(s.Eve, "/settings general notify:not at all")
		}},
		{name: "has left the server", meanwhile: func(s *story.Story) {
			s.Waste = true
			s.Sim.RemoveMember(s.Club, s.Eve)
		}},
		{name: "is blocked by then", meanwhile: func(s *story.Story) { s.Slash(s.Bob, "/settings block user:@Eve") }},
		{
			name: "is blocked", beforehand: func(s *story.Story) { s.Slash(s.Bob, "/settings block user:@Eve") },
			refused: true,
		},
		{name: "is erased", meanwhile: func(s *story.Story) {
			s.Click(s.Eve, s.Slash(s.Eve, "/privacy delete-my-data"), "Yes, delete it all")
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			story.Tell(t, func(s *story.Story) {
				s.Begin("/kalah challenge user:@Bob first:me time:1 day a move")
				if c.beforehand != nil {
					c.beforehand(s)
				}
				answer := s.Slash(s.Eve, "/settings follow")
				if got := !strings.Contains(answer.Text(), "You follow this match"); got != c.refused {
					t.Fatalf("refused: %t, by: %s", got, answer.Text())
				}
				if c.refused && !strings.Contains(answer.Text(), "as many followers") {
					t.Errorf("this says why: %s", answer.Text())
				}
				if c.meanwhile != nil {
					c.meanwhile(s)
				}
				s.Slash(s.Ann, "/kalah move move:2")
				before := s.CountDMs(s.Eve)
				said := func() bool {
					for _, m := range s.Sim.Messages(s.Sim.DM(s.Eve), s.Eve)[before:] {
						if strings.Contains(m.Text(), story.FollowedOver) {
							return true
						}
					}
					return false
				}
				s.SayYes(s.Bob, "/resign")
				s.Wait(time.Minute)
				if got := said(); got != c.told {
					t.Errorf("told at once: %t, want %t", got, c.told)
				}
				s.Wait(48 * time.Hour)
				if got := said(); got != c.inAll {
					t.Errorf("told in two days: %t, want %t", got, c.inAll)
				}
				if rec := s.Only(); len(rec.Notices) > 0 {
					t.Errorf("still to be told: %v", rec.Notices)
				}
				note, err := s.Store.Note(t.Context(), "follow/"+string(s.Only().ID))
				if err != nil || note != "" || s.Notes["follow/"+string(s.Only().ID)] != "" {
					t.Errorf("followers of a match that is over: %q, %v", note, err)
				}
			})
		})
	}
}

// P116, P107: a match in any state can be followed only by people who can see it. Nobody learns
// anything about matches elsewhere.
func TestP116States(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		lead func(*story.Story)
		want string
	}{
		{"open", func(s *story.Story) { s.Slash(s.Ann, "/kalah challenge") }, "Nobody is playing here"},
		{"set up", func(s *story.Story) { s.Armies("army:barrage") }, "You follow this match"},
		{"running, armies", func(s *story.Story) { s.SetUp() }, "You follow this match"},
		{"over", func(s *story.Story) {
			s.Begin("/kalah challenge user:@Bob first:me")
			s.SayYes(s.Ann, "/resign")
		}, "isn't running"},
	} {
		t.Run(c.name, func(t *testing.T) {
			story.CrossTell(t, c.lead, func(s *story.Story) {
				if got := s.Slash(s.Eve, "/settings follow"); !got.Ephemeral() ||
					!strings.Contains(got.Text(), c.want) {
					t.Errorf("%s, want %q", got.Text(), c.want)
				}
				attic := s.Sim.AddChannel(s.Club, "attic")
				elsewhere := s.Answered(s.Sim.As(s.Cid).In(attic).Slash("/settings follow game:"+string(s.Only().ID)),
					"follow")
				s.Private(elsewhere, "can't find that match")
			})
		})
	}
}

// P116: a follower who can't be told is warned. The cause is closed direct messages or their own
// choice of no notifications.
func TestFollowersAreWarned(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true // Discord refuses a direct message
		s.Begin("/kalah challenge user:@Bob first:me time:1 day a move")
		if text := s.Slash(s.Cid, "/settings follow").Text(); !strings.Contains(text, "You follow this match") ||
			strings.Contains(text, "can't send you direct messages") ||
			strings.Contains(text, "turned off all my messages") {
			t.Errorf("Cid, who can be told, reads\n%s", text)
		}
		s.Sim.CloseDMs(s.Eve)
		s.Slash(s.Eve, "/settings call-me game:any game")
		s.Private(s.Slash(s.Eve, "/settings follow"), "You follow this match", "can't send you direct messages")
		s.Slash(s.Cid, "/settings general notify:not at all")
		s.Private(s.Slash(s.Cid, "/settings follow"), "You follow this match",
			"But you have turned off all my messages")
	})
}

// P116: a match that is gone leaves the list of those who follow it. A match that can't be read at
// the moment stays.
func TestFollowedMatchesThatAreGone(t *testing.T) {
	t.Parallel()
	broken := false
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Slash(s.Eve, "/settings follow")
		if _, err := s.Store.UpdateUser(s.Context(), match.UserID(s.Eve), func(u *match.User) {
			u.Following = append(u.Following, "gone")
		}); err != nil {
			t.Fatal(err)
		}
		s.Restart(time.Minute)
		for _, broken = range []bool{true, false} {
			s.Slash(s.Eve, "/games")
			u, err := s.Store.User(s.Context(), match.UserID(s.Eve))
			if want := []match.ID{s.Only().ID}; err != nil || !slices.Equal(u.Following, want) {
				t.Errorf("with a broken store (%t) Eve follows %q, %v; want %q", broken, u.Following, err, want)
			}
		}
		s.SayYes(s.Bob, "/resign")
		if _, err := s.Store.UpdateUser(s.Context(), match.UserID(s.Eve), func(u *match.User) {
			u.Following = []match.ID{s.Only().ID}
		}); err != nil {
			t.Fatal(err)
		}
		s.Restart(time.Minute)
		if text := s.Slash(s.Eve, "/games").Text(); strings.Contains(text, "You follow") {
			t.Errorf("a match that is over is followed:\n%s", text)
		}
		if u, err := s.Store.User(s.Context(), match.UserID(s.Eve)); err != nil || len(u.Following) > 0 {
			t.Errorf("after the end Eve follows %q, %v", u.Following, err)
		}
	}, func(c *bot.Config) { c.Store = unreadable{Store: c.Store, broken: &broken} })
}

// P116: nobody can follow a match while the bot can't read whom a player blocks.
func TestFollowWithoutBlocks(t *testing.T) {
	t.Parallel()
	var player match.UserID
	broken := true
	story.Tell(t, func(s *story.Story) {
		s.Waste = true // the failure is logged
		s.Begin("/kalah challenge user:@Bob first:me")
		player = match.UserID(s.Bob)
		if text := s.Slash(s.Eve, "/settings follow").Text(); strings.Contains(text, "You follow this match") {
			t.Errorf("Eve reads %q while Bob can't be read", text)
		}
		broken = false
		s.Private(s.Slash(s.Eve, "/settings follow"), "You follow this match")
	}, func(c *bot.Config) { c.Store = unreadable{Store: c.Store, broken: &broken, player: &player} })
}

// unreadable is a store that, while it is broken, fails to read one player, or every match if
// player is nil. A match that does not exist stays unknown.
type unreadable struct {
	bot.Store
	broken *bool
	player *match.UserID // the error when matches are read; nil: they can be read
}

func (u unreadable) User(ctx context.Context, id match.UserID) (match.User, error) {
	if *u.broken && u.player != nil && id == *u.player {
		return match.User{}, errors.New("out of order")
	}
	return u.Store.User(ctx, id)
}

func (u unreadable) Record(ctx context.Context, id match.ID) (match.Record, error) {
	rec, err := u.Store.Record(ctx, id)
	if *u.broken && u.player == nil && err == nil {
		err = errors.New("out of order")
	}
	return rec, err
}
