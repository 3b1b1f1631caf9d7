package bot_test

import (
	"encoding/json"
	"strings"
	"testing"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/games/scene"
)

// P33: exactly what somebody has missed since their own last move, in their style, to them alone; a move that was taken back is not in it.
func TestP33CatchUp(t *testing.T) {
	t.Parallel()
	var frames []scene.Scene
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me")
		s.private(s.slash(s.ann, "/catchup"), "Since the beginning:")
		for _, ply := range []struct {
			who  discordsim.UserID
			move string
		}{{s.ann, "3"}, {s.ann, "1"}, {s.bob, "3"}} {
			if ply.who == s.bob { // who has not moved yet
				s.private(s.slash(s.bob, "/catchup"), "Since the beginning:", "1. South 3", "2. South 1")
			}
			s.slash(ply.who, "/kalah move move:"+ply.move)
		}
		for _, c := range []struct {
			who          discordsim.UserID
			says, missed []string
			frames       int
		}{
			{s.ann, []string{"Since your move **1**:"}, []string{"3. North 3"}, 2},
			{s.bob, []string{"Nothing has happened since your move **3**."}, nil, 0},
			{s.eve, []string{"The last moves:"}, []string{"1. South 3 · South sows again.", "2. South 1", "3. North 3"}, 4},
		} {
			frames = nil
			m := s.slash(c.who, "/catchup")
			s.private(m, append(c.says, c.missed...)...)
			if got := strings.Count(m.Text(), ". South ") + strings.Count(m.Text(), ". North "); got != len(c.missed) || len(frames) != c.frames {
				t.Errorf("%d moves and %d boards are shown, want %d and %d:\n%s", got, len(frames), len(c.missed), c.frames, m.Text())
			}
		}
		// From the board, in one's own style, forward and back.
		s.slash(s.ann, "/settings style:monospace text")
		frames = nil
		m := s.click(s.ann, s.click(s.ann, s.board(), "Board"), "What I missed")
		if s.private(m, "3. North 3"); len(frames) > 0 || !strings.Contains(m.Text(), "```") {
			t.Errorf("who likes text is shown %d boards of an animation, and:\n%s", len(frames), m.Text())
		}
		m = s.click(s.ann, m, "Step through it")
		for _, step := range []struct{ label, says string }{
			{"", "after 2 moves · of 3 so far"},
			{"One on", "after 3 moves"},
			{"One back", "after 2 moves"},
			{"Newest board", "after 3 moves"},
			{"First board", "after 0 moves"},
			{"One on", "after 1 move "},
			{"One on", "after 2 moves"},
			{"One back", "after 1 move "},
		} {
			if step.label != "" {
				m = s.click(s.ann, m, step.label)
			}
			s.private(m, "The board "+step.says)
		}
		// What is taken back was never there, and the newest board is the present one.
		s.slash(s.bob, "/takeback")
		s.private(s.click(s.ann, m, "Newest board"), "after 2 moves")
		s.private(s.slash(s.ann, "/catchup"), "Nothing has happened since your move **1**.")
	}, func(c *bot.Config) {
		c.Animate = func(list []scene.Scene) ([]byte, error) { frames = list; return json.Marshal(len(list)) }
	})
}

// P33, P53: in every language and style, of a match that runs, is at rest or is over; of one that has not begun it says so.
func TestP33Everywhere(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ language, head, step string }{
		{"English", "Since your move **2**:", "Step through it"}, {"Svenska", "Sedan ditt drag **2**:", "Stega igenom"}, {"Deutsch", "Seit deinem Zug **2**:", "Durchgehen"},
	} {
		for _, style := range []string{"image", "text", "words"} {
			t.Run(c.language+" "+style, func(t *testing.T) {
				tell(t, func(s *story) {
					s.slash(s.ann, "/kalah challenge user:@Bob first:me")
					s.private(s.slash(s.ann, "/catchup"), "Nothing is being played here")
					s.click(s.bob, s.board(), "Accept")
					s.slash(s.ann, "/kalah move move:2")
					s.slash(s.bob, "/kalah move move:1")
					s.slash(s.ann, "/settings language:"+c.language+" style:"+map[string]string{"image": "picture", "text": "monospace text", "words": "the position in words"}[style])
					m := s.slash(s.ann, "/catchup")
					s.private(m, c.head, "2. ", "1")
					s.private(s.click(s.ann, m, c.step), "1")
					s.sayYes(s.bob, "/resign")
					s.private(s.slash(s.ann, "/catchup"), c.head, "2. ", "Bob", "\n**", "Ann ")
				})
			})
		}
	}
}

// P33, S81: in Stratego a player steps through what they could see then, and a spectator through what everybody could.
func TestP33Secrets(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.armies("army:barrage reveal:never")
		s.confirm(s.ann)
		s.confirm(s.bob)
		for _, who := range []discordsim.UserID{s.ann, s.bob, s.eve} {
			s.slash(who, "/settings style:monospace text")
		}
		s.slash(s.ann, "/stratego move move:"+s.first(s.only(), 0))
		s.slash(s.bob, "/stratego move move:"+s.first(s.only(), 1))
		m := s.slash(s.ann, "/catchup")
		s.private(m, "Since your move")
		if got := strings.Count(m.Text(), ". BLUE "); got != 1 || strings.Contains(m.Text(), "bF") {
			t.Errorf("RED is shown %d moves of BLUE's, or BLUE's Flag:\n%s", got, m.Text())
		}
		for who, flags := range map[discordsim.UserID]int{s.ann: 1, s.bob: 1, s.eve: 0} {
			m := s.click(who, s.slash(who, "/catchup"), "Step through it")
			for _, way := range []string{"One back", "One back", "First board", "One on", "Newest board"} {
				for _, b := range m.Buttons() {
					if b.Label == way && !b.Disabled {
						m = s.click(who, m, way)
					}
				}
				if got := strings.Count(m.Text(), " F"); got != flags {
					t.Errorf("%s: %d flags are shown, want %d\n%s", way, got, flags, m.Text())
				}
			}
			s.sees(m, "after 2 moves")
		}
	}, withStratego)
}
