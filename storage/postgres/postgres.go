// Package postgres keeps matches in PostgreSQL: [Store] is a match.Store and a tourney.Store for several processes at once, on one machine or many.
//
// A move is one transaction, and nearly always one statement (see atOnce): the cause, the head, the events, the record, and what follows from it (the
// columns that lists are made of, see columns). Rows hold the same JSON that the embedded store has; times are nanoseconds since 1970, so that none is rounded. The SQL is meant
// to be what CockroachDB and YugabyteDB take too, but for LISTEN (see [Store.Hear]); it has not been tried there.
//
// It never reads a clock but the database's, and that for leases alone; its own says how long it tries to reach a database that is away (see again). What it has to do is written down as tests in paddock/storage/storagetest.
// Start reading at [Open], then [Store.AppendIf].
package postgres

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"paddock/games/match"
	"paddock/games/tourney"
	"paddock/storage/aside"
)

// Store is a handle on a database. It is safe for concurrent use. Each handle is a process of its own where it claims work.
type Store struct {
	pool  *pgxpool.Pool
	owner string // the name under which it claims
	hints hints
	aside aside.Matches

	lose func(commit func() error) error // of tests: what becomes of the answer to a commit; nil: it arrives

	mu     sync.Mutex
	oldest uint32 // under mu: the day before which this handle has dropped causes
}

var (
	_ match.Store   = (*Store)(nil)
	_ tourney.Store = (*Store)(nil)
)

// Why a database can't be opened; always inside an *OpenError.
var (
	ErrNewer   = errors.New("postgres: written by a newer version")
	ErrForeign = errors.New("postgres: not a Paddock database")
	ErrHalf    = errors.New("postgres: a transfer into it is not finished")
	ErrOlder   = errors.New("postgres: not brought forward yet")
	ErrUsed    = errors.New("postgres: used by other processes")
)

var errHalf = &OpenError{"A move into this database was not finished. Give the same paddock migrate-store again; it goes on where it was.", ErrHalf}

// ErrDamaged is the error of what can't be read.
var ErrDamaged = errors.New("postgres: damaged")

// OpenError says why a database can't be opened, to the person who runs the bot. It has no password in it.
type OpenError struct {
	Say string // what is wrong and what can be done now
	Err error  // the cause, for errors.Is
}

// Error is the sentence.
func (e *OpenError) Error() string { return e.Say }

// Unwrap is the cause.
func (e *OpenError) Unwrap() error { return e.Err }

// IsURL reports whether the name of a database is one for Open, and not that of a file.
func IsURL(name string) bool {
	return strings.HasPrefix(name, "postgres://") || strings.HasPrefix(name, "postgresql://")
}

// Open connects to the database of a URL, such as postgres://user@host/paddock, and brings it forward to the present schema. What libpq takes in a
// URL it takes too, and pool_max_conns. It is an *OpenError if that can't be; then the database is as it was.
func Open(ctx context.Context, url string) (*Store, error) {
	s, err := OpenTarget(ctx, url)
	if err != nil {
		return nil, err
	}
	var half bool
	err = s.one(ctx, `select count(*) > 0 from meta where key = $1`, []any{progressKey}, &half)
	if half {
		err = errHalf
	}
	if err != nil {
		_ = s.Close()
		return nil, err
	}
	return s, nil
}

// OpenTarget is Open for what a transfer is to fill, or has half filled.
func OpenTarget(ctx context.Context, url string) (*Store, error) {
	cfg, err := configure(url)
	if err != nil {
		return nil, err
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, explain(cfg, err)
	}
	s := &Store{pool: pool, owner: rand.Text()}
	s.hints.wake = make(chan struct{}, 1)
	err = migrate(ctx, s, migrations)
	if err == nil {
		err = anew(ctx, s)
	}
	if err != nil {
		pool.Close()
		return nil, explain(cfg, err)
	}
	s.hints.run(s)
	return s, nil
}

// configure reads a URL, and says what it leaves out.
func configure(url string) (*pgxpool.Config, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil { // which has the URL without its password in it
		return nil, &OpenError{fmt.Sprintf("The URL of the database can't be read: %v.", err), err}
	}
	if !strings.Contains(url, "pool_max_conns") {
		cfg.MaxConns = max(cfg.MaxConns, connections)
	}
	if !strings.Contains(url, "connect_timeout") {
		cfg.ConnConfig.ConnectTimeout = 10 * time.Second
	}
	if cfg.ConnConfig.RuntimeParams["application_name"] == "" {
		cfg.ConnConfig.RuntimeParams["application_name"] = "paddock"
	}
	return cfg, nil
}

// connections is how many a process keeps open at most, unless its URL says otherwise.
const connections = 16

// Close ends all connections. Calls that are under way end first.
func (s *Store) Close() error {
	s.hints.close()
	s.pool.Close()
	return nil
}

// Health returns nil if something can be written before ctx ends.
func (s *Store) Health(ctx context.Context) error {
	_, err := s.pool.Exec(ctx, `insert into meta (key, value) values ('health', 'ok') on conflict (key) do update set value = excluded.value`)
	if err != nil {
		return fmt.Errorf("the database can't be written to: %w", err)
	}
	return nil
}

// Log has matches that can't be read named in a log, once each, those found before included.
func (s *Store) Log(log *slog.Logger) { s.aside.Log(log) }

// explain makes a sentence of what the driver or the database says.
func explain(cfg *pgxpool.Config, err error) error {
	if _, said := errors.AsType[*OpenError](err); said {
		return err
	}
	where := fmt.Sprintf("the database %s on %s", cfg.ConnConfig.Database, cfg.ConnConfig.Host)
	say := fmt.Sprintf("%s can't be opened: %v.", capital(where), err)
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch refused.Code {
		case "28P01", "28000":
			say = fmt.Sprintf("%s refuses the user %s: %s. Look at the user and password of PADDOCK_DATABASE_URL.", capital(where), cfg.ConnConfig.User, refused.Message)
		case "3D000":
			say = fmt.Sprintf("There is no database %s on %s. Make it first: createdb %s", cfg.ConnConfig.Database, cfg.ConnConfig.Host, cfg.ConnConfig.Database)
		case "42P07":
			say = fmt.Sprintf("%s has a table of somebody else's: %s. Choose an empty database.", capital(where), refused.Message)
		case "42501":
			say = fmt.Sprintf("%s may not be written to by %s: %s. Let it belong to this user.", capital(where), cfg.ConnConfig.User, refused.Message)
		}
	} else if _, connecting := errors.AsType[*pgconn.ConnectError](err); connecting {
		say = fmt.Sprintf("%s does not answer. Start the server, or look at PADDOCK_DATABASE_URL. (%v)", capital(where), err)
	}
	return &OpenError{say, err}
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
