package discordsim

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"time"
)

// Limit allows N of something per time.
type Limit struct {
	N   int
	Per time.Duration
}

// Limits are the figures of a Sim. Where a zero field is said to mean a figure, a negative one, or N < 0, means no limit at all.
type Limits struct {
	Off bool // no rate limits per route and none over all

	Global   Limit            // over all routes; zero: 50 a second
	Routes   map[string]Limit // by "METHOD /path/{template}"; missing: see routes.go
	OldEdits Limit            // edits of messages over an hour old, a channel (30046); zero: 20 an hour
	OpenDMs  Limit            // new DM channels (40003); zero: 30 in 10 min
	Creates  int              // commands made a day and scope (30034); zero: 200
	Identify int              // IDENTIFYs in 24 h, then the token is reset; zero: 1,000
	Frames   Limit            // gateway frames from the bot; zero: 120 a minute
}

func (l Limits) withDefaults() Limits {
	set := func(at *Limit, n int, per time.Duration) {
		if *at == (Limit{}) {
			*at = Limit{n, per}
		}
	}
	set(&l.Global, 50, time.Second)
	set(&l.OldEdits, 20, time.Hour)
	set(&l.OpenDMs, 30, 10*time.Minute)
	set(&l.Frames, 120, time.Minute)
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

// limiter is the state of all limits. Guarded by Sim.mu.
type limiter struct {
	buckets  map[string]*bucket
	sweep    time.Time
	wasted   []time.Time // refusals that Discord counts towards blocking an address
	inFlight int
}

func newLimiter() limiter { return limiter{buckets: map[string]*bucket{}} }

// bucket is a fixed window that begins with its first use.
type bucket struct {
	used  int
	reset time.Time
}

// take uses a bucket once and says whether that was allowed, what is left and when it begins anew. The last
// milliseconds of a window are forgiven: clients round.
func (s *Sim) take(key string, l Limit) (allowed bool, left int, wait time.Duration) {
	if l.N < 0 {
		return true, math.MaxInt32, 0
	}
	now := time.Now()
	b := s.buckets[key]
	if b == nil || !now.Before(b.reset.Add(-5*time.Millisecond)) {
		b = &bucket{reset: now.Add(l.Per)}
		s.buckets[key] = b
		s.sweepBuckets(now)
	}
	if b.used >= l.N {
		return false, 0, b.reset.Sub(now)
	}
	b.used++
	return true, l.N - b.used, b.reset.Sub(now)
}

// sweepBuckets forgets used-up windows now and then: interaction tokens come and go.
func (s *Sim) sweepBuckets(now time.Time) {
	if now.Before(s.sweep) {
		return
	}
	s.sweep = now.Add(time.Minute)
	for key, b := range s.buckets {
		if now.After(b.reset) {
			delete(s.buckets, key)
		}
	}
}

// limit applies the limits over all and of the route, and announces the latter in headers. Interaction
// endpoints are exempt from the limit over all unless they carry the bot's token.
func (s *Sim) limit(c *call, hasToken bool, header http.Header) *refusal {
	if s.cfg.Limits.Off {
		return nil
	}
	if hasToken {
		if allowed, _, wait := s.take("global", s.cfg.Limits.Global); !allowed {
			header.Set("X-RateLimit-Global", "true")
			return tooMany(header, "global", wait)
		}
	}
	name := c.route.method + " " + c.route.pattern
	l, ok := s.cfg.Limits.Routes[name]
	if !ok {
		l = c.route.bucket
	}
	key := name + " " + c.params[c.route.major]
	allowed, left, wait := s.take(key, l)
	if l.N >= 0 {
		announce(header, name, l.N, left, wait)
	}
	if !allowed {
		return tooMany(header, "user", wait)
	}
	return nil
}

func announce(header http.Header, name string, limit, left int, wait time.Duration) {
	sum := sha256.Sum256([]byte(name))
	header.Set("X-RateLimit-Bucket", hex.EncodeToString(sum[:16]))
	header.Set("X-RateLimit-Limit", strconv.Itoa(limit))
	header.Set("X-RateLimit-Remaining", strconv.Itoa(left))
	header.Set("X-RateLimit-Reset-After", seconds(wait))
	header.Set("X-RateLimit-Reset", fmt.Sprintf("%.3f", float64(time.Now().Add(wait).UnixMilli())/1000))
}

func tooMany(header http.Header, scope string, wait time.Duration) *refusal {
	header.Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	header.Set("X-RateLimit-Scope", scope)
	header.Set("X-RateLimit-Reset-After", seconds(wait))
	return &refusal{status: 429, message: "You are being rate limited.", retryAfter: wait, scope: scope}
}

// seconds writes a wait in seconds, rounded up to milliseconds.
func seconds(wait time.Duration) string {
	return fmt.Sprintf("%.3f", math.Ceil(float64(wait)/float64(time.Millisecond))/1000)
}

// Wasted counts the answers of the last 10 minutes that Discord counts against the bot's address: 401, 403 and
// 429 other than scope shared. At 10,000 Discord blocks the address.
func (s *Sim) Wasted() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.trimWasted()
	return len(s.wasted)
}

func (s *Sim) trimWasted() {
	from := time.Now().Add(-10 * time.Minute)
	for len(s.wasted) > 0 && s.wasted[0].Before(from) {
		s.wasted = s.wasted[1:]
	}
}
