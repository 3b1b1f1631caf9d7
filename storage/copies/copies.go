// Package copies keeps copies of a running database in a folder: one every so often, each found sound before it gets its name, of which the newest are
// kept. It knows no engine: how a copy is made and checked is told to it. Start reading at [Run].
package copies

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Config says what is copied where. Dir, Every, Keep and Copy are needed.
type Config struct {
	Dir   string        // made if it is not there; files in it that are no copies are left alone
	Every time.Duration // from one copy to the next, restarts in between or not
	Keep  int           // the newest ones that stay
	// Copy makes a copy in a file, checks it, and only then gives it its name.
	Copy func(ctx context.Context, to string) error
	Log  *slog.Logger
	Now  func() time.Time
	// Done, if not nil, is told of every copy: when it was made, or zero if that failed.
	Done func(at time.Time)
}

// again is after which time a copy that failed is tried again, if the next one is not due before.
const again = 15 * time.Minute

// Run makes copies until ctx ends. A copy that fails is logged and tried again; the older ones stay.
func Run(ctx context.Context, c Config) {
	next := c.due()
	for c.sleep(ctx, next.Sub(c.Now())) {
		next = c.Now().Add(c.Every)
		at, err := c.once(ctx)
		if ctx.Err() != nil {
			return
		}
		if c.Done != nil {
			c.Done(at)
		}
		if err != nil {
			c.Log.Error("no backup was made", "folder", c.Dir, "err", err)
			next = c.Now().Add(min(again, c.Every))
		}
	}
}

// due is when the next copy is due: as soon as the newest is old enough.
func (c *Config) due() time.Time {
	now := c.Now()
	list, err := c.list()
	if err != nil || len(list) == 0 {
		return now
	}
	newest := list[len(list)-1]
	if newest.After(now) { // the clock was put back
		newest = now
	}
	return newest.Add(c.Every)
}

// once makes a copy and removes those that are too many.
func (c *Config) once(ctx context.Context) (at time.Time, err error) {
	if err := os.MkdirAll(c.Dir, 0o700); err != nil {
		return time.Time{}, err
	}
	at = c.Now().UTC().Truncate(time.Second)
	if err := c.Copy(ctx, c.file(at)); err != nil {
		return time.Time{}, err
	}
	c.Log.Info("a backup was made and is sound", "file", c.file(at))
	list, err := c.list()
	var failed []error
	for _, old := range list[:max(0, len(list)-c.Keep)] {
		failed = append(failed, os.Remove(c.file(old)))
	}
	if err := errors.Join(err, errors.Join(failed...)); err != nil {
		c.Log.Warn("old backups could not be removed", "folder", c.Dir, "err", err)
	}
	return at, nil
}

// layout is the name of a copy, by its time.
const layout = "paddock-20060102T150405Z.db"

func (c *Config) file(at time.Time) string { return filepath.Join(c.Dir, at.UTC().Format(layout)) }

// list is the times of the copies that are there, oldest first.
func (c *Config) list() ([]time.Time, error) {
	files, err := os.ReadDir(c.Dir)
	if err != nil {
		return nil, fmt.Errorf("list backups: %w", err)
	}
	var list []time.Time
	for _, f := range files {
		if at, err := time.Parse(layout, f.Name()); err == nil && at.Format(layout) == f.Name() && f.Type().IsRegular() {
			list = append(list, at)
		}
	}
	slices.SortFunc(list, time.Time.Compare)
	return list, nil
}

// sleep waits and reports whether ctx has let it.
func (c *Config) sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
