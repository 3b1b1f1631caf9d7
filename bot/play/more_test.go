package play_test

import (
	"slices"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/component"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/catalog"
)

// P140: below a board are the menus or buttons for a move, and More. More opens a private message
// with all other actions, Board just for me among them where the board has no secrets. A spectator gets
// no actions that only players may take. Buttons of older boards still work.
func TestP140More(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me time:1 day a move")
		s.Slash(s.Ann, "/kalah move move:2")
		s.Slash(s.Bob, "/kalah move move:2")
		s.Slash(s.Ann, "/kalah move move:3")
		s.Wait(time.Minute)
		board := s.Board()
		if got := board.Labels(); got[len(got)-1] != "More" || slices.Contains(got, "Board just for me") {
			t.Errorf("below the board stand %q", got)
		}
		more := s.Click(s.Ann, board, "More")
		s.Private(more, "What would you like to do?")
		want := []string{
			"Take back", "Offer a draw", "Pause", "Give time", "Board just for me", "Try moves",
			"Automatic replies", "Notes",
			"What happened?", "History", "Rules, export …", "Resign",
		}
		if got := more.Labels(); !slices.Equal(got, want) {
			t.Errorf("a player's More has %q, want %q", got, want)
		}
		theirs := []string{"Board just for me", "What happened?", "History", "Follow", "Rules, export …"}
		if got := s.Click(s.Eve, board, "More").Labels(); !slices.Equal(got, theirs) {
			t.Errorf("a spectator's More has %q, want %q", got, theirs)
		}
		other := s.Click(s.Ann, more, "Rules, export …")
		if got, want := other.Labels(),
			[]string{"Rules", "Export", "Report a bug", "Back"}; !slices.Equal(got, want) {
			t.Errorf("behind Other stand %q, want %q", got, want)
		}
		more = s.Click(s.Ann, other, "Back")
		s.Private(s.Click(s.Ann, more, "History"), "1. You played hole 2")
		s.Private(s.Click(s.Ann, s.Click(s.Ann, s.Click(s.Ann, board, "More"), "Give time"), "1 day"),
			"You have given your opponent more time")
		other = s.Click(s.Ann, s.Click(s.Ann, board, "More"), "Rules, export …")
		s.Private(s.Click(s.Ann, other, "Referee's decisions"), "Ann") // the gift is the first entry of the book
		s.Private(s.Click(s.Ann, s.Board(), "Resign"), "really want to give up")
		s.Forge(component.Target{Match: s.Only().ID, Action: component.ActNextMatch})
		s.Private(s.Click(s.Ann, s.Board(), "More"), "No other match is waiting for you")
		before := s.Only()
		s.Resigns(s.Bob)
		end := s.BoardAbout("resigned")
		s.Forge(component.Target{Match: before.ID, Head: before.Board(), Action: component.ActMore})
		s.Private(s.Click(s.Eve, end, "More"), "Bob has resigned")
		for who, want := range map[discordsim.UserID][]string{
			s.Ann: {"Board just for me", "Notes", "History", "Rules, export …"},
			s.Eve: {"Board just for me", "History", "Rules, export …"},
		} {
			if got := s.Click(who, end, "More").Labels(); !slices.Equal(got, want) {
				t.Errorf("after the end More has %q, want %q", got, want)
			}
		}
	}, func(c *bot.Config) { c.Games = catalog.Games() })
}

// P10: where the list of matches ends, another one can begin.
func TestNewMatchFromTheList(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		for range 2 {
			list := s.Slash(s.Ann, "/games")
			s.Private(s.Click(s.Ann, list, "New match"), "What would you like to play?")
			s.Slash(s.Ann, "/kalah start level:easy first:me")
		}
	})
}
