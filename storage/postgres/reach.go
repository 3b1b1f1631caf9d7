package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// Codes of PostgreSQL's errors.
const (
	uniqueViolation      = "23505"
	divisionByZero       = "22012"
	serializationFailure = "40001"
	deadlockDetected     = "40P01"
	completionUnknown    = "40003"
)

// transient reports whether a transaction has failed because of others, so that nothing of it is stored and it may be tried again.
func transient(err error) bool {
	refused, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (refused.Code == serializationFailure || refused.Code == deadlockDetected)
}

// away reports whether the database could not be reached, or broke off: it is being started, restarted or replaced, or the line was cut.
func away(err error) bool {
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch refused.Code {
		case "57P01", "57P02", "57P03", "53300", completionUnknown: // it stops, has crashed, is starting, has no connection to spare
			return true
		}
		return strings.HasPrefix(refused.Code, "08")
	}
	_, network := errors.AsType[net.Error](err)
	return network || pgconn.SafeToRetry(err) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed)
}

const (
	attempts = 10                     // of a transaction that fails because of others
	longest  = 250 * time.Millisecond // between two tries
)

// patience is how long a database that is away is tried again: a restart takes it some seconds. Tests, which may be slow, have more of it.
var patience = 8 * time.Second

// again calls do until it does not fail because of others, or because the database is away, but not for ever. What do does must be harmless if it is
// done twice: an answer that was lost does not tell whether it was done.
func again(ctx context.Context, do func() error) (err error) {
	began := time.Now()
	for n := 0; ; n++ {
		if err = do(); err == nil {
			return nil
		}
		if !(transient(err) && n < attempts || away(err) && time.Since(began) < patience) {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%w (%w)", ctx.Err(), err)
		case <-time.After(rand.N(min(longest, time.Millisecond<<min(n, 16)))):
		}
	}
}

// OpenPatiently is Open for a process that may be started before its database is: one that is out of reach, or still starting, is tried again for as
// long as wait, and the log says so. Whatever waiting does not mend, a wrong password for one, ends it at once.
func OpenPatiently(ctx context.Context, url string, wait time.Duration, log *slog.Logger) (*Store, error) {
	began := time.Now()
	for said := false; ; said = true {
		s, err := Open(ctx, url)
		if err == nil || !away(err) || ctx.Err() != nil || time.Since(began) >= wait {
			if err == nil && said {
				log.Info("the database is there", "after", time.Since(began).Round(time.Millisecond))
			}
			return s, err
		}
		if !said {
			log.Warn("the database is not there yet, trying again", "for", wait, "err", err)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(longest):
		}
	}
}
