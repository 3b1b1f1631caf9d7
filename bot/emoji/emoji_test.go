package emoji_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/bot/emoji"
	"paddock/bot/story"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/render"
)

// all configures a bot with every game and with icons.
func all(c *bot.Config) { c.Games, c.Icon = catalog.Games(), render.New(nil, 1).PNG }

// icon returns the name of the emoji of a button whose label begins with a text; empty if it has
// none.
func icon(t *testing.T, m discordsim.Message, label string) string {
	t.Helper()
	for _, b := range m.Buttons() {
		switch {
		case !strings.HasPrefix(b.Label, label):
		case b.Emoji == nil:
			return ""
		default:
			return b.Emoji.Name
		}
	}
	t.Fatalf("no button begins with %q: %q", label, m.Labels())
	return ""
}

// P146: buttons show the pieces they move. The icons are uploaded once, also over restarts and by
// several processes.
func TestP146IconsAreUploadedOnce(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Wait(time.Minute)
		first := s.Sim.Emojis()
		want := 0
		for _, g := range catalog.Games() {
			want += len(g.Icons)
		}
		if len(first) != want || want == 0 {
			t.Fatalf("%d emojis, want %d", len(first), want)
		}
		s.Restart(time.Minute)
		s.Wait(time.Minute)
		if n := len(s.Sim.Emojis()); n != want {
			t.Errorf("%d emojis after a restart, want %d", n, want)
		}
		s.Begin("/kalah challenge user:@Bob first:me")
		e := icon(t, s.Board(), "1 (")
		if !regexp.MustCompile(`^kalah_bean_[0-9a-f]{6}$`).MatchString(e) {
			t.Errorf("the icon of a hole is %q", e)
		}
	}, all)
}

// P146: while Discord refuses emojis or is too slow, buttons have only their text. After a
// temporary failure the bot tries again.
func TestP146TextWithoutIcons(t *testing.T) {
	t.Parallel()
	const route = "/applications/{application_id}/emojis"
	for name, c := range map[string]struct {
		fault discordsim.Fault
		later bool // the icons come within an hour
	}{
		"no more are allowed": {discordsim.Fault{
			Method: "POST", Route: route, Times: -1, Status: 400, Code: 30008,
			Message: "Maximum number of emojis reached (2000)",
		}, false},
		"too many at once": {discordsim.Fault{
			Method: "POST", Route: route, Status: 429,
			RetryAfter: 10 * time.Minute,
		}, true},
		"Discord is ill": {discordsim.Fault{Method: "GET", Route: route, Times: 5, Status: 500}, true},
		"an icon is refused": {discordsim.Fault{
			Method: "POST", Route: route, Times: -1, Status: 400, Code: 50035,
			Message: "Invalid Form Body",
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			icons := false
			story.Tell(t, func(s *story.Story) {
				s.Waste = true
				s.Sim.Inject(c.fault)
				icons = true
				s.Restart(time.Minute)
				s.Wait(time.Minute)
				s.Begin("/kalah challenge user:@Bob first:me")
				if e := icon(t, s.Board(), "1 ("); e != "" {
					t.Errorf("there is an icon: %s", e)
				}
				s.Wait(2 * time.Hour)
				s.Click(s.Ann, s.Board(), "1 (4)")
				if e := icon(t, s.Board(), "1 ("); e != "" != c.later {
					t.Errorf("two hours later the icon is %q", e)
				}
			}, func(c *bot.Config) {
				if c.Games = catalog.Games(); icons {
					c.Icon = render.New(nil, 1).PNG
				}
			})
		})
	}
}

// P146: while Discord fails, the bot tries again after a minute, then less and less often, but at
// least once an hour.
func TestP146IconsAfterAnIllness(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		s.Wait(time.Minute)
		s.Sim.DeleteEmojis()
		s.Sim.Inject(discordsim.Fault{
			Method: "GET", Route: "/applications/{application_id}/emojis", Times: -1,
			Status: 500,
		})
		s.Restart(time.Minute)
		var asked []int // the minutes in which Discord refused
		for minute, refused := 1, 0; minute < 200; minute++ {
			s.Wait(time.Minute)
			if n := len(s.Refusals()); n != refused {
				refused, asked = n, append(asked, minute)
			}
		}
		if want := []int{1, 2, 4, 8, 16, 32, 64, 124, 184}; !slices.Equal(asked, want) || len(s.Sim.Emojis()) > 0 {
			t.Errorf("asked in the minutes %d, want %d", asked, want)
		}
	}, all)
}

// P146: a process that can't upload an icon, because another process has just done so, uses that
// one.
func TestP146TwoProcesses(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Wait(time.Minute)
		want := len(s.Sim.Emojis())
		s.Waste = true
		s.Sim.Inject(discordsim.Fault{
			Method: "GET", Route: "/applications/{application_id}/emojis", Status: 200,
			Body: `{"items":[]}`,
		})
		s.Restart(time.Minute)
		s.Wait(time.Minute)
		s.Begin("/kalah challenge user:@Bob first:me")
		if e := icon(t, s.Board(), "1 ("); e == "" || len(s.Sim.Emojis()) != want {
			t.Errorf("the icon is %q, of %d emojis", e, len(s.Sim.Emojis()))
		}
	}, all)
}

// P146: somebody deletes the emojis. Boards and private answers come at once without icons, and an
// hour later with new ones.
func TestP146DeletedEmojis(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Wait(time.Minute)
		want := len(s.Sim.Emojis())
		s.Begin("/kalah challenge user:@Bob first:me")
		if e := icon(t, s.Board(), "1 ("); e == "" {
			t.Fatal("there is no icon to delete")
		}
		s.Waste = true
		s.Sim.DeleteEmojis()
		s.Click(s.Ann, s.Board(), "1 (4)")
		if e := icon(t, s.Board(), "2 ("); e != "" {
			t.Errorf("the board shows the deleted %s", e)
		}
		refused := len(s.Refusals())
		if e := icon(t, s.Slash(s.Bob, "/board"), "2 ("); e != "" {
			t.Errorf("a private board shows the deleted %s", e)
		}
		if n := len(s.Refusals()); n != refused || n == 0 {
			t.Errorf("Discord refuses %d messages with a deleted emoji, and then %d", refused, n-refused)
		}
		s.Wait(2 * time.Hour)
		s.Click(s.Bob, s.Board(), "2 (4)")
		if e := icon(t, s.Board(), "2 ("); e == "" || len(s.Sim.Emojis()) != want {
			t.Errorf("two hours later the icon is %q, of %d emojis", e, len(s.Sim.Emojis()))
		}
	}, all)
}

// P11: a public board of a game with secrets shows no icons of pieces; a player's own does, of
// their own army.
func TestP146IconsKeepSecrets(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Wait(time.Minute)
		s.Armies("army:barrage")
		s.Confirm(s.Bob)
		s.Confirm(s.Ann)
		for _, b := range s.Board().Buttons() {
			if b.Emoji != nil {
				t.Errorf("the public board shows %s on %q", b.Emoji.Name, b.Label)
			}
		}
		shown := 0
		for _, b := range s.NewestDM(s.Ann).Buttons() {
			if b.Emoji == nil {
				continue
			}
			if shown++; !strings.HasPrefix(b.Emoji.Name, "stratego_red_") {
				t.Errorf("Ann's %q has the icon %s", b.Label, b.Emoji.Name)
			}
		}
		if shown == 0 {
			t.Error("Ann's own board shows no icons")
		}
		s.Slash(s.Ann, "/settings general style:words")
		for _, b := range s.Slash(s.Ann, "/board").Buttons() {
			if b.Emoji != nil {
				t.Errorf("a screen reader would read %s before %q", b.Emoji.Name, b.Label)
			}
		}
	}, all)
}

// Names fit what Discord accepts, and differ.
func TestNames(t *testing.T) {
	t.Parallel()
	seen := make(map[string]bool)
	draw := render.New(nil, 1).PNG
	for _, g := range catalog.Games() {
		for _, i := range g.Icons {
			png, err := draw(i.Scene)
			if err != nil {
				t.Fatal(err)
			}
			name := emoji.Name(g.ID, i.Name, png)
			if seen[name] || !regexp.MustCompile(`^[a-z0-9_]{2,32}$`).MatchString(name) {
				t.Errorf("%q is no name for an emoji, or not the only one", name)
			}
			if seen[name] = true; len(png) > 4<<10 {
				t.Errorf("%s has %d bytes", name, len(png))
			}
		}
	}
}

// Every icon that a move names exists, over a random game of each.
func TestIconsExist(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		known := map[string]bool{"": true}
		for _, i := range g.Icons {
			known[i.Name] = true
		}
		named := 0
		pos, err := g.Start(games.Setup{Seats: g.MinSeats, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		for range 60 {
			for seat := range pos.Turn().Waiting.All() {
				view := pos.View(seat)
				var used []string
				for _, c := range view.Complete("") {
					used = append(used, c.Icon)
				}
				for _, b := range view.Buttons() {
					used = append(used, b.Icon)
				}
				for _, name := range used {
					if !known[name] {
						t.Fatalf("%s has no icon %q", g.ID, name)
					}
					if name != "" {
						named++
					}
				}
				move := "confirm"
				if _, arranging := view.Arrangement(); !arranging {
					for move = range view.Legal() {
						break
					}
				}
				played, err := pos.Play(seat, move)
				if err != nil {
					t.Fatal(err)
				}
				pos = played.Next
			}
		}
		if named == 0 && len(g.Icons) > 0 {
			t.Errorf("%s uses none of its icons", g.ID)
		}
	}
}
