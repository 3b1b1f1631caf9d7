package storage

import (
	"path/filepath"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"paddock/games/gamestest/ram"
	"paddock/games/tourney"
	"paddock/storage/storagetest"
)

func TestTournaments(t *testing.T) {
	storagetest.RunTournaments(t, func(t *testing.T) tourney.Store { return openNew(t) })
}

// Check finds a tournament that is missing in the indexes.
func TestCheckTournaments(t *testing.T) {
	path := filepath.Join(ram.Dir(t), "paddock.db")
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.PutTournament(t.Context(), storagetest.NewTournament("c1")); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	raw(t, path, func(tx *bbolt.Tx) error { return tx.Bucket(openTournamentBucket).Delete([]byte("c1")) })
	report, err := Check(t.Context(), path)
	if err != nil || !strings.Contains(strings.Join(report.Problems, "\n"), "tournament c1") {
		t.Errorf("Check = %q, %v; want what is wrong with tournament c1", report.Problems, err)
	}
}
