package cli

import (
	"context"
	"math"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"paddock/bot"
)

// besideHeap is the memory that the process needs beside live objects: stacks, the runtime and new
// objects.
const besideHeap = 16 << 20

// memoryLimit returns the memory limit for a number of live bytes. It is at least twice that
// number, because otherwise the collector would run all the time and free nothing.
func memoryLimit(live uint64) int64 {
	if live > (math.MaxInt64-besideHeap)/2 {
		return math.MaxInt64
	}
	return max(bot.MemoryLimit, 2*int64(live)+besideHeap)
}

// The time between two checks of the live heap, and the least change for a new limit: setting one
// stops the world for a moment.
const (
	heapEvery = time.Second
	heapSlack = 10 // per cent
)

// tuneMemory adjusts garbage collection until ctx ends, unless the environment sets it.
func (p *Program) tuneMemory(ctx context.Context) {
	if p.Env("GOGC") == "" {
		debug.SetGCPercent(bot.GCPercent)
	}
	if p.Env("GOMEMLIMIT") == "" {
		followHeap(ctx, liveHeap, func(limit int64) { debug.SetMemoryLimit(limit) })
	}
}

// followHeap keeps the memory limit above the live heap until ctx ends.
func followHeap(ctx context.Context, live func() uint64, set func(int64)) {
	tick := time.NewTicker(heapEvery)
	defer tick.Stop()
	for was := int64(0); ; {
		if now := memoryLimit(live()); was == 0 || now > was || now < was-was/heapSlack {
			set(now)
			was = now
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// liveHeap returns the number of live bytes after the last collection.
func liveHeap() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return sample[0].Value.Uint64()
}
