package challenge_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games"
	"paddock/games/match"
)

// A member who has never won at Stratego is offered the quick game against the easy level, also in
// the form; after the first win against the usual level, and after the second the usual game.
func TestQuickGame(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		levels := func() discordsim.Message {
			var id string
			for _, c := range s.Slash(s.Ann, "/play").Buttons() {
				if c.Label == "Computer" && strings.HasSuffix(c.CustomID, "stratego") {
					id = c.CustomID
				}
			}
			return s.Click(s.Ann, s.Slash(s.Ann, "/play"), id)
		}
		chosen := func(door discordsim.Message) string {
			i := s.Sim.As(s.Ann).Click(door, "Side, time, rules …")
			s.Wait(0)
			var list []string
			for _, field := range i.Modal().Inputs() {
				for _, o := range field.Options {
					if o.Default && (field.CustomID == "level" || field.CustomID == "army") {
						list = append(list, o.Value)
					}
				}
			}
			return strings.Join(list, " ")
		}
		door := levels()
		s.Private(door, "**Quick game**: ", "8 pieces")
		for label, want := range map[string]discordgo.ButtonStyle{
			"Quick game · easy": discordgo.PrimaryButton, "easy": discordgo.SecondaryButton,
		} {
			if b, _ := door.Button(label); b.Style != int(want) {
				t.Errorf("%s has style %d for a newcomer, want %d", label, b.Style, want)
			}
		}
		if got := chosen(door); got != "easy barrage" {
			t.Errorf("a newcomer's form begins with %q", got)
		}
		s.Click(s.Ann, door, "Quick game · easy")
		if rec := s.Only(); rec.Setup.Options["army"] != "barrage" || !strings.Contains(rec.Players[1].Computer, "easy") {
			t.Errorf("the quick game is %+v of %+v", rec.Setup, rec.Players)
		}
		for n, want := range []struct{ blue, form string }{
			{"Quick game · easy", "easy barrage"},
			{"Quick game · medium", "medium barrage"},
			{"Quick game · medium", "medium classic"},
		} {
			door := levels()
			if n > 0 {
				s.Private(door, "against *medium* now that you have won")
			}
			for _, b := range door.Buttons() {
				if b.Style == int(discordgo.PrimaryButton) && b.Label != want.blue {
					t.Errorf("after %d wins %s is offered first, want %s", n, b.Label, want.blue)
				}
			}
			if got := chosen(door); got != want.form {
				t.Errorf("after %d wins the form begins with %q, want %q", n, got, want.form)
			}
			s.SetUp()
			s.SayYes(s.Bob, "/resign")
		}
	}, story.WithAll)
}

// P22: a form opened from /play asks for opponent, number of players, side, variant and time. An
// empty field has its default.
func TestFormOfPlay(t *testing.T) {
	t.Parallel()
	open := func(s *story.Story, game int, door string) discordsim.Message {
		s.Helper()
		var buttons []string
		for _, c := range s.Slash(s.Ann, "/play").Buttons() {
			if c.Label == door {
				buttons = append(buttons, c.CustomID)
			}
		}
		return s.Click(s.Ann, s.Slash(s.Ann, "/play"), buttons[game])
	}
	const form = "Side, time, rules …"
	for _, c := range []struct {
		name  string
		game  int
		door  string
		fill  map[string]string
		check func(t *testing.T, m match.Record)
	}{
		{"nothing changed", 1, "Computer", nil, func(t *testing.T, m match.Record) {
			if m.Game != "kalah" || m.Players[0].User == "" || m.Players[1].Computer != games.Easy ||
				m.Clock.Policy.PerMove != 0 {
				t.Errorf("%+v", m)
			}
		}},
		{
			"side and variant", 0, "Computer",
			map[string]string{"level": "easy", "side": "foxes", "rules": "huff", "time": "24h"},
			func(t *testing.T, m match.Record) {
				if m.Players[0].Computer != games.Easy || m.Setup.Options["rules"] != "huff" ||
					m.Clock.Policy.PerMove.Hours() != 24 {
					t.Errorf("%+v", m)
				}
			},
		},
		{
			"barrage", 2, "Computer",
			map[string]string{"level": "easy", "army": "barrage"},
			func(t *testing.T, m match.Record) {
				if m.Setup.Options["army"] != "barrage" || m.Players[1].Computer != games.Easy {
					t.Errorf("%+v", m)
				}
			},
		},
		{
			"four at Fish", 3, "Computer",
			map[string]string{"level": "easy", "players": "4", "first": "me"},
			func(t *testing.T, m match.Record) {
				if len(m.Players) != 4 || m.Players[0].User == "" || m.Players[3].Computer != games.Easy {
					t.Errorf("%+v", m)
				}
			},
		},
		{
			"a member", 1, "Challenge",
			map[string]string{"user": "@Bob", "first": "them"},
			func(t *testing.T, m match.Record) {
				if m.Status != match.Open || m.Invited == "" || m.Players[0].User != "" {
					t.Errorf("%+v", m)
				}
			},
		},
		{
			"a member at Fish", 3, "Challenge",
			map[string]string{"user": "@Bob", "players": "2"},
			func(t *testing.T, m match.Record) {
				if m.Status != match.Open || m.Invited == "" || m.Setup.Seats != 2 {
					t.Errorf("%+v", m)
				}
			},
		},
		{"an open table", 3, "Challenge", map[string]string{"players": "3"}, func(t *testing.T, m match.Record) {
			if m.Status != match.Open || len(m.Players) != 3 || m.Invited != "" {
				t.Errorf("%+v", m)
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			story.Tell(t, func(s *story.Story) {
				s.Fill(s.Ann, s.Hall, open(s, c.game, c.door), form, c.fill)
				c.check(t, s.Only())
			}, story.WithAll)
		})
	}
	story.Tell(t, func(s *story.Story) {
		said := s.Fill(s.Ann, s.Hall, open(s, 3, "Challenge"), form, map[string]string{"players": "4", "user": "@Bob"})
		s.Private(said, "With 4 players anybody can join")
		said = s.Fill(s.Ann, s.Hall, open(s, 1, "Challenge"), form, map[string]string{"user": "@Ann"})
		s.Private(said, "yourself")
	}, story.WithAll)
	// a form without a member asks once whether the challenge is for everybody, and keeps what was
	// chosen
	for _, member := range []bool{false, true} {
		story.Tell(t, func(s *story.Story) {
			asked := s.Fill(s.Ann, s.Hall, open(s, 1, "Challenge"), form, map[string]string{"first": "them", "time": "24h"})
			s.Private(asked, "named nobody", "for everybody here?")
			if made, err := s.Store.Latest(t.Context(), match.ChannelID(s.Hall), 1); err != nil || len(made) > 0 {
				t.Fatalf("a match before the answer: %+v", made)
			}
			if member {
				s.Answered(s.Sim.As(s.Ann).Select(asked, asked.Selects()[0].CustomID, string(s.Bob)), "Bob")
			} else {
				s.Click(s.Ann, asked, "Yes, for everybody")
			}
			m := s.Only()
			if m.Status != match.Open || (m.Invited != "") != member || m.Players[0].User != "" ||
				m.Clock.Policy.PerMove.Hours() != 24 {
				t.Errorf("%+v", m)
			}
		}, story.WithAll)
	}
	// F40: a game of several sizes asks how many play, and opens as many seats.
	story.Tell(t, func(s *story.Story) {
		s.Private(s.Click(s.Ann, open(s, 3, "Challenge"), "3 players"), "Your table is", "all seats")
		if m := s.Only(); m.Status != match.Open || len(m.Players) != 3 || m.Invited != "" {
			t.Errorf("%+v", m)
		}
		if labels := open(s, 1, "Challenge").Labels(); slices.Contains(labels, "2 players") {
			t.Errorf("Kalah asks how many play: %q", labels)
		}
	}, story.WithAll)
}

// P22: from /play, a match against the computer takes two touches, and so does an open challenge.
func TestTouchesOfAStart(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		start func(s *story.Story, touch func(m discordsim.Message, label string) discordsim.Message)
		most  int
	}{
		{"computer", func(s *story.Story, touch func(discordsim.Message, string) discordsim.Message) {
			touch(touch(s.Slash(s.Ann, "/play"), "Computer"), "easy")
		}, 2},
		{"open", func(s *story.Story, touch func(discordsim.Message, string) discordsim.Message) {
			touch(touch(s.Slash(s.Ann, "/play"), "Challenge"), "Open challenge")
		}, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			story.Tell(t, func(s *story.Story) {
				touches := 0
				c.start(s, func(m discordsim.Message, label string) discordsim.Message {
					touches++
					return s.Click(s.Ann, m, label)
				})
				if s.Only(); touches > c.most {
					t.Errorf("%d touches, want at most %d", touches, c.most)
				}
			}, story.WithAll)
		})
	}
}
