package postgres

import (
	"context"
	"errors"
	"fmt"

	"paddock/games/match"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// tx is a transaction. It sends independent statements together: queued ones go out with the next
// query, BEGIN with the first, COMMIT with the last.
type tx struct {
	conn   *pgx.Conn
	batch  *pgx.Batch
	unsure bool // an earlier try was perhaps stored, because its answer was lost
}

// queue adds a statement to run before the next query, or before the end.
func (t *tx) queue(sql string, args ...any) *pgx.QueuedQuery { return t.batch.Queue(sql, args...) }

// flush runs the queued statements.
func (t *tx) flush(ctx context.Context) error {
	batch := t.batch
	t.batch = &pgx.Batch{}
	if batch.Len() == 0 {
		return nil
	}
	return t.conn.SendBatch(ctx, batch).Close()
}

// transact runs do in a transaction and commits it unless do fails. It repeats a transaction that
// failed because of others or because the database is unreachable. So do may be called more than
// once; if the transaction is unsure, do must check whether the work is already done.
// match.ErrUnsure means that the connection was lost during a commit and did not come back in time.
func (s *Store) transact(ctx context.Context, do func(t *tx) error) error {
	return s.transactAfter(ctx, false, do)
}

// transactAfter works like transact, after a try elsewhere. That try may have been stored if unsure
// is set.
func (s *Store) transactAfter(ctx context.Context, unsure bool, do func(t *tx) error) error {
	err := again(ctx, func(within context.Context) error {
		err := s.try(ctx, within, unsure, do)
		unsure = unsure || errors.Is(err, match.ErrUnsure)
		return err
	})
	if err != nil && unsure && (away(err) || ctx.Err() != nil) && !errors.Is(err, match.ErrUnsure) {
		err = fmt.Errorf("%w: %w", match.ErrUnsure, err)
	}
	return err
}

// try runs do in a transaction. It waits for a connection with a context of its own. The work on it
// is not interrupted, because then nobody would know whether it was stored.
func (s *Store) try(ctx, within context.Context, unsure bool, do func(t *tx) error) error {
	return s.pool.AcquireFunc(within, func(c *pgxpool.Conn) (err error) {
		t := &tx{conn: c.Conn(), batch: &pgx.Batch{}, unsure: unsure}
		defer func() {
			if t.conn.PgConn().TxStatus() == 'I' || t.conn.IsClosed() {
				return
			}
			if _, failed := t.conn.Exec(context.WithoutCancel(ctx), "rollback"); failed != nil {
				t.conn.Close(ctx)
			}
		}()
		t.queue("begin")
		if err := do(t); err != nil {
			return err
		}
		t.queue("commit")
		if err = answer(s, func() error { return t.flush(ctx) }); err != nil && !refused(err) &&
			!pgconn.SafeToRetry(err) {
			return fmt.Errorf("%w: %w", match.ErrUnsure, err)
		}
		return err
	})
}

// refused reports whether the database's answer means that a transaction is not stored. A message
// about a lost connection does not count: the commit may have succeeded before.
func refused(err error) bool {
	said, ok := errors.AsType[*pgconn.PgError](err)
	return ok && said.Severity != "FATAL" && said.Severity != "PANIC" && !away(err)
}

// answer commits, and drops the answer if a test asks for that.
func answer(s *Store, commit func() error) error {
	if s.lose != nil {
		return s.lose(commit)
	}
	return commit()
}
