package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"paddock/games/match"
	"paddock/games/tourney"
	"paddock/storage"
	"paddock/storage/ledger"
	"paddock/storage/postgres"
)

// database is an open store of either engine.
type database interface {
	match.Store
	tourney.Store
	Health(ctx context.Context) error
	Log(log *slog.Logger)
	Close() error
}

var (
	_ database = (*storage.Bolt)(nil)
	_ database = (*postgres.Store)(nil)
)

// openDatabase opens a file, or the PostgreSQL database of a URL.
func openDatabase(ctx context.Context, name string) (database, error) {
	if postgres.IsAddress(name) {
		return postgres.Open(ctx, name)
	}
	return storage.Open(name)
}

// databaseWithin is how long a starting bot waits for an unreachable database, which may start at
// the same time.
const databaseWithin = time.Minute

// awaitDatabase opens the database like openDatabase, but waits for it, because the bot may start
// before its database server is ready.
func awaitDatabase(ctx context.Context, name string, log *slog.Logger) (database, error) {
	if postgres.IsAddress(name) {
		return postgres.OpenPatiently(ctx, name, databaseWithin, log)
	}
	return storage.Open(name)
}

// databaseName is a flag with a file or the address of a database in PostgreSQL. It is shown without
// a password. The flag package would quote what Set refuses, so err waits for parse.
type databaseName struct {
	name string
	err  error
}

func (d *databaseName) String() string { return shown(d.name) }

// Set implements flag.Value.
func (d *databaseName) Set(name string) error {
	d.name, d.err = databaseAt(name)
	return nil
}

// databaseAt returns the name of a database as it is opened: a file, or an address.
func databaseAt(name string) (string, error) {
	name, err := postgres.Address(bare(name))
	if err == nil && !postgres.IsAddress(name) && looksSecret(name) {
		return "", errors.New("the name of the database has a password or a token in it, but is no address of a database in PostgreSQL")
	}
	return name, err
}

// shown returns the name of a database without a password.
func shown(name string) string {
	if postgres.IsAddress(name) {
		return postgres.Shown(name)
	}
	return name
}

// database defines the flag for the database.
func (p *Program) database(f *flag.FlagSet) *string {
	d := &databaseName{}
	if address := p.setting("PADDOCK_DATABASE_URL"); address == "" {
		_ = d.Set(p.setting("PADDOCK_DB"))
	} else if _ = d.Set(address); d.err == nil && !postgres.IsAddress(d.name) {
		d.name, d.err = "", errors.New("PADDOCK_DATABASE_URL must be the address of a database in PostgreSQL, such as postgres://USER:PASSWORD@HOST:5432/DATABASE. A file belongs into PADDOCK_DB")
	} else if d.err != nil {
		d.err = fmt.Errorf("PADDOCK_DATABASE_URL: %w", d.err)
	}
	f.Var(d, "db", "the database: a `file`, or the URL of one in PostgreSQL")
	return &d.name
}

// sayWhere logs which database is used.
func sayWhere(name string, log *slog.Logger) {
	if postgres.IsAddress(name) {
		log.Info("matches are kept in PostgreSQL", "database", postgres.Shown(name))
		return
	}
	if path, err := filepath.Abs(name); err == nil {
		name = path
	}
	log.Info("matches are kept in a file", "file", name)
}

// fileOnly refuses a URL for commands that need a file.
func fileOnly(name, instead string) error {
	if !postgres.IsAddress(name) {
		return nil
	}
	return fmt.Errorf("the database is in PostgreSQL, which has its own means: %s", instead)
}

// checkPostgres checks a PostgreSQL database.
func checkPostgres(how storage.Checking, ctx context.Context, url string) (storage.Report, error) {
	return postgres.Check(ctx, url, ledger.Config(how))
}

// damagedPostgres explains what to do about problems in a PostgreSQL database.
func damagedPostgres(r storage.Report, url string) error {
	if len(r.Problems) == 0 {
		return nil
	}
	if r.Mendable() {
		return fmt.Errorf("%s: all matches, moves and settings of this database are sound, and what is derived from them is not, in %d places. Stop all processes and run paddock check -repair; don't bring back what pg_dump has kept",
			shown(url), len(r.Problems)+r.More)
	}
	return fmt.Errorf("%s: this database is damaged: %s (%d problems in all). Nothing was changed. Look for what has changed it, and bring back what pg_dump has kept, without what was played after it",
		shown(url), r.Damage, len(r.Problems)+r.More)
}

// healthOf reports whether a PostgreSQL database can be written.
func healthOf(ctx context.Context, url string) (err error) {
	s, err := postgres.Open(ctx, url)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return s.Health(ctx)
}
