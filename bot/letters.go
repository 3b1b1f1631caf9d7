package bot

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"paddock/bot/discord"
	"paddock/bot/tasks"
	"paddock/games"
	"paddock/games/match"
)

// letters are the direct messages in which players of games with secrets see their own board: one for a player and match, edited in place (S54). What
// a letter has to show follows from the match and its reader alone, and what it shows is noted with the reader; so a look at a match, at any time
// and as often as one likes, brings its letters up to date and never sends one for nothing. A letter that can't be delivered is never replaced
// by anything public (S77): the same is to be had by a button under the match's board.
type letters struct {
	b     *bot
	log   *slog.Logger
	lanes tasks.Queue // by reader

	mu      sync.Mutex
	pending map[envelope]bool // marked and not yet looked at
	retries map[envelope]int
	closed  bool
}

// envelope says whose letter about which match.
type envelope struct {
	match match.ID
	user  match.UserID
}

func newLetters(b *bot) *letters {
	return &letters{b: b, log: b.log, lanes: tasks.Queue{Log: b.log}, pending: map[envelope]bool{}, retries: map[envelope]int{}}
}

// changed is told of every change of a match, and takes note of whose letters it touches: what somebody has done in secret, theirs alone (S85).
func (l *letters) changed(c match.Change) {
	g, ok := l.b.svc.Read.Game(c.Match.Game)
	if !ok || !g.Hidden || len(c.Events) == 0 {
		return
	}
	only := games.Spectator
	for _, e := range c.Events {
		if only = e.Seat; !e.Secret() {
			only = games.Spectator
			break
		}
	}
	for seat, p := range c.Match.Players {
		if p.User != "" && (only == games.Spectator || only == games.Seat(seat)) {
			l.mark(envelope{c.Match.ID, p.User})
		}
	}
}

// mark asks for a look at a letter.
func (l *letters) mark(to envelope) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed || l.pending[to] {
		return
	}
	l.pending[to] = true
	l.lanes.Do(string(to.user), func() { l.look(to) })
}

// alone locks the letters of a reader, so that an answer to a click on one and the letters' own edits don't cross.
func (l *letters) alone(u match.UserID) (unlock func()) {
	return l.b.outbox.alone(match.ID("letters of " + u))
}

// look brings a letter up to date.
func (l *letters) look(to envelope) {
	unlock := l.alone(to.user)
	defer unlock()
	l.mu.Lock()
	delete(l.pending, to)
	l.mu.Unlock()
	ctx, cancel := context.WithTimeout(l.b.ctx, time.Minute)
	defer cancel()
	l.settle(ctx, to, l.deliver(ctx, to))
}

// deliver sends or edits a letter if it does not show what it should.
func (l *letters) deliver(ctx context.Context, to envelope) error {
	rec, err := l.b.svc.Read.Match(ctx, to.match)
	if err != nil {
		return err
	}
	u, err := l.b.svc.Settings.User(ctx, to.user)
	if err != nil {
		return err
	}
	old, known := u.Letters[to.match]
	if rec.SeatOf(to.user) == games.Spectator || rec.Position == "" || rec.Parked != nil || u.DMClosed || rec.Status != match.Running && !known {
		return nil
	}
	m, err := l.b.personal(ctx, spoken(u), rec, u, "")
	if err != nil {
		return err
	}
	sum := m.Digest()
	switch {
	case sum == old.Sum:
	case known:
		return l.edit(ctx, rec, u, m, old)
	default:
		return l.post(ctx, rec, u, m, false)
	}
	return nil
}

// edit changes a letter in place; one that is gone, or too old to be edited, is sent anew without a sound.
func (l *letters) edit(ctx context.Context, rec match.Match, u match.User, m discord.Message, old match.Letter) error {
	err := discord.Retry(ctx, func() error { return l.b.client.Edit(ctx, string(u.DM), string(old.Message), m) })
	switch t, _ := discord.Classify(err); t {
	case discord.NoFailure:
		return l.sent(ctx, rec, u.ID, old.Message, old.At, m.Digest())
	case discord.MessageGone:
		return l.post(ctx, rec, u, m, true)
	case discord.RateLimited:
		if l.b.cfg.Now().Sub(old.At) < time.Hour {
			return err
		}
		return l.post(ctx, rec, u, m, true)
	}
	return err
}

// post sends a letter.
func (l *letters) post(ctx context.Context, rec match.Match, u match.User, m discord.Message, silent bool) error {
	if u.DM == "" {
		ch, err := l.b.client.OpenDM(ctx, string(u.ID))
		if err != nil {
			return err
		}
		u.DM = match.ChannelID(ch)
		if err := l.b.changeUser(ctx, u.ID, func(u *match.User) { u.DM = match.ChannelID(ch) }); err != nil {
			return err
		}
	}
	m.Private, m.Silent = false, silent // a direct message is private by itself
	nonce := discord.Truncate("l-"+string(rec.ID)+"-"+m.Digest(), 25)
	var id string
	err := discord.Retry(ctx, func() (err error) {
		id, err = l.b.client.Post(ctx, string(u.DM), m, nonce)
		return err
	})
	if err != nil {
		return err
	}
	return l.sent(ctx, rec, u.ID, match.MessageID(id), l.b.cfg.Now(), m.Digest())
}

// sent notes what a letter shows; that of a match that is over won't change any more.
func (l *letters) sent(ctx context.Context, rec match.Match, user match.UserID, id match.MessageID, at time.Time, sum string) error {
	return l.b.changeUser(ctx, user, func(u *match.User) {
		if rec.Status != match.Running {
			delete(u.Letters, rec.ID)
			return
		}
		if u.Letters == nil {
			u.Letters = make(map[match.ID]match.Letter)
		}
		u.Letters[rec.ID] = match.Letter{Message: id, At: at, Sum: sum}
	})
}

// showing notes what an answer to a click has made of a letter. An empty sum says that the letter has to be written anew when there is cause.
func (l *letters) showing(ctx context.Context, r *request, sum string) {
	rec, err := l.b.svc.Read.Match(ctx, r.target.Match)
	if err == nil {
		err = l.sent(ctx, rec, r.user, match.MessageID(r.ix.Message.ID), l.b.cfg.Now(), sum)
	}
	if err != nil {
		l.log.Error("could not note what a letter shows", "match", r.target.Match, "err", err)
	}
}

// settle decides what a failure calls for. A closed door is remembered and not knocked at again (P75).
func (l *letters) settle(ctx context.Context, to envelope, err error) {
	t, wait := discord.Classify(err)
	switch t {
	case discord.NoFailure:
	case discord.DmClosed:
		l.log.Info("direct messages are closed", "match", to.match)
		if err := l.b.changeUser(ctx, to.user, func(u *match.User) { u.DMClosed = true }); err != nil {
			l.log.Error("could not note that direct messages are closed", "match", to.match, "err", err)
		}
	case discord.Transient, discord.RateLimited, discord.DMTooFast:
		l.later(to, wait)
		return
	case discord.TokenRejected:
		l.b.fail(discord.ErrToken)
	case discord.ChannelGone: // the next letter opens the channel anew
		if err := l.b.changeUser(ctx, to.user, func(u *match.User) { u.DM = "" }); err == nil {
			l.later(to, wait)
			return
		}
	default:
		l.log.Warn("could not send a letter", "match", to.match, "trouble", t, "err", discord.Redact(err))
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.retries, to)
}

// later looks at a letter again after a while: as long as Discord said, or longer with every failure.
func (l *letters) later(to envelope, wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return
	}
	l.retries[to]++
	if wait == 0 {
		wait = discord.Jitter(min(15*time.Second<<min(l.retries[to], 6), 10*time.Minute))
	}
	time.AfterFunc(wait, func() { l.mark(to) })
}

// again sends a letter anew, by the wish of its reader: whatever was in the way may be gone.
func (l *letters) again(ctx context.Context, to envelope) error {
	err := l.b.changeUser(ctx, to.user, func(u *match.User) {
		u.DMClosed = false
		delete(u.Letters, to.match)
		delete(u.Told, toldClosed)
	})
	if err == nil {
		l.mark(to)
	}
	return err
}

// sweep looks at all letters: at the start, after a crash.
func (l *letters) sweep(ctx context.Context) error {
	var all []envelope
	for rec, err := range l.b.svc.Read.Active(ctx) {
		if err != nil {
			return err
		}
		if g, ok := l.b.svc.Read.Game(rec.Game); !ok || !g.Hidden {
			continue
		}
		for _, p := range rec.Players {
			if p.User != "" {
				all = append(all, envelope{rec.ID, p.User})
			}
		}
	}
	for _, to := range all {
		l.mark(to)
	}
	return nil
}

// close lets the workers finish and takes no more marks.
func (l *letters) close() {
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
	l.lanes.Wait()
}
