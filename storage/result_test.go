package storage

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"paddock/games"
	"paddock/games/gamestest/ram"
	"paddock/games/match"
	"paddock/storage/storagetest"
)

// over returns a match with a result.
func over(id match.ID) match.Record {
	r := storagetest.Running(id)
	r.Status, r.Ended = match.Over, r.Created.Add(time.Hour)
	r.Outcome = &games.Outcome{Place: [games.MaxSeats]int8{1, 2}}
	return r
}

// Check finds a result that is missing.
func TestCheckResults(t *testing.T) {
	path := filepath.Join(ram.Dir(t), "paddock.db")
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
