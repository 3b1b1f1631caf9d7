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

// enter lets a further process use a store, and returns what the process knows of the others.
func enter(t *testing.T, store *storagetest.Memory) *peers.Peers {
	t.Helper()
	p, err := peers.Enter(t.Context(), store.Another(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A process that uses a store alone may do all work, and it stores no claims.
func TestAlone(t *testing.T) {
	p, err := peers.Enter(t.Context(), match.Alone{}, slog.New(slog.DiscardHandler))
	if err != nil || !p.Alone() {
		t.Fatalf("%v, %v; want to be alone", p, err)
	}
	give, mine := p.Take(t.Context(), match.BoardDuty, "m1")
	if !mine {
		t.Error("the only process may not do a piece of work")
	}
	give()
	if n, err := p.Others(t.Context()); n != 0 || err != nil {
		t.Errorf("%d others, %v", n, err)
	}
	p.Run(t.Context())
	p.Leave()
}

// While one process holds a piece of work, no other gets it. A process may take the work several
// times; the last call of give releases it.
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
		once() // calling the function give twice has no effect
		if !taken() {
			t.Error("another process got what one user has given back, and another has not")
		}
		again()
		if taken() {
			t.Error("another process does not get what was given back")
		}
	})
}

// When a process dies, the others learn it within 15 s and may take its work. A process that leaves
// releases its work at once.
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

// Once gives a piece of work to one process at a time, for a fixed time.
func TestOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := storagetest.NewMemory()
		a, b := enter(t, store), enter(t, store)
		got := []bool{
			a.Once(t.Context(), "identify", "0", 5*time.Second),
			b.Once(t.Context(), "identify", "0", 5*time.Second),
		}
		time.Sleep(5 * time.Second)
		if got = append(got, b.Once(t.Context(), "identify", "0", 5*time.Second)); !slices.Equal(got,
			[]bool{true, false, true}) {
			t.Errorf("got it: %v; want the first, not the second, and the second after a while", got)
		}
	})
}

// A process knows which pieces of work it holds itself, and which the others hold. A process that
// leaves holds nothing any more, and others get its work at once.
func TestHoldsAndTheirs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := storagetest.NewMemory()
		a, b := enter(t, store), enter(t, store)
		take := func(duty match.Duty, key string) (give func()) {
			give, mine := a.Take(t.Context(), duty, key)
			if !mine {
				t.Fatalf("%s %s is not given", duty, key)
			}
			return give
		}
		check := func(when string, want ...string) {
			t.Helper()
			theirs, err := b.Theirs(t.Context(), match.BoardDuty)
			slices.Sort(theirs)
			if holds := a.Holds(match.BoardDuty); err != nil || !slices.Equal(holds, want) ||
				!slices.Equal(theirs, want) {
				t.Errorf("%s: one holds %q, and the other sees %q, %v; want %q", when, holds, theirs, err, want)
			}
			if own, err := a.Theirs(t.Context(), match.BoardDuty); len(own) > 0 || err != nil ||
				len(b.Holds(match.BoardDuty)) > 0 {
				t.Errorf("%s: what one holds belongs to the other: %q, %v", when, own, err)
			}
		}
		take(match.ThinkDuty, "m3")
		give := take(match.BoardDuty, "m2")
		take(match.BoardDuty, "m1")
		check("taken", "m1", "m2")
		give()
		check("one is given back", "m1")
		a.Leave()
		check("left")
	})
}

// form is a store of processes that understand another form of records.
type form struct {
	match.Claims
	n int
}

func (f form) Form() int { return f.n }

// A process learns from the names of others whether one of them is of a newer version.
func TestNewer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := storagetest.NewMemory()
		at := func(n int) *peers.Peers {
			p, err := peers.Enter(t.Context(), form{store.Another(), n}, slog.New(slog.DiscardHandler))
			if err != nil {
				t.Fatal(err)
			}
			ctx, stop := context.WithCancel(t.Context())
			t.Cleanup(stop)
			go p.Run(ctx)
			time.Sleep(10 * time.Second)
			synctest.Wait()
			return p
		}
		old := at(3)
		same := at(3)
		if old.Newer() || same.Newer() {
			t.Error("a process of the same version counts as newer")
		}
		newer := at(10)
		if !old.Newer() || !same.Newer() || newer.Newer() {
			t.Errorf("newer than the old ones: %v, %v; than the newest: %v", old.Newer(), same.Newer(), newer.Newer())
		}
		if (*peers.Peers)(nil).Newer() {
			t.Error("who is alone knows of a newer one")
		}
	})
}
