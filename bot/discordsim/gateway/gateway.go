package gateway

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"paddock/bot/discordsim/limits"
	"paddock/bot/discordsim/world"
)

// Intents are Discord's gateway intent bits.
type Intents int

// These are the intents for which the simulator has events.
const (
	IntentGuilds         Intents = 1 << 0
	IntentGuildMembers   Intents = 1 << 1 // a privileged intent
	IntentGuildPresences Intents = 1 << 8 // a privileged intent
	IntentGuildMessages  Intents = 1 << 9
	IntentDirectMessages Intents = 1 << 12
	IntentMessageContent Intents = 1 << 15 // a privileged intent

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

// ackDelay is the delay of a heartbeat's answer. It is not zero because discordgo takes its session
// lock for the answer. Session.Close holds that lock while it sleeps. An answer at the same instant
// would wait for the lock and stop the clock of a synctest bubble forever.
const ackDelay = 7 * time.Millisecond

// maxReplay is the number of events that a session keeps for a resume. A client that missed more
// must identify again.
const maxReplay = 5000

// Gateway holds all connections and sessions. Its fields are guarded by the world's lock.
type Gateway struct {
	*world.State
	cfg Config

	tokens     bool // false after the token was reset because of too many IDENTIFYs
	identified []Identified
	conns      map[*conn]bool
	sessions   map[string]*session
	mute       bool          // the gateway sends no acknowledgements and no events
	readyWait  time.Duration // delay of READY
	earlyOp7   int           // number of IDENTIFYs to answer with Op 7
	backwards  int           // number of events to hold back and send in reverse
	held       []heldEvent
}

type heldEvent struct {
	session *session
	event   sentEvent
}

// Config configures a gateway.
type Config struct {
	Token             string // the bot's token, without "Bot "
	PrivilegedIntents Intents
	HeartbeatInterval time.Duration
	ResumeWindow      time.Duration // how long a disconnected session can be resumed
	Identify          int           // IDENTIFYs in 24 h before the token is reset
	Frames            limits.Limit  // messages from the bot
}

// New returns a gateway that sends the events of a world.
func New(s *world.State, cfg Config) *Gateway {
	gw := &Gateway{State: s, cfg: cfg, tokens: true, conns: map[*conn]bool{}, sessions: map[string]*session{}}
	s.DispatchTo(gw.Deliver)
	return gw
}

// session is a gateway session, which can be resumed.
type session struct {
	id      string
	intents Intents
	shard   [2]int
	seq     int
	conn    *conn       // nil while the session is disconnected
	lostAt  time.Time   // when conn was lost
	events  []sentEvent // events that no heartbeat has acknowledged yet
}

type sentEvent struct {
	seq     int
	payload []byte
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

// receive handles one message from the client. The caller holds the world's lock.
func (c *conn) receive(payload []byte) {
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
	limit, now := c.gateway.cfg.Frames, time.Now()
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
		} else if op == opMembers {
			c.members(d)
		}
	default:
		c.close(closeUnknownOp, "Unknown opcode.")
	}
}

// heartbeat drops the events that a heartbeat acknowledges. It answers the heartbeat, unless the
// gateway is mute.
func (c *conn) heartbeat(d json.RawMessage) {
	var seq int
	if c.session != nil && json.Unmarshal(d, &seq) == nil {
		i := 0
		for i < len(c.session.events) && c.session.events[i].seq <= seq {
			i++
		}
		c.session.events = slices.Clone(c.session.events[i:])
	}
	if c.gateway.mute {
		return
	}
	time.AfterFunc(ackDelay, func() {
		c.gateway.Lock()
		defer c.gateway.Unlock()
		if !c.gateway.mute {
			c.send(opAck, nil)
		}
	})
}

// identity is the content of an IDENTIFY.
type identity struct {
	Token   string   `json:"token"`
	Intents *Intents `json:"intents"`
	Shard   *[2]int  `json:"shard"`
}

// faultOf returns the close code and reason for a wrong IDENTIFY; 0 for a valid one.
func (c *conn) faultOf(m identity, err error) (code int, reason string) {
	switch {
	case c.session != nil:
		return closeIdentified, "Already authenticated."
	case err != nil || m.Intents == nil:
		return closeDecode, "Error while decoding payload."
	case !c.gateway.Authentic(m.Token):
		return closeBadToken, "Authentication failed."
	case m.Shard != nil && (m.Shard[0] < 0 || m.Shard[0] >= m.Shard[1]):
		return closeInvalidShard, "Invalid shard."
	case *m.Intents&^knownIntents != 0:
		return closeInvalidIntents, "Invalid intent(s)."
	case *m.Intents&privileged&^c.gateway.cfg.PrivilegedIntents != 0:
		return closeNotGranted, "Disallowed intent(s)."
	}
	return 0, ""
}

// identify starts a session: READY, then the servers.
func (c *conn) identify(d json.RawMessage) {
	s := c.gateway
	var m identity
	err := json.Unmarshal(d, &m)
	if code, reason := c.faultOf(m, err); code != 0 {
		c.close(code, reason)
		return
	}
	shard := [2]int{0, 1}
	if m.Shard != nil {
		shard = *m.Shard
	}
	s.identified = append(s.identified, Identified{At: time.Now(), Intents: *m.Intents, Shard: shard})
	if n, limit := s.IdentifiesToday(); n > limit {
		s.tokens = false // Discord resets the token
		c.close(closeBadToken, "Authentication failed.")
		return
	}
	if s.earlyOp7 > 0 {
		s.earlyOp7--
		c.send(opReconnect, nil)
		return
	}
	c.session = &session{id: "session-" + s.NewID(), intents: *m.Intents, shard: shard, conn: c}
	if s.readyWait <= 0 {
		c.ready()
		return
	}
	time.AfterFunc(s.readyWait, func() {
		s.Lock()
		defer s.Unlock()
		c.ready()
	})
}

// Authentic reports whether a token, with or without "Bot ", is the bot's valid token.
func (s *Gateway) Authentic(token string) bool {
	return s.tokens && strings.TrimPrefix(token, "Bot ") == s.cfg.Token
}

// IdentifiesToday returns the number of IDENTIFYs in the last 24 hours, and the limit.
func (s *Gateway) IdentifiesToday() (n, limit int) {
	for _, i := range slices.Backward(s.identified) {
		if time.Since(i.At) >= 24*time.Hour {
			break
		}
		n++
	}
	return n, s.cfg.Identify
}

func (c *conn) ready() {
	s, ses := c.gateway, c.session
	s.sessions[ses.id] = ses
	guilds := []any{}
	for _, g := range s.BotGuilds() {
		if ses.concerns(g.ID) {
			guilds = append(guilds, map[string]any{"id": g.ID, "unavailable": true})
		}
	}
	s.deliverTo(ses, "READY", world.JSON(map[string]any{
		"v": 9, "user": s.UserJSON(s.BotID), "guilds": guilds, "session_id": ses.id, "shard": ses.shard,
		"resume_gateway_url": "ws://gateway.discord.gg/gw", "application": map[string]any{"id": s.AppID, "flags": 0},
		"private_channels": []any{}, "session_type": "normal",
	}))
	for _, g := range s.BotGuilds() {
		if ses.concerns(g.ID) && ses.intents&IntentGuilds != 0 && !g.Unavailable {
			s.deliverTo(ses, "GUILD_CREATE", world.JSON(s.GuildCreate(g)))
		}
	}
}

// resume resumes a session: it sends missed events, then RESUMED, or Op 9 if it can't.
func (c *conn) resume(d json.RawMessage) {
	s := c.gateway
	var m struct {
		Token     string `json:"token"`
		SessionID string `json:"session_id"`
		Seq       int    `json:"seq"`
	}
	if json.Unmarshal(d, &m) != nil {
		c.close(closeDecode, "Error while decoding payload.")
		return
	}
	if !s.Authentic(m.Token) {
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
	s.deliverTo(ses, "RESUMED", world.JSON(map[string]any{"_trace": []string{}}))
}

// The most members of one event, and of an answer to a request that names them or their beginning.
const (
	chunkSize   = 1000
	maxSearched = 100
)

// oneOrMany is a list of ids, which may be a single id.
type oneOrMany []world.UserID

// UnmarshalJSON reads an id or a list of ids.
func (l *oneOrMany) UnmarshalJSON(b []byte) error {
	var one world.UserID
	if json.Unmarshal(b, &one) == nil {
		*l = oneOrMany{one}
		return nil
	}
	return json.Unmarshal(b, (*[]world.UserID)(l))
}

// members answers a request for members of a server, in events of at most 1,000. Like Discord it is
// silent about unknown servers, and about all members if the intent for them is missing.
func (c *conn) members(d json.RawMessage) {
	var m struct {
		Guild world.GuildID `json:"guild_id"`
		Query *string       `json:"query"`
		Limit int           `json:"limit"`
		Users oneOrMany     `json:"user_ids"`
		Nonce *string       `json:"nonce"`
	}
	if json.Unmarshal(d, &m) != nil || m.Guild == "" || m.Query == nil && m.Users == nil || m.Limit < 0 {
		c.close(closeDecode, "Error while decoding payload.")
		return
	}
	s := c.gateway
	g := s.Guilds[m.Guild]
	if g == nil || g.Members[s.BotID] == nil || g.Unavailable {
		return
	}
	var found []world.UserID
	missing := []world.UserID{}
	switch {
	case m.Users != nil:
		for _, u := range m.Users[:min(len(m.Users), maxSearched)] {
			if g.Members[u] == nil {
				missing = append(missing, u)
			} else {
				found = append(found, u)
			}
		}
	case *m.Query == "" && m.Limit == 0:
		if c.session.intents&IntentGuildMembers == 0 {
			return
		}
		found = s.SearchMembers(g, "", len(g.Members))
	default:
		found = s.SearchMembers(g, *m.Query, min(max(1, m.Limit), maxSearched))
	}
	for i, count := 0, max(1, (len(found)+chunkSize-1)/chunkSize); i < count; i++ {
		list := []any{}
		for _, u := range found[i*chunkSize : min(len(found), (i+1)*chunkSize)] {
			list = append(list, s.MemberJSON(g, u))
		}
		chunk := map[string]any{
			"guild_id": g.ID, "members": list, "chunk_index": i, "chunk_count": count, "not_found": missing,
		}
		if m.Nonce != nil {
			chunk["nonce"] = *m.Nonce
		}
		s.deliverTo(c.session, "GUILD_MEMBERS_CHUNK", world.JSON(chunk))
	}
}

// remembers reports whether all events after seq are stored.
func (ses *session) remembers(seq int) bool {
	return seq <= ses.seq && (seq == ses.seq || len(ses.events) > 0 && ses.events[0].seq <= seq+1)
}
