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

	"paddock/games/match"
)

// Codes of PostgreSQL's errors.
const (
	uniqueViolation      = "23505"
	serializationFailure = "40001"
	deadlockDetected     = "40P01"
	completionUnknown    = "40003"
)

// transient reports whether a transaction failed because of others, so that nothing is stored and
// it can be tried again.
func transient(err error) bool {
	refused, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (refused.Code == serializationFailure || refused.Code == deadlockDetected)
}

// away reports whether the database is not reachable: it is starting or stopping, the connection was
// lost, or it leads to a replica, as it can until the replica of a lost server is promoted.
func away(err error) bool {
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch refused.Code {
		case "57P01", "57P02", "57P03", "53300", "25006", completionUnknown:
			// the server is stopping, has crashed, is starting, has no free connection, or is a
			// replica that may be promoted at any moment
			return true
		}
		return strings.HasPrefix(refused.Code, "08")
	}
	_, network := errors.AsType[net.Error](err)
	return network || pgconn.SafeToRetry(err) || errors.Is(err, pgconn.ErrReadOnlyConnection) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed)
}

const (
	attempts = 10                     // tries of a transaction that fails because of other transactions
	longest  = 250 * time.Millisecond // longest pause between two tries
)

// patience is how long calls wait for an unreachable database. A restart takes some seconds. Tests
// may be slow and use more.
var patience = 6 * time.Second

// atLeast is the least time for one try after patience has run out.
const atLeast = time.Second

// again calls do until it succeeds. It retries, within limits, after a conflict with other
// transactions or while the database is unreachable. One limit is match.Patience, if set. A second
// execution of do must be harmless, because after a lost answer the result of the first is unknown.
// The context of do ends when the try takes too long.
func again(ctx context.Context, do func(context.Context) error) (err error) {
	until, within := time.Now().Add(patience), ctx
	if t, limited := match.Patience(ctx); limited && t.Before(until) {
		until = t
		var cancel context.CancelFunc
		within, cancel = context.WithTimeout(ctx, max(time.Until(t), atLeast))
		defer cancel()
	}
	for n := 0; ; n++ {
		if err = do(within); err == nil {
			return nil
		}
		if !(transient(err) && n < attempts || away(err) && time.Now().Before(until)) {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%w (%w)", ctx.Err(), err)
		case <-time.After(rand.N(min(longest, time.Millisecond<<min(n, 16)))):
		}
	}
}

// OpenPatiently opens a database like Open, for a process that may start before its database. For
// as long as wait it retries a database that is unreachable or starting, and logs that. It returns
// other errors at once, such as a wrong password.
func OpenPatiently(ctx context.Context, url string, wait time.Duration, log *slog.Logger) (*Store, error) {
	began := time.Now()
	for said := false; ; said = true {
		s, err := Open(ctx, url)
		waits := away(err) || errors.Is(err, ErrBeside) // a process that was killed counts as alive for some seconds
		if err == nil || !waits || ctx.Err() != nil || time.Since(began) >= wait {
			if err == nil && said {
				log.Info("the database is there", "after", time.Since(began).Round(time.Millisecond))
			}
			return s, err
		}
		if !said {
			log.Warn("the database is not there yet, or not free, trying again", "for", wait, "err", err)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(longest):
		}
	}
}
