package rest

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"paddock/bot/discordsim/validate"
)

// Fault is a failure of REST calls in a test. Method and Route, both optional, choose the calls,
// and Times their number. The other fields describe the failure.
type Fault struct {
	Method string // HTTP method; "" means any
	// a template such as "/channels/{channel_id}/messages", or its beginning followed by "*"; ""
	// means any
	Route string
	Times int // number of calls; 0 means once, negative until removed

	Delay time.Duration // the request arrives this much later
	Drop  bool          // the request never arrives; the client sees a broken connection
	Lost  bool          // the request has its effect, but the client sees a broken connection

	Status     int           // answered instead of handling the request: 429, 500, 502, ...
	Code       int           // Discord's error code
	Message    string        // Discord's error message
	Scope      string        // scope of a 429: "user" (default), "shared" or "global"
	RetryAfter time.Duration // time to wait after a 429
	// for a 429: how many requests the answer says are left of the route's limit; 0: it does not
	// say
	Remaining int
	Body      string // the body instead of Discord's JSON, such as a proxy's HTML
}

// Inject adds a fault and returns a function that removes it. Several matching faults are combined:
// delays add up, and the first one with an answer wins.
func (c Controls) Inject(f Fault) (remove func()) {
	if f.Times == 0 {
		f.Times = 1
	}
	s := c.lock()
	defer s.Unlock()
	p := &f
	s.faults = append(s.faults, p)
	return func() {
		s.Lock()
		defer s.Unlock()
		p.Times = 0
	}
}

func (f *Fault) fits(c *call) bool {
	if f.Times == 0 || f.Method != "" && f.Method != c.method {
		return false
	}
	pattern := c.pattern()
	if start, ok := strings.CutSuffix(f.Route, "*"); ok {
		return strings.HasPrefix(pattern, start)
	}
	return f.Route == "" || f.Route == pattern
}

// troubleFor combines the faults for a call.
func (s *API) troubleFor(c *call) Fault {
	var out Fault
	kept := s.faults[:0]
	for _, f := range s.faults {
		if f.fits(c) && (f.Status == 0 || out.Status == 0) {
			delay := out.Delay + f.Delay
			if f.Status != 0 {
				out = Fault{
					Drop: out.Drop, Lost: out.Lost, Status: f.Status, Code: f.Code, Message: f.Message,
					Scope: f.Scope, RetryAfter: f.RetryAfter, Remaining: f.Remaining, Body: f.Body,
				}
			}
			out.Delay, out.Drop, out.Lost = delay, out.Drop || f.Drop, out.Lost || f.Lost
			if f.Times > 0 {
				f.Times--
			}
		}
		if f.Times != 0 {
			kept = append(kept, f)
		}
	}
	clear(s.faults[len(kept):])
	s.faults = kept
	return out
}

func (f Fault) refusal(header http.Header) *validate.Refusal {
	if f.Status == http.StatusTooManyRequests {
		scope := f.Scope
		if scope == "" {
			scope = "user"
		}
		if scope == "global" {
			header.Set("X-RateLimit-Global", "true")
		}
		if f.Remaining > 0 {
			header.Set("X-RateLimit-Remaining", strconv.Itoa(f.Remaining))
		}
		r := tooMany(header, scope, f.RetryAfter)
		r.Code = f.Code
		return r
	}
	message := f.Message
	if message == "" {
		message = http.StatusText(f.Status)
	}
	return &validate.Refusal{Status: f.Status, Code: f.Code, Message: message}
}
