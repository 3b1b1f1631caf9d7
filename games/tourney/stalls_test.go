package tourney_test

import (
	"strings"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/tourney"
)

// P127: only the organiser is told, once, which player draws out a lost game. An organiser who
// plays in that game is not told.
func TestP127_StallsAreShown(t *testing.T) {
	for _, c := range []struct {
		name   string
		people []match.UserID
		want   int
	}{
		{"the organiser looks on", []match.UserID{bob, cid}, 1},
		{"the organiser plays in it", []match.UserID{ann, bob}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, nil)
			terms := w.terms("fish", "roundrobin")
			terms.PerMove = 10 * time.Hour
			terms.Options = games.Options{
				"rules": "course", "penguins": "1",
				"board": "[[5,5,5],[5,5,5],[5,5,5],[5,5,5],[0,0,0],[0,0,0],[1,1,1],[1,1,1],[1,1,1],[1,1,1]]",
			}
			w.create(terms, c.people...)
			w.start()
			m := w.game(c.people[0])
			play := func(seat games.Seat, move string) {
				t.Helper()
				if _, err := w.matches.Play.Move(ctx, match.Act{Match: m.ID, User: m.Players[seat].User},
					move); err != nil {
					t.Fatal(err)
				}
			}
			play(0, "a1")
			play(1, "g1")
			version := w.record().Version
			for range 6 {
				for seat := range games.Seat(2) {
					now, err := w.matches.Read.Match(ctx, m.ID)
					if err != nil {
						t.Fatal(err)
					}
					pos, err := now.Parse()
					if err != nil {
						t.Fatal(err)
					}
					rest, ok := pos.Finish(20_000)
					if !ok {
						t.Fatal("the game is not decided")
					}
					w.wait(9*time.Hour + 30*time.Minute)
					play(seat, rest.Moves[0])
					w.attend()
					w.attend()
				}
			}
			var told []tourney.Notice
			for _, n := range w.record().Notices {
				if n.Kind == tourney.Stalls {
					told = append(told, n)
				}
			}
			if len(told) != c.want {
				t.Fatalf("told %d times, want %d", len(told), c.want)
			}
			r := w.record()
			if len(told) == 1 &&
				(told[0].To != ann || told[0].Match != m.ID ||
					!strings.HasPrefix(told[0].Why.String(), m.Players[1].Name+" is certain to lose")) {
				t.Errorf("%+v", told[0])
			}
			if len(told) == 1 && r.Version != r.Shown.Version && r.Version-version > 1 {
				t.Errorf("version %d of %d: the channel is told too", r.Version, r.Shown.Version)
			}
		})
	}
}
