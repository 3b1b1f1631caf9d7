package bot_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/fish"
	"paddock/games/match"
)

// Members of the same name can be told apart everywhere. Within a match their seats are named too.
// While seats are open, and in lists of several matches, members are mentioned. If there is no room
// for a mention, the matches' ids are shown.
func TestNamesakesEverywhere(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Moderated()
		one, two := s.Sim.AddUser("Sam"), s.Sim.AddUser("Sam")
		s.Sim.AddMember(s.Club, one)
		s.Sim.AddMember(s.Club, two)
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
			i := s.Sim.As(who).In(s.Hall).Autocomplete(command, option)
			s.Wait(time.Second)
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
		s.Slash(one, "/fish start players:3")
		s.Click(two, s.Board(), "Join")
		says("a table", s.Board(), at(one)+" and "+at(two))
		says("/games of a table", s.Slash(one, "/games"), "Fish v "+at(two))
		s.Slash(one, "/kalah start")
		s.Slash(two, "/kalah start")
		lobby := s.Slash(s.Eve, "/lobby")
		for _, b := range lobby.Buttons() {
			if id, ok := strings.CutPrefix(b.Label, "Kalah · Sam"); ok {
				says("the lobby", lobby, "`"+strings.TrimPrefix(id, " · ")+"`")
			}
		}

		// A match of the two, in a thread of its own.
		s.Slash(one, "/kalah challenge user:"+at(two)+" first:me holes:3 beans:2 thread:true time:1 day a move")
		threads := s.Sim.Threads(s.Hall)
		hall := s.Hall
		s.Hall = threads[0].ID
		s.Click(two, s.Board(), "Accept")
		id := " game:" + string(s.Only().ID)
		s.Hall = hall
		says("/games of one of them", s.Slash(one, "/games"), "Kalah v Sam (North)")
		choices("/server end", s.Cid, "/server end game:Sam reason:x", "game", "Sam (South) v Sam (North)")
		says("who is to move", s.Slash(two, "/kalah move move:1"+id), "I'm waiting for Sam (South)")
		s.Slash(one, "/draw"+id)
		says("the board", s.Slash(two, "/board"+id), "Sam (South) v Sam (North)", "Sam (South) offers a draw")
		says("/match happened", s.Slash(two, "/match happened"+id), "South")
		says("/match history", s.Slash(one, "/match history"+id), "Sam (South) v Sam (North)")
		says("/stats", s.Slash(one, "/stats user:"+at(two)), at(two)+" has")
		s.Hall = threads[0].ID
		s.PlayOut()
		s.Wait(time.Minute)
		says("the end", s.Board(),
			"A rating in Kalah comes after 5 rated games. So far: Sam (South) 1 · Sam (North) 1.")
		s.Click(one, s.Board(), "Rematch")
		says("the end", s.Board(), "Sam (South) would like")
		s.Hall = hall
		says("/top", s.Slash(s.Eve, "/top game:Kalah"), at(one), at(two))
		says("/games finished:all", s.Slash(one, "/games finished:all"), "Kalah v Sam (North)")

		// Ann plays a match against each of the two.
		s.Slash(s.Ann, "/settings hours zone:UTC digest:2")
		s.Slash(s.Ann, "/settings general notify:one direct message a day")
		for _, sam := range []discordsim.UserID{one, two} {
			s.Slash(s.Ann, "/kalah challenge user:"+at(sam)+" first:me")
			s.Click(sam, s.Board(), "Accept")
		}
		says("/games against both", s.Slash(s.Ann, "/games"), "Kalah v "+at(one), "Kalah v "+at(two))
		says("which is meant", s.Slash(s.Ann, "/kalah move move:1"), "Kalah v "+at(one), "Kalah v "+at(two))
		var ids []string
		first := "" // the match of Ann and the first Bob
		for _, rec := range s.Running() {
			if rec.SeatOf(match.UserID(s.Ann)) == 0 {
				ids = append(ids, " · "+string(rec.ID))
				if rec.Players[1].User == match.UserID(one) {
					first = string(rec.ID)
				}
			}
		}
		choices("the option game", s.Ann, "/kalah move game:Sam move:1", "game", ids...)
		s.Wait(150 * time.Minute)
		says("the daily message", s.Sim.Last(s.Sim.DM(s.Ann), s.Ann), "Kalah v "+at(one), "Kalah v "+at(two))

		// Actions of moderators.
		says("a hand-over", s.Slash(s.Cid, "/server hand-over new:"+at(two)+" old:"+at(one)+" reason:y game:"+first),
			"I've asked")
		s.Wait(time.Minute)
		says("the audit log", s.Slash(s.Cid, "/server audit"), at(one), at(two))
	}, func(c *bot.Config) {
		c.Games, c.Nodes = append(slices.Clone(story.Catalogue), fish.New()), 2000
	})
}
