package server_test

import (
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/match"
	"paddock/games/referee"
)

// P25: the server's limits of the time for a move apply. Other times are refused privately, and a
// default outside them is adjusted. The server sets the expiry of challenges and the days of grace.
// Matches against the computer without a clock are not changed.
func TestP25TimesOfTheServer(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Private(s.Slash(s.Ann,
			"/server settings shortest:6 hours a move longest:1 day a move expiry:3 days grace:none"), "1 day a move",
			"3 days", "none")
		s.Private(s.Slash(s.Bob, "/kalah challenge user:@Cid time:3 days a move"),
			"doesn't allow that much time for a move")
		s.Private(s.Slash(s.Bob, "/kalah challenge user:@Cid time:no clock"), "that much time for a move")
		s.Private(s.Slash(s.Bob, "/kalah challenge user:@Cid time:10 minutes a move"), "so little time for a move")
		s.Slash(s.Bob, "/kalah challenge user:@Cid")
		r := s.Only()
		if p := r.Clock.Policy; p.PerMove != 24*time.Hour || p.Grace != 0 {
			t.Errorf("without a time it is agreed %v with %d days of grace, want the longest that may be, and none",
				p.PerMove, p.Grace)
		}
		if open := r.Clock.Deadline.Sub(r.Created); open != 72*time.Hour {
			t.Errorf("the challenge is open for %v, want 3 days", open)
		}
		s.Slash(s.Bob, "/kalah start level:first")
		list, err := s.Store.ByUser(t.Context(), match.UserID(s.Bob))
		if err != nil || len(list) != 2 || list[0].Clock.Policy.PerMove != 0 {
			t.Errorf("%d matches, %v; want one against the computer without a clock", len(list), err)
		}
		s.Private(s.Slash(s.Ann, "/server audit"), "The longest time for a move", "no limit → 1 day a move",
			"How long a challenge stays open", "Days of grace")
	})
}

// P25: in a server that has set nothing, a move has two days, as the settings say.
func TestP25UsualTime(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Private(s.Slash(s.Ann, "/server settings"), "Usual time for a move: **2 days (the default)**")
		s.Slash(s.Bob, "/kalah challenge user:@Cid")
		if per := s.Only().Clock.Policy.PerMove; per != 48*time.Hour {
			t.Errorf("a move has %v, want 2 days", per)
		}
	})
}

// P25, P20, P99: a rematch, and a challenge that is offered again, obey the present limits of the
// server and say what has changed.
func TestP25TimesOfAMatchAgain(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		newest := func() referee.Policy {
			s.Wait(time.Minute)
			return s.Only().Clock.Policy
		}
		s.Begin("/kalah challenge user:@Bob first:me time:10 minutes a move")
		s.Slash(s.Cid, "/halatafl challenge time:no clock again:2")
		s.Private(s.Slash(s.Ann, "/server settings shortest:1 day a move longest:3 days a move"), "1 day a move",
			"3 days a move")
		s.Resigns(s.Ann)
		over := s.BoardAbout("resigned")
		s.Click(s.Ann, over, "Rematch")
		s.Sees(s.BoardAbout("Ann would like a rematch"), "The rematch has another clock, 1 day for a move")
		s.Click(s.Bob, over, "Rematch")
		if p := newest(); p.PerMove != 24*time.Hour || p.Grace != 3 {
			t.Errorf("the rematch has %v for a move and %d days of grace, want what the server allows", p.PerMove,
				p.Grace)
		}
		s.Sees(s.BoardAbout("The rematch is on"), "The rematch has another clock, 1 day for a move")
		s.Click(s.Bob, s.BoardAbout("Cid is looking for"), "Accept")
		if p := newest(); p.PerMove != 72*time.Hour || p.Grace != 3 {
			t.Errorf("what is offered again has %v for a move and %d days of grace, want what the server allows",
				p.PerMove, p.Grace)
		}
		s.Slash(s.Ann, "/kalah start level:first first:me")
		s.Resigns(s.Ann)
		s.Click(s.Ann, s.Board(), "Rematch")
		if p := newest(); p.PerMove != 0 {
			t.Errorf("a rematch against the computer has %v for a move, want no clock", p.PerMove)
		}
	})
}

// P25: a server sets the reminder, the window of quick moves and the free takeback for later
// matches, by command and by panel. Other members can change nothing, and the audit log has each
// change.
func TestP25DefaultsOfTheServer(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me time:1 day a move")
		before := s.Only().ID
		s.Sim.SetPermissions(s.Club, s.Eve, discordsim.DefaultMemberPermissions|discordsim.PermManageGuild)
		eves := s.Slash(s.Eve, "/server defaults")
		s.Sim.SetPermissions(s.Club, s.Eve, discordsim.DefaultMemberPermissions)
		s.Private(s.Sets(s.Eve, s.Hall, eves, "reminder", "90"), "Manage Server")
		panel := s.Slash(s.Ann, "/server defaults reminder:at 50 % takeback:never")
		s.Private(panel, "at 50 %", "the default", "never")
		panel = s.Sets(s.Ann, s.Hall, panel, "quick", "60")
		s.Private(panel, "at 50 %", "1 minute", "never")
		s.Private(s.Slash(s.Ann, "/server audit"), "When I remind players", "the default → at 50 %", "the default → never",
			"the default → 1 minute")

		s.Slash(s.Ann, "/halatafl challenge user:@Bob time:1 day a move")
		s.Click(s.Bob, s.Board(), "Accept")
		list, err := s.Store.ByUser(t.Context(), match.UserID(s.Bob))
		if err != nil || len(list) != 2 {
			t.Fatal(len(list), err)
		}
		for _, r := range list {
			want := match.Record{}
			if r.ID != before {
				want.Quick, want.FreeUndo, want.Clock.Policy.Remind = time.Minute, -time.Second, 50
			}
			if r.Quick != want.Quick || r.FreeUndo != want.FreeUndo ||
				r.Clock.Policy.Remind != want.Clock.Policy.Remind {
				t.Errorf("%s has %v, %v, %d; want %v, %v, %d", r.Game, r.Quick, r.FreeUndo, r.Clock.Policy.Remind,
					want.Quick, want.FreeUndo, want.Clock.Policy.Remind)
			}
		}
		s.Wait(12*time.Hour + time.Minute)
		s.Sees(s.Last(), "reminder", "Halatafl")
	})
}
