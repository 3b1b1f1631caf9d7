package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"paddock/bot/story"
	"paddock/games/match"
)

// P42: a command that could mean several matches asks which one, with a button for each. The button
// repeats the command with its options for that match, and the answer replaces the question.
func TestWhichMatchByButtons(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		for range 2 {
			s.Slash(s.Ann, "/kalah start level:first first:me")
		}
		s.Slash(s.Ann, "/halatafl start level:random side:sheep")
		ids := idsByGame(s)
		question := func(text string) (labels []string) {
			m := s.Slash(s.Ann, text)
			s.Private(m, "Which one do you mean?", "Kalah v", "Halatafl v")
			if labels = m.Labels(); len(labels) != 3 || labels[0] == labels[1] || labels[1] == labels[2] {
				t.Fatalf("%s: buttons %q, want one for each of three matches, each with its own label", text, labels)
			}
			return labels
		}
		fox := question("/hint")[0]
		if !strings.Contains(fox, "Halatafl") {
			t.Errorf("the newest match is %q", fox)
		}
		s.Private(s.Click(s.Ann, s.Slash(s.Ann, "/hint"), fox), "I'd play", "→")
		s.Private(s.Click(s.Ann, s.Slash(s.Ann, "/match history after:0"), fox), "The board after 0 moves")
		asked := s.Slash(s.Ann, "/resign")
		sure := s.Click(s.Ann, asked, fox)
		if s.Private(sure, "give up"); sure.ID != asked.ID {
			t.Error("the question which match stays beside the next one")
		}

		before := [2]int{s.Moves(ids["kalah"][0]), s.Moves(ids["kalah"][1])}
		asked = s.Slash(s.Ann, "/kalah move move:1")
		labels := asked.Labels()
		if len(labels) != 2 || !strings.HasSuffix(labels[0], string(ids["kalah"][0])) {
			t.Fatalf("buttons %q, want two of Kalah with their ids %q", labels, ids["kalah"])
		}
		s.Click(s.Ann, asked, labels[0])
		if a, b := s.Moves(ids["kalah"][0]), s.Moves(ids["kalah"][1]); a == before[0] || b != before[1] {
			t.Errorf("%d and %d moves, before %v: want one in the chosen match alone", a, b, before)
		}

		s.Private(s.Slash(s.Ann, "/match note text:"+strings.Repeat("long ", 30)), "several matches here",
			"with `game:`")
	})
}

// P42: if there are more matches than fit in a row of buttons, a menu lists the matches.
func TestWhichMatchByMenu(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/server settings limit:9")
		for range 6 {
			s.Slash(s.Ann, "/kalah start level:first first:me")
		}
		m := s.Slash(s.Ann, "/match history after:0")
		if len(m.Selects()) != 1 || len(m.Selects()[0].Options) != 6 {
			t.Fatalf("the menus are %+v, want one of six matches", m.Selects())
		}
		menu := m.Selects()[0]
		s.Private(s.Answered(s.Sim.As(s.Ann).Select(m, menu.CustomID, menu.Options[2].Value), "a match"),
			"The board after 0 moves")
		for _, text := range []string{"nothing?", "", "help?", "kalah move?move=%zz", "server audit?"} {
			m = s.Slash(s.Ann, "/match history after:0")
			s.Sim.TamperNext(1, func(body map[string]any) []map[string]any {
				body["data"].(map[string]any)["custom_id"] = "1::0:again:" + text
				return []map[string]any{body}
			})
			said := s.Answered(s.Sim.As(s.Ann).Select(m, menu.CustomID, menu.Options[2].Value),
				fmt.Sprintf("%q", text)).Text()
			if !strings.Contains(said, "his button") {
				t.Errorf("a button with %q is answered with %q", text, said)
			}
		}
	})
}

// idsByGame returns the ids of the running matches of the test channel by game, in the order of the
// list that a question shows.
func idsByGame(s *story.Story) map[string][]match.ID {
	list := map[string][]match.ID{}
	for _, rec := range s.Running() {
		if rec.Status == match.Running {
			list[string(rec.Game)] = append(list[string(rec.Game)], rec.ID)
		}
	}
	for _, ids := range list {
		slices.Sort(ids)
	}
	return list
}

// P42: a command that asks something of an opponent means the match with a member, even if the
// player is to move in a match against the computer.
func TestDealsMeanMatchesBetweenMembers(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/fish start players:3")
		s.Click(s.Bob, s.Board(), "Join")
		s.Click(s.Cid, s.Board(), "Join")
		s.Resigns(s.Ann) // the others play on, and Ann has no say in that match
		s.Slash(s.Ann, "/kalah challenge user:@Bob first:them time:1 day a move")
		s.Click(s.Bob, s.Board(), "Accept")
		s.Slash(s.Ann, "/kalah start level:first first:me")
		s.Private(s.Slash(s.Ann, "/match pause"), "I've asked your opponent for a pause")
		s.Private(s.Slash(s.Ann, "/match give-time time:1 day"), "more time")
		s.Private(s.Slash(s.Ann, "/draw"), "You have offered a draw")
		s.Private(s.Slash(s.Ann, "/kalah move move:1"), "")
		s.SayYes(s.Bob, "/resign")
		s.Private(s.Slash(s.Ann, "/match pause"), "no clock")
	}, story.WithAll)
}
