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
	"paddock/games/scene"
)

// One match that was damaged where it is stored stops no other: its players are told when they touch it, clocks and lists go on.
func TestADamagedMatchStopsNobodyElse(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.waste = true // the damage is logged as an error
		s.begin("/kalah challenge user:@Bob first:me time:1 day a move")
		broken, board := s.only(), s.board()
		s.wait(time.Minute)
		s.begin("/kalah challenge user:@Bob first:me time:1 day a move")
		sound := s.only()
		s.halt()
		text, err := os.ReadFile(s.path)
		if err != nil {
			s.Fatal(err)
		}
		head := fmt.Sprintf(`{"ID":%q,"Game"`, broken.ID)
		spoilt := bytes.ReplaceAll(text, []byte(head), []byte(head[:len(head)-2]+"f\""))
		if bytes.Equal(text, spoilt) {
			s.Fatal("the record was not found in the file")
		}
		if err := os.WriteFile(s.path, spoilt, 0o600); err != nil {
			s.Fatal(err)
		}
		s.start()
		s.private(s.click(s.ann, board, "1 (4)"), "was damaged where it is stored", "Your other matches are not touched")
		for _, u := range []discordsim.UserID{s.ann, s.bob} {
			s.private(s.slash(u, "/games"), "Your match `"+string(broken.ID)+"` was damaged where it is stored", "Your matches (1)")
		}
		if m := s.slash(s.eve, "/games"); strings.Contains(m.Text(), "damaged") {
			t.Errorf("somebody else's damaged match is shown:\n%s", m.Text())
		}
		s.press(s.ann, s.board())
		if s.moves(sound.ID) != 1 {
			t.Error("the sound match can't be played")
		}
		s.wait(3 * 24 * time.Hour)
		if rec := s.only(); rec.Due.Equal(sound.Due) {
			t.Error("the clock of the sound match stands still")
		}
	})
}

// The database is deleted under the running bot: no move is acknowledged that would be lost with it, and play goes on when it is back.
func TestTheDatabaseIsDeleted(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.waste = true
		s.begin("/kalah challenge user:@Bob first:me")
		board := s.board()
		if err := os.Rename(s.path, s.path+".aside"); err != nil {
			s.Fatal(err)
		}
		s.private(s.click(s.ann, board, "1 (4)"), "not saved")
		s.private(s.slash(s.ann, "/kalah move move:1"), "not saved")
		s.private(s.slash(s.ann, "/games"), "Bob") // what was stored can be read
		if err := os.Rename(s.path+".aside", s.path); err != nil {
			s.Fatal(err)
		}
		s.press(s.ann, s.board())
		if s.moves(s.only().ID) != 1 {
			t.Error("no move can be made although the database is back")
		}
	})
}

// A spectator who clicks on Board a hundred times, each picture taking its time, delays no player's move, and is told when to come again.
func TestASpectatorDelaysNoMove(t *testing.T) {
	t.Parallel()
	const picture = 160 * time.Millisecond
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me")
		board := s.board()
		var looks []*discordsim.Interaction
		for range 100 {
			looks = append(looks, s.sim.As(s.eve).Click(board, "Board"))
		}
		s.wait(picture / 2)
		s.sim.As(s.ann).Click(board, "1 (4)")
		s.wait(picture / 2)
		if s.moves(s.only().ID) != 1 {
			t.Error("the move waits for what a spectator looks at")
		}
		s.wait(time.Minute)
		if !slices.ContainsFunc(looks, func(i *discordsim.Interaction) bool {
			text := s.answered(i, "a look").Text()
			return strings.Contains(text, "faster than I may make them for one member") && strings.Contains(text, "try again in")
		}) {
			t.Error("a hundred looks in a few seconds are none too many")
		}
		if m := s.click(s.eve, s.sim.Last(s.hall, s.bob), "Board"); !fullBoard(m) {
			t.Errorf("a minute later there is no board:\n%s", m.Text())
		}
	}, func(c *bot.Config) {
		c.Draw = func(scene.Scene) ([]byte, error) {
			time.Sleep(picture)
			return drawNothing(scene.Scene{})
		}
	})
}
