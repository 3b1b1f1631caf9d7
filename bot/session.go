package bot

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Reasons for Run to end. They are for main: each is a sentence of its own.
var (
	errToken   = errors.New("the bot token is rejected by Discord: make a new one in the developer portal and put it into DISCORD_TOKEN")
	errIntents = errors.New("the gateway's intents are refused by Discord, although none of them is privileged: check the application's settings")
	errStart   = errors.New("the gateway of Discord did not get ready within 30 s: it may be down; start again later")
	errSilence = errors.New("the connection to Discord has been dead for too long: ending, to be started afresh")
)

// How long the gateway may be silent. Heartbeats come every 41 s.
const (
	readyWithin   = 30 * time.Second
	silentAtMost  = 105 * time.Second // two and a half heartbeats
	lockedAtMost  = 30 * time.Second
	watchInterval = 15 * time.Second
	fewIdentifies = 50 // of the 1,000 a day: below this a start waits, lest the token be reset
)

const gatewayIntents = discordgo.IntentsGuilds

// newSession makes a session that needs no privileged intent, keeps no state and hands events over in their order.
func newSession(cfg Config) (*discordgo.Session, error) {
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
			return nil, fmt.Errorf("the address of Discord, %q, is not an URL", cfg.BaseURL)
		}
		s.Client.Transport = elsewhere{base, transport}
	}
	if cfg.Attach != nil {
		cfg.Attach(s)
	}
	return s, nil
}

// elsewhere sends what is meant for discord.com to another address, and nothing to anybody else.
type elsewhere struct {
	base *url.URL
	next http.RoundTripper
}

func (e elsewhere) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Host != "discord.com" {
		return nil, fmt.Errorf("refused to call %s: only Discord is called", r.URL.Host)
	}
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = e.base.Scheme, e.base.Host, e.base.Host
	return e.next.RoundTrip(r)
}

// open connects to the gateway, and waits for Discord as long as it can't be reached: nobody may be there to start the bot again. Only what waiting
// does not mend ends it.
func (b *bot) open(ctx context.Context) error {
	for pause := openPause; ; pause = min(2*pause, openPauseMost) {
		err := b.tryOpen(ctx)
		if err == nil || ctx.Err() != nil || errors.Is(err, errToken) || errors.Is(err, errIntents) || errors.Is(err, errStart) {
			return err
		}
		b.log.Warn("Discord can't be reached: trying again", "in", pause.String(), "err", err)
		if !sleep(ctx, jitter(pause)) {
			return ctx.Err()
		}
	}
}

// Pauses between attempts to connect. At the longest there are some hundred attempts a day, of 1,000 that Discord allows.
const (
	openPause     = time.Second
	openPauseMost = 5 * time.Minute
)

// tryOpen connects once. A bad token is found by an ordinary call before, because the gateway's answer to it is a loop.
func (b *bot) tryOpen(ctx context.Context) error {
	if err := b.checkToken(ctx); err != nil {
		return err
	}
	opened := make(chan error, 1)
	go func() { opened <- b.session.Open() }() // may never return: then the process ends
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
	case err == nil:
		return nil
	case closedWith(err, 4004):
		return errToken
	case closedWith(err, 4013), closedWith(err, 4014):
		return errIntents
	case errors.As(err, &dead):
		return fmt.Errorf("could not reach Discord's gateway: %w", scrub(err))
	}
	return fmt.Errorf("could not open Discord's gateway: %w", scrub(err))
}

// closedWith reports whether the gateway closed the connection with a code. The error's type belongs to discordgo's websocket library, so its
// text has to do.
func closedWith(err error, code int) bool {
	return strings.Contains(err.Error(), fmt.Sprintf("close %d", code))
}

// checkToken asks how many connections may still be made today, and waits if there are hardly any left.
func (b *bot) checkToken(ctx context.Context) error {
	var limit discordgo.SessionInformation
	err := patiently(ctx, func() error {
		got, err := b.session.GatewayBot(discordgo.WithContext(ctx), discordgo.WithRetryOnRatelimit(false))
		if got != nil {
			limit = got.SessionStartLimit
		}
		return err
	})
	if t, _ := diagnose(err); t == tokenDead {
		return errToken
	}
	if err != nil {
		return fmt.Errorf("could not reach Discord: %w", scrub(err))
	}
	if limit.Total > 0 && limit.Remaining < min(fewIdentifies, limit.Total/2) {
		wait := time.Duration(limit.ResetAfter) * time.Millisecond
		b.log.Warn("hardly any connections left today: waiting", "left", limit.Remaining, "for", wait.String())
		sleep(ctx, wait)
	}
	return ctx.Err()
}

// watch ends the bot when the connection is dead: discordgo notices late, and in some cases never. It exits when ctx ends.
func (b *bot) watch(ctx context.Context) {
	locked := time.Duration(0)
	for sleep(ctx, watchInterval) {
		if !b.session.TryRLock() {
			if locked += watchInterval; locked >= lockedAtMost {
				b.fail(errSilence)
			}
			continue
		}
		heard := b.session.LastHeartbeatAck
		b.session.RUnlock()
		locked = 0
		if time.Since(heard) > silentAtMost {
			b.fail(errSilence)
		}
	}
}
