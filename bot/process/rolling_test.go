package process_test

import (
	"context"
	crand "crypto/rand"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/match"
	"paddock/games/match/decide"
	"paddock/games/match/service"
	"paddock/games/referee"
)

// A rolling upgrade: three workers of the previous version are replaced one after the other, while
// people play at four tables. At a fifth table is a match that only the new version understands. No
// process is killed, so nothing is lost, nobody sees an error, and no message is posted twice.
func TestRollingUpgrade(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	t.Parallel()
	before, err := versionBefore()
	if err != nil {
		t.Fatal(err)
	}
	w := newWorkers(t, discordsim.Config{Limits: discordsim.Limits{Off: true}})
	w.before = []string{before, before, before}
	w.posted()
	w.begin(3)
	l := newLoad(w.rig)
	ctx, cancel := context.WithCancel(t.Context())
	var people sync.WaitGroup
	people.Go(func() { l.work(ctx) })
	play := func() {
		from, unrest := w.acknowledged(), ""
		w.until("people have played", func() bool {
			n := w.acknowledged() - from
			unrest = fmt.Sprintf("%d of 20 moves; %s", n, w.unrest(l.channels()))
			return n >= 20
		}, &unrest)
	}
	play()
	for i := range 3 {
		w.upgrade(i)
		play()
		if i == 0 {
			w.seatWithBank(w.hall)
		}
		for range 6 { // either version may get the click
			w.turn(w.hall)
		}
	}
	cancel()
	people.Wait()
	all := append(l.channels(), w.hall)
	w.rest(all...)
	l.goesOn()
	w.end()
	found := w.examine(all...)
	log := w.log.String()
	handed := strings.Count(log, "was handed on to a newer version")
	if found.moves < 80 || handed == 0 || w.surplus > 0 {
		t.Errorf("%d moves, %d handed on, %d messages too many; want many, some and none", found.moves, handed,
			w.surplus)
	}
	for line := range strings.Lines(log) {
		if strings.Contains(line, "level=ERROR") {
			t.Error(line)
		}
	}
	late := 0 // answers to people whom a busy newer process did not take over in time
	for _, ch := range all {
		for _, u := range []discordsim.UserID{w.ann, w.bob, w.cid} {
			for _, m := range w.sim.Messages(ch, u) {
				if strings.Contains(m.Text(), "newer version") {
					late++
				}
			}
		}
	}
	if late > handed/4 {
		t.Errorf("%d read that a newer version is about to start, %d were handed on; want hardly any", late, handed)
	}
	t.Logf("%d matches, %d moves, %d starts, %d handed on to a newer version", len(found.matches), found.moves, w.ups,
		handed)
}

// upgrade replaces a worker of the previous version, ending it normally.
func (w *workers) upgrade(i int) {
	w.Helper()
	w.mu.Lock()
	was := w.running[i]
	w.before[i] = ""
	w.mu.Unlock()
	if err := was.cmd.Process.Signal(os.Interrupt); err != nil {
		w.Fatal(err)
	}
	w.until("the new version is ready", func() bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		return w.running[i] != nil && w.running[i] != was && !slices.Contains(w.running, nil)
	})
}

// seatWithBank begins a match of Ann and Bob with a time bank, which the previous version does not
// understand.
func (w *workers) seatWithBank(ch discordsim.ChannelID) {
	w.Helper()
	s := service.New(service.Config{
		Store: w.store, Games: catalog.Games(), Now: time.Now, Rand: crand.Reader,
		Defaults: decide.Defaults{PerMove: perMove, Grace: -1},
	})
	players := []match.Player{{User: match.UserID(w.ann), Name: "Ann"}, {User: match.UserID(w.bob), Name: "Bob"}}
	done, err := s.Tables.Propose(w.Context(), match.Proposal{
		Game: "kalah", Setup: games.Setup{Seats: 2},
		Place: match.Place{Guild: match.GuildID(w.club), Channel: match.ChannelID(ch)},
		By:    players[0], With: players, Seated: true, Cause: match.Cause("seat " + crand.Text()),
		Bank: referee.Bank{Time: 72 * time.Hour}, PerMove: perMove,
	})
	if err != nil || done.Match.Clock.Policy.Bank.Time == 0 {
		w.Fatalf("the match has the clock %+v, %v", done.Match.Clock, err)
	}
	w.until("its board is there", func() bool { return w.board(ch, done.Match.ID).Exists() })
}
