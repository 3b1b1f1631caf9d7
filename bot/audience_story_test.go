package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/coach"
	"paddock/bot/discordsim"
	"paddock/games/gamestest/golden"
	"paddock/games/match"
)

// audienceStates are the states in which it is looked who sees what. Ann makes the match in the hall, Bob is her opponent; Ann has blocked Cid.
var audienceStates = []struct {
	name string
	lead func(*story)
}{
	{"an open challenge", func(s *story) { s.slash(s.ann, "/kalah challenge") }},
	{"a challenge to Bob", func(s *story) { s.slash(s.ann, "/kalah challenge user:@Bob") }},
	{"armies being arranged", func(s *story) { s.armies("army:barrage") }},
	{"running", func(s *story) { s.begin("/kalah challenge user:@Bob first:me"); s.slash(s.ann, "/kalah move move:2") }},
	{"over", func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me holes:3 beans:2")
		s.slash(s.ann, "/kalah move move:2")
		s.sayYes(s.bob, "/kalah resign")
	}},
	{"over, armies never shown", func(s *story) {
		s.armies("army:barrage reveal:never")
		s.confirm(s.ann)
		s.confirm(s.bob)
		s.sayYes(s.bob, "/stratego resign")
	}},
	{"over, its opponent erased", func(s *story) {
		s.begin("/kalah challenge user:@Bob first:me holes:3 beans:2")
		s.slash(s.ann, "/kalah move move:2")
		s.sayYes(s.bob, "/delete-my-data")
		s.wait(time.Minute)
	}},
}

// Who sees what of the lobby, finished matches, reviews, catching up, hours and digests: every state, every audience. The table is read as a diff.
func TestAudiences(t *testing.T) {
	if testing.Short() {
		t.Skip("long: everybody asks everything")
	}
	t.Parallel()
	table := make([]string, len(audienceStates))
	t.Run("states", func(t *testing.T) {
		for i, state := range audienceStates {
			t.Run(state.name, func(t *testing.T) {
				t.Parallel()
				tell(t, func(s *story) {
					s.wait(9 * time.Hour)
					for _, u := range []discordsim.UserID{s.ann, s.bob, s.cid, s.eve} {
						s.slash(u, "/settings notify:one direct message a day")
					}
					s.slash(s.bob, "/hours zone:Asia/Tokyo quiet:22-7")
					s.slash(s.ann, "/block user:@Cid")
					state.lead(s)
					table[i] = "## " + state.name + "\n" + s.audiences()
				}, func(c *bot.Config) {
					c.Games, c.Coach = crossGames(), coach.Config{Nodes: 2000}
				})
			})
		}
	})
	golden.Check(t, "testdata/audiences.txt", strings.Join(table, "\n"))
}

// audiences are what everybody is answered, and the digest that each of them has the next morning.
func (s *story) audiences() string {
	s.Helper()
	attic, away := s.sim.AddChannel(s.club, "attic"), s.sim.AddUser("Zoe")
	s.sim.Install(away)
	audience := []struct {
		name string
		as   discordsim.Actor
		id   discordsim.UserID
	}{
		{"owner", s.sim.As(s.ann).In(s.hall), s.ann},
		{"opponent", s.sim.As(s.bob).In(s.hall), s.bob},
		{"owner, in private", s.sim.As(s.ann).In(s.sim.DM(s.ann)), s.ann},
		{"blocked", s.sim.As(s.cid).In(s.hall), s.cid},
		{"onlooker", s.sim.As(s.eve).In(s.hall), s.eve},
		{"onlooker, elsewhere", s.sim.As(s.eve).In(attic), s.eve},
		{"stranger", s.sim.As(away).In(s.sim.DM(away)), away},
	}
	id := string(s.only().ID)
	var lines []string
	commands := []string{"/finished", "/review game:" + id, "/catchup game:" + id}
	if rec := s.only(); rec.Status == match.Open || rec.Status == match.Running && rec.Moves > 0 {
		commands = append(commands, "/lobby", "/hours")
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
			m := s.thought(i)
			if a.name != "owner, in private" && a.name != "stranger" && !m.Ephemeral() {
				s.Errorf("%s is answered %s in public:\n%s", a.name, text, m.Text())
			}
			if hours := strings.Contains(m.Text(), "Tokyo") || strings.Contains(m.Text(), "22:00"); hours != (a.id == s.bob && text == "/hours") { // his own business
				s.Errorf("%s is answered %s with Bob's hours (%v):\n%s", a.name, text, hours, m.Text())
			}
			seen.add(a.name, gist(m, id))
		}
		lines = append(lines, seen.lines()...)
	}
	before := map[discordsim.UserID]discordsim.MessageID{}
	for _, a := range audience {
		before[a.id] = s.newestDM(a.id).ID
	}
	s.wait(24 * time.Hour)
	lines = append(lines, "the digest")
	var seen sights
	for _, a := range audience {
		if strings.Contains(a.name, ",") {
			continue
		}
		m := s.newestDM(a.id)
		if m.ID == before[a.id] {
			m = discordsim.Message{}
		}
		seen.add(a.name, gist(m, id))
	}
	lines = append(lines, seen.lines()...)
	return strings.Join(lines, "\n") + "\n"
}

// sights are what is seen, and by whom, in the order in which it was seen first.
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

// gist is what a message says, shortened, and what can be pressed.
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
