package bot_test

import (
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/games/match"
)

// P25: what a server allows for a move is kept to: what is asked for beyond it is refused in private, a default gives way; challenges stay open, and grace
// is given, as the server has it. Matches against the computer without a clock are left alone.
func TestP25TimesOfTheServer(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.private(s.slash(s.ann, "/server settings shortest:6 hours a move longest:1 day a move expiry:3 days grace:none"), "1 day a move", "3 days", "none")
		s.private(s.slash(s.bob, "/kalah challenge user:@Cid time:3 days a move"), "more time for a move than those who manage this server allow")
		s.private(s.slash(s.bob, "/kalah challenge user:@Cid time:no clock"), "more time for a move")
		s.private(s.slash(s.bob, "/kalah challenge user:@Cid time:10 minutes a move"), "less time for a move")
		s.slash(s.bob, "/kalah challenge user:@Cid")
		r := s.only()
		if p := r.Clock.Policy; p.PerMove != 24*time.Hour || p.Grace != 0 {
			t.Errorf("without a time it is agreed %v with %d days of grace, want the longest that may be, and none", p.PerMove, p.Grace)
		}
		if open := r.Clock.Deadline.Sub(r.Created); open != 72*time.Hour {
			t.Errorf("the challenge is open for %v, want 3 days", open)
		}
		s.slash(s.bob, "/kalah start level:first")
		list, err := s.store.ByUser(t.Context(), match.UserID(s.bob))
		if err != nil || len(list) != 2 || list[0].Clock.Policy.PerMove != 0 {
			t.Errorf("%d matches, %v; want one against the computer without a clock", len(list), err)
		}
		s.private(s.slash(s.ann, "/server audit"), "The longest time for a move", "no limit → 1 day a move", "How long a challenge stays open", "Days of grace")
	})
}

// P25: the reminder, the window of quick moves and the free takeback are the server's own, by command and by panel, for matches that are made from then
// on; who may not manage the server changes nothing, and what was changed stands in the audit log.
func TestP25DefaultsOfTheServer(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me time:1 day a move")
		before := s.only().ID
		s.sim.SetPermissions(s.club, s.eve, discordsim.DefaultMemberPermissions|discordsim.PermManageGuild)
		eves := s.slash(s.eve, "/server defaults")
		s.sim.SetPermissions(s.club, s.eve, discordsim.DefaultMemberPermissions)
		s.private(s.fromMenu(s.eve, s.hall, eves, 0, "90"), "Manage Server")
		panel := s.slash(s.ann, "/server defaults reminder:at 50 % takeback:never")
		s.private(panel, "at 50 %", "my default", "never")
		panel = s.fromMenu(s.ann, s.hall, panel, 1, "60")
		s.private(panel, "at 50 %", "1 minute", "never")
		s.private(s.slash(s.ann, "/server audit"), "After which share of the time", "my default → at 50 %", "my default → never", "my default → 1 minute")

		s.slash(s.ann, "/halatafl challenge user:@Bob time:1 day a move")
		s.click(s.bob, s.board(), "Accept")
		list, err := s.store.ByUser(t.Context(), match.UserID(s.bob))
		if err != nil || len(list) != 2 {
			t.Fatal(len(list), err)
		}
		for _, r := range list {
			want := match.Record{}
			if r.ID != before {
				want.Quick, want.FreeUndo, want.Clock.Policy.Remind = time.Minute, -time.Second, 50
			}
			if r.Quick != want.Quick || r.FreeUndo != want.FreeUndo || r.Clock.Policy.Remind != want.Clock.Policy.Remind {
				t.Errorf("%s has %v, %v, %d; want %v, %v, %d", r.Game, r.Quick, r.FreeUndo, r.Clock.Policy.Remind, want.Quick, want.FreeUndo, want.Clock.Policy.Remind)
			}
		}
		s.wait(12*time.Hour + time.Minute)
		s.sees(s.last(), "reminder", "Halatafl")
	})
}
