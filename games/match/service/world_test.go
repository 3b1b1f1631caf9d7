package service_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/fish"
	"paddock/games/gamestest/nim"
	"paddock/games/gamestest/race"
	"paddock/games/gamestest/ram"
	"paddock/games/halatafl"
	"paddock/games/match"
	"paddock/games/match/decide"
	"paddock/games/match/service"
	"paddock/storage"
)

// world is a service with its own store and a clock that only the test moves: w.play(ann, "a1").
type world struct {
	*testing.T
	svc   *service.Service
	store match.Store
	cfg   service.Config
	id    match.ID // id of the match under test
	acts  int
	ctx   context.Context // cause of the act under test

	mu      sync.Mutex
	clock   time.Time      // guarded by mu
	changes []match.Change // guarded by mu: all changes that were announced
}

var monday = time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)

const (
	ann match.UserID = "ann"
	bob match.UserID = "bob"
	cat match.UserID = "cat"
)

// names maps users to their display names.
var names = map[match.UserID]string{ann: "Ann", bob: "Bob", cat: "Cat"}

func player(u match.UserID) match.Player { return match.Player{User: u, Name: names[u]} }

var here = match.Place{Guild: "guild", Channel: "channel"}

func newWorld(t *testing.T, change ...func(*service.Config)) *world {
	t.Helper()
	store, err := storage.Open(filepath.Join(ram.Dir(t), "paddock.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	w := &world{T: t, ctx: ctx, store: store, clock: monday}
	w.cfg = service.Config{
		Store: store, Games: []*games.Game{nim.New(), race.New(false), race.New(true), fish.New(), halatafl.New()},
		Now: w.now, Defaults: decide.Defaults{Grace: -1},
		Rand: rand.NewChaCha8([32]byte([]byte(fmt.Sprintf("%-32.32s", t.Name())))),
	}
	for _, f := range change {
		f(&w.cfg)
	}
	w.restart()
	return w
}

// restart makes a new service on the same store, as after a crash.
func (w *world) restart() {
	w.svc = service.New(w.cfg)
	w.svc.OnChange(func(c match.Change) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.changes = append(w.changes, c)
	})
}

func (w *world) now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.clock
}

func (w *world) wait(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.clock = w.clock.Add(d)
}

// by returns an act of a user in the story's match, with its own cause.
func (w *world) by(u match.UserID) match.Act {
	w.acts++
	return match.Act{Match: w.id, User: u, Cause: match.Cause(fmt.Sprintf("interaction-%d", w.acts))}
}

func (w *world) proposal(game games.ID, by match.UserID, with ...match.Player) match.Proposal {
	w.acts++
	return match.Proposal{
		Game: game, Place: here, By: player(by), With: with,
		Cause: match.Cause(fmt.Sprintf("interaction-%d", w.acts)),
	}
}

// must fails the test if a step failed. Otherwise the test continues with the changed match.
func (w *world) must(c match.Change, err error) match.Change {
	w.Helper()
	if err != nil {
		w.Fatalf("unexpected error: %v (%q)", err, sentence(err))
	}
	w.id = c.Match.ID
	return c
}

// refused checks that a step is refused for a reason, with a sentence for people, and without a
// change.
func (w *world) refused(want error, step func() (match.Change, error)) {
	w.Helper()
	before := w.record().Head
	_, err := step()
	if !errors.Is(err, want) {
		w.Errorf("error = %v, want %v", err, want)
	}
	if say := sentence(err); !strings.HasSuffix(say, ".") || len(strings.Split(say, ". ")) < 2 &&
		!strings.Contains(say, ":") {
		w.Errorf("sentence = %q, want what happened, why, and what can be done now", say)
	}
	if got := w.record().Head; got != before {
		w.Errorf("a refused act moved the head from %d to %d", before, got)
	}
}

func sentence(err error) string {
	say, _ := match.Sentence(err)
	return say.String()
}

func (w *world) record() match.Record {
	w.Helper()
	if w.id == "" {
		return match.Record{}
	}
	r, err := w.store.Record(w.Context(), w.id)
	if err != nil {
		w.Fatal(err)
	}
	return r
}

// match returns the story's match as the service reads it.
func (w *world) match() match.Match {
	w.Helper()
	return w.svc.Read.Of(w.record())
}

func (w *world) play(u match.UserID, move string) match.Change {
	w.Helper()
	return w.must(w.svc.Play.Move(w.Context(), w.by(u), move))
}

// duel starts a match of two people, Ann first.
func (w *world) duel(game games.ID, change ...func(*match.Proposal)) match.Record {
	w.Helper()
	p := w.proposal(game, ann, player(bob))
	if game == "nim" {
		p.Side = "me"
	}
	for _, f := range change {
		f(&p)
	}
	w.must(w.svc.Tables.Propose(w.Context(), p))
	return w.must(w.svc.Tables.Join(w.Context(), w.by(bob), "Bob")).Match.Record
}

// log returns the log in short: "created joined began moved:a1 ...".
func (w *world) log() string {
	w.Helper()
	events, err := w.svc.Read.Log(w.Context(), w.id)
	if err != nil {
		w.Fatal(err)
	}
	var b strings.Builder
	for _, e := range events {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(string(e.Kind))
		switch {
		case e.Kind == match.Moved:
			b.WriteString(":" + e.Move)
		case e.Kind == match.Ruled:
			b.WriteString(":" + string(e.Ruling))
		case e.Code != "":
			b.WriteString(":" + string(e.Code))
		case e.Kind != match.Began && e.Note != "":
			b.WriteString(":" + e.Note)
		}
	}
	return b.String()
}

func (w *world) wantLog(want string) {
	w.Helper()
	if got := w.log(); got != want {
		w.Errorf("log = %q\nwant  %q", got, want)
	}
}

// attend does all work that is due now, as the scheduler does.
func (w *world) attend() {
	w.Helper()
	for range 20 {
		due, err := w.store.Due(w.Context(), w.now(), 10)
		if err != nil {
			w.Fatal(err)
		}
		if len(due) == 0 {
			return
		}
		for _, r := range due {
			if _, err := w.svc.Referee.Attend(w.Context(), r.ID); err != nil {
				w.Fatal(err)
			}
		}
	}
	w.Fatalf("something stays due: %+v", w.record())
}

// sleep lets the clock run and attends to each deadline when it is due. It returns what happened
// when.
func (w *world) sleep(d time.Duration) (happened []string) {
	w.Helper()
	until := w.now().Add(d)
	for {
		next, ok, err := w.store.NextDue(w.Context())
		if err != nil {
			w.Fatal(err)
		}
		if !ok || next.After(until) {
			w.wait(until.Sub(w.now()))
			return happened
		}
		w.wait(next.Sub(w.now()))
		before := len(w.announced())
		w.attend()
		for _, c := range w.announced()[before:] {
			what := ""
			for _, e := range c.Events {
				what += " " + string(e.Kind)
			}
			if c.Ping {
				what += " ping"
			}
			happened = append(happened, fmt.Sprintf("%s%s", w.now().Sub(until.Add(-d)), what))
		}
	}
}

func (w *world) announced() []match.Change {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.changes
}

// show does what package deliver does: it asks how to show the match, and reports that the match
// was shown.
func (w *world) show() match.Showing {
	w.Helper()
	r := w.record()
	s := w.svc.Delivery.Show(w.match())
	shown := r.Shown
	if !s.Edit {
		w.acts++
		shown.Channel, shown.Message, shown.At = r.Place.Channel, match.MessageID(fmt.Sprintf("message-%d", w.acts)),
			w.now()
	}
	shown.Head, shown.Turn = r.Head, r.Turn
	if len(s.Ping) > 0 {
		shown.Pinged = r.Turn
	}
	if err := w.svc.Delivery.MarkShown(w.Context(), w.id, shown); err != nil {
		w.Fatal(err)
	}
	return s
}

var ctx = context.Background()
