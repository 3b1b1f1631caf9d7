package help_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"paddock/bot"
	"paddock/bot/answer"
	"paddock/bot/component"
	"paddock/bot/discordsim"
	"paddock/bot/lang"
	"paddock/bot/story"
	"paddock/games/catalog"
	"paddock/games/gamestest/golden"
)

// `/help` is private, names the first commands, and leads by its buttons to matches, lessons,
// settings and the rules of each game.
func TestHelp(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		m := s.Slash(s.Eve, "/help")
		s.Private(m, "What I can do", "/play:", "/lobby:", "/puzzle:", "begins a match", "lists your matches",
			"sets how boards look")
		for _, label := range []string{"Play", "Learn a game", "My settings"} {
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

// topics returns the pages of all topics of a help page by their ids, and the ids in order.
func topics(s *story.Story, who discordsim.UserID,
	where discordsim.ChannelID,
) (ids []string, pages map[string]discordsim.Message) {
	s.Helper()
	m := s.Answered(s.Sim.As(who).In(where).Slash("/help"), "/help")
	pages = make(map[string]discordsim.Message)
	for _, o := range m.Selects()[0].Options {
		page := s.FromMenu(who, where, m, 0, o.Value)
		ids, pages[o.Value] = append(ids, o.Value), page
		for _, x := range page.Selects()[0].Options {
			if x.Default != (x.Value == o.Value) {
				s.Errorf("on the page of %q the menu shows %q as chosen: %v", o.Label, x.Label, x.Default)
			}
		}
	}
	return ids, pages
}

// Each command is in exactly one topic, with what it does. The last topic, for commands that have
// none, does not show.
func TestHelpTopics(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Sim.SetPermissions(s.Club, s.Eve, discordsim.DefaultMemberPermissions|discordsim.PermManageGuild)
		ids, pages := topics(s, s.Eve, s.Hall)
		if slices.Contains(ids, "other") {
			t.Errorf("these commands have no topic:\n%s", pages["other"].Text())
		}
		text := ""
		for _, id := range ids {
			s.Private(pages[id])
			if n := len(pages[id].Text()); n > 2000 {
				t.Errorf("the topic %s has %d bytes, which are no quick look", id, n)
			}
			text += pages[id].Text() + "\n"
		}
		for _, c := range bot.Commands(&answer.Base{Games: catalog.Games()}).Definitions(lang.English) {
			paths := []string{c.Name}
			for i, o := range c.Options {
				if o.Type == discordgo.ApplicationCommandOptionSubCommand {
					if i == 0 {
						paths = nil
					}
					paths = append(paths, c.Name+" "+o.Name)
				}
			}
			for _, path := range paths {
				if path == "match open" {
					continue // this story's host has no pages
				}
				if c.Type != discordgo.ChatApplicationCommand {
					path = "*" + path + "*"
				} else {
					path = "</" + path + ":"
				}
				if strings.Count(text, path) != 1 {
					t.Errorf("the topics have %q %d times, want once", path, strings.Count(text, path))
				}
			}
		}
		s.Sees(pages["begin"], "</lobby:")
		s.Sees(pages["settings"], "hoever runs me could read it")
		stratego := s.Choose(s.Eve, s.Slash(s.Eve, "/help"), "stratego")
		s.Sees(s.Choose(s.Eve, stratego, "time"), "</match pause:", "Ask for a pause")
		s.Sees(s.Click(s.Eve, stratego, "Back"), "begins a match")
		s.Private(s.Click(s.Eve, s.Choose(s.Eve, stratego, "stratego"), "Rules of Stratego"), "Flag")
	}, story.WithAll)
}

// The help shows the commands that manage a server only to members who may use them. In direct
// messages it shows only commands that work there.
func TestHelpShowsWhatOneMayUse(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Sim.SetPermissions(s.Club, s.Eve, discordsim.DefaultMemberPermissions|discordsim.PermManageGuild)
		if _, pages := topics(s, s.Eve, s.Hall); !strings.Contains(pages["server"].Text(), "</server audit:") {
			t.Errorf("a manager reads:\n%s", pages["server"].Text())
		}
		for where, u := range map[string]discordsim.ChannelID{
			"in the channel":     s.Hall,
			"in direct messages": s.Sim.DM(s.Bob),
		} {
			ids, pages := topics(s, s.Bob, u)
			for id, page := range pages {
				if strings.Contains(page.Text(), "/server") {
					t.Errorf("Bob, %s, is shown the commands of managers in %s", where, id)
				}
			}
			if got := slices.Contains(ids, "tournaments"); got != (u == s.Hall) {
				t.Errorf("%s there is a topic of tournaments: %v", where, got)
			}
		}
		for _, text := range []string{"all", "1/all"} { // buttons of old messages
			m := s.Slash(s.Eve, "/help")
			s.Forge(component.Target{Action: component.ActHelp, Text: text})
			s.Sees(s.Click(s.Eve, m, "Play"), "What I can do")
		}
	}, story.WithAll)
}

// The help with all topics as a whole: in a server, and where the bot is no member. Without a game
// that has secrets, nothing is said of them.
func TestHelpInWhole(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	tell := func(s *story.Story, where discordsim.ChannelID) {
		show := func(m discordsim.Message) {
			fmt.Fprintf(&b, "%s\n%q\n", regexp.MustCompile(`:\d+>`).ReplaceAllString(m.Text(), ":ID>"), m.Labels())
		}
		m := s.Answered(s.Sim.As(s.Ann).In(where).Slash("/help"), "/help")
		show(m)
		for _, o := range m.Selects()[0].Options {
			fmt.Fprintf(&b, "<%s>\n", o.Label)
		}
		b.WriteString("\n")
		ids, pages := topics(s, s.Ann, where)
		for _, id := range ids {
			show(pages[id])
			b.WriteString("\n")
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

// The rules of a game are shown by `/rules`, by the game's own command, by the buttons of the help
// and by the button under a board.
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
		s.Private(s.Click(s.Eve, s.Board(), "Rules"), "Sow")
		s.Forge(component.Target{Action: component.ActRules, Text: "chess"})
		s.Private(s.Click(s.Eve, help, "Rules of Kalah"), "I don't know this button any more")
		s.Sim.TamperNext(1, func(p map[string]any) []map[string]any {
			p["data"].(map[string]any)["options"].([]any)[0].(map[string]any)["value"] = "chess"
			return []map[string]any{p}
		})
		s.Private(s.Slash(s.Eve, "/rules game:kalah"), "I don't know this command: Discord may")
	})
}

// P109: a match's rules are those that it is played by. Elsewhere they say what each option changes.
func TestRulesOfAMatch(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		const option = "**Empty-capture** (an option)"
		s.Private(s.Slash(s.Ann, "/rules game:kalah"), option, "More beans win")
		for options, want := range map[string]bool{"": false, " rules:empty-capture": true} {
			s.Slash(s.Ann, "/kalah start level:easy first:me"+options)
			m := s.Click(s.Ann, s.Board(), "Rules")
			s.Private(m, "More beans win")
			if got := strings.Contains(m.Text(), option); got != want {
				t.Errorf("with the options %q the rules speak of the option: %t", options, got)
			}
			s.SayYes(s.Ann, "/resign")
		}
	})
}
