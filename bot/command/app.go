// Package command is what people can ask for: every command, button, menu and form. Each command is one value in a file of its own (see [Command]),
// with its definition, who may use it, what it does and what it offers while it is typed; table.go lists them. A handler decodes a request, calls the
// match service and returns a reply; what others see is brought up to date by paddock/bot/deliver. It knows no particular game, but ranges over the
// catalogue, and it never decides what is legal. Start reading at [App.Receive], then table.go.
package command

import (
	"context"
	"log/slog"
	"time"

	"paddock/bot/deliver"
	"paddock/bot/discord"
	"paddock/bot/people"
	"paddock/bot/show"
	"paddock/bot/tasks"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/tourney"
)

// Config is what requests are answered with.
type Config struct {
	Games              []*games.Game
	Matches            *match.Service
	Tournaments        *tourney.Service // nil: there are none
	Client             *discord.Client
	Show               *show.Maker
	Boards             *deliver.Boards
	PrivateBoards      *deliver.PrivateBoards
	TournamentMessages *deliver.Tournaments // nil: there are none
	People             *people.Book
	Log                *slog.Logger
	Now                func() time.Time
	Fail               func(error) // ends the bot
}

// App answers what people ask for. It is made by New and safe for concurrent use.
type App struct {
	Config
	ctx   context.Context // ends when the bot does
	set   *set
	queue tasks.Queue
}

// New makes an App that works until ctx ends.
func New(ctx context.Context, cfg Config) *App {
	return &App{Config: cfg, ctx: ctx, set: newSet(cfg.Games), queue: tasks.Queue{Log: cfg.Log}}
}

// Handling is the context of a request: work that has been taken up is finished even while the bot is ending.
func (a *App) Handling() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(a.ctx), discord.CallWithin)
}

// Wait returns when everything that was received is answered.
func (a *App) Wait() { a.queue.Wait() }
