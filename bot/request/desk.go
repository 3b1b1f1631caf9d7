package request

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/tasks"
	"paddock/games/match"
)

// Config holds what a Router needs.
type Config struct {
	Client *discord.Client
	People People
	Notes  Notes
	Log    *slog.Logger
	Now    func() time.Time
	Fail   func(error) // function that ends the bot with an error
	Hooks  Hooks
	// HandOn passes a request on to a process of a newer version and reports whether one has taken
	// it. It is called if this program does not know the request or understand its match, and
	// returns within a second or so. Nil: there is no such process.
	HandOn func(ctx context.Context, r *Request, err error) bool
	// Observe, if not nil, is called with every finished request.
	Observe func(kind, command, outcome string, took time.Duration)
}

// People stores users' settings and languages.
type People interface {
	User(ctx context.Context, id match.UserID) (match.User, error)
	Change(ctx context.Context, id match.UserID, change func(*match.User)) error
	// Back records that a user acts again, who may have been erased.
	Back(id match.UserID)
	// Heard stores the languages that a request reports and returns the language to answer in.
	// Answered returns that language without storing anything.
	Heard(ctx context.Context, user match.UserID, locale lang.Language, guild match.GuildID,
		guildLocale string) lang.Language
	Answered(ctx context.Context, user match.UserID, locale lang.Language) lang.Language
}

// Notes stores data about the registration of commands across restarts.
type Notes interface {
	Note(ctx context.Context, key string) (string, error)
	PutNote(ctx context.Context, key, value string) error
}

// Hooks are called for every request, so that higher layers can do their part.
type Hooks struct {
	// Before is called before the handler. The function that it returns is called when the request
	// is finished.
	Before func(ctx context.Context, r *Request) (after func())
	// Place decides where an answer is shown. It returns the answer unchanged, or one that replaces
	// or deletes the message whose button was clicked.
	Place func(r *Request, out Reply) Reply
	// Sent is called after the answer. Refused is why the request was not done, sent is why the
	// answer was not delivered.
	Sent func(ctx context.Context, r *Request, out Reply, refused, sent error)
	// Links returns the buttons below an error message.
	Links func(r *Request, err error) []discordgo.MessageComponent
	// Tell sends the person a direct message, and reports whether it was sent.
	Tell func(ctx context.Context, r *Request, m discord.Message) (told bool, err error)
}

// Router passes each request to its handler and sends the answer. Make it with New. It is safe for
// concurrent use.
type Router struct {
	Config
	Ctx   context.Context // a context that ends when the bot does
	Set   *Set
	queue tasks.Queue

	allowances Allowances

	commandIDs atomic.Pointer[map[string]string] // Discord's ids by command name; nil: not yet known
	apps       chan string                       // holds at most one application whose commands must be registered
}

// New makes a Router for a set of commands. It works until ctx ends.
func New(ctx context.Context, cfg Config, commands *Set) *Router {
	return &Router{
		Config: cfg, Ctx: ctx, Set: commands, queue: tasks.Queue{Log: cfg.Log, Patience: laneWithin},
		apps: make(chan string, 1), allowances: Allowances{Member: memberAllowance, Server: serverAllowance},
	}
}

// Handling returns the context of one request. It does not end with the bot: a request that has
// begun is finished.
func (a *Router) Handling() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(a.Ctx), discord.CallWithin)
}

// Wait returns when all received requests are answered.
func (a *Router) Wait() { a.queue.End() }
