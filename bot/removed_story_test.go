package bot_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/games/match"
)

// P106, P39: who is removed from a tournament is removed from the game they play in it. The board, the notices, the history, the export and `/why` say who has
// done that and why, in the language of who reads; who leaves by themselves gives up, as ever.
func TestP106RemovedFromTheGame(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
	tellTournament(t, func(s *story) {
		s.slash(s.cid, "/tournament create players:8 game:kalah format:bracket")
		s.slash(s.ann, "/tournament join")
		s.slash(s.bob, "/tournament join")
		s.slash(s.cid, "/tournament start")
		s.wait(time.Minute)
		id := s.running()[0].ID
		s.slash(s.ann, "/tournament leave")
		s.wait(time.Minute)
		s.private(s.slash(s.bob, "/why game:"+string(id)), "**resigned**", "by the player's wish")
		s.private(s.slash(s.bob, "/history game:"+string(id)), "Ann has resigned")
	})
}

// P27, P94: matches of a tournament that is cancelled go on by themselves, on the terms they have; who plays one is told once, in their way, and those between
// computers end.
func TestP27CancelledTournament(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ language, told, board, why, cancel string }{
		{"English", "Your match goes on by itself", "was cancelled by Cid. This match goes on by itself", "either player may cancel", "Cancel the match"},
		{"Svenska", "Ditt parti fortsätter för sig självt", "ställdes in av Cid. Partiet fortsätter för sig självt", "får vem som helst av spelarna", "Avbryt partiet"},
		{"Deutsch", "Deine Partie geht für sich weiter", "wurde von Cid abgesagt. Diese Partie geht für sich weiter", "darf jede Seite", "Partie abbrechen"},
	} {
		t.Run(c.language, func(t *testing.T) {
			tellTournament(t, func(s *story) {
				dan := s.moderated()
				s.slash(s.cid, "/server settings language:"+c.language)
				for _, u := range []discordsim.UserID{s.ann, s.bob, s.eve, dan} {
					s.slash(u, "/settings language:"+c.language)
				}
				s.slash(s.bob, "/settings notify:a direct message")
				s.slash(s.cid, "/tournament create players:6 game:kalah format:swiss name:Cup fill:easy time:1 day a move")
				for _, u := range []discordsim.UserID{s.ann, s.bob, s.eve, dan} {
					s.slash(u, "/tournament join")
				}
				s.slash(s.cid, "/tournament start")
				s.wait(time.Minute)
				tournament := s.theTournament()
				e := s.listen()
				s.slash(s.cid, "/tournament cancel")
				s.wait(5 * time.Minute)
				rang, texts := map[discordsim.UserID]int{}, map[discordsim.UserID]string{}
				for _, m := range e.news() {
					for _, u := range m.Notified {
						rang[u]++
						texts[u] += m.Text()
					}
				}
				for _, g := range tournament.Played[0].Games {
					rec, err := s.store.Record(t.Context(), g.Match)
					if err != nil || rec.Tournament != "" && rec.Status != match.Over {
						t.Fatalf("%v, the match is still of the tournament %q", err, rec.Tournament)
					}
					if rec.People() == 0 {
						if rec.Status == match.Running {
							t.Errorf("the match of computers is %s", rec.Status)
						}
						continue
					}
					if rec.Status != match.Running || !rec.Rated() || rec.Clock.Policy.PerMove != 24*time.Hour {
						t.Errorf("the match is %s, rated %t, %v a move; want it to go on as it was", rec.Status, rec.Rated(), rec.Clock.Policy.PerMove)
					}
					for _, u := range rec.Members() {
						if n := rang[discordsim.UserID(u)]; n != 1 {
							t.Errorf("%s was told %d times, want once: %s", u, n, texts[discordsim.UserID(u)])
						}
						if !strings.Contains(texts[discordsim.UserID(u)], c.told) {
							t.Errorf("%s was told %q, want %q", u, texts[discordsim.UserID(u)], c.told)
						}
						game := " game:" + string(rec.ID)
						s.private(s.slash(discordsim.UserID(u), "/why"+game), c.board, c.why)
					}
					for _, m := range s.sim.Messages(s.hall, s.eve) {
						if match.MessageID(m.ID) == rec.Shown.Message {
							s.sees(m, c.board)
						}
					}
				}
				if left := s.theTournament(); left.Unsettled() {
					t.Errorf("something is left to do for the tournament: %+v", left.Notices)
				}
				s.restart(time.Minute)
				one := s.running()[0]
				for _, m := range s.sim.Messages(s.hall, s.eve) {
					if match.MessageID(m.ID) == one.Shown.Message {
						s.click(discordsim.UserID(one.Players[0].User), m, c.cancel)
					}
				}
				if one, err := s.store.Record(t.Context(), one.ID); err != nil || one.Reason != match.ByCancelling {
					t.Errorf("before the first move it can't be cancelled: %s, %v", one.Status, err)
				}
			})
		})
	}
}

// Two members of the same name are told apart wherever a tournament names or asks for them, and at the board of their match.
func TestNamesakes(t *testing.T) {
	t.Parallel()
	tellTournament(t, func(s *story) {
		var sams []discordsim.UserID
		for range 2 {
			sam := s.sim.AddUser("Sam")
			s.sim.AddMember(s.club, sam)
			sams = append(sams, sam)
		}
		s.slash(s.ann, "/tournament create game:kalah format:roundrobin players:8")
		for _, u := range sams {
			s.slash(u, "/tournament join")
		}
		s.wait(time.Minute)
		s.sees(s.about("Sign-up"), `Sam \#1 and Sam \#2`)
		s.sim.SetPermissions(s.club, s.ann, discordsim.DefaultMemberPermissions|discordsim.PermManageGuild)
		s.slash(s.ann, "/tournament start")
		s.wait(time.Minute)
		s.sees(s.about("**Round 1**"), `Sam \#1 v Sam \#2`)
		s.private(s.slash(s.ann, "/tournament standings"), "Sam #1", "Sam #2")
		choices := s.sim.As(s.ann).In(s.hall).Autocomplete("/tournament override game:", "game")
		s.wait(time.Second)
		if list := choices.Choices(); len(list) != 1 || !strings.Contains(list[0].Name, "#1") || !strings.Contains(list[0].Name, "#2") {
			t.Errorf("the games to decide are %v", list)
		}
		rec := s.running()[0]
		s.turn()
		s.slash(discordsim.UserID(rec.Players[0].User), "/draw")
		s.wait(time.Minute)
		for _, m := range s.sim.Messages(s.hall, s.eve) {
			if match.MessageID(m.ID) == s.running()[0].Shown.Message {
				s.sees(m, "Sam (South) offers a draw")
			}
		}
	})
}
