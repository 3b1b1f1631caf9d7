package cli

import (
	"context"
	"math"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"paddock/bot"
)

// besideHeap is what the process needs beside the objects that live: stacks, the runtime itself, what has just been made.
const besideHeap = 16 << 20

// memoryLimit is what the process may use before garbage is collected more eagerly, when so many bytes live. It is never below twice of what lives,
// for then the collector would run all the time and free nothing.
func memoryLimit(live uint64) int64 {
	if live > (math.MaxInt64-besideHeap)/2 {
		return math.MaxInt64
	}
	return max(bot.MemoryLimit, 2*int64(live)+besideHeap)
}

// How often it is looked at what lives, and by how much a limit has to differ for a new one to be set: setting it stops the world for a moment.
const (
	heapEvery = time.Second
	heapSlack = 10 // per cent
)

// tuneMemory sets how eagerly garbage is collected until ctx ends, unless the environment does.
func (p *Program) tuneMemory(ctx context.Context) {
	if p.Env("GOGC") == "" {
		debug.SetGCPercent(bot.GCPercent)
	}
	if p.Env("GOMEMLIMIT") == "" {
		followHeap(ctx, liveHeap, func(limit int64) { debug.SetMemoryLimit(limit) })
	}
}

// followHeap keeps the memory limit above what lives until ctx ends.
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

// liveHeap is how many bytes the last collection has found alive.
func liveHeap() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return sample[0].Value.Uint64()
}
