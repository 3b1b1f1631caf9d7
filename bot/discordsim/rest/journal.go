package rest

import (
	"slices"
	"time"

	"paddock/bot/discordsim/world"
)

func (c *call) entry() world.Call {
	_, has := c.authorization()
	e := world.Call{At: c.at, Method: c.method, Path: c.path, Authorized: has, Body: c.jsonText}
	for _, f := range c.files {
		e.Files = append(e.Files, f.Filename)
	}
	if c.route != nil {
		e.Route = c.route.pattern
	}
	return e
}

func (s *API) record(c world.Call) {
	s.Lock()
	defer s.Unlock()
	s.calls = append(s.calls, c)
	if extra := len(s.calls) - s.cfg.JournalLimit; extra > s.cfg.JournalLimit/4 {
		s.calls = slices.Clone(s.calls[extra:])
	}
	if c.Status == 401 || c.Status == 403 || c.Status == 429 && c.Scope != "shared" {
		s.trimWasted()
		s.wasted = append(s.wasted, time.Now())
	}
	s.Emit(world.Event{Type: world.EventCall, Call: &c})
}

// Controls are what a test does to the API and sees of it. Any goroutine may call its methods, which take the world's lock.
type Controls struct{ api *API }

// NewControls are the controls of an API.
func NewControls(a *API) Controls { return Controls{a} }

// lock takes the lock that guards the API.
func (c Controls) lock() *API {
	c.api.Lock()
	return c.api
}

// Calls are the REST requests of the bot, oldest first.
func (c Controls) Calls() []world.Call { return c.callsWhere(func(world.Call) bool { return true }) }

// Refusals are the calls that were answered with an error, injected ones included.
func (c Controls) Refusals() []world.Call {
	return c.callsWhere(func(c world.Call) bool { return c.Status >= 400 })
}

// Invalid are the calls whose body Config.Validator refused.
func (c Controls) Invalid() []world.Call {
	return c.callsWhere(func(c world.Call) bool { return c.Invalid != "" })
}

// ForgetCalls empties the journal, so that a test can look at one step alone.
func (c Controls) ForgetCalls() {
	s := c.lock()
	defer s.Unlock()
	s.calls = nil
}

func (c Controls) callsWhere(want func(world.Call) bool) []world.Call {
	s := c.lock()
	defer s.Unlock()
	var out []world.Call
	for _, one := range s.calls {
		if want(one) {
			out = append(out, one)
		}
	}
	return out
}

// Wasted counts the answers of the last 10 minutes that Discord counts against the bot's address: 401, 403 and
// 429 other than scope shared. At 10,000 Discord blocks the address.
func (c Controls) Wasted() int {
	s := c.lock()
	defer s.Unlock()
	s.trimWasted()
	return len(s.wasted)
}

func (s *API) trimWasted() {
	from := time.Now().Add(-10 * time.Minute)
	for len(s.wasted) > 0 && s.wasted[0].Before(from) {
		s.wasted = s.wasted[1:]
	}
}
