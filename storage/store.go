package storage

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"go.etcd.io/bbolt"

	"paddock/games/match"
	"paddock/storage/fault"
	"paddock/storage/layout"
	"paddock/storage/ledger"
)

func (b *Bolt) Append(ctx context.Context, r match.Record, events ...match.Event) (match.Seq, error) {
	return b.AppendIf(ctx, match.Guard{}, r, events...)
}

// AppendIf implements match.Store. All writes run one after the other, so the guard sees all data.
func (b *Bolt) AppendIf(ctx context.Context, g match.Guard, r match.Record, events ...match.Event) (match.Seq, error) {
	if err := ledger.Appendable(r, events); err != nil {
		return 0, err
	}
	expected := r.Head
	lines := make([][]byte, len(events))
	for i, e := range events {
		r.Head++
		e.Seq = r.Head
		line, err := layout.LogLine(r.ID, e)
		if err != nil {
			return 0, err
		}
		lines[i] = line
	}
	now, err := newRow(r)
	if err != nil {
		return 0, err
	}
	err = b.submit(ctx, func(t *tx) error {
		old, err := stored(t.Tx, r.ID)
		if err != nil && !errors.Is(err, match.ErrNotFound) {
			return b.aside.Check(r.ID, err)
		}
		if t.repeats(events) {
			return match.ErrRepeat
		}
		if old.head != expected {
			return match.ErrConflict
		}
		if g.Holds != nil {
			if err := g.Holds(ctx, memberLists{b, t.Tx}); err != nil {
				return err
			}
		}
		now.log = t.log(bytes.Clone(old.log), lines)
		t.mention(r, events)
		for i, e := range events {
			t.remember(e, r.ID, expected+1+match.Seq(i))
		}
		return t.replace(r.ID, old, now)
	})
	if err != nil {
		return 0, err
	}
	b.records.put(r.ID, now.text, r)
	return r.Head, nil
}

// stored returns the row of a match; ErrNotFound and the zero row if there is none. Its parts are
// not copies.
func stored(tx *bbolt.Tx, id match.ID) (row, error) {
	number := tx.Bucket(idBucket).Get([]byte(id))
	if number == nil {
		return row{}, match.ErrNotFound
	}
	if len(number) != 8 {
		return row{}, fmt.Errorf("%w: the number of match %s can't be read", fault.ErrDamaged, id)
	}
	w, err := readRow(tx.Bucket(matchBucket).Get(number))
	w.number = binary.BigEndian.Uint64(number)
	return w, err
}

// record returns a match. It sets an unreadable one aside and returns an error that wraps
// match.ErrDamaged.
func (b *Bolt) record(tx *bbolt.Tx, id match.ID) (r match.Record, err error) {
	err = fault.Guarded(func() error {
		w, err := stored(tx, id)
		if err == nil {
			r, err = b.records.get(id, w.text, w.record)
		}
		return err
	})
	return r, b.aside.Check(id, err)
}

// replace replaces a match's row, or appends a new one, and updates indexes and standings.
func (t *tx) replace(id match.ID, old, now row) error {
	if err := t.rank(old.keys, now.keys); err != nil {
		return err
	}
	t.putRow(id, old, now)
	return nil
}

func (t *tx) putRow(id match.ID, old, now row) {
	rows := t.Bucket(matchBucket)
	rows.FillPercent = 0.9 // rows are nearly always appended, so pages can be full
	number := old.number
	if number == 0 {
		t.change(func() (err error) { number, err = rows.NextSequence(); return err })
		t.put(idBucket, []byte(id), layout.NumberKey(number))
	}
	t.put(matchBucket, layout.NumberKey(number), now.bytes())
}

// log appends lines to the log and their keys to keys.
func (t *tx) log(keys layout.LogKeys, lines [][]byte) layout.LogKeys {
	bucket := t.Bucket(logBucket)
	bucket.FillPercent = 1 // lines are only appended, so pages can be full
	last := keys.Last()
	for _, line := range lines {
		var n uint64
		t.change(func() (err error) { n, err = bucket.NextSequence(); return err })
		t.put(logBucket, layout.NumberKey(n), line)
		keys = binary.AppendUvarint(keys, n-last)
		last = n
	}
	return keys
}

func (b *Bolt) SetShown(ctx context.Context, id match.ID, head match.Seq, s match.Shown, due time.Time) error {
	return b.change(ctx, id, ledger.Shown(head, s, due))
}

func (b *Bolt) SetTold(ctx context.Context, id match.ID, told []match.Notice) error {
	return b.change(ctx, id, ledger.Told(told))
}

func (b *Bolt) SetDue(ctx context.Context, id match.ID, head match.Seq, due time.Time) error {
	return b.change(ctx, id, ledger.Due(head, due))
}

// change replaces a record without an event, if edit returns true.
func (b *Bolt) change(ctx context.Context, id match.ID, edit ledger.Edit) error {
	return b.submit(ctx, func(t *tx) error {
		old, err := stored(t.Tx, id)
		if err != nil {
			return b.aside.Check(id, err)
		}
		r, err := b.records.get(id, old.text, old.record)
		if err != nil {
			return b.aside.Check(id, err)
		}
		changed, err := edit(&r)
		if err != nil || !changed {
			return err
		}
		now, err := newRow(r)
		if err != nil {
			return err
		}
		now.log = old.log
		b.records.put(id, now.text, r)
		return t.replace(id, old, now)
	})
}

func (b *Bolt) Record(ctx context.Context, id match.ID) (r match.Record, err error) {
	err = b.view(ctx, func(tx *bbolt.Tx) error {
		r, err = b.record(tx, id)
		return err
	})
	return r, err
}

// History implements match.Store. An unknown match has no history.
func (b *Bolt) History(ctx context.Context, id match.ID, from match.Seq) (events []match.Event, err error) {
	err = b.view(ctx, func(tx *bbolt.Tx) error {
		w, err := stored(tx, id)
		if errors.Is(err, match.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		seq, log := match.Seq(0), tx.Bucket(logBucket)
		for key := range w.log.All() {
			if seq++; seq < from {
				continue
			}
			_, e, err := layout.ReadLine(log.Get(layout.NumberKey(key)))
			if err != nil {
				return err
			}
			events = append(events, e)
		}
		return nil
	})
	return events, b.aside.Check(id, err)
}

func (b *Bolt) Due(ctx context.Context, t time.Time, max int) (due []match.Record, err error) {
	err = b.view(ctx, func(tx *bbolt.Tx) error {
		last := layout.TimeKey(t)
		c := tx.Bucket(dueBucket).Cursor()
		for k, _ := c.First(); k != nil && len(due) < max && bytes.Compare(k[:8], last) <= 0; k, _ = c.Next() {
			if r, ok := b.soundRecord(tx, match.ID(k[8:])); ok {
				due = append(due, r)
			}
		}
		return nil
	})
	return due, err
}

func (b *Bolt) NextDue(ctx context.Context) (t time.Time, ok bool, err error) {
	err = b.view(ctx, func(tx *bbolt.Tx) error {
		c := tx.Bucket(dueBucket).Cursor()
		for k, _ := c.First(); k != nil && !ok; k, _ = c.Next() {
			if !b.aside.Has(match.ID(k[8:])) {
				t, ok = layout.KeyTime(k), true
			}
		}
		return nil
	})
	return t, ok, err
}

func (b *Bolt) Unshown(ctx context.Context, after match.ID, max int) ([]match.Record, error) {
	return b.listed(ctx, unshownBucket, after, max)
}

func (b *Bolt) Untold(ctx context.Context, after match.ID, max int) ([]match.Record, error) {
	return b.listed(ctx, untoldBucket, after, max)
}

// listed returns the matches whose ids are the keys of an index, after an id.
func (b *Bolt) listed(ctx context.Context, index []byte, after match.ID, max int) (found []match.Record, err error) {
	err = b.view(ctx, func(tx *bbolt.Tx) error {
		c := tx.Bucket(index).Cursor()
		for k, _ := c.Seek(append([]byte(after), 0)); k != nil && len(found) < max; k, _ = c.Next() {
			if r, ok := b.soundRecord(tx, match.ID(k)); ok {
				found = append(found, r)
			}
		}
		return nil
	})
	return found, err
}

func (b *Bolt) ByChannel(ctx context.Context, c match.ChannelID) ([]match.Record, error) {
	return b.newest(ctx, channelBucket, string(c), -1)
}

func (b *Bolt) ByUser(ctx context.Context, u match.UserID) ([]match.Record, error) {
	return b.newest(ctx, seatBucket, string(u), -1)
}

func (b *Bolt) SetAside(ctx context.Context, u match.UserID) (ids []match.ID, err error) {
	err = b.view(ctx, func(tx *bbolt.Tx) error {
		prefix := append([]byte(u), 0)
		c := tx.Bucket(seatBucket).Cursor()
		for k, _ := c.Seek(prefix); bytes.HasPrefix(k, prefix); k, _ = c.Next() {
			if id := match.ID(k[len(prefix)+8:]); b.aside.Has(id) {
				ids = append(ids, id)
			}
		}
		return nil
	})
	return ids, err
}

func (b *Bolt) Made(ctx context.Context, u match.UserID, since time.Time) (found []match.Record, err error) {
	err = b.view(ctx, func(tx *bbolt.Tx) error {
		found, err = memberLists{b, tx}.Made(ctx, u, since)
		return err
	})
	return found, err
}

// memberLists implements match.MemberLists within a transaction.
type memberLists struct {
	b  *Bolt
	tx *bbolt.Tx
}

func (l memberLists) ByUser(_ context.Context, u match.UserID) ([]match.Record, error) {
	return l.newest(seatBucket, string(u), time.Time{}, -1)
}

func (l memberLists) Made(_ context.Context, u match.UserID, since time.Time) ([]match.Record, error) {
	return l.newest(madeBucket, string(u), since, -1)
}

func (b *Bolt) ByGuild(ctx context.Context, g match.GuildID) ([]match.Record, error) {
	return b.newest(ctx, serverBucket, string(g), -1)
}

func (b *Bolt) Latest(ctx context.Context, c match.ChannelID, max int) ([]match.Record, error) {
	return b.newest(ctx, latestBucket, string(c), max)
}

// newest lists the matches of an index under a name, newest first. A negative max means all.
func (b *Bolt) newest(ctx context.Context, index []byte, name string, max int) (found []match.Record, err error) {
	err = b.view(ctx, func(tx *bbolt.Tx) error {
		found, err = memberLists{b, tx}.newest(index, name, time.Time{}, max)
		return err
	})
	return found, err
}

// Thinking implements match.Store, ordered by id.
func (b *Bolt) Thinking(ctx context.Context, max int) ([]match.Record, error) {
	return b.listed(ctx, thinkBucket, "", max)
}

// newest lists the matches of an index under a name that were created at or after since, newest
// first; a negative max means all.
func (l memberLists) newest(index []byte, name string, since time.Time, max int) (found []match.Record, err error) {
	prefix, first := append([]byte(name), 0), layout.TimeKey(since)
	c := l.tx.Bucket(index).Cursor()
	k, _ := c.Seek(append([]byte(name), 1))
	if k == nil {
		k, _ = c.Last()
	} else {
		k, _ = c.Prev()
	}
	for ; bytes.HasPrefix(k, prefix) && len(found) != max; k, _ = c.Prev() {
		key := k[len(prefix):]
		if bytes.Compare(key[:8], first) < 0 {
			break
		}
		if r, ok := l.b.soundRecord(l.tx, match.ID(key[8:])); ok {
			found = append(found, r)
		}
	}
	return found, nil
}

func (b *Bolt) Changed(ctx context.Context, since time.Time, max int) (list []match.Newest, err error) {
	err = b.view(ctx, func(tx *bbolt.Tx) error {
		seen := map[match.ID]bool{}
		c := tx.Bucket(logBucket).Cursor()
		for k, line := c.Last(); k != nil && len(list) < max; k, line = c.Prev() {
			id, e, err := layout.ReadLine(line)
			if err != nil {
				continue // a damaged line, which belongs to no readable match
			}
			if e.At.Before(since.Add(-logSlack)) {
				return nil
			}
			if !e.At.Before(since) && !seen[id] {
				seen[id] = true
				list = append(list, match.Newest{Match: id, Seq: e.Seq})
			}
		}
		return nil
	})
	return list, err
}

// logSlack is the longest time by which events in the log may be out of order.
const logSlack = 5 * time.Minute

func (b *Bolt) Guilds(ctx context.Context) (ids []match.GuildID, err error) {
	err = b.view(ctx, func(tx *bbolt.Tx) error {
		c := tx.Bucket(serverBucket).Cursor()
		for k, _ := c.First(); k != nil; {
			name, _, _ := bytes.Cut(k, []byte{0})
			ids = append(ids, match.GuildID(name))
			k, _ = c.Seek(append(bytes.Clone(name), 1))
		}
		return nil
	})
	return ids, err
}

// Causes are in a bucket for each day of the events. The day before the newest is the oldest that
// is kept, so causes are known for at least 24 hours.

// repeats reports whether a cause of the events is known.
func (t *tx) repeats(events []match.Event) bool {
	return slices.ContainsFunc(events, func(e match.Event) bool {
		_, _, ok := applied(t.Tx, e.Cause)
		return ok
	})
}

func applied(tx *bbolt.Tx, c match.Cause) (id match.ID, seq match.Seq, ok bool) {
	if c == "" {
		return "", 0, false
	}
	causes := tx.Bucket(causeBucket)
	days := causes.Cursor()
	for day, _ := days.Last(); day != nil; day, _ = days.Prev() {
		if v := causes.Bucket(day).Get([]byte(c)); len(v) > 8 {
			return match.ID(v[8:]), match.Seq(binary.BigEndian.Uint64(v)), true
		}
	}
	return "", 0, false
}

// remember stores the event's cause, and drops old days when a new one begins.
func (t *tx) remember(e match.Event, id match.ID, seq match.Seq) {
	if e.Cause == "" {
		return
	}
	causes := t.Bucket(causeBucket)
	day := layout.DayOf(e.At)
	if newest, _ := causes.Cursor().Last(); newest != nil {
		day = max(day, binary.BigEndian.Uint32(newest)-1)
	}
	key := binary.BigEndian.AppendUint32(nil, day)
	if causes.Bucket(key) == nil {
		t.change(func() error { _, err := causes.CreateBucket(key); return err })
		t.forget(causes)
	}
	if today := causes.Bucket(key); t.failed == nil && today.Get([]byte(e.Cause)) == nil {
		value := append(binary.BigEndian.AppendUint64(nil, uint64(seq)), id...)
		t.change(func() error { return today.Put([]byte(e.Cause), value) })
	}
}

// newestDay returns the newest day with causes; 0 if there is none.
func newestDay(tx *bbolt.Tx) uint32 {
	newest, _ := tx.Bucket(causeBucket).Cursor().Last()
	if newest == nil {
		return 0
	}
	return binary.BigEndian.Uint32(newest)
}

// recall stores an event's cause that must be known.
func (t *tx) recall(e match.Event, id match.ID) {
	if _, _, known := applied(t.Tx, e.Cause); !known && ledger.Kept(e, newestDay(t.Tx)) {
		t.remember(e, id, e.Seq)
	}
}

// forget drops all days before the day before the newest.
func (t *tx) forget(causes *bbolt.Bucket) {
	newest, _ := causes.Cursor().Last()
	first := binary.BigEndian.Uint32(newest) - 1
	for t.failed == nil {
		day, _ := causes.Cursor().First()
		if binary.BigEndian.Uint32(day) >= first {
			return
		}
		t.change(func() error { return causes.DeleteBucket(bytes.Clone(day)) })
	}
}

// Applied implements match.Store. Causes are stored for at least 24 hours, by the times of the
// events.
func (b *Bolt) Applied(ctx context.Context, c match.Cause) (id match.ID, seq match.Seq, ok bool, err error) {
	err = b.view(ctx, func(tx *bbolt.Tx) error {
		id, seq, ok = applied(tx, c)
		return nil
	})
	return id, seq, ok, err
}

func (b *Bolt) User(ctx context.Context, id match.UserID) (match.User, error) {
	u := match.User{ID: id}
	err := b.view(ctx, func(tx *bbolt.Tx) error {
		text := tx.Bucket(userBucket).Get([]byte(id))
		if text == nil {
			return nil
		}
		kept, err := b.users.get(id, text, func() (match.User, error) {
			_, err := loadIn(tx, userBucket, string(id), &u)
			return u, err
		})
		u = kept
		return err
	})
	return u, err
}

func (b *Bolt) UpdateUser(ctx context.Context, id match.UserID, edit func(*match.User)) (match.User, error) {
	return update(ctx, b, userBucket, string(id), match.User{ID: id}, edit, func(t *tx, old, now match.User) error {
		return t.relist(id, old.ListedIn, now.ListedIn)
	})
}

func (b *Bolt) Guild(ctx context.Context, id match.GuildID) (match.Guild, error) {
	g := match.Guild{ID: id}
	err := b.load(ctx, guildBucket, string(id), &g)
	return g, err
}

func (b *Bolt) UpdateGuild(ctx context.Context, id match.GuildID, edit func(*match.Guild)) (match.Guild, error) {
	return update(ctx, b, guildBucket, string(id), match.Guild{ID: id}, edit, nil)
}

func (b *Bolt) Note(ctx context.Context, key string) (value string, err error) {
	err = b.load(ctx, noteBucket, key, &value)
	return value, err
}

func (b *Bolt) PutNote(ctx context.Context, key, value string) error {
	_, err := b.UpdateNote(ctx, key, func(string) string { return value })
	return err
}

func (b *Bolt) UpdateNote(ctx context.Context, key string, edit func(string) string) (string, error) {
	return update(ctx, b, noteBucket, key, "", func(note *string) { *note = edit(*note) }, nil)
}

// load reads JSON into v; a missing entry leaves v unchanged.
func (b *Bolt) load(ctx context.Context, bucket []byte, key string, v any) error {
	return b.view(ctx, func(tx *bbolt.Tx) error {
		_, err := loadIn(tx, bucket, key, v)
		return err
	})
}

// loadIn loads like load, within a transaction. It also returns the text, which is not a copy.
func loadIn(tx *bbolt.Tx, bucket []byte, key string, v any) ([]byte, error) {
	text := tx.Bucket(bucket).Get([]byte(key))
	if text == nil {
		return nil, nil
	}
	if err := json.Unmarshal(text, v); err != nil {
		return nil, fmt.Errorf("%w: %s %s: %w", fault.ErrDamaged, bucket, key, err)
	}
	return text, nil
}

// update replaces an entry by the result of edit, and follow updates the derived data. Zero is the
// value of a missing entry.
func update[T any](ctx context.Context, b *Bolt, bucket []byte, key string, zero T, edit func(*T),
	follow func(t *tx, old, now T) error,
) (T, error) {
	if key == "" {
		return zero, fmt.Errorf("storage: an entry of %s needs a name", bucket)
	}
	if err := layout.Nameable("name", key); err != nil {
		return zero, err
	}
	var v T
	err := b.submit(ctx, func(t *tx) error {
		v = zero
		old, err := loadIn(t.Tx, bucket, key, &v)
		if err != nil {
			return err
		}
		before := v
		edit(&v)
		text, err := json.Marshal(v)
		if err != nil {
			return fmt.Errorf("write %s %s: %w", bucket, key, err)
		}
		if bytes.Equal(text, old) {
			return nil
		}
		if follow != nil {
			if err := follow(t, before, v); err != nil {
				return err
			}
		}
		t.put(bucket, []byte(key), text)
		return nil
	})
	if err != nil {
		return zero, err // the result is not v, because a write under way may still use v
	}
	return v, nil
}

// Log logs unreadable matches, once each, including those found before, and that the database is
// new.
func (b *Bolt) Log(log *slog.Logger) {
	if b.made {
		log.Info("there was no database, so an empty one was made", "file", b.path)
	}
	b.aside.Log(log)
}

// soundRecord returns the record of an indexed match; ok is false if it had to be set aside.
func (b *Bolt) soundRecord(tx *bbolt.Tx, id match.ID) (r match.Record, ok bool) {
	r, err := b.record(tx, id)
	if errors.Is(err, match.ErrNotFound) {
		b.aside.Put(id, fmt.Errorf("%w: an index names it, and there is no such match", fault.ErrDamaged))
	}
	return r, err == nil
}

// mention adds the users of a record and its events to the index of mentions.
func (t *tx) mention(r match.Record, events []match.Event) {
	for _, u := range match.Named(r, events) {
		if key := layout.MentionKey(u, r.ID); t.Bucket(mentionBucket).Get(key) == nil {
			t.put(mentionBucket, key, []byte{})
		}
	}
}

// events returns the log of a match.
func (t *tx) events(id match.ID, keys layout.LogKeys) (events []match.Event, err error) {
	for key := range keys.All() {
		owner, e, err := layout.ReadLine(t.Bucket(logBucket).Get(layout.NumberKey(key)))
		if err == nil && owner != id {
			err = fmt.Errorf("%w: an event of %s belongs to %s", fault.ErrDamaged, owner, id)
		}
		if err != nil {
			return nil, err
		}
		events = append(events, e)
	}
	return events, nil
}
