package think_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"paddock/bot/think"
	"paddock/games"
	"paddock/games/match"
)

// Background jobs run in steps when no computer player has to move, fairly between members, up to
// each member's limit. They run to the end even if another job panics.
func TestErrandsComeLast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var order []string
		note := func(what string) (n int) {
			mu.Lock()
			defer mu.Unlock()
			order = append(order, what)
			return len(order)
		}
		m := &matches{job: job(t, false, func(context.Context, count, games.Budget) (int, error) {
			note("match")
			return 1, nil
		})}
		p := think.New(think.Config{Matches: m, Workers: 1})
		errand := func(who match.UserID, steps int) think.Errand {
			return think.Errand{
				Server: "g", Member: who,
				Step: func(context.Context) bool {
					time.Sleep(100 * time.Millisecond)
					if n := note(string(who)); steps == 2 {
						id := match.ID(fmt.Sprint("m", n))
						m.mu.Lock()
						m.pending = append(m.pending, id)
						m.mu.Unlock()
						note("woken")
						p.Wake(waits(id, "g", "eve", games.Master))
					}
					if steps--; who == "cid" {
						panic("on purpose")
					}
					return steps > 0
				},
				Done: func(_ context.Context, err error) { note(fmt.Sprint(who, " done ", err != nil)) },
			}
		}
		for _, who := range []match.UserID{"ann", "ann", "bob", "cid"} {
			if err := p.Do(errand(who, 3)); err != nil {
				t.Fatal(err)
			}
		}
		if err := p.Do(errand("ann", 1)); !errors.Is(err, think.ErrBusy) {
			t.Errorf("a third errand of a member: %v, want ErrBusy", err)
		}
		ctx, end := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() { ended <- p.Run(ctx) }()
		time.Sleep(time.Minute)
		if err := p.Do(errand("ann", 1)); err != nil {
			t.Errorf("when all is done: %v", err)
		}
		time.Sleep(time.Minute)
		end()
		<-ended
		if n := slices.Index(order, "bob"); n > 2 {
			t.Errorf("bob's errand begins as number %d: %q", n, order)
		}
		for i, what := range order {
			if what == "woken" && order[i+1] != "match" {
				t.Errorf("a match waits for errands: %q", order)
			}
		}
		count := func(what string) (n int) {
			for _, o := range order {
				if o == what {
					n++
				}
			}
			return n
		}
		for what, want := range map[string]int{
			"ann": 7, "bob": 3, "cid": 1, "ann done false": 3, "bob done false": 1,
			"cid done true": 1, "match": 3,
		} {
			if got := count(what); got != want {
				t.Errorf("%q happened %d times, want %d: %q", what, got, want, order)
			}
		}
	})
}
