package storage

import (
	"fmt"
	"strconv"
	"strings"

	"go.etcd.io/bbolt"
)

// The buckets. Numbers in keys are big-endian, so that keys sort as numbers do; 0 ends a name inside a key.
var (
	metaBucket    = []byte("meta")    // facts about the file: its schema
	idBucket      = []byte("ids")     // id -> number of the match, counted from 1
	matchBucket   = []byte("matches") // number -> row: what is played at the same time lies together
	logBucket     = []byte("log")     // number -> id 0 JSON of match.Event, see logKeys
	causeBucket   = []byte("causes")  // a bucket for each day: cause -> seq id
	userBucket    = []byte("users")   // id -> JSON of match.User
	guildBucket   = []byte("guilds")  // id -> JSON of match.Guild
	noteBucket    = []byte("notes")   // key -> value
	schemaKey     = []byte("schema")
	schemaPrefix  = "paddock " // then the version
	recordBuckets = [][]byte{idBucket, matchBucket, logBucket, causeBucket, userBucket, guildBucket, noteBucket}
)

// A migration brings the file forward by one version, in one transaction. A migration that has been released is never changed.
type migration struct {
	what string // for error messages: "make the buckets"
	do   func(*bbolt.Tx) error
}

// migrations lead from an empty file to the present schema. The version of a file is the number of those it has been through.
var migrations = []migration{
	{"make the buckets", func(tx *bbolt.Tx) error {
		for _, name := range append(recordBuckets, indexBuckets[:byResult]...) {
			if _, err := tx.CreateBucket(name); err != nil {
				return err
			}
		}
		return nil
	}},
	{"make room for tournaments", makeTournamentBuckets},
	{"make room for departures", func(tx *bbolt.Tx) error { _, err := tx.CreateBucket(departureBucket); return err }},
	{"list the results", makeResults},
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

// migrate carries out the steps that the file has not been through. When one fails the file stays at the version before it.
func migrate(db *bbolt.DB, steps []migration) error {
	var version int
	if err := db.View(func(tx *bbolt.Tx) error { version = schemaVersion(tx); return nil }); err != nil {
		return err
	}
	for ; version < len(steps); version++ {
		step := steps[version]
		err := db.Update(func(tx *bbolt.Tx) error {
			meta, err := tx.CreateBucketIfNotExists(metaBucket)
			if err != nil {
				return err
			}
			if err := step.do(tx); err != nil {
				return err
			}
			return meta.Put(schemaKey, []byte(schemaPrefix+strconv.Itoa(version+1)))
		})
		if err != nil {
			say := fmt.Sprintf("The database could not be brought from schema %d to %d (%s): %v. It is still as it was; run the Paddock that wrote it, or restore a backup.", version, version+1, step.what, err)
			return &FileError{db.Path(), say, err}
		}
	}
	return nil
}
