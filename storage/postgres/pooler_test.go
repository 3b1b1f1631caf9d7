package postgres

import (
	"context"
	"fmt"
	"testing"

	"paddock/games/match"
	"paddock/games/tourney"
	"paddock/storage"
	"paddock/storage/ledger"
	"paddock/storage/postgres/pgtest"
	"paddock/storage/storagetest"
	"paddock/storage/transfer"
)

// pooled makes an empty database and returns its URL through a pooler.
func pooled(t *testing.T) string {
	t.Helper()
	url := pgtest.Database(t)
	return pgtest.Shared().Pooled(t, url)
}

// The store passes its tests behind PgBouncer in transaction mode.
func TestPooler(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	t.Parallel()
	storagetest.Run(t, func(t *testing.T) match.Store { return open(t, pooled(t)) })
	storagetest.RunTournaments(t, func(t *testing.T) tourney.Store { return open(t, pooled(t)) })
}

// Two stores behind PgBouncer keep their promises too, and hear of each other's changes.
func TestPoolerShared(t *testing.T) {
	t.Parallel()
	storagetest.RunShared(t, func(t *testing.T) (a, b match.Store) {
		url := pooled(t)
		return open(t, url), open(t, url)
	})
}

// A database can be filled, checked and opened several times through a pooler and without one,
// whatever way of sending statements its URL asks for.
func TestModes(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{
		"", "cache_statement", "cache_describe", "describe_exec", "exec", "simple_protocol",
		"cache_describe&description_cache_capacity=0", "cache_statement&statement_cache_capacity=0",
	} {
		for _, through := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, through a pooler %t", mode, through), func(t *testing.T) {
				t.Parallel()
				url := pgtest.Database(t)
				if through {
					url = pgtest.Shared().Pooled(t, url)
				}
				if mode != "" {
					url += "&default_query_exec_mode=" + mode
				}
				file := openFile(t)
				fill(t, file, 20)
				if _, err := transfer.Run(t.Context(), storage.Mover{Bolt: file}, Mover{open(t, url)}, "file",
					nil); err != nil {
					t.Fatal(err)
				}
				for i := range 3 { // the sessions are those of two starts and another process
					s := open(t, url)
					if s.pooled != through {
						t.Errorf("pooled = %t, want %t", s.pooled, through)
					}
					r := storagetest.Running(match.ID(fmt.Sprint("new", i)))
					if _, err := s.Append(t.Context(), r, match.Event{Kind: match.Moved, Move: "3"}); err != nil {
						t.Error(err)
					}
					report, err := Check(context.Background(), url, ledger.Config{})
					if err != nil || len(report.Problems) > 0 || report.Matches != 21+i {
						t.Errorf("Check = %+v, %v; want %d sound matches", report, err, 21+i)
					}
				}
			})
		}
	}
}
