// Package think runs computer players on a limited number of workers. A worker takes a match in
// fair order (see [queue]), asks the computer player for its move and plays it through the match
// service. A player sees only the view of its seat. The package stores nothing: it asks the match
// service for the matches in which a computer has to move, also after a restart.
//
// No turn stays unanswered (P18, P92). If a player exceeds its time, panics or returns nonsense,
// the pool plays its best move so far or the first legal one, and logs an error. The match's head
// rejects an answer that comes too late. Start reading at [Pool.Run].
package think

import (
	"context"
	"errors"
	"log/slog"
	"runtime"
	"sync"
	"time"

	"paddock/bot/tasks"
	"paddock/games"
	"paddock/games/match"
)

// Matches is the part of the match service that a Pool needs.
type Matches interface {
	Job(ctx context.Context, id match.ID) (j match.Job, ok bool, err error)
	Answer(ctx context.Context, j match.Job, move string) (match.Change, error)
	Thinking(ctx context.Context, max int) ([]match.Match, error)
}

// Config configures a Pool. Zero values mean the defaults given here.
type Config struct {
	Matches Matches
	Workers int           // number of workers: one less than the number of processors, at least 1
	Margin  time.Duration // time by which a player may exceed its budget: 1 s
	// Delay is the least time between turn and answer in games with secrets, so that thinking time
	// reveals nothing (S65): 2 s; negative: none.
	Delay time.Duration
	Log   *slog.Logger // nil: no log
}

// Pool is the pool of workers. Make it with New.
type Pool struct {
	cfg Config

	mu      sync.Mutex
	states  map[match.ID]*turn // guarded by mu: matches that wait or are busy
	queue   queue              // guarded by mu: the waiting matches
	errands map[member]int     // guarded by mu: number of background jobs of each member
	more    tasks.Signal       // holds a token while the queue may have matches
	quick   tasks.Signal       // the same as more, for the worker of quick players

	work sync.WaitGroup
}

// state is the state of a match in the pool.
type state int

const (
	waiting state = iota + 1 // the match waits in the queue
	busy                     // a worker has the match, or its answer waits for the delay
	again                    // a worker has the match, which has changed since
)

const (
	retry  = 5 * time.Second // pause after an error of the store
	enough = 5 * time.Second // budget of players without a time of their own

	resumeMost = 100_000 // largest number of matches resumed at a start
)

// New returns a Pool.
func New(cfg Config) *Pool {
	if cfg.Workers <= 0 {
		cfg.Workers = max(1, runtime.NumCPU()-1)
	}
	if cfg.Margin == 0 {
		cfg.Margin = time.Second
	}
	if cfg.Delay == 0 {
		cfg.Delay = 2 * time.Second
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	return &Pool{
		cfg: cfg, states: make(map[match.ID]*turn), queue: newQueue(max(1, cfg.Workers/2)),
		more: tasks.NewSignal(), quick: tasks.NewSignal(),
	}
}

// Wake reports that a match has changed and that a computer player may have to move. It returns at
// once. Only one worker thinks about a match at a time.
func (p *Pool) Wake(m match.Match) { p.wake(turnOf(m)) }

func (p *Pool) wake(t *turn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch known := p.states[t.match]; {
	case known == nil:
		t.state = waiting
		p.states[t.match] = t
		p.queue.add(t)
		p.signal()
	case known.state != waiting:
		known.state, known.next = again, t
	}
}

// Waiting returns the number of matches that wait for a worker.
func (p *Pool) Waiting() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.queue.len()
}

// signal wakes workers to check the queue.
func (p *Pool) signal() {
	p.more.Send()
	p.quick.Send()
}

// Run thinks until ctx ends, starting with unfinished work of the last run. It returns nil soon
// after ctx ends, without waiting for players that ignore ctx.
func (p *Pool) Run(ctx context.Context) error {
	for range p.cfg.Workers {
		p.work.Go(func() { p.worker(ctx, p.more, false) }) // the goroutine ends when ctx ends
	}
	p.work.Go(func() { p.worker(ctx, p.quick, true) }) // the goroutine ends when ctx ends
	for !p.resume(ctx) && sleep(ctx, retry) {
	}
	<-ctx.Done()
	p.work.Wait()
	return nil
}

// resume queues all matches in which a computer player has to move.
func (p *Pool) resume(ctx context.Context) bool {
	list, err := p.cfg.Matches.Thinking(ctx, resumeMost)
	if err != nil {
		p.failed(ctx, "could not list the matches that wait for a computer player", "err", err)
		return false
	}
	for _, m := range list {
		p.Wake(m)
	}
	return true
}

// worker handles waiting matches. The quick worker takes only quick players, so that they never
// wait for a long computation.
func (p *Pool) worker(ctx context.Context, more chan struct{}, quick bool) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-more:
		}
		switch t := p.next(quick); {
		case t == nil:
		case t.errand != nil:
			p.run(ctx, t)
		default:
			p.attend(ctx, t)
		}
	}
}

// next takes the next match.
func (p *Pool) next(quick bool) *turn {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.queue.take(quick)
	if t == nil {
		return nil
	}
	t.state = busy
	p.signal() // others may wait
	return t
}

// release tells the queue that a worker has finished with a match, and the thinking time; 0 if
// there was none.
func (p *Pool) release(t *turn, thought time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.queue.release(t, thought)
	p.signal()
}

// done releases a match. If it has changed meanwhile, for example because the same player moves
// again, it goes to the end of the queue, so that all matches take turns.
func (p *Pool) done(t *turn) {
	p.mu.Lock()
	next := t.next
	delete(p.states, t.match)
	p.mu.Unlock()
	if next != nil {
		p.wake(next)
	}
}

// again releases a match and queues it once more, in its newest state.
func (p *Pool) again(t *turn) {
	p.mu.Lock()
	if t.next == nil {
		fresh := *t
		t.next = &fresh
	}
	p.mu.Unlock()
	p.done(t)
}

// attend thinks about one move of a match.
func (p *Pool) attend(ctx context.Context, t *turn) {
	job, ok, err := p.cfg.Matches.Job(ctx, t.match)
	if err != nil {
		p.release(t, 0)
		if errors.Is(err, match.ErrNewer) {
			p.done(t) // a process of the newer version lets its player think
			return
		}
		p.failed(ctx, "could not find out what to think about", "match", t.match, "err", err)
		p.later(ctx, p.pause(err), func() { p.again(t) })
		return
	}
	if !ok {
		p.release(t, 0)
		p.done(t)
		return
	}
	began := time.Now()
	move := p.choose(ctx, job)
	if ctx.Err() != nil {
		return // after the restart the turn is still waiting
	}
	took, wait := time.Since(began), time.Duration(0)
	p.release(t, max(took, time.Nanosecond))
	if job.View.Game.Hidden {
		wait = p.cfg.Delay - took
	}
	p.later(ctx, wait, func() { p.play(ctx, t, job, move) })
}

// pause returns how long a match is left alone after an error. It is short if the store has failed,
// long if the match is unreadable.
func (p *Pool) pause(err error) time.Duration {
	if errors.Is(err, match.ErrStore) {
		return retry
	}
	return time.Hour
}

// later calls f after a while, or not at all if ctx ends first. The worker is free meanwhile.
func (p *Pool) later(ctx context.Context, wait time.Duration, f func()) {
	p.work.Go(func() { // the goroutine ends after the pause or with ctx
		if sleep(ctx, wait) {
			f()
		}
	})
}

// play plays a move and releases the match.
func (p *Pool) play(ctx context.Context, t *turn, j match.Job, move string) {
	_, err := p.cfg.Matches.Answer(ctx, j, move)
	switch refusal, refused := errors.AsType[*games.Refusal](err); {
	case err == nil:
	case refused:
		// View.Choose has checked the move against the view, so the game contradicts itself. The
		// first legal move may still work.
		p.failed(ctx, "a computer player's move was refused", "match", j.Match, "seat", j.Seat, "game", j.View.Game.ID,
			"err", refusal)
		if first := firstLegal(j.View); first != move {
			p.play(ctx, t, j, first)
			return
		}
	case errors.Is(err, match.ErrStore):
		p.failed(ctx, "a computer player's move was not saved", "match", j.Match, "seat", j.Seat, "err", err)
		p.later(ctx, retry, func() { p.again(t) })
		return
	default: // the match has moved on or is over, so the answer is stale
		p.cfg.Log.Debug("a computer player's answer came too late", "match", j.Match, "seat", j.Seat, "err", err)
	}
	p.done(t)
}

// choice is the answer of a player.
type choice struct {
	move string
	err  error
}

// choose asks the player for a move. Unless ctx ends, it always returns a legal move.
func (p *Pool) choose(ctx context.Context, j match.Job) string {
	budget := j.Budget.Time
	if budget <= 0 {
		budget = enough
	}
	thought, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	answer := make(chan choice, 1)
	go func() { // the goroutine ends when the player answers; if the player never does, it is abandoned
		move, err := j.View.Choose(thought, j.Player, j.Budget)
		answer <- choice{move, err}
	}()
	given := time.NewTimer(budget + p.cfg.Margin)
	defer given.Stop()
	select {
	case c := <-answer:
		if c.err != nil && ctx.Err() == nil {
			p.alarm(j, "a computer player failed, its first legal move is played", c.err)
		}
		return c.move
	case <-given.C:
		p.alarm(j, "a computer player is stuck, its first legal move is played", context.DeadlineExceeded)
		return firstLegal(j.View)
	case <-ctx.Done():
		return ""
	}
}

func (p *Pool) alarm(j match.Job, what string, err error) {
	p.cfg.Log.Error(what, "match", j.Match, "seat", j.Seat, "game", j.View.Game.ID, "player", j.Player, "err", err)
}

func firstLegal(v *games.View) string {
	for move := range v.Legal() {
		return move
	}
	return ""
}

func (p *Pool) failed(ctx context.Context, what string, args ...any) {
	if ctx.Err() == nil {
		p.cfg.Log.Error(what, args...)
	}
}

// sleep waits, and reports false if ctx ended before.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
