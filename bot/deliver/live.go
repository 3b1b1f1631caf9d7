package deliver

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"paddock/bot/discord"
	"paddock/bot/discord/pace"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

// liveBoards are the private messages in channels that show a match to one person. They can be changed for as long as the token of the interaction holds
// that made them; so long they are kept up to date, and then they go away, so that none goes stale. A person has one for a match at most. The tokens
// are kept in memory alone: what a restart leaves behind is old by its buttons.
type liveBoards struct {
	*PrivateBoards

	mu  sync.Mutex
	all map[Key]*liveBoard
}

type liveBoard struct {
	answer *discord.Responder
	from   string // the interaction that has made the message
	once   bool   // there for one move alone: it goes away when the match goes on
	made   match.Seq
	status match.Status
	over   bool // it can't be changed much longer
	timer  *time.Timer
}

func liveKey(id match.ID, u match.UserID) Key {
	return Key{Kind: LiveBoard, ID: string(id), User: string(u)}
}

// LockLive keeps the engine from changing somebody's private message in a channel while a click on it is answered.
func (p *PrivateBoards) LockLive(id match.ID, u match.UserID) (unlock func()) {
	return p.Engine.locks.Lock(liveKey(id, u))
}

// Keep keeps the message of an answer up to date, which was made by the interaction from; another one that was kept so goes away.
func (p *PrivateBoards) Keep(m match.Match, u match.UserID, answer *discord.Responder, from string, once bool) {
	k := liveKey(m.ID, u)
	if g := m.Rules(); g == nil || g.Hidden && (m.SeatOf(u) == games.Spectator || show.ArrangingPhase(m)) {
		p.Forget(m.ID, u) // what is arranged in secret has no rhythm that others could notice (S85)
		return
	}
	p.keep(k, m, &liveBoard{answer: answer, from: from, once: once})
	if m.Status != match.Running { // it won't change any more
		p.Forget(m.ID, u)
	}
}

// keep puts a message in the place of the one that was kept before, which goes away unless it is the same.
func (p *PrivateBoards) keep(k Key, m match.Match, now *liveBoard) {
	now.made, now.status = m.Made, m.Status
	now.timer = time.AfterFunc(discord.Lasts, func() {
		p.live.mu.Lock()
		now.over = true
		p.live.mu.Unlock()
		p.Engine.mark(k, k.User)
	})
	if before := p.live.swap(k, now); before != nil && (before.from != now.from || now.from == noted) {
		p.Engine.agenda.add(k.User, pace.Fresh, func() { p.live.withdraw(before) })
	}
}

// KeepNote keeps an answer that says what was played until the match goes on, beside a board or not.
func (p *PrivateBoards) KeepNote(m match.Match, u match.UserID, answer *discord.Responder) {
	if m.Status == match.Running {
		p.keep(noteKey(m.ID, u), m, &liveBoard{answer: answer, from: noted, once: true})
	}
}

// noted is in the place of the interaction that has made a note: there is one at a time.
const noted = "note"

func noteKey(id match.ID, u match.UserID) Key {
	return Key{Kind: LiveBoard, ID: string(id), User: noted + " " + string(u)}
}

// Forget says that a private message shows something else now, or is gone.
func (p *PrivateBoards) Forget(id match.ID, u match.UserID) { p.live.swap(liveKey(id, u), nil) }

// ForgetFrom is Forget if the message was made by the interaction from.
func (p *PrivateBoards) ForgetFrom(id match.ID, u match.UserID, from string) {
	p.live.mu.Lock()
	board := p.live.all[liveKey(id, u)]
	p.live.mu.Unlock()
	if board != nil && board.from == from {
		p.Forget(id, u)
	}
}

// swap puts a message in the place of another, which it returns with its timer stopped; nil takes one out.
func (l *liveBoards) swap(k Key, now *liveBoard) (before *liveBoard) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if before = l.all[k]; before != nil {
		before.timer.Stop()
	}
	if delete(l.all, k); now != nil {
		l.all[k] = now
	}
	return before
}

// liveAfter is how long a change waits before it is shown in private messages: what its own maker is answered takes their place.
const liveAfter = time.Second

// changed marks the messages that a change of a match touches; only is the seat that alone may notice it, if there is one.
func (l *liveBoards) changed(m match.Match, only games.Seat) {
	l.mu.Lock()
	var keys []Key
	for k := range l.all {
		if k.ID == string(m.ID) && (only == games.Spectator || only == m.SeatOf(match.UserID(k.User))) {
			keys = append(keys, k)
		}
	}
	l.mu.Unlock()
	for _, k := range keys {
		l.Engine.markAfter(k, k.User, liveAfter)
	}
}

// Heard says that another process has changed a match.
func (p *PrivateBoards) Heard(id match.ID) {
	p.live.mu.Lock()
	var keys []Key
	for k := range p.live.all {
		if k.ID == string(id) {
			keys = append(keys, k)
		}
	}
	p.live.mu.Unlock()
	for _, k := range keys {
		p.Engine.markAfter(k, k.User, liveAfter)
	}
}

// Refresh looks at all private messages in channels, because another process may have gone on with their matches.
func (p *PrivateBoards) Refresh() {
	p.live.mu.Lock()
	keys := slices.Collect(maps.Keys(p.live.all))
	p.live.mu.Unlock()
	for _, k := range keys {
		p.Engine.mark(k, k.User)
	}
}

func (l *liveBoards) look(ctx context.Context, k Key) error {
	l.mu.Lock()
	b := l.all[k]
	over := b != nil && b.over
	l.mu.Unlock()
	if b == nil {
		return nil
	}
	m, err := l.Matches.Read.Match(ctx, match.ID(k.ID))
	if err != nil {
		return err
	}
	user := match.UserID(k.User)
	stale := m.Made != b.made || m.Status != b.status
	switch {
	case over, stale && b.once:
		l.swap(k, nil)
		l.withdraw(b)
		return nil
	case !stale || show.IsArranging(m, user):
		return nil
	}
	u, err := l.People.User(ctx, user)
	if err != nil {
		return err
	}
	u.ID = user
	board, err := l.Board(ctx, m, u)
	if err != nil {
		return err
	}
	if err := b.answer.Revise(ctx, board); err != nil {
		return err
	}
	l.mu.Lock()
	b.made, b.status = m.Made, m.Status
	l.mu.Unlock()
	if m.Status != match.Running {
		l.Forget(m.ID, user)
	}
	return nil
}

// failed gives a message up that can't be changed: its reader has dismissed it.
func (l *liveBoards) failed(_ context.Context, k Key, _ discord.Failure) (again bool) {
	l.swap(k, nil)
	return false
}

// withdraw takes a message away, in one try.
func (l *liveBoards) withdraw(b *liveBoard) {
	ctx, cancel := context.WithTimeout(context.Background(), discord.CallWithin)
	defer cancel()
	if err := b.answer.Withdraw(ctx); err != nil {
		l.Log.Debug("left a private message in a channel", "err", discord.Redact(err))
	}
}
