package storage

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"go.etcd.io/bbolt"

	"paddock/games/match"
	"paddock/games/tourney"
	"paddock/storage/fault"
)

// Repair rebuilds all indexes, standings and stored causes of a database from its records and logs.
// It does not change records and events: unreadable ones stay, and Check still reports them. No
// other process may have the file open.
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
	db, file, err := openFile(path, bbolt.Options{})
	if err != nil {
		return explainOpen(path, err)
	}
	err = fault.Guarded(func() error {
		if err := db.Update(clearIndexes); err != nil {
			return err
		}
		return errors.Join(ctx.Err(), migrate(db, migrations))
	})
	if err = errors.Join(err, shut(db, file, err)); err != nil {
		return fault.New(path,
			fmt.Sprintf("It could not be repaired: %v. Restore the newest backup in its place.", err), err)
	}
	return nil
}

// derivedBuckets lists the buckets of derived data.
var derivedBuckets = append([][]byte{
	causeBucket, mentionBucket, standingBucket, rankingBucket, openTournamentBucket,
	channelTournamentBucket,
}, indexBuckets...)

// clearIndexes deletes all derived data and schedules its rebuilding. It restores the index of ids
// at once.
func clearIndexes(btx *bbolt.Tx) error {
	var newest []byte
	if causes := btx.Bucket(causeBucket); causes != nil {
		day, _ := causes.Cursor().Last()
		newest = bytes.Clone(day)
	}
	for _, name := range derivedBuckets {
		if btx.Bucket(name) != nil {
			if err := btx.DeleteBucket(name); err != nil {
				return err
			}
		}
		if _, err := btx.CreateBucket(name); err != nil {
			return err
		}
	}
	if newest != nil { // derive stores the causes of this day and of the day before again, see tx.recall
		if _, err := btx.Bucket(causeBucket).CreateBucket(newest); err != nil {
			return err
		}
	}
	err := btx.Bucket(matchBucket).ForEach(func(number, value []byte) error {
		w, err := readRow(value)
		var r match.Record
		if err == nil {
			r, err = w.record()
		}
		if err != nil {
			return nil // a damaged match keeps its old entry, if it has one
		}
		return btx.Bucket(idBucket).Put([]byte(r.ID), number)
	})
	return errors.Join(err, listTournaments(btx), deriveAll(btx), rateAll(btx))
}

// listTournaments rebuilds the lists of tournaments.
func listTournaments(btx *bbolt.Tx) error {
	var all []tourney.Record
	err := btx.Bucket(tournamentBucket).ForEach(func(id, _ []byte) error {
		if r, err := tournament(btx, id); err == nil {
			all = append(all, r)
		}
		return nil
	})
	t := &tx{Tx: btx}
	for _, r := range all {
		t.listTournament(tourney.Record{}, r)
	}
	return errors.Join(err, t.failed)
}
