package peers_test

import (
	"context"
	"log/slog"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"paddock/bot/peers"
	"paddock/games/match"
	"paddock/storage/storagetest"
)

// enter starts a process on a handle of a store.
func enter(t *testing.T, store *storagetest.Memory) *peers.Peers {
	t.Helper()
	p, err := peers.Enter(t.Context(), store.Another(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A process with a store of its own makes no calls, and gets every piece.
func TestAlone(t *testing.T) {
	p, err := peers.Enter(t.Context(), match.Alone{}, slog.New(slog.DiscardHandler))
	if err != nil || !p.Alone() {
		t.Fatalf("%v, %v; want to be alone", p, err)
	}
	give, mine := p.Take(t.Context(), match.BoardDuty, "m1")
	if !mine {
		t.Error("who is alone does not get what it takes")
	}
	give()
	if n, err := p.Others(t.Context()); n != 0 || err != nil {
		t.Errorf("%d others, %v", n, err)
	}
	p.Run(t.Context())
	p.Leave()
}

// While one process holds a piece of work, no other gets it. A process may take it several times; the last give releases it.
func TestTake(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := storagetest.NewMemory()
		a, b := enter(t, store), enter(t, store)
		once, _ := a.Take(t.Context(), match.BoardDuty, "m1")
		again, mine := a.Take(t.Context(), match.BoardDuty, "m1")
		if !mine {
			t.Fatal("a process does not get what it has already")
		}
		time.Sleep(10 * peers.Lease)
		taken := func() bool {
			give, mine := b.Take(t.Context(), match.BoardDuty, "m1")
			if mine {
				give()
			}
			return !mine
		}
		if !taken() {
			t.Error("another process got what is worked on")
		}
		once()
		once() // calling give twice has no effect
		if !taken() {
			t.Error("another process got what one user has given back, and another has not")
		}
		again()
		if taken() {
			t.Error("another process does not get what was given back")
		}
	})
}

// When a process dies, the others learn it within 15 s and may take its work. A process that leaves releases its work at once.
func TestDeath(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := storagetest.NewMemory()
		a, b, c := enter(t, store), enter(t, store), enter(t, store)
		lost := 0
		a.OnLost(func() { lost++ })
		var stops []context.CancelFunc
		for _, p := range []*peers.Peers{a, b, c} {
			ctx, stop := context.WithCancel(t.Context())
			stops = append(stops, stop)
			go p.Run(ctx)
		}
		time.Sleep(10 * time.Second)
		synctest.Wait()
		if n, err := a.Others(t.Context()); n != 2 || err != nil || lost != 0 {
			t.Errorf("%d others, %v, %d lost; want 2 and none", n, err, lost)
		}
		if _, mine := c.Take(t.Context(), match.ThinkDuty, "m1"); !mine {
			t.Fatal("what is free is not given")
		}
		stops[2]()
		c.Leave()
		time.Sleep(4 * time.Second)
		synctest.Wait()
		if give, mine := a.Take(t.Context(), match.ThinkDuty, "m1"); !mine || lost != 1 {
			t.Errorf("what was given back is free: %v; %d lost, want 1", mine, lost)
		} else {
			give()
		}
		stops[1]() // the process dies
		time.Sleep(15 * time.Second)
		synctest.Wait()
		if lost != 2 {
			t.Errorf("%d lost after 15 s, want 2", lost)
		}
		stops[0]()
	})
}

// Once gives a piece to one process at a time, for a fixed time.
func TestOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := storagetest.NewMemory()
		a, b := enter(t, store), enter(t, store)
		got := []bool{a.Once(t.Context(), "identify", "0", 5*time.Second), b.Once(t.Context(), "identify", "0", 5*time.Second)}
		time.Sleep(5 * time.Second)
		if got = append(got, b.Once(t.Context(), "identify", "0", 5*time.Second)); !slices.Equal(got, []bool{true, false, true}) {
			t.Errorf("got it: %v; want the first, not the second, and the second after a while", got)
		}
	})
}
