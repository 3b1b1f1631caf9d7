package tournament_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/match"
)

// P106, P39: a player who is removed from a tournament is removed from their game in it. Board,
// notices, history, export and `/match why` say who did that and why, in the language of the
// reader.
func TestP106RemovedFromTheGame(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, options, language string
		end, notice, why        string
	}{
		{
			"Kalah", "game:kalah format:bracket", "", "Cid, a moderator, has taken Ann out of this match. Reason: cheats.",
			"cheats", "can take a player out of a tournament",
		},
		{
			"Kalah in Swedish", "game:kalah format:bracket", "Svenska",
			"Cid, moderator, har tagit ut Ann ur partiet. Skäl: cheats.", "Skäl: cheats",
			"kan ta ut en spelare ur en turnering",
		},
		{
			"Kalah in German", "game:kalah format:bracket", "Deutsch",
			"Cid hat Ann als Moderation aus dieser Partie genommen. Grund: cheats.", "Grund: cheats",
			"aus einem Turnier nehmen",
		},
		{
			"Stratego", "game:stratego format:bracket", "",
			"Cid, a moderator, has taken Ann out of this match. Reason: cheats.", "cheats",
			"can take a player out of a tournament",
		},
		{
			"Fish of two", "game:fish format:bracket", "",
			"Cid, a moderator, has taken Ann out of this match. Reason: cheats.", "cheats",
			"can take a player out of a tournament",
		},
		{
			"Fish of three", "game:fish format:knockout", "",
			"Cid, a moderator, has taken Ann out of this match. Reason: cheats.", "cheats",
			"can take a player out of a tournament",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			story.CrossTell(t, func(*story.Story) {}, func(s *story.Story) {
				s.Moderated()
				if c.language != "" {
					s.Slash(s.Cid, "/server settings language:"+c.language)
					for _, u := range []discordsim.UserID{s.Ann, s.Bob} {
						s.Slash(u, "/settings general language:"+c.language)
					}
				}
				s.Slash(s.Cid, "/tournament create players:8 "+c.options)
				for _, u := range []discordsim.UserID{s.Ann, s.Bob, s.Eve} {
					if u != s.Eve || c.name == "Fish of three" {
						s.Slash(u, "/tournament join")
					}
				}
				s.Slash(s.Cid, "/tournament start")
				s.Wait(time.Minute)
				before := s.Running()[0]
				e := s.Listen()
				s.Slash(s.Cid, "/server remove user:@Ann reason:cheats")
				s.Wait(time.Minute)
				rec, err := s.Store.Record(t.Context(), before.ID)
				if err != nil || (rec.Status == match.Over) != (c.name != "Fish of three") || rec.Rated() &&
					rec.Reason != "referee" || rec.Late != 0 {
					t.Fatalf("the match is %s, rated %t, late %v, %v", rec.Status, rec.Rated(), rec.Late, err)
				}
				rang := map[discordsim.UserID]int{}
				for _, m := range e.News() {
					for _, u := range m.Notified {
						rang[u]++
						if u == s.Ann {
							s.Sees(m, c.notice)
						}
					}
				}
				if rang[s.Ann] != 1 || rang[s.Bob] > 1 || rec.Status == match.Over && rang[s.Bob] != 1 {
					t.Errorf("called: %v, want Ann once and Bob once", rang)
				}
				for _, m := range s.Sim.Messages(s.Hall, s.Eve) {
					if match.MessageID(m.ID) == rec.Shown.Message {
						s.Sees(m, c.end)
					}
				}
				game := " game:" + string(rec.ID)
				s.Private(s.Slash(s.Bob, "/match why"+game), "Cid (cheats)", c.why)
				if rec.Status == match.Over {
					s.Private(s.Slash(s.Bob, "/match history"+game), c.end)
					s.Private(s.Slash(s.Bob, "/games"))
				}
				s.Exports(s.Bob, "ruled ", " remove moderator")
				if list := s.Audits(); !slices.Contains(list, match.AuditRemove) {
					t.Errorf("the audit log has %v", list)
				}
			})
		})
	}
}

// P27: a player who leaves a tournament resigns their game in it.
func TestP27LeavesByThemselves(t *testing.T) {
	t.Parallel()
	story.TellTournament(t, func(s *story.Story) {
		s.Slash(s.Cid, "/tournament create players:8 game:kalah format:bracket")
		s.Slash(s.Ann, "/tournament join")
		s.Slash(s.Bob, "/tournament join")
		s.Slash(s.Cid, "/tournament start")
		s.Wait(time.Minute)
		id := s.Running()[0].ID
		s.Click(s.Ann, s.Slash(s.Ann, "/tournament leave"), "Yes, leave")
		s.Wait(time.Minute)
		s.Private(s.Slash(s.Bob, "/match why game:"+string(id)), "**resigned**", "the player wanted it")
		s.Private(s.Slash(s.Bob, "/match history game:"+string(id)), "Ann has resigned")
	})
}

// P27, P94: after a tournament is cancelled its matches continue with the same terms, and each
// player is told once in the way they have chosen. Matches between computers end.
func TestP27CancelledTournament(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ language, told, board, why, cancel string }{
		{
			"English", "Your match goes on with the same clock", "was cancelled by Cid. This match goes on, with",
			"Before the first move you can cancel", "Cancel the match",
		},
		{
			"Svenska", "Ditt parti fortsätter med samma klocka", "ställdes in av Cid. Det här partiet fortsätter ändå",
			"Före första draget kan du", "Avbryt partiet",
		},
		{
			"Deutsch", "Deine Partie geht mit derselben Uhr weiter",
			"wurde von Cid abgesagt. Diese Partie geht trotzdem weiter", "Vor dem ersten Zug kannst du",
			"Partie absagen",
		},
	} {
		t.Run(c.language, func(t *testing.T) {
			story.TellTournament(t, func(s *story.Story) {
				dan := s.Moderated()
				s.Slash(s.Cid, "/server settings language:"+c.language)
				for _, u := range []discordsim.UserID{s.Ann, s.Bob, s.Eve, dan} {
					s.Slash(u, "/settings general language:"+c.language)
				}
				s.Slash(s.Bob, "/settings general notify:a direct message")
				s.Slash(s.Cid,
					"/tournament create players:6 game:kalah format:swiss name:Cup fill:easy time:1 day a move")
				for _, u := range []discordsim.UserID{s.Ann, s.Bob, s.Eve, dan} {
					s.Slash(u, "/tournament join")
				}
				s.Slash(s.Cid, "/tournament start")
				s.Wait(time.Minute)
				tournament := s.TheTournament()
				e := s.Listen()
				s.Slash(s.Cid, "/tournament cancel")
				s.Wait(5 * time.Minute)
				rang, texts := map[discordsim.UserID]int{}, map[discordsim.UserID]string{}
				for _, m := range e.News() {
					for _, u := range m.Notified {
						rang[u]++
						texts[u] += m.Text()
					}
				}
				for _, g := range tournament.Played[0].Games {
					rec, err := s.Store.Record(t.Context(), g.Match)
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
						t.Errorf("the match is %s, rated %t, %v a move; want it to go on as it was", rec.Status,
							rec.Rated(), rec.Clock.Policy.PerMove)
					}
					for _, u := range rec.Members() {
						if n := rang[discordsim.UserID(u)]; n != 1 {
							t.Errorf("%s was told %d times, want once: %s", u, n, texts[discordsim.UserID(u)])
						}
						if !strings.Contains(texts[discordsim.UserID(u)], c.told) {
							t.Errorf("%s was told %q, want %q", u, texts[discordsim.UserID(u)], c.told)
						}
						game := " game:" + string(rec.ID)
						s.Private(s.Slash(discordsim.UserID(u), "/match why"+game), c.board, c.why)
					}
					for _, m := range s.Sim.Messages(s.Hall, s.Eve) {
						if match.MessageID(m.ID) == rec.Shown.Message {
							s.Sees(m, c.board)
						}
					}
				}
				if left := s.TheTournament(); left.Unsettled() {
					t.Errorf("something is left to do for the tournament: %+v", left.Notices)
				}
				s.Restart(time.Minute)
				running := s.Running()
				one := running[slices.IndexFunc(running, func(m match.Record) bool {
					return m.Moves == 0 && m.People() > 0 && m.Players[0].Computer == ""
				})]
				for _, m := range s.Sim.Messages(s.Hall, s.Eve) {
					if match.MessageID(m.ID) == one.Shown.Message {
						s.Click(discordsim.UserID(one.Players[0].User), m, c.cancel)
					}
				}
				if one, err := s.Store.Record(t.Context(), one.ID); err != nil || one.Reason != match.ByCancelling {
					t.Errorf("before the first move it can't be cancelled: %s, %v", one.Status, err)
				}
			})
		})
	}
}

// Two members of the same name can be told apart wherever a tournament names them or asks for a
// name, and on the board of their match.
func TestNamesakes(t *testing.T) {
	t.Parallel()
	story.TellTournament(t, func(s *story.Story) {
		var sams []discordsim.UserID
		for range 2 {
			sam := s.Sim.AddUser("Sam")
			s.Sim.AddMember(s.Club, sam)
			sams = append(sams, sam)
		}
		s.Slash(s.Ann, "/tournament create game:kalah format:roundrobin players:8")
		for _, u := range sams {
			s.Slash(u, "/tournament join")
		}
		s.Wait(time.Minute)
		s.Sees(s.About("Sign-up"), `Sam \#1 and Sam \#2`)
		s.Sim.SetPermissions(s.Club, s.Ann, discordsim.DefaultMemberPermissions|discordsim.PermManageGuild)
		s.Slash(s.Ann, "/tournament start")
		s.Wait(time.Minute)
		s.Sees(s.About("**Round 1**"), `Sam \#1 v Sam \#2`)
		s.Slash(s.Ann, "/settings general style:monospace text")
		s.Private(s.Slash(s.Ann, "/tournament standings"), "Sam #1", "Sam #2")
		choices := s.Sim.As(s.Ann).In(s.Hall).Autocomplete("/tournament override game:", "game")
		s.Wait(time.Second)
		if list := choices.Choices(); len(list) != 1 || !strings.Contains(list[0].Name, "#1") ||
			!strings.Contains(list[0].Name, "#2") {
			t.Errorf("the games to decide are %v", list)
		}
		rec := s.Running()[0]
		s.Turn()
		s.Slash(discordsim.UserID(rec.Players[0].User), "/draw")
		s.Wait(time.Minute)
		for _, m := range s.Sim.Messages(s.Hall, s.Eve) {
			if match.MessageID(m.ID) == s.Running()[0].Shown.Message {
				s.Sees(m, "Sam (South) offers a draw")
			}
		}
	})
}
