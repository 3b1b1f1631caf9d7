// Package bot is Paddock on Discord: it makes the features and layers, connects them and waits for
// them. Each feature is a package of its own. Below them are layers that features share and that
// know no feature.
//
// Features, none of which imports another. features.go lists them; each is a [Feature]:
//
//	play        a running match: moves, set-ups, draws, takebacks, resigning, claims, pauses, watching, following
//	challenge   how a match begins: /play, start, challenges, the lobby, calls, rematches, odds
//	tournament  the command, messages, charts and notices of tournaments
//	server      settings, channels, roles, moderation, the standing message
//	person      a user's settings, hours, vacation, blocks, privacy, ratings, finished matches
//	ahead       trial boards, conditional moves, notes
//	learn       lessons, hints, reviews, puzzles, the turning point of a finished match
//	record      history, replay, what happened, export, import, reports, receipts
//	vote        how the votes of a channel stand
//	help        help and rules
//	activity    pages on which people play by touch, or watch by a link
//
// Layers, each of which imports only those below it:
//
//	answer      what features share: which match is meant, who may play where, how a change of a match is answered
//	request     decodes an interaction, finds its feature, answers in time, registers the commands; knows no match service
//	deliver     one engine that updates everything people see: boards, private boards, calls, digests and what features register
//	board       a match and its reader in, a message out
//	component   the custom ids of buttons, menus and forms
//	people      the languages of members and servers, and who is being erased; sight: who can see a channel
//	say         sentences that several packages use; lang: every language
//	discord     what is needed of Discord; knows no match. Its pace decides when a request may be sent
//	tasks       queues and locks
//
// Beside them work think, the computer players; tick, the deadlines; coach, long computations for
// people; peers, other processes on the same store; monitor, numbers for Prometheus and health.
// Around the bot are cli, the command line; terminal, the games without Discord; discordsim, a
// strict Discord in memory; sandbox, a page on top of it; story, the test rig.
//
// A move's way: an interaction comes in over the gateway (events.go) or by HTTP, waits in its
// person's queue, and request hands it to the handler of its feature (play/move.go). The handler
// calls the match service and answers through answer (commit.go). Deliver shows what the service
// has committed, with messages made by board. Start reading at [Run].
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

	"paddock/bot/activity"
	"paddock/bot/answer"
	"paddock/bot/board"
	"paddock/bot/coach"
	"paddock/bot/deliver"
	"paddock/bot/discord"
	"paddock/bot/discord/pace"
	"paddock/bot/emoji"
	"paddock/bot/lang"
	"paddock/bot/monitor"
	"paddock/bot/peers"
	"paddock/bot/people"
	"paddock/bot/request"
	"paddock/bot/tasks"
	"paddock/bot/think"
	"paddock/bot/tick"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/decide"
	"paddock/games/match/service"
	"paddock/games/scene"
	"paddock/games/tourney"
	"paddock/render"
	"paddock/render/chart"
)

// Config configures the bot. Token, Store and Games are required; the rest has defaults.
type Config struct {
	Token   string
	BaseURL string // base address of Discord; empty: https://discord.com
	// RequestsPerSecond is Discord's limit of requests for this bot; 0: the usual limit. The bot
	// stays below it.
	RequestsPerSecond int
	// Interactions makes the bot receive interactions by HTTP instead of the gateway; nil: by the
	// gateway.
	Interactions *Interactions
	// Pages makes the bot serve pages on which people play by touch; nil: none.
	Pages *Pages
	// Shards is the number of gateway connections of all processes together. 0 means one for a
	// process with a store of its own, otherwise as many as Discord recommends.
	Shards int
	// SilentAtMost is the longest time without an answer to heartbeats before a bot's only
	// connection counts as dead; 0: two and a half heartbeat intervals.
	SilentAtMost time.Duration

	Store Store
	Games []*games.Game
	Log   *slog.Logger
	Now   func() time.Time
	Rand  io.Reader // source of ids and seeds
	Pictures

	PerMove   time.Duration // time per move if neither the challenge nor the server sets one; 0: see service.Config
	Workers   int           // number of computer players that think at once; 0: see think.Config
	Nodes     int64         // positions searched for each move of a review; 0: see coach.Config
	NoReviews bool          // matches of people are not reviewed as soon as they end, only when somebody asks

	// receives a value after Now was put forward, which is then no outage of the bot; nil: Now
	// never jumps
	Jumps  <-chan struct{}
	Attach func(*discordgo.Session) // function that changes the session before it is opened, for a simulated Discord
	Ready  func()                   // function that is called when the bot is ready to answer people

	Monitor *monitor.Monitor // receives the bot's numbers; nil: none are kept
}

// Pictures draws what the bot shows. The zero value draws boards and charts, but no icons and
// replays.
type Pictures struct {
	Draw func(scene.Scene) ([]byte, error) // draws a board; nil: the bot's own renderer does
	// Icon draws the icons of pieces, which become emojis of the application; nil: buttons have
	// none.
	Icon func(scene.Scene) ([]byte, error)
	// Animate makes an animated GIF of the positions of a match; nil: there are no replays.
	Animate func([]scene.Scene) ([]byte, error)
	Chart   func(chart.Chart) ([]byte, error) // draws the standings of a tournament; nil: the bot's own renderer does
}

// Store stores matches and tournaments.
type Store interface {
	match.Store
	tourney.Store
}

// Interactions is the address that receives interactions from Discord, and the application's public
// key, which verifies their signatures.
type Interactions struct {
	Listener net.Listener
	Key      ed25519.PublicKey
}

// Pages configures the pages and their address.
type Pages struct {
	Listener net.Listener
	Secret   string // the application's client secret
	Links    string // the public address of pages that everybody may open by a link; empty: there are no links
	// ProxyKey verifies the signatures of Discord's proxy; nil: it does not sign requests.
	ProxyKey ed25519.PublicKey
}

// GCPercent and MemoryLimit are the recommended arguments of debug.SetGCPercent and
// debug.SetMemoryLimit. The live heap is a few megabytes, so Go's default of 100 would collect
// garbage several times a second. MemoryLimit, in bytes, bounds the growth that this allows. The
// program's main function decides whether to use them.
const (
	GCPercent   = 800
	MemoryLimit = 60 << 20
)

// bot is a running bot.
type bot struct {
	cfg     Config
	log     *slog.Logger
	ctx     context.Context // cancelled when the bot ends
	fail    context.CancelCauseFunc
	started time.Time

	connection connection
	client     *discord.Client
	matches    *service.Service
	people     *people.Book
	router     *request.Router
	events     tasks.Queue // gateway events other than interactions

	peers  *peers.Peers // nil: no other process has the store open
	lost   tasks.Signal // a value is sent when another process has ended
	handed tasks.Signal // a value is sent when another process has handed an interaction on

	engine        *deliver.Engine
	boards        *deliver.Boards
	privateBoards *deliver.PrivateBoards
	notices       *deliver.Notices
	calls         *deliver.Calls
	pages         *activity.Feature
	features      []Feature

	thinkers *think.Pool
	ticker   *tick.Ticker

	tournaments      *tourney.Service
	tournamentTicker *tick.Tournaments

	open atomic.Bool // the connection to Discord is open

	mu    sync.Mutex
	appID string // id of the application, from the READY event
	botID string
}

// Run runs the bot until ctx ends. It returns an error with a sentence for the operator if the bot
// can't continue, for example after a rejected token. It waits for everything that it has started.
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
		b.fail(err) // the first failure of the bot counts
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

// verdict returns the result of Run: nil if ctx has ended.
func verdict(ctx context.Context, err error) error {
	if ctx.Err() != nil || errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

func newBot(ctx context.Context, cfg Config) (*bot, error) {
	cfg = cfg.complete()
	session, err := discord.NewSession(discord.SessionConfig{
		Token: cfg.Token, BaseURL: cfg.BaseURL,
		Attach: cfg.Attach,
	})
	if err != nil {
		return nil, err
	}
	b := &bot{
		cfg: cfg, log: cfg.Log, started: cfg.Now(), events: tasks.Queue{Log: cfg.Log}, lost: tasks.NewSignal(),
		handed: tasks.NewSignal(),
		client: discord.NewClient(session),
	}
	b.client.Pace = pace.New(cfg.RequestsPerSecond)
	b.ctx, b.fail = context.WithCancelCause(ctx)
	if b.peers, err = peers.Enter(ctx, cfg.Store, cfg.Log); err != nil {
		return nil, fmt.Errorf("ask who else has the database open: %w", err)
	}
	b.matches = service.New(service.Config{
		Store: cfg.Store, Games: cfg.Games, Now: cfg.Now, Rand: cfg.Rand,
		Log: cfg.Log, Defaults: decide.Defaults{PerMove: cfg.PerMove}, Absent: b.membersGone,
	})
	b.tournaments = tourney.New(tourney.Config{Store: cfg.Store, Matches: b.matches, Now: cfg.Now, Log: cfg.Log})
	b.people = people.New(b.matches, b.tournaments, cfg.Log)
	b.thinking()
	b.delivering()
	b.subscribe()
	b.connection = b.choose(session)
	b.monitor()
	return b, nil
}

// complete returns the configuration with its defaults.
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
	return c
}

// delivering creates the parts that show matches and answer people.
func (b *bot) delivering() {
	b.engine = deliver.NewEngine(b.ctx, b.fail, b.peers, b.log)
	shown := &board.Maker{Games: b.cfg.Games, Draw: b.cfg.Draw, Animate: b.cfg.Animate, Chart: b.cfg.Chart, Log: b.log}
	d := deliver.Deps{
		Engine: b.engine, Client: b.client, Matches: b.matches, Show: shown, People: b.people, Log: b.log,
		Self: b.self, Now: b.cfg.Now, Tokens: new(deliver.Tokens),
	}
	b.boards = deliver.NewBoards(d)
	b.privateBoards = deliver.NewPrivateBoards(d)
	b.notices = deliver.NewNotices(d, b.boards)
	b.calls = deliver.NewCalls(d)
	base := &answer.Base{
		Games: b.cfg.Games, Matches: b.matches, Client: b.client, Show: shown, Boards: b.boards,
		PrivateBoards: b.privateBoards, People: b.people, Log: b.log, Now: b.cfg.Now,
	}
	reviews := coach.New(coach.Config{Pool: b.thinkers, Nodes: b.cfg.Nodes, Unasked: !b.cfg.NoReviews})
	pages := activity.Config{Discord: b.cfg.BaseURL, App: b.app, Self: b.self, Course: func(id match.ID) []float64 {
		kept, _ := reviews.Kept(id)
		if kept.Secrets { // the curve would not say whose view it is
			return nil
		}
		return kept.Course(0)
	}}
	pages.Spend = func(l lang.Language, u match.UserID, g match.GuildID, cost int) error {
		return b.router.Spend(l, u, g, cost)
	}
	if p := b.cfg.Pages; p != nil {
		pages.Secret, pages.Links, pages.ProxyKey = p.Secret, p.Links, p.ProxyKey
		shown.Touch, shown.Links = true, p.Links != ""
	}
	b.pages = activity.New(base, pages)
	var commands *request.Set
	b.features, commands = features(base,
		parts{deliver: d, notices: b.notices, tournaments: b.tournaments, coach: reviews, pages: b.pages})
	b.router = request.New(b.ctx, request.Config{
		Client: b.client, People: b.people, Notes: b.matches.Settings, Log: b.log, Now: b.cfg.Now, Fail: b.fail,
		Hooks: base.MatchHooks(), Observe: b.cfg.Monitor.Interaction,
		HandOn: b.handOn,
	}, commands)
}

// thinking creates the parts that act without a request: computer players and clocks.
func (b *bot) thinking() {
	thinking := think.Config{Matches: b.matches.Computers, Workers: b.cfg.Workers, Log: b.log}
	ticking := tick.Config{Matches: b.matches.Referee, Deadlines: b.cfg.Store, Now: b.cfg.Now, Log: b.log}
	if b.cfg.Jumps != nil {
		ticking.Outage = -1
	}
	if !b.peers.Alone() {
		thinking.Matches = &thoughts{
			Computers: b.matches.Computers, peers: b.peers, held: make(map[match.ID]func()), wake: b.rethink,
		}
		ticking.AtMost = sweepEvery
		ticking.Matches = &clocks{Referee: b.matches.Referee, peers: b.peers, now: b.cfg.Now}
	}
	b.thinkers, b.ticker = think.New(thinking), tick.New(ticking)
	b.tournamentTicker = tick.NewTournaments(b.tournaments, b.cfg.Now, b.log)
	b.tournamentTicker.Take = func(ctx context.Context, id tourney.ID) (give func(), mine bool) {
		return b.peers.Take(ctx, match.TournamentDuty, string(id))
	}
	b.peers.OnLost(b.lost.Send)
}

// subscribe connects everything that reacts to changes of matches and tournaments.
func (b *bot) subscribe() {
	b.matches.OnChange(func(c match.Change) {
		b.boards.Changed(c)
		b.privateBoards.Changed(c)
		b.notices.Changed(c)
		b.calls.Changed(c)
		for _, f := range b.features {
			if w, ok := f.(watcher); ok {
				w.Changed(c)
			}
		}
		if c.Match.Thinking() != 0 {
			b.thinkers.Wake(c.Match)
		}
		b.ticker.Due(c.Match.Due)
		if m := c.Match; m.Tournament != "" &&
			(m.Status == match.Over || m.Status == match.Closed || m.Stalling() != 0) {
			b.tournamentTicker.Attend(tourney.ID(m.Tournament))
		}
	})
	b.tournaments.OnChange(func(r tourney.Record) {
		b.tournamentTicker.Attend(r.ID) // repeats a change that has failed half-way
		for _, f := range b.features {
			if w, ok := f.(tournamentWatcher); ok {
				w.TournamentChanged(r)
			}
		}
	})
}

// early returns the duties that start before the connection, if other processes are running. Clocks
// must not wait until a dead process's unfinished work is done.
func (b *bot) early() []func(context.Context) {
	if b.peers.Alone() {
		return nil
	}
	return []func(context.Context){b.tick, b.peers.Run}
}

// duties returns the functions that run from the connection on, until the bot ends.
func (b *bot) duties() []func(context.Context) {
	list := []func(context.Context){
		b.think, b.watch, b.jumps, b.boards.Run, b.people.Run, b.router.Registering,
		b.attendTournaments,
	}
	if b.cfg.Icon != nil {
		list = append(list, emoji.New(b.client, b.cfg.Games, b.cfg.Icon, b.log).Run)
	}
	if b.peers.Alone() {
		list = append(list, b.tick)
	} else {
		list = append(list, b.share, b.hear)
	}
	if b.cfg.Pages != nil {
		list = append(list, b.pages.Run, b.servePages)
	}
	return list
}

func (b *bot) servePages(ctx context.Context) {
	b.log.Info("boards to touch are served", "addr", b.cfg.Pages.Listener.Addr().String())
	b.ended("serving the pages", b.pages.Serve(ctx, b.cfg.Pages.Listener))
}

func (b *bot) think(ctx context.Context) { b.ended("thinking", b.thinkers.Run(ctx)) }

func (b *bot) tick(ctx context.Context) { b.ended("ticking", b.ticker.Run(ctx)) }

// jumps checks all clocks again after Now was put forward.
func (b *bot) jumps(ctx context.Context) {
	for {
		select {
		case <-b.cfg.Jumps:
			b.ticker.Wake()
			b.tournamentTicker.Wake()
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
	if err != nil { // at the end of the bot an earlier cause is kept
		b.fail(fmt.Errorf("%s has ended: %w", what, err))
	}
}

// stop stops everything that Run has started, in the order in which work flows.
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

// app returns the id of the application, once it is known.
func (b *bot) app() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.appID
}

// self returns the bot's own user.
func (b *bot) self() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.botID
}
