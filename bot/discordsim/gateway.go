package discordsim

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Intents are Discord's gateway intent bits.
type Intents int

// The intents whose events exist here.
const (
	IntentGuilds         Intents = 1 << 0
	IntentGuildMembers   Intents = 1 << 1 // privileged
	IntentGuildPresences Intents = 1 << 8 // privileged
	IntentGuildMessages  Intents = 1 << 9
	IntentDirectMessages Intents = 1 << 12
	IntentMessageContent Intents = 1 << 15 // privileged

	privileged   = IntentGuildMembers | IntentGuildPresences | IntentMessageContent
	knownIntents = Intents(1<<26 - 1)
)

// The gateway's close codes.
const (
	closeUnknownOp      = 4001
	closeDecode         = 4002
	closeNotIdentified  = 4003
	closeBadToken       = 4004
	closeIdentified     = 4005
	closeRateLimited    = 4008
	closeInvalidShard   = 4010
	closeInvalidIntents = 4013
	closeNotGranted     = 4014
)

// ackDelay is how long a heartbeat's answer takes. It is not zero because discordgo takes its session lock for
// it: an answer in the same instant as Session.Close would meet the lock that Close holds while it sleeps, and
// in a synctest bubble the clock would then stand still for ever.
const ackDelay = 7 * time.Millisecond

// maxReplay is how many events a session keeps for a resume; who missed more must identify anew.
const maxReplay = 5000

// gateway is the state of all connections and sessions. Guarded by Sim.mu.
type gateway struct {
	conns     map[*conn]bool
	sessions  map[string]*session
	mute      bool          // neither acknowledges nor delivers
	readyWait time.Duration // READY comes this late
	earlyOp7  int           // so many identifies are answered with Op 7
	backwards int           // so many events are held back and then sent in reverse
	held      []heldEvent
}

type heldEvent struct {
	session *session
	event   sentEvent
}

// session is what a bot can resume.
type session struct {
	id      string
	intents Intents
	shard   [2]int
	seq     int
	conn    *conn       // nil while disconnected
	lostAt  time.Time   // when conn went
	events  []sentEvent // not yet acknowledged by a heartbeat
}

type sentEvent struct {
	seq     int
	payload []byte
}

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

// The gateway's operations.
const (
	opDispatch  = 0
	opHeartbeat = 1
	opIdentify  = 2
	opPresence  = 3
	opVoice     = 4
	opResume    = 6
	opReconnect = 7
	opMembers   = 8
	opInvalid   = 9
	opHello     = 10
	opAck       = 11
)

// receive handles one message of the client. The caller holds mu.
func (c *conn) receive(op byte, payload []byte) {
	switch op {
	case opPing:
		if !c.closing && !c.goodbye {
			c.out = append(c.out, frame(opPong, payload))
			c.signal()
		}
		return
	case opPong:
		return
	case opClose:
		// Nothing is answered: the client hangs up by itself. See ackDelay.
		c.goodbye = true
		if code := closeCode(payload); code == 1000 || code == 1001 {
			c.forgetSession()
		}
		return
	}
	if c.tooFast() {
		c.close(closeRateLimited, "Rate limited.")
		return
	}
	var m struct {
		Op *int            `json:"op"`
		D  json.RawMessage `json:"d"`
	}
	if json.Unmarshal(payload, &m) != nil || m.Op == nil {
		c.close(closeDecode, "Error while decoding payload.")
		return
	}
	c.operate(*m.Op, m.D)
}

func (c *conn) tooFast() bool {
	limit, now := c.sim.cfg.Limits.Frames, time.Now()
	if limit.N < 0 {
		return false
	}
	for len(c.frames) > 0 && now.Sub(c.frames[0]) >= limit.Per {
		c.frames = c.frames[1:]
	}
	c.frames = append(c.frames, now)
	return len(c.frames) > limit.N
}

func (c *conn) operate(op int, d json.RawMessage) {
	switch op {
	case opHeartbeat:
		c.heartbeat(d)
	case opIdentify:
		c.identify(d)
	case opResume:
		c.resume(d)
	case opPresence, opVoice, opMembers:
		if c.session == nil {
			c.close(closeNotIdentified, "Not authenticated.")
		}
	default:
		c.close(closeUnknownOp, "Unknown opcode.")
	}
}

// heartbeat forgets what the client has received and answers, unless the gateway plays dead.
func (c *conn) heartbeat(d json.RawMessage) {
	var seq int
	if c.session != nil && json.Unmarshal(d, &seq) == nil {
		i := 0
		for i < len(c.session.events) && c.session.events[i].seq <= seq {
			i++
		}
		c.session.events = slices.Clone(c.session.events[i:])
	}
	if c.sim.mute {
		return
	}
	time.AfterFunc(ackDelay, func() {
		c.sim.mu.Lock()
		defer c.sim.mu.Unlock()
		if !c.sim.mute {
			c.send(opAck, nil)
		}
	})
}

// identify begins a session: READY, then the servers.
func (c *conn) identify(d json.RawMessage) {
	s := c.sim
	var m struct {
		Token   string  `json:"token"`
		Intents *int    `json:"intents"`
		Shard   *[2]int `json:"shard"`
	}
	err := json.Unmarshal(d, &m)
	shard := [2]int{0, 1}
	if m.Shard != nil {
		shard = *m.Shard
	}
	switch {
	case c.session != nil:
		c.close(closeIdentified, "Already authenticated.")
		return
	case err != nil || m.Intents == nil:
		c.close(closeDecode, "Error while decoding payload.")
		return
	case !s.authentic(m.Token):
		c.close(closeBadToken, "Authentication failed.")
		return
	case shard[0] < 0 || shard[0] >= shard[1]:
		c.close(closeInvalidShard, "Invalid shard.")
		return
	case Intents(*m.Intents)&^knownIntents != 0:
		c.close(closeInvalidIntents, "Invalid intent(s).")
		return
	case Intents(*m.Intents)&privileged&^s.cfg.PrivilegedIntents != 0:
		c.close(closeNotGranted, "Disallowed intent(s).")
		return
	}
	s.identified = append(s.identified, Identified{At: time.Now(), Intents: Intents(*m.Intents), Shard: shard})
	if s.identifiesToday() > s.cfg.Limits.Identify {
		s.tokens = false // Discord resets the token
		c.close(closeBadToken, "Authentication failed.")
		return
	}
	if s.earlyOp7 > 0 {
		s.earlyOp7--
		c.send(opReconnect, nil)
		return
	}
	c.session = &session{id: "session-" + s.newID(), intents: Intents(*m.Intents), shard: shard, conn: c}
	if s.readyWait > 0 {
		time.AfterFunc(s.readyWait, func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			c.ready()
		})
		return
	}
	c.ready()
}

func (s *Sim) authentic(token string) bool {
	return s.tokens && strings.TrimPrefix(token, "Bot ") == s.cfg.Token
}

func (s *Sim) identifiesToday() int {
	n := 0
	for _, i := range slices.Backward(s.identified) {
		if time.Since(i.At) >= 24*time.Hour {
			break
		}
		n++
	}
	return n
}

func (c *conn) ready() {
	s, ses := c.sim, c.session
	s.sessions[ses.id] = ses
	guilds := []any{}
	for _, g := range s.botGuilds() {
		if ses.concerns(g.ID) {
			guilds = append(guilds, map[string]any{"id": g.ID, "unavailable": true})
		}
	}
	s.deliverTo(ses, "READY", mustJSON(map[string]any{
		"v": 9, "user": s.userJSON(s.bot), "guilds": guilds, "session_id": ses.id, "shard": ses.shard,
		"resume_gateway_url": "ws://gateway.discord.gg/gw", "application": map[string]any{"id": s.appID, "flags": 0},
		"private_channels": []any{}, "session_type": "normal",
	}))
	for _, g := range s.botGuilds() {
		if ses.concerns(g.ID) && ses.intents&IntentGuilds != 0 && !g.Unavailable {
			s.deliverTo(ses, "GUILD_CREATE", mustJSON(s.guildCreate(g)))
		}
	}
}

// resume takes up a lost session: what was missed, then RESUMED; or Op 9 if it cannot be.
func (c *conn) resume(d json.RawMessage) {
	s := c.sim
	var m struct {
		Token     string `json:"token"`
		SessionID string `json:"session_id"`
		Seq       int    `json:"seq"`
	}
	if json.Unmarshal(d, &m) != nil {
		c.close(closeDecode, "Error while decoding payload.")
		return
	}
	if !s.authentic(m.Token) {
		c.close(closeBadToken, "Authentication failed.")
		return
	}
	ses := s.sessions[m.SessionID]
	switch {
	case c.session != nil:
		c.close(closeIdentified, "Already authenticated.")
		return
	case ses == nil || !ses.remembers(m.Seq) || ses.conn == nil && time.Since(ses.lostAt) > s.cfg.ResumeWindow:
		c.send(opInvalid, false)
		return
	}
	if ses.conn != nil {
		ses.conn.session = nil
		ses.conn.drop()
	}
	c.session, ses.conn = ses, c
	for _, e := range ses.events {
		if e.seq > m.Seq {
			c.queue(e.payload)
		}
	}
	s.deliverTo(ses, "RESUMED", mustJSON(map[string]any{"_trace": []string{}}))
}

// remembers says whether all events after seq can be sent again.
func (ses *session) remembers(seq int) bool {
	return seq <= ses.seq && (seq == ses.seq || len(ses.events) > 0 && ses.events[0].seq <= seq+1)
}

// concerns says whether a session's shard gets the events of a server; those of DMs (guild "") go to shard 0.
func (ses *session) concerns(g GuildID) bool {
	if g == "" {
		return ses.shard[0] == 0
	}
	n, _ := strconv.ParseUint(string(g), 10, 64)
	return int(n>>22%uint64(ses.shard[1])) == ses.shard[0]
}

// wants says whether a session's intents ask for an event.
func (ses *session) wants(name string, g GuildID) bool {
	needed := IntentGuilds
	switch {
	case name == "INTERACTION_CREATE":
		return true
	case strings.HasPrefix(name, "MESSAGE_") && g == "":
		needed = IntentDirectMessages
	case strings.HasPrefix(name, "MESSAGE_"):
		needed = IntentGuildMessages
	case strings.HasPrefix(name, "GUILD_MEMBER_"):
		needed = IntentGuildMembers
	}
	return ses.intents&needed != 0
}

// dispatch sends an event to every session that it concerns and that asked for it. The caller holds mu.
func (s *Sim) dispatch(name string, g GuildID, payload map[string]any) {
	if guild := s.guilds[g]; guild != nil && (guild.Members[s.bot] == nil || guild.Unavailable && name != "GUILD_DELETE") {
		return
	}
	var full, bare json.RawMessage
	for _, ses := range s.sessions {
		if ses.conn == nil && time.Since(ses.lostAt) > s.cfg.ResumeWindow {
			delete(s.sessions, ses.id)
			continue
		}
		if !ses.concerns(g) || !ses.wants(name, g) {
			continue
		}
		if full == nil {
			full = mustJSON(payload)
			bare = s.withoutContent(name, g, payload, full)
		}
		if ses.intents&IntentMessageContent != 0 {
			s.deliverTo(ses, name, full)
		} else {
			s.deliverTo(ses, name, bare)
		}
	}
}

// withoutContent is a message event as a bot without the message content intent gets it: empty, unless the
// message is its own, mentions it or is a DM.
func (s *Sim) withoutContent(name string, g GuildID, payload map[string]any, full json.RawMessage) json.RawMessage {
	author, isMessage := payload["author"].(map[string]any)
	if !isMessage || g == "" || author["id"] == s.bot || !strings.HasPrefix(name, "MESSAGE_") {
		return full
	}
	mentions, _ := payload["mentions"].([]any)
	for _, m := range mentions {
		if u, ok := m.(map[string]any); ok && u["id"] == s.bot {
			return full
		}
	}
	bare := make(map[string]any, len(payload))
	for k, v := range payload {
		bare[k] = v
	}
	bare["content"], bare["components"], bare["embeds"], bare["attachments"] = "", []any{}, []any{}, []any{}
	return mustJSON(bare)
}

// deliverTo numbers an event, remembers it until a heartbeat acknowledges it, and sends it if it can be sent.
func (s *Sim) deliverTo(ses *session, name string, d json.RawMessage) {
	ses.seq++
	e := sentEvent{ses.seq, mustJSON(map[string]any{"op": opDispatch, "t": name, "s": ses.seq, "d": d})}
	ses.events = append(ses.events, e)
	if len(ses.events) > 2*maxReplay {
		ses.events = slices.Clone(ses.events[maxReplay:])
	}
	if s.backwards > 0 {
		s.held = append(s.held, heldEvent{ses, e})
		if s.backwards--; s.backwards == 0 {
			s.release()
		}
		return
	}
	if ses.conn != nil && !s.mute {
		ses.conn.queue(e.payload)
	}
}

func (s *Sim) release() {
	for _, h := range slices.Backward(s.held) {
		if h.session.conn != nil && !s.mute {
			h.session.conn.queue(h.event.payload)
		}
	}
	s.held = nil
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
