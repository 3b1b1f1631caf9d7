// Package deliver keeps the messages of the bot up to date: boards in channels, private boards,
// calls, notices and digests. Features register further kinds as a [Subject]. The store says what
// is outdated, for example Shown < Head; memory never does. The [Engine] is only told what to
// check, so after a crash the same check repairs the rest. Checking twice does no harm.
//
// One engine serves all kinds: it checks ("looks"), records what was shown, and retries after
// failures. The messages are made by paddock/bot/board and the features. Start reading at [Engine],
// then [Boards].
package deliver

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"paddock/bot/discord"
	"paddock/bot/discord/pace"
	"paddock/bot/peers"
	"paddock/bot/tasks"
	"paddock/games/match"
	"paddock/games/match/keylock"
)

// Key names one message, or group of messages, that the engine keeps up to date.
type Key struct {
	Kind Kind
	ID   string // id of the match or tournament
	User string // the only reader; empty for public messages
}

// Kind is a kind of message that the engine keeps up to date. A feature that registers a [Subject]
// declares its own.
type Kind string

// key returns the key of a match's messages of this kind, for one user or, without one, for all.
func (k Kind) key(id match.ID, u match.UserID) Key {
	return Key{Kind: k, ID: string(id), User: string(u)}
}

// Kinds of messages that this package keeps up to date.
const (
	Board        Kind = "board"
	PrivateBoard Kind = "private board"
	LiveBoard    Kind = "private message in a channel"
	Remark       Kind = "private remark on a match" // a person has at most one on each match
	Panel        Kind = "private panel of a match"  // likewise
	Note         Kind = "note of a change"          // likewise
	Notice       Kind = "notice"
	Digest       Kind = "digest"
	Call         Kind = "call"
)

// Subject keeps one kind of message up to date.
type Subject interface {
	// Look checks the messages of a key and updates those that are outdated. Only one Look of a key
	// runs at a time.
	Look(ctx context.Context, k Key) error
}

// mender is a Subject that acts after a failure that a retry would not fix.
type mender interface {
	// Failed reports whether it changed something, so that a retry can help.
	Failed(ctx context.Context, k Key, f discord.Failure) (again bool)
}

// matchClaim returns the claim of everything in the channel of a match.
func matchClaim(k Key) (match.Duty, string) { return match.BoardDuty, k.ID }

// Engine works on marked keys, one at a time in each lane (a channel or a person), by the method
// Look of their Subject. Look shows the newest state, so several changes become one message. Fresh
// marks come before the backlog of a start. If another process works on a key, the Engine tries it
// later. Engine is safe for concurrent use.
type Engine struct {
	ctx   context.Context // cancelled when the bot ends
	fail  func(error)     // function that ends the bot with an error
	log   *slog.Logger
	peers *peers.Peers

	agenda agenda
	locks  keylock.Lock[Key]
	again  tasks.Timers[Key] // retries after failures
	wakes  tasks.Timers[Key] // calls of look that are planned for later, by key

	mu       sync.Mutex
	subjects map[Kind]Subject
	claims   map[Kind]func(Key) (match.Duty, string)
	pending  map[Key]pace.Urgency // keys that are marked and not yet worked on
	retries  map[Key]int          // number of consecutive failures by key
	closed   bool
}

// NewEngine makes an engine that works until ctx ends. It calls fail if Discord rejects the bot's
// token.
func NewEngine(ctx context.Context, fail func(error), among *peers.Peers, log *slog.Logger) *Engine {
	return &Engine{
		ctx: ctx, fail: fail, log: log, peers: among, agenda: agenda{log: log},
		subjects: make(map[Kind]Subject), claims: make(map[Kind]func(Key) (match.Duty, string)),
		pending: make(map[Key]pace.Urgency), retries: make(map[Key]int),
	}
}

// Register sets the subject of a kind. Claim returns the duty and key that a process holds during a
// call of Look, so that no other process works on the same key. Nil means that each process works
// for itself. All calls come before the first mark.
func (e *Engine) Register(kind Kind, s Subject, claim func(Key) (match.Duty, string)) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.subjects[kind], e.claims[kind] = s, claim
}

// Mark asks the engine to work on a key. Lane is a channel or a person; the work in one lane is
// done one key at a time.
func (e *Engine) Mark(k Key, lane string) { e.markAs(k, lane, pace.Fresh) }

// markAs marks a key like Mark, with an urgency. A key that is already marked is worked on once,
// with the more urgent of its marks.
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

// MarkAfter marks a key after a delay. Further marks of the key change nothing until then.
func (e *Engine) MarkAfter(k Key, lane string, wait time.Duration) {
	if wait <= 0 {
		e.Mark(k, lane)
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if _, marked := e.pending[k]; e.closed || marked {
		return
	}
	e.pending[k] = pace.Answer // the highest urgency, so that a later mark adds nothing
	time.AfterFunc(wait, func() { e.enqueue(k, lane) })
}

// Wake plans a call of Look after a delay. It replaces an earlier Wake of the key. Marks in between
// cause calls of their own.
func (e *Engine) Wake(k Key, lane string, wait time.Duration) {
	e.wakes.Stop(k)
	e.wakes.After(k, wait, func() { e.Mark(k, lane) })
}

// enqueue queues the work on a delayed mark, unless the engine is closed.
func (e *Engine) enqueue(k Key, lane string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.closed {
		e.pending[k] = pace.Fresh
		e.agenda.add(lane, pace.Fresh, func() { e.look(k, lane) })
	}
}

// Lock keeps this engine and other processes from looking at a key until unlock, while an answer
// shows it. Mine is false if another process holds the key for too long. Then the caller leaves the
// showing to the engine.
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

// take claims a key among the processes. Mine is false if another process holds it.
func (e *Engine) take(ctx context.Context, k Key) (give func(), mine bool) {
	e.mu.Lock()
	claim := e.claims[k.Kind]
	e.mu.Unlock()
	if claim == nil {
		return func() {}, true
	}
	duty, key := claim(k)
	return e.peers.Take(ctx, duty, key)
}

const (
	lookWithin      = time.Minute
	elsewhereAtMost = 700 * time.Millisecond // how long an answer waits for another process to release the key
	elsewhereAgain  = 50 * time.Millisecond
	ElsewherePause  = 300 * time.Millisecond // pause before the next try for a key that another process holds
)

func (e *Engine) look(k Key, lane string) {
	unlock := e.locks.Lock(k)
	defer unlock()
	e.mu.Lock()
	u, marked := e.pending[k]
	delete(e.pending, k)
	s := e.subjects[k.Kind]
	e.mu.Unlock()
	if !marked { // the key was worked on since, for a more urgent mark
		return
	}
	ctx, cancel := context.WithTimeout(pace.With(e.ctx, u), lookWithin)
	defer cancel()
	give, mine := e.take(ctx, k)
	if !mine {
		e.MarkAfter(k, lane, ElsewherePause)
		return
	}
	defer give()
	e.settle(ctx, k, lane, s, s.Look(ctx, k))
}

// settle decides what to do after a call of Look, by its error. It does not retry if the match is
// damaged, because the match stays damaged.
func (e *Engine) settle(ctx context.Context, k Key, lane string, s Subject, err error) {
	f, wait := discord.Classify(err)
	if f != discord.NoFailure && e.ctx.Err() != nil { // the bot is ending, and the next start finds the rest
		return
	}
	if f != discord.NoFailure {
		e.log.Warn("a message could not be brought up to date", "kind", k.Kind, "id", k.ID, "failure", f, "err",
			discord.Redact(err))
	}
	again := false
	switch f {
	case discord.NoFailure:
	case discord.Transient, discord.RateLimited, discord.DMTooFast:
		again = !errors.Is(err, match.ErrDamaged) && (!errors.Is(err, errReduced) || e.failures(k) < mostReduced)
	case discord.TokenRejected:
		e.fail(discord.ErrToken)
	default:
		// Discord counts refused requests, so only requests are repeated that may succeed now, or
		// that failed for an unknown reason
		if m, ok := s.(mender); ok {
			again = m.Failed(ctx, k, f)
		}
		again = again || f == discord.Refused || f == discord.NotFound
	}
	if again {
		e.later(k, lane, wait, pace.Of(ctx))
		return
	}
	e.again.Stop(k)
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.retries, k)
}

// mostReduced is how often a message that was refused, and of which less is shown, is tried again:
// for about half an hour. A change shows it anew.
const mostReduced = 6

// failures returns the number of consecutive failures of a key.
func (e *Engine) failures(k Key) int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.retries[k]
}

// The delay after the first failure, which doubles with each, and the longest delay.
const (
	retryFirst = 30 * time.Second
	retryMost  = 10 * time.Minute
)

// later schedules a retry: after the wait that Discord asked for, or after a delay that doubles
// with each failure. A key has at most one retry. A mark in between is worked on separately.
func (e *Engine) later(k Key, lane string, wait time.Duration, u pace.Urgency) {
	e.mu.Lock()
	n := e.retries[k]
	e.retries[k]++
	e.mu.Unlock()
	if wait == 0 {
		wait = discord.Jitter(min(retryFirst<<min(n, 6), retryMost))
	}
	e.again.After(k, wait, func() { e.markAs(k, lane, u) })
}

// Idle reports whether no key is marked and no call of Look is running.
func (e *Engine) Idle() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.pending) == 0 && e.locks.Len() == 0
}

// Behind returns how many keys of each kind are marked or wait for a retry.
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

// Close waits for running calls of Look and refuses new marks. The next start finds what is
// outdated.
func (e *Engine) Close() {
	e.mu.Lock()
	e.closed = true
	e.mu.Unlock()
	e.agenda.close()
}
