package bot_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/match"
)

// places lists the kinds of place in the columns of docs/places.md, each with a function that leads
// the story there. Ann makes the requests.
var places = []struct {
	name string
	goes func(s *story.Story)
}{
	{"server", func(*story.Story) {}},
	{"thread", func(s *story.Story) { s.Hall = s.Sim.AddThread(s.Hall, "a thread", s.Ann) }},
	{"the bot's DM", func(s *story.Story) { s.Hall = s.Sim.DM(s.Ann) }},
	{"friend's DM", func(s *story.Story) { s.GoOutside(story.Friends) }},
	{"group", func(s *story.Story) { s.GoOutside(story.Group) }},
	{"server without the bot", func(s *story.Story) { s.GoOutside(story.Foreign) }},
	{"… and no external apps", func(s *story.Story) {
		s.GoOutside(story.Foreign)
		square, _ := s.Sim.Channel(s.Hall)
		s.Sim.SetPermissions(square.GuildID, s.Ann, discordsim.DefaultMemberPermissions&^discordsim.PermUseExternalApps)
	}},
}

// asks lists the rows of docs/places.md.
var asks = []struct{ name, command string }{
	{"the computer", "/kalah start level:first"},
	{"the computer in Stratego, with a secret set-up", "/stratego start level:easy"},
	{"a challenge to a member", "/kalah challenge user:@Bob"},
	{"a challenge to everybody", "/kalah challenge"},
	{"a table for three", "/fish start players:3"},
	{"a rated match", "/kalah challenge user:@Bob rated:true"},
	{"an hour for a move", "/kalah challenge user:@Bob time:1 hour a move"},
	{"a day for a move", "/kalah challenge user:@Bob time:1 day a move"},
	{"a seat for the channel", "/kalah start seat:channel time:1 day a move"},
	{"a tournament", "/tournament create game:kalah"},
	{"the day's puzzle", "/puzzle"},
	{"lessons", "/learn game:Kalah"},
	{"my matches", "/games"},
	{"what is stored about me", "/privacy show"},
	{"settings of the server", "/server settings"},
}

// whatComes returns what a command does: "yes" if a match, challenge or tournament is stored afterwards,
// "private" or "public" for another answer, and "–" if Discord doesn't offer the command there.
func whatComes(s *story.Story, command string) string {
	s.Helper()
	i := s.Sim.As(s.Ann).In(s.Hall).Slash(command)
	s.Wait(time.Minute)
	if i.Err() != nil {
		return "–"
	}
	list, err := s.Store.ByUser(context.Background(), match.UserID(s.Ann))
	if err != nil {
		s.Fatal(err)
	}
	cups, err := s.Store.ChannelTournaments(context.Background(), match.ChannelID(s.Hall), 5)
	switch {
	case err != nil:
		s.Fatal(err)
	case len(list)+len(cups) > 0:
		return "yes"
	case strings.Contains(command, " start") || strings.Contains(command, " challenge") || strings.Contains(command, "create"):
		return "no"
	case i.Message().Ephemeral():
		return "private"
	}
	return "public"
}

// P60: docs/places.md says what each kind of place has. The test tries each command in each place.
func TestPlaces(t *testing.T) {
	t.Parallel()
	cells := make([][]string, len(asks))
	t.Run("cells", func(t *testing.T) {
		for row, a := range asks {
			cells[row] = make([]string, len(places))
			for column, p := range places {
				t.Run(a.name+"/"+p.name, func(t *testing.T) {
					story.Tell(t, func(s *story.Story) {
						s.Waste = true
						p.goes(s)
						cells[row][column] = whatComes(s, a.command)
					}, story.WithAll)
				})
			}
		}
	})
	table := "| |"
	for _, p := range places {
		table += " " + p.name + " |"
	}
	table += "\n|---|" + strings.Repeat("---|", len(places)) + "\n"
	for row, a := range asks {
		table += fmt.Sprintf("| %s | %s |\n", a.name, strings.Join(cells[row], " | "))
	}
	page, err := os.ReadFile("../docs/places.md")
	if err != nil || !strings.Contains(string(page), table) {
		t.Errorf("docs/places.md (%v) needs this table:\n%s", err, table)
	}
}

// P60, P3: a follow-up can't have a nonce, so a lost answer may leave a board twice. Both are boards of
// the same match, a move counts once, and play goes on.
func TestLostAnswerWhereTheBotIsNoMember(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.GoOutside(story.Group)
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Wait(16 * time.Minute)
		s.Sim.Inject(discordsim.Fault{Method: "POST", Route: "/webhooks/{webhook_id}/{webhook_token}", Lost: true})
		s.Press(s.Ann, newest(s))
		s.Wait(time.Minute)
		list := s.Boards()
		if n := s.Moves(s.Only().ID); n != 1 || len(list) > 2 {
			t.Fatalf("%d moves and %d boards, want 1 and at most 2", n, len(list))
		}
		mover := s.Mover(newest(s))
		s.Press(mover, newest(s))
		if twin := list[0]; s.There(mover, twin) {
			s.Private(s.Answered(s.Sim.As(mover).ClickStale(twin, twin.Labels()[0]), "the twin"))
		}
		if n := s.Moves(s.Only().ID); n != 2 {
			t.Errorf("%d moves, want 2", n)
		}
	})
}
