// Package think lets computer players think: a bounded pool of workers that takes matches in turn, fairly (see [queue]), asks the player of the seat to
// move for its choice and plays it through the same door as everybody. It sees views and nothing else, so no computer player can know what its seat may not
// know, and it keeps no state: what has to be thought about is asked of the match service, after a restart as well.
//
// A turn is never left unanswered (P18, P92). A player whose time is up, who panics or answers nonsense is replaced by its best so far or the
// first legal move, with an alarm in the log; an answer that comes too late is refused by the match's head and forgotten. Start
// reading at [Pool.Run].
package think

import (
	"context"
	"errors"
	"log/slog"
	"runtime"
	"sync"
	"time"

	"paddock/games"
	"paddock/games/match"
)

// Matches is what a Pool needs of the match service.
type Matches interface {
	Job(ctx context.Context, id match.ID) (j match.Job, ok bool, err error)
	Answer(ctx context.Context, j match.Job, move string) (match.Change, error)
	Thinking(ctx context.Context, max int) ([]match.Match, error)
}

// Config is what a Pool is made of. What is zero has the default named beside it.
type Config struct {
	Matches Matches
	Workers int           // that think at the same time: one less than there are processors, at least 1
	Margin  time.Duration // by which a player may overrun its budget before it is given up: 1 s
	// Delay is the least time between turn and answer in games with secrets, so that thinking time tells nothing (S65): 2 s; negative: none.
	Delay time.Duration
	Log   *slog.Logger // nil: silent
}

// Pool is the pool of workers. Make it with New.
type Pool struct {
	cfg Config

	mu      sync.Mutex
	states  map[match.ID]*turn // under mu: matches that wait, think or are in play
	queue   queue              // under mu: the waiting
	errands map[member]int     // under mu: how many each member has
	more    chan struct{}      // holds a token while queue may not be empty
	quick   chan struct{}      // likewise, of what the quick worker may take

	work sync.WaitGroup
}

// state is where a match is.
type state int

const (
	waiting state = iota + 1 // in the queue
	busy                     // with a worker, or its answer with the clock
	again                    // busy, and something has changed since
)

const (
	retry  = 5 * time.Second // pause after a failing store
	enough = 5 * time.Second // budget of players that have no time of their own

	resumeMost = 100_000 // matches taken up at a start
)

// New makes a Pool.
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
		more: make(chan struct{}, 1), quick: make(chan struct{}, 1),
	}
}

// Wake says that a match has changed, and that it may be a computer player's turn. It returns at once. A match is never thought about
// twice at the same time.
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

// Waiting is how many matches wait for a worker.
func (p *Pool) Waiting() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.queue.len()
}

// signal has workers look at the queue.
func (p *Pool) signal() {
	for _, c := range []chan struct{}{p.more, p.quick} {
		select {
		case c <- struct{}{}:
		default:
		}
	}
}

// Run thinks until ctx ends, beginning with what was left undone at the last end. It returns nil within a moment of ctx's end: players get
// the same ctx, and one that does not listen is left behind.
func (p *Pool) Run(ctx context.Context) error {
	for range p.cfg.Workers {
		p.work.Go(func() { p.worker(ctx, p.more, false) }) // ends with ctx
	}
	p.work.Go(func() { p.worker(ctx, p.quick, true) }) // likewise
	for !p.resume(ctx) && sleep(ctx, retry) {
	}
	<-ctx.Done()
	p.work.Wait()
	return nil
}

// resume wakes all matches in which a computer player has to move.
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

// worker takes what waits; the quick one only what is done at once, so that nobody waits for a long thought to end who has asked for a short one.
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

// next takes the match whose turn it is.
func (p *Pool) next(quick bool) *turn {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.queue.take(quick)
	if t == nil {
		return nil
	}
	t.state = busy
	if p.queue.len() > 0 {
		p.signal()
	}
	return t
}

// release says that a worker has ended with a match, for which its player has thought so long; 0 if it has not.
func (p *Pool) release(t *turn, thought time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.queue.release(t, thought)
	p.signal()
}

// done gives a match back. If it has changed meanwhile, as it has when its player moved and has to move again, it goes to the
// end of the queue: matches take turns.
func (p *Pool) done(t *turn) {
	p.mu.Lock()
	next := t.next
	delete(p.states, t.match)
	p.mu.Unlock()
	if next != nil {
		p.wake(next)
	}
}

// again gives a match back that has to be looked at once more.
func (p *Pool) again(t *turn) {
	fresh := *t
	fresh.next = nil
	p.wake(&fresh)
	p.done(t)
}

// attend thinks about one move of a match.
func (p *Pool) attend(ctx context.Context, t *turn) {
	job, ok, err := p.cfg.Matches.Job(ctx, t.match)
	if err != nil {
		p.release(t, 0)
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
		return // the turn is still there after the restart
	}
	took, wait := time.Since(began), time.Duration(0)
	p.release(t, max(took, time.Nanosecond))
	if job.View.Game.Hidden {
		wait = p.cfg.Delay - took
	}
	p.later(ctx, wait, func() { p.play(ctx, t, job, move) })
}

// pause is how long to leave a match alone after an error: a failing store comes back, a match that can't be read does not.
func (p *Pool) pause(err error) time.Duration {
	if errors.Is(err, match.ErrStore) {
		return retry
	}
	return time.Hour
}

// later calls f after a while, or not at all if ctx ends first. The worker is free meanwhile.
func (p *Pool) later(ctx context.Context, wait time.Duration, f func()) {
	if wait <= 0 {
		f()
		return
	}
	p.work.Go(func() { // ends with the wait or with ctx
		if sleep(ctx, wait) {
			f()
		}
	})
}

// play plays a move and gives the match back.
func (p *Pool) play(ctx context.Context, t *turn, j match.Job, move string) {
	_, err := p.cfg.Matches.Answer(ctx, j, move)
	switch refusal, refused := errors.AsType[*games.Refusal](err); {
	case err == nil:
	case refused:
		// View.Choose has checked the move against the view, so the game contradicts itself. The first legal move may still do.
		p.failed(ctx, "a computer player's move was refused", "match", j.Match, "seat", j.Seat, "game", j.View.Game.ID, "err", refusal)
		if first := firstLegal(j.View); first != move {
			p.play(ctx, t, j, first)
			return
		}
	case errors.Is(err, match.ErrStore):
		p.failed(ctx, "a computer player's move was not saved", "match", j.Match, "seat", j.Seat, "err", err)
		p.later(ctx, retry, func() { p.again(t) })
		return
	default: // the match has gone on or is over: the answer is stale
		p.cfg.Log.Debug("a computer player's answer came too late", "match", j.Match, "seat", j.Seat, "err", err)
	}
	p.done(t)
}

// choice is what a player answers.
type choice struct {
	move string
	err  error
}

// choose asks the player and always has a legal move in the end, unless ctx ends.
func (p *Pool) choose(ctx context.Context, j match.Job) string {
	budget := j.Budget.Time
	if budget <= 0 {
		budget = enough
	}
	thought, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	answer := make(chan choice, 1)
	go func() { // ends when the player answers; one that never does is left behind
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

// sleep waits, and reports whether ctx has let it.
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
