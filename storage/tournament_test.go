package storage

import (
	"path/filepath"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"paddock/games/tourney"
	"paddock/storage/storagetest"
)

func TestTournaments(t *testing.T) {
	storagetest.RunTournaments(t, func(t *testing.T) tourney.Store { return openNew(t) })
}

// A file of the schema before there were tournaments is brought forward, and keeps its matches.
func TestTournamentsMigration(t *testing.T) {
	path := filepath.Join(t.TempDir(), "paddock.db")
	before, err := open(path, bbolt.Options{}, migrations[:1])
	if err != nil {
		t.Fatal(err)
	}
	play(t, before, storagetest.Running("m1"), "i1")
	if err := before.Close(); err != nil {
		t.Fatal(err)
	}
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.PutTournament(t.Context(), storagetest.Cup("c1")); err != nil {
		t.Error("a tournament in a file that was brought forward:", err)
	}
	if r, err := s.Record(t.Context(), "m1"); err != nil || r.Head != 1 {
		t.Errorf("the match of the old file: head %d, %v", r.Head, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if got := wantSound(t, path).Schema; got != len(migrations) {
		t.Errorf("schema %d, want %d", got, len(migrations))
	}
}

// Check finds a tournament that its indexes don't know.
func TestCheckTournaments(t *testing.T) {
	path := filepath.Join(t.TempDir(), "paddock.db")
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.PutTournament(t.Context(), storagetest.Cup("c1")); err != nil {
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
