package copies

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// keeper returns a Config with empty files as copies and a clock of its own, which begins in the
// year 2000.
func keeper(dir string, log *bytes.Buffer) Config {
	return Config{
		Dir: dir, Every: 24 * time.Hour, Keep: 3, Now: time.Now, Log: slog.New(slog.NewTextHandler(log, nil)),
		Copy: func(_ context.Context, to string) error { return os.WriteFile(to, nil, 0o600) },
	}
}

// during runs a Config for a while.
func during(t *testing.T, c Config, d time.Duration) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), d)
	defer cancel()
	Run(ctx, c)
}

func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		list = append(list, f.Name())
	}
	return list
}

// A copy is made at once and then at intervals; the newest are kept, and other files stay.
func TestNewestAreKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		dir := filepath.Join(t.TempDir(), "made", "here")
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		others := []string{"paddock.db", "paddock-19990101T000000Z.db.old", "paddock-1999.db", "notes.txt"}
		for _, name := range others {
			if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		folder := "paddock-19990101T000000Z.db" // a folder with the name of a copy
		if err := os.Mkdir(filepath.Join(dir, folder), 0o700); err != nil {
			t.Fatal(err)
		}
		others = append(others, folder)
		during(t, keeper(dir, &log), 4*24*time.Hour+time.Hour) // long enough for five copies
		want := append([]string{
			"paddock-20000103T000000Z.db", "paddock-20000104T000000Z.db",
			"paddock-20000105T000000Z.db",
		}, others...)
		slices.Sort(want)
		if got := names(t, dir); !slices.Equal(got, want) {
			t.Errorf("the folder has %q, want %q", got, want)
		}
	})
}

// After a restart no copy is made early, and an overdue copy is made at once.
func TestRestartsMakeNoCopies(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		dir := filepath.Join(t.TempDir(), "new")
		during(t, keeper(dir, &log), time.Hour)
		for range 5 {
			during(t, keeper(dir, &log), time.Hour)
		}
		if got := names(t, dir); len(got) != 1 {
			t.Errorf("%q after six starts in six hours, want one copy", got)
		}
		time.Sleep(48 * time.Hour)
		during(t, keeper(dir, &log), time.Minute)
		if got, want := names(t, dir),
			[]string{"paddock-20000101T000000Z.db", "paddock-20000103T060000Z.db"}; !slices.Equal(got, want) {
			t.Errorf("the folder has %q, want %q", got, want)
		}
	})
}

// Each finished copy is given to the hook. A hook that fails is logged, and the copy stays.
func TestHookGetsEachCopy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		var given []string
		dir := filepath.Join(t.TempDir(), "new")
		c := keeper(dir, &log)
		c.Hook = func(_ context.Context, file string) error {
			if _, err := os.Stat(file); err != nil {
				t.Error(err)
			}
			if given = append(given, filepath.Base(file)); len(given) == 2 {
				return errors.New("the line is down")
			}
			return nil
		}
		during(t, c, 2*24*time.Hour+time.Hour)
		if got := names(t, dir); len(given) != 3 || !slices.Equal(given, got) {
			t.Errorf("the hook gets %q, want %q", given, got)
		}
		if n := strings.Count(log.String(), "the line is down"); n != 1 {
			t.Errorf("one failure is logged %d times", n)
		}
	})
}

// A failed copy is logged and tried again soon, and removes none of the older ones.
func TestFailuresAreTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		var told []time.Time
		dir := filepath.Join(t.TempDir(), "new")
		c := keeper(dir, &log)
		c.Keep = 1
		c.Done = func(at time.Time) { told = append(told, at) }
		during(t, c, time.Hour)
		works := c.Copy
		tries := 0
		c.Copy = func(ctx context.Context, to string) error {
			if tries++; tries < 4 {
				return errors.New("the disk is full")
			}
			return works(ctx, to)
		}
		during(t, c, 23*time.Hour+40*time.Minute)
		if got := names(t, dir); len(got) != 1 || tries != 3 {
			t.Errorf("%q after %d failures, want the older copy after three", got, tries)
		}
		during(t, c, time.Hour)
		if got := names(t, dir); len(got) != 1 || got[0] == "paddock-20000101T000000Z.db" {
			t.Errorf("%q after it works again, want the new copy alone", got)
		}
		if len(told) != 5 || told[0].IsZero() || !told[1].IsZero() || told[4].IsZero() {
			t.Errorf("told was %v, want a time, three failures and a time", told)
		}
		if !strings.Contains(log.String(), "no backup was made") ||
			!strings.Contains(log.String(), "the disk is full") {
			t.Errorf("the log does not tell of the failures: %s", &log)
		}
	})
}

// A copy with a time in the future, which the clock of the computer once had, delays the next one by no
// more than the interval.
func TestClockSetBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "paddock-20300101T000000Z.db"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		c := keeper(dir, &log)
		during(t, c, 24*time.Hour-time.Second)
		if got := names(t, dir); len(got) != 1 {
			t.Errorf("%q before the interval is over", got)
		}
		during(t, c, 24*time.Hour+time.Second)
		if got := names(t, dir); len(got) != 2 {
			t.Errorf("%q after it", got)
		}
	})
}

// A folder that can't be made is a failure, and the end of the program during a copy is none.
func TestFolders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		var told []time.Time
		file := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		c := keeper(filepath.Join(file, "folder"), &log)
		c.Copy = func(context.Context, string) error { t.Error("something is copied without a folder"); return nil }
		c.Done = func(at time.Time) { told = append(told, at) }
		during(t, c, time.Minute)
		if len(told) != 1 || !told[0].IsZero() || !strings.Contains(log.String(), "no backup was made") {
			t.Errorf("without a folder %v is told, and the log says %s", told, &log)
		}

		log.Reset()
		told = nil
		c.Dir = t.TempDir()
		c.Copy = func(context.Context, string) error { return os.Remove(c.Dir) }
		during(t, c, time.Minute)
		if len(told) != 1 || told[0].IsZero() || !strings.Contains(log.String(), "old backups could not be removed") {
			t.Errorf("when the folder is gone after a copy %v is told, and the log says %s", told, &log)
		}

		log.Reset()
		told = nil
		c.Dir = t.TempDir()
		ctx, cancel := context.WithCancel(t.Context())
		c.Copy = func(context.Context, string) error { cancel(); return ctx.Err() }
		if Run(ctx, c); len(told) > 0 || strings.Contains(log.String(), "no backup") {
			t.Errorf("the end of the program is a failure: %v, %s", told, &log)
		}
	})
}
