package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"paddock/games/match"
	"paddock/storage/layout"
)

func (s *Store) User(ctx context.Context, id match.UserID) (match.User, error) {
	return load(ctx, s, "users", string(id), match.User{ID: id})
}

func (s *Store) UpdateUser(ctx context.Context, id match.UserID, edit func(*match.User)) (match.User, error) {
	return update(ctx, s, "users", string(id), match.User{ID: id}, "", edit, func(t *tx, old, now match.User) error {
		if old.ListedIn == now.ListedIn {
			return nil
		}
		return t.relist(ctx, id)
	})
}

func (s *Store) Guild(ctx context.Context, id match.GuildID) (match.Guild, error) {
	return load(ctx, s, "guilds", string(id), match.Guild{ID: id})
}

func (s *Store) UpdateGuild(ctx context.Context, id match.GuildID, edit func(*match.Guild)) (match.Guild, error) {
	return update(ctx, s, "guilds", string(id), match.Guild{ID: id}, "", edit, nil)
}

func (s *Store) Note(ctx context.Context, key string) (string, error) {
	return load(ctx, s, "notes", key, "")
}

func (s *Store) PutNote(ctx context.Context, key, value string) error {
	_, err := s.UpdateNote(ctx, key, func(string) string { return value })
	return err
}

// UpdateNote implements match.Store. An empty note is deleted.
func (s *Store) UpdateNote(ctx context.Context, key string, edit func(string) string) (string, error) {
	return update(ctx, s, "notes", key, "", `""`, func(note *string) { *note = edit(*note) }, nil)
}

// load reads an entry of a table; zero is the value of a missing one.
func load[T any](ctx context.Context, s *Store, table, id string, zero T) (T, error) {
	var text string
	switch err := s.one(ctx, `select entry from `+table+` where id = $1`, []any{id}, &text); {
	case errors.Is(err, match.ErrNotFound):
		return zero, nil
	case err != nil:
		return zero, err
	}
	return decode(table, id, text, zero)
}

func decode[T any](table, id, text string, v T) (T, error) {
	if text == "" { // a new row, which was inserted only to be locked
		return v, nil
	}
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		return v, fmt.Errorf("%w: %s %s: %w", ErrDamaged, table, id, err)
	}
	return v, nil
}

// update replaces an entry by the result of edit, and follow updates the derived data. An entry that
// becomes none is deleted.
//
// Two callers must not edit the same old entry, so its row is locked first. A missing entry has no
// row, so an empty one is inserted. With "on conflict do nothing" the row of another transaction
// would be left unlocked, and could be deleted before the select locks it: then there is nothing to
// read. "Do update" locks the row that is there; it waits for a concurrent removal, and then
// inserts. "Where false" keeps it from writing the row: an edit that changes nothing would leave a
// dead version of it.
func update[T any](ctx context.Context, s *Store, table, id string, zero T, none string, edit func(*T),
	follow func(t *tx, old, now T) error,
) (v T, err error) {
	if id == "" {
		return v, fmt.Errorf("postgres: an entry of %s needs a name", table)
	}
	if err := layout.Nameable("name", id); err != nil {
		return v, err
	}
	var sent string // the entry that an earlier try has sent, and may have stored
	err = s.transact(ctx, func(t *tx) error {
		var old string
		t.queue(`insert into `+table+
			` as t (id, entry) values ($1, '') on conflict (id) do update set entry = t.entry where false`, id)
		t.queue(`select entry from `+table+` where id = $1 for update`, id).QueryRow(func(r pgx.Row) error {
			return r.Scan(&old)
		})
		if err := t.flush(ctx); err != nil {
			return err
		}
		if old == "" {
			old = none
		}
		if v, err = decode(table, id, old, zero); err != nil {
			return err
		}
		before := v
		if !t.unsure || old != sent {
			edit(&v)
			text, err := json.Marshal(v)
			if err != nil {
				return fmt.Errorf("write %s %s: %w", table, id, err)
			}
			sent = string(text)
		}
		switch {
		case none != "" && sent == none:
			t.queue(`delete from `+table+` where id = $1`, id)
			return nil
		case sent == old:
			return nil
		}
		t.queue(`update `+table+` set entry = $2 where id = $1`, id, sent)
		if follow != nil {
			return follow(t, before, v)
		}
		return nil
	})
	return v, err
}
