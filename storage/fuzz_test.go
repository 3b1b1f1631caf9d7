package storage

import (
	"errors"
	"path/filepath"
	"testing"

	"go.etcd.io/bbolt"

	"paddock/games/gamestest/ram"
	"paddock/games/match"
	"paddock/storage/fault"
	"paddock/storage/layout"
	"paddock/storage/storagetest"
)

// FuzzRow: any bytes in place of a record, event, list of keys or result are read, or found to be
// damaged.
func FuzzRow(f *testing.F) {
	w, err := newRow(storagetest.Running("m1"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(w.bytes())
	line, err := layout.LogLine("m1", match.Event{Kind: match.Moved, Move: "3"})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(line)
	f.Add([]byte("club\x00kalah\x00" + layout.ResultKey(match.Result{Match: "m1"})))
	for _, b := range []string{
		"", "\x00", "12345678", "12345678\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
		"12345678\x05abc", "a\x00", "a\x00b\x001234567", "a\x00b\x0012345678\x00{}",
	} {
		f.Add([]byte(b))
	}
	damagedOrNil := func(t *testing.T, what string, b []byte, err error) {
		if err != nil && !errors.Is(err, fault.ErrDamaged) {
			t.Errorf("%s %q: %v, want ErrDamaged", what, b, err)
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		w, err := readRow(b)
		damagedOrNil(t, "row", b, err)
		if err == nil {
			_, err = w.record()
			damagedOrNil(t, "record", b, err)
			_ = w.keys.all(func(_ []byte, _ byte, _ []byte) {})
			w.keys.has(w.keys)
			w.log.Last()
		}
		_, _, err = layout.ReadLine(b)
		damagedOrNil(t, "event", b, err)
		_, err = layout.ReadResult(b)
		damagedOrNil(t, "result", b, err)
	})
}

// FuzzFile: one value of a sound file is replaced by anything. A check finds the change, or the
// change is harmless, and neither a check nor a read crashes.
func FuzzFile(f *testing.F) {
	f.Add(0, 0, []byte{})
	f.Add(1, 0, []byte("x"))
	f.Add(2, 1, []byte("12345678"))
	f.Add(3, 2, []byte("{}"))
	f.Add(4, 3, []byte("null"))
	f.Add(-67, 3, []byte("0")) // the text cuts off the number of a match
	f.Fuzz(func(t *testing.T, bucket, key int, value []byte) {
		path := filepath.Join(ram.Dir(t), "paddock.db")
		made(t, path, 3)
		raw(t, path, func(tx *bbolt.Tx) error { return spoil(tx, uint(bucket), uint(key), value) })
		if _, err := Check(t.Context(), path); err != nil {
			if _, say := errors.AsType[*fault.FileError](err); !say {
				t.Errorf("Check = %v, which is no sentence", err)
			}
		}
		s, err := Open(path)
		if err != nil {
			if _, say := errors.AsType[*fault.FileError](err); !say {
				t.Errorf("Open = %v, which is no sentence", err)
			}
			return
		}
		defer s.Close()
		ctx := t.Context()
		_, _ = s.Record(ctx, "m1")
		_, _ = s.History(ctx, "m1", 1)
		_, _ = s.Due(ctx, storagetest.Running("m1").Created.AddDate(10, 0, 0), 10)
		_, _ = s.Unshown(ctx, "", 10)
		_, _ = s.Untold(ctx, "", 10)
		_, _ = s.User(ctx, "u1")
		_, _ = s.Finished(ctx, "u1")
		_, _ = s.Append(ctx, storagetest.Running("m1"), match.Event{Kind: match.Moved, Cause: "c"})
	})
}

// spoil replaces one value of a file, chosen by index over its buckets and their keys.
func spoil(tx *bbolt.Tx, bucket, key uint, value []byte) error {
	var names [][]byte
	if err := tx.ForEach(func(name []byte, _ *bbolt.Bucket) error {
		names = append(names, append([]byte(nil), name...))
		return nil
	}); err != nil {
		return err
	}
	b := tx.Bucket(names[bucket%uint(len(names))])
	var keys [][]byte
	if err := b.ForEach(func(k, v []byte) error {
		if v != nil {
			keys = append(keys, append([]byte(nil), k...))
		}
		return nil
	}); err != nil || len(keys) == 0 {
		return err
	}
	return b.Put(keys[key%uint(len(keys))], value)
}
