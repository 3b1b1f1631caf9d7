package record_test

import (
	"strings"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/story"
	"paddock/games/scene"
)

// Below a finished match everybody can share its picture, and export it from the list of their matches; before the end there is nothing to share.
func TestShareAndExportFromTheList(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Slash(s.Ann, "/kalah move move:2")
		s.SayYes(s.Bob, "/resign")
		s.Wait(time.Minute)
		m := s.Click(s.Eve, s.Board(), "Share")
		s.Private(m, "A picture for elsewhere", "Kalah: Bob has resigned")
		if len(m.Attachments) != 1 || m.Attachments[0].Filename != "kalah-"+string(s.Only().ID)+".png" || strings.Contains(m.Text(), "<@") {
			t.Errorf("what is shared is %+v:\n%s", m.Attachments, m.Text())
		}
		list := s.Slash(s.Ann, "/games finished:all")
		m = s.Choose(s.Ann, list, string(s.Only().ID))
		s.Private(m, "The match as text")
		if text := string(m.Attachments[0].Content); !strings.Contains(text, "\nsouth 2\nruled resign north\n") {
			t.Errorf("the export is\n%s", text)
		}
	})
}

// If the picture cannot be drawn, the answer names the export instead.
func TestShareWithoutInk(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true // the failure is logged
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Slash(s.Ann, "/kalah move move:2")
		s.SayYes(s.Bob, "/resign")
		s.Wait(time.Minute)
		s.Private(s.Click(s.Eve, s.Board(), "Share"), "I could not draw the picture just now")
	}, func(c *bot.Config) { c.Draw = func(scene.Scene) ([]byte, error) { return nil, story.ErrNoInk } })
}

// P31: the receipts of a match are sealed while it runs, and fit the set-ups after its end. Before both have confirmed there are none.
func TestP31Verify(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/stratego challenge user:@Bob army:barrage")
		s.Click(s.Bob, s.Board(), "Accept")
		s.Private(s.Slash(s.Eve, "/stratego verify"), "This match has no receipts")
		s.Confirm(s.Ann)
		s.Confirm(s.Bob)
		m := s.Slash(s.Eve, "/stratego verify")
		s.Private(m, "SHA-256 of 16 secret bytes")
		if strings.Contains(m.Text(), "sha256sum") {
			t.Errorf("the receipts of a running match are opened:\n%s", m.Text())
		}
		s.SayYes(s.Ann, "/resign")
		s.Wait(time.Minute)
		m = s.Slash(s.Eve, "/stratego verify")
		s.Private(m, "RED's set-up fits its receipt", "BLUE's set-up fits its receipt", "sha256sum")
		if n := strings.Count(m.Text(), "sha256sum"); n != 2 {
			t.Errorf("%d lines to check, want 2:\n%s", n, m.Text())
		}
	}, story.WithStratego)
}
