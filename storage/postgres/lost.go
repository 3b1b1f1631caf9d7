package postgres

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// presence tracks whether the database can be reached, by new connections and by the one that
// listens. It logs one line when the database is lost and one when it is back. It is a
// pgx.ConnectTracer. The zero value is ready, and safe for concurrent use.
type presence struct {
	mu   sync.Mutex
	log  *slog.Logger // nil: logTo was not called yet
	lost time.Time    // time since which the database is unreachable; zero: it is reachable
	back time.Time    // when the database last came back
}

// logTo sets the log.
func (p *presence) logTo(log *slog.Logger) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.log = log
}

// tried records the result of an operation that began at a time and needs the database. An
// operation from before the last change tells nothing new.
func (p *presence) tried(began time.Time, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch now := time.Now(); {
	case err == nil && !p.lost.IsZero() && began.After(p.lost):
		p.say("the database is in reach again", "after", now.Sub(p.lost).Round(time.Millisecond))
		p.lost, p.back = time.Time{}, now
	case away(err) && !full(err) && p.lost.IsZero() && began.After(p.back):
		p.lost = now
		p.say("the database is out of reach: it is tried again", "err", err)
	}
}

// say writes a line to the log. The caller holds mu.
func (p *presence) say(what string, args ...any) {
	if p.log != nil {
		p.log.Warn(what, args...)
	}
}

// full reports whether the database is reachable but has no free connection.
func full(err error) bool {
	refused, ok := errors.AsType[*pgconn.PgError](err)
	return ok && refused.Code == "53300"
}

type connectBegan struct{}

// TraceConnectStart implements pgx.ConnectTracer.
func (p *presence) TraceConnectStart(ctx context.Context, _ pgx.TraceConnectStartData) context.Context {
	return context.WithValue(ctx, connectBegan{}, time.Now())
}

// TraceConnectEnd implements pgx.ConnectTracer.
func (p *presence) TraceConnectEnd(ctx context.Context, d pgx.TraceConnectEndData) {
	began, _ := ctx.Value(connectBegan{}).(time.Time)
	p.tried(began, d.Err)
}

// TraceQueryStart does nothing, but a pgx.ConnectTracer must have it.
func (p *presence) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	return ctx
}

// TraceQueryEnd does nothing.
func (p *presence) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}
