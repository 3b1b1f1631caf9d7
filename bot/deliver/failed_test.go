package deliver

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"
)

// An error is logged with its circumstances, unless it comes of the end of the bot.
func TestFailed(t *testing.T) {
	running := t.Context()
	ended, end := context.WithCancel(running)
	end()
	late, cancel := context.WithDeadline(running, time.Unix(0, 0))
	defer cancel()
	for _, c := range []struct {
		ctx  context.Context
		err  error
		log  string
		fail bool
	}{
		{running, nil, "", false},
		{ended, nil, "", false},
		{running, errors.New("no room"), "level=ERROR msg=\"could not read\" match=m1 err=\"no room\"\n", true},
		{
			late, context.DeadlineExceeded,
			"level=ERROR msg=\"could not read\" match=m1 err=\"context deadline exceeded\"\n", true,
		},
		{ended, context.Canceled, "", true},
	} {
		var log strings.Builder
		d := Deps{Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{
			ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
				if a.Key == slog.TimeKey {
					return slog.Attr{}
				}
				return a
			},
		}))}
		if fail := d.failed(c.ctx, c.err, "could not read", "match", "m1"); fail != c.fail || log.String() != c.log {
			t.Errorf("%v, %v: %t, logged %q, want %t, %q", c.ctx.Err(), c.err, fail, log.String(), c.fail, c.log)
		}
	}
}
