package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Codes of PostgreSQL's errors.
const (
	uniqueViolation      = "23505"
	serializationFailure = "40001"
	deadlockDetected     = "40P01"
)

// transient reports whether a transaction has failed because of others, so that nothing of it is stored and it may be tried again.
func transient(err error) bool {
	refused, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (refused.Code == serializationFailure || refused.Code == deadlockDetected)
}

// attempts is how often a transaction is tried.
const attempts = 10

// tx is a transaction. Statements are sent together as far as they do not depend on each other: what is queued goes out with the next query, BEGIN
// with the first of them, COMMIT with the last.
type tx struct {
	conn  *pgx.Conn
	batch *pgx.Batch
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

// transact runs do in a transaction and commits it unless do fails. It is tried again where it has failed because of others, so do may be called more
// than once. ErrUnknown means that the connection was lost during the commit.
func (s *Store) transact(ctx context.Context, do func(t *tx) error) error {
	return again(ctx, func() error { return s.try(ctx, do) })
}

// again calls do until it does not fail because of others or of a connection that could not be used, but not for ever.
func again(ctx context.Context, do func() error) (err error) {
	for n := range attempts {
		if err = do(); err == nil || !transient(err) && !pgconn.SafeToRetry(err) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(rand.N(time.Millisecond << n)):
		}
	}
	return err
}

// ErrUnknown means that the connection was lost while the transaction was committed: it may be stored or not.
var ErrUnknown = errors.New("postgres: not known whether it was stored")

func (s *Store) try(ctx context.Context, do func(t *tx) error) error {
	return s.pool.AcquireFunc(ctx, func(c *pgxpool.Conn) (err error) {
		t := &tx{conn: c.Conn(), batch: &pgx.Batch{}}
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
		err = t.flush(ctx)
		if _, refused := errors.AsType[*pgconn.PgError](err); err != nil && !refused && !pgconn.SafeToRetry(err) {
			return fmt.Errorf("%w: %w", ErrUnknown, err)
		}
		return err
	})
}
