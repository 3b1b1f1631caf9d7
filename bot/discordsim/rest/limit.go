package rest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"time"

	"paddock/bot/discordsim/validate"
)

// limit applies the global limit and that of the route, and announces the latter in headers.
// Interaction endpoints are exempt from the global limit unless they carry the bot's token.
func (s *API) limit(c *call, hasToken bool, header http.Header) *validate.Refusal {
	if s.cfg.Limits.Off {
		return nil
	}
	if hasToken {
		if allowed, _, wait := s.limits.Take("global", s.cfg.Limits.Global); !allowed {
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
	allowed, left, wait := s.limits.Take(key, l)
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

func tooMany(header http.Header, scope string, wait time.Duration) *validate.Refusal {
	header.Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	header.Set("X-RateLimit-Scope", scope)
	header.Set("X-RateLimit-Reset-After", seconds(wait))
	return &validate.Refusal{Status: 429, Message: "You are being rate limited.", RetryAfter: wait, Scope: scope}
}

// seconds formats a wait in seconds, rounded up to milliseconds.
func seconds(wait time.Duration) string {
	return fmt.Sprintf("%.3f", math.Ceil(float64(wait)/float64(time.Millisecond))/1000)
}
