package storage

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"paddock/games/gamestest/ram"
	"paddock/games/match"
	"paddock/storage/storagetest"
)

// P30: a fresh copy contains nothing of an erased person, although the file itself may in free
// pages.
func TestP30CopyForgets(t *testing.T) {
	s := openNew(t)
	gone := match.Erasure{User: "123456789012345678", As: "x7"}
	for i := range 40 {
		r := storagetest.Running(match.ID(fmt.Sprint("m", i)))
		r.Players[0].User, r.Owner = gone.User, gone.User
		play(t, s, r, match.Cause(fmt.Sprint("i", i)))
	}
	if _, err := s.UpdateUser(t.Context(), gone.User, func(u *match.User) { u.Style = match.Text }); err != nil {
		t.Fatal(err)
	}
	ids, err := s.Mentions(t.Context(), gone.User)
	if len(ids) != 40 || err != nil {
		t.Fatalf("Mentions lists %d matches, %v; want 40", len(ids), err)
	}
	for _, id := range ids {
		if err := s.Rewrite(t.Context(), id, gone.From); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.EraseUser(t.Context(), gone.User, nil); err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(ram.Dir(t), "copy.db")
	report, err := s.Backup(t.Context(), copied)
	if err != nil || report.Matches != 40 || len(report.Problems) > 0 {
		t.Fatalf("Backup = %+v, %v; want 40 matches and no problem", report, err)
	}
	for name, want := range map[string]bool{s.Path(): true, copied: false} {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := bytes.Contains(content, []byte(gone.User)); got != want {
			t.Errorf("%s has the id of the person: %t, want %t", filepath.Base(name), got, want)
		}
	}
}
