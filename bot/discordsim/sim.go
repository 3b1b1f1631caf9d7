package discordsim

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// DefaultToken is the bot token of a Sim whose Config names none.
const DefaultToken = "discordsim.bot.token"

// APIHost and CDNHost are the only hosts that the in-process transport answers for.
const (
	APIHost = "discord.com"
	CDNHost = "cdn.discordapp.com"
)

// Config says how a Sim differs from the usual; the zero value is a ready, strict Discord.
type Config struct {
	Token   string // the bot's token, without "Bot "; "" means DefaultToken
	BotName string // "" means "Bot"

	Limits Limits // zero fields mean Discord-like figures

	// PrivilegedIntents are those the application was granted; asking for another closes with 4014.
	PrivilegedIntents Intents

	HeartbeatInterval time.Duration // 0 means 41.25 s, as Discord says
	ResumeWindow      time.Duration // how long a lost session can be resumed; 0 means 3 min

	// Validator, if set, sees every body the bot sends; what it refuses is in Invalid. See the schema folder.
	Validator Validator

	// Now is the time on messages, tokens and threads; nil means time.Now. A clock that can be put forward goes here. Timers, limits and
	// connections go by package time whatever it says.
	Now func() time.Time

	// CDN is the address before /attachments/... in attachment URLs; "" means https://cdn.discordapp.com.
	CDN string

	// JournalLimit is how many calls Calls remembers, oldest forgotten first; 0 means 10,000.
	JournalLimit int
	// HistoryLimit is how many messages a channel keeps, oldest forgotten first; 0 means all.
	HistoryLimit int
}

// Validator checks a JSON body that the bot sent (for multipart, its payload_json) against an independent
// description of Discord's API. Route is a template such as "/channels/{channel_id}/messages".
type Validator interface {
	Validate(method, route string, body []byte) error
}

// Sim is one Discord with one application on it. Make it with New; end it with Close. All methods may be
// called from any goroutine.
type Sim struct {
	cfg Config

	mu      sync.Mutex
	changed *sync.Cond // on mu; broadcast when work that Settle waits for has ended
	closed  bool
	done    sync.WaitGroup // every goroutine of the simulator
	lastID  uint64

	appID  string
	bot    UserID
	tokens bool // false once the token was reset by too many identifies

	world    // world.go
	dialogue // interactions.go
	gateway  // gateway.go
	limiter  // ratelimit.go
	troubles // faults.go
	journal  // journal.go
	audience // events.go
}

// New makes a Discord with an application and its bot user, and nobody else.
func New(cfg Config) *Sim {
	if cfg.Token == "" {
		cfg.Token = DefaultToken
	}
	if cfg.BotName == "" {
		cfg.BotName = "Bot"
	}
	if cfg.HeartbeatInterval == 0 {
		cfg.HeartbeatInterval = 41250 * time.Millisecond
	}
	if cfg.ResumeWindow == 0 {
		cfg.ResumeWindow = 3 * time.Minute
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.CDN == "" {
		cfg.CDN = "https://" + CDNHost
	}
	if cfg.JournalLimit == 0 {
		cfg.JournalLimit = 10_000
	}
	cfg.Limits = cfg.Limits.withDefaults()
	s := &Sim{cfg: cfg, tokens: true}
	s.changed = sync.NewCond(&s.mu)
	s.world = newWorld()
	s.dialogue = newDialogue()
	s.limiter = newLimiter()
	s.conns, s.sessions = map[*conn]bool{}, map[string]*session{}
	s.appID = s.newID()
	s.bot = UserID(s.appID) // as for every application made since 2016
	s.users[s.bot] = &User{ID: s.bot, Username: cfg.BotName, GlobalName: cfg.BotName, Bot: true, Locale: "en-US"}
	return s
}

func (s *Sim) now() time.Time { return s.cfg.Now() }

// ApplicationID is the id of the only application.
func (s *Sim) ApplicationID() string { return s.appID }

// Bot is the application's bot user.
func (s *Sim) Bot() UserID { return s.bot }

// Attach makes a session speak to the simulator in this process. It replaces the transport of the session's
// client and puts a copy of its dialer in place, and changes nothing else; call it before Open.
//
// In a synctest bubble call synctest.Wait right before the session's Close. Close sleeps for a second with the
// session's lock held; a heartbeat that waits for that lock meanwhile would stop the bubble's clock for ever.
func (s *Sim) Attach(session *discordgo.Session) {
	client := http.Client{}
	if session.Client != nil {
		client = *session.Client
	}
	client.Transport = s.Transport()
	session.Client = &client

	dialer := *session.Dialer // the default one is shared by all sessions of the process
	dialer.Proxy = nil
	dialer.NetDialContext = nil
	dialer.NetDial = func(string, string) (net.Conn, error) { return s.dial() }
	session.Dialer = &dialer
}

// Close ends connections, timers and subscriptions, and waits for all goroutines of the simulator. Close the
// bot's session first. It must not be called from a Subscribe function.
func (s *Sim) Close() {
	s.mu.Lock()
	s.closed = true
	s.closeConns()
	s.stopTimers()
	s.closeSubscriptions()
	s.changed.Broadcast()
	s.mu.Unlock()
	s.done.Wait()
}

// Settle waits until nothing is under way: no REST call, no event on its way to the bot, no interaction that
// still owes its first answer or the filling of a deferred one. What the bot does later of its own accord
// (a computer player's move) it cannot know of. In a synctest bubble use synctest.Wait instead.
func (s *Sim) Settle(ctx context.Context) error {
	stop := context.AfterFunc(ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.changed.Broadcast()
	})
	defer stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.busy() && !s.closed {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("%w with %d calls and %d interactions under way (events: %t)", err, s.inFlight, s.unsettled, s.sending())
		}
		s.changed.Wait()
	}
	return ctx.Err()
}

func (s *Sim) busy() bool {
	return s.inFlight > 0 || s.unsettled > 0 || s.sending()
}

// goDo runs f as a goroutine that Close waits for. The caller holds mu.
func (s *Sim) goDo(f func()) {
	s.done.Add(1)
	go func() {
		defer s.done.Done()
		f()
	}()
}
