package deliver

import (
	"context"
	"maps"
	"slices"

	"paddock/bot/discord"
	"paddock/games/match"
)

// Calls are the messages that call upon one person: by direct message that it is their turn, there or in a channel that a draw is offered. Each goes away
// when that has been done, so that what stands there is what still waits for them, and what they were told for good. Which there are is kept with the
// person.
type Calls struct{ Deps }

// NewCalls makes the calls of an engine.
func NewCalls(d Deps) *Calls {
	c := &Calls{d}
	d.Engine.subjects[Call] = c
	return c
}

func callKey(id match.ID, u match.UserID) Key {
	return Key{Kind: Call, ID: string(id), User: string(u)}
}

// Changed is told of every change of a match. It only takes note of those upon whom nothing calls any more, or something else may.
func (c *Calls) Changed(change match.Change) {
	if len(change.Events) == 0 {
		return
	}
	readers := callReaders(change.Match)
	for _, e := range change.Events {
		readers = append(readers, e.User)
	}
	moved := len(change.Events) == 1 && change.Events[0].Kind == match.Moved
	for _, u := range readers {
		if u != "" && !(moved && change.Match.CallsUpon(u, match.OwnTurn)) {
			c.Engine.mark(callKey(change.Match.ID, u), string(u))
		}
	}
}

// callReaders are those upon whom something about a match may call, or may have called.
func callReaders(m match.Match) []match.UserID {
	users := append(privateReaders(m), m.Invited)
	if m.Heir != nil {
		users = append(users, m.Heir.To.User)
	}
	return users
}

// look takes away the calls that call upon somebody for nothing.
func (c *Calls) look(ctx context.Context, k Key) error {
	user, id := match.UserID(k.User), match.ID(k.ID)
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

// failed does nothing: what can't be taken away stays.
func (c *Calls) failed(context.Context, Key, discord.Failure) (again bool) { return false }

// keep notes that a message calls upon somebody. It takes the place of the one before it of its kind, and goes away itself if it comes too late.
func (d *Deps) keep(ctx context.Context, id match.ID, user match.UserID, kind match.NoticeKind, ref match.MessageRef) error {
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
	d.Engine.mark(callKey(id, user), string(user))
	if before == (match.MessageRef{}) {
		return nil
	}
	return d.takeAway(ctx, before)
}

// note notes which message calls upon somebody, or that none does.
func (d *Deps) note(ctx context.Context, user match.UserID, id match.ID, kind match.NoticeKind, ref match.MessageRef) error {
	return d.People.Change(context.WithoutCancel(ctx), user, func(u *match.User) { u.Keep(id, kind, ref) })
}

// takeAway takes a message away. An error is one that will pass.
func (d *Deps) takeAway(ctx context.Context, ref match.MessageRef) error {
	err := d.Client.Delete(ctx, string(ref.Channel), string(ref.Message))
	if passing(err) {
		return err
	}
	if err != nil {
		d.Log.Debug("left a message that is over", "err", discord.Redact(err))
	}
	return nil
}
