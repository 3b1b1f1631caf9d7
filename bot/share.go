package bot

import (
	"context"
	"errors"
	"sync"
	"time"

	"paddock/bot/discord"
	"paddock/bot/peers"
	"paddock/bot/request"
	"paddock/bot/tasks"
	"paddock/games/match"
	"paddock/games/match/service"
)

// thoughts distributes the jobs of computer players: only one process thinks about each.
type thoughts struct {
	*service.Computers
	peers *peers.Peers
	wake  func(match.ID) // checks a match again
	again tasks.Timers[match.ID]

	mu   sync.Mutex
	held map[match.ID]func() // functions that release matches
}

// thinkAgain is the delay after which this process checks a match that another one thinks about. By
// then the other has answered or died.
const thinkAgain = peers.Lease / 2

// Job returns the job of the match service, unless another process has it.
func (t *thoughts) Job(ctx context.Context, id match.ID) (match.Job, bool, error) {
	give, mine := t.peers.Take(ctx, match.ThinkDuty, string(id))
	if !mine {
		t.again.After(id, thinkAgain, func() { t.wake(id) })
		return match.Job{}, false, nil
	}
	j, ok, err := t.Computers.Job(ctx, id)
	if !ok || err != nil {
		give()
		return j, ok, err
	}
	t.put(id, give)
	return j, ok, nil
}

// Answer passes an answer to the match service.
func (t *thoughts) Answer(ctx context.Context, j match.Job, move string) (match.Change, error) {
	defer t.put(j.Match, nil)
	return t.Computers.Answer(ctx, j, move)
}

// put stores the function that releases a match, and calls the previous one.
func (t *thoughts) put(id match.ID, give func()) {
	t.mu.Lock()
	before := t.held[id]
	if delete(t.held, id); give != nil {
		t.held[id] = give
	}
	t.mu.Unlock()
	if before != nil {
		before()
	}
}

// clocks distributes the deadlines of matches: only one process attends to each.
type clocks struct {
	*service.Referee
	peers *peers.Peers
	now   func() time.Time
}

// Attend lets the match service attend to a match, unless another process does.
func (c *clocks) Attend(ctx context.Context, id match.ID) (match.Change, error) {
	give, mine := c.peers.Take(ctx, match.ClockDuty, string(id))
	if !mine {
		return match.Change{}, nil
	}
	defer give()
	return c.Referee.Attend(ctx, id)
}

// freshFor is the greatest age of the newest sign of life, of which each process stores one every
// minute. If it is older, the bot was out of service.
const freshFor = 2 * time.Minute

// Recover extends the clocks after an outage, which is a time in which no process ran. If other
// processes ran, there was no outage.
func (c *clocks) Recover(ctx context.Context) (int, error) {
	others, err := c.peers.Others(ctx)
	if err != nil {
		return 0, err
	}
	last, err := c.LastAlive(ctx)
	if err != nil {
		return 0, err
	}
	if others > 0 && c.now().Sub(last) < freshFor {
		return 0, c.Alive(ctx)
	}
	return c.Referee.Recover(ctx)
}

// sweepEvery is how often a process among several looks for unfinished work: after a lost hint or
// an expired lease.
const sweepEvery = 5 * time.Second

// share does this process's part of the common work, until ctx ends. The search for unfinished work
// takes a while, and nothing waits for it.
func (b *bot) share(ctx context.Context) {
	var all sync.WaitGroup
	defer all.Wait()
	all.Go(func() { b.takeOver(ctx) })
	all.Go(func() { b.sweep(ctx) })
	all.Go(func() { b.takeHanded(ctx) })
	timer := time.NewTicker(sweepEvery)
	defer timer.Stop()
	for {
		if n, err := b.peers.Others(ctx); err == nil {
			b.client.Pace.Share(1 + n)
		}
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
			b.privateBoards.Refresh()
			b.pages.Refresh()
		}
	}
}

// sweep looks for boards and notices that other processes left undone, until ctx ends.
func (b *bot) sweep(ctx context.Context) {
	for discord.Sleep(ctx, sweepEvery) {
		b.check(ctx, "boards", b.boards.MarkBehind(ctx))
		b.check(ctx, "notices", b.notices.Sweep(ctx))
	}
}

// takeOver takes over unfinished work when another process has ended, until ctx ends.
func (b *bot) takeOver(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-b.lost:
			b.check(ctx, "computer players", b.thinkAll(ctx))
			since, err := b.missed(ctx)
			b.check(ctx, "what was missed", err)
			b.check(ctx, "tournaments", b.resumeTournaments(ctx))
			b.takeUp(ctx, since)
		}
	}
}

// hear listens to the changes of other processes, until ctx ends. So private messages that this
// process shows are updated sooner than by the next sweep.
func (b *bot) hear(ctx context.Context) {
	for ctx.Err() == nil {
		if err := b.cfg.Store.Hear(ctx, b.heard); err != nil && ctx.Err() == nil {
			b.log.Warn("what other processes change is not heard of", "err", err)
		}
		discord.Sleep(ctx, sweepEvery)
	}
}

// heard handles a hint of another process.
func (b *bot) heard(id match.ID) {
	if id != match.HandedOn {
		b.privateBoards.Heard(id)
		b.pages.Heard(id)
		return
	}
	b.handed.Send()
}

// handedWithin is how long a process waits for another to take an interaction.
const handedWithin = 1200 * time.Millisecond

// handOn passes an interaction to a process of a newer version, and reports whether one has taken
// it.
func (b *bot) handOn(ctx context.Context, r *request.Request, why error) bool {
	form := b.cfg.Store.Form() + 1
	newer, ok := errors.AsType[*match.NewerError](why)
	if ok { // the holder's process may just have started, and be unknown here
		form = newer.Form
	}
	if b.peers.Alone() || !ok && !b.peers.Newer() {
		return false
	}
	if err := b.cfg.Store.HandOn(ctx, match.Handed{ID: r.Ix.ID, Form: form, Body: r.Raw}); err != nil {
		b.log.Warn("an interaction could not be handed on", "cause", r.Ix.ID, "err", err)
		return false
	}
	discord.Sleep(ctx, handedWithin)
	still, err := b.cfg.Store.TakeBack(ctx, r.Ix.ID)
	if err == nil && !still {
		b.log.Info("an interaction was handed on to a newer version", "cause", r.Ix.ID, "form", form)
	}
	return err == nil && !still
}

// takeHanded handles interactions that older versions pass on, until ctx ends.
func (b *bot) takeHanded(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-b.handed:
		}
		list, err := b.cfg.Store.TakeOver(ctx)
		b.check(ctx, "what was handed on", err)
		for _, h := range list {
			tasks.Guard(b.log, "interaction", func() { b.router.Receive(h.Body) })
		}
	}
}

// thinkMost is the largest number of matches taken over at a time.
const thinkMost = 10_000

// thinkAll checks all matches in which a computer player has to move.
func (b *bot) thinkAll(ctx context.Context) error {
	list, err := b.matches.Computers.Thinking(ctx, thinkMost)
	for _, m := range list {
		b.thinkers.Wake(m)
	}
	return err
}

// rethink checks one match again. If it can't be read, a sweep finds it later.
func (b *bot) rethink(id match.ID) {
	if m, err := b.matches.Read.Match(b.ctx, id); err == nil {
		b.thinkers.Wake(m)
	}
}

// check logs an error of the common work.
func (b *bot) check(ctx context.Context, what string, err error) {
	if err != nil && ctx.Err() == nil {
		b.log.Error("could not take up "+what, "err", err)
	}
}
