// Package postgres stores matches in PostgreSQL. [Store] is a match.Store and a tourney.Store for
// several processes at once, on one machine or many.
//
// A move is one transaction, and nearly always one statement (see atOnce). It stores the cause, the
// head, the events, the record, and the columns for lists that follow from it (see columns). Rows
// contain the same JSON as the embedded store; times are nanoseconds since 1970, so that none is
// rounded. The SQL is written for CockroachDB and YugabyteDB too, except LISTEN (see [Store.Hear]),
// but is untested there.
//
// It uses only the database's clock, and only for leases. Its own clock limits how long it tries to
// reach an unreachable database (see again). The package paddock/storage/ledger has what is the
// same in every engine, and the tests in paddock/storage/storagetest specify it. Start reading at
// [Open], then [Store.AppendIf].
package postgres

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"paddock/games/match"
	"paddock/games/tourney"
	"paddock/storage/aside"
	"paddock/storage/layout"
)

// Store is a handle on a database. It is safe for concurrent use. For claims each handle counts as
// a process.
type Store struct {
	pool  *pgxpool.Pool
	owner string // the name under which this process holds claims
	// the connections lead to a pooler, which may give each transaction another session of the
	// database
	pooled bool
	hints  hints
	aside  aside.Matches

	presence presence

	lose func(commit func() error) error // for tests, if not nil: makes the commit and decides which answer arrives

	mu     sync.Mutex
	oldest uint32 // guarded by mu: the day before which this handle has dropped causes
}

var (
	_ match.Store   = (*Store)(nil)
	_ tourney.Store = (*Store)(nil)
)

// Reasons why a database cannot be opened; always wrapped in an *OpenError.
var (
	ErrNewer   = errors.New("postgres: written by a newer version")
	ErrForeign = errors.New("postgres: not a Paddock database")
	ErrHalf    = errors.New("postgres: a transfer into it is not finished")
	ErrOlder   = errors.New("postgres: not brought forward yet")
	ErrUsed    = errors.New("postgres: used by other processes")
	ErrBeside  = errors.New("postgres: used by processes that can't run beside this version")
)

var errHalf = &OpenError{"A move into this database was not finished. Give the same paddock migrate-store again; it goes on where it was.", ErrHalf}

// ErrDamaged is the error for unreadable data.
var ErrDamaged = layout.ErrDamaged

// OpenError tells the host of the bot why a database cannot be opened. It contains no password.
type OpenError struct {
	Say string // the problem and what to do now
	Err error  // the cause, for errors.Is
}

// Error returns the sentence.
func (e *OpenError) Error() string { return e.Say }

func (e *OpenError) Unwrap() error { return e.Err }

// Open connects to the database at an address (see [Address]) and migrates it to the present schema.
// The error is an *OpenError; then the database is unchanged.
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

// OpenTarget opens a database like Open. It may be the half filled target of a transfer.
func OpenTarget(ctx context.Context, url string) (*Store, error) {
	cfg, pooled, err := connection(ctx, url)
	if err != nil {
		return nil, err
	}
	s := &Store{owner: rand.Text(), pooled: pooled}
	cfg.ConnConfig.Tracer = &s.presence
	if cfg.ConnConfig.ValidateConnect == nil {
		// If the address names several hosts, only one accepts writes. It changes when a replica
		// takes over.
		cfg.ConnConfig.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsReadWrite
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, explain(cfg, err)
	}
	s.pool = pool
	s.hints.wake = make(chan struct{}, 1)
	err = migrate(ctx, s, migrations)
	if err == nil {
		err = rebuild(ctx, s)
	}
	if err != nil {
		pool.Close()
		return nil, explain(cfg, err)
	}
	s.hints.run(s)
	return s, nil
}

// connection returns the settings for connections to an address. It connects once, to find out
// whether the address leads to a pooler such as PgBouncer.
//
// In transaction mode a pooler runs the statements of one connection in several sessions, which do
// not know each other's prepared statements. So statements are then sent whole, though that doubles
// the processor time of a move. Of pgx's other modes, which an address may ask for, describe_exec
// fails behind a pooler, and exec and simple_protocol can't encode the lists of this package.
func connection(ctx context.Context, address string) (cfg *pgxpool.Config, pooled bool, err error) {
	if cfg, err = configure(address); err != nil {
		return nil, false, err
	}
	if pooled, err = throughPooler(ctx, cfg.ConnConfig); err != nil {
		return nil, false, explain(cfg, err)
	}
	c := cfg.ConnConfig
	if pooled || c.DefaultQueryExecMode != pgx.QueryExecModeCacheStatement || c.StatementCacheCapacity == 0 {
		c.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
		c.DescriptionCacheCapacity = cmp.Or(c.DescriptionCacheCapacity, 512)
	}
	return cfg, pooled, nil
}

// throughPooler reports whether connections lead to a pooler. A pooler gives a connection a process
// id of its own, because the session of the database changes.
func throughPooler(ctx context.Context, cfg *pgx.ConnConfig) (bool, error) {
	conn, err := pgconn.ConnectConfig(ctx, &cfg.Config)
	if err != nil {
		return false, err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	results, err := conn.Exec(ctx, `select pg_backend_pid()`).ReadAll()
	if err != nil || len(results) != 1 || len(results[0].Rows) != 1 {
		return false, err
	}
	return string(results[0].Rows[0][0]) != strconv.FormatUint(uint64(conn.PID()), 10), nil
}

// connections is the default limit of open connections of a process.
const connections = 16

// Close waits for running calls and closes all connections.
func (s *Store) Close() error {
	s.hints.close()
	s.pool.Close()
	return nil
}

// Health returns nil if a write succeeds before ctx ends.
func (s *Store) Health(ctx context.Context) error {
	_, err := s.pool.Exec(ctx,
		`insert into meta (key, value) values ('health', 'ok') on conflict (key) do update set value = excluded.value`)
	if err != nil {
		return fmt.Errorf("the database can't be written to: %w", err)
	}
	return nil
}

// Log logs unreadable matches, once each, including those found before. It then also logs when the
// database is lost and when it is back.
func (s *Store) Log(log *slog.Logger) {
	s.aside.Log(log)
	s.presence.logTo(log)
	if s.pooled {
		log.Info("the database is behind a pooler: this process asks for the changes of others", "every", pollPause)
	}
}

// explain turns an error of the driver or the database into a sentence.
func explain(cfg *pgxpool.Config, err error) error {
	if _, said := errors.AsType[*OpenError](err); said {
		return err
	}
	where := fmt.Sprintf("the database %s on %s", cfg.ConnConfig.Database, cfg.ConnConfig.Host)
	say := fmt.Sprintf("%s can't be opened: %v.", capital(where), err)
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch refused.Code {
		case "28P01", "28000":
			say = fmt.Sprintf("%s refuses the user %s: %s. Look at the user and password of PADDOCK_DATABASE_URL.",
				capital(where), cfg.ConnConfig.User, refused.Message)
		case "3D000":
			say = fmt.Sprintf("There is no database %s on %s. Make it first: createdb %s", cfg.ConnConfig.Database,
				cfg.ConnConfig.Host, cfg.ConnConfig.Database)
		case "42704": // the driver sends unknown settings, such as keepalives of libpq, to the server
			say = fmt.Sprintf("%s does not know a setting of its address: %s. Leave it out of PADDOCK_DATABASE_URL.",
				capital(where), refused.Message)
		case "42P07":
			say = fmt.Sprintf("%s has a table of somebody else's: %s. Choose an empty database.", capital(where),
				refused.Message)
		case "42501":
			say = fmt.Sprintf("%s may not be written to by %s: %s. Let it belong to this user.", capital(where),
				cfg.ConnConfig.User, refused.Message)
		}
	} else if errors.Is(err, pgconn.ErrReadOnlyConnection) {
		say = fmt.Sprintf("%s can only be read: it is a replica, or set so. PADDOCK_DATABASE_URL must lead to the server that is written to.",
			capital(where))
	} else if _, connecting := errors.AsType[*pgconn.ConnectError](err); connecting {
		say = fmt.Sprintf("%s does not answer. Start the server, or look at PADDOCK_DATABASE_URL. (%v)", capital(where),
			err)
	}
	return &OpenError{say, err}
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
