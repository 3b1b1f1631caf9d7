package deliver

import (
	"context"
	"time"

	"paddock/bot/discord"
	"paddock/bot/discord/pace"
	"paddock/games/match"
)

// A sweep looks for what is behind, of which there may be any amount. It is read in small parts, and between them the store and the processor are left to
// what people do now.
const (
	sweepPart = 100
	sweepMost = 100_000 // matches that have changed lately and are looked at
	ahead     = 2000    // marks that wait in the engine before a sweep goes on
)

// SweepBack is how long before the last end of the bot something may have been missed: longer than it is tried again.
const SweepBack = time.Hour

// eachPart calls do for the parts of a list, and rests after each for as long as it took.
func (e *Engine) eachPart(ctx context.Context, ids []match.ID, do func(match.ID)) error {
	for len(ids) > 0 {
		began := time.Now()
		part := ids[:min(sweepPart, len(ids))]
		ids = ids[len(part):]
		for _, id := range part {
			do(id)
		}
		if !e.rest(ctx, began) {
			return ctx.Err()
		}
	}
	return nil
}

// eachMatch calls do for all matches of a list that is read in parts: at most max of them, after a given one.
func (e *Engine) eachMatch(ctx context.Context, list func(ctx context.Context, after match.ID, max int) ([]match.Match, error), do func(match.Match)) error {
	for after := match.ID(""); ; {
		began := time.Now()
		part, err := list(ctx, after, sweepPart)
		for _, m := range part {
			do(m)
			after = m.ID
		}
		if err != nil || len(part) < sweepPart {
			return err
		}
		if !e.rest(ctx, began) {
			return ctx.Err()
		}
	}
}

// rest waits for as long as something took, and then until the engine has room for more marks. It reports false if ctx has ended before.
func (e *Engine) rest(ctx context.Context, began time.Time) bool {
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

// Changes looks at the private boards of matches in which something has happened since a moment, and at the messages that call upon somebody about
// them: at the start, after a crash.
func Changes(ctx context.Context, since time.Time, p *PrivateBoards, c *Calls) error {
	ids, err := p.Matches.Read.Changed(ctx, since, sweepMost)
	if err != nil {
		return err
	}
	return p.Engine.eachPart(ctx, ids, func(id match.ID) {
		m, err := p.Matches.Read.Match(ctx, id)
		if err != nil {
			p.Log.Error("a match could not be looked at", "match", id, "err", err)
			return
		}
		p.missed(m)
		c.missed(m)
	})
}

// missed looks at the private boards of a match.
func (p *PrivateBoards) missed(m match.Match) {
	if g := m.Rules(); g == nil || !g.Hidden {
		return
	}
	for _, u := range privateReaders(m) {
		p.Engine.markAs(privateKey(m.ID, u), string(u), pace.Backlog)
	}
}

// missed looks at the calls about a match.
func (c *Calls) missed(m match.Match) {
	for _, u := range callReaders(m) {
		if u != "" {
			c.Engine.markAs(callKey(m.ID, u), string(u), pace.Backlog)
		}
	}
}

// What may have been posted just before an end and was not recorded: it is found again by its nonce, which Discord knows for some minutes, but only until
// somebody plays on. So the newest of it is looked at before the start, which does not wait long for it.
const (
	nonceWithin = 5 * time.Minute
	freshMost   = 100
	freshWithin = time.Second
	freshPause  = 10 * time.Millisecond
)

// Fresh shows the matches whose channels were behind when the bot ended a moment ago, the newest first: before the start.
func (b *Boards) Fresh(ctx context.Context) error {
	began := time.Now()
	ids, err := b.Matches.Read.Changed(ctx, b.now().Add(-nonceWithin), freshMost)
	for _, id := range ids {
		if m, err := b.Matches.Read.Match(ctx, id); err == nil && m.Shown.Head < m.Head {
			b.Mark(m)
		}
	}
	for !b.Engine.Idle() && time.Since(began) < freshWithin && discord.Sleep(ctx, freshPause) {
	}
	return err
}

// MarkBehind asks for a look at all matches whose channels are behind.
func (b *Boards) MarkBehind(ctx context.Context) error {
	return b.Engine.eachMatch(ctx, b.Matches.Read.Unshown, func(m match.Match) {
		b.Engine.markAs(boardKey(m.ID), string(m.Place.Channel), pace.Backlog)
	})
}

// Sweep looks at all matches of which somebody is to be told something: at the start, after a crash.
func (n *Notices) Sweep(ctx context.Context) error {
	return n.Engine.eachMatch(ctx, n.Matches.Read.Untold, func(m match.Match) {
		n.Engine.markAs(noticeKey(m.ID), string(m.Place.Channel), pace.Backlog)
	})
}

// Sweep looks at all servers in which something is open or running.
func (o *Overviews) Sweep(ctx context.Context) error {
	list, err := o.Matches.Read.Guilds(ctx)
	if err != nil {
		return err
	}
	for len(list) > 0 {
		began := time.Now()
		part := list[:min(sweepPart, len(list))]
		list = list[len(part):]
		for _, g := range part {
			o.mark(g)
		}
		if !o.Engine.rest(ctx, began) {
			return ctx.Err()
		}
	}
	return nil
}
