package service

import (
	"context"
	"io"
	"log/slog"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/decide"
)

// Config is the configuration of a Service. Its zero Defaults mean those in their comments.
type Config struct {
	Store match.Store
	Games []*games.Game    // the catalogue, in its order
	Now   func() time.Time // the only source of time
	Rand  io.Reader        // source of match ids and game seeds; it need not be safe for concurrent use
	Log   *slog.Logger     // nil: nothing is logged
	// Absent returns those of the users who have certainly left a server (P82). It must return within
	// about a second. Nil: nobody is ever known to have left.
	Absent func(context.Context, match.GuildID, []match.UserID) []match.UserID

	decide.Defaults
}

// complete returns the configuration with all defaults filled in.
func (c Config) complete() Config {
	c.Defaults = c.Defaults.Complete()
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return c
}
