package discordsim

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discordsim/endpoint"
	"paddock/bot/discordsim/gateway"
	"paddock/bot/discordsim/limits"
	"paddock/bot/discordsim/people"
	"paddock/bot/discordsim/rest"
	"paddock/bot/discordsim/world"
)

// DefaultToken is the bot token of a Sim without one in its Config. Its first part is the
// application's id in base64, which some libraries read.
const DefaultToken = "MTEwMDAwMDAwMDAwNDE5NDM0MQ.bot.token"

// DefaultClientSecret is the client secret of the application if its Config has none.
const DefaultClientSecret = "discordsim.client.secret"

// Config configures a Sim; the zero value gives a strict Discord.
type Config struct {
	Token   string // the bot's token, without "Bot "; "" means DefaultToken
	BotName string // "" means "Bot"

	// Activities says that the application has an Activity: a page that people open. Discord then
	// makes it an Entry Point command.
	Activities   bool
	ClientSecret string // "" means DefaultClientSecret

	Limits limits.Limits // zero fields mean limits like Discord's

	// PrivilegedIntents are the privileged intents of the application; asking for another closes
	// the connection with 4014.
	PrivilegedIntents gateway.Intents

	HeartbeatInterval time.Duration // 0 means 41.25 s, as Discord says
	ResumeWindow      time.Duration // how long a disconnected session can be resumed; 0 means 3 min

	// Validator, if set, checks every body that the bot sends; Invalid returns the calls that it
	// refuses. See the schema folder.
	Validator rest.Validator

	// Now returns the time for messages, tokens and threads; nil means time.Now. A clock that can
	// be put forward goes here. Timers, limits and connections always use package time.
	Now func() time.Time

	// CDN is the address before /attachments/... in attachment URLs; "" means
	// https://cdn.discordapp.com.
	CDN string

	// Shards is the recommended number of connections, and Concurrency the number of sessions that
	// may be started within five seconds; 0 means 1.
	Shards, Concurrency int

	// JournalLimit is the number of calls that Calls returns, oldest forgotten first; 0 means
	// 10,000.
	JournalLimit int
	// HistoryLimit is the number of messages that a channel keeps, oldest forgotten first; 0 means
	// all.
	HistoryLimit int
}

// Sim is one Discord with one application. Make it with New and end it with Close. All methods are
// safe for concurrent use, also those of its parts.
type Sim struct {
	world.World
	gatewayControls
	restControls
	endpointControls
	people.People

	state   *world.State
	gateway *gateway.Gateway
	api     *rest.API
}

type (
	gatewayControls = gateway.Controls
	restControls    = rest.Controls

	endpointControls = endpoint.Controls
)

// New returns a Discord with only an application and its bot user.
func New(cfg Config) *Sim {
	if cfg.Token == "" {
		cfg.Token = DefaultToken
	}
	if cfg.ClientSecret == "" {
		cfg.ClientSecret = DefaultClientSecret
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
		cfg.CDN = "https://" + rest.CDNHost
	}
	if cfg.JournalLimit == 0 {
		cfg.JournalLimit = 10_000
	}
	figures := cfg.Limits.WithDefaults()
	w := world.New(world.Config{
		BotName: cfg.BotName, CDN: cfg.CDN, HistoryLimit: cfg.HistoryLimit, Now: cfg.Now,
		Activities: cfg.Activities,
	})
	gw := gateway.New(w, gateway.Config{
		Token: cfg.Token, PrivilegedIntents: cfg.PrivilegedIntents, HeartbeatInterval: cfg.HeartbeatInterval,
		ResumeWindow: cfg.ResumeWindow, Identify: figures.Identify, Frames: figures.Frames,
	})
	api := rest.New(w, gw, rest.Config{
		Limits: figures, Shards: max(1, cfg.Shards),
		Concurrency: max(1, cfg.Concurrency), ClientSecret: cfg.ClientSecret, Validator: cfg.Validator,
		JournalLimit: cfg.JournalLimit,
	})
	posts := endpoint.New(w, gw, api)
	return &Sim{
		World: world.Outside(w), gatewayControls: gateway.NewControls(gw), restControls: rest.NewControls(api),
		endpointControls: endpoint.NewControls(posts), People: people.New(w),
		state: w, gateway: gw, api: api,
	}
}

// Handler serves the same Discord over HTTP: REST under /api/v9 and /api/v10, attachments under
// /attachments, the gateway at /gw. Use it for a server on the loopback interface. Sim.Close ends
// its gateway connections; the caller ends the server.
func (s *Sim) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if req.URL.Path == "/gw" || req.URL.Path == "/gw/" {
			s.gateway.ServeHTTP(w, req)
			return
		}
		s.api.ServeHTTP(w, req)
	})
}

// Attach makes a session use the simulator in this process. It replaces the transport of the
// session's client and a copy of its dialer, and changes nothing else. Call it before Open.
//
// In a synctest bubble call synctest.Wait right before the session's Close. Close sleeps for a
// second with the session's lock held; a heartbeat that waits for that lock meanwhile would stop
// the bubble's clock for ever.
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
	dialer.NetDial = func(string, string) (net.Conn, error) { return s.gateway.Dial() }
	session.Dialer = &dialer
}

// Close ends connections, timers and subscriptions, and waits for all goroutines of the simulator.
// Close the bot's session first. Do not call Close from a Subscribe function.
func (s *Sim) Close() {
	w := s.state
	w.Lock()
	s.gateway.CloseConns()
	w.ShutDown()
	w.Unlock()
	w.Wait()
}

// CallsUnderWay returns the number of unanswered REST calls to a route, such as
// "/channels/{channel_id}/messages"; "" means all.
func (s *Sim) CallsUnderWay(route string) int {
	s.state.Lock()
	defer s.state.Unlock()
	return s.api.InFlight(route)
}

// Settle waits until there is no unanswered REST call, no event on its way to the bot, and no
// interaction without its first or deferred answer. It does not wait for later work of the bot,
// such as a computer player's move. In a synctest bubble use synctest.Wait instead.
func (s *Sim) Settle(ctx context.Context) error {
	var calls, interactions int
	var events bool
	err := s.state.Await(ctx, func() bool {
		calls, interactions, events = s.api.InFlight(""), s.state.Unsettled, s.gateway.Sending()
		return calls == 0 && interactions == 0 && !events
	})
	if err != nil {
		return fmt.Errorf("%w with %d calls and %d interactions under way (events: %t)", err, calls, interactions,
			events)
	}
	return nil
}
