package deliver

import (
	"context"
	"maps"
	"slices"

	"paddock/bot/discord"
	"paddock/bot/discord/pace"
	"paddock/games/match"
)

// Letters are the messages that call upon one person: by direct message that it is their turn, there or in a channel that a draw is offered. Each goes away
// when that has been done, so that what stands there is what still waits for them, and what they were told for good. Which there are is kept with the
// person.
type Letters struct{ Deps }

// NewLetters makes the letters of an engine.
func NewLetters(d Deps) *Letters {
	l := &Letters{d}
	d.Engine.subjects[Letter] = l
	return l
}

func letterKey(id match.ID, u match.UserID) Key {
	return Key{Kind: Letter, ID: string(id), User: string(u)}
}

// Changed is told of every change of a match. It only takes note of those upon whom nothing calls any more, or something else may.
func (l *Letters) Changed(c match.Change) {
	if len(c.Events) == 0 {
		return
	}
	readers := letterReaders(c.Match)
	for _, e := range c.Events {
		readers = append(readers, e.User)
	}
	moved := len(c.Events) == 1 && c.Events[0].Kind == match.Moved
	for _, u := range readers {
		if u != "" && !(moved && c.Match.CallsUpon(u, match.OwnTurn)) {
			l.Engine.mark(letterKey(c.Match.ID, u), string(u))
		}
	}
}

// letterReaders are those upon whom something about a match may call, or may have called.
func letterReaders(m match.Match) []match.UserID {
	users := append(privateReaders(m), m.Invited)
	if m.Heir != nil {
		users = append(users, m.Heir.To.User)
	}
	return users
}

// Sweep looks at the letters about matches that have changed since an hour before the bot was last alive: at the start, after a crash.
func (l *Letters) Sweep(ctx context.Context) error {
	alive, err := l.Matches.Referee.LastAlive(ctx)
	if err != nil || alive.IsZero() { // a bot that has never lived has written no letters
		return err
	}
	ids, err := l.Matches.Read.Changed(ctx, alive.Add(-sweepBack))
	for _, id := range ids {
		m, err := l.Matches.Read.Match(ctx, id)
		if err != nil {
			l.Log.Error("a match could not be looked at", "match", id, "err", err)
			continue
		}
		for _, u := range letterReaders(m) {
			if u != "" {
				l.Engine.markAs(letterKey(id, u), string(u), pace.Backlog)
			}
		}
	}
	return err
}

// look takes away the letters that call upon somebody for nothing.
func (l *Letters) look(ctx context.Context, k Key) error {
	user, id := match.UserID(k.User), match.ID(k.ID)
	u, err := l.People.User(ctx, user)
	if err != nil || len(u.Letters[id]) == 0 {
		return err
	}
	m, err := l.Matches.Read.Match(ctx, id)
	if err != nil {
		return err
	}
	for _, kind := range slices.Sorted(maps.Keys(u.Letters[id])) {
		if m.CallsUpon(user, kind) {
			continue
		}
		if err := l.tear(ctx, u.Letters[id][kind]); err != nil {
			return err
		}
		if err := l.note(ctx, user, id, kind, match.Letter{}); err != nil {
			return err
		}
	}
	return nil
}

// failed does nothing: what can't be taken away stays.
func (l *Letters) failed(context.Context, Key, discord.Failure) (again bool) { return false }

// keep notes that a message calls upon somebody. It takes the place of the one before it of its kind, and goes away itself if it comes too late.
func (d *Deps) keep(ctx context.Context, id match.ID, user match.UserID, kind match.NoticeKind, letter match.Letter) error {
	if letter.Message == "" || !kind.Calls() {
		return nil
	}
	u, err := d.People.User(ctx, user)
	if err != nil {
		return err
	}
	before := u.Letters[id][kind]
	if before == letter {
		return nil
	}
	if err := d.note(ctx, user, id, kind, letter); err != nil {
		return err
	}
	d.Engine.mark(letterKey(id, user), string(user))
	if before == (match.Letter{}) {
		return nil
	}
	return d.tear(ctx, before)
}

// note notes which message calls upon somebody, or that none does.
func (d *Deps) note(ctx context.Context, user match.UserID, id match.ID, kind match.NoticeKind, letter match.Letter) error {
	return d.People.Change(context.WithoutCancel(ctx), user, func(u *match.User) { u.Keep(id, kind, letter) })
}

// tear takes a message away. An error is one that will pass.
func (d *Deps) tear(ctx context.Context, l match.Letter) error {
	err := d.Client.Delete(ctx, string(l.Channel), string(l.Message))
	if passing(err) {
		return err
	}
	if err != nil {
		d.Log.Debug("left a message that is over", "err", discord.Redact(err))
	}
	return nil
}
