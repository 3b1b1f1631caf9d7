package storage

import (
	"bytes"
	"context"

	"go.etcd.io/bbolt"

	"paddock/games/match"
	"paddock/games/tourney"
	"paddock/storage/layout"
	"paddock/storage/ledger"
	"paddock/storage/transfer"
)

// Removing a person. An overwritten or deleted id stays in the file's free pages until they are
// reused. Copies have no free pages, see Backup.

func (b *Bolt) Erasures(ctx context.Context) (list []match.Erasure, err error) {
	err = b.view(ctx, func(tx *bbolt.Tx) error {
		return tx.Bucket(erasureBucket).ForEach(func(user, as []byte) error {
			list = append(list, match.Erasure{User: match.UserID(user), As: string(as)})
			return nil
		})
	})
	return list, err
}

func (b *Bolt) PutErasure(ctx context.Context, d match.Erasure) (match.Erasure, error) {
	if err := ledger.ErasureOf(d); err != nil {
		return d, err
	}
	err := b.submit(ctx, func(t *tx) error {
		if as := t.Bucket(erasureBucket).Get([]byte(d.User)); as != nil {
			d.As = string(as)
			return nil
		}
		t.put(erasureBucket, []byte(d.User), []byte(d.As))
		return nil
	})
	if err != nil {
		return match.Erasure{}, err
	}
	return d, nil
}

// scanPage is the number of entries read per transaction, so that a long search blocks nobody.
const scanPage = 4096

// scan calls found for each entry of a bucket whose value contains text, one page at a time.
func (b *Bolt) scan(ctx context.Context, bucket []byte, text string, found func(key, value []byte) error) error {
	for next := []byte{}; next != nil; {
		err := b.view(ctx, func(tx *bbolt.Tx) error {
			c := tx.Bucket(bucket).Cursor()
			k, v := c.Seek(next)
			for n := 0; k != nil && n < scanPage; n++ {
				if bytes.Contains(v, []byte(text)) {
					if err := found(k, v); err != nil {
						return err
					}
				}
				k, v = c.Next()
			}
			next = bytes.Clone(k)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Mentions implements match.Store. It may list a match that no longer names the user.
func (b *Bolt) Mentions(ctx context.Context, u match.UserID) (ids []match.ID, err error) {
	err = b.view(ctx, func(tx *bbolt.Tx) error {
		prefix := append([]byte(u), 0)
		c := tx.Bucket(mentionBucket).Cursor()
		for k, _ := c.Seek(prefix); bytes.HasPrefix(k, prefix); k, _ = c.Next() {
			ids = append(ids, match.ID(k[len(prefix):]))
		}
		return nil
	})
	return ids, err
}

// forgetMentions removes a user's entries from the index of mentions.
func (t *tx) forgetMentions(u match.UserID) {
	prefix := append([]byte(u), 0)
	c := t.Bucket(mentionBucket).Cursor()
	for k, _ := c.Seek(prefix); bytes.HasPrefix(k, prefix) && t.failed == nil; k, _ = c.Seek(prefix) {
		t.del(mentionBucket, bytes.Clone(k))
	}
}

func (b *Bolt) Rewrite(ctx context.Context, id match.ID, edit func(*match.Record, []match.Event) bool) error {
	return b.submit(ctx, func(t *tx) error {
		old, err := stored(t.Tx, id)
		if err != nil {
			return b.aside.Check(id, err)
		}
		r, err := old.record()
		if err != nil {
			return b.aside.Check(id, err)
		}
		events, err := t.events(id, old.log)
		if err != nil {
			return b.aside.Check(id, err)
		}
		if !edit(&r, events) {
			return nil
		}
		now, err := newRow(r)
		if err != nil {
			return err
		}
		now.log = bytes.Clone(old.log)
		if err := t.rewriteLog(id, now.log, events); err != nil {
			return err
		}
		return t.replace(id, old, now)
	})
}

// rewriteLog replaces the events of a match.
func (t *tx) rewriteLog(id match.ID, keys layout.LogKeys, events []match.Event) error {
	i := 0
	for key := range keys.All() {
		line, err := layout.LogLine(id, events[i])
		if err != nil {
			return err
		}
		t.put(logBucket, layout.NumberKey(key), line)
		i++
	}
	return nil
}

// EraseUser implements match.Store. It finds the entries of other users that name the person before
// the write, so that nobody waits. Entries that name them later count as written after the erasure.
func (b *Bolt) EraseUser(ctx context.Context, u match.UserID, key match.BlockKey) error {
	named := map[transfer.Kind][][]byte{}
	for _, kind := range ledger.Naming {
		err := b.scan(ctx, plainBuckets[kind], string(u), func(key, _ []byte) error {
			named[kind] = append(named[kind], bytes.Clone(key))
			return nil
		})
		if err != nil {
			return err
		}
	}
	return b.submit(ctx, func(t *tx) error {
		if err := t.relist(u, layout.ListedIn(t.Bucket(userBucket).Get([]byte(u))), ""); err != nil {
			return err
		}
		t.del(userBucket, []byte(u))
		for kind, keys := range named {
			if err := t.forgetIn(kind, keys, u, key); err != nil {
				return err
			}
		}
		t.forgetMentions(u)
		t.del(erasureBucket, []byte(u))
		return nil
	})
}

// forgetIn removes a user from entries of others.
func (t *tx) forgetIn(kind transfer.Kind, keys [][]byte, gone match.UserID, key match.BlockKey) error {
	for _, k := range keys {
		text := t.Bucket(plainBuckets[kind]).Get(k)
		if text == nil {
			continue
		}
		now, err := ledger.Forget(kind, text, gone, key)
		if err != nil {
			return err
		}
		if now != nil {
			t.put(plainBuckets[kind], k, now)
		}
	}
	return nil
}

// TournamentsOf implements tourney.Store. It reads all tournaments.
func (b *Bolt) TournamentsOf(ctx context.Context, u match.UserID) (list []tourney.Record, err error) {
	err = b.scan(ctx, tournamentBucket, string(u), func(_, text []byte) error {
		r, err := ledger.ReadTournament(text)
		if err == nil && r.Mentions(u) {
			list = append(list, r)
		}
		return err
	})
	return list, err
}
