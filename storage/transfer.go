package storage

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"strconv"

	"go.etcd.io/bbolt"

	"paddock/games/match"
	"paddock/games/tourney"
	"paddock/storage/fault"
	"paddock/storage/layout"
	"paddock/storage/ledger"
	"paddock/storage/transfer"
)

// Mover is a file as a transfer.Store.
type Mover struct{ *Bolt }

var _ transfer.Store = Mover{}

// transferKey is the key of metaBucket for the progress of a transfer into this file; absent: no
// transfer.
var transferKey = []byte("transfer")

func (b Mover) Export(ctx context.Context, kind transfer.Kind, after string,
	most int,
) (items []transfer.Item, next string, err error) {
	err = b.view(ctx, func(tx *bbolt.Tx) error {
		switch kind {
		case transfer.Matches:
			items, next, err = exportMatches(tx, after, most)
		case transfer.Causes:
			items, err = exportCauses(tx)
		default:
			items, next = exportEntries(tx.Bucket(plainBuckets[kind]), after, most)
			for i := range items {
				items[i].Key = itemKey(kind, []byte(items[i].Key))
			}
		}
		return err
	})
	return items, next, err
}

func (b Mover) Scan(ctx context.Context, kind transfer.Kind, each func(key []byte, no int, text []byte)) error {
	return transfer.ScanPages(ctx, b, kind, each)
}

// exportEntries reads entries of a bucket after a key.
func exportEntries(bucket *bbolt.Bucket, after string, most int) (items []transfer.Item, next string) {
	c := bucket.Cursor()
	k, v := c.Seek([]byte(after))
	if after != "" && string(k) == after {
		k, v = c.Next()
	}
	for ; k != nil; k, v = c.Next() {
		if len(items) == most {
			return items, items[most-1].Key
		}
		items = append(items, transfer.Item{Key: string(k), Value: bytes.Clone(v)})
	}
	return items, ""
}

// exportMatches reads matches in the order of their numbers.
func exportMatches(tx *bbolt.Tx, after string, most int) (items []transfer.Item, next string, err error) {
	first, _ := strconv.ParseUint(after, 10, 64)
	c, log := tx.Bucket(matchBucket).Cursor(), tx.Bucket(logBucket)
	for k, v := c.Seek(layout.NumberKey(first + 1)); k != nil; k, v = c.Next() {
		if len(items) == most {
			return items, strconv.FormatUint(binary.BigEndian.Uint64(k)-1, 10), nil
		}
		w, err := readRow(v)
		if err != nil {
			return nil, "", err
		}
		item := transfer.Item{Value: bytes.Clone(w.text)}
		for key := range w.log.All() {
			line, err := layout.Unseal(log.Get(layout.NumberKey(key)))
			if err != nil {
				return nil, "", err
			}
			id, text, _ := bytes.Cut(line, []byte{0})
			item.Key, item.Events = string(id), append(item.Events, bytes.Clone(text))
		}
		items = append(items, item)
	}
	return items, "", nil
}

// exportCauses reads all causes, which cover a few days.
func exportCauses(tx *bbolt.Tx) (items []transfer.Item, err error) {
	causes := tx.Bucket(causeBucket)
	err = causes.ForEach(func(day, _ []byte) error {
		return causes.Bucket(day).ForEach(func(cause, v []byte) error {
			if len(v) < 8 {
				return fmt.Errorf("%w: a cause is cut off", fault.ErrDamaged)
			}
			items = append(items, ledger.Cause{
				Cause: match.Cause(cause), Match: match.ID(v[8:]), Seq: match.Seq(binary.BigEndian.Uint64(v)),
				Day: binary.BigEndian.Uint32(day),
			}.Item())
			return nil
		})
	})
	return items, err
}

func (b Mover) Import(ctx context.Context, kind transfer.Kind, items []transfer.Item, progress string) error {
	return b.submit(ctx, func(t *tx) error {
		for _, item := range items {
			if err := t.importItem(kind, item); err != nil {
				return fmt.Errorf("%s %s: %w", kind, item.Key, err)
			}
		}
		if progress == "" {
			t.del(metaBucket, transferKey)
		} else {
			t.put(metaBucket, transferKey, []byte(progress))
		}
		return nil
	})
}

func (t *tx) importItem(kind transfer.Kind, item transfer.Item) error {
	switch kind {
	case transfer.Matches:
		return t.importMatch(item)
	case transfer.Causes:
		c, err := ledger.ReadCause(item)
		if err != nil {
			return err
		}
		t.change(func() error {
			day, err := t.Bucket(causeBucket).CreateBucketIfNotExists(binary.BigEndian.AppendUint32(nil, c.Day))
			if err != nil {
				return err
			}
			return day.Put([]byte(item.Key), append(layout.NumberKey(uint64(c.Seq)), c.Match...))
		})
	case transfer.Audits:
		guild, no, err := ledger.ReadAuditKey(item.Key)
		if err != nil {
			return err
		}
		t.put(auditBucket, layout.AuditKey(guild, no), item.Value)
	case transfer.Tournaments:
		r, err := ledger.ReadTournament(item.Value)
		if err != nil {
			return err
		}
		t.replaceTournament(tourney.Record{}, r, item.Value)
	case transfer.Users:
		t.put(userBucket, []byte(item.Key), item.Value)
		return t.relist(match.UserID(item.Key), "", layout.ListedIn(item.Value))
	default:
		t.put(plainBuckets[kind], []byte(item.Key), item.Value)
	}
	return nil
}

func (t *tx) importMatch(item transfer.Item) error {
	r, events, err := ledger.ReadMatch(item)
	if err != nil {
		return err
	}
	now := rowOf(r, item.Value)
	lines := make([][]byte, len(item.Events))
	for i, e := range item.Events {
		lines[i] = layout.Seal(append(append([]byte(item.Key), 0), e...))
	}
	now.log = t.log(nil, lines)
	t.mention(r, events)
	return t.replace(r.ID, row{}, now)
}

func (b Mover) Progress(ctx context.Context) (progress string, matches int, err error) {
	err = b.view(ctx, func(tx *bbolt.Tx) error {
		progress, matches = string(tx.Bucket(metaBucket).Get(transferKey)), int(tx.Bucket(matchBucket).Sequence())
		return nil
	})
	return progress, matches, err
}
