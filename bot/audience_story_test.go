package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/gamestest/golden"
	"paddock/games/match"
)

// audienceStates are the states of a match in which the test compares audiences. Ann starts the
// match in the test channel and Bob is her opponent. Ann has blocked Cid.
var audienceStates = []struct {
	name string
	lead func(*story.Story)
}{
	{"an open challenge", func(s *story.Story) { s.Slash(s.Ann, "/kalah challenge") }},
	{"a challenge to Bob", func(s *story.Story) { s.Slash(s.Ann, "/kalah challenge user:@Bob") }},
	{"armies being arranged", func(s *story.Story) { s.Armies("army:barrage") }},
	{"running", func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Slash(s.Ann, "/kalah move move:2")
	}},
	{"over", func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me holes:3 beans:2")
		s.Slash(s.Ann, "/kalah move move:2")
		s.SayYes(s.Bob, "/resign")
	}},
	{"over, armies never shown", func(s *story.Story) {
		s.Armies("army:barrage reveal:never")
		s.Confirm(s.Ann)
		s.Confirm(s.Bob)
		s.SayYes(s.Bob, "/resign")
	}},
	{"over, its opponent erased", func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me holes:3 beans:2")
		s.Slash(s.Ann, "/kalah move move:2")
		s.SayYes(s.Bob, "/privacy delete-my-data")
		s.Wait(time.Minute)
	}},
}

// The test lists what each person sees of the lobby, finished matches, reviews, what happened, hours and
// digests, in every state. The golden file is reviewed as a diff.
func TestAudiences(t *testing.T) {
	if testing.Short() {
		t.Skip("long: a story for every state")
	}
	t.Parallel()
	table := make([]string, len(audienceStates))
	t.Run("states", func(t *testing.T) {
		for i, state := range audienceStates {
			t.Run(state.name, func(t *testing.T) {
				t.Parallel()
				story.Tell(t, func(s *story.Story) {
					s.Wait(9 * time.Hour)
					for _, u := range []discordsim.UserID{s.Ann, s.Bob, s.Cid, s.Eve} {
						s.Slash(u, "/settings general notify:one direct message a day")
					}
					s.Slash(s.Bob, "/settings hours zone:Asia/Tokyo quiet:22-7")
					s.Slash(s.Ann, "/settings block user:@Cid")
					state.lead(s)
					table[i] = "## " + state.name + "\n" + audiences(s)
				}, func(c *bot.Config) {
					c.Games, c.Nodes = story.CrossGames(), 2000
				})
			})
		}
	})
	golden.Check(t, "testdata/audiences.txt", strings.Join(table, "\n"))
}

// audiences returns the answers to each person, and each person's digest of the next morning.
func audiences(s *story.Story) string {
	s.Helper()
	attic, away := s.Sim.AddChannel(s.Club, "attic"), s.Sim.AddUser("Zoe")
	s.Sim.Install(away)
	audience := []struct {
		name string
		as   discordsim.Actor
		id   discordsim.UserID
	}{
		{"owner", s.Sim.As(s.Ann).In(s.Hall), s.Ann},
		{"opponent", s.Sim.As(s.Bob).In(s.Hall), s.Bob},
		{"owner, in private", s.Sim.As(s.Ann).In(s.Sim.DM(s.Ann)), s.Ann},
		{"blocked", s.Sim.As(s.Cid).In(s.Hall), s.Cid},
		{"onlooker", s.Sim.As(s.Eve).In(s.Hall), s.Eve},
		{"onlooker, elsewhere", s.Sim.As(s.Eve).In(attic), s.Eve},
		{"stranger", s.Sim.As(away).In(s.Sim.DM(away)), away},
	}
	id := string(s.Only().ID)
	var lines []string
	commands := []string{"/games finished:all", "/review game:" + id, "/match happened game:" + id}
	if rec := s.Only(); rec.Status == match.Open || rec.Status == match.Running && rec.Moves > 0 {
		commands = append(commands, "/lobby", "/settings hours")
	}
	for _, text := range commands {
		lines = append(lines, strings.ReplaceAll(text, id, "MATCH"))
		var seen sights
		for _, a := range audience {
			i := a.as.Slash(text)
			if i.Err() != nil {
				seen.add(a.name, "not offered there")
				continue
			}
			m := s.Thought(i)
			if a.name != "owner, in private" && a.name != "stranger" && !m.Ephemeral() {
				s.Errorf("%s is answered %s in public:\n%s", a.name, text, m.Text())
			}
			// only Bob sees his own settings
			if hours := strings.Contains(m.Text(), "Tokyo") ||
				strings.Contains(m.Text(), "22:00"); hours != (a.id == s.Bob && text == "/settings hours") {
				s.Errorf("%s is answered %s with Bob's hours (%v):\n%s", a.name, text, hours, m.Text())
			}
			seen.add(a.name, gist(m, id))
		}
		lines = append(lines, seen.lines()...)
	}
	before := map[discordsim.UserID]discordsim.MessageID{}
	for _, a := range audience {
		before[a.id] = s.NewestDM(a.id).ID
	}
	s.Wait(24 * time.Hour)
	lines = append(lines, "the digest")
	var seen sights
	for _, a := range audience {
		if strings.Contains(a.name, ",") {
			continue
		}
		m := s.NewestDM(a.id)
		if m.ID == before[a.id] {
			m = discordsim.Message{}
		}
		seen.add(a.name, gist(m, id))
	}
	lines = append(lines, seen.lines()...)
	return strings.Join(lines, "\n") + "\n"
}

// sights lists messages and their viewers, in the order in which they were first seen.
type sights struct {
	what []string
	by   map[string][]string
}

func (s *sights) add(who, what string) {
	if s.by == nil {
		s.by = map[string][]string{}
	}
	if !slices.Contains(s.what, what) {
		s.what = append(s.what, what)
	}
	s.by[what] = append(s.by[what], who)
}

func (s *sights) lines() (list []string) {
	for _, what := range s.what {
		list = append(list, "  "+strings.Join(s.by[what], "; ")+": "+what)
	}
	return list
}

// gist returns a message's text, shortened, and its controls.
func gist(m discordsim.Message, id string) string {
	if !m.Exists() {
		return "nothing"
	}
	text := strings.ReplaceAll(tidy(m.Text()), id, "MATCH")
	text = strings.Join(strings.Fields(boardLink.ReplaceAllString(text, "LINK")), " ")
	if r := []rune(text); len(r) > 200 {
		text = string(r[:200]) + "…"
	}
	labels := slices.DeleteFunc(m.Labels(), func(l string) bool { return l == "" })
	return fmt.Sprintf("%s %q, %d pictures", text, labels, len(m.Pictures()))
}
