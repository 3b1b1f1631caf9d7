// Package think lets computer players think: a bounded pool of workers that takes matches in turn, asks the player of the seat to move for its
// choice and plays it through the same door as everybody. It sees views and nothing else, so no computer player can know what its seat may not
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

	mu     sync.Mutex
	states map[match.ID]state // under mu: matches that wait, think or are in play
	queue  []match.ID         // under mu: the waiting, in order of arrival
	more   chan struct{}      // holds a token while queue may not be empty

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
	return &Pool{cfg: cfg, states: make(map[match.ID]state), more: make(chan struct{}, 1)}
}

// Wake says that a match has changed, and that it may be a computer player's turn. It returns at once. A match is never thought about
// twice at the same time.
func (p *Pool) Wake(id match.ID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch p.states[id] {
	case 0:
		p.states[id] = waiting
		p.queue = append(p.queue, id)
		p.signal()
	case busy:
		p.states[id] = again
	}
}

// Waiting is how many matches wait for a worker.
func (p *Pool) Waiting() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.queue)
}

func (p *Pool) signal() {
	select {
	case p.more <- struct{}{}:
	default:
	}
}

// Run thinks until ctx ends, beginning with what was left undone at the last end. It returns nil within a moment of ctx's end: players get
// the same ctx, and one that does not listen is left behind.
func (p *Pool) Run(ctx context.Context) error {
	for range p.cfg.Workers {
		p.work.Go(func() { p.worker(ctx) }) // ends with ctx
	}
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
		p.Wake(m.ID)
	}
	return true
}

func (p *Pool) worker(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.more:
		}
		if id, ok := p.next(); ok {
			p.attend(ctx, id)
		}
	}
}

// next takes the match that has waited longest.
func (p *Pool) next() (match.ID, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.queue) == 0 {
		return "", false
	}
	id := p.queue[0]
	p.queue = p.queue[1:]
	p.states[id] = busy
	if len(p.queue) > 0 {
		p.signal()
	}
	return id, true
}

// done gives a match back. If it has changed meanwhile, as it has when its player moved and has to move again, it goes to the end of the
// queue: matches take turns.
func (p *Pool) done(id match.ID) {
	p.mu.Lock()
	changed := p.states[id] == again
	delete(p.states, id)
	p.mu.Unlock()
	if changed {
		p.Wake(id)
	}
}

// attend thinks about one move of a match.
func (p *Pool) attend(ctx context.Context, id match.ID) {
	job, ok, err := p.cfg.Matches.Job(ctx, id)
	if err != nil {
		p.failed(ctx, "could not find out what to think about", "match", id, "err", err)
		p.later(ctx, p.pause(err), func() { p.Wake(id); p.done(id) })
		return
	}
	if !ok {
		p.done(id)
		return
	}
	began := time.Now()
	move := p.choose(ctx, job)
	if ctx.Err() != nil {
		return // the turn is still there after the restart
	}
	wait := time.Duration(0)
	if job.View.Game.Hidden {
		wait = p.cfg.Delay - time.Since(began)
	}
	p.later(ctx, wait, func() { p.play(ctx, job, move) })
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
func (p *Pool) play(ctx context.Context, j match.Job, move string) {
	_, err := p.cfg.Matches.Answer(ctx, j, move)
	switch refusal, refused := errors.AsType[*games.Refusal](err); {
	case err == nil:
	case refused:
		// View.Choose has checked the move against the view, so the game contradicts itself. The first legal move may still do.
		p.failed(ctx, "a computer player's move was refused", "match", j.Match, "seat", j.Seat, "game", j.View.Game.ID, "err", refusal)
		if first := firstLegal(j.View); first != move {
			p.play(ctx, j, first)
			return
		}
	case errors.Is(err, match.ErrStore):
		p.failed(ctx, "a computer player's move was not saved", "match", j.Match, "seat", j.Seat, "err", err)
		p.later(ctx, retry, func() { p.Wake(j.Match); p.done(j.Match) })
		return
	default: // the match has gone on or is over: the answer is stale
		p.cfg.Log.Debug("a computer player's answer came too late", "match", j.Match, "seat", j.Seat, "err", err)
	}
	p.done(j.Match)
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
