package storagetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match"
)

// The random test makes the same calls to the store and to a Memory and compares all results.

const (
	randomCalls    = 600
	randomMatches  = 12
	randomPlaces   = 4
	randomSnapshot = 20 // number of calls between full comparisons
)

var randomGuilds = []match.GuildID{"g0", "g1", ""} // the empty guild stands for direct messages

func testRandom(t *testing.T, s match.Store) {
	const seed = 20261121
	world := &random{rand.New(rand.NewPCG(seed, 0)), NewMemory(), 0}
	for i := range randomCalls {
		what, call := world.call()
		got, want := call(s), call(world.memory)
		if got != want {
			t.Fatalf("call %d, %s: %s; want %s", i, what, got, want)
		}
		if i%randomSnapshot == 0 {
			got, want := strings.Split(snapshot(t, s), "\n"), strings.Split(snapshot(t, world.memory), "\n")
			for n, line := range want {
				if got[n] != line {
					t.Fatalf("after call %d, %s, the store has\n%s\nwant\n%s", i, what, got[n], line)
				}
			}
		}
	}
}

type random struct {
	*rand.Rand
	memory *Memory
	ticks  int // counts up, so that all times differ
}

func (w *random) time() time.Time {
	w.ticks++
	return noon.Add(time.Duration(w.IntN(48*3600))*time.Second + time.Duration(w.ticks))
}

func (w *random) name(kind string, n int) string { return fmt.Sprint(kind, w.IntN(n)) }

// call returns a random call: its description, and a function that makes it and returns the result
// as text.
func (w *random) call() (what string, call func(match.Store) string) {
	id := match.ID(w.name("m", randomMatches))
	stored, _ := w.memory.Record(ctx, id)
	head := stored.Head
	if w.IntN(8) == 0 {
		head += match.Seq(w.IntN(3) - 1)
	}
	switch w.IntN(8) {
	case 0:
		shown := match.Shown{Head: max(0, head-match.Seq(w.IntN(2))), Message: match.MessageID(w.name("x", 99))}
		due := w.time()
		return fmt.Sprintf("SetShown(%s, %d, %+v, %v)", id, head, shown, due), func(s match.Store) string {
			return answer(s.SetShown(ctx, id, head, shown, due))
		}
	case 1:
		due := w.time()
		if w.IntN(4) == 0 {
			due = time.Time{}
		}
		return fmt.Sprintf("SetDue(%s, %d, %v)", id, head, due), func(s match.Store) string {
			return answer(s.SetDue(ctx, id, head, due))
		}
	case 2:
		u := match.User{ID: match.UserID(w.name("u", randomPlaces)), DMClosed: w.IntN(2) == 0}
		if u.ID != "u0" { // this user never asks to be listed
			u.ListedIn = randomGuilds[w.IntN(len(randomGuilds))]
		}
		return fmt.Sprintf("UpdateUser(%s, listed in %q)", u.ID, u.ListedIn), func(s match.Store) string {
			now, err := s.UpdateUser(ctx, u.ID, func(now *match.User) {
				now.Told, now.DMClosed, now.ListedIn = map[string]bool{fmt.Sprint(now.DMClosed): true}, u.DMClosed,
					u.ListedIn
			})
			return encode(now) + answer(err)
		}
	}
	r, events := w.record(id, stored), w.events()
	r.Head = max(0, head)
	return fmt.Sprintf("Append(%s at %d, %d events)", id, r.Head, len(events)), func(s match.Store) string {
		head, err := s.Append(ctx, r, events...)
		return fmt.Sprint(head, " ", answer(err))
	}
}

func (w *random) record(id match.ID, stored match.Record) match.Record {
	r := Running(id)
	r.Created, r.Shown = stored.Created, stored.Shown
	if r.Created.IsZero() {
		r.Created = w.time()
	}
	r.Status = []match.Status{match.Open, match.Running, match.Running, match.Over, match.Closed}[w.IntN(5)]
	r.Place = match.Place{
		Guild:   randomGuilds[w.IntN(len(randomGuilds))],
		Channel: match.ChannelID(w.name("c", randomPlaces)),
	}
	r.Owner = match.UserID(w.name("u", randomPlaces))
	for i := range r.Players {
		r.Players[i].User = match.UserID(w.name("u", randomPlaces))
	}
	if w.IntN(3) == 0 {
		r.Players[1] = match.Player{Computer: w.name("level", 2)}
	}
	if r.Status == match.Over {
		r.Ended, r.Acted, r.Unrated = w.time(), []time.Time{noon, noon}, w.IntN(3) == 0
		r.Clock.Policy.PerMove = time.Hour
		r.Outcome = &games.Outcome{Place: [games.MaxSeats]int8{int8(1 + w.IntN(2)), 1}}
	}
	if w.IntN(3) > 0 {
		r.Due = w.time()
	}
	r.Position = strings.Repeat("x", w.IntN(2000))
	return r
}

func (w *random) events() []match.Event {
	events := make([]match.Event, 1+w.IntN(3))
	for i := range events {
		events[i] = moved("")
		if w.IntN(2) == 0 {
			events[i].Cause = match.Cause(w.name("i", randomCalls))
		}
	}
	return events
}

func answer(err error) string {
	for _, known := range []error{match.ErrConflict, match.ErrRepeat, match.ErrNotFound} {
		if errors.Is(err, known) {
			return known.Error()
		}
	}
	return fmt.Sprint(err)
}

// snapshot returns everything a store says about the names that the tests use, one item per line.
func snapshot(t *testing.T, s match.Store) string {
	t.Helper()
	var b strings.Builder
	line := func(what string, v any, err error) { fmt.Fprintf(&b, "%s: %s %s\n", what, encode(v), answer(err)) }
	for i := range randomMatches {
		id := match.ID(fmt.Sprint("m", i))
		r, err := s.Record(ctx, id)
		line("record "+string(id), r, err)
		log, err := s.History(ctx, id, 0)
		line("log "+string(id), append([]match.Event{}, log...), err)
	}
	for i := range randomPlaces + 1 {
		c, u, g := match.ChannelID(fmt.Sprint("c", i)), match.UserID(fmt.Sprint("u", i)),
			match.GuildID(fmt.Sprint("g", i))
		list := func(what string) func([]match.Record, error) {
			return func(r []match.Record, err error) { line(fmt.Sprint(what, i), ids(r), err) }
		}
		list("by channel ")(s.ByChannel(ctx, c))
		list("by user ")(s.ByUser(ctx, u))
		list("made by ")(s.Made(ctx, u, noon.Add(12*time.Hour)))
		list("by guild ")(s.ByGuild(ctx, g))
		list("latest ")(s.Latest(ctx, c, 5))
		user, err := s.User(ctx, u)
		line("user", user, err)
	}
	for _, g := range append(slices.Clone(randomGuilds), match.Everywhere) {
		for i := range randomPlaces {
			who := match.Player{User: match.UserID(fmt.Sprint("u", i))}
			if g != match.Everywhere {
				list, err := s.StandingsOf(ctx, g, who)
				line(fmt.Sprintf("standings %q of u%d", g, i), append([]match.Standing{}, list...), err)
			}
			for pool := range match.Pool(2) {
				r, err := s.Ranking(ctx, g, "kalah", pool, noon.Add(24*time.Hour), 2, who)
				r.Top = append([]match.Standing{}, r.Top...)
				line(fmt.Sprintf("ranking %q %d for u%d", g, pool, i), r, err)
			}
		}
	}
	ann, err := s.User(ctx, "ann")
	line("ann", ann, err)
	for i := range 10 {
		id, seq, ok, err := s.Applied(ctx, match.Cause(fmt.Sprint("i", i)))
		line(fmt.Sprint("applied i", i), fmt.Sprint(id, seq, ok), err)
	}
	due, err := s.Due(ctx, noon.Add(24*time.Hour), 7)
	line("due", ids(due), err)
	next, ok, err := s.NextDue(ctx)
	line(fmt.Sprint("next due ", ok), next, err)
	unshown, err := s.Unshown(ctx, "", 99)
	line("unshown", ids(unshown), err)
	thinking, err := s.Thinking(ctx, 99)
	line("thinking", ids(thinking), err)
	return b.String()
}
