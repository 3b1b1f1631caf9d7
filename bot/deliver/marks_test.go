package deliver

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/games"
	"paddock/games/gamestest/golden"
	"paddock/games/match"
)

// marks is a message type that sends nothing, and lists the keys on which the engine works.
type marks struct {
	mu    sync.Mutex
	began time.Time
	list  []string
}

func (l *marks) Look(_ context.Context, k Key) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list = append(l.list, strings.TrimSpace(fmt.Sprint(time.Since(l.began), " ", k.Kind, " ", k.User)))
	return nil
}

// After each change of a match, and at a start, the engine checks the messages that may be
// outdated, and no others. The golden file lists the messages, each with its reader and the time of
// the check.
func TestLooksAfterChanges(t *testing.T) {
	moved, arranged := match.Event{Kind: match.Moved, User: "1"}, match.Event{Kind: match.Arranged, User: "1"}
	type doing = func(d *desk, c *match.Change)
	nothing := func(*desk, *match.Change) {}
	events := func(list ...match.Event) doing { return func(_ *desk, c *match.Change) { c.Events = list } }
	former := func(d *desk, c *match.Change) {
		c.Events, c.Match.HandOvers = []match.Event{moved}, []match.HandOver{{Seat: 1, From: match.Player{User: "7"}}}
	}
	var page strings.Builder
	for _, c := range []struct {
		name string
		game games.ID
		what doing
		at   func(d *desk, m match.Match) // the function that is called instead of the change, if not nil
	}{
		{"nothing has happened", "kalah", nothing, nil},
		{"a ping is due", "kalah", func(_ *desk, c *match.Change) { c.Ping = true }, nil},
		{"a move", "kalah", func(_ *desk, c *match.Change) {
			c.Events, c.Match.Waiting = []match.Event{moved}, games.SeatSet(1)
		}, nil},
		{"a move, and the player moves again", "kalah", events(moved), nil},
		{"a move and what follows", "kalah", events(moved, match.Event{Kind: match.Ended}), nil},
		{"a move of the computer", "kalah", events(match.Event{Kind: match.Moved}), nil},
		{
			"a repeated move", "kalah", func(_ *desk, c *match.Change) { c.Events, c.Repeat = []match.Event{moved}, true },
			nil,
		},
		{"a move that its handler shows", "kalah", func(d *desk, c *match.Change) {
			c.Events = []match.Event{{Kind: match.Moved, User: "1", Cause: "held"}}
			d.boards.Hold("held")
		}, nil},
		{"a move that its handler has shown", "kalah", func(d *desk, c *match.Change) {
			c.Events = []match.Event{{Kind: match.Moved, User: "1", Cause: "held"}}
			d.boards.Hold("held")()
		}, nil},
		{"notices", "kalah", func(_ *desk, c *match.Change) {
			c.Events, c.Match.Notices = []match.Event{moved}, []match.Notice{{To: "2", Kind: match.DrawOffered}}
		}, nil},
		{"somebody is invited, and somebody else no longer", "kalah", func(_ *desk, c *match.Change) {
			c.Events, c.Match.Invited, c.Unasked = []match.Event{{Kind: match.Offered, User: "5"}}, "8", "9"
		}, nil},
		{"a former player", "kalah", former, nil},
		{"another match", "kalah", func(d *desk, c *match.Change) {
			c.Events, c.Match.ID = []match.Event{moved}, "other"
		}, nil},
		{"a change elsewhere", "kalah", nothing, func(d *desk, m match.Match) { d.private.Heard(m.ID) }},
		{"a change of another match elsewhere", "kalah", nothing, func(d *desk, _ match.Match) {
			d.private.Heard("other")
		}},
		{"changes elsewhere", "kalah", nothing, func(d *desk, _ match.Match) { d.private.Refresh() }},
		{"a permission is granted", "kalah", nothing, func(d *desk, m match.Match) {
			d.boards.Failed(d.Context(), Board.key(m.ID, ""), discord.Forbidden)
			d.boards.NoteMissing("5", nil)
			d.passes(time.Second)
			d.boards.NoteMissing("4", nil)
		}},
		{"armies, a move", "stratego", events(moved), nil},
		{"armies, a former player", "stratego", former, nil},
		{"armies, a secret act", "stratego", events(arranged), nil},
		{
			"armies, a secret act and what follows", "stratego",
			events(arranged, match.Event{Kind: match.Sealed, Seat: games.Spectator}), nil,
		},
		{"armies, a move and a secret act", "stratego", events(moved, arranged), nil},
		{"after a crash", "kalah", nothing, func(d *desk, _ match.Match) {
			d.offersDraw(d.bob)
			d.passes(time.Second)
			d.sweeps()
		}},
		{"after a crash, nothing is outdated", "kalah", nothing, func(d *desk, _ match.Match) { d.sweeps() }},
		{"after a crash, a while later", "kalah", nothing, func(d *desk, _ match.Match) {
			d.offersDraw(d.bob)
			d.passes(2 * SweepBack)
			d.sweeps()
		}},
		{"armies, after a crash", "stratego", nothing, func(d *desk, _ match.Match) { d.sweeps() }},
	} {
		atDesk(t, c.game, func(d *desk) {
			answer := d.boards.Client.Respond(&discordgo.Interaction{
				ID: "own", AppID: "app",
				Type: discordgo.InteractionApplicationCommandAutocomplete,
			}, quiet)
			m := d.match()
			d.private.Keep(m, d.ann.User, answer, "own", false)
			d.private.Keep(m, d.bob.User, answer, "own", true)
			l := &marks{began: time.Now()}
			for _, kind := range []Kind{Board, PrivateBoard, LiveBoard, Notice, Digest, Call} {
				d.engine.Register(kind, l, nil)
			}
			change := match.Change{Match: m}
			if c.what(d, &change); c.at == nil {
				d.hear(change)
			} else {
				c.at(d, m)
			}
			time.Sleep(2 * time.Second)
			synctest.Wait()
			slices.Sort(l.list)
			l.list = slices.Compact(l.list) // a key that is marked twice is passed to look once or twice
			fmt.Fprintf(&page, "%s: %s\n", c.name, strings.Join(l.list, ", "))
		})
	}
	golden.Check(t, "testdata/looks.txt", page.String())
}

// sweeps does what the bot does at its start after a crash. The times of the engine's checks are
// counted from then on.
func (d *desk) sweeps() {
	l := d.engine.subjects[Board].(*marks)
	for name, sweep := range map[string]func() error{
		"the newest boards": func() error { return d.boards.Fresh(d.Context()) },
		"all boards":        func() error { return d.boards.MarkBehind(d.Context()) },
		"notices":           func() error { return d.notices.Sweep(d.Context()) },
		"boards and calls": func() error {
			return Changes(d.Context(), time.Now().Add(-SweepBack), d.private, d.calls)
		},
		"no boards or calls": func() error {
			return Changes(d.Context(), time.Now().Add(time.Second), d.private, d.calls)
		},
	} {
		l.mu.Lock()
		l.began, l.list = time.Now(),
			slices.DeleteFunc(l.list, func(s string) bool { return !strings.HasPrefix(s, "sweep") })
		before := len(l.list)
		l.mu.Unlock()
		d.must(sweep())
		synctest.Wait()
		l.mu.Lock()
		for i := range l.list[before:] {
			l.list[before+i] = "sweep of " + name + " " + l.list[before+i]
		}
		l.mu.Unlock()
	}
}

// A private board of a match that is called off is deleted and forgotten, at once or when Discord
// deletes messages again.
func TestPrivateBoardsOfCancelledMatches(t *testing.T) {
	for _, status := range []int{0, 502, 404} {
		atDesk(t, "stratego", func(d *desk) {
			began := time.Now()
			d.discord.answers(func(c call) (int, int) {
				if c.method == "DELETE" && time.Since(began) < time.Minute {
					return status, map[int]int{404: discordgo.ErrCodeUnknownMessage}[status]
				}
				return 0, 0
			})
			_, err := d.matches.Play.Cancel(d.Context(), d.act(d.ann))
			d.must(err)
			d.passes(10 * time.Second)
			if n := len(d.user(d.ann).PrivateBoards); n != map[int]int{502: 1}[status] {
				t.Errorf("deletions answered with %d: %d boards are remembered", status, n)
			}
			d.passes(time.Hour)
			if n := len(d.user(d.ann).PrivateBoards) + len(d.user(d.bob).PrivateBoards); n != 0 {
				t.Errorf("deletions answered with %d: %d boards are remembered for ever", status, n)
			}
		})
	}
}

// A private view of a challenge says how reliable its owner is.
func TestPrivateViewOfAChallenge(t *testing.T) {
	atDesk(t, "kalah", func(d *desk) {
		for range 2 {
			d.moves()
		}
		d.resigns(d.bob)
		d.challenges(match.Place{Guild: "3", Channel: "4"})
		m, err := d.private.Board(d.Context(), d.match(), d.user(d.bob))
		d.must(err)
		if text := m.Words(); !strings.Contains(text, "reliability 100 % (1 played here)") {
			t.Errorf("the view says %q", text)
		}
	})
}

// A player whose set-up was confirmed by the clock reads that on their private board, until the
// first move.
func TestPrivateBoardAfterTheClock(t *testing.T) {
	atDesk(t, "stratego", func(d *desk) {
		for d.match().Waiting.Has(1) { // both armies are arranged at once
			d.passes(6 * time.Hour)
		}
		m, err := d.private.Board(d.Context(), d.match(), d.user(d.ann))
		d.must(err)
		if text := m.Words(); !strings.Contains(text, "Your time for the set-up ran out") {
			t.Errorf("the board says %q", text)
		}
	})
}

// A digest mentions a turn once more only if its player was notified of the present turn, and all
// others who must be notified were.
func TestAgain(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(m *match.Match, s *match.Shown)
		notify match.Notify
		want   bool
	}{
		{"called", func(*match.Match, *match.Shown) {}, match.ByDigest, true},
		{"called, and the other one not yet", func(_ *match.Match, s *match.Shown) {
			s.Asleep = games.SeatSet(1)
			s.Pinged = 0
		}, match.ByDigest, true},
		{"an older turn is shown", func(_ *match.Match, s *match.Shown) { s.Turn-- }, match.ByDigest, false},
		{"not called yet", func(_ *match.Match, s *match.Shown) { s.Pinged-- }, match.ByDigest, false},
		{"no digests", func(*match.Match, *match.Shown) {}, match.ByMention, false},
		{"parked", func(m *match.Match, _ *match.Shown) { m.Parked = &match.Parking{} }, match.ByDigest, false},
		{"not her turn", func(m *match.Match, _ *match.Shown) { m.Waiting = games.SeatSet(1) }, match.ByDigest, false},
		{"over", func(m *match.Match, _ *match.Shown) { m.Status = match.Over }, match.ByDigest, false},
		{"a spectator", func(m *match.Match, _ *match.Shown) { m.Players[0].User = "7" }, match.ByDigest, false},
	} {
		atDesk(t, "kalah", func(d *desk) {
			d.changes(d.ann, func(u *match.User) { u.Notify = c.notify })
			m := d.match()
			m.Players = slices.Clone(m.Players)
			s := m.Shown
			s.Asleep, s.Wake = 0, time.Time{}
			c.change(&m, &s)
			before := s
			d.boards.digests.again(d.Context(), m, &s, d.ann.User)
			got := s.Asleep&games.SeatSet(0) != 0 && !s.Wake.IsZero() && s.Asleep&before.Asleep == before.Asleep
			if got != c.want || !c.want && s != before {
				t.Errorf("%s: asleep %b until %v, before %b", c.name, s.Asleep, s.Wake, before.Asleep)
			}
		})
	}
}
