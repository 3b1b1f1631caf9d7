package bot_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/games/match"
)

// P29: who is blocked can't challenge, join or ask for a rematch, nor can who has blocked; only the latter is told why.
func TestP29Block(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.playedOut("")
		over := s.board()
		s.slash(s.bob, "/kalah challenge")
		bobs := s.board()
		s.slash(s.ann, "/halatafl challenge")
		anns := s.board()
		posts := s.posts()
		s.private(s.slash(s.ann, "/block user:@Bob"), "Bob is blocked", "not told", "/unblock")

		neutral := func(m discordsim.Message) {
			t.Helper()
			s.private(m, "at the moment")
			if text := m.Text(); len(m.Labels()) > 1 || strings.Contains(text, "block") || strings.Contains(text, "Ann") {
				t.Errorf("this tells Bob too much: %s", text)
			}
		}
		neutral(s.slash(s.bob, "/kalah challenge user:@Ann"))
		neutral(s.click(s.bob, anns, "Accept"))
		neutral(s.click(s.bob, over, "Rematch"))
		s.private(s.slash(s.ann, "/kalah challenge user:@Bob"), "You have blocked", "Unblock")
		s.private(s.click(s.ann, bobs, "Accept"), "You have blocked")
		s.private(s.click(s.ann, over, "Rematch"), "You have blocked")
		menu := s.answered(s.sim.As(s.bob).In(s.hall).ContextMenu("Challenge to a game", s.ann), "menu")
		neutral(s.choose(s.bob, menu, "Kalah"))
		if s.posts() != posts {
			t.Errorf("%d messages came of it, want none", s.posts()-posts)
		}
		s.click(s.cid, bobs, "Accept") // others are not concerned
		s.sees(s.about("Cid"), "Kalah")

		s.private(s.slash(s.ann, "/block"), "<@"+string(s.bob)+">")
		s.private(s.slash(s.ann, "/unblock user:@Bob"), "no longer")
		s.private(s.slash(s.ann, "/unblock user:@Bob"), "have not blocked")
		s.private(s.slash(s.ann, "/block"), "blocked nobody")
		s.click(s.bob, anns, "Accept")
		if rec := s.only(); rec.Game != "halatafl" || rec.Status != match.Running {
			t.Errorf("the newest match is %s, %s; want Ann's, running", rec.Game, rec.Status)
		}
		s.private(s.slash(s.ann, "/block user:@Ann"), "can't block yourself")
	})
}

// P29: what a person has blocked outlasts a restart, and is theirs alone; P30: it goes with either of them.
func TestP29BlockIsKept(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.slash(s.ann, "/block user:@Bob")
		s.restart(time.Hour)
		s.private(s.slash(s.bob, "/kalah challenge user:@Ann"), "at the moment")
		s.private(s.slash(s.bob, "/block"), "blocked nobody")
		s.click(s.bob, s.slash(s.bob, "/delete-my-data"), "Yes, delete it all")
		s.forgotten(s.bob)
		if u, err := s.store.User(context.Background(), match.UserID(s.ann)); len(u.Blocked) != 0 || err != nil {
			t.Errorf("Ann still blocks %v, %v", u.Blocked, err)
		}
	})
}

// P29: twenty invitations an hour, and ten that wait for one member's answer; what that member's friends are told is what those are told whom they
// have blocked.
func TestP29InvitationsAreLimited(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		for i := range 21 {
			name := fmt.Sprint("Guest", i)
			guest := s.sim.AddUser(name)
			s.sim.AddMember(s.club, guest)
			invited, invites := s.slash(s.ann, "/kalah challenge user:@"+name), s.slash(guest, "/kalah challenge user:@Bob")
			if i == 20 {
				s.private(invited, "challenged 20 members within an hour", "Wait")
			}
			if i >= 10 {
				s.private(invites, "at the moment")
			}
		}
		s.wait(time.Hour)
		s.private(s.slash(s.ann, "/kalah challenge user:@Guest20"), "Your challenge stands")
	})
}

// P29: there is a limit, which is no reason to refuse a block that stands already.
func TestBlockLimit(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		_, err := s.store.UpdateUser(context.Background(), match.UserID(s.ann), func(u *match.User) {
			u.Blocked = []match.UserID{match.UserID(s.bob)}
			for n := range 99 {
				u.Blocked = append(u.Blocked, match.UserID(fmt.Sprint(1000+n)))
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		s.private(s.slash(s.ann, "/block user:@Bob"), "Bob")
		if text := s.slash(s.ann, "/block user:@Bob").Text(); strings.Contains(text, "100") {
			t.Errorf("a block that stands is refused: %s", text)
		}
		s.private(s.slash(s.ann, "/block user:@Cid"), "100")
	})
}
