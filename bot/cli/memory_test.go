package cli

import (
	"context"
	"math"
	"runtime"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"paddock/bot"
)

// A small live heap gets the limit of a small bot. The limit is never below twice the live heap,
// because otherwise the garbage collector would run all the time.
func TestMemoryLimit(t *testing.T) {
	const mb = 1 << 20
	for _, c := range []struct {
		live uint64
		want int64
	}{
		{0, bot.MemoryLimit},
		{5 * mb, bot.MemoryLimit},
		{22 * mb, bot.MemoryLimit},
		{30 * mb, 76 * mb},
		{124 * mb, 264 * mb},
		{177 * mb, 370 * mb},
		{4096 * mb, 8208 * mb},
		{math.MaxInt64, math.MaxInt64},
		{math.MaxUint64, math.MaxInt64},
	} {
		if got := memoryLimit(c.live); got != c.want {
			t.Errorf("with %d bytes alive the limit is %d, want %d", c.live, got, c.want)
		}
	}
	for live := uint64(1); live < 1<<40; live = live*3/2 + 1 {
		if got := memoryLimit(live); uint64(got) < 2*live {
			t.Errorf("with %d bytes alive the limit is %d, less than twice as much", live, got)
		}
	}
}

// The limit follows the live heap: up at once, down if the change is large enough.
func TestLimitFollowsTheHeap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const mb = 1 << 20
		sizes := []uint64{5 * mb, 100 * mb, 101 * mb, 100 * mb, 20 * mb}
		var set []int64
		ctx, cancel := context.WithCancel(t.Context())
		i := 0
		go followHeap(ctx, func() uint64 { i++; return sizes[min(i-1, len(sizes)-1)] }, func(l int64) {
			set = append(set, l/mb)
		})
		time.Sleep(time.Minute)
		cancel()
		synctest.Wait()
		if want := []int64{bot.MemoryLimit / mb, 216, 218, bot.MemoryLimit / mb}; !slices.Equal(set, want) {
			t.Errorf("limits of %d MB were set, want %d", set, want)
		}
	})
}

func TestLiveHeapIsSeen(t *testing.T) {
	held := make([]byte, 32<<20)
	runtime.GC()
	if got := liveHeap(); got < 32<<20 {
		t.Errorf("%d bytes are alive, want more than the %d that are held", got, len(held))
	}
	runtime.KeepAlive(held)
}
