package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"paddock/games/match"
	"paddock/storage/ledger"
)

// migration brings the database one version further, by statements that run in one transaction. A
// released migration never changes.
type migration []string

// migrations lead from an empty database to the present schema. Lists compare ids by the database's
// collation. Ids are lower-case letters and digits, which all collations order alike.
var migrations = []migration{{
	`create table matches (
		id text primary key,
		head bigint not null,
		created bigint not null,
		guild text not null,
		channel text not null,
		owner text not null,
		game text not null,
		live boolean not null,      -- open or running
		due bigint,                 -- null: never
		behind boolean not null,    -- its channel has not been shown all
		untold boolean not null,    -- somebody is to be told something
		thinking boolean not null,  -- a computer player has to move
		updated bigint not null,    -- when the newest event happened
		ended bigint,               -- of a match that is over, with its result
		result text,                -- JSON of match.Result
		users text[] not null,      -- who has a row in seats; empty unless live
		record text not null        -- JSON of match.Record
	) with (fillfactor = 80)`,
	`create index matches_due on matches (due, id) where due is not null`,
	`create index matches_behind on matches (id) where behind`,
	`create index matches_untold on matches (id) where untold`,
	`create index matches_thinking on matches (id) where thinking`,
	`create index matches_channel on matches (channel, created, id)`,
	`create index matches_channel_live on matches (channel, created, id) where live`,
	`create index matches_guild on matches (guild, created, id) where live`,
	`create index matches_owner on matches (owner, created, id)`,
	`create index matches_results on matches (guild, game, ended, id) where ended is not null`,
	`create index matches_updated on matches (updated, id)`,
	`create table seats (usr text, created bigint, id text, primary key (usr, created, id))`,
	`create table events (id text, seq bigint, line text not null, primary key (id, seq))`,
	`create table causes (cause text primary key, id text not null, seq bigint not null, day bigint not null)`,
	`create index causes_day on causes (day)`,
	`create table users (id text primary key, entry text not null)`,
	`create table guilds (id text primary key, entry text not null)`,
	`create table notes (id text primary key, entry text not null)`,
	`create table erasures (usr text primary key, named text not null)`,
	`create table audits (guild text, no bigint, line text not null, primary key (guild, no))`,
	`create table tournaments (id text primary key, version bigint not null, open boolean not null, channel text not null, created bigint not null, record text not null)`,
	`create index tournaments_open on tournaments (id) where open`,
	`create index tournaments_channel on tournaments (channel, created, id)`,
	`create table stripes (n bigint primary key)`,
	`insert into stripes select n from generate_series(0, 255) n`,
	`create unlogged table claims (duty text, key text, owner text not null, fence bigint not null, until timestamptz not null, primary key (duty, key))`,
	`create sequence fences`,
}, {
	// its statement made an index that only PostgreSQL supports; the sixth migration drops it
}, {
	`create table books (guild text, game text, pool bigint, primary key (guild, game, pool))`,
	`create table standings (
		guild text,
		who text,                -- see layout.PlayerKey
		game text,
		pool bigint,
		entry text not null,     -- JSON of match.Standing
		place bytea,             -- see layout.RankKey; null: not in the list of the best
		certain boolean not null,-- its rating is, as far as was looked
		step bigint not null,    -- see ratings.Step
		until bigint not null,   -- when it lapses
		primary key (guild, who, game, pool)
	)`,
	`create index standings_place on standings (guild, game, pool, certain desc, step desc, place) where place is not null`,
	`create index standings_until on standings (guild, game, pool, until) where certain and place is not null`,
	`create table ranks (guild text, game text, pool bigint, certain boolean, step bigint, n bigint not null, primary key (guild, game, pool, certain, step))`,
	// before is JSON: the skills of the match's players before it, by seat
	`create table skills (id text primary key, before text not null)`,
	`insert into meta (key, value) values ('rate', '') on conflict (key) do nothing`,
}, {
	// the checksum, see sealOf; null in data from before there were checksums
	`alter table matches add column seal integer`,
	`alter table events add column seal integer`,
}, {
	// a row for each user who occurs, or once did, in a match or its log
	`create table mentions (usr text, id text, primary key (usr, id))`,
	`delete from notes where entry = '""'`,
	`insert into meta (key, value) values ('derive', '') on conflict (key) do nothing`,
}, {
	`drop index if exists matches_played`, // the table mentions has replaced this index
	`drop function if exists played(text)`,
}, {
	`create unlogged table handed (id text primary key, form bigint not null, body bytea not null, at timestamptz not null default now())`,
}, {
	// rebuilds the standings, because the ratings of computer players have changed
	`insert into meta (key, value) values ('rate', '') on conflict (key) do nothing`,
}, {
	// rebuilds the standings, because the ratings of Stratego's computer players have changed
	`insert into meta (key, value) values ('rate', '') on conflict (key) do nothing`,
}, {
	// rebuilds the standings, because the ratings of other levels have changed
	`insert into meta (key, value) values ('rate', '') on conflict (key) do nothing`,
}}

// contracts names the versions with a migration that removes something that the previous version
// still needs. Such a migration comes one version after the one that made it unnecessary. All other
// migrations only add, so that processes of both versions can run side by side.
var contracts = map[int]bool{}

// firstTolerant is the first schema whose programs open a newer database if it only has additions.
const firstTolerant = 7

// migrate runs the missing migrations. Processes that start at the same time do so one after the
// other.
func migrate(ctx context.Context, s *Store, steps []migration) error {
	if err := makeMeta(ctx, s.pool); err != nil {
		return err
	}
	if err := alongside(ctx, s); err != nil {
		return err
	}
	for range len(steps) + 1 { // a migration each
		left, err := migrateOne(ctx, s.pool, steps)
		for transient(err) {
			if err = pause(ctx); err == nil {
				left, err = migrateOne(ctx, s.pool, steps)
			}
		}
		if err != nil || left == 0 {
			return err
		}
	}
	return errors.New("storage: the migrations of the database have no end")
}

// alongside returns an error while processes use the database whose version is too old to run beside
// this one: they would misread what this version writes, and not notice. They are known by the names
// of their leases, which contain no form of records, see peers.Enter. The leases of processes that
// were stopped run out.
func alongside(ctx context.Context, s *Store) error {
	var there bool
	if err := s.pool.QueryRow(ctx, `select to_regclass('claims') is not null`).Scan(&there); err != nil || !there {
		return err
	}
	var n int
	const sql = `select count(*) from claims where duty = $1 and until > now() and strpos(key, '.') = 0`
	if err := s.pool.QueryRow(ctx, sql, match.ProcessDuty).Scan(&n); err != nil || n == 0 {
		return err
	}
	return &OpenError{fmt.Sprintf("Processes of a much older Paddock use this database (%d). Stop them all, then start this one.", n), ErrBeside}
}

// makeMeta makes the first table, with schema version 0.
func makeMeta(ctx context.Context, pool *pgxpool.Pool) error {
	for {
		_, err := pool.Exec(ctx, `create table if not exists meta (key text primary key, value text not null)`)
		if err == nil {
			_, err = pool.Exec(ctx, `insert into meta (key, value) values ('schema', '0') on conflict (key) do nothing`)
		}
		if !startedTogether(err) {
			return err
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
}

// pause waits a moment for another process.
func pause(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(50 * time.Millisecond):
		return nil
	}
}

// migrateOne runs the next migration, and returns how many are left.
func migrateOne(ctx context.Context, pool *pgxpool.Pool, steps []migration) (left int, err error) {
	err = pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		var text string
		if err := tx.QueryRow(ctx, `select value from meta where key = 'schema' for update`).Scan(&text); err != nil {
			return err
		}
		version, err := strconv.Atoi(text)
		switch {
		case err != nil:
			return &OpenError{"The database has a table called meta that is not Paddock's. Choose an empty database; this one was not touched.", ErrForeign}
		case version > len(steps):
			var least int
			if err := tx.QueryRow(ctx, `select coalesce((select value::int from meta where key = $1), $2)`, leastKey,
				version).Scan(&least); err != nil {
				return err
			}
			if left = 0; least > len(steps) {
				return newer(version, len(steps))
			}
			return nil
		}
		if left = len(steps) - version; left == 0 {
			return nil
		}
		for _, statement := range steps[version] {
			if _, err := tx.Exec(ctx, statement); err != nil {
				return fmt.Errorf("bring the database from schema %d to %d: %w", version, version+1, err)
			}
		}
		left--
		if version++; version == firstTolerant || contracts[version] {
			const put = `insert into meta (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value`
			if _, err := tx.Exec(ctx, put, leastKey, strconv.Itoa(version)); err != nil {
				return err
			}
		}
		_, err = tx.Exec(ctx, `update meta set value = $1 where key = 'schema'`, strconv.Itoa(version))
		return err
	})
	return left, err
}

// newer returns the error for a database with a newer schema than this program knows.
func newer(has, knows int) error {
	return &OpenError{fmt.Sprintf("This database was written by a newer Paddock (schema %d; this one knows up to %d). Run the newer version, or restore a backup made before the update.", has, knows), ErrNewer}
}

// Keys of the table meta, besides the one of the schema.
const (
	leastKey    = "least"    // the oldest schema whose programs can use this database
	deriveKey   = "derive"   // the derived data of all matches must be rebuilt
	rateKey     = "rate"     // the standings must be rebuilt
	progressKey = "transfer" // progress of a transfer into this database; absent: no transfer
)

// rebuild rebuilds what meta asks for.
func rebuild(ctx context.Context, s *Store) error {
	if err := rebuildIf(ctx, s, deriveKey, (*tx).rederive); err != nil {
		return err
	}
	return rebuildIf(ctx, s, rateKey, (*tx).recountAll)
}

// rebuildIf calls do if meta contains a key. Processes that start at the same time wait for the one
// that does it.
func rebuildIf(ctx context.Context, s *Store, key string, do func(*tx, context.Context) error) error {
	return s.transact(ctx, func(t *tx) error {
		found, err := list(ctx, t.conn, texts(textOf[string]), `select key from meta where key = $1`, key)
		if err != nil || len(found) == 0 {
			return err
		}
		t.queue(`select 1 from meta where key = $1 for update`, key)
		found, err = nil, t.flush(ctx)
		if err == nil {
			found, err = list(ctx, t.conn, texts(textOf[string]), `select key from meta where key = $1`, key)
		}
		if err != nil || len(found) == 0 {
			return err
		}
		if err := do(t, ctx); err != nil {
			return err
		}
		t.queue(`delete from meta where key = $1`, key)
		return nil
	})
}

// recountAll rebuilds all books of standings.
func (t *tx) recountAll(ctx context.Context) error {
	for _, table := range []string{"ranks", "standings", "skills"} {
		t.queue(`delete from ` + table)
	}
	if err := t.flush(ctx); err != nil {
		return err
	}
	keys, err := list(ctx, t.conn, func(row pgx.CollectableRow) (k ledger.Key, err error) {
		return k, row.Scan(&k.Guild, &k.Game)
	}, `select distinct guild, game from matches where ended is not null order by guild, game`)
	if err != nil {
		return err
	}
	for _, key := range keys {
		for key.Pool = range match.Pool(2) {
			if err := t.recount(ctx, ledger.Change{Key: key}, nil); err != nil {
				return err
			}
			if err := t.flush(ctx); err != nil {
				return err
			}
		}
	}
	listed, err := list(ctx, t.conn, texts(textOf[match.UserID]),
		`select id from users where strpos(entry, '"ListedIn"') > 0`)
	if err != nil {
		return err
	}
	return t.relist(ctx, listed...)
}

// startedTogether reports whether two processes made the same table at the same time.
func startedTogether(err error) bool {
	refused, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (refused.Code == uniqueViolation || refused.Code == "42P07" || transient(err))
}

// index is a secondary index.
type index struct{ name, make string }

// secondary lists the indexes that the migrations create.
func secondary(steps []migration) (list []index) {
	for _, step := range steps {
		for _, statement := range step {
			words := strings.Fields(statement)
			switch {
			case strings.HasPrefix(statement, "create index "):
				list = append(list,
					index{words[2], strings.Replace(statement, "create index ", "create index if not exists ", 1)})
			case strings.HasPrefix(statement, "drop index "):
				list = slices.DeleteFunc(list, func(i index) bool { return i.name == words[len(words)-1] })
			}
		}
	}
	return list
}
