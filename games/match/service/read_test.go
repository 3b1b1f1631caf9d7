package service_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/gamestest/race"
	"paddock/games/match"
	"paddock/games/match/service"
)

func TestP10_MostUrgentFirst(t *testing.T) {
	w := newWorld(t, func(c *service.Config) { c.Limit = 100 })
	duel := func(label string, by, with match.UserID, perMove time.Duration) {
		p := w.proposal("nim", by, player(with))
		p.Side, p.PerMove = "me", perMove
		p.By.Name = label
		w.must(w.svc.Tables.Propose(ctx, p))
		w.must(w.svc.Tables.Join(ctx, w.by(with), string(with)))
	}
	duel("waits for Bob", bob, ann, -1)
	duel("her turn, 2 days", ann, bob, 48*time.Hour)
	duel("her turn, no clock", ann, cat, -1)
	duel("parked", ann, cat, time.Hour)
	w.must(w.svc.Referee.Park(ctx, w.id, match.CodeChannelGone, ""))
	duel("her turn, 5 hours", ann, cat, 5*time.Hour)
	p := w.proposal("nim", bob, player(ann))
	p.By.Name = "invited"
	w.must(w.svc.Tables.Propose(ctx, p))
	p = w.proposal("nim", ann)
	p.By.Name = "her open table"
	w.must(w.svc.Tables.Propose(ctx, p))

	list, err := w.svc.Read.ByUser(ctx, ann)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range list {
		for _, p := range r.Players {
			if p.Name != "ann" && p.Name != "bob" && p.Name != "cat" && p.Name != "" {
				got = append(got, p.Name)
			}
		}
	}
	want := []string{
		"her turn, 5 hours", "her turn, 2 days", "her turn, no clock", "invited", "waits for Bob",
		"her open table", "parked",
	}
	if !slices.Equal(got, want) {
		t.Errorf("Ann's matches = %q\nwant            %q", got, want)
	}
}

func TestP42_Find(t *testing.T) {
	for _, tt := range []struct {
		name         string
		mine, theirs int // matches in the channel where it is Ann's turn, and where it is Bob's
		want         int
	}{
		{"none", 0, 0, 0},
		{"one, her turn", 1, 0, 1},
		{"one, not her turn", 0, 1, 1},
		{"two, one her turn", 1, 1, 1},
		{"two, none her turn: ask", 0, 2, 2},
		{"three, two her turn: ask which of the two", 2, 1, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			for i := range tt.mine + tt.theirs {
				w.duel("nim", func(p *match.Proposal) {
					if i >= tt.mine {
						p.Side = "them"
					}
				})
			}
			// a challenge that nobody has accepted
			w.must(w.svc.Tables.Propose(ctx, w.proposal("nim", ann, player(cat))))
			// a match in which Ann does not play
			w.must(w.svc.Tables.Propose(ctx, w.proposal("nim", bob, match.Player{Computer: games.Easy})))
			list, err := w.svc.Read.Find(ctx, here.Channel, ann, "")
			if err != nil || len(list) != tt.want {
				t.Errorf("Find = %d matches, %v, want %d", len(list), err, tt.want)
			}
			if list, _ := w.svc.Read.Find(ctx, here.Channel, ann, "race"); len(list) != 0 {
				t.Errorf("of another game: %d, want none", len(list))
			}
			if list, _ := w.svc.Read.Find(ctx, "elsewhere", ann, ""); len(list) != 0 {
				t.Errorf("in another channel: %d, want none", len(list))
			}
		})
	}
}

func TestP42_Latest(t *testing.T) {
	w := newWorld(t)
	if _, err := w.svc.Read.Latest(ctx, here.Channel, ""); !errors.Is(err, match.ErrUnknown) {
		t.Errorf("Latest of nothing: %v, want ErrUnknown", err)
	}
	running := w.duel("race").ID
	w.wait(time.Second)
	over := w.duel("nim").ID
	w.must(w.svc.Play.Resign(ctx, w.by(ann)))
	for _, tt := range []struct {
		game games.ID
		want match.ID
	}{{"", running}, {"race", running}, {"nim", over}} {
		if r, err := w.svc.Read.Latest(ctx, here.Channel, tt.game); err != nil || r.ID != tt.want {
			t.Errorf("Latest(%q) = %v, %v, want %v", tt.game, r.ID, err, tt.want)
		}
	}
}

func TestViewsOfAMatch(t *testing.T) {
	w := newWorld(t)
	r := w.duel("nim")
	if before, err := w.svc.Read.Of(r).ViewBefore(0); before != nil || err != nil {
		t.Errorf("Before at the start = %v, %v, want nothing", before, err)
	}
	r = w.play(ann, "c2").Match.Record
	before, err := w.svc.Read.Of(r).ViewBefore(0)
	if err != nil || before.Text() != "nim/1 3.4.5 to=0" {
		t.Errorf("Before = %v, %v", before, err)
	}
	view, err := w.svc.Read.Of(r).View(r.SeatOf(cat))
	if err != nil || view.Seat != games.Spectator || view.Text() != "nim/1 3.4.3 to=1" {
		t.Errorf("Cat's view = %v, %v", view, err)
	}
	r.Shown.Head = r.Head - 1
	unseen, err := w.svc.Read.Unseen(ctx, w.svc.Read.Of(r))
	if err != nil || len(unseen) != 1 || unseen[0].Move != "c2" {
		t.Errorf("Unseen = %v, %v; want the last move", unseen, err)
	}
	pos, err := w.svc.Read.Of(r).Parse()
	if err != nil || pos.Text() != r.Position {
		t.Errorf("Position = %v, %v", pos, err)
	}
	w.must(w.svc.Tables.Propose(ctx, w.proposal("nim", ann, player(cat))))
	if _, err := w.svc.Read.Of(w.record()).View(0); !errors.Is(err, match.ErrNotBegun) {
		t.Errorf("view of a challenge: %v, want ErrNotBegun", err)
	}
}

// P21: the log gives every past position, including takebacks and rulings.
func TestP21_Replay(t *testing.T) {
	w := newWorld(t)
	w.duel("race")
	w.play(ann, "1!-2")
	w.play(bob, "1")
	w.must(w.svc.Play.Takeback(ctx, w.by(bob)))
	w.play(bob, "2")
	w.sleep(49 * time.Hour) // Ann's time runs out, so she is skipped
	w.play(bob, "1")
	r := w.record()
	log, err := w.svc.Read.Log(ctx, w.id)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	g := w.svc.Read.Of(r).Rules()
	frames, err := match.Frames(g, r, log)
	for _, f := range frames {
		got = append(got, fmt.Sprint(f.Event.Kind, strings.Fields(f.Position.Text())[2:4]))
	}
	want := "began[[0 0] moved[[1 0] moved[[3 0] moved[[3 1] undone[[3 0] moved[[3 2] ruled[[3 2] moved[[3 3]"
	if got := strings.Join(got, " "); err != nil || got != want {
		t.Errorf("Frames = %s, %v\nwant     %s", got, err, want)
	}
	if last := frames[len(frames)-1].Position.Text(); last != r.Position {
		t.Errorf("the replay ends at %q, the match is at %q", last, r.Position)
	}
	log[4].Move = "99"
	if _, err := match.Frames(g, r, log); err == nil || !strings.Contains(err.Error(), "event 5") {
		t.Errorf("a log that does not agree with the rules: %v, want the event's number", err)
	}
}

// A position text is parsed once for all questions about the match. A position made by a move is
// not parsed at all.
func TestPositionsAreParsedOnce(t *testing.T) {
	w := newWorld(t)
	w.duel("race")
	w.play(ann, "1!")
	count := func(what string, want int64, f func()) {
		t.Helper()
		before := race.Parses.Load()
		f()
		if got := race.Parses.Load() - before; got != want {
			t.Errorf("%s: %d positions were parsed, want %d", what, got, want)
		}
	}
	look := func(m match.Match) {
		for _, seat := range []games.Seat{0, 1, games.Spectator} {
			if _, err := m.View(seat); err != nil {
				t.Fatal(err)
			}
			if before, err := m.ViewBefore(seat); err != nil || before == nil {
				t.Fatal(before, err)
			}
		}
	}
	count("moves in the process that began the match", 0, func() {
		look(w.play(ann, "1").Match)
		again, err := w.svc.Read.Match(ctx, w.id)
		if err != nil {
			t.Fatal(err)
		}
		look(again)
	})
	w.restart()
	count("looks after a restart", 2, func() {
		for range 3 {
			m, err := w.svc.Read.Match(ctx, w.id)
			if err != nil {
				t.Fatal(err)
			}
			look(m)
		}
	})
	w.restart()
	count("a move after a restart", 1, func() { look(w.play(bob, "1").Match) })
}

// RatingChanges returns how a finished match has changed the ratings of its people. It leaves out
// players who have ended another rated match of the game in the same pool since, because their rating
// now is not what this match made of it.
func TestRatingChanges(t *testing.T) {
	w := newWorld(t, func(c *service.Config) { c.Limit = 100 })
	ends := func(with match.Player) match.Record {
		p := w.proposal("nim", ann, with)
		p.Side, p.Rated = "me", true
		w.must(w.svc.Tables.Propose(ctx, p))
		if with.User != "" {
			w.must(w.svc.Tables.Join(ctx, w.by(with.User), with.Name))
		}
		w.play(ann, "a1")
		if with.User != "" {
			w.play(with.User, "b1")
		} else if j, ok, err := w.svc.Computers.Job(ctx, w.id); ok && err == nil {
			w.must(w.svc.Computers.Answer(ctx, j, "b1"))
		}
		w.must(w.svc.Play.Resign(ctx, w.by(ann)))
		return w.record()
	}
	wants := func(when string, r match.Record, seats ...games.Seat) {
		t.Helper()
		list, err := w.svc.Read.RatingChanges(ctx, r)
		if err != nil {
			t.Fatal(err)
		}
		var got []games.Seat
		for _, c := range list {
			if c.Before == c.After {
				t.Errorf("%s: the rating of seat %d has not changed", when, c.Seat)
			}
			got = append(got, c.Seat)
		}
		if !slices.Equal(got, seats) {
			t.Errorf("%s: ratings of seats %v have changed, want %v", when, got, seats)
		}
	}
	first := ends(player(bob))
	wants("at its end", first, 0, 1)
	computer := ends(match.Player{Computer: games.Easy}) // the match ended at the same moment, in the other pool
	wants("after a match with a computer", first, 0, 1)
	wants("a match with a computer", computer, 0)
	w.wait(time.Hour)
	second := ends(player(cat))
	wants("an hour later", second, 0, 1)
	wants("after another match of Ann", first, 1)
	wants("after a match in the other pool", computer, 0)
}
