// Package bot is Paddock on Discord: it turns commands, buttons and menus into moves of matches, and shows what came of them. The rules are in
// paddock/games, matches in paddock/games/match; this package knows no particular game, but ranges over the catalogue for its commands, menus,
// help and boards. It never decides what is legal, never writes the store past the match service, and never sends a message that could notify
// anybody but those it names.
//
// A move's way: an interaction comes in (session.go), is decoded (request.go) and waits in its match's lane (lanes.go); the router (router.go)
// finds its handler (handle_*.go), which calls the match service and returns a reply; answer.go sees to it that there is an answer in time. What
// the service has committed is shown by outbox.go with boards made in board.go and menus.go; computer players answer through
// paddock/bot/think, deadlines come from paddock/bot/tick. Whatever the bot says stands in say.go; in which language, in languages.go. Start reading
// at [Run], then router.go.
package bot

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/tasks"
	"paddock/bot/think"
	"paddock/bot/tick"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/scene"
	"paddock/games/tourney"
	"paddock/render"
)

// Config is what the bot is made of. Token, Store and Games are needed; the rest has defaults.
type Config struct {
	Token   string
	BaseURL string // of Discord, https://discord.com if empty
	Store   match.Store
	// Tournaments keeps tournaments; nil: the Store does, if it can, otherwise there are none.
	Tournaments tourney.Store

	Games []*games.Game
	Log   *slog.Logger
	Now   func() time.Time
	Rand  io.Reader // of ids and seeds
	Draw  func(scene.Scene) ([]byte, error)
	// Animate makes an animated GIF of the positions of a match; nil: there are no replays.
	Animate func([]scene.Scene) ([]byte, error)
	// Chart draws the standing of a tournament; nil: a renderer of the bot's own.
	Chart  func(render.Chart) ([]byte, error)
	Match  match.Config             // durations and limits only: what is zero has its default
	Think  think.Config             // workers and times only
	Tick   tick.Config              // the outage only
	Jumps  <-chan struct{}          // a value says that Now was put forward; nil: it never is
	Attach func(*discordgo.Session) // changes the session before it is opened: for a simulated Discord
	Ready  func()                   // called when the bot is open for business
}

// maxFile is the largest file that is sent.
const maxFile = 8 << 20

// GCPercent is what debug.SetGCPercent is best told in a process that is the bot: what lives is a few megabytes, and at Go's own 100 they would be
// looked through several times a second for the sake of a few megabytes more. MemoryLimit, in bytes, is what debug.SetMemoryLimit is best told, so
// that this does not grow without bounds. Both are for main to decide.
const (
	GCPercent   = 400
	MemoryLimit = 60 << 20
)

// bot is a running bot.
type bot struct {
	cfg       Config
	log       *slog.Logger
	ctx       context.Context // ends when the bot does
	fail      context.CancelCauseFunc
	gateway   *discord.Gateway
	client    *discord.Client
	svc       *match.Service
	thinkers  *think.Pool
	ticker    *tick.Ticker
	outbox    *outbox
	letters   *letters
	cups      *cups // nil: no tournaments
	lanes     tasks.Queue
	languages languages
	started   time.Time

	mu    sync.Mutex
	appID string // of the READY event
	botID string

	left leavers
}

// Run is the bot. It returns when ctx ends, or with a sentence for the operator when it can't go on: a rejected token, a dead connection. It
// waits for everything it has started.
func Run(ctx context.Context, cfg Config) error {
	b, err := newBot(ctx, cfg)
	if err != nil {
		return err
	}
	defer b.fail(nil)
	b.listen()
	if err := b.outbox.sweep(b.ctx); err != nil {
		b.log.Error("could not list what has to be shown", "err", err)
	}
	if err := b.gateway.Open(b.ctx); err != nil {
		b.fail(err) // unless something else has ended it
		err = context.Cause(b.ctx)
		b.stop(nil)
		return verdict(ctx, err)
	}
	b.resumeDepartures(b.ctx)
	if err := b.letters.sweep(b.ctx); err != nil {
		b.log.Error("could not list the letters that have to be shown", "err", err)
	}
	b.cups.resume(b.ctx)
	var work sync.WaitGroup
	for _, f := range []func(context.Context){b.think, b.tick, b.watch, b.jumps, b.outbox.run, b.cups.run} {
		work.Go(func() { f(b.ctx) })
	}
	b.log.Info("ready", "games", len(b.cfg.Games), "after", b.cfg.Now().Sub(b.started).String())
	if cfg.Ready != nil {
		cfg.Ready()
	}
	<-b.ctx.Done()
	b.stop(&work)
	return verdict(ctx, context.Cause(b.ctx))
}

// verdict is what Run returns: nothing when it was told to end.
func verdict(ctx context.Context, err error) error {
	if ctx.Err() != nil || errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

func newBot(ctx context.Context, cfg Config) (*bot, error) {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Rand == nil {
		cfg.Rand = rand.Reader
	}
	if cfg.Draw == nil {
		cfg.Draw = render.New(nil, 0).PNG
	}
	if cfg.Chart == nil {
		cfg.Chart = render.New(nil, 1).Chart
	}
	b := &bot{cfg: cfg, log: cfg.Log, lanes: tasks.Queue{Log: cfg.Log}, started: cfg.Now()}
	session, err := discord.NewSession(discord.SessionConfig{Token: cfg.Token, BaseURL: cfg.BaseURL, Attach: cfg.Attach})
	if err != nil {
		return nil, err
	}
	b.gateway, b.client = &discord.Gateway{Session: session, Log: cfg.Log}, discord.NewClient(session)
	m := cfg.Match
	m.Store, m.Games, m.Now, m.Rand, m.Log = cfg.Store, cfg.Games, cfg.Now, cfg.Rand, cfg.Log
	b.svc = match.New(m)
	b.outbox, b.letters = newOutbox(b), newLetters(b)
	b.computers()
	b.cups = newCups(b)
	b.ctx, b.fail = context.WithCancelCause(ctx)
	return b, nil
}

// computers sets up those who act by themselves, and who is told of changes.
func (b *bot) computers() {
	thinking, ticking := b.cfg.Think, b.cfg.Tick
	thinking.Matches, thinking.Log = b.svc.Computers, b.log
	ticking.Matches, ticking.Deadlines, ticking.Now, ticking.Log = b.svc.Referee, b.cfg.Store, b.cfg.Now, b.log
	b.thinkers, b.ticker = think.New(thinking), tick.New(ticking)
	b.svc.OnChange(func(c match.Change) {
		b.outbox.changed(c)
		b.letters.changed(c)
		if c.Match.Thinking() != 0 {
			b.thinkers.Wake(c.Match.ID)
		}
		b.ticker.Due(c.Match.Due)
	})
}

// think, tick and jumps run until ctx ends.
func (b *bot) think(ctx context.Context) { b.ended("thinking", b.thinkers.Run(ctx)) }

func (b *bot) tick(ctx context.Context) { b.ended("ticking", b.ticker.Run(ctx)) }

func (b *bot) jumps(ctx context.Context) {
	for {
		select {
		case <-b.cfg.Jumps:
			b.ticker.Wake()
			b.cups.signal()
		case <-ctx.Done():
			return
		}
	}
}

// watch ends the bot when the connection is dead.
func (b *bot) watch(ctx context.Context) {
	if err := b.gateway.Watch(ctx); err != nil {
		b.fail(err)
	}
}

func (b *bot) ended(what string, err error) {
	if err != nil && b.ctx.Err() == nil {
		b.fail(fmt.Errorf("%s has ended: %w", what, err))
	}
}

// stop ends what Run has started, in the order in which work flows.
func (b *bot) stop(work *sync.WaitGroup) {
	b.fail(nil)
	b.gateway.Close()
	b.lanes.Wait()
	if work != nil {
		work.Wait()
	}
	b.outbox.close()
	b.letters.close()
}

// self is the bot's own user.
func (b *bot) self() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.botID
}
