package storagetest

import (
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match"
)

// P23: results are listed once each, by server and game, in the order in which the matches ended, whatever happens to the records afterwards.
func testResults(t *testing.T, s match.Store) {
	end := func(id match.ID, game games.ID, guild match.GuildID, after time.Duration) match.Record {
		r := put(t, s, Running(id))
		r.Game, r.Place.Guild, r.Status, r.Ended = game, guild, match.Over, noon.Add(after)
		r.Outcome = &games.Outcome{Place: [games.MaxSeats]int8{1, 2}}
		r.Acted = []time.Time{noon, noon}
		return put(t, s, r)
	}
	end("m1", "kalah", "g1", 3*time.Hour)
	m2 := end("m2", "kalah", "g1", time.Hour)
	end("m3", "fish", "g1", 2*time.Hour)
	end("m4", "kalah", "g2", time.Hour)
	end("m5", "kalah", "g1", time.Hour)
	put(t, s, Running("m6"))
	m2.Updated = noon.Add(5 * time.Hour)
	put(t, s, m2) // a rematch is asked for

	for _, c := range []struct {
		guild match.GuildID
		game  games.ID
		want  string
	}{
		{"g1", "kalah", "m2 m5 m1 "}, {"g1", "", "m3 m2 m5 m1 "}, {"g1", "fish", "m3 "}, {"g2", "kalah", "m4 "}, {"g1", "kal", ""}, {"g", "", ""}, {"", "", ""},
	} {
		list, err := s.Results(ctx, c.guild, c.game)
		got := ""
		for _, r := range list {
			got += string(r.Match) + " "
		}
		if got != c.want || err != nil {
			t.Errorf("Results(%q, %q) = %q, %v; want %q", c.guild, c.game, got, err, c.want)
		}
	}
	list, err := s.Results(ctx, "g2", "kalah")
	want := match.Result{
		Match: "m4", Game: "kalah", Ended: noon.Add(time.Hour), Players: []match.Player{{User: "ann"}, {User: "bob"}}, Place: []int8{1, 2}, Rated: true,
	}
	if err != nil || len(list) != 1 || encode(list[0]) != encode(want) || list[0].Match != want.Match || !list[0].Ended.Equal(want.Ended) {
		t.Errorf("Results(g2) = %+v, %v; want %+v", list, err, want)
	}
}
