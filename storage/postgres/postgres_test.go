package postgres

import (
	"context"
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"paddock/games/gamestest/sidebyside"
	"paddock/games/match"
	"paddock/games/tourney"
	"paddock/storage/ledger"
	"paddock/storage/postgres/pgtest"
	"paddock/storage/storagetest"
)

func TestMain(m *testing.M) {
	patience = time.Hour
	sidebyside.AtLeast(4)
	os.Exit(pgtest.Main(m))
}

func open(t testing.TB, url string) *Store {
	t.Helper()
	s, err := Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.hints.close()
		for range 1000 {
			if s.pool.Stat().AcquiredConns() == 0 {
				s.pool.Close()
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		t.Error("a connection is never given back: Close would wait for it for ever")
	})
	return s
}

func TestPostgres(t *testing.T) {
	t.Parallel()
	storagetest.Run(t, func(t *testing.T) match.Store {
		url := pgtest.Database(t)
		s := open(t, url)
		t.Cleanup(func() {
			report, err := Check(context.Background(), url, ledger.Config{})
			// the function reports a problem that only tests have, because they set the clock
			clocked := func(p string) bool { return strings.Contains(p, "certain (or not)") }
			if problems := slices.DeleteFunc(report.Problems, clocked); err != nil || len(problems) > 0 {
				t.Errorf("Check = %q, %v; want that it is sound", problems, err)
			}
		})
		return s
	})
}

func TestPostgresShared(t *testing.T) {
	t.Parallel()
	storagetest.RunShared(t, func(t *testing.T) (a, b match.Store) {
		url := pgtest.Database(t)
		return open(t, url), open(t, url)
	})
}

// A store that listens does not hear of its own changes.
func TestHearsOnlyOthers(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	own, other := open(t, url), open(t, url)
	ctx, stop := context.WithCancel(t.Context())
	heard := make(chan match.ID, 1000)
	var all sync.WaitGroup
	all.Go(func() { _ = own.Hear(ctx, func(id match.ID) { heard <- id }) })
	a, b := storagetest.Running("own"), storagetest.Running("other")
	for range 3 {
		for len(heard) == 0 { // the loop repeats the changes until the store listens
			for s, r := range map[*Store]*match.Record{own: &a, other: &b} {
				head, err := s.Append(ctx, *r, match.Event{At: time.Now(), Kind: match.Moved, Move: "3"})
				if err != nil {
					t.Fatal(err)
				}
				r.Head = head
			}
			time.Sleep(time.Millisecond)
		}
		if id := <-heard; id != "other" {
			t.Errorf("heard of %s, want only what the other one changes", id)
		}
	}
	stop()
	all.Wait()
}

func TestPostgresTournaments(t *testing.T) {
	t.Parallel()
	storagetest.RunTournaments(t, func(t *testing.T) tourney.Store { return open(t, pgtest.Database(t)) })
}

// A database with a foreign table of the same name is refused at once.
func TestOpenBesideForeignTables(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), `create table books (title text)`); err != nil {
		t.Fatal(err)
	}
	_, err = Open(t.Context(), url)
	if refused, ok := errors.AsType[*OpenError](err); !ok ||
		!strings.Contains(refused.Error(), "Choose an empty database") {
		t.Errorf("Open = %v, want it refused", err)
	}
}

// A database to which a newer program has only added is opened, so that the processes of a bot can
// be replaced one by one. If something was taken away it is refused. Programs from before that
// promise refuse every newer database.
func TestNewerDatabase(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	s, err := Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	present := len(migrations)
	for _, c := range []struct {
		about         string
		schema, least int
		knows         []migration
		ok            bool
	}{
		{"its own", present, firstTolerant, migrations, true},
		{"one that adds", present + 1, firstTolerant, migrations, true},
		{"one that adds to what takes away", present + 1, present, migrations, true},
		{"one that takes away", present + 1, present + 1, migrations, false},
		{"a program from before", present, firstTolerant, migrations[:firstTolerant-1], false},
	} {
		if _, err := s.pool.Exec(t.Context(),
			`update meta set value = case key when 'schema' then $1 else $2 end where key in ('schema', 'least')`,
			strconv.Itoa(c.schema), strconv.Itoa(c.least)); err != nil {
			t.Fatal(err)
		}
		err := migrate(t.Context(), s, c.knows)
		if refused := errors.Is(err, ErrNewer); refused == c.ok || err != nil && !refused {
			t.Errorf("%s: %v", c.about, err)
		}
	}
}

func TestUnwritable(t *testing.T) {
	t.Parallel()
	s := open(t, pgtest.Database(t))
	storagetest.Unwritable(t, s, Mover{s})
}

// P93: Health reports a database that can't be written to.
func TestHealth(t *testing.T) {
	t.Parallel()
	s := open(t, pgtest.Database(t))
	if err := s.Health(t.Context()); err != nil {
		t.Errorf("an open database: %v", err)
	}
	s.Close()
	if err := s.Health(t.Context()); err == nil || !strings.Contains(err.Error(), "can't be written to") {
		t.Errorf("a closed database: %v", err)
	}
}
