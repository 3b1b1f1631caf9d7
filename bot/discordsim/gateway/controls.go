package gateway

import (
	"slices"
	"time"
)

// Controls let a test control a gateway. All methods take the world's lock and are safe for
// concurrent use.
type Controls struct{ gateway *Gateway }

// NewControls returns the controls of a gateway.
func NewControls(gw *Gateway) Controls { return Controls{gw} }

// lock takes the lock that guards the gateway.
func (c Controls) lock() *Gateway {
	c.gateway.Lock()
	return c.gateway
}

// Reconnect sends Op 7 to every connection: the client must reconnect and resume.
func (c Controls) Reconnect() { c.eachConn(func(c *conn) { c.send(opReconnect, nil) }) }

// ReconnectEarly answers the next n IDENTIFYs with Op 7 instead of READY.
func (c Controls) ReconnectEarly(n int) {
	s := c.lock()
	defer s.Unlock()
	s.earlyOp7 = n
}

// InvalidateSessions sends Op 9 to every connection; the client must identify again on the same
// connection.
func (c Controls) InvalidateSessions() {
	c.eachConn(func(c *conn) {
		c.forgetSession()
		c.session = nil
		c.send(opInvalid, false)
	})
}

// CutConnections drops every gateway connection without a close frame, like a broken line.
func (c Controls) CutConnections() { c.eachConn((*conn).drop) }

// CloseConnections closes every gateway connection with a code such as 4004 or 4014.
func (c Controls) CloseConnections(code int) {
	c.eachConn(func(c *conn) { c.close(code, "Injected.") })
}

// Mute makes the gateway stop or continue to acknowledge heartbeats and to send events.
func (c Controls) Mute(on bool) {
	s := c.lock()
	defer s.Unlock()
	s.mute = on
}

// DelayReady delays READY after IDENTIFY.
func (c Controls) DelayReady(d time.Duration) {
	s := c.lock()
	defer s.Unlock()
	s.readyWait = d
}

// Reverse holds back the next n events and then sends them in reverse order. 0 sends the held
// events at once. READY and RESUMED are never held.
func (c Controls) Reverse(n int) {
	s := c.lock()
	defer s.Unlock()
	if s.backwards = n; n == 0 {
		s.release()
	}
}

// ResetToken makes the bot's token invalid: REST answers 401, the gateway 4004. RestoreToken undoes
// it.
func (c Controls) ResetToken() { c.setToken(false) }

// RestoreToken makes the token valid again.
func (c Controls) RestoreToken() { c.setToken(true) }

func (c Controls) setToken(valid bool) {
	s := c.lock()
	defer s.Unlock()
	s.tokens = valid
}

// Connected reports whether a bot has an identified gateway connection.
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

// Identifies returns the bot's IDENTIFYs, oldest first, without resumes.
func (c Controls) Identifies() []Identified {
	s := c.lock()
	defer s.Unlock()
	return slices.Clone(s.identified)
}
