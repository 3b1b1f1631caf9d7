package process_test

import (
	"context"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"paddock/bot/discordsim"
)

// kills returns how often a crash test kills the bot: a few times, or PADDOCK_CRASH.
func kills(usual int) int {
	if n, err := strconv.Atoi(os.Getenv("PADDOCK_CRASH")); err == nil {
		return n
	}
	return usual
}

// P1: the bot is killed at random moments while people play at four tables. Every acknowledged move
// is in the store once, the file is sound, every board catches up, and nobody is notified twice of
// one turn.
func TestCrash(t *testing.T) {
	t.Parallel()
	r := newRig(t, discordsim.Config{Limits: discordsim.Limits{Off: true, Identify: 1_000_000}})
	l := newLoad(r)
	for range kills(4) {
		r.start()
		ctx, cancel := context.WithCancel(t.Context())
		var people sync.WaitGroup
		people.Go(func() { l.work(ctx) })
		if least := r.acknowledged() + rand.IntN(8); least > 0 {
			r.until("some moves are acknowledged", func() bool { return r.acknowledged() >= least })
		}
		time.Sleep(time.Duration(rand.IntN(300)) * time.Millisecond)
		r.kill()
		cancel()
		people.Wait()
	}
	r.start()
	r.rest(l.channels()...)
	r.stop()
	found := r.examine(l.channels()...)
	if found.moves == 0 {
		t.Error("no move was made: this shows nothing")
	}
}
