package deliver

import (
	"context"
	"slices"
	"strconv"
	"time"

	"paddock/bot/board"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/match"
)

// audience groups users by how they want to be notified (P28). Users who want no notifications are
// in none of the lists.
type audience struct {
	here     []match.UserID // users notified by a mention in the channel, and users whose settings can't be read
	byDM     []match.UserID // users notified by a direct message
	ByDigest []match.UserID // users notified by the digest, which is due now
	asleep   []match.UserID // users who must not be notified yet
	Until    time.Time      // when the first user in asleep may be notified
}

// notified groups the users who must be told of an event. Since is the time of the event. Limit is
// the deadline by which they must know; zero means none.
func (d *Deps) notified(ctx context.Context, users []match.UserID, since, limit time.Time) (a audience) {
	now := d.Now()
	for _, id := range users {
		u, err := d.People.User(ctx, id)
		by, at := u.Call(since, now, limit)
		switch {
		case d.failed(ctx, err, "could not read how a user wants to be called"):
			a.here = append(a.here, id)
		case by == match.ByNothing:
		case at.After(now):
			a.asleep = append(a.asleep, id)
			a.Until = Earlier(a.Until, at)
		case by == match.ByDigest:
			a.ByDigest = append(a.ByDigest, id)
		case by == match.ByDM:
			a.byDM = append(a.byDM, id)
		default:
			a.here = append(a.here, id)
		}
	}
	return a
}

// DigestWithin is the time allowed for sending a digest that is due. After it the bot checks what
// is still untold, and sends the digest again for that.
const DigestWithin = 10 * time.Minute

// laterSeats returns the seats that stand for users who are notified later, see match.Shown.
func laterSeats(m match.Match, users []match.UserID) (seats games.Seats) {
	for _, u := range users {
		if seat := m.SeatOf(u); seat != games.Spectator {
			seats |= games.SeatSet(seat)
		} else if m.Status == match.Open {
			seats |= 1
		}
	}
	return seats
}

// callAgain returns when the bot notifies a player to move again; ok is false if it does not.
func (d *Deps) callAgain(ctx context.Context, m match.Match, id match.UserID) (at time.Time, ok bool) {
	seat := m.SeatOf(id)
	if m.Status != match.Running || m.Parked != nil || seat == games.Spectator || !m.Bound().Has(seat) {
		return time.Time{}, false
	}
	u, err := d.People.User(ctx, id)
	if d.failed(ctx, err, "could not read when a user is called again", "match", m.ID) {
		return time.Time{}, false
	}
	return u.CallAgain(d.Now(), m.Clock.Limit())
}

// Earlier returns the earlier of two times; a zero time does not count.
func Earlier(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// begun returns when the turn of a match began, or when a challenge was made.
func begun(m match.Match) time.Time {
	if m.Status == match.Open {
		return m.Created
	}
	return m.Clock.Started
}

// telling is what is sent together with a new board: calls by direct message or in the channel for
// calls, and the notices that the board contains.
type telling struct {
	byDM    []match.UserID
	apart   []match.UserID // users notified in the server's channel for mentions
	at      match.Place    // the server's channel for mentions
	unseen  []match.Event
	notices []match.Notice
}

// tell sends the calls and notices that belong to a board that was just posted, and returns the
// users whose direct messages failed for now. It runs before the board is recorded: after a crash
// both are repeated with the same nonces.
func (b *Boards) tell(ctx context.Context, m match.Match, t telling) (missed []match.UserID, err error) {
	only := Nonce("w-%s-%s", m.ID, strconv.FormatInt(int64(m.Board()), 36))
	for _, u := range t.byDM {
		ref, again := b.tellPrivately(ctx, m, u, board.WaitsForYou(b.People.Language(ctx, u), m, t.unseen), only)
		if again {
			missed = append(missed, u)
		}
		if err := b.keep(ctx, m.ID, u, match.OwnTurn, ref); err != nil {
			return nil, err
		}
	}
	for _, u := range t.apart {
		ref, err := b.callApart(ctx, m, t.at, u, t.unseen)
		if err != nil {
			return nil, err
		}
		if err := b.keep(ctx, m.ID, u, match.OwnTurn, ref); err != nil {
			return nil, err
		}
	}
	if len(t.notices) == 0 {
		return missed, nil
	}
	return missed, b.Matches.Delivery.MarkTold(context.WithoutCancel(ctx), m.ID, t.notices...)
}

// callPrivately notifies the players to move of a match in whose channel the bot lacks a
// permission, if they chose direct messages or digests. Nobody is notified twice of a turn. It
// returns the seats that are notified later, and when.
func (b *Boards) callPrivately(ctx context.Context, m match.Match) (later games.Seats, at time.Time) {
	if m.Parked != nil || m.Shown.Turn == m.Turn && m.Shown.Pinged >= m.Turn && m.Shown.Asleep == 0 {
		return 0, time.Time{}
	}
	users := slices.DeleteFunc(board.WaitingUsers(m), func(id match.UserID) bool {
		u, err := b.People.User(ctx, id)
		// on an error the user is notified; if they were notified before, Discord drops the message
		// for its nonce
		failed := b.failed(ctx, err, "could not read whether a user is called already", "match", m.ID)
		return !failed && u.Calls[m.ID][match.OwnTurn].Message != ""
	})
	a := b.notified(ctx, users, begun(m), m.Clock.Limit())
	missed, err := b.tell(ctx, m, telling{byDM: slices.Concat(a.byDM, a.ByDigest)})
	b.failed(ctx, err, "could not record who was called", "match", m.ID)
	if len(missed) > 0 {
		a.Until = Earlier(a.Until, b.Now().Add(retryMost))
	}
	if !a.Until.IsZero() { // the record of what is shown may be older than this turn
		b.Engine.Wake(Board.key(m.ID, ""), string(m.Place.Channel), a.Until.Sub(b.Now()))
	}
	return laterSeats(m, slices.Concat(a.asleep, missed)), a.Until
}

// callLater records that users could not be told and are notified later. The pause is as long as
// the time since the first try, within the limits of retries.
func (b *Boards) callLater(m match.Match, s *match.Shown, missed []match.UserID) {
	if len(missed) == 0 {
		return
	}
	now := b.Now()
	s.Asleep |= laterSeats(m, missed)
	s.Wake = Earlier(s.Wake, now.Add(min(max(now.Sub(begun(m)), retryFirst), retryMost)))
	// the record makes sure that they are notified even if this was a second notification, such as
	// a reminder
	s.Pinged = min(s.Pinged, m.Turn-1)
}

// callApart notifies a user in the server's channel for mentions. If that channel can't be used, it
// uses the channel of the match.
func (b *Boards) callApart(ctx context.Context, m match.Match, at match.Place, u match.UserID,
	unseen []match.Event,
) (ref match.MessageRef, err error) {
	text := board.WaitsForYou(b.People.LanguageAt(ctx, at, m.Owner), m, unseen, u)
	only := Nonce("k-%s-%s%s", m.ID, strconv.FormatInt(int64(m.Board()), 36), Tail(match.MessageID(u), 6))
	ref.Channel = at.Channel
	ref.Message, err = b.Post(ctx, at.Channel, text, only)
	if err == nil || passing(err) {
		return ref, err
	}
	if err := b.giveUp(ctx, at.Guild, err, func(g *match.Guild) *match.ChannelID { return &g.Calls }); err != nil {
		return ref, err
	}
	ref.Channel = m.Place.Channel
	if ref.Message, err = b.Post(ctx, m.Place.Channel, text, only); err != nil && !passing(err) {
		b.Log.Info("a user could not be called", "match", m.ID, "err", discord.Redact(err))
		return match.MessageRef{}, nil
	}
	return ref, err
}

// tellPrivately sends a user a direct message about a match. It returns the message, or the zero
// MessageRef after a failure, which it logs. Again reports whether the user can be told later, if
// only in a channel because their direct messages are closed.
func (b *Boards) tellPrivately(ctx context.Context, m match.Match, u match.UserID, text discord.Message,
	only string,
) (sent match.MessageRef, again bool) {
	err := discord.Retry(ctx, func() (err error) {
		sent, err = b.sendDirect(ctx, u, text, only)
		return err
	})
	if err != nil {
		f, _ := discord.Classify(err)
		b.Log.Info("a direct message could not be sent", "match", m.ID, "failure", f, "err", discord.Redact(err))
	}
	return sent, sent.Message == "" && (err == nil || passing(err))
}

// Reach tells users something, each in the way they chose: by a mention in a channel or by a direct
// message.
type Reach struct {
	At     match.Place
	Owner  match.UserID // the user whose language is used outside servers
	Nonce  string
	absent bool // nothing can be posted at At
	Since  time.Time
	Public func(in lang.Language, users []match.UserID) discord.Message
	Direct func(in lang.Language, u match.UserID) discord.Message
	Told   func(ctx context.Context, users ...match.UserID) error // records who has been told
	// if not nil, records the message to a user
	sent func(ctx context.Context, u match.UserID, ref match.MessageRef) error
}

// Reach tells users something once. If the chosen way fails, it uses the other way; a user who
// can't be reached at all counts as told. Sleeping users and readers of digests are not told. An
// error is temporary.
func (d *Deps) Reach(ctx context.Context, r Reach, users []match.UserID) (audience, error) {
	a := d.notified(ctx, users, r.Since, time.Time{})
	return a, d.reachNow(ctx, r, users, a)
}

// reachNow tells the users of an audience who may be notified now. Users who want no notifications
// count as told.
func (d *Deps) reachNow(ctx context.Context, r Reach, users []match.UserID, a audience) error {
	here, byDM := a.here, a.byDM
	asked := make(map[match.UserID]bool)
	for _, u := range slices.Concat(here, byDM, a.ByDigest, a.asleep) {
		asked[u] = true
	}
	for _, u := range users {
		if !asked[u] { // the user wants no notifications
			if err := r.Told(ctx, u); err != nil {
				return err
			}
		}
	}
	posted, err := d.mention(ctx, r, here, r.Nonce)
	if err != nil {
		return err
	}
	if !posted {
		byDM = append(byDM, here...)
	}
	for _, u := range byDM {
		if err := d.write(ctx, r, u); err != nil {
			return err
		}
	}
	return nil
}

// mention tells users in the channel and reports whether that was possible.
func (d *Deps) mention(ctx context.Context, r Reach, users []match.UserID, only string) (posted bool, err error) {
	if len(users) == 0 {
		return true, nil
	}
	if r.absent {
		return false, nil
	}
	m := r.Public(d.People.LanguageAt(ctx, r.At, r.Owner), users)
	ref := match.MessageRef{Channel: r.At.Channel}
	_, err = d.Send(ctx, m, nil, func(m discord.Message) (err error) {
		ref.Message, err = d.postAt(ctx, r.At, m, only)
		return err
	})
	for _, u := range users {
		if err == nil && r.sent != nil {
			err = r.sent(ctx, u, ref)
		}
	}
	switch {
	case passing(err):
		return false, err
	case err != nil:
		d.Log.Info("users could not be told in the channel", "channel", r.At.Channel, "err", discord.Redact(err))
		return false, nil
	}
	return true, r.Told(context.WithoutCancel(ctx), users...)
}

// write tells a user by direct message, or in the channel if that fails.
func (d *Deps) write(ctx context.Context, r Reach, u match.UserID) error {
	if r.At.Outside != "" && !d.mayWrite(ctx, u) {
		if _, err := d.mention(ctx, r, []match.UserID{u}, ""); err != nil {
			return err
		}
		return r.Told(context.WithoutCancel(ctx), u)
	}
	ref, err := d.sendDirect(ctx, u, r.Direct(d.People.Language(ctx, u), u), r.Nonce)
	if err == nil && r.sent != nil {
		err = r.sent(ctx, u, ref)
	}
	if passing(err) {
		return err
	}
	if ref.Message == "" {
		posted, err := d.mention(ctx, r, []match.UserID{u}, Nonce("u-%s%s", r.Nonce, Tail(match.MessageID(u), 6)))
		if err != nil {
			return err
		}
		if !posted {
			d.Log.Info("a user could not be told at all", "err", discord.Redact(err))
		}
	}
	return r.Told(context.WithoutCancel(ctx), u)
}
