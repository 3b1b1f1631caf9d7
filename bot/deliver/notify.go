package deliver

import (
	"context"
	"slices"
	"strconv"
	"time"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

// audience is people by how they hear that something waits for them (P28). Who wants to hear nothing is nowhere in it.
type audience struct {
	here     []match.UserID // by a mention in the message that says so; also who can't be written to, and whose wish can't be read
	byDM     []match.UserID // by a direct message that leads there
	byDigest []match.UserID // by the digest that is due now
	asleep   []match.UserID // they may not be called yet
	until    time.Time      // when the first of them may
}

// notified splits people who are to hear of something that came about at a moment, before a time limit if that is not zero.
func (d *Deps) notified(ctx context.Context, users []match.UserID, since, limit time.Time) (a audience) {
	now := d.Now()
	for _, id := range users {
		u, err := d.People.User(ctx, id)
		by, at := u.Call(since, now, limit)
		switch {
		case err != nil:
			a.here = append(a.here, id)
		case by == match.ByNothing:
		case at.After(now):
			a.asleep = append(a.asleep, id)
			if a.until.IsZero() || at.Before(a.until) {
				a.until = at
			}
		case by == match.ByDigest:
			a.byDigest = append(a.byDigest, id)
		case by == match.ByDM:
			a.byDM = append(a.byDM, id)
		default:
			a.here = append(a.here, id)
		}
	}
	return a
}

// digestWithin is when a digest that is due is asked for once more, if it has not told what it is to tell.
const digestWithin = 10 * time.Minute

// hold plans that those who may not be called yet are pinged when they may. Who is told by a digest that is due now is left to it.
func (b *Boards) hold(m match.Match, plan *match.Showing, a audience) {
	for _, u := range a.byDigest {
		b.digests.mark(u, m.ID)
		if again := b.now().Add(digestWithin); a.until.IsZero() || again.Before(a.until) {
			a.until = again
		}
	}
	for _, u := range slices.Concat(a.asleep, a.byDigest) {
		if seat := m.SeatOf(u); seat != games.Spectator {
			plan.Asleep |= games.SeatSet(seat)
		} else if m.Status == match.Open {
			plan.Asleep |= 1
		}
	}
	if plan.Asleep != 0 {
		plan.PingAt = a.until
	}
}

// since is when the turn of a match began, or a challenge was made.
func since(m match.Match) time.Time {
	if m.Status == match.Open {
		return m.Created
	}
	return m.Clock.Started
}

// telling is what goes with a new board: who is told by direct message or in another channel what waits for them there, and the notices that the board tells itself.
type telling struct {
	byDM    []match.UserID
	apart   []match.UserID // who is called in the channel that the server has for that
	at      match.Place    // this one
	unseen  []match.Event
	notices []match.Notice
}

// tell does what goes with a board that has just been posted. It comes before the board is recorded: after a crash in between the board is posted
// again, under the same nonce, and so is this.
func (b *Boards) tell(ctx context.Context, m match.Match, t telling) error {
	only := nonce("w-%s-%s", m.ID, strconv.FormatInt(int64(m.Board()), 36))
	for _, u := range t.byDM {
		ref := b.tellPrivately(ctx, m, u, show.WaitsForYou(b.People.Language(ctx, u), m, t.unseen), only)
		if err := b.keep(ctx, m.ID, u, match.OwnTurn, ref); err != nil {
			return err
		}
	}
	for _, u := range t.apart {
		ref, err := b.callApart(ctx, m, t.at, u, t.unseen)
		if err != nil {
			return err
		}
		if err := b.keep(ctx, m.ID, u, match.OwnTurn, ref); err != nil {
			return err
		}
	}
	if len(t.notices) == 0 {
		return nil
	}
	return b.Matches.Delivery.MarkTold(context.WithoutCancel(ctx), m.ID, t.notices...)
}

// callApart calls upon somebody in the channel that the server has for that.
func (b *Boards) callApart(ctx context.Context, m match.Match, at match.Place, u match.UserID, unseen []match.Event) (ref match.MessageRef, err error) {
	text := show.WaitsForYou(b.People.LanguageAt(ctx, at, m.Owner), m, unseen, u)
	only := nonce("k-%s-%s%s", m.ID, strconv.FormatInt(int64(m.Board()), 36), tail(match.MessageID(u), 6))
	ref.Channel = at.Channel
	ref.Message, err = b.post(ctx, at.Channel, text, only)
	if err == nil || passing(err) {
		return ref, err
	}
	if err := b.giveUp(ctx, at.Guild, err, func(g *match.Guild) *match.ChannelID { return &g.Calls }); err != nil {
		return ref, err
	}
	ref.Channel = m.Place.Channel
	if ref.Message, err = b.post(ctx, m.Place.Channel, text, only); err != nil && !passing(err) {
		b.Log.Info("somebody could not be called", "match", m.ID, "err", discord.Redact(err))
		return match.MessageRef{}, nil
	}
	return ref, err
}

func (b *Boards) tellPrivately(ctx context.Context, m match.Match, u match.UserID, text discord.Message, only string) match.MessageRef {
	sent, err := b.sendDirect(ctx, u, text, only)
	if err != nil {
		f, _ := discord.Classify(err)
		b.Log.Info("somebody could not be told privately", "match", m.ID, "failure", f)
	}
	return sent
}

// reach is something that people are told, each in their way: in a channel by a message that mentions them, or by a direct message.
type reach struct {
	at     match.Place
	owner  match.UserID // whose language is spoken where there is no server
	nonce  string
	absent bool // nothing can be posted there
	since  time.Time
	public func(in lang.Language, users []match.UserID) discord.Message
	direct func(in lang.Language, u match.UserID) discord.Message
	told   func(ctx context.Context, users ...match.UserID) error                // takes note of those who have been told
	sent   func(ctx context.Context, u match.UserID, ref match.MessageRef) error // if not nil, takes note of a message to somebody
}

// reach tells people something, once. Who can't be reached in the way they chose is told in the other one; who can't be reached at all is given up,
// or they would be tried for ever. An error is one that will pass. Those who may not be called yet, and those whom the digest tells, are not told.
func (d *Deps) reach(ctx context.Context, r reach, users []match.UserID) (audience, error) {
	a := d.notified(ctx, users, r.since, time.Time{})
	return a, d.reachNow(ctx, r, users, a)
}

// reachNow is reach for those of an audience who may be called now.
func (d *Deps) reachNow(ctx context.Context, r reach, users []match.UserID, a audience) error {
	here, byDM := a.here, a.byDM
	asked := make(map[match.UserID]bool)
	for _, u := range slices.Concat(here, byDM, a.byDigest, a.asleep) {
		asked[u] = true
	}
	for _, u := range users {
		if !asked[u] { // wants to hear nothing
			if err := r.told(ctx, u); err != nil {
				return err
			}
		}
	}
	posted, err := d.mention(ctx, r, here, r.nonce)
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

// mention tells people in the channel, and reports whether that was possible.
func (d *Deps) mention(ctx context.Context, r reach, users []match.UserID, only string) (posted bool, err error) {
	if len(users) == 0 {
		return true, nil
	}
	if r.absent {
		return false, nil
	}
	m := r.public(d.People.LanguageAt(ctx, r.at, r.owner), users)
	ref := match.MessageRef{Channel: r.at.Channel}
	err = d.send(ctx, m, func(discord.Failure) (discord.Message, error) { return m.Plain(), nil }, func(m discord.Message) (err error) {
		ref.Message, err = d.post(ctx, r.at.Channel, m, only)
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
		d.Log.Info("people could not be told in their channel", "channel", r.at.Channel, "err", discord.Redact(err))
		return false, nil
	}
	return true, r.told(context.WithoutCancel(ctx), users...)
}

// write tells somebody by direct message, or in the channel if that can't be.
func (d *Deps) write(ctx context.Context, r reach, u match.UserID) error {
	ref, err := d.sendDirect(ctx, u, r.direct(d.People.Language(ctx, u), u), r.nonce)
	if err == nil && r.sent != nil {
		err = r.sent(ctx, u, ref)
	}
	if passing(err) {
		return err
	}
	if ref.Message == "" {
		posted, err := d.mention(ctx, r, []match.UserID{u}, nonce("u-%s%s", r.nonce, tail(match.MessageID(u), 6)))
		if err != nil {
			return err
		}
		if !posted {
			d.Log.Info("somebody could not be told anything", "err", discord.Redact(err))
		}
	}
	return r.told(context.WithoutCancel(ctx), u)
}
