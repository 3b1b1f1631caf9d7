package bot_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/games/fish"
	"paddock/games/match"
)

// Members of the same name are told apart wherever they are named: in a match by their seats, by mentions while seats are open and across matches, and where
// there is no room for a mention by the ids of the matches.
func TestNamesakesEverywhere(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.moderated()
		one, two := s.sim.AddUser("Sam"), s.sim.AddUser("Sam")
		s.sim.AddMember(s.club, one)
		s.sim.AddMember(s.club, two)
		at := func(u discordsim.UserID) string { return "<@" + string(u) + ">" }
		says := func(where string, m discordsim.Message, texts ...string) {
			t.Helper()
			for _, text := range texts {
				if !strings.Contains(m.Text(), text) {
					t.Errorf("%s: the message does not say %q, but:\n%s", where, text, m.Text())
				}
			}
		}
		choices := func(where string, who discordsim.UserID, command, option string, texts ...string) {
			t.Helper()
			i := s.sim.As(who).In(s.hall).Autocomplete(command, option)
			s.wait(time.Second)
			names := ""
			for _, c := range i.Choices() {
				names += c.Name + "\n"
			}
			for _, text := range texts {
				if !strings.Contains(names, text) {
					t.Errorf("%s: no entry says %q:\n%s", where, text, names)
				}
			}
		}

		// Challenges: a table of three, and two that anybody may accept.
		s.slash(one, "/fish start players:3")
		s.click(two, s.board(), "Join")
		says("a table", s.board(), at(one)+" and "+at(two))
		says("/games of a table", s.slash(one, "/games"), "Fish v "+at(two))
		s.slash(one, "/kalah start")
		s.slash(two, "/kalah start")
		lobby := s.slash(s.eve, "/lobby")
		for _, b := range lobby.Buttons() {
			if id, ok := strings.CutPrefix(b.Label, "Kalah · Sam"); ok {
				says("the lobby", lobby, "`"+strings.TrimPrefix(id, " · ")+"`")
			}
		}

		// A match of the two, in a thread of its own.
		s.slash(one, "/kalah challenge user:"+at(two)+" first:me holes:3 beans:2 thread:true time:1 day a move")
		threads := s.sim.Threads(s.hall)
		hall := s.hall
		s.hall = threads[0].ID
		s.click(two, s.board(), "Accept")
		id := " game:" + string(s.only().ID)
		s.hall = hall
		says("/games of one of them", s.slash(one, "/games"), "Kalah v Sam (North)")
		choices("/server end", s.cid, "/server end game:Sam reason:x", "game", "Sam (South) v Sam (North)")
		says("who is to move", s.slash(two, "/kalah move move:1"+id), "Sam (South) is to move")
		s.slash(one, "/draw"+id)
		says("the board", s.slash(two, "/board"+id), "South Sam v North Sam", "Sam (South) offers a draw")
		says("/catchup", s.slash(two, "/catchup"+id), "South")
		says("/history", s.slash(one, "/history"+id), "South Sam v North Sam")
		says("/stats", s.slash(one, "/stats user:"+at(two)), at(two)+" has")
		s.hall = threads[0].ID
		s.playOut()
		s.wait(time.Minute)
		says("the end", s.board(), "Rating: Sam (South) 1500? → ", " · Sam (North) 1500?")
		s.click(one, s.board(), "Rematch")
		says("the end", s.board(), "Sam (South) would like")
		s.hall = hall
		says("/top", s.slash(s.eve, "/top game:Kalah"), at(one), at(two))
		says("/finished", s.slash(one, "/finished"), "Kalah v Sam (North)")

		// Matches of Ann's with both.
		s.slash(s.ann, "/hours zone:UTC digest:2")
		s.slash(s.ann, "/settings notify:one direct message a day")
		for _, sam := range []discordsim.UserID{one, two} {
			s.slash(s.ann, "/kalah challenge user:"+at(sam)+" first:me")
			s.click(sam, s.board(), "Accept")
		}
		says("/games against both", s.slash(s.ann, "/games"), "Kalah v "+at(one), "Kalah v "+at(two))
		says("which is meant", s.slash(s.ann, "/kalah move move:1"), "Kalah v "+at(one), "Kalah v "+at(two))
		var ids []string
		first := "" // Ann's match with the first
		for _, rec := range s.running() {
			if rec.SeatOf(match.UserID(s.ann)) == 0 {
				ids = append(ids, " · "+string(rec.ID))
				if rec.Players[1].User == match.UserID(one) {
					first = string(rec.ID)
				}
			}
		}
		choices("the option game", s.ann, "/kalah move game:Sam move:1", "game", ids...)
		s.wait(150 * time.Minute)
		says("the daily message", s.sim.Last(s.sim.DM(s.ann), s.ann), "Kalah v "+at(one), "Kalah v "+at(two))

		// What moderators did.
		says("a hand-over", s.slash(s.cid, "/server hand-over new:"+at(two)+" old:"+at(one)+" reason:y game:"+first), "I have asked")
		s.wait(time.Minute)
		says("the audit log", s.slash(s.cid, "/server audit"), at(one), at(two))
	}, func(c *bot.Config) {
		c.Games, c.Coach.Unasked = append(slices.Clone(catalogue), fish.New()), false
		c.Coach.Nodes = 2000
	})
}
