package storage

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.etcd.io/bbolt"

	"paddock/games/match"
	"paddock/storage/codes"
	"paddock/storage/fault"
	"paddock/storage/layout"
)

// schemaBuckets are all buckets of the present schema. One that is added here needs a migration that makes it.
func schemaBuckets() [][]byte {
	return slices.Concat(
		[][]byte{metaBucket, idBucket, matchBucket, logBucket, causeBucket, userBucket, guildBucket, noteBucket, erasureBucket, auditBucket, mentionBucket, standingBucket, rankingBucket},
		indexBuckets,
		tournamentBuckets,
	)
}

// Keys of metaBucket.
var (
	schemaKey     = []byte("schema")     // schemaPrefix and the version
	unfinishedKey = []byte("unfinished") // where the rest of the newest migration goes on; absent when it is finished
	deriveKey     = []byte("derive")     // the number of the match from which on index entries have to be made anew; absent: none
	rateKey       = []byte("rate")       // the result from which on standings have to be made anew, after a byte; absent: none
)

const schemaPrefix = "paddock "

// A migration brings the file forward by one version. One that has been released is never changed, and leans on nothing that may change: it names its
// buckets itself, and reads and writes what is stored as it was at that time. There is a file of each version in testdata, see TestFixtures.
type migration struct {
	what string // for error messages: "make the buckets"
	do   func(*bbolt.Tx) error
	// rest, if there is one, goes through what is stored, a batch in each transaction. It is called with 0 and then with what it has returned,
	// until that is 0; after a crash it goes on from the batch that was not stored.
	rest func(tx *bbolt.Tx, from uint64) (next uint64, err error)
}

// migrations lead from an empty file to the present schema. The version of a file is the number of those it has been through.
var migrations = []migration{
	{what: "make the buckets", do: makeBuckets(
		"ids", "matches", "log", "causes", "users", "guilds", "notes", "due", "unshown", "live", "by-channel", "by-user", "by-guild", "latest")},
	{what: "make room for tournaments", do: makeBuckets("tournaments", "open-tournaments", "tournaments-by-channel")},
	{what: "make room for departures", do: makeBuckets("departures")},
	{what: "list the results", do: func(tx *bbolt.Tx) error {
		if err := makeBuckets("results")(tx); err != nil {
			return err
		}
		return deriveAll(tx)
	}},
	{what: "keep codes instead of sentences", do: codes.RenameDepartures, rest: codes.Keep},
	{what: "list what people are to be told", do: makeBuckets("untold")},
	{what: "make room for audit logs", do: makeBuckets("audit")},
	{what: "list what members have made", do: func(tx *bbolt.Tx) error {
		if err := makeBuckets("made")(tx); err != nil {
			return err
		}
		return deriveAll(tx)
	}},
	{what: "keep standings, and list who is named where", do: func(tx *bbolt.Tx) error {
		if err := makeBuckets("thinking", "pairs", "mentions", "standings")(tx); err != nil {
			return err
		}
		return errors.Join(deriveAll(tx), rateAll(tx))
	}},
	{what: "rate by Glicko-2", do: rateAnew},
	{what: "list what people have played", do: func(tx *bbolt.Tx) error {
		return errors.Join(makeBuckets("finished")(tx), deriveAll(tx))
	}},
	{what: "keep lists of the best in their order", do: func(tx *bbolt.Tx) error {
		return errors.Join(makeBuckets("ranking")(tx), rateAnew(tx))
	}},
}

// makeBuckets is a migration that makes buckets.
func makeBuckets(names ...string) func(*bbolt.Tx) error {
	return func(tx *bbolt.Tx) error {
		for _, name := range names {
			if _, err := tx.CreateBucket([]byte(name)); err != nil {
				return err
			}
		}
		return nil
	}
}

// deriveAll is for migrations after which the index entries of matches are others: they are made anew when the file has the present schema.
func deriveAll(tx *bbolt.Tx) error { return tx.Bucket(metaBucket).Put(deriveKey, layout.NumberKey(0)) }

// rateAll is for migrations after which standings are others: they are made anew after the index entries.
func rateAll(tx *bbolt.Tx) error { return tx.Bucket(metaBucket).Put(rateKey, []byte{0}) }

// rateAnew is for migrations after which ratings are others.
func rateAnew(tx *bbolt.Tx) error {
	if err := tx.DeleteBucket([]byte("standings")); err != nil {
		return err
	}
	return errors.Join(makeBuckets("standings")(tx), rateAll(tx))
}

// schemaVersion is the version written in the file; 0 if there is none.
func schemaVersion(tx *bbolt.Tx) int {
	meta := tx.Bucket(metaBucket)
	if meta == nil {
		return 0
	}
	number, ok := strings.CutPrefix(string(meta.Get(schemaKey)), schemaPrefix)
	n, err := strconv.Atoi(number)
	if !ok || err != nil {
		return 0
	}
	return n
}

// unfinished reports whether a migration of the file was interrupted.
func unfinished(tx *bbolt.Tx) bool {
	meta := tx.Bucket(metaBucket)
	return meta != nil && (meta.Get(unfinishedKey) != nil || meta.Get(deriveKey) != nil || meta.Get(rateKey) != nil)
}

// migrate carries out the steps that the file has not been through. When the first part of one fails the file stays at the version before it; when
// the rest fails it is gone on with the next time.
func migrate(db *bbolt.DB, steps []migration) error {
	var version int
	if err := db.View(func(tx *bbolt.Tx) error { version = schemaVersion(tx); return nil }); err != nil {
		return err
	}
	if version > 0 {
		if err := finish(db, version, steps[version-1]); err != nil {
			return err
		}
	}
	for ; version < len(steps); version++ {
		step := steps[version]
		if err := db.Update(func(tx *bbolt.Tx) error { return begin(tx, version+1, step) }); err != nil {
			say := fmt.Sprintf("The database could not be brought from schema %d to %d (%s): %v. It is still as it was; run the Paddock that wrote it, or restore a backup.", version, version+1, step.what, err)
			return fault.New(db.Path(), say, err)
		}
		if err := finish(db, version+1, step); err != nil {
			return err
		}
	}
	if version == 0 {
		return nil
	}
	if err := inBatches(db, deriveKey, derive); err != nil {
		return err
	}
	return rate(db)
}

// begin carries out the first part of a step and writes down the version that it leads to.
func begin(tx *bbolt.Tx, version int, step migration) error {
	meta, err := tx.CreateBucketIfNotExists(metaBucket)
	if err != nil {
		return err
	}
	if err := step.do(tx); err != nil {
		return err
	}
	if step.rest != nil {
		if err := meta.Put(unfinishedKey, layout.NumberKey(0)); err != nil {
			return err
		}
	}
	return meta.Put(schemaKey, []byte(schemaPrefix+strconv.Itoa(version)))
}

// finish carries out the rest of the step that leads to a version, if it has begun.
func finish(db *bbolt.DB, version int, step migration) error {
	err := inBatches(db, unfinishedKey, step.rest)
	if err == nil {
		return nil
	}
	say := fmt.Sprintf("The database is being brought to schema %d (%s), and that could not be finished: %v. Nothing is lost; start again when the cause is removed, or restore a backup.", version, step.what, err)
	return fault.New(db.Path(), say, err)
}

// inBatches calls f with what metaBucket has under a key, if it has anything, until f returns 0.
func inBatches(db *bbolt.DB, key []byte, f func(*bbolt.Tx, uint64) (uint64, error)) error {
	for {
		from := []byte(nil)
		if err := db.View(func(tx *bbolt.Tx) error { from = slices.Clone(tx.Bucket(metaBucket).Get(key)); return nil }); err != nil || from == nil {
			return err
		}
		err := db.Update(func(tx *bbolt.Tx) error {
			next, err := f(tx, binary.BigEndian.Uint64(from))
			switch {
			case err != nil:
				return err
			case next == 0:
				return tx.Bucket(metaBucket).Delete(key)
			}
			return tx.Bucket(metaBucket).Put(key, layout.NumberKey(next))
		})
		if err != nil {
			return err
		}
	}
}

// deriveBatch is how many matches are given their index entries in one transaction.
const deriveBatch = 5000

// derive makes the index entries of some matches anew, from a number on, and returns the number to go on from; 0: that was all.
func derive(btx *bbolt.Tx, from uint64) (next uint64, err error) {
	t := &tx{Tx: btx}
	c := t.Bucket(matchBucket).Cursor()
	k, v := c.Seek(layout.NumberKey(from))
	var batch []row
	for ; k != nil && len(batch) < deriveBatch; k, v = c.Next() {
		w, err := readRow(slices.Clone(v))
		if err != nil {
			continue // damaged: Check names it
		}
		w.number = binary.BigEndian.Uint64(k)
		batch = append(batch, w)
	}
	if k != nil {
		next = binary.BigEndian.Uint64(k)
	}
	for _, old := range batch {
		if err := t.deriveRow(old); err != nil && !errors.Is(err, fault.ErrDamaged) { // what can't be read stays as it is
			return 0, err
		}
	}
	return next, nil
}

// deriveRow makes the index entries of one match anew, and gives it a moment to be looked at if it has none: matches were once let lie for ever.
func (t *tx) deriveRow(old row) error {
	r, err := old.record()
	if err != nil {
		return err
	}
	events, err := t.events(r.ID, old.log)
	if err != nil {
		return err
	}
	if r.Due.IsZero() && r.Status == match.Running {
		r.Due = r.Updated
	}
	now, err := newRow(r)
	if err != nil {
		return err
	}
	now.log = old.log
	err = now.keys.all(func(_ []byte, index byte, key []byte) error { // also those that are said to be there already: see Repair
		if bucket := t.Bucket(indexBuckets[index]); bucket.Get(key) == nil {
			return bucket.Put(key, nil)
		}
		return nil
	})
	if err := errors.Join(err, t.reindex(old.keys, now.keys), t.mention(r, events)); err != nil {
		return err
	}
	return t.putRow(r.ID, old, now)
}

// rateBatch is how many results are added to the standings in one transaction.
const rateBatch = 5000

// rate makes the standings anew, from where metaBucket says.
func rate(db *bbolt.DB) error {
	for {
		from := []byte(nil)
		if err := db.View(func(tx *bbolt.Tx) error { from = slices.Clone(tx.Bucket(metaBucket).Get(rateKey)); return nil }); err != nil || from == nil {
			return err
		}
		err := db.Update(func(btx *bbolt.Tx) error {
			t, batch, next := &tx{Tx: btx}, [][]byte(nil), []byte(nil)
			c := t.Bucket(resultBucket).Cursor()
			k, _ := c.Seek(from[1:])
			for ; k != nil && len(batch) < rateBatch; k, _ = c.Next() {
				batch = append(batch, slices.Clone(k))
			}
			if k != nil {
				next = append([]byte{0}, k...)
			}
			if err := t.addAll(batch); err != nil {
				return err
			}
			if next == nil {
				return t.Bucket(metaBucket).Delete(rateKey)
			}
			return t.Bucket(metaBucket).Put(rateKey, next)
		})
		if err != nil {
			return err
		}
	}
}
