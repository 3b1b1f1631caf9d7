package record_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/match"
	"paddock/games/scene"
)

// P33: `/match happened` shows a player privately, in their style, exactly the moves since their own
// last move. It leaves out moves that were taken back.
func TestP33Happened(t *testing.T) {
	t.Parallel()
	var frames []scene.Scene
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Private(s.Slash(s.Ann, "/match happened"), "Since the beginning:")
		for _, ply := range []struct {
			who  discordsim.UserID
			move string
		}{{s.Ann, "3"}, {s.Ann, "1"}, {s.Bob, "3"}} {
			if ply.who == s.Bob { // Bob has not moved yet
				s.Private(s.Slash(s.Bob, "/match happened"), "Since the beginning:", "1. Ann played hole 3", "2. Ann played hole 1")
			}
			s.Slash(ply.who, "/kalah move move:"+ply.move)
		}
		for _, c := range []struct {
			who          discordsim.UserID
			says, missed []string
			frames       int
		}{
			{s.Ann, []string{"Since your move **hole 1**:"}, []string{"3. Bob played hole 3"}, 2},
			{s.Bob, []string{"Nothing has happened since your move **hole 3**."}, nil, 0},
			{
				s.Eve,
				[]string{"The last moves:"},
				[]string{"1. Ann played hole 3 · Ann sows again.", "2. Ann played hole 1", "3. Bob played hole 3"},
				4,
			},
		} {
			frames = nil
			m := s.Slash(c.who, "/match happened")
			s.Private(m, append(c.says, c.missed...)...)
			if got := strings.Count(m.Text(), ". Ann ") + strings.Count(m.Text(), ". Bob "); got != len(c.missed) ||
				len(frames) != c.frames {
				t.Errorf("%d moves and %d boards are shown, want %d and %d:\n%s", got, len(frames), len(c.missed),
					c.frames, m.Text())
			}
		}
		// Now Ann opens what happened from the board, in her style, and steps forward and back.
		s.Slash(s.Ann, "/settings general style:monospace text")
		frames = nil
		m := s.Click(s.Ann, s.Click(s.Ann, s.Board(), "Board just for me"), "What happened?")
		if s.Private(m, "3. Bob played hole 3"); len(frames) > 0 || !strings.Contains(m.Text(), "```") {
			t.Errorf("who likes text is shown %d boards of an animation, and:\n%s", len(frames), m.Text())
		}
		m = s.Click(s.Ann, m, "Step through it")
		for _, step := range []struct{ label, says string }{
			{"", "after 2 of 3 moves"},
			{"Move on", "after 3 moves"},
			{"Move back", "after 2 of 3 moves"},
			{"Latest", "after 3 moves"},
			{"Start", "after 0 of 3 moves"},
			{"Move on", "after 1 of 3 moves"},
			{"Move on", "after 2 of 3 moves"},
			{"Move back", "after 1 of 3 moves"},
		} {
			if step.label != "" {
				m = s.Click(s.Ann, m, step.label)
			}
			s.Private(m, "The board "+step.says)
		}
		// A move that was taken back is left out, and the newest board is the present one.
		s.Slash(s.Bob, "/takeback")
		s.Private(s.Click(s.Ann, m, "Latest"), "after 2 moves")
		s.Private(s.Slash(s.Ann, "/match happened"), "Nothing has happened since your move **hole 1**.")
	}, func(c *bot.Config) {
		c.Animate = func(list []scene.Scene) ([]byte, error) { frames = list; return json.Marshal(len(list)) }
	})
}

// P33, P53: `/match happened` in every language and style, for a running, a parked and a finished
// match. For a match without moves it says so.
func TestP33Everywhere(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ language, head, step string }{
		{"English", "Since your move **hole 2**:", "Step through it"},
		{"Svenska", "Sedan ditt drag **hål 2**:", "Stega igenom"},
		{"Deutsch", "Seit deinem Zug **Mulde 2**:", "Durchgehen"},
	} {
		for _, style := range []string{"image", "text", "words"} {
			t.Run(c.language+" "+style, func(t *testing.T) {
				story.Tell(t, func(s *story.Story) {
					s.Slash(s.Ann, "/kalah challenge user:@Bob first:me")
					s.Private(s.Slash(s.Ann, "/match happened"), "Nobody is playing here")
					s.Click(s.Bob, s.Board(), "Accept")
					s.Slash(s.Ann, "/kalah move move:2")
					s.Slash(s.Bob, "/kalah move move:1")
					s.Slash(s.Ann,
						"/settings general language:"+c.language+" style:"+
							map[string]string{
								"image": "picture", "text": "monospace text",
								"words": "the position in words",
							}[style])
					m := s.Slash(s.Ann, "/match happened")
					s.Private(m, c.head, "2. ", "1")
					s.Private(s.Click(s.Ann, m, c.step), "1")
					s.SayYes(s.Bob, "/resign")
					s.Private(s.Slash(s.Ann, "/match happened"), c.head, "2. ", "Bob", "\n**", "Ann ")
				})
			})
		}
	}
}

// P33, S81: in Stratego a player steps through the boards as they saw them, and a spectator through
// the public boards.
func TestP33Secrets(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Armies("army:barrage reveal:never")
		s.Confirm(s.Ann)
		s.Confirm(s.Bob)
		for _, who := range []discordsim.UserID{s.Ann, s.Bob, s.Eve} {
			s.Slash(who, "/settings general style:monospace text")
		}
		s.Slash(s.Ann, "/stratego move move:"+s.First(s.Only(), 0))
		s.Slash(s.Bob, "/stratego move move:"+s.First(s.Only(), 1))
		m := s.Slash(s.Ann, "/match happened")
		s.Private(m, "Since your move")
		if got := strings.Count(m.Text(), ". Bob "); got != 1 || strings.Contains(m.Text(), "bF") {
			t.Errorf("RED is shown %d moves of BLUE's, or BLUE's Flag:\n%s", got, m.Text())
		}
		for who, flags := range map[discordsim.UserID]int{s.Ann: 1, s.Bob: 1, s.Eve: 0} {
			m := s.Click(who, s.Slash(who, "/match happened"), "Step through it")
			for _, way := range []string{"Move back", "Move back", "Start", "Move on", "Latest"} {
				for _, b := range m.Buttons() {
					if b.Label == way && !b.Disabled {
						m = s.Click(who, m, way)
					}
				}
				if got := strings.Count(m.Text(), " F"); got != flags {
					t.Errorf("%s: %d flags are shown, want %d\n%s", way, got, flags, m.Text())
				}
			}
			s.Sees(m, "after 2 moves")
		}
	}, story.WithStratego)
}

// If a log can't be played to its end, as after a change of the rules, the moves before are shown
// all the same.
func TestPastThatEndsEarly(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true // the broken log is reported as an error
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Slash(s.Ann, "/kalah move move:2")
		s.Slash(s.Bob, "/kalah move move:2")
		if err := s.Store.Rewrite(s.Context(), s.Only().ID, func(_ *match.Record, log []match.Event) bool {
			log[len(log)-1].Move = "9"
			return true
		}); err != nil {
			t.Fatal(err)
		}
		s.Restart(time.Minute)
		s.Private(s.Click(s.Eve, s.Slash(s.Eve, "/match happened"), "Step through it"),
			"The board after 0 of 1 move")
	})
}
