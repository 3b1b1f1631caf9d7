package help_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/catalog"
	"paddock/games/gamestest/golden"
)

// `/help` is private, names the first commands, and leads by its buttons to matches, lessons, settings and the rules of each game.
func TestHelp(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		m := s.Slash(s.Eve, "/help")
		s.Private(m, "What I can do", "begins a match", "lists your matches", "tells how a game is played", "sets how boards look")
		for _, label := range []string{"Play", "My settings", "All commands"} {
			if !slices.Contains(m.Labels(), label) {
				t.Errorf("the help has no button %q but %q", label, m.Labels())
			}
		}
		for _, g := range catalog.Games() {
			if !slices.ContainsFunc(m.Labels(), func(l string) bool { return strings.Contains(l, g.Name) }) {
				t.Errorf("the help has no button for the rules of %s but %q", g.Name, m.Labels())
			}
		}
		if posts := len(s.Sim.Messages(s.Hall, s.Bob)); posts != 0 {
			t.Errorf("the help has posted %d messages", posts)
		}
	}, story.WithAll)
}

// The list of all commands has each command once, in pages with buttons in both directions and back to the help.
func TestHelpOnAllCommands(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		var pages []discordsim.Message
		m := s.Click(s.Eve, s.Slash(s.Eve, "/help"), "All commands")
		for {
			s.Private(m, "All commands")
			if len(m.Text()) > 4000 {
				t.Errorf("a page has %d bytes", len(m.Text()))
			}
			pages = append(pages, m)
			if got, want := slices.Contains(m.Labels(), "… Earlier"), len(pages) > 1; got != want {
				t.Errorf("page %d has a button to the page before: %v, want %v", len(pages), got, want)
			}
			if len(pages) > 9 || !slices.Contains(m.Labels(), "More …") {
				break
			}
			m = s.Click(s.Eve, m, "More …")
		}
		if len(pages) < 2 || len(pages) > 9 {
			t.Fatalf("the list has %d pages", len(pages))
		}
		text := ""
		for _, p := range pages {
			text += p.Text() + "\n"
		}
		for _, c := range []string{"</stratego verify:", "</kalah start:", "> What I can do", "**For those who manage the server: its settings, its matches, and what was done**: </server settings:", "</match whatif:"} {
			if strings.Count(text, c) != 1 {
				t.Errorf("the list has %q %d times, want once:\n%s", c, strings.Count(text, c), text)
			}
		}
		s.Sees(pages[len(pages)-1], "hoever runs me could read it")
		if got := s.Click(s.Eve, m, "… Earlier").Text(); got != pages[len(pages)-2].Text() {
			t.Errorf("the page before the last is now:\n%s", got)
		}
		s.Forge(component.Target{Action: "help", Text: board.PageText(99, "all")})
		if got := s.Click(s.Eve, m, "Back").Text(); got != pages[len(pages)-1].Text() {
			t.Errorf("a page past the end is\n%s\nwant the last one", got)
		}
		s.Sees(s.Click(s.Eve, pages[0], "Back"), "begins a match")
	}, story.WithAll)
}

// The help and the list of all commands as a whole: in a server, and where the bot is no member. Without a game that has secrets, nothing is said of them.
func TestHelpInWhole(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	tell := func(s *story.Story, where discordsim.ChannelID) {
		m := s.Answered(s.Sim.As(s.Ann).In(where).Slash("/help"), "/help")
		for next := "All commands"; ; next = "More …" {
			fmt.Fprintf(&b, "%s\n%q\n\n", regexp.MustCompile(`:\d+>`).ReplaceAllString(m.Text(), ":ID>"), m.Labels())
			if !slices.Contains(m.Labels(), next) {
				return
			}
			m = s.Click(s.Ann, m, next)
		}
	}
	story.Tell(t, func(s *story.Story) { tell(s, s.Hall) }, story.WithAll)
	b.WriteString("Where the bot is no member, without secrets\n")
	story.Tell(t, func(s *story.Story) {
		group := s.Sim.AddGroup("the two of us", s.Ann, s.Cid)
		s.Sim.Install(s.Ann)
		tell(s, group)
		s.Private(s.Answered(s.Sim.As(s.Ann).In(group).Slash("/rules game:kalah"), "/rules"), "Kalah", "bean")
	})
	golden.Check(t, "testdata/help.txt", b.String())
}

// The rules of a game are shown by `/rules`, by the game's own command, by the buttons of the help and by the button under a board.
func TestRules(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		kalah := s.Slash(s.Eve, "/rules game:kalah")
		s.Private(kalah, "Kalah", "bean")
		s.Private(s.Slash(s.Eve, "/rules game:halatafl"), "Halatafl", "sheep")
		s.Private(s.Slash(s.Eve, "/rules game:kalah"), kalah.Text())
		help := s.Slash(s.Eve, "/help")
		for _, label := range help.Labels() {
			if strings.Contains(label, "Kalah") {
				s.Private(s.Click(s.Eve, help, label), kalah.Text())
			}
		}
		s.Slash(s.Ann, "/kalah start level:easy first:me")
		s.Private(s.Click(s.Eve, s.Board(), "Rules"), kalah.Text())
		s.Forge(component.Target{Action: component.ActRules, Text: "chess"})
		s.Private(s.Click(s.Eve, help, "Rules of Kalah"), "I don't know this button any more")
		s.Sim.TamperNext(1, func(p map[string]any) []map[string]any {
			p["data"].(map[string]any)["options"].([]any)[0].(map[string]any)["value"] = "chess"
			return []map[string]any{p}
		})
		s.Private(s.Slash(s.Eve, "/rules game:kalah"), "I don't know this command: Discord may")
	})
}
