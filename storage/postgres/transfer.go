package postgres

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"paddock/games/match"
	"paddock/games/tourney"
	"paddock/storage/layout"
	"paddock/storage/ledger"
	"paddock/storage/transfer"
)

// Mover is a database as a transfer.Store.
type Mover struct{ *Store }

var _ transfer.Store = Mover{}

// exports maps a kind to the statement that reads key, value and place of its items: at most $2
// after the place $1.
var exports = map[transfer.Kind]string{
	// the causes of two days, as in every engine
	transfer.Causes: `select cause, day || ' ' || seq || ' ' || id, cause from causes
		where cause > $1 and day >= (select max(day) - 1 from causes) order by cause limit $2`,
	transfer.Users:       `select id, entry, id from users where id > $1 and entry <> '' order by id limit $2`,
	transfer.Guilds:      `select id, entry, id from guilds where id > $1 and entry <> '' order by id limit $2`,
	transfer.Notes:       `select id, entry, id from notes where id > $1 and entry <> '' order by id limit $2`,
	transfer.Erasures:    `select usr, named, usr from erasures where usr > $1 order by usr limit $2`,
	transfer.Audits:      `select guild || ' ' || no, line, guild || ' ' || lpad(no::text, 19, '0') p from audits where guild || ' ' || lpad(no::text, 19, '0') > $1 order by p limit $2`,
	transfer.Tournaments: `select id, record, id from tournaments where id > $1 order by id limit $2`,
}

// Export implements transfer.Store. Matches come in the order of their last change.
func (s Mover) Export(ctx context.Context, kind transfer.Kind, after string,
	most int,
) (items []transfer.Item, next string, err error) {
	if kind == transfer.Matches {
		return exportMatches(ctx, s.pool, after, most)
	}
	rows, _ := s.pool.Query(ctx, exports[kind], after, most)
	items, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (item transfer.Item, err error) {
		return item, row.Scan(&item.Key, &item.Value, &next)
	})
	if len(items) < most {
		next = ""
	}
	return items, next, err
}

func exportMatches(ctx context.Context, q querier, after string,
	most int,
) (items []transfer.Item, next string, err error) {
	at, id, _ := strings.Cut(after, " ")
	updated := int64(-1)
	if after != "" {
		if updated, err = strconv.ParseInt(at, 10, 64); err != nil {
			return nil, "", err
		}
	}
	rows, _ := q.Query(ctx, `select id, record, updated || ' ' || id from matches where (updated, id) > ($1, $2)
		order by updated, id limit $3`, updated, id, most)
	place := map[string]int{}
	items, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (item transfer.Item, err error) {
		err = row.Scan(&item.Key, &item.Value, &next)
		place[item.Key] = len(place)
		return item, err
	})
	if err != nil {
		return nil, "", err
	}
	keys := make([]string, len(items))
	for key, i := range place {
		keys[i] = key
	}
	rows, _ = q.Query(ctx, `select id, line from events where id = any($1) order by id, seq`, keys)
	var key string
	var line []byte
	_, err = pgx.ForEachRow(rows, []any{&key, &line}, func() error {
		i := place[key]
		items[i].Events = append(items[i].Events, append([]byte(nil), line...))
		return nil
	})
	if len(items) < most {
		next = ""
	}
	return items, next, err
}

// Scan implements transfer.Store. It reads tables in physical order, matches separately from their
// events.
func (s Mover) Scan(ctx context.Context, kind transfer.Kind, each func(key []byte, no int, text []byte)) error {
	if kind != transfer.Matches {
		return transfer.ScanPages(ctx, s, kind, each)
	}
	for _, sql := range []string{`select id, 0::bigint, record from matches`, `select id, seq, line from events`} {
		rows, _ := s.pool.Query(ctx, sql)
		var key, text pgtype.DriverBytes // valid only until the next row, because the bytes are not copied
		var no int
		if _, err := pgx.ForEachRow(rows, []any{&key, &no, &text}, func() error {
			each(key, no, text)
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}

// Import implements transfer.Store. During a transfer there are no secondary indexes, because
// creating them at the end is much faster than maintaining them. Only the last commit waits for the
// disk.
func (s Mover) Import(ctx context.Context, kind transfer.Kind, items []transfer.Item, progress string) error {
	if progress == "" {
		for _, index := range secondary(migrations) {
			if _, err := s.pool.Exec(ctx, index.make); err != nil {
				return err
			}
		}
		if err := exec(ctx, s.Store, `insert into meta (key, value) values ($1, '') on conflict (key) do nothing`,
			rateKey); err != nil {
			return err
		}
		if err := rebuild(ctx, s.Store); err != nil {
			return err
		}
	}
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) (err error) {
		if progress != "" {
			if _, err := tx.Exec(ctx, `set local synchronous_commit = off`); err != nil {
				return err
			}
		}
		if err := setProgress(ctx, tx, progress); err != nil {
			return err
		}
		switch {
		case len(items) == 0 && progress != "":
			return dropSecondary(ctx, tx)
		case len(items) == 0:
			return nil
		case kind == transfer.Matches:
			return importMatches(ctx, tx, items)
		}
		rows, err := importRows(kind, items)
		if err != nil {
			return err
		}
		columns := map[transfer.Kind][]string{
			transfer.Causes: {"cause", "day", "seq", "id"}, transfer.Users: {"id", "entry"},
			transfer.Guilds: {"id", "entry"}, transfer.Notes: {"id", "entry"},
			transfer.Erasures: {"usr", "named"}, transfer.Audits: {"guild", "no", "line"},
			transfer.Tournaments: {"id", "version", "open", "channel", "created", "record"},
		}
		_, err = tx.CopyFrom(ctx, pgx.Identifier{string(kind)}, columns[kind], pgx.CopyFromRows(rows))
		return err
	})
}

// dropSecondary drops the secondary indexes.
func dropSecondary(ctx context.Context, tx pgx.Tx) error {
	for _, index := range secondary(migrations) {
		if _, err := tx.Exec(ctx, `drop index if exists `+index.name); err != nil {
			return err
		}
	}
	return nil
}

// importRows returns rows for items that are not matches.
func importRows(kind transfer.Kind, items []transfer.Item) (rows [][]any, err error) {
	for _, item := range items {
		row := []any{item.Key, string(item.Value)}
		switch kind {
		case transfer.Causes:
			var c ledger.Cause
			c, err = ledger.ReadCause(item)
			row = []any{item.Key, int64(c.Day), c.Seq, c.Match}
		case transfer.Audits:
			var guild match.GuildID
			var no int
			guild, no, err = ledger.ReadAuditKey(item.Key)
			row = []any{guild, no, string(item.Value)}
		case transfer.Tournaments:
			var r tourney.Record
			r, err = readTournament(string(item.Value))
			row = []any{r.ID, r.Version, r.Unsettled(), r.Place.Channel, layout.UnixNano(r.Created), string(item.Value)}
		}
		if err != nil {
			return nil, fmt.Errorf("%s %s: %w", kind, item.Key, err)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// importMatches adds matches by COPY: the events while the records are parsed, then the records and
// seats.
func importMatches(ctx context.Context, tx pgx.Tx, items []transfer.Item) error {
	type parsed struct {
		matches, seats, mentions [][]any
		err                      error
	}
	done := make(chan parsed, 1)
	go func() { // the goroutine ends when the reader does
		var p parsed
		p.matches, p.seats, p.mentions, p.err = matchRows(items)
		done <- p
	}()
	copied := copyEvents(ctx, tx, items)
	p := <-done
	if err := errors.Join(p.err, copied); err != nil {
		return err
	}
	_, err := tx.CopyFrom(ctx, pgx.Identifier{"matches"}, strings.Split(columnNames, ", "), pgx.CopyFromRows(p.matches))
	if err == nil {
		_, err = tx.CopyFrom(ctx, pgx.Identifier{"seats"}, []string{"usr", "created", "id"}, pgx.CopyFromRows(p.seats))
	}
	if err == nil {
		_, err = tx.CopyFrom(ctx, pgx.Identifier{"mentions"}, []string{"usr", "id"}, pgx.CopyFromRows(p.mentions))
	}
	return err
}

func copyEvents(ctx context.Context, tx pgx.Tx, items []transfer.Item) error {
	i, n, row := 0, 0, make([]any, 4)
	next := func() ([]any, error) {
		for i < len(items) && n == len(items[i].Events) {
			i, n = i+1, 0
		}
		if i == len(items) {
			return nil, nil
		}
		n++
		line := items[i].Events[n-1]
		row[0], row[1], row[2], row[3] = items[i].Key, int64(n), line, sealOf(match.ID(items[i].Key), line)
		return row, nil
	}
	_, err := tx.CopyFrom(ctx, pgx.Identifier{"events"}, []string{"id", "seq", "line", "seal"}, pgx.CopyFromFunc(next))
	return err
}

// matchRows returns rows of matches, of their seats, and of their mentions.
func matchRows(items []transfer.Item) (matches, seats, mentions [][]any, err error) {
	for _, item := range items {
		r, events, err := ledger.ReadMatch(item)
		if err != nil {
			return nil, nil, nil, fmt.Errorf("match %s: %w", item.Key, err)
		}
		c := columnsOf(r, item.Value)
		last := events[len(events)-1]
		matches = append(matches, append(c.args, layout.UnixNano(last.At)))
		for _, u := range c.users {
			seats = append(seats, []any{u, c.made, item.Key})
		}
		for _, u := range match.Named(r, events) {
			mentions = append(mentions, []any{u, item.Key})
		}
	}
	return matches, seats, mentions, nil
}

func setProgress(ctx context.Context, tx pgx.Tx, progress string) error {
	if progress == "" {
		_, err := tx.Exec(ctx, `delete from meta where key = $1`, progressKey)
		return err
	}
	_, err := tx.Exec(ctx, `insert into meta (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value`, progressKey, progress)
	return err
}

func (s Mover) Progress(ctx context.Context) (progress string, matches int, err error) {
	const sql = `select coalesce((select value from meta where key = $1), ''), (select count(*) from matches)`
	err = s.one(ctx, sql, []any{progressKey}, &progress, &matches)
	return progress, matches, err
}
