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

// presence says whether the database can be reached, by the connections that are made and by the one that listens. It logs one line when the database is lost
// and one when it is back. It is a pgx.ConnectTracer. The zero value is ready, and safe for concurrent use.
type presence struct {
	mu   sync.Mutex
	log  *slog.Logger // nil: nobody has said where to
	lost time.Time    // zero: the database is in reach
	back time.Time    // when it was last in reach again
}

// logTo has the lines written to a log.
func (p *presence) logTo(log *slog.Logger) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.log = log
}

// tried takes note of what has become of something that began at a time and needs the database. What began before the database was lost or came back tells
// nothing new.
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

// say writes a line. The caller holds mu.
func (p *presence) say(what string, args ...any) {
	if p.log != nil {
		p.log.Warn(what, args...)
	}
}

// full reports whether the database is there and has no connection to spare.
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

// TraceQueryStart implements pgx.QueryTracer, which a pgx.ConnectTracer has to be. It does nothing.
func (p *presence) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	return ctx
}

// TraceQueryEnd does nothing either.
func (p *presence) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}
