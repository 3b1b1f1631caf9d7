package storage

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"paddock/games"
	"paddock/games/match"
	"paddock/storage/storagetest"
)

// over is a match with a result.
func over(id match.ID) match.Record {
	r := storagetest.Running(id)
	r.Status, r.Ended = match.Over, r.Created.Add(time.Hour)
	r.Outcome = &games.Outcome{Place: [games.MaxSeats]int8{1, 2}}
	return r
}

// withoutResults turns a file into one of the schema before there were results.
func withoutResults(t *testing.T, path string) {
	t.Helper()
	raw(t, path, func(tx *bbolt.Tx) error {
		if err := tx.DeleteBucket(resultBucket); err != nil {
			return err
		}
		rows := tx.Bucket(matchBucket)
		changed := map[string][]byte{}
		if err := rows.ForEach(func(k, v []byte) error {
			w, err := readRow(v)
			var keys indexKeys
			_ = w.keys.all(func(packed []byte, index byte, _ []byte) error {
				if index != byResult {
					keys = append(keys, packed...)
				}
				return nil
			})
			w.keys = keys
			changed[string(k)] = w.bytes()
			return err
		}); err != nil {
			return err
		}
		for k, v := range changed {
			if err := rows.Put([]byte(k), v); err != nil {
				return err
			}
		}
		return tx.Bucket(metaBucket).Put(schemaKey, []byte(schemaPrefix+"3"))
	})
}

// P23: matches that were over before there were results are listed when the file is brought forward.
func TestP23ResultsMigration(t *testing.T) {
	path := filepath.Join(t.TempDir(), "paddock.db")
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	play(t, s, over("m1"), "i1")
	play(t, s, storagetest.Running("m2"), "i2")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	withoutResults(t, path)
	if s, err = Open(path); err != nil {
		t.Fatal(err)
	}
	list, err := s.Results(t.Context(), "g1", "kalah")
	if err != nil || len(list) != 1 || list[0].Match != "m1" {
		t.Errorf("Results = %+v, %v; want that of m1", list, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	wantSound(t, path)
}

// Check finds a result that is missing.
func TestCheckResults(t *testing.T) {
	path := filepath.Join(t.TempDir(), "paddock.db")
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	play(t, s, over("m1"), "i1")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	raw(t, path, func(tx *bbolt.Tx) error {
		k, _ := tx.Bucket(resultBucket).Cursor().First()
		return tx.Bucket(resultBucket).Delete(k)
	})
	report, err := Check(t.Context(), path)
	if err != nil || !strings.Contains(strings.Join(report.Problems, "\n"), "missing in index results") {
		t.Errorf("Check = %q, %v; want the result that is missing", report.Problems, err)
	}
}
