package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// tx is a transaction. Statements are sent together as far as they do not depend on each other: what is queued goes out with the next query, BEGIN
// with the first of them, COMMIT with the last.
type tx struct {
	conn   *pgx.Conn
	batch  *pgx.Batch
	unsure bool // an earlier try may have been stored, for its answer was lost
}

// queue has a statement carried out before the next query, or before the end.
func (t *tx) queue(sql string, args ...any) *pgx.QueuedQuery { return t.batch.Queue(sql, args...) }

// flush carries out what is queued.
func (t *tx) flush(ctx context.Context) error {
	batch := t.batch
	t.batch = &pgx.Batch{}
	if batch.Len() == 0 {
		return nil
	}
	return t.conn.SendBatch(ctx, batch).Close()
}

// transact runs do in a transaction and commits it unless do fails. It is tried again where it has failed because of others or because the database is
// away, so do may be called more than once, and has to look whether it is done already if the transaction is unsure. ErrUnknown means that the
// connection was lost during a commit, and did not come back in time.
func (s *Store) transact(ctx context.Context, do func(t *tx) error) error {
	return s.transactAfter(ctx, false, do)
}

// transactAfter is transact after a try that was made elsewhere, and may have been stored if it is unsure.
func (s *Store) transactAfter(ctx context.Context, unsure bool, do func(t *tx) error) error {
	err := again(ctx, func() error {
		err := s.try(ctx, unsure, do)
		unsure = unsure || errors.Is(err, ErrUnknown)
		return err
	})
	if err != nil && unsure && (away(err) || ctx.Err() != nil) && !errors.Is(err, ErrUnknown) {
		err = fmt.Errorf("%w: %w", ErrUnknown, err)
	}
	return err
}

// ErrUnknown means that the connection was lost while the transaction was committed: it may be stored or not.
var ErrUnknown = errors.New("postgres: not known whether it was stored")

func (s *Store) try(ctx context.Context, unsure bool, do func(t *tx) error) error {
	return s.pool.AcquireFunc(ctx, func(c *pgxpool.Conn) (err error) {
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
		if err = answer(s, func() error { return t.flush(ctx) }); err != nil && !refused(err) && !pgconn.SafeToRetry(err) {
			return fmt.Errorf("%w: %w", ErrUnknown, err)
		}
		return err
	})
}

// refused reports whether an error is the database's word that a transaction is not stored. What it says as it breaks off is not: the commit may have been
// done before.
func refused(err error) bool {
	said, ok := errors.AsType[*pgconn.PgError](err)
	return ok && said.Severity != "FATAL" && said.Severity != "PANIC" && !away(err)
}

// answer commits, and loses the answer if a test wants it lost.
func answer(s *Store, commit func() error) error {
	if s.lose != nil {
		return s.lose(commit)
	}
	return commit()
}
