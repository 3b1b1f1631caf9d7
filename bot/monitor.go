package bot

import (
	"context"
	"errors"
	"time"

	"paddock/bot/discord"
	"paddock/bot/monitor"
	"paddock/games/match"
)

// monitor connects the Monitor to its sources of numbers.
func (b *bot) monitor() {
	m := b.cfg.Monitor
	if m == nil {
		return
	}
	b.client.Observe = m.Request
	b.matches.OnChange(func(c match.Change) { m.Moves(string(c.Match.Game), moves(c.Events)) })
	state := monitor.State{
		Behind: b.engine.Behind, Thinking: b.thinkers.Waiting, Waiting: b.client.Pace.Waiting,
		Refused: b.client.Pace.Refused, Silence: b.silence, Ready: b.takesPart,
	}
	if s, ok := b.cfg.Store.(interface {
		CountLive(context.Context) (int, error)
	}); ok {
		state.Live = s.CountLive
	}
	m.Watch(state)
}

func moves(events []match.Event) (n int) {
	for _, e := range events {
		if e.Kind == match.Moved {
			n++
		}
	}
	return n
}

// silence returns the time since Discord's last message. It returns false if there is no single
// gateway connection.
func (b *bot) silence() (time.Duration, bool) {
	g, ok := b.gateway()
	if !ok {
		return 0, false
	}
	return g.Silence()
}

// gateway returns the only gateway connection if it is open.
func (b *bot) gateway() (*discord.Gateway, bool) {
	g, ok := b.connection.(*discord.Gateway)
	return g, ok && b.open.Load()
}

// silent reports whether Discord was silent for so long that the connection must be dead.
func (b *bot) silent() bool {
	g, ok := b.gateway()
	if !ok {
		return false
	}
	d, known := g.Silence()
	return known && g.Silent(d)
}

// The reasons why the bot cannot answer people.
var (
	errEnding   = errors.New("the bot is ending")
	errStarting = errors.New("the bot is starting")
	errSilent   = errors.New("nothing has been heard of Discord for too long")
)

// takesPart returns nil if the bot can answer people, as far as it knows.
func (b *bot) takesPart() error {
	switch {
	case b.ctx.Err() != nil:
		return errEnding
	case !b.open.Load():
		return errStarting
	case b.silent():
		return errSilent
	}
	return nil
}
