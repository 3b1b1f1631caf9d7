package gateway

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/gorilla/websocket"

	"paddock/bot/discordsim/world"
)

// conn is one WebSocket connection. Its reader and its writer are goroutines that end when either
// side closes the connection.
type conn struct {
	gateway *Gateway
	ws      *websocket.Conn
	wake    chan struct{} // signals the writer that out has changed

	// The world's lock guards these fields.
	session *session
	out     []outgoing
	writing bool
	closing bool        // a close frame is the last in out
	goodbye bool        // the client sent a close frame: nothing may be written any more
	gone    bool        // the connection is closed
	frames  []time.Time // times of the client's recent frames
}

// outgoing is one message or control frame to the client.
type outgoing struct {
	kind    int // websocket.TextMessage, PongMessage or CloseMessage
	payload []byte
}

// maxMessage is the largest gateway message that Discord accepts from a bot.
const maxMessage = 4096

var errTooBig = errors.New("gateway message over 4,096 bytes")

// upgrader refuses pages of other origins, which Discord would not: a bot on this computer sends no
// origin, and a page in a browser must not play the bot.
var upgrader websocket.Upgrader

// Dial returns an in-process connection that is served like one from a socket.
func (s *Gateway) Dial() (net.Conn, error) {
	s.Lock()
	defer s.Unlock()
	if s.Closed {
		return nil, errors.New("discordsim: the simulator is closed")
	}
	client, server := net.Pipe()
	s.Go(func() {
		defer server.Close()
		r := bufio.NewReader(server)
		req, err := http.ReadRequest(r)
		if err != nil {
			return
		}
		s.ServeHTTP(&pipeResponse{nc: server, r: r}, req)
	})
	return client, nil
}

// pipeResponse is the server's side of an in-process handshake. After a refused handshake the
// client only sees the end of the connection.
type pipeResponse struct {
	nc net.Conn
	r  *bufio.Reader
}

// Header returns headers that are dropped.
func (*pipeResponse) Header() http.Header { return http.Header{} }

// Write drops the message of a refusal.
func (*pipeResponse) Write(b []byte) (int, error) { return len(b), nil }

// WriteHeader drops the status of a refusal.
func (*pipeResponse) WriteHeader(int) {}

// Hijack returns the connection.
func (p *pipeResponse) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return p.nc, bufio.NewReadWriter(p.r, bufio.NewWriter(p.nc)), nil
}

// ServeHTTP serves a client from HELLO until the connection ends.
func (s *Gateway) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	ws, err := upgrader.Upgrade(w, req, nil)
	if err != nil {
		return // Upgrade has answered the request
	}
	c := &conn{gateway: s, ws: ws, wake: make(chan struct{}, 1)}
	ws.SetPingHandler(c.pong)
	// A close frame is not answered: the client closes the connection itself. discordgo's Close
	// sleeps for a second with its lock held, and an answer would make its reader wait for that
	// lock. See ackDelay.
	ws.SetCloseHandler(func(int, string) error { return nil })
	s.Lock()
	if s.Closed {
		s.Unlock()
		ws.Close()
		return
	}
	s.conns[c] = true
	s.Go(c.write)
	c.send(opHello, map[string]any{"heartbeat_interval": s.cfg.HeartbeatInterval.Milliseconds()})
	s.Unlock()
	c.read()
	s.hangUp(c)
}

// read handles the client's messages until it closes the connection. A silent client is dropped.
func (c *conn) read() {
	for {
		if c.ws.SetReadDeadline(time.Now().Add(2*c.gateway.cfg.HeartbeatInterval)) != nil {
			return
		}
		payload, err := c.next()
		c.gateway.Lock()
		var bye *websocket.CloseError
		switch {
		case err == nil:
			c.receive(payload)
		case errors.As(err, &bye):
			c.leave(bye.Code)
		case errors.Is(err, errTooBig):
			c.close(closeDecode, err.Error())
		}
		c.gateway.Unlock()
		if err != nil {
			io.Copy(io.Discard, c.ws.NetConn()) // reads until the client closes the connection
			return
		}
	}
}

// next reads one message from the client.
func (c *conn) next() ([]byte, error) {
	_, r, err := c.ws.NextReader()
	if err != nil {
		return nil, err
	}
	payload, err := io.ReadAll(io.LimitReader(r, maxMessage+1))
	if err == nil && len(payload) > maxMessage {
		return nil, errTooBig
	}
	return payload, err
}

// leave handles the client's close frame. A session closed with 1000 or 1001 can't be resumed.
func (c *conn) leave(code int) {
	c.goodbye = true
	if code == websocket.CloseNormalClosure || code == websocket.CloseGoingAway {
		c.forgetSession()
	}
}

// pong answers a ping.
func (c *conn) pong(data string) error {
	c.gateway.Lock()
	defer c.gateway.Unlock()
	c.post(outgoing{websocket.PongMessage, []byte(data)})
	return nil
}

func (s *Gateway) hangUp(c *conn) {
	s.Lock()
	defer s.Unlock()
	c.drop()
}

// drop ends a connection without a close frame; its session can be resumed for a while.
func (c *conn) drop() {
	if c.gone {
		return
	}
	c.gone = true
	delete(c.gateway.conns, c)
	if c.session != nil && c.session.conn == c {
		c.session.conn, c.session.lostAt = nil, time.Now()
	}
	c.ws.Close()
	c.signal()
	c.gateway.Wake()
}

// close sends a close frame; the connection ends when the client closes it.
func (c *conn) close(code int, reason string) {
	if c.closing || c.goodbye {
		return
	}
	c.post(outgoing{websocket.CloseMessage, websocket.FormatCloseMessage(code, reason)})
	c.closing = true
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
	c.post(outgoing{websocket.TextMessage, payload})
}

// post queues something for the writer, unless the connection is closing.
func (c *conn) post(o outgoing) {
	if c.closing || c.goodbye || c.gone {
		return
	}
	c.out = append(c.out, o)
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
			o, ok := c.take()
			if !ok || c.ws.WriteMessage(o.kind, o.payload) != nil {
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

// take returns the next item to write, if there is one and writing is still allowed.
func (c *conn) take() (outgoing, bool) {
	c.gateway.Lock()
	defer c.gateway.Unlock()
	if c.goodbye || c.gone {
		c.out = nil
	}
	if len(c.out) == 0 {
		return outgoing{}, false
	}
	o := c.out[0]
	c.out = c.out[1:]
	c.writing = true
	return o, true
}

// Sending reports whether anything is still queued for a bot.
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
