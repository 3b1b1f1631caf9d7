package think

import (
	"context"
	"errors"
	"time"

	"paddock/games/match"
)

// Errand is a long background job, such as a review, that has the lowest priority. The pool runs it
// in small steps when no computer player has to move, fairly between servers and members.
type Errand struct {
	Server match.GuildID
	Member match.UserID
	// Step does a fraction of a second's work, less if ctx ends, and reports whether work is left.
	Step func(ctx context.Context) (more bool)
	// Done is called after the last Step, with an error if Step panicked. If the pool ends before
	// that, Done is not called.
	Done func(ctx context.Context, err error)
}

// mostErrands is the largest number of waiting background jobs, and mostOfOne the largest number of
// one member's.
const (
	mostErrands = 100
	mostOfOne   = 2
)

// stepWithin is the time limit of a step.
const stepWithin = time.Second

// Errors of background jobs.
var (
	ErrBusy     = errors.New("think: too many errands wait already")
	errPanicked = errors.New("think: an errand panicked")
)

// Do queues a background job. It returns ErrBusy if too many wait; then Done is not called.
func (p *Pool) Do(e Errand) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	who := member{e.Server, e.Member}
	total := 0
	for _, n := range p.errands {
		total += n
	}
	if total >= mostErrands || p.errands[who] >= mostOfOne {
		return ErrBusy
	}
	if p.errands == nil {
		p.errands = make(map[member]int)
	}
	p.errands[who]++
	p.queue.add(&turn{errand: &e, server: e.Server, member: e.Member, player: "errand", strong: true})
	p.signal()
	return nil
}

// run runs one step of a background job and puts the rest of the job at the end of the queue.
func (p *Pool) run(ctx context.Context, t *turn) {
	began := time.Now()
	more, err := p.step(ctx, t.errand)
	if more {
		p.mu.Lock()
		p.queue.add(t)
		p.mu.Unlock()
	}
	p.release(t, max(time.Since(began), time.Nanosecond))
	if more || ctx.Err() != nil { // when the pool is ending, Done is not called
		return
	}
	p.mu.Lock()
	who := member{t.server, t.member}
	if p.errands[who]--; p.errands[who] == 0 {
		delete(p.errands, who)
	}
	p.mu.Unlock()
	p.work.Go(func() { t.errand.Done(ctx, err) }) // the goroutine ends when Done returns
}

func (p *Pool) step(ctx context.Context, e *Errand) (more bool, err error) {
	defer func() {
		if r := recover(); r != nil {
			p.cfg.Log.Error("an errand panicked", "panic", r)
			err = errPanicked
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, stepWithin)
	defer cancel()
	return e.Step(ctx), nil
}
