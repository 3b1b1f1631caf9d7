package bot_test

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/match"
	"paddock/games/scene"
	"paddock/games/tourney"
	"paddock/render/chart"
	"paddock/storage"
)

// earlier is a database written by the sandbox of an earlier Paddock (commit 05dfeef). Its members
// and channels have the ids that a story assigns. Ann and Bob have a finished and a running match
// of each game. There are matches against computers, a running tournament and a sign-up, and people
// have settings, notes and conditional moves.
const earlier = "testdata/earlier.db.gz"

// P1, P2: after an update the bot continues with everything that an earlier version has stored.
// People keep their settings, results and notes. Each running match and tournament is played to its
// end.
func TestDatabaseOfAnEarlierVersion(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := story.NewStory(t, discordsim.Config{})
		rooms := map[string]discordsim.ChannelID{"halatafl": s.Hall}
		for _, name := range []string{"kalah", "stratego", "fish", "lounge"} {
			rooms[name] = s.Sim.AddChannel(s.Club, name)
		}
		for range 2000 {
			s.Sim.AddUser("Stranger") // the simulator takes up ids, so that new ids do not occur in the database
		}
		unpackEarlier(s)
		s.Change = func(c *bot.Config) {
			c.Games = story.CrossGames()
			c.Chart = func(chart.Chart) ([]byte, error) { return story.DrawNothing(scene.Scene{}) }
		}
		s.Waste = true // the simulated Discord does not have the old boards, so edits are refused
		time.Sleep(time.Until(time.Date(2026, 11, 24, 10, 0, 0, 0, time.UTC)))
		s.Start()
		defer s.End()
		s.Wait(time.Second) // time to register the commands

		s.Private(s.Slash(s.Bob, "/stats"), "har spelat här") // Bob has chosen Swedish
		s.Private(s.Slash(s.Ann, "/games finished:all"), "Your finished matches (4)", "1 won, 0 drawn, 3 lost")
		s.Private(s.Slash(s.Ann, "/settings hours"), "23:00-06:00", "Europe/London")
		s.Private(s.Slash(s.Ann, "/server audit"), "Running matches per member*: the default → 9")
		u, err := s.Store.User(s.Context(), match.UserID(s.Ann))
		noted := 0
		for _, n := range u.Notebooks {
			if n.Note == "remember this" && len(n.Lines) == 1 {
				noted++
			}
		}
		if err != nil || noted != 1 {
			t.Errorf("Ann's notebooks are %+v, %v; want one with a note and a line", u.Notebooks, err)
		}

		moved := map[match.ID]int{}
		for range 200 {
			list, err := s.Store.ByGuild(s.Context(), match.GuildID(s.Club))
			if err != nil {
				t.Fatal(err)
			}
			for _, rec := range list {
				if rec.Status == match.Running && (rec.Tournament != "" || moved[rec.ID] < 4) && moveEarlier(s, rec) {
					moved[rec.ID]++
				}
			}
		}
		if len(moved) < 8 {
			t.Errorf("moves were made in %d matches, want all that were running", len(moved))
		}
		cup, err := s.Store.ChannelTournaments(s.Context(), match.ChannelID(rooms["lounge"]), 10)
		if err != nil || !slices.ContainsFunc(cup, func(r tourney.Record) bool {
			return r.Name == "Cup" && r.Status == tourney.Over
		}) {
			t.Errorf("the tournaments are %+v, %v; want Cup to be over", cup, err)
		}
		s.Wait(time.Minute)
		if n := s.Unshown(); n > 0 {
			t.Errorf("%d boards are not up to date", n)
		}
		s.Halt()
		report, err := storage.Check(s.Context(), s.Path)
		if err != nil || len(report.Problems) > 0 {
			t.Errorf("the database is not sound: %v, %v", report.Problems, err)
		}
		s.Start()
	})
}

// moveEarlier makes the first legal move for the person to move in a match. It reports whether
// there was one.
func moveEarlier(s *story.Story, rec match.Record) bool {
	s.Helper()
	for _, g := range story.CrossGames() {
		if g.ID != rec.Game {
			continue
		}
		at, err := g.Parse(rec.Position)
		if err != nil {
			s.Fatal(err)
		}
		for seat := range at.Turn().Waiting.All() {
			if rec.Players[seat].User == "" {
				return false
			}
			for text := range at.View(seat).Legal() {
				said := s.Slash(discordsim.UserID(rec.Players[seat].User),
					fmt.Sprintf("/%s move move:%s game:%s", g.ID, text, rec.ID))
				after, err := s.Store.Record(s.Context(), rec.ID)
				if err != nil || after.Head == rec.Head {
					s.Errorf("%s in the %s match %s changes nothing, %v:\n%s", text, g.ID, rec.ID, err, said.Text())
				}
				return true
			}
		}
	}
	return false
}

// unpackEarlier makes the earlier database the story's database.
func unpackEarlier(s *story.Story) {
	s.Helper()
	packed, err := os.Open(earlier)
	if err != nil {
		s.Fatal(err)
	}
	defer packed.Close()
	z, err := gzip.NewReader(packed)
	if err != nil {
		s.Fatal(err)
	}
	raw, err := io.ReadAll(z)
	if err != nil {
		s.Fatal(err)
	}
	if err := os.WriteFile(s.Path, raw, 0o600); err != nil {
		s.Fatal(err)
	}
}
