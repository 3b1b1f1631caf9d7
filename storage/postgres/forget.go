package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"paddock/games/match"
	"paddock/storage/layout"
	"paddock/storage/ledger"
	"paddock/storage/transfer"
)

func (s *Store) Erasures(ctx context.Context) ([]match.Erasure, error) {
	return list(ctx, s.pool, func(row pgx.CollectableRow) (e match.Erasure, err error) {
		return e, row.Scan(&e.User, &e.As)
	},
		`select usr, named from erasures order by usr`)
}

func (s *Store) PutErasure(ctx context.Context, d match.Erasure) (match.Erasure, error) {
	if err := ledger.ErasureOf(d); err != nil {
		return d, err
	}
	if err := exec(ctx, s, `insert into erasures (usr, named) values ($1, $2) on conflict do nothing`, d.User,
		d.As); err != nil {
		return d, err
	}
	return d, s.one(ctx, `select named from erasures where usr = $1`, []any{d.User}, &d.As)
}

// Mentions implements match.Store. It may list a match that no longer names the user.
func (s *Store) Mentions(ctx context.Context, u match.UserID) ([]match.ID, error) {
	return list(ctx, s.pool, texts(textOf[match.ID]), `select id from mentions where usr = $1 order by id`, u)
}

// forgetMentions removes a user's rows from the index of mentions. It keeps rows of matches that
// still name the user, who has played on and must be removed again. It locks matches, so that
// nobody adds a name that relies on an existing row.
func (t *tx) forgetMentions(u match.UserID) {
	t.queue(`select m.id from mentions n join matches m on m.id = n.id where n.usr = $1 order by m.id for update of m`,
		u)
	const names = `'"' || $1 || '"'`
	t.queue(`delete from mentions n where usr = $1 and not exists (select 1 from matches m where m.id = n.id and strpos(record, `+names+`) > 0)
		and not exists (select 1 from events e where e.id = n.id and strpos(line, `+names+`) > 0)`, u)
}

func (s *Store) Rewrite(ctx context.Context, id match.ID, edit func(*match.Record, []match.Event) bool) error {
	return s.transact(ctx, func(t *tx) error {
		old, err := t.take(ctx, id, nil, nil)
		if err != nil {
			return err
		}
		r, err := readRecord(id, old.text)
		if err != nil {
			return s.aside.Check(id, err)
		}
		events, err := list(ctx, t.conn, texts(readEvent), `select line from events where id = $1 order by seq`, id)
		if err != nil || !edit(&r, events) {
			return s.aside.Check(id, err)
		}
		now, err := written(r)
		if err != nil {
			return err
		}
		if err := t.put(ctx, old, now, old.updated); err != nil {
			return err
		}
		for _, e := range events {
			text, err := json.Marshal(e)
			if err != nil {
				return fmt.Errorf("write event of %s: %w", id, err)
			}
			t.queue(`update events set (line, seal) = ($3, $4) where id = $1 and seq = $2`, id, e.Seq, string(text),
				sealOf(id, string(text)))
		}
		return nil
	})
}

func (s *Store) EraseUser(ctx context.Context, u match.UserID, key match.BlockKey) error {
	return s.transact(ctx, func(t *tx) error {
		t.forgetMentions(u)
		t.queue(`delete from users where id = $1`, u)
		if err := t.relist(ctx, u); err != nil {
			return err
		}
		for _, kind := range ledger.Naming {
			if err := t.forgetIn(ctx, kind, u, key); err != nil {
				return err
			}
		}
		t.queue(`delete from erasures where usr = $1`, u)
		return nil
	})
}

// naming maps the kinds of ledger.Naming to the statements that lock and read the rows that contain
// a text, and to those that replace one.
var naming = map[transfer.Kind]struct{ find, put string }{
	transfer.Users: {
		`select id, 0::bigint, entry from users where strpos(entry, $1) > 0 order by id for update`,
		`update users set entry = $3 where id = $1 and $2::bigint = 0`,
	},
	transfer.Audits: {
		`select guild, no, line from audits where strpos(line, $1) > 0 order by guild, no for update`,
		`update audits set line = $3 where guild = $1 and no = $2`,
	},
}

// forgetIn removes a user from the entries of others.
func (t *tx) forgetIn(ctx context.Context, kind transfer.Kind, gone match.UserID, key match.BlockKey) error {
	if err := t.flush(ctx); err != nil {
		return err
	}
	rows, _ := t.conn.Query(ctx, naming[kind].find, gone)
	var id, text string
	var no int64
	_, err := pgx.ForEachRow(rows, []any{&id, &no, &text}, func() error {
		now, err := ledger.Forget(kind, []byte(text), gone, key)
		if now != nil {
			t.queue(naming[kind].put, id, no, string(now))
		}
		return err
	})
	return err
}

func (s *Store) AddAudit(ctx context.Context, a match.Audit) error {
	if err := ledger.AuditLine(a); err != nil {
		return err
	}
	return s.transact(ctx, func(t *tx) error {
		t.queue(`select n from stripes where n = any($1) for update`, stripesOf([]match.UserID{match.UserID(a.Guild)}))
		newest := ""
		t.queue(`select no, line from audits where guild = $1 order by no desc limit 1`,
			a.Guild).QueryRow(func(r pgx.Row) error {
			if err := r.Scan(&a.No, &newest); !errors.Is(err, pgx.ErrNoRows) {
				return err
			}
			a.No = 0
			return nil
		})
		if err := t.flush(ctx); err != nil {
			return err
		}
		if same, _ := json.Marshal(a); t.unsure && string(same) == newest {
			return nil
		}
		a.No++
		text, err := json.Marshal(a)
		if err != nil {
			return fmt.Errorf("write a line of the audit log of %s: %w", a.Guild, err)
		}
		t.queue(`insert into audits (guild, no, line) values ($1, $2, $3)`, a.Guild, a.No, string(text))
		t.queue(`delete from audits where guild = $1 and no <= $2`, a.Guild, a.No-match.AuditKept)
		return nil
	})
}

func (s *Store) Audit(ctx context.Context, g match.GuildID, before, max int) ([]match.Audit, error) {
	return list(ctx, s.pool, texts(readAudit),
		`select line from audits where guild = $1 and ($2 = 0 or no < $2) order by no desc limit $3`, g, before, max)
}

func readAudit(text string) (match.Audit, error) { return layout.ReadAudit([]byte(text)) }
