package limits

import (
	"math"
	"time"
)

// Limit allows N of something per time.
type Limit struct {
	N   int
	Per time.Duration
}

// Limits are the rate limits of a Sim. Zero fields have the given defaults; a negative value, or N
// < 0, means no limit.
type Limits struct {
	Off bool // no rate limits of routes and no global one

	Global   Limit            // requests over all routes; zero: 50 a second
	Routes   map[string]Limit // limits of routes, by "METHOD /path/{template}"; for missing ones see rest/routes.go
	OldEdits Limit            // edits of messages over an hour old, per channel (30046); zero: 20 an hour
	OpenDMs  Limit            // new DM channels (40003); zero: 30 in 10 min
	Creates  int              // commands created per day and scope (30034); zero: 200
	Identify int              // IDENTIFYs in 24 h before the token is reset; zero: 1,000
	Frames   Limit            // gateway frames from the bot; zero: 120 a minute
	// Refused is the number of answers 401, 403 and 429 after which the address is blocked for
	// [BlockTime], even if Off; zero: 10,000 in 10 min.
	Refused Limit
}

// BlockTime is how long an address stays blocked. Discord does not publish it.
const BlockTime = time.Hour

// WithDefaults replaces zero fields by their defaults.
func (l Limits) WithDefaults() Limits {
	set := func(at *Limit, n int, per time.Duration) {
		if *at == (Limit{}) {
			*at = Limit{n, per}
		}
	}
	set(&l.Global, 50, time.Second)
	set(&l.OldEdits, 20, time.Hour)
	set(&l.OpenDMs, 30, 10*time.Minute)
	set(&l.Frames, 120, time.Minute)
	set(&l.Refused, 10_000, 10*time.Minute)
	if l.Creates == 0 {
		l.Creates = 200
	}
	switch {
	case l.Identify == 0:
		l.Identify = 1000
	case l.Identify < 0:
		l.Identify = math.MaxInt32
	}
	return l
}

// Buckets count uses of limits. The zero value is ready.
type Buckets struct {
	all   map[string]*bucket
	sweep time.Time // when expired buckets are next dropped
}

// bucket is a fixed time window that starts with its first use.
type bucket struct {
	used  int
	reset time.Time
}

// Take uses a bucket once. It returns whether that was allowed, the remaining uses and the time
// until the next window. It ignores the last milliseconds of a window, because clients round.
func (s *Buckets) Take(key string, l Limit) (allowed bool, left int, wait time.Duration) {
	if l.N < 0 {
		return true, math.MaxInt32, 0
	}
	now := time.Now()
	b := s.all[key]
	if b == nil || !now.Before(b.reset.Add(-5*time.Millisecond)) {
		b = &bucket{reset: now.Add(l.Per)}
		if s.all == nil {
			s.all = map[string]*bucket{}
		}
		s.all[key] = b
		s.sweepBuckets(now)
	}
	if b.used >= l.N {
		return false, 0, b.reset.Sub(now)
	}
	b.used++
	return true, l.N - b.used, b.reset.Sub(now)
}

// sweepBuckets drops expired buckets from time to time, because interaction tokens come and go.
func (s *Buckets) sweepBuckets(now time.Time) {
	if now.Before(s.sweep) {
		return
	}
	s.sweep = now.Add(time.Minute)
	for key, b := range s.all {
		if now.After(b.reset) {
			delete(s.all, key)
		}
	}
}
