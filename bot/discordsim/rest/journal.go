package rest

import (
	"slices"
	"time"

	"paddock/bot/discordsim/limits"
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
		if l := s.cfg.Limits.Refused; l.N >= 0 && len(s.wasted) >= l.N {
			s.blocked = time.Now().Add(limits.BlockTime)
		}
	}
	s.Emit(world.Event{Type: world.EventCall, Call: &c})
}

// Controls let a test control the API and read its journal. All methods take the world's lock and
// are safe for concurrent use.
type Controls struct{ api *API }

// NewControls returns the controls of an API.
func NewControls(a *API) Controls { return Controls{a} }

// lock takes the lock that guards the API.
func (c Controls) lock() *API {
	c.api.Lock()
	return c.api
}

// Calls returns the bot's REST requests, oldest first.
func (c Controls) Calls() []world.Call { return c.callsWhere(func(world.Call) bool { return true }) }

// Refusals returns the calls that were answered with an error, including injected ones.
func (c Controls) Refusals() []world.Call {
	return c.callsWhere(func(c world.Call) bool { return c.Status >= 400 })
}

// Invalid returns the calls whose body Config.Validator refused.
func (c Controls) Invalid() []world.Call {
	return c.callsWhere(func(c world.Call) bool { return c.Invalid != "" })
}

// ForgetCalls empties the journal, so that a test can examine one step alone.
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

// Wasted returns the number of answers of the last 10 minutes that Discord counts against the bot's
// address: 401, 403 and 429 except with scope shared. At 10,000 Discord blocks the address; see
// [Controls.Blocked].
func (c Controls) Wasted() int {
	s := c.lock()
	defer s.Unlock()
	s.trimWasted()
	return len(s.wasted)
}

// Blocked reports whether the bot's address is blocked: all its requests are refused by the network
// in front of Discord.
func (c Controls) Blocked() bool {
	s := c.lock()
	defer s.Unlock()
	return time.Now().Before(s.blocked)
}

func (s *API) trimWasted() {
	from := time.Now().Add(-s.cfg.Limits.Refused.Per)
	for len(s.wasted) > 0 && s.wasted[0].Before(from) {
		s.wasted = s.wasted[1:]
	}
}
