package service

import (
	"context"
	"io"
	"log/slog"
	"time"

	"paddock/games"
	"paddock/games/match"
)

// Config is the configuration of a Service. A zero duration or number means the default in its
// comment.
type Config struct {
	Store match.Store
	Games []*games.Game    // the catalogue, in its order
	Now   func() time.Time // the only source of time
	Rand  io.Reader        // source of match ids and game seeds; it need not be safe for concurrent use
	Log   *slog.Logger     // nil: nothing is logged
	// Absent returns those of the users who have certainly left a server (P82). It must return within
	// about a second. Nil: nobody is ever known to have left.
	Absent func(context.Context, match.GuildID, []match.UserID) []match.UserID

	PerMove  time.Duration // time per move if neither the challenge nor the server sets one: 48 h
	Expiry   time.Duration // how long a challenge stays open, at least one move's time: 7 days
	Window   time.Duration // the window of quick play (P43): 5 min
	FreeUndo time.Duration // how long a takeback needs no consent (P19): 60 s
	// a match against computers without a clock is closed after this time without a move: 30 days
	Idle  time.Duration
	Keep  time.Duration // how long a parked match is kept (P73): 90 days
	Limit int           // running matches per member and server, if the server sets none: 5
	Grace int           // days of grace per seat and match (P32): 3; negative: none
}

// complete returns the configuration with all defaults filled in.
func (c Config) complete() Config {
	orElse := func(d *time.Duration, fallback time.Duration) {
		if *d == 0 {
			*d = fallback
		}
	}
	orElse(&c.PerMove, 48*time.Hour)
	orElse(&c.Expiry, 7*24*time.Hour)
	orElse(&c.Window, 5*time.Minute)
	orElse(&c.FreeUndo, time.Minute)
	orElse(&c.Idle, 30*24*time.Hour)
	orElse(&c.Keep, 90*24*time.Hour)
	if c.Limit == 0 {
		c.Limit = 5
	}
	if c.Grace == 0 {
		c.Grace = 3
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return c
}
