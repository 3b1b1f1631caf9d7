package bot

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
type AppConfig struct {
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
	AppConfig
	ctx   context.Context // ends when the bot does
	set   *set
	queue tasks.Queue
}

// NewApp makes an App that works until ctx ends.
func NewApp(ctx context.Context, cfg AppConfig) *App {
	return &App{AppConfig: cfg, ctx: ctx, set: newSet(cfg.Games), queue: tasks.Queue{Log: cfg.Log}}
}

// Handling is the context of a request: work that has been taken up is finished even while the bot is ending.
func (a *App) Handling() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(a.ctx), discord.CallWithin)
}

// Wait returns when everything that was received is answered.
func (a *App) Wait() { a.queue.Wait() }
