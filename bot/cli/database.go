package cli

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net/url"
	"time"

	"paddock/games/match"
	"paddock/games/tourney"
	"paddock/storage"
	"paddock/storage/checking"
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
	if postgres.IsURL(name) {
		return postgres.Open(ctx, name)
	}
	return storage.Open(name)
}

// databaseWithin is how long the bot waits at its start for a database that is out of reach: one that boots at the same time.
const databaseWithin = time.Minute

// awaitDatabase is openDatabase for the bot, which may be started before the server of its database is ready.
func awaitDatabase(ctx context.Context, name string, log *slog.Logger) (database, error) {
	if postgres.IsURL(name) {
		return postgres.OpenPatiently(ctx, name, databaseWithin, log)
	}
	return storage.Open(name)
}

// databaseName is a file or a URL as a flag. It is shown without a password.
type databaseName string

func (d *databaseName) String() string {
	if u, err := url.Parse(string(*d)); err == nil && postgres.IsURL(string(*d)) {
		return u.Redacted()
	}
	return string(*d)
}

// Set implements flag.Value.
func (d *databaseName) Set(name string) error {
	*d = databaseName(name)
	return nil
}

// database is the flag for the database.
func (p *Program) database(f *flag.FlagSet) *string {
	name := databaseName(cmp.Or(p.Env("PADDOCK_DATABASE_URL"), p.Env("PADDOCK_DB"), "paddock.db"))
	f.Var(&name, "db", "the database: a `file`, or the URL of one in PostgreSQL")
	return (*string)(&name)
}

// fileOnly refuses a URL where only a file will do.
func fileOnly(name, instead string) error {
	if !postgres.IsURL(name) {
		return nil
	}
	return fmt.Errorf("the database is in PostgreSQL, which has its own means: %s", instead)
}

// checkPostgres checks a database in PostgreSQL.
func checkPostgres(how storage.Checking, ctx context.Context, url string) (storage.Report, error) {
	return postgres.Check(ctx, url, checking.Config(how))
}

// damagedPostgres says what to do about a database in PostgreSQL in which problems were found.
func damagedPostgres(r storage.Report, url string) error {
	if len(r.Problems) == 0 {
		return nil
	}
	return fmt.Errorf("%s: this database is damaged in %d places; nothing was changed. Where indexes, columns or standings alone are named, stop all processes and run paddock check -repair. "+
		"Otherwise look for what has changed it, and bring back what pg_dump has kept", shown(url), len(r.Problems)+r.More)
}

// healthOf asks a database in PostgreSQL whether it can be written to.
func healthOf(ctx context.Context, url string) (err error) {
	s, err := postgres.Open(ctx, url)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return s.Health(ctx)
}
