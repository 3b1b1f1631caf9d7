package deliver

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"paddock/bot/board"
	"paddock/bot/lang"
	"paddock/bot/people"
	"paddock/games"
	"paddock/games/match"
)

// digests are the daily messages that tell a user what waits for them and what has happened (P34).
// Until its hour the content is stored with the matches: turns in match.Shown.Asleep, everything
// else in notices. When the hour comes each match is due and marks the digest, so a crash loses
// nothing.
type digests struct {
	Deps
	boards  *Boards
	sources []DigestSource

	mu     sync.Mutex
	marked map[match.UserID]map[match.ID]bool // the users whose digest is due, with the matches that marked it
}

func newDigests(d Deps, b *Boards) *digests {
	s := &digests{Deps: d, boards: b, marked: make(map[match.UserID]map[match.ID]bool)}
	d.Engine.Register(Digest, s, func(k Key) (match.Duty, string) { return match.DigestDuty, k.User })
	return s
}

// gather is how long a digest waits for other matches that are due at the same moment.
const gather = 3 * time.Second

// mark asks for a user's digest on behalf of a match; id may be empty.
func (d *digests) mark(u match.UserID, id match.ID) {
	d.mu.Lock()
	if d.marked[u] == nil {
		d.marked[u] = make(map[match.ID]bool)
	}
	if id != "" {
		d.marked[u][id] = true
	}
	d.mu.Unlock()
	d.Engine.MarkAfter(Key{Kind: Digest, ID: string(u), User: string(u)}, string(u), gather)
}

// Look sends a digest and records in the matches that its reader has been told.
func (d *digests) Look(ctx context.Context, k Key) error {
	u, err := d.People.User(ctx, match.UserID(k.User))
	if err != nil {
		return err
	}
	u.ID = match.UserID(k.User)
	// Another match may have marked it before this day's digest was recorded. The news of that
	// match comes with the next digest.
	by, at := u.Call(u.Digested, d.Now(), time.Time{})
	if !u.Digested.IsZero() && by == match.ByDigest && at.After(d.Now()) {
		d.forget(u.ID)
		return nil
	}
	list, others, err := d.matchesOf(ctx, u.ID)
	if err != nil {
		return err
	}
	in := people.LanguageOfUser(u)
	var news []string
	var tell []match.Match
	for _, m := range slices.Concat(others, list) {
		mine := noticesTo(m, u.ID)
		for _, n := range mine {
			news = append(news,
				board.NoticeText(in, m, n.Kind, m.SeatOf(u.ID))+" · "+board.ListLine(in, m, u.ID, slices.Concat(others, list)...))
		}
		if len(mine) > 0 || heldSeats(m, u.ID) != 0 {
			tell = append(tell, m)
		}
	}
	steps, err := d.steps(ctx, u.ID)
	if err != nil {
		return err
	}
	for _, s := range steps {
		news = append(news, s.Text(in))
	}
	if len(tell) == 0 && len(steps) == 0 {
		d.forget(u.ID)
		return nil
	}
	only := Nonce("d-%s-%s", d.Now().UTC().Format("060102"), Tail(match.MessageID(u.ID), 16))
	sent, err := d.sendDirect(ctx, u.ID, digestMessage(d.Show, in, u, list, news), only)
	if passing(err) {
		return err
	}
	d.forget(u.ID)
	if err == nil && sent.Message == "" { // the user can't be written to, so the boards notify them
		return nil
	}
	return d.told(context.WithoutCancel(ctx), u.ID, slices.Concat(others, list), steps)
}

// matchesOf returns a user's open and running matches, the most urgent first, and the other matches
// that marked their digest.
func (d *digests) matchesOf(ctx context.Context, u match.UserID) (list, others []match.Match, err error) {
	if list, err = d.Matches.Read.ByUser(ctx, u); err != nil {
		return nil, nil, err
	}
	d.mu.Lock()
	ids := slices.Sorted(maps.Keys(d.marked[u]))
	d.mu.Unlock()
	for _, id := range ids {
		if slices.ContainsFunc(list, func(m match.Match) bool { return m.ID == id }) {
			continue
		}
		m, err := d.Matches.Read.Match(ctx, id)
		switch {
		case err == nil:
			others = append(others, m)
		case !errors.Is(err, match.ErrDamaged) && !errors.Is(err, match.ErrUnknown):
			// a match that can't be read is left out
			return nil, nil, err
		}
	}
	return list, others, nil
}

func (d *digests) forget(u match.UserID) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.marked, u)
}

// noticesTo returns the undelivered notices of a match to a user.
func noticesTo(m match.Match, u match.UserID) (list []match.Notice) {
	for _, n := range m.Notices {
		if n.To == u {
			list = append(list, n)
		}
	}
	return list
}

// heldSeats returns a user's seat if the bot has not notified them yet of their turn or of a
// challenge; otherwise none.
func heldSeats(m match.Match, u match.UserID) games.Seats {
	seat := m.SeatOf(u)
	switch {
	case m.Status == match.Open && m.Invited == u:
		return m.Shown.Asleep & 1
	case seat == games.Spectator || m.Shown.Turn != m.Turn:
		return 0
	}
	return m.Shown.Asleep & games.SeatSet(seat)
}

// told records what a digest has told.
func (d *digests) told(ctx context.Context, u match.UserID, list []match.Match, steps []DigestStep) error {
	var failed []error
	for _, m := range list {
		if mine := noticesTo(m, u); len(mine) > 0 {
			failed = append(failed, d.Matches.Delivery.MarkTold(ctx, m.ID, mine...))
		}
		failed = append(failed, d.called(ctx, m.ID, u))
	}
	for _, s := range steps {
		failed = append(failed, s.Told(ctx))
	}
	if err := errors.Join(failed...); err != nil {
		return err // the same digest is sent again, and Discord knows its nonce
	}
	return d.People.Change(ctx, u, func(u *match.User) { u.Digested = d.Now() })
}

// called records that a user was notified of their turn, and plans the mention of the turn in their
// next digest.
func (d *digests) called(ctx context.Context, id match.ID, u match.UserID) error {
	return d.note(ctx, id, func(m match.Match, s *match.Shown) {
		if held := heldSeats(m, u); held != 0 {
			if s.Asleep &^= held; s.Asleep == 0 {
				s.Pinged, s.Wake = max(s.Pinged, m.Turn), time.Time{}
			}
		}
		d.again(ctx, m, s, u)
	})
}

// again plans the mention of a turn in the user's next digest, if all waiting players have been
// called.
func (d *digests) again(ctx context.Context, m match.Match, s *match.Shown, u match.UserID) {
	if s.Turn != m.Turn || s.Asleep == 0 && s.Pinged < m.Turn { // the player of the most urgent match is notified first
		return
	}
	if at, ok := d.callAgain(ctx, m, u); ok {
		s.Asleep, s.Wake = s.Asleep|games.SeatSet(m.SeatOf(u)), Earlier(s.Wake, at)
	}
}

// note changes the record of what is shown of a match.
func (d *digests) note(ctx context.Context, id match.ID, change func(m match.Match, s *match.Shown)) error {
	defer d.Engine.locks.Lock(Board.key(id, ""))()
	m, err := d.Matches.Read.Match(ctx, id)
	if err != nil {
		return err
	}
	s := m.Shown
	if change(m, &s); s == m.Shown {
		return nil
	}
	return d.Matches.Delivery.MarkShown(ctx, id, s)
}

// CallDaily plans the next digest of a user who has just chosen digests. It will mention turns of
// which they were notified before.
func (b *Boards) CallDaily(ctx context.Context, u match.UserID) error {
	list, err := b.Matches.Read.ByUser(ctx, u)
	failed := []error{err}
	for _, m := range list {
		failed = append(failed, b.digests.note(ctx, m.ID, func(m match.Match, s *match.Shown) {
			if heldSeats(m, u) == 0 {
				b.digests.again(ctx, m, s, u)
			}
		}))
	}
	return errors.Join(failed...)
}

// DigestSource provides content of digests that does not come from matches.
type DigestSource interface {
	Steps(ctx context.Context, u match.UserID) ([]DigestStep, error)
}

// DigestStep is one undelivered piece of news for a user.
type DigestStep struct {
	Text func(in lang.Language) string
	Told func(ctx context.Context) error // function that records that the user has the news
}

// steps returns the news of all sources for a user.
func (d *digests) steps(ctx context.Context, u match.UserID) (list []DigestStep, err error) {
	for _, s := range d.sources {
		some, err := s.Steps(ctx, u)
		if err != nil {
			return nil, err
		}
		list = append(list, some...)
	}
	return list, nil
}
