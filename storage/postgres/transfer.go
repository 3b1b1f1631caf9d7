package postgres

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"paddock/games/match"
	"paddock/games/tourney"
	"paddock/storage/transfer"
)

// Mover is a database as a transfer.Store.
type Mover struct{ *Store }

var _ transfer.Store = Mover{}

// exports are the statements that read items of a kind: key, value and place, after the place $1, at most $2 of them.
var exports = map[transfer.Kind]string{
	transfer.Causes: `select cause, day || ' ' || seq || ' ' || id, cause from causes
		where cause > $1 and day >= (select max(day) - 1 from causes) order by cause limit $2`, // as many days as any engine keeps
	transfer.Users:       `select id, entry, id from users where id > $1 and entry <> '' order by id limit $2`,
	transfer.Guilds:      `select id, entry, id from guilds where id > $1 and entry <> '' order by id limit $2`,
	transfer.Notes:       `select id, entry, id from notes where id > $1 and entry <> '' order by id limit $2`,
	transfer.Erasures:    `select usr, named, usr from erasures where usr > $1 order by usr limit $2`,
	transfer.Audits:      `select guild || ' ' || no, line, guild || ' ' || lpad(no::text, 19, '0') p from audits where guild || ' ' || lpad(no::text, 19, '0') > $1 order by p limit $2`,
	transfer.Tournaments: `select id, record, id from tournaments where id > $1 order by id limit $2`,
}

// Export implements transfer.Store. Matches come in the order in which something last happened to them.
func (s Mover) Export(ctx context.Context, kind transfer.Kind, after string, most int) (items []transfer.Item, next string, err error) {
	if kind == transfer.Matches {
		return exportMatches(ctx, s.pool, after, most)
	}
	rows, err := s.pool.Query(ctx, exports[kind], after, most)
	if err != nil {
		return nil, "", err
	}
	items, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (item transfer.Item, err error) {
		return item, row.Scan(&item.Key, &item.Value, &next)
	})
	if len(items) < most {
		next = ""
	}
	return items, next, err
}

func exportMatches(ctx context.Context, q querier, after string, most int) (items []transfer.Item, next string, err error) {
	at, id, _ := strings.Cut(after, " ")
	updated := int64(-1)
	if after != "" {
		if updated, err = strconv.ParseInt(at, 10, 64); err != nil {
			return nil, "", err
		}
	}
	rows, err := q.Query(ctx, `select id, record, updated || ' ' || id from matches where (updated, id) > ($1, $2) order by updated, id limit $3`, updated, id, most)
	if err != nil {
		return nil, "", err
	}
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
	rows, err = q.Query(ctx, `select id, line from events where id = any($1) order by id, seq`, keys)
	if err != nil {
		return nil, "", err
	}
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

// Import implements transfer.Store.
func (s Mover) Import(ctx context.Context, kind transfer.Kind, items []transfer.Item, progress string) error {
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) (err error) {
		if err := setProgress(ctx, tx, progress); err != nil {
			return err
		}
		switch {
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
			transfer.Causes: {"cause", "day", "seq", "id"}, transfer.Users: {"id", "entry"}, transfer.Guilds: {"id", "entry"}, transfer.Notes: {"id", "entry"},
			transfer.Erasures: {"usr", "named"}, transfer.Audits: {"guild", "no", "line"},
			transfer.Tournaments: {"id", "version", "open", "channel", "created", "record"},
		}
		_, err = tx.CopyFrom(ctx, pgx.Identifier{string(kind)}, columns[kind], pgx.CopyFromRows(rows))
		return err
	})
}

// importRows makes rows of items that are not matches.
func importRows(kind transfer.Kind, items []transfer.Item) (rows [][]any, err error) {
	for _, item := range items {
		row := []any{item.Key, string(item.Value)}
		switch kind {
		case transfer.Causes:
			var day, seq int64
			var id string
			_, err = fmt.Sscan(string(item.Value), &day, &seq, &id)
			row = []any{item.Key, day, seq, id}
		case transfer.Audits:
			guild, text, _ := strings.Cut(item.Key, " ")
			var no int64
			no, err = strconv.ParseInt(text, 10, 64)
			row = []any{guild, no, string(item.Value)}
		case transfer.Tournaments:
			var r tourney.Record
			r, err = readTournament(string(item.Value))
			row = []any{r.ID, r.Version, r.Unsettled(), r.Place.Channel, unixNano(r.Created), string(item.Value)}
		}
		if err != nil {
			return nil, fmt.Errorf("%s %s: %w", kind, item.Key, err)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// importMatches adds matches by COPY.
func importMatches(ctx context.Context, tx pgx.Tx, items []transfer.Item) error {
	var matches, seats, events [][]any
	for _, item := range items {
		r, err := readRecord(match.ID(item.Key), string(item.Value))
		if err != nil {
			return err
		}
		if int(r.Head) != len(item.Events) || r.Head == 0 {
			return fmt.Errorf("%w: the record of %s is that of %s with %d events, and there are %d", ErrDamaged, item.Key, r.ID, r.Head, len(item.Events))
		}
		c, err := columnsOf(r)
		if err != nil {
			return err
		}
		for i, text := range item.Events {
			events = append(events, []any{item.Key, int64(i + 1), string(text)})
		}
		last, err := readEvent(string(item.Events[len(item.Events)-1]))
		if err != nil {
			return err
		}
		c.args[len(c.args)-1] = string(item.Value) // the very text
		matches = append(matches, append(c.args, unixNano(last.At)))
		for _, u := range c.users {
			seats = append(seats, []any{u, c.made, item.Key})
		}
	}
	for _, copied := range []struct {
		table   string
		columns []string
		rows    [][]any
	}{
		{"matches", strings.Split(columnNames, ", "), matches},
		{"seats", []string{"usr", "created", "id"}, seats},
		{"events", []string{"id", "seq", "line"}, events},
	} {
		if _, err := tx.CopyFrom(ctx, pgx.Identifier{copied.table}, copied.columns, pgx.CopyFromRows(copied.rows)); err != nil {
			return err
		}
	}
	return nil
}

const progressKey = "transfer"

func setProgress(ctx context.Context, tx pgx.Tx, progress string) error {
	if progress == "" {
		_, err := tx.Exec(ctx, `delete from meta where key = $1`, progressKey)
		return err
	}
	_, err := tx.Exec(ctx, `insert into meta (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value`, progressKey, progress)
	return err
}

// Progress implements transfer.Store.
func (s Mover) Progress(ctx context.Context) (progress string, matches int, err error) {
	err = s.pool.QueryRow(ctx, `select coalesce((select value from meta where key = $1), ''), (select count(*) from matches)`, progressKey).Scan(&progress, &matches)
	return progress, matches, err
}
