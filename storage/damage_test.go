package storage

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"paddock/games/catalog"
	"paddock/games/gamestest/logbook"
	"paddock/games/gamestest/ram"
	"paddock/games/match"
	"paddock/games/tourney"
	"paddock/storage/fault"
	"paddock/storage/layout"
	"paddock/storage/ranking"
	"paddock/storage/storagetest"
	"paddock/storage/transfer"
)

// spoilRow changes a byte in the middle of a match's stored record.
func spoilRow(t *testing.T, path string, id match.ID) {
	t.Helper()
	raw(t, path, func(tx *bbolt.Tx) error {
		number := tx.Bucket(idBucket).Get([]byte(id))
		value := bytes.Clone(tx.Bucket(matchBucket).Get(number))
		value[len(value)/2] ^= 4
		return tx.Bucket(matchBucket).Put(number, value)
	})
}

// A match whose record is undamaged and can't be read, as one of a newer program, is an error
// wherever it is asked for, and stays as it is. A caller that appends to a match has read it
// before.
func TestRecordThatCannotBeRead(t *testing.T) {
	for text, want := range map[string]error{`{"Status":`: match.ErrDamaged, `{"Form":99}`: match.ErrNewer} {
		path := filepath.Join(ram.Dir(t), "paddock.db")
		s, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		play(t, s, storagetest.Running("m0"), "i1")
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		var value []byte
		raw(t, path, func(tx *bbolt.Tx) error {
			w, err := stored(tx, "m0")
			if err != nil {
				return err
			}
			w.text = []byte(text)
			value = w.bytes()
			return tx.Bucket(matchBucket).Put(tx.Bucket(idBucket).Get([]byte("m0")), value)
		})
		if s, err = Open(path); err != nil {
			t.Fatal(err)
		}
		ctx, now := t.Context(), time.Unix(1e9, 0)
		for name, call := range map[string]func() error{
			"Record":   func() error { _, err := s.Record(ctx, "m0"); return err },
			"SetDue":   func() error { return s.SetDue(ctx, "m0", 1, now) },
			"SetShown": func() error { return s.SetShown(ctx, "m0", 1, match.Shown{Message: "m"}, now) },
			"Rewrite": func() error {
				return s.Rewrite(ctx, "m0", func(*match.Record, []match.Event) bool { return true })
			},
		} {
			if err := call(); !errors.Is(err, want) {
				t.Errorf("%s of a match with the record %s: %v, want %v", name, text, err, want)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		raw(t, path, func(tx *bbolt.Tx) error {
			if now := tx.Bucket(matchBucket).Get(tx.Bucket(idBucket).Get([]byte("m0"))); !bytes.Equal(now, value) {
				t.Errorf("the record %s has changed: %q", text, now)
			}
			return nil
		})
	}
}

// One unreadable match affects no other: lists leave it out, it is logged once, and reading it
// returns an error.
func TestOneDamagedMatch(t *testing.T) {
	path := filepath.Join(ram.Dir(t), "paddock.db")
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	storagetest.Damaged(t, s, func() storagetest.Logged {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		spoilRow(t, path, "m0")
		if s, err = Open(path); err != nil {
			t.Fatal(err)
		}
		return s
	})
	ctx := t.Context()
	if _, err := s.Append(ctx, match.Record{ID: "m0", Head: 1}, match.Event{Kind: match.Moved}); !errors.Is(err,
		match.ErrDamaged) {
		t.Errorf("Append to the damaged match: %v, want match.ErrDamaged", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if report, err := Check(ctx, path); err != nil ||
		!strings.Contains(strings.Join(report.Problems, "\n"),
			"match m0: an entry's checksum is wrong") {
		t.Errorf("Check = %q, %v; want m0 named", report.Problems, err)
	}
}

// twoMatches makes a file with the matches m1 and m2.
func twoMatches(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(ram.Dir(t), "paddock.db")
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	play(t, s, storagetest.Running("m1"), "")
	play(t, s, storagetest.Running("m2"), "")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// spoilLog damages the last line of the log.
func spoilLog(tx *bbolt.Tx) error {
	k, _ := tx.Bucket(logBucket).Cursor().Last()
	return tx.Bucket(logBucket).Put(bytes.Clone(k), []byte("m2"))
}

// The method Changed lists the changes before a damaged line of the log, too.
func TestChangedBesideADamagedLine(t *testing.T) {
	path := twoMatches(t)
	raw(t, path, spoilLog)
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	since := storagetest.Running("").Created.AddDate(-1, 0, 0)
	if list, err := s.Changed(t.Context(), since, 9); len(list) != 1 || list[0].Match != "m1" || err != nil {
		t.Errorf("Changed = %v, %v; want m1", list, err)
	}
}

// What can't be read is not moved to another store as if it were empty: its export fails.
func TestExportOfDamage(t *testing.T) {
	for _, c := range []struct {
		name  string
		kind  transfer.Kind
		spoil func(tx *bbolt.Tx) error
	}{
		{"a match", transfer.Matches, func(tx *bbolt.Tx) error {
			k, _ := tx.Bucket(matchBucket).Cursor().First()
			return tx.Bucket(matchBucket).Put(bytes.Clone(k), []byte("m1"))
		}},
		{"a line of the log", transfer.Matches, func(tx *bbolt.Tx) error {
			k, _ := tx.Bucket(logBucket).Cursor().First()
			return tx.Bucket(logBucket).Put(bytes.Clone(k), []byte("m1"))
		}},
		{"a cause", transfer.Causes, func(tx *bbolt.Tx) error {
			day, _ := tx.Bucket(causeBucket).Cursor().First()
			b := tx.Bucket(causeBucket).Bucket(day)
			k, _ := b.Cursor().First()
			return b.Put(bytes.Clone(k), []byte("m1"))
		}},
	} {
		path := filepath.Join(ram.Dir(t), "paddock.db")
		s, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		play(t, s, storagetest.Running("m1"), "i1")
		export := func() error {
			_, _, err := Mover{s}.Export(t.Context(), c.kind, "", 9)
			return err
		}
		if err := errors.Join(export(), s.Close()); err != nil {
			t.Fatalf("%s: undamaged: %v", c.name, err)
		}
		raw(t, path, c.spoil)
		if s, err = Open(path); err != nil {
			t.Fatal(err)
		}
		if err := export(); !errors.Is(err, fault.ErrDamaged) {
			t.Errorf("%s: the export ends with %v, want ErrDamaged", c.name, err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// Reading a damaged tournament returns match.ErrDamaged. The sentence for members says that the
// tournament can't go on, instead of asking them to try again.
func TestOneDamagedTournament(t *testing.T) {
	path := filepath.Join(ram.Dir(t), "paddock.db")
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx := t.Context()
	if err := s.submit(ctx, func(t *tx) error {
		t.put(tournamentBucket, []byte("cup"), []byte("{"))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	svc := tourney.New(tourney.Config{Store: s, Now: time.Now})
	_, err = svc.Tournament(ctx, "cup")
	say, _ := match.Sentence(err)
	if !errors.Is(err, match.ErrDamaged) || !strings.HasPrefix(say.String(), "This tournament was damaged") {
		t.Errorf("%v (%q), want match.ErrDamaged and a sentence on the tournament", err, say)
	}
}

// The check finds any flipped bit of a record or an event.
func TestCheckFindsFlippedBits(t *testing.T) {
	t.Parallel()
	path := filepath.Join(ram.Dir(t), "paddock.db")
	filled(t, path)
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var entries [][]byte
	raw(t, path, func(tx *bbolt.Tx) error {
		for _, bucket := range [][]byte{matchBucket, logBucket} {
			c := tx.Bucket(bucket).Cursor()
			for k, v := c.First(); k != nil; k, v = c.Next() {
				entries = append(entries, bytes.Clone(v))
			}
		}
		return nil
	})
	lot, missed := rand.New(rand.NewPCG(1, 2)), 0
	for range 60 {
		entry := entries[lot.IntN(len(entries))]
		at := bytes.Index(sound, entry) + lot.IntN(len(entry))
		spoilt := bytes.Clone(sound)
		for next := 0; ; next++ { // free pages contain older copies
			i := bytes.Index(sound[next:], entry)
			if i < 0 {
				break
			}
			next += i
			spoilt[next+at-bytes.Index(sound, entry)] ^= 1 << lot.IntN(8)
		}
		if err := os.WriteFile(path, spoilt, 0o600); err != nil {
			t.Fatal(err)
		}
		if report, err := Check(t.Context(), path); err == nil && len(report.Problems) == 0 {
			missed++
		}
	}
	if missed > 0 {
		t.Errorf("of 60 bits turned over %d were not noticed", missed)
	}
}

// Replaying by the rules finds a change of a log that has correct checksums.
func TestCheckPlaysAgain(t *testing.T) {
	path := filepath.Join(ram.Dir(t), "paddock.db")
	s := newStory(t, path)
	m := s.moves(s.duel(ann, bob), 4)
	if err := s.store.Close(); err != nil {
		t.Fatal(err)
	}
	how := Checking{Games: catalog.Games()}
	if report, err := how.Check(t.Context(), path); err != nil || len(report.Problems) > 0 {
		t.Fatalf("before anything is changed: %q, %v", report.Problems, err)
	}
	raw(t, path, func(tx *bbolt.Tx) error {
		number := tx.Bucket(idBucket).Get([]byte(m.ID))
		w, err := readRow(tx.Bucket(matchBucket).Get(number))
		last := w.log.Last()
		_, e, err2 := layout.ReadLine(tx.Bucket(logBucket).Get(layout.NumberKey(last)))
		e.Move = map[bool]string{true: "2", false: "1"}[e.Move == "1"]
		line, err3 := layout.LogLine(m.ID, e)
		return errors.Join(err, err2, err3, tx.Bucket(logBucket).Put(layout.NumberKey(last), line))
	})
	report, err := how.Check(t.Context(), path)
	if err != nil || len(report.Problems) != 1 || !strings.Contains(report.Problems[0], "its log") {
		t.Errorf("Check = %q, %v; want that the log doesn't lead to the position", report.Problems, err)
	}
	if report, err := Check(t.Context(), path); err != nil || len(report.Problems) > 0 {
		t.Errorf("without the rules Check says %q, %v; this test wants a change that only they find", report.Problems,
			err)
	}
}

// All indexes can be rebuilt.
func TestRepair(t *testing.T) {
	path := filepath.Join(ram.Dir(t), "paddock.db")
	s := newStory(t, path)
	s.tell()
	results, err := s.store.Finished(s.Context(), ann.User)
	if err != nil || len(results) == 0 {
		t.Fatal(results, err)
	}
	if err := s.store.Close(); err != nil {
		t.Fatal(err)
	}
	// a user is being erased: from here on a former player has their standings
	if err := Repair(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	before := dump(t, path)
	for name, spoil := range map[string]func(tx *bbolt.Tx) error{
		"empty": clearAll,
		"a wrong standing": func(tx *bbolt.Tx) error {
			k, v := tx.Bucket(standingBucket).Cursor().First()
			return tx.Bucket(standingBucket).Put(bytes.Clone(k),
				bytes.Replace(v, []byte(`"Played":`), []byte(`"Played":1`), 1))
		},
		"somebody twice in a ranking": func(tx *bbolt.Tx) error {
			k, _ := tx.Bucket(rankingBucket).Cursor().First()
			return tx.Bucket(rankingBucket).Put(append(bytes.Clone(k), 'x'), nil)
		},
		"a wrong count in a ranking": func(tx *bbolt.Tx) error {
			c := tx.Bucket(rankingBucket).Cursor()
			for k, v := c.First(); k != nil; k, v = c.Next() {
				if len(v) == 8 {
					return tx.Bucket(rankingBucket).Put(bytes.Clone(k), layout.NumberKey(7))
				}
			}
			return errors.New("there is no count")
		},
		"nobody in a ranking": func(tx *bbolt.Tx) error {
			k, _ := tx.Bucket(rankingBucket).Cursor().First()
			return tx.Bucket(rankingBucket).Delete(bytes.Clone(k))
		},
		"an entry too many": func(tx *bbolt.Tx) error { return tx.Bucket(liveBucket).Put([]byte("nobody"), nil) },
		"somebody in the list of all servers who has not asked for it": func(tx *bbolt.Tx) error {
			return tx.Bucket(standingBucket).ForEach(func(_, text []byte) error {
				s, err := layout.ReadStanding(text)
				return errors.Join(err,
					ranking.In(tx.Bucket(rankingBucket),
						layout.StandingPrefix(match.Everywhere, s.Game, s.Pool)).Add(s))
			})
		},
		"a forgotten cause": func(tx *bbolt.Tx) error {
			newest, _ := tx.Bucket(causeBucket).Cursor().Last()
			today := tx.Bucket(causeBucket).Bucket(newest)
			k, _ := today.Cursor().First()
			return today.Delete(bytes.Clone(k))
		},
		"a cause of another event": func(tx *bbolt.Tx) error {
			newest, _ := tx.Bucket(causeBucket).Cursor().Last()
			today := tx.Bucket(causeBucket).Bucket(newest)
			k, v := today.Cursor().First()
			return today.Put(bytes.Clone(k), append(layout.NumberKey(9999), v[8:]...))
		},
		"a match that its id does not find": func(tx *bbolt.Tx) error {
			k, _ := tx.Bucket(idBucket).Cursor().First()
			return tx.Bucket(idBucket).Delete(bytes.Clone(k))
		},
	} {
		raw(t, path, spoil)
		wantMendable(t, name, path)
		if err := Repair(t.Context(), path); err != nil {
			t.Fatalf("%s: Repair = %v", name, err)
		}
		wantSound(t, path)
		if after := dump(t, path); after != before {
			t.Errorf("%s: after the repair the file has\n%s\nwant\n%s", name, after, before)
		}
	}
}

// Derived data that is rebuilt in small batches is the same as if it is rebuilt in one batch. All batches
// but the last have the size that was asked for.
func TestRepairInBatches(t *testing.T) {
	path := filepath.Join(ram.Dir(t), "paddock.db")
	s := newStory(t, path)
	s.tell()
	if err := s.store.Close(); err != nil {
		t.Fatal(err)
	}
	if err := Repair(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	before := dump(t, path)
	for _, most := range []int{1, 2} {
		raw(t, path, clearIndexes)
		db, err := bbolt.Open(path, 0o600, options(bbolt.Options{}))
		if err != nil {
			t.Fatal(err)
		}
		batches, want := 0, 0
		counted := func(f batch, bucket []byte) batch {
			first := true
			return func(tx *bbolt.Tx, from []byte, most int) ([]byte, error) {
				if first {
					want += (tx.Bucket(bucket).Stats().KeyN + most - 1) / most
				}
				batches, first = batches+1, false
				return f(tx, from, most)
			}
		}
		err = errors.Join(inBatches(db, deriveKey, most, counted(derive, matchBucket)),
			inBatches(db, rateKey, most, counted(rate, resultBucket)), db.Close())
		if err != nil {
			t.Fatal(err)
		}
		if batches != want {
			t.Errorf("%d batches of %d, want %d", batches, most, want)
		}
		wantSound(t, path)
		if after := dump(t, path); after != before {
			t.Errorf("in batches of %d the file has\n%s\nwant\n%s", most, after, before)
		}
	}
}

// wantMendable checks that a check finds something, and no damage, and that copies of the file are
// sound nevertheless.
func wantMendable(t *testing.T, name, path string) {
	t.Helper()
	report, err := Check(t.Context(), path)
	if err != nil || !report.Mendable() {
		t.Errorf("%s: Check = %+v, %v; want problems and no damage", name, report, err)
	}
	said := report.Err(path)
	if !errors.Is(said, fault.ErrDerived) || errors.Is(said, fault.ErrDamaged) ||
		!strings.Contains(said.Error(), "paddock check -repair") || strings.Contains(said.Error(), "Restore") {
		t.Errorf("%s: the check ends with %v, want the advice to repair, and none to restore", name, said)
	}
	saved := path + ".saved"
	if report, err := Backup(t.Context(), path, saved); err != nil || len(report.Mended) == 0 {
		t.Errorf("%s: Backup = %+v, %v; want a sound copy, and what has been mended in it", name, report, err)
	}
	wantSound(t, saved)
	text, err := os.ReadFile(path)
	if err := errors.Join(err, os.WriteFile(saved, text, 0o600)); err != nil {
		t.Fatal(err)
	}
	restored, _, err1 := Restore(t.Context(), saved, path+".restored")
	dense, _, err2 := Compact(t.Context(), saved)
	if err := errors.Join(err1, err2); err != nil || len(restored.Mended) == 0 || len(dense.Mended) == 0 {
		t.Errorf("%s: Restore = %+v, Compact = %+v, %v; want both done, and what has been mended", name, restored,
			dense, err)
	}
	wantSound(t, path+".restored")
	wantSound(t, saved)
}

// A file with damage is reported as damaged, however much else is wrong with it, and the report
// names the damage.
func TestDamageBesideWrongIndexes(t *testing.T) {
	path := filepath.Join(ram.Dir(t), "paddock.db")
	filled(t, path)
	raw(t, path, clearAll)
	if report, err := Check(t.Context(), path); err != nil || !report.Mendable() {
		t.Fatalf("without indexes: %+v, %v; want that a repair mends it", report, err)
	}
	raw(t, path, func(tx *bbolt.Tx) error { return tx.Bucket(userBucket).Put([]byte("nobody"), []byte("{")) })
	report, err := Check(t.Context(), path)
	if said := report.Err(path); err != nil || !errors.Is(said, fault.ErrDamaged) ||
		!strings.Contains(said.Error(), "user nobody") || !strings.Contains(said.Error(), "Restore the newest backup") {
		t.Errorf("Check = %v, %v; want the spoilt entry named, and a backup restored", said, err)
	}
	if _, err := Backup(t.Context(), path, path+".saved"); !errors.Is(err, fault.ErrDamaged) {
		t.Errorf("Backup of a damaged file = %v, want ErrDamaged", err)
	}
}

func clearAll(tx *bbolt.Tx) error {
	for _, name := range append([][]byte{mentionBucket, standingBucket, rankingBucket}, indexBuckets...) {
		err := tx.DeleteBucket(name)
		if _, made := tx.CreateBucket(name); err != nil || made != nil {
			return errors.Join(err, made)
		}
	}
	return nil
}

// P89: a match from before the limit on idle matches gets a Due when indexes are rebuilt, as in
// every older file.
func TestForgottenLongAgo(t *testing.T) {
	path := filepath.Join(ram.Dir(t), "paddock.db")
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	r := play(t, s, storagetest.Running("m1"), "")
	if err := errors.Join(s.Close(), Repair(t.Context(), path)); err != nil {
		t.Fatal(err)
	}
	if s, err = Open(path); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if due, err := s.Due(t.Context(), r.Updated, 9); len(due) != 1 || err != nil {
		t.Errorf("%d matches are due, %v; want the one without a moment of its own", len(due), err)
	}
}

// The rebuilding of index entries leaves a match alone whose log is damaged, and does the others.
func TestDerivedBesideADamagedLog(t *testing.T) {
	path := twoMatches(t)
	rows := func() (list []string) {
		raw(t, path, func(tx *bbolt.Tx) error {
			return tx.Bucket(matchBucket).ForEach(func(_, v []byte) error {
				list = append(list, string(v))
				return nil
			})
		})
		return list
	}
	raw(t, path, func(tx *bbolt.Tx) error { return errors.Join(spoilLog(tx), deriveAll(tx)) })
	before := rows()
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if after := rows(); len(after) != 2 || after[0] == before[0] || after[1] != before[1] {
		t.Errorf("rows %q before, %q after; want a moment at which the first one is due, and the second one as it was",
			before, after)
	}
}

// dump returns the indexes of a file as text.
func dump(t *testing.T, path string) string {
	t.Helper()
	var b strings.Builder
	raw(t, path, func(tx *bbolt.Tx) error {
		for _, name := range append([][]byte{idBucket}, derivedBuckets...) {
			_ = tx.Bucket(name).ForEach(func(k, v []byte) error {
				fmt.Fprintf(&b, "%s %q %q\n", name, k, v)
				return nil
			})
		}
		return nil
	})
	return b.String()
}

// If the database is deleted, moved or replaced while the bot runs, moves are refused because they
// would be lost. This is logged within seconds, and moves continue when the file is back.
func TestFileGone(t *testing.T) {
	t.Parallel()
	s := openNew(t)
	path := s.Path()
	r := play(t, s, storagetest.Running("m1"), "")
	said := &lines{}
	ctx, stop := context.WithCancel(t.Context())
	var watching sync.WaitGroup
	watching.Go(func() { s.Watch(ctx, slog.New(slog.NewTextHandler(said, nil))) })
	defer watching.Wait()
	defer stop()

	aside := path + ".aside"
	refused := func(what, say string) {
		t.Helper()
		_, err := s.Append(t.Context(), r, match.Event{At: r.Created, Kind: match.Moved})
		if !errors.Is(err, fault.ErrGone) || !strings.Contains(err.Error(), say) {
			t.Errorf("a move after the file was %s: %v, want ErrGone and %q", what, err, say)
		}
		if err := s.Health(t.Context()); !errors.Is(err, fault.ErrGone) {
			t.Errorf("Health after the file was %s: %v", what, err)
		}
		said.wait(t, say)
		if _, err := s.Record(t.Context(), "m1"); err != nil {
			t.Errorf("reading after the file was %s: %v", what, err)
		}
	}
	if err := os.Rename(path, aside); err != nil {
		t.Fatal(err)
	}
	refused("moved", "was deleted or moved away")
	if err := os.Rename(aside, path); err != nil {
		t.Fatal(err)
	}
	r = play(t, s, r, "")
	said.wait(t, "the database is back")
	if err := os.Rename(path, aside); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("another"), 0o600); err != nil {
		t.Fatal(err)
	}
	refused("replaced", "Another file has taken the place")
	if text, _ := os.ReadFile(path); string(text) != "another" {
		t.Errorf("the other file was changed to %q", text)
	}
	if err := os.Rename(aside, path); err != nil {
		t.Fatal(err)
	}
	play(t, s, r, "")
}

// lines is a log on which a test can wait for lines.
type lines struct{ logbook.Logbook }

func (l *lines) wait(t *testing.T, say string) {
	t.Helper()
	for range 500 {
		if strings.Contains(l.String(), say) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("the log does not say %q", say)
}

// Each transaction records the free pages, so that a start need not read all pages, even after a
// kill. While very many pages wait for a long read this is left out, and done afterwards.
func TestFreePagesAreWrittenDown(t *testing.T) {
	path := filepath.Join(ram.Dir(t), "paddock.db")
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	want := func(want bool, when string) {
		t.Helper()
		if got := freelistStored(t, path); got != want {
			t.Errorf("%s it is written down which pages are free: %t, want %t", when, got, want)
		}
	}
	n := 0
	plays := func() {
		for range 3 {
			n++
			play(t, s, storagetest.Running(match.ID(fmt.Sprint("n", n))), "")
		}
	}
	page := make([]byte, os.Getpagesize())
	fill := func(do func(b *bbolt.Bucket, key []byte) error) {
		t.Helper()
		err := s.submit(t.Context(), func(t *tx) error {
			for i := range uint64(mostWaiting + 500) {
				if err := do(t.Bucket(noteBucket), layout.NumberKey(i)); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	put := func(b *bbolt.Bucket, key []byte) error { return b.Put(key, page) }
	plays()
	want(true, "while few pages are free")
	fill(put)
	fill((*bbolt.Bucket).Delete)
	plays()
	want(true, "while many pages are free")
	fill(put)
	reading, err := s.db.Begin(false)
	if err != nil {
		t.Fatal(err)
	}
	fill((*bbolt.Bucket).Delete)
	plays()
	want(false, "while many pages wait for a read")
	killed, err := os.ReadFile(path)
	if err := errors.Join(err, os.WriteFile(path+".killed", killed, 0o600), reading.Rollback()); err != nil {
		t.Fatal(err)
	}
	plays()
	want(true, "after the read")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	want(true, "after a clean end")
	if err := Repair(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	want(true, "after a repair")
	if _, _, err := Compact(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	want(true, "in a dense copy")
	for _, path := range []string{path, path + ".killed"} {
		again, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		play(t, again, storagetest.Running("more"), "")
		if err := again.Close(); err != nil {
			t.Fatal(err)
		}
		wantSound(t, path)
	}
}

// freelistStored reports whether the newest head page of a file leads to a list of free pages.
func freelistStored(t *testing.T, path string) (stored bool) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var newest uint64
	for i := range 2 {
		meta := text[i*os.Getpagesize()+16:]
		if txid := binary.NativeEndian.Uint64(meta[48:]); txid >= newest {
			newest, stored = txid, binary.NativeEndian.Uint64(meta[32:]) != ^uint64(0)
		}
	}
	return stored
}

func TestUnwritable(t *testing.T) {
	s := openNew(t)
	storagetest.Unwritable(t, s, Mover{s})
}

// Reading an audit log with a damaged line, or a damaged entry of results or of finished matches,
// returns an error.
func TestDamagedLists(t *testing.T) {
	s, err := Open(filepath.Join(ram.Dir(t), "paddock.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.AddAudit(t.Context(), match.Audit{Guild: "g1", Did: match.AuditEnd}); err != nil {
		t.Fatal(err)
	}
	err = s.submit(t.Context(), func(t *tx) error {
		t.put(resultBucket, []byte("g1\x00kalah\x00broken"), []byte{})
		t.put(auditBucket, layout.AuditKey("g1", 1), []byte("{"))
		t.put(finishedBucket, []byte("ann\x001234567"), []byte{})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if list, err := s.Audit(t.Context(), "g1", 0, 10); !errors.Is(err, fault.ErrDamaged) {
		t.Errorf("a damaged line is read as %v, %v", list, err)
	}
	if list, err := s.Finished(t.Context(), "ann"); !errors.Is(err, fault.ErrDamaged) {
		t.Errorf("a damaged entry is read as %v, %v", list, err)
	}
	err = s.db.Update(func(tx *bbolt.Tx) error { _, err := rate(tx, []byte{0}, 10); return err })
	if !errors.Is(err, fault.ErrDamaged) {
		t.Errorf("a damaged result counts for ratings: %v", err)
	}
}
