package storage

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.etcd.io/bbolt"

	"paddock/games/match"
	"paddock/storage/fault"
	"paddock/storage/layout"
)

// schemaBuckets lists all buckets of the present schema. A new one needs a migration that makes it.
func schemaBuckets() [][]byte {
	return slices.Concat(
		[][]byte{
			metaBucket, idBucket, matchBucket, logBucket, causeBucket, userBucket, guildBucket, noteBucket,
			erasureBucket, auditBucket, mentionBucket, standingBucket, rankingBucket,
		},
		indexBuckets,
		tournamentBuckets,
	)
}

// Keys of metaBucket.
var (
	schemaKey = []byte("schema") // schemaPrefix and the version
	deriveKey = []byte("derive") // number of the match from which index entries must be rebuilt; absent: none
	rateKey   = []byte("rate")   // a byte and the result from which standings must be rebuilt; absent: none
	// present in a file on its way from schema 4 to 5
	unfinishedKey = []byte("unfinished")
)

const schemaPrefix = "paddock "

// migration brings the file one version further. A released migration never changes. It uses no
// code that may change: it names its buckets itself, and uses the data formats of its time.
// testdata has a file of each version since 5, see TestFixtures.
type migration struct {
	what string                // an action for error messages, such as "make the buckets"
	do   func(*bbolt.Tx) error // nil: a file of the version before it can't be brought forward
}

// migrations lead from an empty file to the present schema. The version of a file is the number of
// its migrations.
var migrations = []migration{
	{what: "make the buckets", do: makeBuckets(
		"ids", "matches", "log", "causes", "users", "guilds", "notes", "due", "unshown", "live", "by-channel",
		"by-user", "by-guild", "latest", "tournaments", "open-tournaments", "tournaments-by-channel", "erasures",
		"results")},
	{},
	{},
	{},
	{}, // the schemas 1 to 4 are no longer brought forward, see tooOld
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
	{what: "rate by the computer players as measured now", do: rankAnew},
	{what: "rate by Stratego's computer players as measured now", do: rankAnew},
	{what: "rate by the computer players of Halatafl, Fish and Stratego as measured now", do: rankAnew},
}

// makeBuckets returns a migration that makes buckets.
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

// deriveAll schedules the rebuilding of all index entries, for when the file has the present
// schema.
func deriveAll(tx *bbolt.Tx) error { return tx.Bucket(metaBucket).Put(deriveKey, layout.NumberKey(0)) }

// rateAll schedules the rebuilding of the standings, after the index entries.
func rateAll(tx *bbolt.Tx) error { return tx.Bucket(metaBucket).Put(rateKey, []byte{0}) }

// rateAnew clears and reschedules the standings, for migrations that change ratings.
func rateAnew(tx *bbolt.Tx) error {
	return errors.Join(tx.DeleteBucket([]byte("standings")), makeBuckets("standings")(tx), rateAll(tx))
}

// rankAnew clears the lists of the best with the standings, and reschedules both.
func rankAnew(tx *bbolt.Tx) error {
	return errors.Join(tx.DeleteBucket([]byte("ranking")), makeBuckets("ranking")(tx), rateAnew(tx))
}

// schemaVersion returns the version of the file; 0 if there is none.
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

// tooOld returns an error for a file of a schema that no release had, and that can't be brought
// forward.
func tooOld(path string, version int, steps []migration) error {
	if version == 0 || version >= len(steps) || steps[version].do != nil {
		return nil
	}
	say := fmt.Sprintf("This database has schema %d, and this version brings forward only schema 5 and newer. Start a Paddock of 22 to 28 November 2026 on it once, then this one.", version)
	return fault.New(path, say, fault.ErrOlder)
}

// migrate runs the missing migrations. If one fails, the file stays at the version before it.
func migrate(db *bbolt.DB, steps []migration) error {
	var version int
	err := db.View(func(tx *bbolt.Tx) error {
		if version = schemaVersion(tx); version > 0 && tx.Bucket(metaBucket).Get(unfinishedKey) != nil {
			return tooOld(db.Path(), version-1, steps)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for ; version < len(steps); version++ {
		step := steps[version]
		if err := db.Update(func(tx *bbolt.Tx) error { return begin(tx, version+1, step) }); err != nil {
			say := fmt.Sprintf("The database could not be brought from schema %d to %d (%s): %v. It is still as it was; run the Paddock that wrote it, or restore a backup.", version, version+1, step.what, err)
			return fault.New(db.Path(), say, err)
		}
	}
	if version == 0 {
		return nil
	}
	if err := inBatches(db, deriveKey, batchMost, derive); err != nil {
		return err
	}
	return inBatches(db, rateKey, batchMost, rate)
}

// begin runs a migration and stores the new version.
func begin(tx *bbolt.Tx, version int, step migration) error {
	meta, err := tx.CreateBucketIfNotExists(metaBucket)
	if err != nil {
		return err
	}
	if step.do != nil {
		if err := step.do(tx); err != nil {
			return err
		}
	}
	return meta.Put(schemaKey, []byte(schemaPrefix+strconv.Itoa(version)))
}

// batchMost is the number of matches or results per transaction whose derived data is rebuilt.
const batchMost = 5000

// batch rebuilds the derived data of at most so many matches or results from a key on. It returns
// the key to continue from; nil at the end.
type batch func(btx *bbolt.Tx, from []byte, most int) (next []byte, err error)

// inBatches calls f with the value of a key of metaBucket, if there is one, and stores what it
// returns, until that is nil. It returns an error if the value does not grow: a start must not go on
// for ever.
func inBatches(db *bbolt.DB, key []byte, most int, f batch) error {
	for before := []byte(nil); ; {
		var from []byte
		if err := db.View(func(tx *bbolt.Tx) error {
			from = slices.Clone(tx.Bucket(metaBucket).Get(key))
			return nil
		}); err != nil || from == nil {
			return err
		}
		if bytes.Compare(from, before) <= 0 {
			return fmt.Errorf("the migration %q stays at %x", key, from)
		}
		before = from
		if err := db.Update(func(tx *bbolt.Tx) error {
			next, err := f(tx, from, most)
			switch {
			case err != nil:
				return err
			case next == nil:
				return tx.Bucket(metaBucket).Delete(key)
			}
			return tx.Bucket(metaBucket).Put(key, next)
		}); err != nil {
			return err
		}
	}
}

// derive is the batch of the index entries of matches.
func derive(btx *bbolt.Tx, from []byte, most int) (next []byte, err error) {
	t := &tx{Tx: btx}
	c := t.Bucket(matchBucket).Cursor()
	k, v := c.Seek(from)
	var rows []row
	for ; k != nil && len(rows) < most; k, v = c.Next() {
		w, err := readRow(slices.Clone(v))
		if err != nil {
			continue // damaged: Check reports it
		}
		w.number = binary.BigEndian.Uint64(k)
		rows = append(rows, w)
	}
	next = slices.Clone(k)
	for _, old := range rows {
		if err := t.deriveRow(old); err != nil && !errors.Is(err, fault.ErrDamaged) { // unreadable data stays as it is
			return nil, err
		}
	}
	return next, t.failed
}

// deriveRow rebuilds the index entries of one match. It sets a missing Due, because old versions
// left some matches without one.
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
	now.log = old.log
	// put also writes entries that should exist already, because Repair relies on it
	err = errors.Join(err, now.keys.all(func(_ []byte, index byte, key []byte) {
		if t.Bucket(indexBuckets[index]).Get(key) == nil {
			t.put(indexBuckets[index], key, nil)
		}
	}), t.reindex(old.keys, now.keys))
	if err != nil {
		return err
	}
	t.mention(r, events)
	for _, e := range events {
		t.recall(e, r.ID)
	}
	t.putRow(r.ID, old, now)
	return nil
}

// rate is the batch of the standings. A byte precedes each key of a result.
func rate(btx *bbolt.Tx, from []byte, most int) (next []byte, err error) {
	t, results := &tx{Tx: btx}, [][]byte(nil)
	c := t.Bucket(resultBucket).Cursor()
	k, _ := c.Seek(from[1:])
	for ; k != nil && len(results) < most; k, _ = c.Next() {
		results = append(results, slices.Clone(k))
	}
	if k != nil {
		next = append([]byte{0}, k...)
	}
	err = t.count(results)
	return next, errors.Join(err, t.failed)
}
