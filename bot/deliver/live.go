package deliver

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"paddock/bot/board"
	"paddock/bot/discord"
	"paddock/bot/discord/pace"
	"paddock/games"
	"paddock/games/match"
)

// liveBoards are ephemeral messages about a match to one person: boards, private sentences and
// notes. They can be edited only while the token of their interaction is valid, and are deleted
// before it expires. A person has at most one of each kind for a match. Tokens are kept in memory.
// After a restart, clicks on these messages are answered as clicks on old boards.
type liveBoards struct {
	*PrivateBoards

	mu  sync.Mutex
	all map[Key]*liveBoard
}

type liveBoard struct {
	answer *discord.Responder
	from   string          // the interaction that created the message; empty for a note
	once   bool            // the message is deleted when the match continues
	head   match.Seq       // of a note: the change that it reports
	in     match.ChannelID // of a note: its channel
	read   time.Time       // of a note: when its reader has had time to read it
	aside  bool            // the message stays until the match ends
	passed bool            // of a panel: whether its reader has acted in the match since
	made   match.Seq
	status match.Status
	over   bool // the token of the interaction expires soon
	timer  *time.Timer
}

// LockLive keeps the engine from editing a person's ephemeral message while a click on it is
// answered.
func (p *PrivateBoards) LockLive(id match.ID, u match.UserID) (unlock func()) {
	return p.Engine.locks.Lock(LiveBoard.key(id, u))
}

// Keep keeps an ephemeral answer up to date. From is the interaction that created the message. The
// message that was kept before is deleted.
func (p *PrivateBoards) Keep(m match.Match, u match.UserID, answer *discord.Responder, from string, once bool) {
	k := LiveBoard.key(m.ID, u)
	if g := m.Rules(); g == nil || g.Hidden && m.SeatOf(u) == games.Spectator {
		p.Forget(m.ID, u)
		return
	}
	p.keep(k, m, &liveBoard{answer: answer, from: from, once: once})
	if m.Status != match.Running { // the message will not change any more
		p.Forget(m.ID, u)
		return
	}
	p.Engine.MarkAfter(k, k.User, liveAfter) // a computer may have moved while the answer was sent
}

// keep replaces the kept message of a key. The old one is deleted unless it is the same.
func (p *PrivateBoards) keep(k Key, m match.Match, now *liveBoard) {
	now.made, now.status = m.Made, m.Status
	now.timer = time.AfterFunc(discord.Lasts, func() {
		p.live.mu.Lock()
		now.over = true
		p.live.mu.Unlock()
		p.Engine.Mark(k, k.User)
	})
	if before := p.live.swap(k, now); before != nil && (before.from != now.from || k.Kind == Note) {
		p.Engine.agenda.add(k.User, pace.Fresh, func() { p.live.withdraw(before) })
	}
}

// KeepNote keeps an answer that reports a change, beside any board. It is deleted when the match
// continues, or once the board in the same channel shows the change and there was time to read it.
// Glance means that the board says the same.
func (p *PrivateBoards) KeepNote(m match.Match, u match.UserID, in match.ChannelID, answer *discord.Responder,
	glance bool,
) {
	k, lasts := Note.key(m.ID, u), noteLasts
	if glance {
		lasts = glanceLasts
	}
	p.keep(k, m, &liveBoard{answer: answer, once: true, head: m.Head, in: in, read: p.Now().Add(lasts)})
	p.Engine.MarkAfter(k, k.User, lasts)
}

// KeepAside remembers a private message with a sentence about a match. The message is deleted when
// the match ends, or with the next move. From is the interaction that created the message.
func (p *PrivateBoards) KeepAside(m match.Match, u match.UserID, answer *discord.Responder, from string, once bool) {
	p.keep(Remark.key(m.ID, u), m, &liveBoard{answer: answer, from: from, once: true, aside: !once})
}

// KeepPanel keeps a private panel of a match, which is deleted when its reader acts in the match, or
// when the match ends. From is the interaction that created the message.
func (p *PrivateBoards) KeepPanel(m match.Match, u match.UserID, answer *discord.Responder, from string) {
	p.keep(Panel.key(m.ID, u), m, &liveBoard{answer: answer, from: from, once: true, aside: true})
}

// IsPanel reports whether a person's panel of a match was created by an interaction. From is the
// interaction's id.
func (p *PrivateBoards) IsPanel(id match.ID, u match.UserID, from string) bool {
	return p.live.isFrom(Panel.key(id, u), from)
}

// IsRemark reports whether a person's private message about a match, such as a hint, was created by
// an interaction. From is the interaction's id.
func (p *PrivateBoards) IsRemark(id match.ID, u match.UserID, from string) bool {
	return p.live.isFrom(Remark.key(id, u), from)
}

// isFrom reports whether the kept message of a key was created by an interaction. From is the
// interaction's id.
func (l *liveBoards) isFrom(k Key, from string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.all[k]
	return b != nil && b.from == from
}

// TakePanel stops keeping the panel that an interaction created for a person, and reports whether
// there was one. From is the interaction's id. TakePanel searches the panels of all matches,
// because the request of a button that repeats a command names no match.
func (p *PrivateBoards) TakePanel(u match.UserID, from string) bool {
	p.live.mu.Lock()
	var found Key
	for k, b := range p.live.all {
		if k.Kind == Panel && k.User == string(u) && b.from == from {
			found = k
		}
	}
	p.live.mu.Unlock()
	return found != Key{} && p.live.swap(found, nil) != nil
}

// DropPassed deletes the panel of a match whose reader has acted in the match elsewhere, together
// with the answer to that act. Later the deletion would move the board under their finger.
func (p *PrivateBoards) DropPassed(id match.ID, u match.UserID) {
	k := Panel.key(id, u)
	p.live.mu.Lock()
	panel := p.live.all[k]
	passed := panel != nil && panel.passed
	p.live.mu.Unlock()
	if passed && p.live.swap(k, nil) == panel {
		p.Engine.agenda.add(k.User, pace.Fresh, func() { p.live.withdraw(panel) })
	}
}

// Times to read a note.
const (
	noteLasts   = 5 * time.Second
	glanceLasts = 2500 * time.Millisecond
)

// Forget stops keeping a person's ephemeral message up to date.
func (p *PrivateBoards) Forget(id match.ID, u match.UserID) { p.live.swap(LiveBoard.key(id, u), nil) }

// ForgetFrom does what Forget does, but only if the interaction with the id from created the
// message, which may be a private sentence or a panel.
func (p *PrivateBoards) ForgetFrom(id match.ID, u match.UserID, from string) {
	for _, k := range []Key{LiveBoard.key(id, u), Remark.key(id, u), Panel.key(id, u)} {
		p.live.mu.Lock()
		board := p.live.all[k]
		p.live.mu.Unlock()
		if board != nil && board.from == from {
			p.live.swap(k, nil)
		}
	}
}

// swap replaces the kept message of a key and returns the old one with its timer stopped. Now may
// be nil.
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

// liveAfter delays updates of ephemeral messages of the person who made the change, because their
// answer may replace the message. It also delays the deletion of messages for one move. Messages of
// others are updated at once.
const liveAfter = time.Second

// changed marks the messages that a change by a user concerns. If only is a seat, the change is
// secret and concerns that seat alone.
func (l *liveBoards) changed(m match.Match, by match.UserID, only games.Seat) {
	after := make(map[Key]time.Duration)
	l.mu.Lock()
	for k, b := range l.all {
		u := match.UserID(k.User)
		b.passed = b.passed || k.Kind == Panel && k.ID == string(m.ID) && u == by
		switch {
		case k.ID != string(m.ID) || only != games.Spectator && only != m.SeatOf(u):
		case b.once || u == by:
			after[k] = liveAfter
		default:
			after[k] = 0
		}
	}
	l.mu.Unlock()
	for k, wait := range after {
		l.Engine.MarkAfter(k, k.User, wait)
	}
}

// Heard handles a change of a match by another process.
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
		p.Engine.MarkAfter(k, k.User, liveAfter)
	}
}

// Refresh checks all remembered ephemeral messages, because another process may have changed their
// matches.
func (p *PrivateBoards) Refresh() {
	p.live.mu.Lock()
	keys := slices.Collect(maps.Keys(p.live.all))
	p.live.mu.Unlock()
	for _, k := range keys {
		p.Engine.Mark(k, k.User)
	}
}

func (l *liveBoards) Look(ctx context.Context, k Key) error {
	l.mu.Lock()
	b := l.all[k]
	var f liveFacts
	if b != nil {
		f.kept = *b
	}
	l.mu.Unlock()
	if b == nil {
		return nil
	}
	m, err := l.Matches.Read.Match(ctx, match.ID(k.ID))
	if err != nil {
		return err
	}
	user := match.UserID(k.User)
	f.kind, f.match, f.now = k.Kind, m, l.Now()
	f.arranging, f.phase = board.IsArranging(m, user), board.ArrangingPhase(m)
	switch f.decide().do {
	case doWait:
		l.Engine.MarkAfter(k, k.User, f.wait())
		return nil
	case doForget:
		l.swap(k, nil)
		return nil
	case doWithdraw:
		l.swap(k, nil)
		l.withdraw(b)
		l.replaced(k, m)
		return nil
	case doNothing:
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

// Failed stops keeping a message that can't be edited, for example because its reader dismissed it.
func (l *liveBoards) Failed(ctx context.Context, k Key, _ discord.Failure) (again bool) {
	l.swap(k, nil)
	if m, err := l.Matches.Read.Match(ctx, match.ID(k.ID)); err == nil {
		l.replaced(k, m)
	}
	return false
}

// replaced asks for the private board in direct messages after an ephemeral board is gone.
func (l *liveBoards) replaced(k Key, m match.Match) {
	if g := m.Rules(); k.Kind == LiveBoard && g != nil && g.Hidden {
		l.Mark(m.ID, match.UserID(k.User))
	}
}

// Keeps reports whether a person has an ephemeral board of a match that is kept up to date.
func (p *PrivateBoards) Keeps(id match.ID, u match.UserID) bool {
	return p.live.keeps(LiveBoard.key(id, u))
}

// keeps reports whether a message is kept up to date.
func (l *liveBoards) keeps(k Key) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all[k] != nil
}

// withdraw deletes a message. It tries once.
func (l *liveBoards) withdraw(b *liveBoard) {
	ctx, cancel := context.WithTimeout(context.Background(), discord.CallWithin)
	defer cancel()
	if err := b.answer.Withdraw(ctx); err != nil {
		l.Log.Debug("an ephemeral message could not be deleted", "err", discord.Redact(err))
	}
}
