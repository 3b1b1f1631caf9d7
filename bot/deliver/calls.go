package deliver

import (
	"context"
	"maps"
	"slices"

	"paddock/games/match"
)

// Calls are messages that call one person, by direct message or in a channel: it is their turn, or
// they get an offer. A call is deleted as soon as it is obsolete. The existing calls are stored
// with the user.
type Calls struct{ Deps }

// NewCalls makes the calls of an engine.
func NewCalls(d Deps) *Calls {
	c := &Calls{d}
	d.Engine.Register(Call, c, nil)
	return c
}

// Changed handles a change of a match: it marks the users whose calls may be obsolete. It does not
// block.
func (c *Calls) Changed(change match.Change) {
	if len(change.Events) == 0 {
		return
	}
	readers := append(callReaders(change.Match), change.Unasked)
	for _, e := range change.Events {
		readers = append(readers, e.User)
	}
	moved := len(change.Events) == 1 && change.Events[0].Kind == match.Moved
	for _, u := range readers {
		if u != "" && !(moved && change.Match.CallsUpon(u, match.OwnTurn)) {
			c.Engine.Mark(Call.key(change.Match.ID, u), string(u))
		}
	}
}

// LockCalls keeps the notifications of a match from being deleted while a click on one is answered.
// Discord accepts no answer to a click on a deleted message.
func (b *Boards) LockCalls(id match.ID) (unlock func()) { return b.Engine.locks.Lock(Call.key(id, "")) }

// callReaders returns the users whom a match can have called: its present and former players, and who
// is invited. A member who was asked to take over a seat can have a call too, see
// [match.Change.Unasked].
func callReaders(m match.Match) []match.UserID { return append(privateReaders(m), m.Invited) }

// Look deletes the notifications (calls) of a user that are obsolete.
func (c *Calls) Look(ctx context.Context, k Key) error {
	user, id := match.UserID(k.User), match.ID(k.ID)
	defer c.Engine.locks.Lock(Call.key(id, ""))()
	u, err := c.People.User(ctx, user)
	if err != nil || len(u.Calls[id]) == 0 {
		return err
	}
	m, err := c.Matches.Read.Match(ctx, id)
	if err != nil {
		return err
	}
	for _, kind := range slices.Sorted(maps.Keys(u.Calls[id])) {
		if m.CallsUpon(user, kind) {
			continue
		}
		if err := c.takeAway(ctx, u.Calls[id][kind]); err != nil {
			return err
		}
		if err := c.note(ctx, user, id, kind, match.MessageRef{}); err != nil {
			return err
		}
	}
	return nil
}

// keep stores a message as the user's notification of a kind, and deletes the previous one. If the
// new one is obsolete already, the next Look deletes it.
func (d *Deps) keep(ctx context.Context, id match.ID, user match.UserID, kind match.NoticeKind,
	ref match.MessageRef,
) error {
	if ref.Message == "" || !kind.Calls() {
		return nil
	}
	u, err := d.People.User(ctx, user)
	if err != nil {
		return err
	}
	before := u.Calls[id][kind]
	if before == ref {
		return nil
	}
	if err := d.note(ctx, user, id, kind, ref); err != nil {
		return err
	}
	d.Engine.Mark(Call.key(id, user), string(user))
	if before == (match.MessageRef{}) {
		return nil
	}
	return d.takeAway(ctx, before)
}

// note stores which message is the user's notification of a kind. An empty ref means none.
func (d *Deps) note(ctx context.Context, user match.UserID, id match.ID, kind match.NoticeKind,
	ref match.MessageRef,
) error {
	return d.People.Change(context.WithoutCancel(ctx), user, func(u *match.User) { u.Keep(id, kind, ref) })
}

// takeAway deletes a message, if Discord allows that. An error is temporary.
func (d *Deps) takeAway(ctx context.Context, ref match.MessageRef) error {
	if err := d.Client.Delete(ctx, string(ref.Channel), string(ref.Message)); passing(err) {
		return err
	}
	return nil
}
