package person_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/match"
)

// P29: a blocked member and the one who blocked them cannot challenge each other, join or ask for a
// rematch. Only the blocking member is told why.
func TestP29Block(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.PlayedOut("")
		over := s.Board()
		s.Slash(s.Bob, "/kalah challenge")
		bobs := s.Board()
		s.Slash(s.Ann, "/halatafl challenge")
		anns := s.Board()
		posts := s.Posts()
		s.Private(s.Slash(s.Ann, "/settings block user:@Bob"), "Bob is blocked", "won't know", "/settings unblock")

		neutral := func(m discordsim.Message) {
			t.Helper()
			s.Private(m, "right now")
			if text := m.Text(); len(m.Labels()) > 1 || strings.Contains(text, "block") ||
				strings.Contains(text, "Ann") {
				t.Errorf("this tells Bob too much: %s", text)
			}
		}
		neutral(s.Slash(s.Bob, "/kalah challenge user:@Ann"))
		neutral(s.Click(s.Bob, anns, "Accept"))
		neutral(s.Click(s.Bob, over, "Rematch"))
		s.Private(s.Slash(s.Ann, "/kalah challenge user:@Bob"), "You have blocked", "Unblock")
		s.Private(s.Click(s.Ann, bobs, "Accept"), "You have blocked")
		s.Private(s.Click(s.Ann, over, "Rematch"), "You have blocked")
		menu := s.Answered(s.Sim.As(s.Bob).In(s.Hall).ContextMenu("Challenge to a game", s.Ann), "menu")
		neutral(s.Choose(s.Bob, menu, "Kalah"))
		if s.Posts() != posts {
			t.Errorf("%d messages came of it, want none", s.Posts()-posts)
		}
		s.Click(s.Cid, bobs, "Accept") // Cid may accept, because he is not blocked
		s.Sees(s.About("Cid"), "Kalah")

		s.Private(s.Slash(s.Ann, "/settings block"), "<@"+string(s.Bob)+">")
		s.Private(s.Slash(s.Ann, "/settings unblock user:@Bob"), "no longer")
		s.Private(s.Slash(s.Ann, "/settings unblock user:@Bob"), "haven't blocked")
		s.Private(s.Slash(s.Ann, "/settings block"), "blocked nobody")
		s.Click(s.Bob, anns, "Accept")
		if rec := s.Only(); rec.Game != "halatafl" || rec.Status != match.Running {
			t.Errorf("the newest match is %s, %s; want Ann's, running", rec.Game, rec.Status)
		}
		s.Private(s.Slash(s.Ann, "/settings block user:@Ann"), "can't block yourself")
		for command, want := range map[string]string{
			"/settings block user:": "there is nothing to block",
			"/stats user:":          "bots have no matches of their own",
		} {
			s.Private(s.Slash(s.Ann, command+"<@"+string(s.Sim.Bot())+">"), want)
		}
	})
}

// P29: a block survives a restart, and only the member who made it knows of it. P30: it is deleted
// with either of the two users.
func TestP29BlockIsKept(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/settings block user:@Bob")
		s.Restart(time.Hour)
		s.Private(s.Slash(s.Bob, "/kalah challenge user:@Ann"), "right now")
		s.Private(s.Slash(s.Bob, "/settings block"), "blocked nobody")
		s.Click(s.Bob, s.Slash(s.Bob, "/privacy delete-my-data"), "Yes, delete it all")
		s.Forgotten(s.Bob)
		if u, err := s.Store.User(context.Background(), match.UserID(s.Ann)); len(u.Blocked) != 0 || err != nil {
			t.Errorf("Ann still blocks %v, %v", u.Blocked, err)
		}
	})
}

// P29: a member can make twenty invitations an hour, and ten of them to one member can be open. The
// refusal does not tell whether that member has blocked the asker.
func TestP29InvitationsAreLimited(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		for i := range 21 {
			name := fmt.Sprint("Guest", i)
			guest := s.Sim.AddUser(name)
			s.Sim.AddMember(s.Club, guest)
			invited, invites := s.Slash(s.Ann, "/kalah challenge user:@"+name),
				s.Slash(guest, "/kalah challenge user:@Bob")
			if i == 20 {
				s.Private(invited, "challenged 20 members in an hour", "Wait")
			}
			if i >= 10 {
				s.Private(invites, "right now")
			}
		}
		s.Wait(time.Hour)
		s.Private(s.Slash(s.Ann, "/kalah challenge user:@Guest20"), "Your challenge is in")
	})
}

// P29: the number of blocks is limited. At the limit, blocking a blocked member again is not
// refused.
func TestBlockLimit(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		_, err := s.Store.UpdateUser(context.Background(), match.UserID(s.Ann), func(u *match.User) {
			u.Blocked = []match.UserID{match.UserID(s.Bob)}
			for n := range 99 {
				u.Blocked = append(u.Blocked, match.UserID(fmt.Sprint(1000+n)))
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		s.Private(s.Slash(s.Ann, "/settings block user:@Bob"), "Bob")
		if text := s.Slash(s.Ann, "/settings block user:@Bob").Text(); strings.Contains(text, "100 members") {
			t.Errorf("a block that stands is refused: %s", text)
		}
		s.Private(s.Slash(s.Ann, "/settings block user:@Cid"), "100 members")
		if u, err := s.Store.User(s.Context(), match.UserID(s.Ann)); err != nil || len(u.Blocked) != 100 {
			t.Errorf("%d members are blocked, %v; want 100", len(u.Blocked), err)
		}
	})
}
