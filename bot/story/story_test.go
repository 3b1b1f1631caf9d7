package story_test

import (
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/match"
)

// Each state of MatchStates leads to a match with the status that its name promises.
func TestMatchStates(t *testing.T) {
	t.Parallel()
	want := map[string]match.Status{
		"open challenge": match.Open, "challenge to a member": match.Open, "open table": match.Open,
		"declined": match.Closed, "revoked": match.Closed, "expired": match.Closed, "cancelled": match.Closed,
		"ended by a moderator":   match.Closed,
		"resigned in the set-up": match.Over, "over by the board": match.Over, "over by resignation": match.Over,
		"over by time": match.Over, "over, armies": match.Over,
	}
	for _, state := range story.MatchStates {
		t.Run(state.Name, func(t *testing.T) {
			t.Parallel()
			story.CrossTell(t, state.Lead, func(s *story.Story) {
				expected, special := want[state.Name]
				if !special {
					expected = match.Running
				}
				rec := s.TheMatch()
				if rec.Status != expected {
					t.Errorf("the match is %s, want %s", rec.Status, expected)
				}
				if state.Name == "at rest" != (rec.Parked != nil) {
					t.Errorf("the match is parked: %v", rec.Parked)
				}
				if rec.Status == match.Over && story.ResultOf(rec) == "" {
					t.Error("a match that is over has no result")
				}
			})
		})
	}
}

// The story's channel and the direct messages contain exactly the bot's messages.
func TestMessages(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		ear := s.Listen()
		s.Begin("/kalah challenge user:@Bob first:me")
		if list := ear.News(); len(list) == 0 || len(ear.News()) != 0 {
			t.Errorf("Bob is called by %d messages, want some, and each told once", len(list))
		}
		b := s.Board()
		if s.Mover(b) != s.Ann || !story.FullBoard(b) || story.Over(b) || !s.There(s.Eve, b) {
			t.Errorf("the board is not Ann's to move, whole and seen by Eve:\n%s", b.Text())
		}
		s.Press(s.Ann, b)
		if n := s.Moves(s.Only().ID); n != 1 {
			t.Errorf("%d moves, want the one that Ann has pressed", n)
		}
		s.Wait(time.Minute)
		ear.Hears("a move", s.Bob, "a mention at the board", "your turn")
		if n := s.PingsOf(s.Bob); n == 0 {
			t.Error("nobody has notified Bob")
		}
		s.Exports(s.Ann, "kalah")
		s.Resigns(s.Bob)
		s.Wait(time.Minute)
		if b := s.BoardAbout("resigned"); !story.Over(b) {
			t.Errorf("the board is not over, with %q", b.Labels())
		}
		if rec := s.Only(); !strings.Contains(story.ResultOf(rec), "Bob has resigned") ||
			story.GameOf(rec).ID != "kalah" {
			t.Errorf("%s: %s", rec.Game, story.ResultOf(rec))
		}
		if all := s.Everything(""); !strings.Contains(all, "components") || len(s.Everything(s.Hall)) >= len(all) {
			t.Error("the bodies of the hall are not some of all")
		}
	})
}

// A match is played to its end, also across a restart and on a slow store.
func TestPlayOut(t *testing.T) {
	t.Parallel()
	story.TellFish(t, func(s *story.Story, dan discordsim.UserID) {
		s.Begin("/fish challenge user:@Bob" + story.Small)
		s.Turn()
		s.Restart(time.Minute)
		if rec := s.PlayOut(); rec.Status != match.Over {
			t.Errorf("the match is %s, want over", rec.Status)
		}
		if n := s.Unshown(); n != 0 {
			t.Errorf("%d boards are behind", n)
		}
		s.Forgotten(dan)
	})
}

// Forms and buttons of direct messages can be used, up to a match with complete set-ups, beside a
// tournament.
func TestFormsAndMenus(t *testing.T) {
	t.Parallel()
	story.TellPeople(t, func(s *story.Story) {
		s.Armies("army:barrage")
		m := s.NewestDM(s.Ann)
		rows := s.RowsOf(m)
		if strings.Count(rows, "/") != 3 || s.CountDMs(s.Ann) == 0 {
			t.Errorf("the set-up has the rows %q", rows)
		}
		s.Tap(s.Ann, m, "Shuffle")
		form := s.Fill(s.Ann, s.Sim.DM(s.Ann), s.NewestDM(s.Ann), "Save", map[string]string{"Its name": "mine"})
		s.Sees(form, "Saved as")
		s.Confirm(s.Ann)
		s.Confirm(s.Bob)
		rec := s.Only()
		if rec.Moves != 0 || rec.Status != match.Running {
			t.Errorf("the match is %s after %d moves", rec.Status, rec.Moves)
		}
		s.Slash(s.Ann, "/tournament create game:kalah")
		if rec := s.TheTournament(); rec.Game != "kalah" {
			t.Errorf("the tournament is of %s", rec.Game)
		}
	})
}
