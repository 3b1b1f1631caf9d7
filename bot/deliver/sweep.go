package deliver

import (
	"context"
	"errors"
	"slices"
	"time"

	"paddock/bot/discord"
	"paddock/bot/discord/pace"
	"paddock/games/match"
)

// A sweep marks everything that is outdated, which may be a lot. It reads the store in small parts
// and pauses between them, so that present requests are not slowed down.
const (
	SweepPart = 100
	sweepMost = 100_000 // most matches that a sweep checks, the most recently changed ones
	ahead     = 2000    // a sweep rests while the engine has this many marked keys
)

// SweepBack is the time before the last end of the bot in which changes may have been missed. It is
// longer than retries last.
const SweepBack = time.Hour

// eachPart calls do for each id, in parts. After each part it pauses for as long as the part took.
func (e *Engine) eachPart(ctx context.Context, ids []match.ID, do func(match.ID)) error {
	for part := range slices.Chunk(ids, SweepPart) {
		began := time.Now()
		for _, id := range part {
			do(id)
		}
		if !e.Rest(ctx, began) {
			return ctx.Err()
		}
	}
	return nil
}

// eachMatch calls do for each match of a list that is read in parts. List returns at most max
// matches after a given id.
func (e *Engine) eachMatch(ctx context.Context,
	list func(ctx context.Context, after match.ID, max int) ([]match.Match, error), do func(match.Match),
) error {
	for after := match.ID(""); ; {
		began := time.Now()
		part, err := list(ctx, after, SweepPart)
		for _, m := range part {
			do(m)
			after = m.ID
		}
		if err != nil || len(part) < SweepPart {
			return err
		}
		if !e.Rest(ctx, began) {
			return ctx.Err()
		}
	}
}

// Rest waits for as long as has passed since began, and then until the engine has room for more
// marks. It reports false if ctx ends first.
func (e *Engine) Rest(ctx context.Context, began time.Time) bool {
	for wait := time.Since(began); discord.Sleep(ctx, wait); wait = 100 * time.Millisecond {
		e.mu.Lock()
		room := len(e.pending) < ahead
		e.mu.Unlock()
		if room {
			return true
		}
	}
	return false
}

// Changes checks the private boards and calls of matches that have changed since a moment. It is
// for the start after a crash.
func Changes(ctx context.Context, since time.Time, p *PrivateBoards, c *Calls) error {
	list, err := p.Matches.Read.Changed(ctx, since, sweepMost)
	if err != nil {
		return err
	}
	var ids []match.ID
	for _, n := range list {
		ids = append(ids, n.Match)
	}
	return p.Engine.eachPart(ctx, ids, func(id match.ID) {
		m, err := p.Matches.Read.Match(ctx, id)
		if errors.Is(err, match.ErrNewer) || p.failed(ctx, err, "a match could not be read", "match", id) {
			return
		}
		p.missed(m)
		c.missed(m)
	})
}

// missed marks the private boards of a match as backlog.
func (p *PrivateBoards) missed(m match.Match) {
	if g := m.Rules(); g == nil || !g.Hidden {
		return
	}
	for _, u := range privateReaders(m) {
		p.Engine.markAs(PrivateBoard.key(m.ID, u), string(u), pace.Backlog)
	}
}

// missed marks the obsolete notifications of a match as backlog.
func (c *Calls) missed(m match.Match) {
	for _, u := range callReaders(m) {
		if u != "" {
			c.Engine.markAs(Call.key(m.ID, u), string(u), pace.Backlog)
		}
	}
}

// A board that was posted just before a crash may not be recorded. Discord recognises its nonce for
// some minutes, but only while the match does not change. So a start checks the newest matches
// first, for a short time.
const (
	nonceWithin = 5 * time.Minute
	freshMost   = 100
	freshWithin = time.Second
	freshPause  = 10 * time.Millisecond
)

// Fresh shows the matches that changed just before the bot ended and are outdated in their
// channels. It is called before the start.
func (b *Boards) Fresh(ctx context.Context) error {
	list, err := b.Matches.Read.Changed(ctx, b.Now().Add(-nonceWithin), freshMost)
	for _, n := range list {
		m, err := b.Matches.Read.Match(ctx, n.Match)
		if errors.Is(err, match.ErrNewer) || b.failed(ctx, err, "a match could not be read", "match", n.Match) {
			continue
		}
		if m.Shown.Head < m.Head {
			b.Mark(m)
		}
	}
	for range freshWithin / freshPause {
		if b.Engine.Idle() || !discord.Sleep(ctx, freshPause) {
			break
		}
	}
	return err
}

// MarkBehind marks all matches whose channels are outdated.
func (b *Boards) MarkBehind(ctx context.Context) error {
	return b.Engine.eachMatch(ctx, b.Matches.Read.Unshown, func(m match.Match) {
		b.Engine.markAs(Board.key(m.ID, ""), string(m.Place.Channel), pace.Backlog)
	})
}

// Sweep marks all matches with undelivered notices. It is for the start after a crash.
func (n *Notices) Sweep(ctx context.Context) error {
	return n.Engine.eachMatch(ctx, n.Matches.Read.Untold, func(m match.Match) {
		n.Engine.markAs(Notice.key(m.ID, ""), string(m.Place.Channel), pace.Backlog)
	})
}
