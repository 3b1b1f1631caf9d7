package gateway

import (
	"slices"
	"time"
)

// Controls are what a test does to a gateway and sees of it. Any goroutine may call its methods, which take the world's lock.
type Controls struct{ gateway *Gateway }

// NewControls are the controls of a gateway.
func NewControls(gw *Gateway) Controls { return Controls{gw} }

// lock takes the lock that guards the gateway.
func (c Controls) lock() *Gateway {
	c.gateway.Lock()
	return c.gateway
}

// Reconnect sends Op 7 to every connection: the client shall come back and resume.
func (c Controls) Reconnect() { c.eachConn(func(c *conn) { c.send(opReconnect, nil) }) }

// ReconnectEarly answers the next n IDENTIFYs with Op 7 instead of READY.
func (c Controls) ReconnectEarly(n int) {
	s := c.lock()
	defer s.Unlock()
	s.earlyOp7 = n
}

// InvalidateSessions sends Op 9 to every connection; the client must identify anew, on the same connection.
func (c Controls) InvalidateSessions() {
	c.eachConn(func(c *conn) {
		c.forgetSession()
		c.session = nil
		c.send(opInvalid, false)
	})
}

// CutConnections drops every gateway connection without a word, as a broken line does.
func (c Controls) CutConnections() { c.eachConn((*conn).drop) }

// CloseConnections closes every gateway connection with a code such as 4004 or 4014.
func (c Controls) CloseConnections(code int) {
	c.eachConn(func(c *conn) { c.close(code, "Injected.") })
}

// Mute makes the gateway play dead (no answers to heartbeats, no events) or wakes it up.
func (c Controls) Mute(on bool) {
	s := c.lock()
	defer s.Unlock()
	s.mute = on
}

// DelayReady makes READY come so long after IDENTIFY.
func (c Controls) DelayReady(d time.Duration) {
	s := c.lock()
	defer s.Unlock()
	s.readyWait = d
}

// Reverse holds back the next n events and then sends them in reverse order; 0 sends those that are held back. READY and RESUMED come first in any case.
func (c Controls) Reverse(n int) {
	s := c.lock()
	defer s.Unlock()
	if s.backwards = n; n == 0 {
		s.release()
	}
}

// ResetToken makes the bot's token invalid: REST answers 401, the gateway 4004. Restore undoes it.
func (c Controls) ResetToken() { c.setToken(false) }

// RestoreToken makes the token valid again.
func (c Controls) RestoreToken() { c.setToken(true) }

func (c Controls) setToken(valid bool) {
	s := c.lock()
	defer s.Unlock()
	s.tokens = valid
}

// Connected says whether a bot has an identified gateway connection.
func (c Controls) Connected() bool {
	s := c.lock()
	defer s.Unlock()
	for c := range s.conns {
		if c.session != nil {
			return true
		}
	}
	return false
}

func (c Controls) eachConn(f func(*conn)) {
	s := c.lock()
	defer s.Unlock()
	for one := range s.conns {
		f(one)
	}
}

// Identified is one IDENTIFY of the bot.
type Identified struct {
	At      time.Time `json:"at"`
	Intents Intents   `json:"intents"`
	Shard   [2]int    `json:"shard"` // number and count; 0 of 1 if the bot does not shard
}

// Identifies are the IDENTIFYs of the bot, oldest first; resumes are not among them.
func (c Controls) Identifies() []Identified {
	s := c.lock()
	defer s.Unlock()
	return slices.Clone(s.identified)
}
