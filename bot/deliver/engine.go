// Package deliver brings what people see up to date: the boards of matches in their channels, private boards in direct messages, the messages of
// tournaments, what people are told one by one. What is behind is a condition in the store (Shown < Head, a digest that differs, a version that was not shown, notices in the record), never
// a list in memory: the [Engine] is only told where to look, and after a crash the same look heals what was left undone. Looking twice does no harm.
//
// There is one engine for all kinds: it looks, shows, notes what was shown, and tries again by what went wrong. What a message looks like is
// for paddock/bot/show to say. Start reading at [Engine], then [Boards].
package deliver

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"paddock/bot/discord"
	"paddock/bot/discord/pace"
	"paddock/bot/peers"
	"paddock/games/match"
	"paddock/games/match/keylock"
)

// Key names one thing that people see.
type Key struct {
	Kind Kind
	ID   string // of the match or tournament
	User string // whose private board or calls; empty for what is public
}

// Kind tells the things that people see apart.
type Kind string

// The kinds.
const (
	Board        Kind = "board"
	PrivateBoard Kind = "private board"
	LiveBoard    Kind = "private message in a channel"
	Tournament   Kind = "tournament"
	Notice       Kind = "notice"
	Digest       Kind = "digest"
	Call         Kind = "call"
	Overview     Kind = "overview"
	Card         Kind = "card"

	TournamentNotice Kind = "tournament notice"
)

// subject knows how one kind is brought up to date.
type subject interface {
	// look shows what is behind. Nobody else looks at the same key meanwhile.
	look(ctx context.Context, k Key) error
	// failed is told of a failure that trying again would not mend, and reports whether it has changed that.
	failed(ctx context.Context, k Key, f discord.Failure) (again bool)
}

// claim is what a process takes so that no other one shows the same meanwhile. Notices of a match go with its board. Private messages in channels are
// nobody else's to show.
func (k Key) claim() (d match.Duty, key string, needed bool) {
	switch k.Kind {
	case Board, Notice:
		return match.BoardDuty, k.ID, true
	case Digest:
		return match.DigestDuty, k.User, true
	case PrivateBoard:
		return match.PrivateBoardDuty, k.ID + "/" + k.User, true
	case Tournament:
		return match.TournamentDuty, "message/" + k.ID, true
	case TournamentNotice:
		return match.TournamentDuty, "notice/" + k.ID, true
	}
	return "", "", false
}

// Engine looks at what is marked, one thing at a time within a lane: whatever has happened by the time it comes to it is shown at once, so the newest
// state wins. What has just happened comes before what a start has found left over, and what another process is showing is looked at when that one has
// done. It is safe for concurrent use.
type Engine struct {
	ctx   context.Context // ends when the bot does
	fail  func(error)     // ends the bot
	log   *slog.Logger
	peers *peers.Peers

	agenda agenda
	locks  keylock.Lock[Key]

	mu       sync.Mutex
	subjects map[Kind]subject
	pending  map[Key]pace.Urgency // marked and not yet looked at
	retries  map[Key]int          // failures in a row
	closed   bool
}

// NewEngine makes an engine that works until ctx ends; fail is called when Discord rejects the bot's token.
func NewEngine(ctx context.Context, fail func(error), among *peers.Peers, log *slog.Logger) *Engine {
	return &Engine{
		ctx: ctx, fail: fail, log: log, peers: among, agenda: agenda{log: log},
		subjects: make(map[Kind]subject), pending: make(map[Key]pace.Urgency), retries: make(map[Key]int),
	}
}

// mark asks for a look, in a lane: a channel or a person.
func (e *Engine) mark(k Key, lane string) { e.markAs(k, lane, pace.Fresh) }

// markAs asks for a look with an urgency. What is marked already is looked at once, as soon as its more urgent mark asks for.
func (e *Engine) markAs(k Key, lane string, u pace.Urgency) {
	e.mu.Lock()
	defer e.mu.Unlock()
	before, marked := e.pending[k]
	if e.closed || marked && before <= u {
		return
	}
	e.pending[k] = u
	e.agenda.add(lane, u, func() { e.look(k, lane) })
}

// markAfter asks for a look after a while; until then further marks change nothing.
func (e *Engine) markAfter(k Key, lane string, wait time.Duration) {
	if wait <= 0 {
		e.mark(k, lane)
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if _, marked := e.pending[k]; e.closed || marked {
		return
	}
	e.pending[k] = pace.Answer // nothing is more urgent, so that this mark stays the only one
	time.AfterFunc(wait, func() { e.enqueue(k, lane) })
}

// enqueue takes up a mark that has waited, unless the engine is closed.
func (e *Engine) enqueue(k Key, lane string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.closed {
		e.pending[k] = pace.Fresh
		e.agenda.add(lane, pace.Fresh, func() { e.look(k, lane) })
	}
}

// Lock keeps the engine, and other processes, from looking at something, for an answer that shows it. If another process is showing it and does not get
// done in time, mine is false: then what happens meanwhile is best left to the engine.
func (e *Engine) Lock(ctx context.Context, k Key) (unlock func(), mine bool) {
	here := e.locks.Lock(k)
	for began := time.Now(); ; {
		give, mine := e.take(ctx, k)
		if mine {
			return func() { give(); here() }, true
		}
		if time.Since(began) > elsewhereAtMost || !discord.Sleep(ctx, elsewhereAgain) {
			return here, false
		}
	}
}

// take takes the showing of something, unless another process has it.
func (e *Engine) take(ctx context.Context, k Key) (give func(), mine bool) {
	d, key, needed := k.claim()
	if !needed {
		return func() {}, true
	}
	return e.peers.Take(ctx, d, key)
}

const (
	lookWithin      = time.Minute
	elsewhereAtMost = 700 * time.Millisecond // that an answer waits for another process
	elsewhereAgain  = 50 * time.Millisecond
	elsewherePause  = 300 * time.Millisecond // until something is looked at again that another process was showing
)

func (e *Engine) look(k Key, lane string) {
	unlock := e.locks.Lock(k)
	defer unlock()
	e.mu.Lock()
	u, marked := e.pending[k]
	delete(e.pending, k)
	s := e.subjects[k.Kind]
	e.mu.Unlock()
	if !marked { // a more urgent mark has been looked at since
		return
	}
	ctx, cancel := context.WithTimeout(pace.With(e.ctx, u), lookWithin)
	defer cancel()
	give, mine := e.take(ctx, k)
	if !mine {
		e.markAfter(k, lane, elsewherePause)
		return
	}
	defer give()
	e.settle(ctx, k, lane, s, s.look(ctx, k))
}

// settle decides what a failure calls for.
func (e *Engine) settle(ctx context.Context, k Key, lane string, s subject, err error) {
	f, wait := discord.Classify(err)
	if f != discord.NoFailure && e.ctx.Err() != nil { // what was cut short by the end is found again at the next start
		return
	}
	if f != discord.NoFailure {
		e.log.Warn("something could not be shown", "kind", k.Kind, "id", k.ID, "failure", f, "err", discord.Redact(err))
	}
	again := false
	switch f {
	case discord.NoFailure:
	case discord.Transient, discord.RateLimited, discord.DMTooFast:
		again = true
	case discord.TokenRejected:
		e.fail(discord.ErrToken)
	default: // trying again by itself would not help, and refused requests are counted: the next change tries again
		again = s.failed(ctx, k, f)
	}
	if again {
		e.later(k, lane, wait, pace.Of(ctx))
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.retries, k)
}

// How long a look is put off after failures: twice as long after each.
const (
	retryFirst = 30 * time.Second
	retryMost  = 10 * time.Minute
)

// later looks again after a while: as long as Discord said, or longer with every failure. A change in between is looked at when it comes.
func (e *Engine) later(k Key, lane string, wait time.Duration, u pace.Urgency) {
	e.mu.Lock()
	n := e.retries[k]
	e.retries[k]++
	e.mu.Unlock()
	if wait == 0 {
		wait = discord.Jitter(min(retryFirst<<min(n, 6), retryMost))
	}
	time.AfterFunc(wait, func() { e.markAs(k, lane, u) })
}

// Idle reports whether nothing is being shown or about to be.
func (e *Engine) Idle() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.pending) == 0 && e.locks.Len() == 0
}

// Behind is how many things of each kind are marked, being looked at apart, or wait to be tried again.
func (e *Engine) Behind() map[string]int {
	e.mu.Lock()
	defer e.mu.Unlock()
	behind := make(map[string]int, len(e.subjects))
	for kind := range e.subjects {
		behind[string(kind)] = 0
	}
	for k := range e.pending {
		behind[string(k.Kind)]++
	}
	for k := range e.retries {
		if _, marked := e.pending[k]; !marked {
			behind[string(k.Kind)]++
		}
	}
	return behind
}

// Close lets what has begun finish, and takes no more marks: what is behind then is found again at the next start.
func (e *Engine) Close() {
	e.mu.Lock()
	e.closed = true
	e.mu.Unlock()
	e.agenda.close()
}
