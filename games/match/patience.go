package match

import (
	"context"
	"time"
)

type patienceKey struct{}

// WithPatience returns a context that limits how long operations wait for an unreachable store,
// because a person waits for the answer (P4).
func WithPatience(ctx context.Context, until time.Time) context.Context {
	return context.WithValue(ctx, patienceKey{}, until)
}

// Patience returns the time of WithPatience. Limited is false if there is none; then the store
// decides how long to wait.
func Patience(ctx context.Context) (until time.Time, limited bool) {
	until, limited = ctx.Value(patienceKey{}).(time.Time)
	return until, limited
}
