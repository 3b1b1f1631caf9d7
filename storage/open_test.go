package storage

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"paddock/games/gamestest/ram"
	"paddock/games/match"
	"paddock/games/tourney"
	"paddock/storage/fault"
	"paddock/storage/layout"
	"paddock/storage/storagetest"
)

// filled makes a closed database with 200 matches of one event each.
func filled(t *testing.T, path string) {
	t.Helper()
	text, err := filledOnce()
	if err == nil {
		err = os.WriteFile(path, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

var filledOnce = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "paddock")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "paddock.db")
	s, err := Open(path)
	if err != nil {
		return nil, err
	}
	for i := range 200 {
		r := storagetest.Running(match.ID("m" + strconv.Itoa(i)))
		_, e := s.Append(context.Background(), r,
			match.Event{At: r.Created, Kind: match.Moved, Cause: match.Cause("i" + strconv.Itoa(i))})
		err = errors.Join(err, e)
	}
	if err := errors.Join(err, s.Close()); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// play appends one move.
func play(t *testing.T, s match.Store, r match.Record, c match.Cause) match.Record {
	t.Helper()
	head, err := s.Append(t.Context(), r, match.Event{At: r.Created, Kind: match.Moved, Cause: c, Move: "3"})
	if err != nil {
		t.Fatalf("Append(%s, %s) = %v", r.ID, c, err)
	}
	r.Head = head
	return r
}

// raw changes a database behind the store's back.
func raw(t *testing.T, path string, change func(*bbolt.Tx) error) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, options(bbolt.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Update(change); err != nil {
		t.Error(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// A file that cannot be opened is refused with a sentence for the host, and is not changed.
func TestOpenRefuses(t *testing.T) {
	cut := func(part float64) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			filled(t, path)
			var used int64 // bytes of used pages, without preallocated space
			raw(t, path, func(tx *bbolt.Tx) error { used = tx.Size(); return nil })
			if err := os.Truncate(path, int64(part*float64(used))); err != nil {
				t.Fatal(err)
			}
		}
	}
	text := func(s string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			if err := os.WriteFile(path, []byte(s), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, c := range []struct {
		name string
		make func(t *testing.T, path string)
		want error
		say  string
	}{
		{"newer schema", func(t *testing.T, path string) {
			filled(t, path)
			raw(t, path, func(tx *bbolt.Tx) error { return tx.Bucket(metaBucket).Put(schemaKey, []byte("paddock 99")) })
		}, fault.ErrNewer, "newer Paddock (schema 99; this one knows up to"},
		{"another program's bolt file", func(t *testing.T, path string) {
			raw(t, path, func(tx *bbolt.Tx) error {
				b, err := tx.CreateBucket([]byte("meta"))
				return errors.Join(err, b.Put([]byte("schema"), []byte("7")))
			})
		}, fault.ErrForeign, "not a Paddock database"},
		{"a short text", text("hello\n"), fault.ErrForeign, "not a Paddock database"},
		{"a long text", text(strings.Repeat("hello\n", 5000)), fault.ErrForeign, "not a Paddock database"},
		{"cut off in the middle", cut(0.5), fault.ErrDamaged, "Restore the newest backup"},
		{"cut off near the end", cut(0.95), fault.ErrDamaged, "Restore the newest backup"},
		{"cut off in the first page", cut(0.001), fault.ErrDamaged, "Restore the newest backup"},
		{"both head pages spoilt", func(t *testing.T, path string) {
			filled(t, path)
			overwrite(t, path, 40, "spoilt")
			overwrite(t, path, int64(os.Getpagesize())+40, "spoilt")
		}, fault.ErrDamaged, "Restore the newest backup"},
		{"a folder", func(t *testing.T, path string) {
			if err := os.Mkdir(path, 0o700); err != nil {
				t.Fatal(err)
			}
		}, nil, "is a folder"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(ram.Dir(t), "paddock.db")
			c.make(t, path)
			before, _ := os.ReadFile(path)
			s, err := Open(path)
			if err == nil {
				s.Close()
			}
			wantRefusal(t, err, c.want, c.say)
			if _, err := Check(t.Context(), path); err == nil {
				t.Error("Check has accepted it")
			}
			if after, _ := os.ReadFile(path); !bytes.Equal(after, before) {
				t.Error("the file was changed")
			}
		})
	}
}

func wantRefusal(t *testing.T, err, want error, say string) {
	t.Helper()
	var file *fault.FileError
	if !errors.As(err, &file) || want != nil && !errors.Is(err, want) || !strings.Contains(err.Error(), say) {
		t.Errorf("error %v; want a FileError around %v with %q", err, want, say)
	}
}

func overwrite(t *testing.T, path string, at int64, with string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt([]byte(with), at); err != nil {
		t.Error(err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}

func TestCheckOfNothing(t *testing.T) {
	_, err := Check(t.Context(), filepath.Join(ram.Dir(t), "none.db"))
	wantRefusal(t, err, fs.ErrNotExist, "There is no such file")
}

func TestOpenWithoutFolder(t *testing.T) {
	_, err := Open(filepath.Join(t.TempDir(), "none", "paddock.db"))
	wantRefusal(t, err, fs.ErrNotExist, "folder that should hold this database does not exist")
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = Open(filepath.Join(file, "paddock.db"))
	wantRefusal(t, err, nil, "folder that should hold this database does not exist")
	_, err = Open(os.DevNull)
	wantRefusal(t, err, fault.ErrForeign, "not a Paddock database")
}

func TestOpenWithoutPermission(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("skipped: root may read and write everything")
	}
	path := filepath.Join(ram.Dir(t), "paddock.db")
	filled(t, path)
	if err := os.Chmod(path, 0o400); err != nil {
		t.Fatal(err)
	}
	_, err := Open(path)
	wantRefusal(t, err, fs.ErrPermission, "may not be read and written")
}

// A second process does not wait forever, and cannot open the file.
func TestOpenTwice(t *testing.T) {
	t.Parallel() // the test waits for a lock, so it runs beside other tests
	s := openNew(t)
	before, err := os.ReadFile(s.Path())
	if err != nil {
		t.Fatal(err)
	}
	_, err = Open(s.Path())
	wantRefusal(t, err, fault.ErrLocked, "Another process is using this database")
	_, err = Check(t.Context(), s.Path())
	wantRefusal(t, err, fault.ErrLocked, "paddock backup")
	if after, _ := os.ReadFile(s.Path()); !bytes.Equal(after, before) {
		t.Error("the file was changed")
	}
}

// A file that could not be read to its end is not locked any more, so the same process can check,
// restore and open it.
func TestDamagedFileIsUnlocked(t *testing.T) {
	path := filepath.Join(ram.Dir(t), "paddock.db")
	filled(t, path)
	db, file, err := openFile(path, bbolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	err = fault.Guarded(func() error {
		return db.Update(func(tx *bbolt.Tx) error { panic("a page can't be read") })
	})
	if err := shut(db, file, err); err != nil {
		t.Fatal(err)
	}
	s, err := Open(path)
	if err != nil {
		t.Fatalf("after a panic: Open = %v, want the file unlocked", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// shut closes a sound file by bbolt's Close, after which nothing can be read. A damaged file is closed
// without it, because Close would wait for ever for locks that a failed transaction still holds.
func TestShut(t *testing.T) {
	for _, err := range []error{nil, os.ErrInvalid, fault.ErrDamaged} {
		db, file, opened := openFile(filepath.Join(ram.Dir(t), "paddock.db"), bbolt.Options{})
		if opened != nil {
			t.Fatal(opened)
		}
		if errors.Is(err, fault.ErrDamaged) {
			if _, err := db.Begin(true); err != nil { // it never ends
				t.Fatal(err)
			}
		}
		if err := returns(t, "shut", func() error { return shut(db, file, err) }); err != nil {
			t.Error(err)
		}
		if _, err := file.Stat(); !errors.Is(err, os.ErrClosed) {
			t.Errorf("after %v the file is open: %v", err, err)
		}
		if reads := db.View(func(*bbolt.Tx) error { return nil }); err != fault.ErrDamaged &&
			!errors.Is(reads, berrors.ErrDatabaseNotOpen) {
			t.Errorf("after %v the database can be read: %v", err, reads)
		}
	}
}

// A migration in batches ends with an error if a batch makes no progress, and a start doesn't hang.
func TestBatchesGoOn(t *testing.T) {
	db, err := bbolt.Open(filepath.Join(t.TempDir(), "batches.db"), 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for name, steps := range map[string][]uint64{"stays": {0, 7, 7}, "goes back": {0, 7, 3}, "ends": {0, 7, 9, 0}} {
		if err := db.Update(func(tx *bbolt.Tx) error {
			meta, err := tx.CreateBucketIfNotExists(metaBucket)
			if err != nil {
				return err
			}
			return meta.Put(deriveKey, layout.NumberKey(0))
		}); err != nil {
			t.Fatal(err)
		}
		n := 0
		err := inBatches(db, deriveKey, batchMost, func(_ *bbolt.Tx, from []byte, _ int) ([]byte, error) {
			if n++; !bytes.Equal(from, layout.NumberKey(steps[n-1])) {
				t.Errorf("%s: batch %d begins at %x", name, n, from)
			}
			if steps[n] == 0 {
				return nil, nil
			}
			return layout.NumberKey(steps[n]), nil
		})
		if (err == nil) != (name == "ends") || n != len(steps)-1 {
			t.Errorf("%s: %v after %d batches", name, err, n)
		}
	}
	if err := db.Update(deriveAll); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("no luck")
	err = inBatches(db, deriveKey, batchMost, func(*bbolt.Tx, []byte, int) ([]byte, error) { return nil, broken })
	if !errors.Is(err, broken) {
		t.Errorf("a batch that fails: %v", err)
	}
}

// The remains of a process that was killed during its first steps are a new database.
func TestOpenUnfinished(t *testing.T) {
	path := filepath.Join(ram.Dir(t), "bare.db")
	raw(t, path, func(*bbolt.Tx) error { return nil })
	wantSound(t, path)
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	play(t, s, storagetest.Running("m1"), "")
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	wantSound(t, path)
}

// P93: a file of no bytes may be all that is left of a database, so no start makes a new one of it.
// A backup can be restored or written in its place.
func TestOpenEmpty(t *testing.T) {
	dir := ram.Dir(t)
	path, sound := filepath.Join(dir, "paddock.db"), filepath.Join(dir, "sound.db")
	filled(t, sound)
	empty := func() {
		t.Helper()
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	empty()
	for what, do := range map[string]func() error{
		"Open":    func() error { s, err := Open(path); return errors.Join(err, closed(s)) },
		"Check":   func() error { _, err := Check(t.Context(), path); return err },
		"Repair":  func() error { return Repair(t.Context(), path) },
		"Backup":  func() error { _, err := Backup(t.Context(), path, filepath.Join(dir, "copy.db")); return err },
		"Compact": func() error { _, _, err := Compact(t.Context(), path); return err },
	} {
		t.Run(what, func(t *testing.T) { wantRefusal(t, do(), fault.ErrEmpty, "restore the newest backup") })
	}
	if info := stat(path); info == nil || info.Size() != 0 {
		t.Errorf("the file is now %v, want it untouched", info)
	}
	if _, _, err := Restore(t.Context(), sound, path); err != nil {
		t.Errorf("Restore in its place = %v", err)
	}
	wantSound(t, path)
	empty()
	if _, err := Backup(t.Context(), sound, path); err != nil {
		t.Errorf("Backup in its place = %v", err)
	}
	wantSound(t, path)
}

func closed(s *Bolt) error {
	if s == nil {
		return nil
	}
	return s.Close()
}

// With any damaged page, the answer is an error or a report, never a crash.
func TestSpoiltPages(t *testing.T) {
	t.Parallel()
	path := filepath.Join(ram.Dir(t), "paddock.db")
	filled(t, path)
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	refused, reported := 0, 0
	for range 80 {
		spoilt := bytes.Clone(sound)
		at := random.IntN(len(spoilt))
		if random.IntN(2) == 0 { // the offset is often in the head of a page, where damage does most harm
			at = at/os.Getpagesize()*os.Getpagesize() + random.IntN(64)
		}
		for i := range 1 + random.IntN(16) {
			spoilt[min(at+i, len(spoilt)-1)] ^= byte(1 + random.IntN(255))
		}
		if err := os.WriteFile(path, spoilt, 0o600); err != nil {
			t.Fatal(err)
		}
		report, err := Check(t.Context(), path)
		switch {
		case err != nil:
			refused++
		case len(report.Problems) > 0:
			reported++
		}
		if s, err := Open(path); err == nil {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	if refused == 0 || reported == 0 {
		t.Errorf("of 80 spoilt files %d were refused and %d reported, want some of both", refused, reported)
	}
}

// An artificial older schema, in which users had a field Likes and no Style, is migrated one
// version at a time.
func TestMigrations(t *testing.T) {
	path := filepath.Join(ram.Dir(t), "paddock.db")
	old := []migration{{what: "make the users", do: func(tx *bbolt.Tx) error {
		b, err := tx.CreateBucket(userBucket)
		return errors.Join(err, b.Put([]byte("ann"), []byte(`{"ID":"ann","Likes":"words"}`)))
	}}}
	renamed := migration{what: "rename Likes", do: func(tx *bbolt.Tx) error {
		b := tx.Bucket(userBucket)
		return b.ForEach(func(k, v []byte) error {
			return b.Put(k, bytes.ReplaceAll(v, []byte("Likes"), []byte("Style")))
		})
	}}
	broken := migration{what: "break", do: func(tx *bbolt.Tx) error {
		return errors.Join(tx.DeleteBucket(userBucket), errors.New("no luck"))
	}}
	version := func(steps ...migration) (int, error) {
		s, err := open(path, bbolt.Options{}, append(old, steps...))
		if err == nil {
			err = s.Close()
		}
		v, inspectErr := inspect(path)
		return v, errors.Join(err, inspectErr)
	}
	for _, c := range []struct {
		name  string
		steps []migration
		want  int
		say   string
	}{
		{"made", nil, 1, ""},
		{"opened again", nil, 1, ""},
		{"brought forward", []migration{renamed}, 2, ""},
		{"a step fails", []migration{renamed, broken}, 2, "from schema 2 to 3 (break): no luck. It is still as it was"},
		{"two steps at once", []migration{renamed, renamed, renamed}, 4, ""},
		{"older program", []migration{renamed}, 4, "newer Paddock (schema 4; this one knows up to 2)"},
	} {
		got, err := version(c.steps...)
		if got != c.want || (err == nil) != (c.say == "") || err != nil && !strings.Contains(err.Error(), c.say) {
			t.Errorf("%s: version %d, error %v; want %d, %q", c.name, got, err, c.want, c.say)
		}
	}
	s, err := open(path, bbolt.Options{}, append(old, renamed, renamed, renamed))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if u, err := s.User(t.Context(), "ann"); u.Style != match.Words || err != nil {
		t.Errorf("the user after all steps: %+v, %v; want style words", u, err)
	}
}

// Each kind of inconsistency in a file is found.
func TestCheckFinds(t *testing.T) {
	t.Parallel()
	key := layout.NumberKey(1)
	edit := func(change func(*row)) func(*bbolt.Tx) error {
		return func(tx *bbolt.Tx) error {
			b := tx.Bucket(matchBucket)
			w, err := readRow(b.Get(key))
			change(&w)
			return errors.Join(err, b.Put(key, w.bytes()))
		}
	}
	put := func(bucket []byte, key, value string) func(*bbolt.Tx) error {
		return func(tx *bbolt.Tx) error { return tx.Bucket(bucket).Put([]byte(key), []byte(value)) }
	}
	del := func(bucket []byte, key string) func(*bbolt.Tx) error {
		return func(tx *bbolt.Tx) error { return tx.Bucket(bucket).Delete([]byte(key)) }
	}
	for _, c := range []struct {
		name  string
		spoil func(*bbolt.Tx) error
		want  string
		err   error // the error that the report's Err wraps
	}{
		{
			"head beyond the record", edit(func(w *row) { w.head = 2 }),
			"match m0: its record is that of m0 at head 1, and its head 2", fault.ErrDamaged,
		},
		{
			"head and record beyond the log", edit(func(w *row) {
				w.head, w.text = 2, bytes.Replace(w.text, []byte(`"Head":1`), []byte(`"Head":2`), 1)
			}),
			"match m0: it has 1 events, the last of them is number 1, and head 2", fault.ErrDamaged,
		},
		{"an event missing", del(logBucket, string(layout.NumberKey(1))), "event 1", fault.ErrDamaged},
		{
			"an event too many", put(logBucket, string(layout.NumberKey(999)), "m0\x00{}"),
			"the log has 201 events, the matches have 200", fault.ErrDamaged,
		},
		{
			"an event of another match", put(logBucket, string(layout.NumberKey(1)), "m1\x00"+`{"Seq":1}`),
			"match m0: event 1: it is an event of m1", fault.ErrDamaged,
		},
		{"a record that can't be read", edit(func(w *row) { w.text = []byte("{") }), "can't be read", fault.ErrDamaged},
		{
			"a record of another match",
			edit(func(w *row) { w.text = bytes.Replace(w.text, []byte(`"m0"`), []byte(`"mx"`), 1) }),
			"its record is that of mx", fault.ErrDamaged,
		},
		{"a record without id", del(idBucket, "m0"), "200 records for 199 ids", fault.ErrDerived},
		{
			"keys that don't fit the record",
			edit(func(w *row) { w.text = bytes.Replace(w.text, []byte(`"c1"`), []byte(`"cx"`), 1) }),
			"index keys are not those", fault.ErrDerived,
		},
		{"missing in an index", del(liveBucket, "m0"), "missing in index live", fault.ErrDerived},
		{"an index entry of no match", put(unshownBucket, "nobody", ""), "of no match", fault.ErrDerived},
		{
			"an index entry too many", put(dueBucket, string(layout.NumberKey(5))+"m0", ""), "of no match",
			fault.ErrDerived,
		},
		{"a cause forgotten", func(tx *bbolt.Tx) error {
			day, _ := tx.Bucket(causeBucket).Cursor().First()
			return tx.Bucket(causeBucket).Bucket(day).Delete([]byte("i0"))
		}, "forgotten too early", fault.ErrDerived},
		{"a cause of nothing", func(tx *bbolt.Tx) error {
			day, _ := tx.Bucket(causeBucket).Cursor().First()
			return tx.Bucket(causeBucket).Bucket(day).Put([]byte("ix"), append(layout.NumberKey(1), "m0"...))
		}, "not that of event 1 of match m0", fault.ErrDerived},
		{"a cause cut off", func(tx *bbolt.Tx) error {
			day, _ := tx.Bucket(causeBucket).Cursor().First()
			return tx.Bucket(causeBucket).Bucket(day).Put([]byte("ix"), layout.NumberKey(1))
		}, "cause ix: it is cut off", fault.ErrDerived},
		{"a standing cut off", put(standingBucket, "g1", "{}"), `standings: its entry "g1" is cut off`, fault.ErrDerived},
		{
			"a result cut off", put(resultBucket, "g1\x00kalah\x00x", ""), "index results: a result is cut off",
			fault.ErrDerived,
		},
		{
			"a tournament that can't be read", put(tournamentBucket, "cup", "{"), "tournament cup", fault.ErrDamaged,
		},
		{
			"a tournament in no list", func(tx *bbolt.Tx) error {
				text, err := json.Marshal(tourney.Record{ID: "cup", Version: 1, Status: tourney.Open})
				return errors.Join(err, tx.Bucket(tournamentBucket).Put([]byte("cup"), text))
			}, "tournament cup: it is open, and in the list of open ones: false\n" +
				"tournament cup: it is missing in its channel's list\n", fault.ErrDerived,
		},
		{
			"a list of no tournament", put(openTournamentBucket, "cup", ""), "index open-tournaments has 1 entries, want 0",
			fault.ErrDerived,
		},
		{"a server of another id", put(guildBucket, "g1", `{"ID":"g2"}`), "server g1", fault.ErrDamaged},
		{
			"a bucket missing", func(tx *bbolt.Tx) error { return tx.DeleteBucket(noteBucket) }, "no bucket notes",
			fault.ErrDamaged,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(ram.Dir(t), "paddock.db")
			filled(t, path)
			raw(t, path, c.spoil)
			report, err := Check(t.Context(), path)
			if err != nil || !strings.Contains(strings.Join(report.Problems, "\n"), c.want) {
				t.Errorf("Check = %q, %v; want a problem with %q", report.Problems, err, c.want)
			}
			if got := report.Err(path); !errors.Is(got, c.err) {
				t.Errorf("the report's error is %v, want %v", got, c.err)
			}
		})
	}
}
