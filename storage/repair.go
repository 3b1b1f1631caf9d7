package storage

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"go.etcd.io/bbolt"

	"paddock/games/match"
	"paddock/storage/fault"
)

// Repair makes all indexes and standings of a database anew from its records and logs. Records and events themselves it leaves as they are: what
// can't be read of them stays unreadable, and Check goes on to name it. No other process may have the file open.
func Repair(ctx context.Context, path string) error {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return fault.New(path, "There is no such file. Name the database to repair.", err)
	}
	version, err := inspect(path)
	switch {
	case err != nil:
		return err
	case version == 0:
		return nil
	case version > len(migrations):
		return fault.Newer(path, version, len(migrations))
	case version < len(migrations):
		return older(path, version)
	}
	db, err := bbolt.Open(path, 0o600, options(bbolt.Options{}))
	if err != nil {
		return fault.ExplainOpen(path, err)
	}
	err = fault.Guarded(func() error {
		if err := db.Update(clearIndexes); err != nil {
			return err
		}
		return errors.Join(ctx.Err(), migrate(db, migrations))
	})
	if err = errors.Join(err, db.Close()); err != nil {
		return fault.New(path, fmt.Sprintf("It could not be repaired: %v. Restore the newest backup in its place.", err), err)
	}
	return nil
}

// clearIndexes empties what derives from records and logs, and has it made anew. Each match can be found by its id again.
func clearIndexes(tx *bbolt.Tx) error {
	for _, name := range append([][]byte{mentionBucket, standingBucket, rankingBucket}, indexBuckets...) {
		if tx.Bucket(name) != nil {
			if err := tx.DeleteBucket(name); err != nil {
				return err
			}
		}
		if _, err := tx.CreateBucket(name); err != nil {
			return err
		}
	}
	err := tx.Bucket(matchBucket).ForEach(func(number, value []byte) error {
		w, err := readRow(value)
		var r match.Record
		if err == nil {
			r, err = w.record()
		}
		if err != nil {
			return nil // damaged: its id, if it is known, still leads to it
		}
		return tx.Bucket(idBucket).Put([]byte(r.ID), number)
	})
	return errors.Join(err, deriveAll(tx), rateAll(tx))
}
