// Package bot is Paddock on Discord: it makes the rooms, connects them and waits for them. The work is done in the rooms, which import each other in
// one direction only:
//
//	router    decodes interactions, finds who answers them, and answers in time
//	command   what people can ask for: each command, button and menu; calls the match service, returns a reply
//	deliver   brings what people see up to date: boards, private boards, tournaments
//	show      a match and its reader in, a message out
//	say       every sentence, in every language (lang)
//	people    who is written to in which language, and who is being erased
//	discord   what is needed of Discord; knows no match. Its pace says when a request may be sent
//	peers     other processes on the same store, and who does what
//	tasks     queues and locks
//	think     computer players; tick: deadlines
//	coach     reviews, hints and puzzles, thought out when no computer player has to move
//
// A move's way: an interaction comes in over the gateway (events.go), is decoded, waits in its match's queue and is handed to its command
// (router/router.go), which calls the match service and returns a reply. What the service has committed is shown by deliver with messages made by
// show. Start reading at [Run].
package bot

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/coach"
	"paddock/bot/command"
	"paddock/bot/deliver"
	"paddock/bot/discord"
	"paddock/bot/discord/pace"
	"paddock/bot/monitor"
	"paddock/bot/peers"
	"paddock/bot/people"
	"paddock/bot/router"
	"paddock/bot/show"
	"paddock/bot/tasks"
	"paddock/bot/think"
	"paddock/bot/tick"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/service"
	"paddock/games/scene"
	"paddock/games/tourney"
	"paddock/render"
)

// Config is what the bot is made of. Token, Store and Games are needed; the rest has defaults.
type Config struct {
	Token   string
	BaseURL string // of Discord, https://discord.com if empty
	// RequestsPerSecond is how many requests Discord allows this bot over all; zero: what it allows everybody. The bot stays below it.
	RequestsPerSecond int
	// Interactions, if set, is where interactions are taken by HTTP; no gateway is opened then.
	Interactions *Interactions
	// Shards is the number of connections to the gateway that all processes have together; 0: one for a process that has its store to itself, otherwise as
	// many as Discord recommends.
	Shards int
	// SilentAtMost is how long Discord may leave heartbeats unanswered before the only connection is dead; zero: two and a half of Discord's heartbeats.
	SilentAtMost time.Duration

	Store match.Store
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
	Match  service.Config           // durations and limits only: what is zero has its default
	Think  think.Config             // workers and times only
	Tick   tick.Config              // the outage only
	Coach  coach.Config             // nodes and time only
	Jumps  <-chan struct{}          // a value says that Now was put forward; nil: it never is
	Attach func(*discordgo.Session) // changes the session before it is opened: for a simulated Discord
	Ready  func()                   // called when the bot is open for business

	Monitor *monitor.Monitor // is told how the bot is doing; nil: nobody is
}

// Interactions is the address to which Discord posts interactions, and the application's public key, by which they are signed.
type Interactions struct {
	Listener net.Listener
	Key      ed25519.PublicKey
}

// GCPercent is what debug.SetGCPercent is best told in a process that is the bot: what lives is a few megabytes, and at Go's own 100 they would be
// looked through several times a second for the sake of a few megabytes more. MemoryLimit, in bytes, is what debug.SetMemoryLimit is best told while
// that is so, so that this does not grow without bounds; with more alive it must be more. Both are for main to decide.
const (
	GCPercent   = 800
	MemoryLimit = 60 << 20
)

// bot is a running bot.
type bot struct {
	cfg     Config
	log     *slog.Logger
	ctx     context.Context // ends when the bot does
	fail    context.CancelCauseFunc
	started time.Time

	connection connection
	client     *discord.Client
	matches    *service.Service
	people     *people.Book
	router     *router.Router
	events     tasks.Queue // of the gateway, interactions apart

	peers *peers.Peers  // nil: nobody else has the store open
	lost  chan struct{} // holds a token when another process has ended

	engine        *deliver.Engine
	boards        *deliver.Boards
	privateBoards *deliver.PrivateBoards
	notices       *deliver.Notices
	calls         *deliver.Calls
	overviews     *deliver.Overviews

	thinkers *think.Pool
	ticker   *tick.Ticker

	// Nil where the store keeps no tournaments.
	tournaments        *tourney.Service
	tournamentTicker   *tick.Tournaments
	tournamentMessages *deliver.Tournaments
	tournamentNotices  *deliver.TournamentNotices

	open atomic.Bool // the way is open

	mu    sync.Mutex
	appID string // of the READY event
	botID string
}

// Run is the bot. It returns when ctx ends, or with a sentence for the operator when it can't go on: a rejected token, a dead connection. It
// waits for everything it has started.
func Run(ctx context.Context, cfg Config) error {
	b, err := newBot(ctx, cfg)
	if err != nil {
		return err
	}
	defer b.fail(nil)
	since, err := b.missed(b.ctx)
	b.check(b.ctx, "what was missed", err)
	var work sync.WaitGroup
	for _, f := range b.early() {
		work.Go(func() { f(b.ctx) })
	}
	b.check(b.ctx, "the newest boards", b.boards.Fresh(b.ctx))
	if err := b.connection.Open(b.ctx); err != nil {
		b.fail(err) // unless something else has ended it
		err = context.Cause(b.ctx)
		b.stop(&work)
		return verdict(ctx, err)
	}
	b.open.Store(true)
	work.Go(func() { b.takeUp(b.ctx, since) })
	for _, f := range b.duties() {
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
	cfg = cfg.complete()
	session, err := discord.NewSession(discord.SessionConfig{Token: cfg.Token, BaseURL: cfg.BaseURL, Attach: cfg.Attach})
	if err != nil {
		return nil, err
	}
	b := &bot{
		cfg: cfg, log: cfg.Log, started: cfg.Now(), events: tasks.Queue{Log: cfg.Log}, lost: make(chan struct{}, 1),
		client: discord.NewClient(session),
	}
	b.client.Pace = pace.New(cfg.RequestsPerSecond)
	b.ctx, b.fail = context.WithCancelCause(ctx)
	if b.peers, err = peers.Enter(ctx, cfg.Store, cfg.Log); err != nil {
		return nil, fmt.Errorf("ask who else has the database open: %w", err)
	}
	m := cfg.Match
	m.Store, m.Games, m.Now, m.Rand, m.Log = cfg.Store, cfg.Games, cfg.Now, cfg.Rand, cfg.Log
	b.matches = service.New(m)
	if cfg.Tournaments != nil {
		b.tournaments = tourney.New(tourney.Config{Store: cfg.Tournaments, Matches: b.matches, Now: cfg.Now, Log: cfg.Log})
	}
	b.people = people.New(b.matches, b.tournaments, cfg.Log)
	b.thinking()
	b.delivering()
	b.subscribe()
	b.connection = b.choose(session)
	b.monitor()
	return b, nil
}

// complete is the configuration with its defaults.
func (c Config) complete() Config {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Rand == nil {
		c.Rand = rand.Reader
	}
	if c.Draw == nil {
		c.Draw = render.New(nil, 0).PNG
	}
	if c.Chart == nil {
		c.Chart = render.New(nil, 1).Chart
	}
	if c.Tournaments == nil {
		c.Tournaments, _ = c.Store.(tourney.Store)
	}
	return c
}

// delivering makes what shows things, and what answers people.
func (b *bot) delivering() {
	b.engine = deliver.NewEngine(b.ctx, b.fail, b.peers, b.log)
	shown := &show.Maker{Games: b.cfg.Games, Draw: b.cfg.Draw, Animate: b.cfg.Animate, Chart: b.cfg.Chart, Log: b.log}
	d := deliver.Deps{Engine: b.engine, Client: b.client, Matches: b.matches, Show: shown, People: b.people, Log: b.log, Self: b.self, Now: b.cfg.Now}
	if b.tournaments != nil {
		b.tournamentMessages = deliver.NewTournaments(d, b.tournaments, b.cfg.Now)
	}
	b.boards = deliver.NewBoards(d, b.tournamentMessages, b.cfg.Now)
	if b.tournaments != nil {
		b.tournamentNotices = deliver.NewTournamentNotices(d, b.tournaments, b.boards)
	}
	b.privateBoards = deliver.NewPrivateBoards(d, b.cfg.Now)
	b.notices = deliver.NewNotices(d, b.boards)
	b.calls = deliver.NewCalls(d)
	b.overviews = deliver.NewOverviews(d)
	coached := b.cfg.Coach
	coached.Pool = b.thinkers
	thoughtful := coach.New(coached)
	deliver.NewCards(d, b.boards, thoughtful)
	b.router = router.New(b.ctx, router.Config{
		Games: b.cfg.Games, Matches: b.matches, Tournaments: b.tournaments, Client: b.client, Show: shown,
		Boards: b.boards, PrivateBoards: b.privateBoards, Overviews: b.overviews, TournamentMessages: b.tournamentMessages,
		People: b.people, Coach: thoughtful, Log: b.log, Now: b.cfg.Now, Fail: b.fail, Observe: b.cfg.Monitor.Interaction,
	}, command.Table(b.cfg.Games))
}

// thinking makes what acts by itself: the computer players and the clocks.
func (b *bot) thinking() {
	thinking, ticking := b.cfg.Think, b.cfg.Tick
	thinking.Matches, thinking.Log = b.matches.Computers, b.log
	ticking.Matches, ticking.Deadlines, ticking.Now, ticking.Log = b.matches.Referee, b.cfg.Store, b.cfg.Now, b.log
	if !b.peers.Alone() {
		thinking.Matches = &thoughts{
			Computers: b.matches.Computers, peers: b.peers, held: make(map[match.ID]func()), wake: b.rethink,
		}
		ticking.AtMost = sweepEvery
		ticking.Matches = &clocks{Referee: b.matches.Referee, peers: b.peers, now: b.cfg.Now}
	}
	b.thinkers, b.ticker = think.New(thinking), tick.New(ticking)
	if b.tournaments != nil {
		b.tournamentTicker = tick.NewTournaments(b.tournaments, b.cfg.Now, b.log)
		b.tournamentTicker.Take = func(ctx context.Context, id tourney.ID) (give func(), mine bool) {
			return b.peers.Take(ctx, match.TournamentDuty, string(id))
		}
	}
	b.peers.OnLost(func() {
		select {
		case b.lost <- struct{}{}:
		default:
		}
	})
}

// subscribe has everybody told of changes.
func (b *bot) subscribe() {
	b.matches.OnChange(func(c match.Change) {
		b.boards.Changed(c)
		b.privateBoards.Changed(c)
		b.notices.Changed(c)
		b.calls.Changed(c)
		b.overviews.Changed(c)
		if c.Match.Thinking() != 0 {
			b.thinkers.Wake(c.Match)
		}
		b.ticker.Due(c.Match.Due)
	})
	if b.tournaments == nil {
		return
	}
	b.tournaments.OnChange(func(r tourney.Record) {
		b.tournamentTicker.Attend(r.ID) // a change that failed half-way is gone on with
		b.tournamentMessages.Mark(r)
		b.tournamentNotices.Mark(r)
	})
	b.matches.OnChange(func(c match.Change) {
		if m := c.Match; m.Tournament != "" && (m.Status == match.Over || m.Status == match.Closed) {
			b.tournamentTicker.Attend(tourney.ID(m.Tournament))
		}
	})
}

// early are the duties that run from the beginning among other processes: no clock waits until all that another one has left undone has been looked
// through.
func (b *bot) early() []func(context.Context) {
	if b.peers.Alone() {
		return nil
	}
	return []func(context.Context){b.tick, b.peers.Run}
}

// duties are what runs from then on until the bot ends.
func (b *bot) duties() []func(context.Context) {
	list := []func(context.Context){b.think, b.watch, b.jumps, b.boards.Run, b.people.Run, b.router.Registering}
	if b.peers.Alone() {
		list = append(list, b.tick)
	} else {
		list = append(list, b.share, b.hear)
	}
	if b.tournaments != nil {
		list = append(list, b.attendTournaments)
	}
	return list
}

func (b *bot) think(ctx context.Context) { b.ended("thinking", b.thinkers.Run(ctx)) }

func (b *bot) tick(ctx context.Context) { b.ended("ticking", b.ticker.Run(ctx)) }

// jumps looks at all clocks again when Now was put forward.
func (b *bot) jumps(ctx context.Context) {
	for {
		select {
		case <-b.cfg.Jumps:
			b.ticker.Wake()
			if b.tournaments != nil {
				b.tournamentTicker.Wake()
			}
		case <-ctx.Done():
			return
		}
	}
}

// watch ends the bot when the connection is dead.
func (b *bot) watch(ctx context.Context) {
	if err := b.connection.Watch(ctx); err != nil {
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
	b.connection.Close()
	b.events.End()
	b.router.Wait()
	work.Wait()
	b.engine.Close()
	ctx, cancel := b.router.Handling()
	defer cancel()
	b.boards.Record(ctx)
	b.peers.Leave()
}

// self is the bot's own user.
func (b *bot) self() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.botID
}
