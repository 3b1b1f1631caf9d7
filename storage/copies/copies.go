// Package copies makes copies of a running database in a folder at regular intervals. Each is
// checked before it gets its name, and the newest are kept. It knows no engine: the caller supplies
// the function that copies and checks. Start reading at [Run].
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

// Config says what to copy where. Dir, Every, Keep and Copy are required.
type Config struct {
	Dir   string        // created if missing; other files in it are left alone
	Every time.Duration // interval between copies, also across restarts
	Keep  int           // number of copies to keep
	// Copy makes and checks a copy in a file before it gives it its name.
	Copy func(ctx context.Context, to string) error
	Log  *slog.Logger
	Now  func() time.Time
	// Hook, if not nil, gets the file of every copy, for instance to upload it. A failure is
	// logged, and the copy stays.
	Hook func(ctx context.Context, file string) error
	// Done, if not nil, is called after every copy with its time, or with zero if it failed.
	Done func(at time.Time)
}

// again is the pause before a failed copy is tried again, unless the next copy is due earlier.
const again = 15 * time.Minute

// Run makes copies until ctx ends. It logs a failed copy and tries again; older copies stay.
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
			continue
		}
		if c.Hook == nil {
			continue
		}
		if err := c.Hook(ctx, c.file(at)); err != nil && ctx.Err() == nil {
			c.Log.Error("the hook for backups failed", "file", c.file(at), "err", err)
		}
	}
}

// due returns when the next copy is due: when the newest is old enough.
func (c *Config) due() time.Time {
	now := c.Now()
	list, _ := c.list() // a folder that can't be read counts as empty, and the next copy reports the error
	if len(list) == 0 {
		return now
	}
	newest := list[len(list)-1]
	if newest.After(now) { // the computer's clock was set back meanwhile
		newest = now
	}
	return newest.Add(c.Every)
}

// once makes a copy and removes surplus ones.
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

// layout is the name of a copy as a time layout.
const layout = "paddock-20060102T150405Z.db"

func (c *Config) file(at time.Time) string { return filepath.Join(c.Dir, at.UTC().Format(layout)) }

// list returns the times of the existing copies, oldest first.
func (c *Config) list() ([]time.Time, error) {
	files, err := os.ReadDir(c.Dir)
	if err != nil {
		return nil, fmt.Errorf("list backups: %w", err)
	}
	var list []time.Time
	for _, f := range files {
		if at, err := time.Parse(layout, f.Name()); err == nil && at.Format(layout) == f.Name() &&
			f.Type().IsRegular() {
			list = append(list, at)
		}
	}
	slices.SortFunc(list, time.Time.Compare)
	return list, nil
}

// sleep waits for d and reports whether ctx is still valid.
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
