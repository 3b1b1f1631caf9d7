package monitor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"
)

// Life says how the process shows others that it works.
type Life struct {
	Well      func(context.Context) error // returns an error if nothing can be stored
	Heartbeat string                      // a URL to call each minute while the bot answers people; empty: none
	Log       *slog.Logger
	Client    *http.Client // client of the heartbeat; nil: one with a time limit
}

// Interval of the heartbeat, and time limit of one call.
const (
	beatEvery  = time.Minute
	beatWithin = 10 * time.Second
)

// Alive tells systemd that the process has started and, while it is well, feeds the watchdog. It
// also sends the heartbeat, so that a service at that URL can raise an alarm if it stops. Alive
// returns when ctx ends.
func (m *Monitor) Alive(ctx context.Context, l Life) {
	l.Client = cmp.Or(l.Client, &http.Client{Timeout: beatWithin})
	notify := func(state string) {
		if _, err := daemon.SdNotify(false, state); err != nil {
			l.Log.Warn("systemd can't be told", "state", state, "err", err)
		}
	}
	notify(daemon.SdNotifyReady)
	defer notify(daemon.SdNotifyStopping)

	var all sync.WaitGroup
	defer all.Wait()
	if limit, err := daemon.SdWatchdogEnabled(false); err != nil {
		l.Log.Warn("systemd's watchdog can't be used", "err", err)
	} else if limit > 0 {
		all.Go(func() {
			each(ctx, limit/3, func() {
				if l.well(ctx) == nil {
					notify(daemon.SdNotifyWatchdog)
				}
			})
		})
	}
	if l.Heartbeat != "" {
		heard := true
		all.Go(func() {
			each(ctx, beatEvery, func() {
				if m.ready() != nil || l.well(ctx) != nil {
					return
				}
				err := l.beat(ctx)
				if ctx.Err() == nil && err != nil && heard {
					l.Log.Warn("the heartbeat was not received", "err", err)
				}
				heard = err == nil
			})
		})
	}
}

// each calls f now and at each interval until ctx ends.
func each(ctx context.Context, interval time.Duration, f func()) {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		f()
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

func (l *Life) well(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, healthWithin)
	defer cancel()
	return l.Well(ctx)
}

// beat calls the heartbeat's URL. Its errors don't contain the URL, which is a secret.
func (l *Life) beat(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, l.Heartbeat, nil)
	if err != nil {
		return errors.New("PADDOCK_HEARTBEAT is no URL")
	}
	resp, err := l.Client.Do(req)
	if err != nil {
		var told *url.Error
		if errors.As(err, &told) {
			err = told.Err
		}
		return err
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<16)); err != nil {
		return err
	}
	if resp.StatusCode >= 300 {
		return fmt.Errorf("the answer was %s", resp.Status)
	}
	return nil
}
