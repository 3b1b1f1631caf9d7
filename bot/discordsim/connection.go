package discordsim

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"time"
)

// conn is one WebSocket connection. Its reader and its writer each have a goroutine, which end when the
// connection is closed by either side.
type conn struct {
	sim  *Sim
	nc   net.Conn
	wake chan struct{} // the writer has something to look at

	// Guarded by Sim.mu.
	session *session
	out     [][]byte // frames to write
	writing bool
	closing bool        // a close frame is the last in out
	goodbye bool        // the client sent a close frame: it must not be written to any more
	gone    bool        // the connection is closed
	frames  []time.Time // when the client's last frames came
}

// dial makes an in-process connection that is served like one that came over a socket.
func (s *Sim) dial() (net.Conn, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, errors.New("discordsim: the simulator is closed")
	}
	client, server := net.Pipe()
	s.goDo(func() {
		r := bufio.NewReader(server)
		req, err := http.ReadRequest(r)
		if err == nil {
			err = upgrade(req, server)
		}
		if err != nil {
			server.Close()
			return
		}
		s.serveGateway(server, r)
	})
	return client, nil
}

// serveGateway speaks to one client from HELLO until the connection ends.
func (s *Sim) serveGateway(nc net.Conn, r *bufio.Reader) {
	c := &conn{sim: s, nc: nc, wake: make(chan struct{}, 1)}
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		nc.Close()
		return
	}
	s.conns[c] = true
	s.goDo(c.write)
	c.send(opHello, map[string]any{"heartbeat_interval": s.cfg.HeartbeatInterval.Milliseconds()})
	s.mu.Unlock()

	for {
		// A client that falls silent is dropped.
		if err := nc.SetReadDeadline(time.Now().Add(2 * s.cfg.HeartbeatInterval)); err != nil {
			s.hangUp(c)
			return
		}
		op, payload, err := readMessage(r)
		s.mu.Lock()
		switch {
		case errors.Is(err, errFrameBig) || errors.Is(err, errUnmasked):
			c.close(closeDecode, err.Error())
			s.mu.Unlock()
			io.Copy(io.Discard, r) // until the client hangs up
			s.hangUp(c)
			return
		case err != nil:
			s.mu.Unlock()
			s.hangUp(c)
			return
		default:
			c.receive(op, payload)
		}
		s.mu.Unlock()
	}
}

func (s *Sim) hangUp(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c.drop()
}

// drop ends a connection as if the line were cut; its session can be resumed for a while.
func (c *conn) drop() {
	if c.gone {
		return
	}
	c.gone = true
	delete(c.sim.conns, c)
	if c.session != nil && c.session.conn == c {
		c.session.conn, c.session.lostAt = nil, time.Now()
	}
	c.nc.Close()
	c.signal()
	c.sim.changed.Broadcast()
}

// close sends a close frame; the connection ends when the client hangs up.
func (c *conn) close(code int, reason string) {
	if c.closing || c.goodbye {
		return
	}
	c.out = append(c.out, frame(opClose, closePayload(code, reason)))
	c.closing = true
	c.signal()
	if code == closeBadToken || code >= closeInvalidShard {
		c.forgetSession()
	}
}

func (c *conn) forgetSession() {
	if c.session != nil {
		delete(c.sim.sessions, c.session.id)
	}
}

// send queues a gateway message that is not a dispatch.
func (c *conn) send(op int, d any) {
	c.queue(mustJSON(map[string]any{"op": op, "d": d, "s": nil, "t": nil}))
}

func (c *conn) queue(payload []byte) {
	if c.closing || c.goodbye || c.gone {
		return
	}
	c.out = append(c.out, frame(opText, payload))
	c.signal()
}

func (c *conn) signal() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// write sends queued frames until the connection is gone.
func (c *conn) write() {
	for range c.wake {
		for {
			f, ok := c.next()
			if !ok {
				break
			}
			if _, err := c.nc.Write(f); err != nil {
				break
			}
		}
		c.sim.mu.Lock()
		c.writing = false
		gone := c.gone
		c.sim.changed.Broadcast()
		c.sim.mu.Unlock()
		if gone {
			return
		}
	}
}

// next takes the next frame to write, if one may still be written.
func (c *conn) next() ([]byte, bool) {
	c.sim.mu.Lock()
	defer c.sim.mu.Unlock()
	if c.goodbye || c.gone {
		c.out = nil
	}
	if len(c.out) == 0 {
		return nil, false
	}
	f := c.out[0]
	c.out = c.out[1:]
	c.writing = true
	return f, true
}

// sending says whether anything is on its way to a bot.
func (s *Sim) sending() bool {
	for c := range s.conns {
		if c.writing || len(c.out) > 0 {
			return true
		}
	}
	return false
}

// closeConns drops all connections.
func (s *Sim) closeConns() {
	for c := range s.conns {
		c.drop()
	}
}
