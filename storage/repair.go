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
		return errors.Join(db.Update(clearIndexes), ctx.Err(), migrate(db, migrations))
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
	t := &tx{Tx: btx}
	for _, name := range derivedBuckets {
		if btx.Bucket(name) != nil {
			t.change(func() error { return btx.DeleteBucket(name) })
		}
		t.change(func() error { _, err := btx.CreateBucket(name); return err })
	}
	if newest != nil { // derive stores the causes of this day and of the day before again, see tx.recall
		t.change(func() error { _, err := btx.Bucket(causeBucket).CreateBucket(newest); return err })
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
	err = errors.Join(err, t.listTournaments(), deriveAll(btx), rateAll(btx))
	return errors.Join(err, t.failed)
}

// listTournaments rebuilds the lists of tournaments.
func (t *tx) listTournaments() error {
	var all []tourney.Record
	err := t.Bucket(tournamentBucket).ForEach(func(id, _ []byte) error {
		if r, err := tournament(t.Tx, id); err == nil {
			all = append(all, r)
		}
		return nil
	})
	for _, r := range all {
		t.listTournament(tourney.Record{}, r)
	}
	return err
}
