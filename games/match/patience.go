package match

import (
	"context"
	"time"
)

type patienceKey struct{}

// WithPatience is a context in which a store that can't be reached is waited for until a time at most: somebody waits for the answer (P4).
func WithPatience(ctx context.Context, until time.Time) context.Context {
	return context.WithValue(ctx, patienceKey{}, until)
}

// Patience is until when a store that can't be reached is waited for; limited is false if that is for the store to say.
func Patience(ctx context.Context) (until time.Time, limited bool) {
	until, limited = ctx.Value(patienceKey{}).(time.Time)
	return until, limited
}
