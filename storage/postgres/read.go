package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"paddock/games/match"
	"paddock/storage/layout"
)

// querier is the pool, which repeats failed reads, or the connection of a transaction, which does
// not because the whole transaction is repeated. The error of Query is left to whoever reads the rows,
// who gets it too.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// list reads the rows of a query.
func list[T any](ctx context.Context, q querier, read pgx.RowToFunc[T], sql string,
	args ...any,
) (found []T, err error) {
	look := func(ctx context.Context) error {
		rows, _ := q.Query(ctx, sql, args...)
		found, err = pgx.CollectRows(rows, read)
		return err
	}
	if _, pooled := q.(*pgxpool.Pool); pooled {
		err = again(ctx, look)
	} else {
		err = look(ctx)
	}
	return found, err
}

// one reads the only row of a query into the given variables; it returns match.ErrNotFound if there
// is none.
func (s *Store) one(ctx context.Context, sql string, args []any, into ...any) error {
	err := again(ctx, func(ctx context.Context) error { return s.pool.QueryRow(ctx, sql, args...).Scan(into...) })
	if errors.Is(err, pgx.ErrNoRows) {
		return match.ErrNotFound
	}
	return err
}

// exec executes a statement that may be executed twice.
func exec(ctx context.Context, s *Store, sql string, args ...any) error {
	return again(ctx, func(ctx context.Context) error {
		_, err := s.pool.Exec(ctx, sql, args...)
		return err
	})
}

// texts reads rows of one text.
func texts[T any](read func(string) (T, error)) pgx.RowToFunc[T] {
	return func(row pgx.CollectableRow) (v T, err error) {
		var text string
		if err := row.Scan(&text); err != nil {
			return v, err
		}
		return read(text)
	}
}

// textOf turns the text of a row into a named type.
func textOf[T ~string](text string) (T, error) { return T(text), nil }

// records reads matches by a statement that selects id and record. $1 is the ids to leave out; args
// are $2 and so on.
func (s *Store) records(ctx context.Context, q querier, sql string, args ...any) ([]match.Record, error) {
	return listSound(ctx, s, q, func(id, text string) (match.Record, match.ID, error) {
		r, err := readRecord(match.ID(id), text)
		return r, match.ID(id), err
	}, sql, args...)
}

// listSound reads rows of two texts, the id and the rest. It sets unreadable ones aside under the
// id that read returns. Then it reads again, because they may have displaced others at a limit.
func listSound[T any](ctx context.Context, s *Store, q querier, read func(id, text string) (T, match.ID, error),
	sql string, args ...any,
) ([]T, error) {
	for {
		news := false
		found, err := list(ctx, q, func(row pgx.CollectableRow) (v *T, err error) {
			var id, text string
			if err := row.Scan(&id, &text); err != nil {
				return nil, err
			}
			one, name, err := read(id, text)
			if err != nil {
				news = s.aside.Put(name, err) || news
				return nil, nil
			}
			return &one, nil
		}, sql, append([]any{s.aside.IDs()}, args...)...)
		if err != nil {
			return nil, err
		}
		if news {
			continue
		}
		var sound []T
		for _, v := range found {
			if v != nil {
				sound = append(sound, *v)
			}
		}
		return sound, nil
	}
}

// readRecord reads the record of a match.
func readRecord(id match.ID, text string) (r match.Record, err error) {
	switch err := layout.ReadRecord([]byte(text), &r); {
	case errors.Is(err, match.ErrNewer):
		return match.Record{}, err
	case err != nil:
		return match.Record{}, fmt.Errorf("%w: a record can't be read: %w", ErrDamaged, err)
	}
	if r.ID != id {
		return match.Record{}, fmt.Errorf("%w: its record is that of %q", ErrDamaged, r.ID)
	}
	return r, nil
}

func readEvent(text string) (e match.Event, err error) {
	if err := json.Unmarshal([]byte(text), &e); err != nil {
		return e, fmt.Errorf("%w: an event can't be read: %w", ErrDamaged, err)
	}
	return e, nil
}
