package bot_test

import (
	"testing"
	"testing/synctest"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/kalah"
	"paddock/games/match"
)

// tellDefaults runs a story with all games on a server that has set nothing.
func tellDefaults(t *testing.T, what func(*story.Story)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := story.NewStory(t, discordsim.Config{})
		s.FairStarts, s.Change = true, story.WithAll
		s.Start()
		defer s.End()
		what(s)
	})
}

// P25, P131, K26: rated Kalah and new tournaments begin with a fair start, and the challenge says
// so. The players' own choice takes precedence, and a server can choose otherwise. Unrated matches
// and other boards keep the usual start.
func TestP131FairStarts(t *testing.T) {
	t.Parallel()
	tellDefaults(t, func(s *story.Story) {
		begins := func(challenge, want string) {
			t.Helper()
			s.Slash(s.Bob, challenge)
			r := s.Only()
			if got := r.Setup.Options["start"]; got != want {
				t.Errorf("P131: %s begins with the %s start, want %s", challenge, got, want)
			}
			if r.Status == match.Open {
				s.Click(s.Bob, s.Board(), "Withdraw")
			}
		}
		begins("/kalah challenge user:@Ann", "fair")
		begins("/kalah challenge", "fair")
		begins("/kalah challenge user:@Ann start:usual: the same number in each hole", "usual")
		begins("/kalah challenge user:@Ann beans:5", "usual")
		begins("/kalah challenge user:@Ann rated:false", "usual")
		begins("/kalah challenge seat:this channel votes, in secret time:1 day a move", "usual")
		begins("/kalah start level:first", "usual")
		s.Private(s.Slash(s.Ann, "/server defaults fair:off"), "unless somebody chooses otherwise: **off**")
		begins("/kalah challenge", "usual")
		begins("/kalah challenge start:fair: one or two beans moved, so perfect play ends in a tie", "fair")
		s.Private(s.Slash(s.Ann, "/server defaults fair:on"), "unless somebody chooses otherwise: **on**")
		begins("/kalah start level:first rated:true time:1 day a move", "fair")
		begins("/halatafl challenge user:@Cid", "")
		s.Slash(s.Ann, "/kalah challenge user:@Bob")
		s.Sees(s.Board(), "fair start")
		s.Click(s.Ann, s.Board(), "Withdraw")

		s.Slash(s.Ann, "/tournament create game:kalah format:roundrobin players:2")
		s.Sees(s.Last(), "fair start")
		s.Slash(s.Ann, "/tournament join")
		s.Slash(s.Ann, "/server defaults fair:off") // terms that the players have agreed to stay as they are
		s.Slash(s.Bob, "/tournament join")
		s.Wait(time.Minute)
		if r := s.Only(); r.Tournament == "" || r.Setup.Options["start"] != "fair" {
			t.Errorf("P131: the tournament's game begins with %v", r.Setup.Options)
		}
	})
}

// P22, P131: the form of a challenge leaves the start open, so that a rated match begins fair, and
// another variant is not in the way. Against the computer, and where the server chose otherwise, it
// offers the usual start.
func TestP131Form(t *testing.T) {
	t.Parallel()
	const form = "Side, time, rules …"
	for _, c := range []struct {
		door, want string
		off        bool
		fill       map[string]string
	}{
		{"Challenge", "fair", false, map[string]string{"user": "@Bob"}},
		{"Challenge", "usual", false, map[string]string{"user": "@Bob", "rules": "empty-capture"}},
		{"Challenge", "usual", false, map[string]string{"user": "@Bob", "start": "usual"}},
		{"Challenge", "usual", true, map[string]string{"user": "@Bob"}},
		{"Computer", "usual", false, map[string]string{"level": "easy"}},
	} {
		tellDefaults(t, func(s *story.Story) {
			if c.off {
				s.Slash(s.Ann, "/server defaults fair:off")
			}
			var kalah []string
			for _, b := range s.Slash(s.Ann, "/play").Buttons() {
				if b.Label == c.door {
					kalah = append(kalah, b.CustomID)
				}
			}
			s.Fill(s.Ann, s.Hall, s.Click(s.Ann, s.Slash(s.Ann, "/play"), kalah[1]), form, c.fill)
			if got := s.Only().Setup.Options["start"]; got != c.want {
				t.Errorf("P131: %s by form with %v (off: %t) begins with the %s start, want %s", c.door, c.fill, c.off, got,
					c.want)
			}
		})
	}
}

// P20, P131: a rematch of a fair start begins from the same position with sides swapped; another
// challenge draws a new one. The record of the match starts with that position.
func TestP131Rematch(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		first := func() string {
			t.Helper()
			r := s.Only()
			log, err := s.Store.History(t.Context(), r.ID, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range log {
				if e.Kind == match.Began {
					return e.Note
				}
			}
			t.Fatal("the match has not begun")
			return ""
		}
		s.Begin("/kalah challenge user:@Bob first:me start:fair: one or two beans moved, so perfect play ends in a tie")
		was, south := first(), s.Only().Players[0].User
		if usual, err := kalah.New().Start(s.Only().Setup); err != nil || was != usual.Text() ||
			was == "kalah/1 m=6 to=S south=4.4.4.4.4.4:0 north=4.4.4.4.4.4:0 rules=standard" {
			t.Errorf("K26: the match begins from %s", was)
		}
		s.Exports(s.Ann, "start "+was)
		s.Resigns(s.Ann)
		over := s.BoardAbout("resigned")
		s.Click(s.Ann, over, "Rematch")
		s.Click(s.Bob, over, "Rematch")
		s.Wait(time.Minute)
		if r := s.Only(); r.Status != match.Running || first() != was || r.Players[0].User == south {
			t.Errorf("P131: the rematch of %s begins from %s, with %v", was, first(), r.Players)
		}
		s.Resigns(s.Ann)
		again := 0
		for range 3 {
			s.Begin("/kalah challenge user:@Bob first:me start:fair: one or two beans moved, so perfect play ends in a tie")
			if first() == was {
				again++
			}
			s.Resigns(s.Ann)
		}
		if again == 3 {
			t.Error("K26: each challenge begins from the same position")
		}
	})
}
