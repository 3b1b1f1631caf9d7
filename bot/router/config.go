package router

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"paddock/bot/coach"
	"paddock/bot/deliver"
	"paddock/bot/discord"
	"paddock/bot/people"
	"paddock/bot/show"
	"paddock/bot/tasks"
	"paddock/games"
	"paddock/games/match/service"
	"paddock/games/tourney"
)

// Config is what requests are answered with.
type Config struct {
	Games              []*games.Game
	Matches            *service.Service
	Tournaments        *tourney.Service // nil: there are none
	Client             *discord.Client
	Show               *show.Maker
	Boards             *deliver.Boards
	PrivateBoards      *deliver.PrivateBoards
	Overviews          *deliver.Overviews
	TournamentMessages *deliver.Tournaments // nil: there are none
	People             *people.Book
	Coach              *coach.Coach
	Log                *slog.Logger
	Now                func() time.Time
	Fail               func(error) // ends the bot
	// Observe, if not nil, is told of every request when it has been dealt with.
	Observe func(kind, command, outcome string, took time.Duration)
}

// Router takes what people ask for to who answers it. It is made by New and safe for concurrent use.
type Router struct {
	Config
	Ctx   context.Context // ends when the bot does
	Set   *Set
	queue tasks.Queue

	allowances allowances

	commandIDs atomic.Pointer[map[string]string] // Discord's, by name; nil before they are known
	apps       chan string                       // holds the application whose commands are to be registered, if that has changed
}

// New makes a Router of commands that works until ctx ends.
func New(ctx context.Context, cfg Config, commands *Set) *Router {
	return &Router{Config: cfg, Ctx: ctx, Set: commands, queue: tasks.Queue{Log: cfg.Log}, apps: make(chan string, 1)}
}

// Handling is the context of a request: work that has been taken up is finished even while the bot is ending.
func (a *Router) Handling() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(a.Ctx), discord.CallWithin)
}

// Wait returns when everything that was received is answered.
func (a *Router) Wait() { a.queue.End() }
