package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"paddock/games/match"
)

func (s *Store) Erasures(ctx context.Context) ([]match.Erasure, error) {
	return list(ctx, s.pool, func(row pgx.CollectableRow) (e match.Erasure, err error) {
		return e, row.Scan(&e.User, &e.As)
	},
		`select usr, named from erasures order by usr`)
}

func (s *Store) PutErasure(ctx context.Context, d match.Erasure) (match.Erasure, error) {
	if d.User == "" || d.As == "" {
		return d, fmt.Errorf("postgres: an erasure needs a user (%q) and a name (%q)", d.User, d.As)
	}
	if err := nameable("user", string(d.User)); err != nil {
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
			return s.aside.Check(id, err, ErrDamaged)
		}
		events, err := list(ctx, t.conn, texts(readEvent), `select line from events where id = $1 order by seq`, id)
		if err != nil || !edit(&r, events) {
			return s.aside.Check(id, err, ErrDamaged)
		}
		now, err := columnsOf(r, nil)
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
		if err := t.unblock(ctx, u, key); err != nil {
			return err
		}
		if err := t.forgetAudits(ctx, u); err != nil {
			return err
		}
		t.queue(`delete from erasures where usr = $1`, u)
		return nil
	})
}

// unblock removes a user from the entries of others; a block stays as a mark.
func (t *tx) unblock(ctx context.Context, gone match.UserID, key match.BlockKey) error {
	if err := t.flush(ctx); err != nil {
		return err
	}
	read := func(text string) (match.User, error) { return decode("users", "", text, match.User{}) }
	users, err := list(ctx, t.conn, texts(read),
		`select entry from users where strpos(entry, $1) > 0 order by id for update`, gone)
	if err != nil {
		return err
	}
	for _, u := range users {
		if u, has := u.Forgetting(gone, key); has {
			text, err := json.Marshal(u)
			if err != nil {
				return err
			}
			t.queue(`update users set entry = $2 where id = $1`, u.ID, string(text))
		}
	}
	return nil
}

// forgetAudits removes a user from all audit logs.
func (t *tx) forgetAudits(ctx context.Context, gone match.UserID) error {
	if err := t.flush(ctx); err != nil {
		return err
	}
	lines, err := list(ctx, t.conn, texts(readAudit),
		`select line from audits where strpos(line, $1) > 0 order by guild, no for update`, gone)
	if err != nil {
		return err
	}
	for _, a := range lines {
		if a, has := a.Forgetting(gone); has {
			text, err := json.Marshal(a)
			if err != nil {
				return err
			}
			t.queue(`update audits set line = $3 where guild = $1 and no = $2`, a.Guild, a.No, string(text))
		}
	}
	return nil
}

func (s *Store) AddAudit(ctx context.Context, a match.Audit) error {
	if a.Guild == "" {
		return fmt.Errorf("postgres: a line of an audit log needs a server")
	}
	if err := nameable("server", string(a.Guild)); err != nil {
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

func readAudit(text string) (a match.Audit, err error) {
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		return a, fmt.Errorf("%w: a line of an audit log can't be read: %w", ErrDamaged, err)
	}
	return a, nil
}
