package bot_test

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/scene"
)

// A damaged stored match does not affect other matches. Its players are told when they use it, and
// clocks and lists continue.
func TestADamagedMatchStopsNobodyElse(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true // the damage is logged as an error
		s.Begin("/kalah challenge user:@Bob first:me time:1 day a move")
		broken, board := s.Only(), s.Board()
		s.Wait(time.Minute)
		s.Begin("/kalah challenge user:@Bob first:me time:1 day a move")
		sound := s.Only()
		s.Halt()
		text, err := os.ReadFile(s.Path)
		if err != nil {
			s.Fatal(err)
		}
		head := fmt.Sprintf(`{"ID":%q,"Game"`, broken.ID)
		spoilt := bytes.ReplaceAll(text, []byte(head), []byte(head[:len(head)-2]+"f\""))
		if bytes.Equal(text, spoilt) {
			s.Fatal("the record was not found in the file")
		}
		if err := os.WriteFile(s.Path, spoilt, 0o600); err != nil {
			s.Fatal(err)
		}
		s.Start()
		s.Private(s.Click(s.Ann, board, "1 (4)"), "was damaged in my memory", "Your other matches are fine")
		for _, u := range []discordsim.UserID{s.Ann, s.Bob} {
			s.Private(s.Slash(u, "/games"), "Your match `"+string(broken.ID)+"` was damaged in my memory",
				"Your matches (1)")
		}
		if m := s.Slash(s.Eve, "/games"); strings.Contains(m.Text(), "damaged") {
			t.Errorf("somebody else's damaged match is shown:\n%s", m.Text())
		}
		s.Press(s.Ann, s.Board())
		if s.Moves(sound.ID) != 1 {
			t.Error("the sound match can't be played")
		}
		s.Wait(3 * 24 * time.Hour)
		if rec := s.Only(); rec.Due.Equal(sound.Due) {
			t.Error("the clock of the sound match stands still")
		}
	})
}

// The database is deleted under the running bot: no move is acknowledged that would be lost, and
// play continues when the file is back.
func TestTheDatabaseIsDeleted(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		s.Begin("/kalah challenge user:@Bob first:me")
		board := s.Board()
		if err := os.Rename(s.Path, s.Path+".aside"); err != nil {
			s.Fatal(err)
		}
		s.Private(s.Click(s.Ann, board, "1 (4)"), "wasn't saved")
		s.Private(s.Slash(s.Ann, "/kalah move move:1"), "wasn't saved")
		s.Private(s.Slash(s.Ann, "/games"), "Bob") // stored data can still be read
		if err := os.Rename(s.Path+".aside", s.Path); err != nil {
			s.Fatal(err)
		}
		s.Press(s.Ann, s.Board())
		if s.Moves(s.Only().ID) != 1 {
			t.Error("no move can be made although the database is back")
		}
	})
}

// A spectator who clicks Board a hundred times, with slow pictures, delays no player's move, and is
// told when to try again.
func TestASpectatorDelaysNoMove(t *testing.T) {
	t.Parallel()
	const picture = 160 * time.Millisecond
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		board := s.Board()
		var looks []*discordsim.Interaction
		more := s.Click(s.Eve, board, "More")
		for range 100 {
			looks = append(looks, s.Sim.As(s.Eve).Click(more, "Board just for me"))
		}
		s.Wait(picture / 2)
		s.Sim.As(s.Ann).Click(board, "1 (4)")
		s.Wait(picture / 2)
		if s.Moves(s.Only().ID) != 1 {
			t.Error("the move waits for what a spectator looks at")
		}
		s.Wait(time.Minute)
		if !slices.ContainsFunc(looks, func(i *discordsim.Interaction) bool {
			text := s.Answered(i, "a look").Text()
			return strings.Contains(text, "more pictures than I can draw for you at once") &&
				strings.Contains(text, "try again in")
		}) {
			t.Error("a hundred looks in a few seconds are none too many")
		}
		if m := s.Click(s.Eve, s.Sim.Last(s.Hall, s.Bob), "Board just for me"); !story.FullBoard(m) {
			t.Errorf("a minute later there is no board:\n%s", m.Text())
		}
	}, func(c *bot.Config) {
		c.Draw = func(scene.Scene) ([]byte, error) {
			time.Sleep(picture)
			return story.DrawNothing(scene.Scene{})
		}
	})
}
