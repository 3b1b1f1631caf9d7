package person

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/answer"
	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/dump"
	"paddock/bot/lang"
	"paddock/bot/request"
	"paddock/games/catalog"
	"paddock/games/gamestest/golden"
	"paddock/games/match"
	"paddock/games/match/calendar"
)

// The golden file lists the commands and actions that the feature registers.
func TestPart(t *testing.T) {
	golden.Check(t, "testdata/part.txt", dump.Part(New(&answer.Base{Games: catalog.Games()}).Part(), catalog.Games()))
}

// Each setting has a usual value and stores every value that it offers, for a newcomer too, and
// leaves other settings unchanged.
func TestSettings(t *testing.T) {
	var b strings.Builder
	list := personalSettings(catalog.Games())
	for _, s := range list {
		fmt.Fprintf(&b, "# %s: %s, usually %q\n", s.Name, s.Help, s.Now(match.User{}))
		for value, label := range pairs(s.Choices) {
			var u match.User
			s.Set(&u, value)
			if s.Now(u) != value {
				t.Errorf("%s %s is stored as %q", s.Name, value, s.Now(u))
			}
			stored, err := json.Marshal(u)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "%s = %s: %s\n", value, label, stored)
			for _, other := range list {
				if other.Name != s.Name && other.Now(u) != other.Now(match.User{}) {
					t.Errorf("%s %s changes %s to %s", s.Name, value, other.Name, other.Now(u))
				}
			}
		}
	}
	golden.Check(t, "testdata/settings.txt", b.String())
}

// pairs returns values and labels from a list in which they alternate.
func pairs(list []string) func(yield func(string, string) bool) {
	return func(yield func(string, string) bool) {
		for pair := range slices.Chunk(list, 2) {
			if !yield(pair[0], pair[1]) {
				return
			}
		}
	}
}

// The golden file has the panel of hours and its menus, for newcomers and for members who have
// chosen. The golden file is reviewed as a diff.
func TestHoursPanel(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	var b strings.Builder
	for _, to := range []struct {
		in lang.Language
		h  calendar.Hours
	}{
		{lang.English, calendar.Hours{}},
		{"de", calendar.Hours{
			Zone:  "America/Argentina/Buenos_Aires",
			Night: calendar.Night{From: 22*60 + 30, To: 7 * 60}, Remind: []time.Duration{12 * time.Hour, time.Hour},
			Digest: 1,
		}},
		{"sv", calendar.Hours{
			Zone: "Europe/Stockholm", Night: calendar.Night{From: 22 * 60, To: 7 * 60},
			Remind: []time.Duration{calendar.NoReminder}, Digest: 24,
		}},
	} {
		list := hoursSettings(to.in, to.h, now)
		fmt.Fprintf(&b, "# %s\n%s", to.in.OwnName(),
			dump.Message(board.Panel(to.in, match.Image, "title", "note", list)))
		for _, s := range list {
			fmt.Fprintf(&b, "## %s\n%s", s.Label,
				dump.Message(board.SettingMenu(to.in, "note", s, component.Target{Action: ActHours})))
		}
	}
	golden.Check(t, "testdata/hours.txt", b.String())
}

// Autocomplete gives suggestions for what a member types: zones and nights, and the next days for a
// vacation.
func TestSuggestions(t *testing.T) {
	for _, c := range []struct {
		option, typed string
		n             int
		first, last   string
	}{
		{optZone, "", 24, "Pacific/Auckland", "Pacific/Honolulu"},
		{optZone, "stockh", 1, "Europe/Stockholm", "Europe/Stockholm"},
		{optZone, "a", discord.MaxOptions, "", ""},
		{optZone, "nowhere", 0, "", ""},
		{optQuiet, "", len(nights), "off", "02:00-10:00"},
		{optQuiet, "23", 4, "23:00-06:00", "23:00-09:00"},
		{optQuiet, "23-7", 1, "23:00-07:00", "23:00-07:00"},
		{optQuiet, "23.15-7", 1, "23:15-07:00", "23:15-07:00"},
		{optQuiet, "x", 0, "", ""},
		{optDigest, "1", 0, "", ""},
	} {
		r := &request.Request{Focused: c.option, Options: map[string]*discordgo.ApplicationCommandInteractionDataOption{
			c.option: {Name: c.option, Type: discordgo.ApplicationCommandOptionString, Value: c.typed},
		}}
		list := completeHours(r, time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC))
		first, last := "", ""
		if len(list) > 0 && c.n < discord.MaxOptions {
			first, last = list[0].Name, list[len(list)-1].Name
		}
		if len(list) != c.n || first != c.first || last != c.last {
			t.Errorf("for %s %q there are %d suggestions from %q to %q, want %d from %q to %q", c.option, c.typed,
				len(list), first, last, c.n, c.first, c.last)
		}
		for _, o := range list {
			if c.option == optQuiet && o.Value != o.Name {
				t.Errorf("the suggestion %q stands for %v", o.Name, o.Value)
			}
		}
	}
}
