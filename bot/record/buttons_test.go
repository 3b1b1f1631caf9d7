package record_test

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/component"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/gamestest/golden"
	"paddock/games/match"
	"paddock/games/scene"
)

// Below the board of a finished match everybody can share its picture, and export the match from
// the list of their matches. Before the end there is no picture to share.
func TestShareAndExportFromTheList(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Slash(s.Ann, "/kalah move move:2")
		s.Forge(component.Target{Match: s.Only().ID, Action: component.ActShare})
		s.Private(s.Click(s.Eve, s.Board(), "More"), "You can share a picture when the match is over")
		s.SayYes(s.Bob, "/resign")
		s.Wait(time.Minute)
		m := s.Click(s.Eve, s.Board(), "Share")
		s.Private(m, "Only you can see this. Save the picture", "Kalah · Ann v Bob: Bob has resigned")
		if len(m.Attachments) != 1 || m.Attachments[0].Filename != "kalah-"+string(s.Only().ID)+".png" ||
			strings.Contains(m.Text(), "<@") {
			t.Errorf("what is shared is %+v:\n%s", m.Attachments, m.Text())
		}
		over := string(s.Only().ID)
		s.Begin("/kalah challenge user:@Bob first:me") // the newest match of the channel is another one
		m = s.Choose(s.Ann, s.Slash(s.Ann, "/games finished:all"), over)
		s.Private(m, "The match as text")
		if text := string(m.Attachments[0].Content); !strings.Contains(text, "\nsouth 2\nruled resign north\n") {
			t.Errorf("the export is\n%s", text)
		}
	})
}

// A picture to share has the course of the score as soon as a match is over. Once somebody has
// asked for a review, it also has the board at the turning point.
func TestShareShowsTheCourse(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var cards []scene.Scene
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me beans:3")
		s.PlayOut()
		end := s.Board()
		s.Click(s.Eve, end, "Share")
		s.Thought(s.Sim.As(s.Eve).Click(end, "Review"))
		s.Click(s.Eve, end, "Share")
		mu.Lock()
		defer mu.Unlock()
		if len(cards) != 2 {
			t.Fatalf("%d cards are drawn, want 2", len(cards))
		}
		for i, card := range cards {
			if len(card.Course) < s.Only().Moves || card.Sides[0].Won == card.Sides[1].Won {
				t.Errorf("card %d has a course of %d moves and sides %+v", i, len(card.Course), card.Sides)
			}
		}
		if cards[0].Beside != nil {
			t.Error("a turning point is shown that nobody has looked for")
		}
		if b := cards[1].Beside; b == nil || len(b.Scene.Tracks) != 2 ||
			b.Label != fmt.Sprintf("Move %d turned the match", b.Move+1) || b.Legend != [2]string{"played", "better"} {
			t.Errorf("the turning point is %+v", b)
		}
	}, func(c *bot.Config) {
		c.Nodes = 30_000
		c.Draw = func(s scene.Scene) ([]byte, error) {
			if s.Form == scene.Card {
				mu.Lock()
				defer mu.Unlock()
				cards = append(cards, s)
			}
			return []byte("png"), nil
		}
	})
}

// If the picture cannot be drawn, the answer names the export instead.
func TestShareWithoutInk(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true // the failure is logged as an error
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Slash(s.Ann, "/kalah move move:2")
		s.SayYes(s.Bob, "/resign")
		s.Wait(time.Minute)
		s.Private(s.Click(s.Eve, s.Board(), "Share"), "I couldn't draw the picture just now")
	}, func(c *bot.Config) { c.Draw = func(scene.Scene) ([]byte, error) { return nil, story.ErrNoInk } })
}

// P31: the receipts of a match are sealed while it runs, and fit the set-ups after its end. Before
// both players have confirmed there are none.
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
		s.Private(m, "RED's set-up fits its receipt", "BLUE's set-up fits its receipt", "You needn't do anything.")
		if strings.Contains(m.Text(), "sha256sum") {
			t.Errorf("whoever wants to know whether all is well reads a script:\n%s", m.Text())
		}
		script := string(m.Attachments[0].Content)
		if n := strings.Count(script, "sha256sum"); n != 3 {
			t.Errorf("%d lines to check, want those of two receipts and of their seal:\n%s", n, script)
		}
		if err := s.Store.Rewrite(s.Context(), s.Only().ID, func(r *match.Record, _ []match.Event) bool {
			r.Receipts[1].Digest = strings.Repeat("0", 64)
			return true
		}); err != nil {
			t.Fatal(err)
		}
		s.Restart(time.Minute)
		m = s.Slash(s.Eve, "/stratego verify")
		s.Private(m, "RED's set-up fits its receipt", "BLUE's set-up does NOT fit its receipt")
		if strings.Contains(m.Text(), "You needn't do anything") {
			t.Errorf("a receipt that does not fit is no reason to do anything:\n%s", m.Text())
		}
	}, story.WithStratego)
}

// without returns the lines of a text that are not in another one.
func without(text, other, mark string) (lines string) {
	for line := range strings.Lines(text) {
		if !strings.Contains("\n"+other, "\n"+line) {
			lines += mark + line
		}
	}
	return lines
}

var version = regexp.MustCompile("state program .+")

// The golden file has the exported files of matches in some states, as a player gets them, and what
// differs for a spectator. The golden file is reviewed as a diff.
func TestFiles(t *testing.T) {
	t.Parallel()
	states := story.States("challenge to a member", "set up", "running", "placing", "at rest", "over by resignation",
		"over by time", "over, armies", "ended by a moderator")
	pages := make([]string, len(states))
	t.Run("states", func(t *testing.T) {
		for i, state := range states {
			t.Run(state.Name, func(t *testing.T) {
				t.Parallel()
				story.CrossTell(t, state.Lead, func(s *story.Story) {
					s.Waste = true // the hall may be gone
					id := string(s.TheMatch().ID)
					s.Slash(s.Ann, "/match note text:mine")
					for _, command := range []string{"export", "report"} {
						file := func(who discordsim.UserID) (text string) {
							for _, a := range s.Slash(who, "/match "+command+" game:"+id).Attachments {
								text += a.Filename + "\n" + string(a.Content)
							}
							return text
						}
						anns, eves := file(s.Ann), file(s.Eve)
						pages[i] += fmt.Sprintf("# %s of a match: %s\n%s# for an onlooker\n", command, state.Name, anns)
						if pages[i] += without(eves, anns, "+ "); eves != "" {
							pages[i] += without(anns, eves, "- ")
						} else {
							pages[i] += "none\n"
						}
					}
					pages[i] = version.ReplaceAllString(strings.ReplaceAll(pages[i], id, "MATCH"),
						"state program VERSION")
				})
			})
		}
	})
	golden.Check(t, "testdata/files.txt", strings.Join(pages, ""))
}
