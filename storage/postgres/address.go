package postgres

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// errAddress is the cause of the refusal of an address.
var errAddress = errors.New("postgres: not an address")

// malformed refuses an address. It says nothing of the address, because nobody can tell where in a
// malformed one the password is: the errors of pgx show parts of it.
var malformed = &OpenError{"The address of the database can't be read. It must be a URL, postgres://USER:PASSWORD@HOST:5432/DATABASE, or host=HOST user=USER password=PASSWORD dbname=DATABASE. " +
	"In a URL these characters of a password are written with a per cent sign: @ as %40, : as %3A, / as %2F, ? as %3F, # as %23, % as %25.", errAddress}

var (
	// scheme matches the beginning of a URL that pgx accepts, in any case.
	scheme = regexp.MustCompile(`(?i)^postgres(ql)?://`)
	// keyword matches the beginning of an address of keywords and values.
	keyword = regexp.MustCompile(`^(host|hostaddr|port|user|password|passfile|dbname|database|service|sslmode|connect_timeout|application_name|options)\s*=`)
	// foreign matches names that are neither file names nor addresses for pgx, such as
	// jdbc:postgresql://host/db or postgres:user@host.
	foreign = regexp.MustCompile(`(?i)://|^(jdbc|postgres|postgresql|pgsql):|\bpass(word|wd)?\s*=`)
)

// IsAddress reports whether the name of a database is an address for Open and not a file name.
func IsAddress(name string) bool { return scheme.MatchString(name) || keyword.MatchString(name) }

// Address reads the address of a database as a person has written it: a URL, or the keywords and
// values of libpq, with pool_max_conns. It returns the form for Open, and an error without the text
// if that can't be read. A file name is returned as it is, and IsAddress is false for it.
func Address(name string) (string, error) {
	switch {
	case scheme.MatchString(name):
		at := strings.Index(name, ":")
		name = strings.ToLower(name[:at]) + name[at:]
	case !keyword.MatchString(name):
		if foreign.MatchString(name) {
			return "", malformed
		}
		return name, nil
	}
	_, err := configure(name)
	return name, err
}

// Shown names the database of an address, without user and password.
func Shown(address string) string {
	cfg, err := configure(address)
	if err != nil {
		return "a database of an unknown address"
	}
	return fmt.Sprintf("%s on %s", cmp.Or(cfg.ConnConfig.Database, cfg.ConnConfig.User), cfg.ConnConfig.Host)
}

// configure parses an address and adds defaults.
func configure(address string) (*pgxpool.Config, error) {
	before, _, _ := strings.Cut(address, "?")
	if scheme.MatchString(address) && strings.Count(before, "@") > 1 {
		// a password with @ in it would in part become the name of the host, which is shown
		return nil, malformed
	}
	cfg, err := pgxpool.ParseConfig(address)
	if err != nil && strings.Contains(err.Error(), ": failed to configure TLS (") {
		return nil, &OpenError{"The encryption that the address of the database asks for can't be set up. Look at its sslmode, sslrootcert, sslcert and sslkey, and whether these files can be read.", errAddress}
	}
	// the rest of a malformed address may have become the name of the host or of the database
	if err != nil || strings.ContainsAny(cfg.ConnConfig.Database, "@;=") || strings.ContainsAny(cfg.ConnConfig.Host, "@;=") {
		return nil, malformed
	}
	if !strings.Contains(address, "pool_max_conns") {
		cfg.MaxConns = max(cfg.MaxConns, connections)
	}
	if !strings.Contains(address, "connect_timeout") {
		cfg.ConnConfig.ConnectTimeout = 10 * time.Second
	}
	if cfg.ConnConfig.RuntimeParams["application_name"] == "" {
		cfg.ConnConfig.RuntimeParams["application_name"] = "paddock"
	}
	return cfg, nil
}
