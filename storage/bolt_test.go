package storage

import (
	"context"
	"path/filepath"
	"testing"

	"paddock/games/gamestest/ram"
	"paddock/games/match"
	"paddock/storage/storagetest"
)

func TestBolt(t *testing.T) {
	storagetest.Run(t, func(t *testing.T) match.Store { return openNew(t) })
}

// openNew opens a new database, and checks and closes it at the end of the test.
func openNew(t *testing.T) *Bolt {
	t.Helper()
	path := filepath.Join(ram.Dir(t), "paddock.db")
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		wantSound(t, path)
	})
	return s
}

// wantSound checks a closed database.
func wantSound(t *testing.T, path string) Report {
	t.Helper()
	report, err := Check(context.Background(), path)
	if err != nil {
		t.Errorf("Check: %v", err)
	}
	for _, p := range report.Problems {
		t.Errorf("Check: %s", p)
	}
	return report
}
