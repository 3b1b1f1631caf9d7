package peers

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"paddock/games/gamestest/logbook"
	"paddock/games/match"
	"paddock/storage/storagetest"
)

var errFails = errors.New("the store fails")

// watched is a store that records the calls of a process, and fails while broken is set.
type watched struct {
	match.Claims
	mu     sync.Mutex
	began  time.Time
	calls  []string
	broken bool
	during func() // function called in the next Claim, before the claim takes effect
}

// next sets what is called in the next Claim.
func (w *watched) next(during func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.during = during
}

func (w *watched) note(what string, about ...any) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.calls = append(w.calls, fmt.Sprint(time.Since(w.began), " ", what, " ", fmt.Sprint(about...)))
	if w.broken {
		return errFails
	}
	return nil
}

func (w *watched) Claim(ctx context.Context, d match.Duty, lease time.Duration, keys ...string) ([]match.Lease, error) {
	if err := w.note("claim", keys, " for ", lease); err != nil {
		return nil, err
	}
	w.mu.Lock()
	during := w.during
	w.during = nil
	w.mu.Unlock()
	if during != nil {
		during()
	}
	return w.Claims.Claim(ctx, d, lease, keys...)
}

func (w *watched) Release(ctx context.Context, leases ...match.Lease) error {
	for _, l := range leases {
		if err := w.note("release ", l.Key, " until ", l.Until.Sub(w.began)); err != nil {
			return err
		}
	}
	return w.Claims.Release(ctx, leases...)
}

func (w *watched) Leases(ctx context.Context, d match.Duty) ([]match.Lease, error) {
	if err := w.note("list", d); err != nil {
		return nil, err
	}
	return w.Claims.Leases(ctx, d)
}

func (w *watched) breaks(broken bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.broken = broken
}

// entered returns a process of its own and what it calls. Its calls so far are forgotten.
func entered(t *testing.T, store *storagetest.Memory) (p *Peers, w *watched, log *logbook.Logbook) {
	t.Helper()
	w, log = &watched{Claims: store.Another(), began: time.Now()}, &logbook.Logbook{}
	p, err := Enter(t.Context(), w, slog.New(slog.NewTextHandler(log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	w.calls = nil
	return p, w, log
}

// The store is asked no more often than needed: a piece of work is claimed when it is taken and
// every third of a lease, and released once, with its newest lease.
func TestCallsOfAPiece(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, w, log := entered(t, storagetest.NewMemory())
		one, _ := p.Take(t.Context(), match.BoardDuty, "m1")
		two, _ := p.Take(t.Context(), match.BoardDuty, "m1")
		time.Sleep(7 * time.Second)
		two()
		one()
		time.Sleep(time.Minute)
		p.Take(t.Context(), match.BoardDuty, "m2")
		p.Leave()
		time.Sleep(time.Minute)
		want := []string{
			"0s claim [m1] for 9s", "0s claim [m1] for 9s", "3s claim [m1] for 9s", "6s claim [m1] for 9s",
			"7s release  m1 until 15s",
			"1m7s claim [m2] for 9s", "1m7s claim [" + p.name + "] for 9s", "1m7s release  m2 until 1m16s",
			"1m7s release  " + p.name + " until 1m16s",
		}
		if !slices.Equal(w.calls, want) || log.String() != "" {
			t.Errorf("called:\n%s\nwant\n%s\nand nothing in the log:\n%s", strings.Join(w.calls, "\n"),
				strings.Join(want, "\n"), log)
		}
	})
}

// The remains of an earlier use do not affect a piece of work that was released, or that the
// process took again.
func TestEarlierUses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := storagetest.NewMemory()
		p, w, _ := entered(t, store)
		other, _, _ := entered(t, store)
		free := func() bool {
			give, mine := other.Take(t.Context(), match.BoardDuty, "m")
			if mine {
				give()
			}
			return mine
		}
		early, _ := p.Take(t.Context(), match.BoardDuty, "m")
		p.Leave()
		late, _ := p.Take(t.Context(), match.BoardDuty, "m")
		early()
		time.Sleep(2 * Lease)
		if free() {
			t.Error("giving back a use from before the end frees what was taken since")
		}
		late()
		if !free() {
			t.Error("the piece is not free after its last use")
		}
		give, _ := p.Take(t.Context(), match.BoardDuty, "m")
		w.next(func() { give() }) // the claim is made while it is renewed
		time.Sleep(Lease/3 + time.Second)
		synctest.Wait()
		if !free() {
			t.Error("a piece that is given back while it is renewed stays taken")
		}
		give, _ = p.Take(t.Context(), match.BoardDuty, "m")
		var again func()
		w.next(func() {
			give()
			again, _ = p.Take(t.Context(), match.BoardDuty, "m")
		})
		time.Sleep(Lease/3 + time.Second)
		synctest.Wait()
		if free() {
			t.Error("a piece that is taken anew while an earlier use is renewed is free")
		}
		again()
	})
}

// While the store fails, a process gets no work, knows of no other process, and logs that, but not
// at each try. The end of the process is no failure.
func TestStoreFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, w, log := entered(t, storagetest.NewMemory())
		ctx, stop := context.WithCancel(t.Context())
		go p.Run(ctx)
		held, _ := p.Take(t.Context(), match.BoardDuty, "held")
		time.Sleep(2500 * time.Millisecond)
		w.breaks(true)
		for range 8 {
			if give, mine := p.Take(t.Context(), match.BoardDuty, "m"); give != nil || mine {
				t.Error("a piece is given though the store fails")
			}
			time.Sleep(time.Second)
		}
		ended, end := context.WithCancel(t.Context())
		end()
		time.Sleep(complainEvery)
		if _, mine := p.Take(ended, match.BoardDuty, "m"); mine {
			t.Error("a piece is given though the store fails")
		}
		if p.Once(t.Context(), match.BoardDuty, "m", time.Second) {
			t.Error("a piece is given once though the store fails")
		}
		if _, err := p.Theirs(t.Context(), match.BoardDuty); err == nil {
			t.Error("the pieces of others are known though the store fails")
		}
		if _, err := Enter(t.Context(), w, p.log); err == nil {
			t.Error("a process enters though the store fails")
		}
		stop()
		synctest.Wait()
		held()
		said := map[string]int{}
		for _, line := range strings.Split(strings.TrimSpace(log.String()), "\n") {
			_, msg, _ := strings.Cut(line, `msg="`)
			msg, _, _ = strings.Cut(msg, `"`)
			said[msg]++
		}
		want := map[string]int{
			"could not ask who does what": 2, "another process may do the same work": 5,
			"could not tell that this process lives": 4, "what was taken is given back when its time is up": 1,
		}
		if !maps.Equal(said, want) {
			t.Errorf("logged %v, want %v", said, want)
		}
	})
}

// A beat whose context has ended, and a list that can't be read, do not make other processes count
// as dead.
func TestBeats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := storagetest.NewMemory()
		first, _, _ := entered(t, store)
		first.beat(t.Context())
		p, w, log := entered(t, store)
		lost := 0
		p.OnLost(func() { lost++ })
		ended, end := context.WithCancel(t.Context())
		end()
		w.breaks(true)
		p.beat(ended)
		w.breaks(false)
		// the list of matches can't be read, after the claim
		for _, ctx := range []context.Context{ended, t.Context()} {
			w.next(func() { w.breaks(true) })
			p.beat(ctx)
			w.breaks(false)
		}
		if said := log.String(); lost > 0 || strings.Count(said, "\n") != 1 ||
			!strings.Contains(said, "could not ask which processes live") {
			t.Errorf("%d lost, and the log says %s", lost, said)
		}
		first.Leave() // the time is before this process's next heartbeat
		p.beat(t.Context())
		if said := log.String(); lost != 1 || !strings.Contains(said, "left=1") {
			t.Errorf("%d lost, want the one that was there at the start; the log says %s", lost, said)
		}
		var none *Peers
		if !none.Once(t.Context(), match.BoardDuty, "m", time.Second) || none.Holds(match.BoardDuty) != nil {
			t.Error("who is alone does not get what it takes, or holds something")
		}
	})
}
