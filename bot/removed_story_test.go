package bot_test

import (
	"slices"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/games/match"
)

// P106, P39: who is removed from a tournament is removed from the game they play in it. The board, the notices, the history, the export and `/why` say who has
// done that and why, in the language of who reads; who leaves by themselves gives up, as ever.
func TestP106RemovedFromTheGame(t *testing.T) {
	for _, c := range []struct {
		name, options, language string
		end, notice, why        string
	}{
		{"Kalah", "game:kalah format:bracket", "", "Cid has removed Ann from this match as a moderator. Reason: cheats.", "cheats", "may take a player out of a tournament"},
		{"Kalah in Swedish", "game:kalah format:bracket", "Svenska", "Cid har som moderator tagit bort Ann från partiet. Skäl: cheats.", "Skäl: cheats", "får ta bort en spelare ur en turnering"},
		{"Kalah in German", "game:kalah format:bracket", "Deutsch", "Cid hat Ann als Moderation aus dieser Partie genommen. Grund: cheats.", "Grund: cheats", "aus einem Turnier dort nehmen"},
		{"Stratego", "game:stratego format:bracket", "", "Cid has removed Ann from this match as a moderator. Reason: cheats.", "cheats", "may take a player out of a tournament"},
		{"Fish of two", "game:fish format:bracket", "", "Cid has removed Ann from this match as a moderator. Reason: cheats.", "cheats", "may take a player out of a tournament"},
		{"Fish of three", "game:fish format:knockout", "", "Cid has removed Ann from this match as a moderator. Reason: cheats.", "cheats", "may take a player out of a tournament"},
	} {
		t.Run(c.name, func(t *testing.T) {
			crossTell(t, func(*story) {}, func(s *story) {
				s.moderated()
				if c.language != "" {
					s.slash(s.cid, "/server settings language:"+c.language)
					for _, u := range []discordsim.UserID{s.ann, s.bob} {
						s.slash(u, "/settings language:"+c.language)
					}
				}
				s.slash(s.cid, "/tournament create players:8 "+c.options)
				for _, u := range []discordsim.UserID{s.ann, s.bob, s.eve} {
					if u != s.eve || c.name == "Fish of three" {
						s.slash(u, "/tournament join")
					}
				}
				s.slash(s.cid, "/tournament start")
				s.wait(time.Minute)
				before := s.running()[0]
				e := s.listen()
				s.slash(s.cid, "/server remove user:@Ann reason:cheats")
				s.wait(time.Minute)
				rec, err := s.store.Record(t.Context(), before.ID)
				if err != nil || (rec.Status == match.Over) != (c.name != "Fish of three") || rec.Rated() && rec.Reason != "referee" || rec.Late != 0 {
					t.Fatalf("the match is %s, rated %t, late %v, %v", rec.Status, rec.Rated(), rec.Late, err)
				}
				rang := map[discordsim.UserID]int{}
				for _, m := range e.news() {
					for _, u := range m.Notified {
						rang[u]++
						if u == s.ann {
							s.sees(m, c.notice)
						}
					}
				}
				if rang[s.ann] != 1 || rang[s.bob] > 1 || rec.Status == match.Over && rang[s.bob] != 1 {
					t.Errorf("called: %v, want Ann once and Bob once", rang)
				}
				for _, m := range s.sim.Messages(s.hall, s.eve) {
					if match.MessageID(m.ID) == rec.Shown.Message {
						s.sees(m, c.end)
					}
				}
				game := " game:" + string(rec.ID)
				s.private(s.slash(s.bob, "/why"+game), "Cid (cheats)", c.why)
				if rec.Status == match.Over {
					s.private(s.slash(s.bob, "/history"+game), c.end)
					s.private(s.slash(s.bob, "/games"))
				}
				s.exports(s.bob, "ruled ", " remove moderator")
				if list := s.audits(); !slices.Contains(list, match.AuditRemove) {
					t.Errorf("the audit log has %v", list)
				}
			})
		})
	}
}

// P27: who leaves a tournament by themselves has given up the game they play in it.
func TestP27LeavesByThemselves(t *testing.T) {
	tellCup(t, func(s *story) {
		s.slash(s.cid, "/tournament create players:8 game:kalah format:bracket")
		s.slash(s.ann, "/tournament join")
		s.slash(s.bob, "/tournament join")
		s.slash(s.cid, "/tournament start")
		s.wait(time.Minute)
		id := s.running()[0].ID
		s.slash(s.ann, "/tournament leave")
		s.wait(time.Minute)
		s.private(s.slash(s.bob, "/why game:"+string(id)), "**resign**", "by the player's wish")
		s.private(s.slash(s.bob, "/history game:"+string(id)), "Ann has resigned")
	})
}
