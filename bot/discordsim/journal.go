package discordsim

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

// Call is one REST request that the bot made, and what it got.
type Call struct {
	At         time.Time       `json:"at"`
	Method     string          `json:"method"`
	Path       string          `json:"path"`
	Route      string          `json:"route"` // the template; "" if there is no such endpoint
	Authorized bool            `json:"authorized"`
	Body       json.RawMessage `json:"body,omitempty"` // of multipart, its payload_json
	Files      []string        `json:"files,omitempty"`
	Status     int             `json:"status"`
	Code       int             `json:"code,omitempty"` // Discord's error code
	Message    string          `json:"message,omitempty"`
	Problems   []Problem       `json:"problems,omitempty"`
	Invalid    string          `json:"invalid,omitempty"` // what Config.Validator said
	Scope      string          `json:"scope,omitempty"`   // of a 429
	Lost       bool            `json:"lost,omitempty"`    // the bot never saw the answer
	Answer     json.RawMessage `json:"answer,omitempty"`
}

// String is one line for a test's message.
func (c Call) String() string {
	text := fmt.Sprintf("%s %s: %d", c.Method, c.Path, c.Status)
	if c.Code != 0 || c.Message != "" {
		text += fmt.Sprintf(" %d %s", c.Code, c.Message)
	}
	for _, p := range c.Problems {
		text += fmt.Sprintf("; %s: %s %s", p.Path, p.Code, p.Message)
	}
	if c.Invalid != "" {
		text += "; schema: " + c.Invalid
	}
	return text
}

// JSON is the body as maps, lists and strings; nil if there was none.
func (c Call) JSON() map[string]any {
	var out map[string]any
	if json.Unmarshal(c.Body, &out) != nil {
		return nil
	}
	return out
}

// journal is what was recorded. Guarded by Sim.mu.
type journal struct {
	calls      []Call
	identified []Identified
}

func (c *call) entry() Call {
	_, has := c.authorization()
	e := Call{At: c.at, Method: c.method, Path: c.path, Authorized: has, Body: c.jsonText}
	for _, f := range c.files {
		e.Files = append(e.Files, f.filename)
	}
	if c.route != nil {
		e.Route = c.route.pattern
	}
	return e
}

func (s *Sim) record(c Call) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls = append(s.calls, c)
	if extra := len(s.calls) - s.cfg.JournalLimit; extra > s.cfg.JournalLimit/4 {
		s.calls = slices.Clone(s.calls[extra:])
	}
	if c.Status == 401 || c.Status == 403 || c.Status == 429 && c.Scope != "shared" {
		s.trimWasted()
		s.wasted = append(s.wasted, time.Now())
	}
	s.emit(Event{Type: EventCall, Call: &c})
}

// Calls are the REST requests of the bot, oldest first.
func (s *Sim) Calls() []Call { return s.callsWhere(func(Call) bool { return true }) }

// Refusals are the calls that were answered with an error, injected ones included.
func (s *Sim) Refusals() []Call { return s.callsWhere(func(c Call) bool { return c.Status >= 400 }) }

// Invalid are the calls whose body Config.Validator refused.
func (s *Sim) Invalid() []Call { return s.callsWhere(func(c Call) bool { return c.Invalid != "" }) }

// ForgetCalls empties the journal, so that a test can look at one step alone.
func (s *Sim) ForgetCalls() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls = nil
}

func (s *Sim) callsWhere(want func(Call) bool) []Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Call
	for _, c := range s.calls {
		if want(c) {
			out = append(out, c)
		}
	}
	return out
}

// Identified is one IDENTIFY of the bot.
type Identified struct {
	At      time.Time `json:"at"`
	Intents Intents   `json:"intents"`
	Shard   [2]int    `json:"shard"` // number and count; 0 of 1 if the bot does not shard
}

// Identifies are the IDENTIFYs of the bot, oldest first; resumes are not among them.
func (s *Sim) Identifies() []Identified {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.identified)
}
