package discordsim

import (
	"net/http"
	"strings"
	"time"
)

// Fault is trouble with REST calls that a test orders. Which calls: Method and Route, both optional; how many:
// Times. What happens: any of the rest.
type Fault struct {
	Method string // "" means any
	Route  string // a template such as "/channels/{channel_id}/messages", or its beginning followed by "*"; "" means any
	Times  int    // 0 means once; negative means until removed

	Delay time.Duration // the request arrives this much later
	Drop  bool          // the request never arrives; the client sees a broken connection
	Lost  bool          // the request is carried out, but the client sees a broken connection

	Status     int           // answer this instead of carrying it out: 429, 500, 502, ...
	Code       int           // Discord's error code beside Status
	Message    string        // its sentence
	Scope      string        // of a 429: "user" (default), "shared" or "global"
	RetryAfter time.Duration // of a 429
	Body       string        // the body instead of Discord's JSON, such as a proxy's HTML
}

// troubles are the faults in force. Guarded by Sim.mu.
type troubles struct {
	faults []*Fault
	tamper []*tamperOrder
}

// Inject puts a fault in force and returns how to take it back. Several that fit a call are combined: delays
// add up, the first that answers wins.
func (s *Sim) Inject(f Fault) (remove func()) {
	if f.Times == 0 {
		f.Times = 1
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	p := &f
	s.faults = append(s.faults, p)
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		p.Times = 0
	}
}

func (f *Fault) fits(c *call) bool {
	if f.Times == 0 || f.Method != "" && f.Method != c.method {
		return false
	}
	pattern := ""
	if c.route != nil {
		pattern = c.route.pattern
	}
	if start, ok := strings.CutSuffix(f.Route, "*"); ok {
		return strings.HasPrefix(pattern, start)
	}
	return f.Route == "" || f.Route == pattern
}

// troubleFor collects the faults that meet a call.
func (s *Sim) troubleFor(c *call) Fault {
	var out Fault
	kept := s.faults[:0]
	for _, f := range s.faults {
		if f.fits(c) && (f.Status == 0 || out.Status == 0) {
			delay := out.Delay + f.Delay
			if f.Status != 0 {
				out = Fault{
					Drop: out.Drop, Lost: out.Lost, Status: f.Status, Code: f.Code, Message: f.Message,
					Scope: f.Scope, RetryAfter: f.RetryAfter, Body: f.Body,
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

func (f Fault) refusal(header http.Header) *refusal {
	if f.Status == http.StatusTooManyRequests {
		scope := f.Scope
		if scope == "" {
			scope = "user"
		}
		if scope == "global" {
			header.Set("X-RateLimit-Global", "true")
		}
		r := tooMany(header, scope, f.RetryAfter)
		r.code = f.Code
		return r
	}
	message := f.Message
	if message == "" {
		message = http.StatusText(f.Status)
	}
	return &refusal{status: f.Status, code: f.Code, message: message}
}

// Tamper changes an interaction before it is sent to the bot: it returns the payloads to send instead of p, in
// order; none means that it gets lost.
type Tamper func(p map[string]any) []map[string]any

type tamperOrder struct {
	times int
	f     Tamper
}

// TamperNext lets f handle the next n interactions.
func (s *Sim) TamperNext(n int, f Tamper) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tamper = append(s.tamper, &tamperOrder{n, f})
}

func (s *Sim) tampered(p map[string]any) []map[string]any {
	if len(s.tamper) == 0 {
		return []map[string]any{p}
	}
	order := s.tamper[0]
	if order.times--; order.times <= 0 {
		s.tamper = s.tamper[1:]
	}
	return order.f(p)
}

// Twice delivers an interaction two times.
func Twice(p map[string]any) []map[string]any { return []map[string]any{p, p} }

// Never loses an interaction on its way to the bot.
func Never(map[string]any) []map[string]any { return nil }

// Nobody delivers an interaction with neither member nor user.
func Nobody(p map[string]any) []map[string]any {
	delete(p, "member")
	delete(p, "user")
	return []map[string]any{p}
}

// UnknownComponent delivers an interaction, meant to be a modal submit, with a component of a type that no
// library knows yet.
func UnknownComponent(p map[string]any) []map[string]any {
	data, _ := p["data"].(map[string]any)
	if data == nil {
		return []map[string]any{p}
	}
	odd := map[string]any{"type": 99, "id": 99, "custom_id": "odd"}
	list, _ := data["components"].([]any)
	data["components"] = append([]any{odd}, list...)
	return []map[string]any{p}
}

// Reconnect sends Op 7 to every connection: the client shall come back and resume.
func (s *Sim) Reconnect() { s.eachConn(func(c *conn) { c.send(opReconnect, nil) }) }

// ReconnectEarly answers the next n IDENTIFYs with Op 7 instead of READY.
func (s *Sim) ReconnectEarly(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.earlyOp7 = n
}

// InvalidateSessions sends Op 9 to every connection; the client must identify anew, on the same connection.
func (s *Sim) InvalidateSessions() {
	s.eachConn(func(c *conn) {
		c.forgetSession()
		c.session = nil
		c.send(opInvalid, false)
	})
}

// CutConnections drops every gateway connection without a word, as a broken line does.
func (s *Sim) CutConnections() { s.eachConn((*conn).drop) }

// CloseConnections closes every gateway connection with a code such as 4004 or 4014.
func (s *Sim) CloseConnections(code int) {
	s.eachConn(func(c *conn) { c.close(code, "Injected.") })
}

// Mute makes the gateway play dead (no answers to heartbeats, no events) or wakes it up.
func (s *Sim) Mute(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mute = on
}

// DelayReady makes READY come so long after IDENTIFY.
func (s *Sim) DelayReady(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.readyWait = d
}

// Reverse holds back the next n events and then sends them in reverse order.
func (s *Sim) Reverse(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.backwards = n
}

// ResetToken makes the bot's token invalid: REST answers 401, the gateway 4004. Restore undoes it.
func (s *Sim) ResetToken() { s.setToken(false) }

// RestoreToken makes the token valid again.
func (s *Sim) RestoreToken() { s.setToken(true) }

func (s *Sim) setToken(valid bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tokens = valid
}

// Connected says whether a bot has an identified gateway connection.
func (s *Sim) Connected() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.conns {
		if c.session != nil {
			return true
		}
	}
	return false
}

func (s *Sim) eachConn(f func(*conn)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.conns {
		f(c)
	}
}
