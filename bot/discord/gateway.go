package discord

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// The reasons why a gateway ends. Each is a sentence for the operator.
var (
	ErrToken   = errors.New("the bot token is rejected by Discord: look whether DISCORD_TOKEN has the whole token, and otherwise make a new one in the developer portal (your application, Bot, Reset Token)")
	errIntents = errors.New("the gateway's intents are refused by Discord, although none of them is privileged: check the application's settings")
	errStart   = errors.New("the gateway of Discord did not get ready within 30 s: it may be down; start again later")
	errSilence = errors.New("the connection to Discord has been dead for too long: ending, to be started afresh")
)

// errAway says that the process or its computer did not run for a while.
var errAway = errors.New("the process was stopped for a while")

// Limits of silence on the gateway. Heartbeats come every 41 s.
const (
	readyWithin  = 30 * time.Second
	silentAtMost = 105 * time.Second // the default: two and a half heartbeat intervals
	lockedAtMost = 30 * time.Second
	looks        = 105 // number of checks of the connection during the allowed silence
	// a process that was stopped for this long connects anew; Discord drops a connection that misses
	// a heartbeat
	awayAtLeast = 20 * time.Second
	// with fewer IDENTIFYs left of the 1,000 a day, a start waits, so that Discord does not reset
	// the token
	fewIdentifies = 50
)

const gatewayIntents = discordgo.IntentsGuilds

// SessionConfig configures a session. BaseURL is Discord's address, https://discord.com if empty.
// Attach changes the session before it is opened, for a simulated Discord.
type SessionConfig struct {
	Token   string
	BaseURL string
	Attach  func(*discordgo.Session)
}

// NewSession returns a session that needs no privileged intent, keeps no state and delivers events
// in order.
func NewSession(cfg SessionConfig) (*discordgo.Session, error) {
	s, err := discordgo.New("Bot " + cfg.Token)
	if err != nil {
		return nil, err
	}
	s.Identify.Intents = gatewayIntents
	s.StateEnabled = false
	s.SyncEvents = true
	s.ShouldRetryOnRateLimit = false
	s.MaxRestRetries = 0
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 64
	s.Client = &http.Client{Timeout: 20 * time.Second, Transport: transport}
	if cfg.BaseURL != "" && cfg.BaseURL != "https://discord.com" {
		base, err := url.Parse(cfg.BaseURL)
		if err != nil || base.Host == "" {
			return nil, errors.New("the address of Discord is not a URL: look at PADDOCK_DISCORD_URL")
		}
		s.Client.Transport = redirect{base, transport}
	}
	if cfg.Attach != nil {
		cfg.Attach(s)
	}
	return s, nil
}

// redirect is a transport that sends requests for discord.com to another address, and refuses all
// others.
type redirect struct {
	base *url.URL
	next http.RoundTripper
}

func (e redirect) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Host != "discord.com" {
		return nil, fmt.Errorf("refused to call %s: only Discord is called", r.URL.Host)
	}
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = e.base.Scheme, e.base.Host, e.base.Host
	return e.next.RoundTrip(r)
}

// Gateway is a connection that receives events. Handlers are added to the session before it is
// opened.
type Gateway struct {
	Session *discordgo.Session
	Log     *slog.Logger
	// SilentAtMost is the longest time without an answer to heartbeats before the connection counts
	// as dead; 0: 105 s, two and a half heartbeats.
	SilentAtMost time.Duration

	wall func() time.Time // the computer's clock, which also runs while the computer is suspended; nil: time.Now
}

// Open connects. It waits while Discord can't be reached, because nobody may be there to restart
// the process. It returns only errors that waiting does not fix.
func (g *Gateway) Open(ctx context.Context) error { return reach(ctx, g.Log, g.tryOpen) }

// reach calls try until Discord can be reached.
func reach(ctx context.Context, log *slog.Logger, try func(context.Context) error) error {
	for pause := openPause; ; pause = min(2*pause, openPauseMost) {
		err := try(ctx)
		if err == nil || ctx.Err() != nil || errors.Is(err, ErrToken) || errors.Is(err, errIntents) ||
			errors.Is(err, errStart) {
			return err
		}
		what := "Discord can't be reached: trying again"
		if errors.Is(err, errHolders) {
			what = "no connection to Discord yet, because the database does not answer: trying again"
		}
		log.Warn(what, "in", pause.String(), "err", Redact(err))
		if !Sleep(ctx, Jitter(pause)) {
			return ctx.Err()
		}
	}
}

// The pauses between attempts to connect. With the longest pause there are some hundred attempts a
// day; Discord allows 1,000.
const (
	openPause     = time.Second
	openPauseMost = 5 * time.Minute
)

// tryOpen connects once. An ordinary request finds a bad token first, because discordgo would
// answer the gateway's refusal with a loop.
func (g *Gateway) tryOpen(ctx context.Context) error {
	if err := g.checkToken(ctx); err != nil {
		return err
	}
	opened := make(chan error, 1)
	go func() { opened <- g.Session.Open() }() // Close may never return; then the process ends
	select {
	case err := <-opened:
		return explainOpen(err)
	case <-time.After(readyWithin):
		return errStart
	case <-ctx.Done():
		return ctx.Err()
	}
}

func explainOpen(err error) error {
	var dead net.Error
	switch {
	case err == nil, errors.Is(err, discordgo.ErrWSAlreadyOpen): // discordgo was quicker
		return nil
	case closedWith(err, 4004):
		return ErrToken
	case closedWith(err, 4013), closedWith(err, 4014):
		return errIntents
	case errors.As(err, &dead):
		return fmt.Errorf("could not reach Discord's gateway: %w", Redact(err))
	}
	return fmt.Errorf("could not open Discord's gateway: %w", Redact(err))
}

// closedWith reports whether the gateway closed the connection with a code. The error's type
// belongs to discordgo's websocket library, so closedWith compares the text.
func closedWith(err error, code int) bool {
	return strings.Contains(err.Error(), fmt.Sprintf("close %d", code))
}

// unreached explains to the operator the failure of the first request to Discord.
func unreached(err error) error {
	if f, _ := Classify(err); f == TokenRejected {
		return ErrToken
	}
	return fmt.Errorf("could not reach Discord: %w", Redact(err))
}

// checkToken asks how many sessions may still be started today, and waits if hardly any are left.
func (g *Gateway) checkToken(ctx context.Context) error {
	var limit discordgo.SessionInformation
	err := Retry(ctx, func() error {
		got, err := g.Session.GatewayBot(discordgo.WithContext(ctx), discordgo.WithRetryOnRatelimit(false))
		if got != nil {
			limit = got.SessionStartLimit
		}
		return err
	})
	if err != nil {
		return unreached(err)
	}
	if limit.Total > 0 && limit.Remaining < min(fewIdentifies, limit.Total/2) {
		wait := time.Duration(limit.ResetAfter) * time.Millisecond
		g.Log.Warn("hardly any connections left today: waiting", "left", limit.Remaining, "for", wait.String())
		Sleep(ctx, wait)
	}
	return ctx.Err()
}

// Watch returns an error when the connection is dead, which discordgo notices late or never. After
// the process was stopped, by a closed lid or a paused machine, it connects anew at once: discordgo
// would notice at its next heartbeat, and commands until then would be lost. Watch returns nil when
// ctx ends.
func (g *Gateway) Watch(ctx context.Context) error {
	for {
		err := g.watch(ctx)
		if !errors.Is(err, errAway) {
			return err
		}
		g.Log.Info("the process was stopped for a while: connecting anew")
		if err := g.reopen(ctx); err != nil && ctx.Err() == nil {
			return err
		}
	}
}

// watch returns an error when the connection is dead or the process was stopped, and nil when ctx
// ends. It measures a silence by the monotonic clock: a computer's clock may be set.
func (g *Gateway) watch(ctx context.Context) error {
	wall := g.wall
	if wall == nil {
		wall = time.Now
	}
	var locked time.Duration
	var heard time.Time // value of LastHeartbeatAck
	interval, away := g.silentAtMost()/looks, false
	since, looked := time.Now(), wall().Round(0)
	for Sleep(ctx, interval) {
		now := wall().Round(0)
		away = away || now.Sub(looked) > interval+awayAtLeast
		looked = now
		if !g.Session.TryRLock() {
			if locked += interval; locked >= lockedAtMost {
				return errSilence
			}
			continue
		}
		latest := g.Session.LastHeartbeatAck
		g.Session.RUnlock()
		locked = 0
		if away {
			return errAway
		}
		if !latest.Equal(heard) {
			heard, since = latest, time.Now()
		}
		if g.Silent(time.Since(since)) {
			return errSilence
		}
	}
	return nil
}

// reopen connects anew and resumes the session, so that Discord sends what it has kept.
func (g *Gateway) reopen(ctx context.Context) error {
	if err := g.Session.CloseWithCode(closeResumable); err != nil {
		g.Log.Debug("closing the session", "err", err)
	}
	return g.Open(ctx)
}

// closeResumable is the code of a close frame after which Discord keeps the session.
const closeResumable = 4000

// Silence returns the time since Discord's last message, or since the session was made. It returns
// false while discordgo holds its lock.
func (g *Gateway) Silence() (time.Duration, bool) {
	if !g.Session.TryRLock() {
		return 0, false
	}
	defer g.Session.RUnlock()
	return time.Since(g.Session.LastHeartbeatAck), true
}

// Silent reports whether a silence is so long that the connection must be dead.
func (g *Gateway) Silent(d time.Duration) bool { return d > g.silentAtMost() }

func (g *Gateway) silentAtMost() time.Duration { return cmp.Or(g.SilentAtMost, silentAtMost) }

// Close closes the session. If discordgo hangs with its lock held, the end of the process closes
// it.
func (g *Gateway) Close() {
	if !g.Session.TryRLock() {
		g.Log.Warn("the connection is stuck and is left to itself")
		return
	}
	g.Session.RUnlock()
	if err := g.Session.Close(); err != nil {
		g.Log.Debug("closing the session", "err", err)
	}
}
