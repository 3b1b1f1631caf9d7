package gateway

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"time"

	"paddock/bot/discordsim/world"
)

// conn is one WebSocket connection. Its reader and its writer each have a goroutine, which end when the
// connection is closed by either side.
type conn struct {
	gateway *Gateway
	nc      net.Conn
	wake    chan struct{} // the writer has something to look at

	// Guarded by the world's lock.
	session *session
	out     [][]byte // frames to write
	writing bool
	closing bool        // a close frame is the last in out
	goodbye bool        // the client sent a close frame: it must not be written to any more
	gone    bool        // the connection is closed
	frames  []time.Time // when the client's last frames came
}

// Dial makes an in-process connection that is served like one that came over a socket.
func (s *Gateway) Dial() (net.Conn, error) {
	s.Lock()
	defer s.Unlock()
	if s.Closed {
		return nil, errors.New("discordsim: the simulator is closed")
	}
	client, server := net.Pipe()
	s.Go(func() {
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
func (s *Gateway) serveGateway(nc net.Conn, r *bufio.Reader) {
	c := &conn{gateway: s, nc: nc, wake: make(chan struct{}, 1)}
	s.Lock()
	if s.Closed {
		s.Unlock()
		nc.Close()
		return
	}
	s.conns[c] = true
	s.Go(c.write)
	c.send(opHello, map[string]any{"heartbeat_interval": s.cfg.HeartbeatInterval.Milliseconds()})
	s.Unlock()

	for {
		// A client that falls silent is dropped.
		if err := nc.SetReadDeadline(time.Now().Add(2 * s.cfg.HeartbeatInterval)); err != nil {
			s.hangUp(c)
			return
		}
		op, payload, err := readMessage(r)
		s.Lock()
		switch {
		case errors.Is(err, errFrameBig) || errors.Is(err, errUnmasked):
			c.close(closeDecode, err.Error())
			s.Unlock()
			io.Copy(io.Discard, r) // until the client hangs up
			s.hangUp(c)
			return
		case err != nil:
			s.Unlock()
			s.hangUp(c)
			return
		default:
			c.receive(op, payload)
		}
		s.Unlock()
	}
}

func (s *Gateway) hangUp(c *conn) {
	s.Lock()
	defer s.Unlock()
	c.drop()
}

// drop ends a connection as if the line were cut; its session can be resumed for a while.
func (c *conn) drop() {
	if c.gone {
		return
	}
	c.gone = true
	delete(c.gateway.conns, c)
	if c.session != nil && c.session.conn == c {
		c.session.conn, c.session.lostAt = nil, time.Now()
	}
	c.nc.Close()
	c.signal()
	c.gateway.Wake()
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
		delete(c.gateway.sessions, c.session.id)
	}
}

// send queues a gateway message that is not a dispatch.
func (c *conn) send(op int, d any) {
	c.queue(world.JSON(map[string]any{"op": op, "d": d, "s": nil, "t": nil}))
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
		c.gateway.Lock()
		c.writing = false
		gone := c.gone
		c.gateway.Wake()
		c.gateway.Unlock()
		if gone {
			return
		}
	}
}

// next takes the next frame to write, if one may still be written.
func (c *conn) next() ([]byte, bool) {
	c.gateway.Lock()
	defer c.gateway.Unlock()
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

// Sending says whether anything is on its way to a bot.
func (s *Gateway) Sending() bool {
	for c := range s.conns {
		if c.writing || len(c.out) > 0 {
			return true
		}
	}
	return false
}

// CloseConns drops all connections.
func (s *Gateway) CloseConns() {
	for c := range s.conns {
		c.drop()
	}
}

// ServeHTTP takes up a connection that came over a socket.
func (s *Gateway) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	h, ok := w.(http.Hijacker)
	if !ok {
		http.Error(w, "no WebSocket here", http.StatusNotImplemented)
		return
	}
	nc, rw, err := h.Hijack()
	if err != nil {
		return
	}
	if upgrade(req, nc) != nil {
		nc.Close()
		return
	}
	s.serveGateway(nc, rw.Reader)
}
