package storage

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"paddock/games"
	"paddock/games/gamestest/golden"
	"paddock/games/gamestest/ram"
	"paddock/games/match"
	"paddock/games/tourney"
	"paddock/storage/storagetest"
	"paddock/storage/transfer"
)

// entryPlace is where an entry of a file is: its bucket, the bucket in that (only causes have some), and
// its key.
type entryPlace struct{ bucket, inside, key string }

// open returns the bucket of a place, and its key.
func (p entryPlace) open(tx *bbolt.Tx) (b *bbolt.Bucket, key []byte) {
	b = tx.Bucket([]byte(p.bucket))
	if p.inside != "" {
		b, _ = b.CreateBucketIfNotExists([]byte(p.inside))
	}
	return b, []byte(p.key)
}

func comparePlaces(a, b entryPlace) int {
	return cmp.Or(cmp.Compare(a.bucket, b.bucket), cmp.Compare(a.inside, b.inside), cmp.Compare(a.key, b.key))
}

// spoil makes any write of an entry fail: a bucket stands in the place of a value, and a value in that
// of a bucket.
func (p entryPlace) spoil(tx *bbolt.Tx, bucket bool) error {
	b, key := p.open(tx)
	if bucket {
		return b.Put(key, []byte("no bucket"))
	}
	_, err := b.CreateBucket(key)
	if err != nil {
		err = b.Delete(key)
		if _, made := b.CreateBucket(key); err == nil {
			err = made
		}
	}
	return err
}

// entries returns all entries of a file, as entriesIn does.
func entries(t *testing.T, path string) (all map[entryPlace]string) {
	t.Helper()
	raw(t, path, func(tx *bbolt.Tx) error { all = entriesIn(t, tx); return nil })
	return all
}

// entriesIn returns all entries that a transaction sees: their values, or "bucket".
func entriesIn(t *testing.T, tx *bbolt.Tx) map[entryPlace]string {
	t.Helper()
	all := map[entryPlace]string{}
	err := tx.ForEach(func(name []byte, b *bbolt.Bucket) error {
		return b.ForEach(func(k, v []byte) error {
			if v != nil {
				all[entryPlace{string(name), "", string(k)}] = string(v)
				return nil
			}
			all[entryPlace{string(name), "", string(k)}] = "bucket"
			return b.Bucket(k).ForEach(func(inside, v []byte) error {
				all[entryPlace{string(name), string(k), string(inside)}] = string(v)
				return nil
			})
		})
	})
	if err != nil {
		t.Error(err)
	}
	return all
}

// act is something that changes a file.
type act struct {
	name string
	do   func(ctx context.Context, s *Bolt) error
}

func ended(id match.ID, minutes int) match.Record {
	r := storagetest.Running(id)
	r.Status, r.Ended = match.Over, r.Created.Add(time.Duration(minutes)*time.Minute)
	r.Outcome, r.Acted = &games.Outcome{Place: [games.MaxSeats]int8{1, 2}}, []time.Time{r.Created, r.Created}
	r.Clock.Policy.PerMove = time.Hour
	return r
}

// began makes a file with some entries of every kind.
func began(ctx context.Context, s *Bolt) error {
	r := storagetest.Running("running")
	r.Due, r.Voting = r.Created.Add(time.Hour), nil
	_, err := s.Append(ctx, r, match.Event{At: r.Created, Kind: match.Moved, Cause: "i1", User: "ann"})
	_, err1 := s.Append(ctx, ended("over", 5), match.Event{At: r.Created, Kind: match.Moved, Cause: "i2"})
	_, err2 := s.UpdateUser(ctx, "ann", func(u *match.User) { u.ListedIn = "g1" })
	_, err3 := s.UpdateUser(ctx, "bob", func(u *match.User) { u.Blocked = []match.UserID{"ann"} })
	_, err4 := s.UpdateGuild(ctx, "g1", func(g *match.Guild) { g.Threads = true })
	_, err5 := s.PutTournament(ctx, storagetest.NewTournament("cup"))
	err6 := s.AddAudit(ctx, match.Audit{Guild: "g1", By: match.Player{User: "ann"}, Did: match.AuditEnd, Match: "over"})
	_, err7 := s.PutErasure(ctx, match.Erasure{User: "ann", As: "x7"})
	return errors.Join(err, err1, err2, err3, err4, err5, err6, err7, s.PutNote(ctx, "note", "text"))
}

// acts lists the changes that the test makes to a file with entries of every kind.
func acts() []act {
	next := func(r match.Record) match.Record { r.Head = 1; return r }
	event := match.Event{At: storagetest.Running("").Created, Kind: match.Moved, Cause: "i9", User: "eve"}
	tournament := func(change func(*tourney.Record)) func(context.Context, *Bolt) error {
		return func(ctx context.Context, s *Bolt) error {
			r, err := s.Tournament(ctx, "cup")
			if change(&r); err != nil {
				return err
			}
			_, err = s.PutTournament(ctx, r)
			return err
		}
	}
	list := []act{
		{"a challenge", func(ctx context.Context, s *Bolt) error {
			_, err := s.Append(ctx, storagetest.Running("new"), event)
			return err
		}},
		{"the end of a match", func(ctx context.Context, s *Bolt) error {
			_, err := s.Append(ctx, next(ended("running", 1)), event)
			return err
		}},
		{"another result", func(ctx context.Context, s *Bolt) error {
			r := next(ended("over", 5))
			r.Outcome.Place = [games.MaxSeats]int8{2, 1}
			_, err := s.Append(ctx, r, event)
			return err
		}},
		{"a result in another game", func(ctx context.Context, s *Bolt) error {
			r := next(ended("over", 5))
			r.Place.Guild = "g2"
			_, err := s.Append(ctx, r, event)
			return err
		}},
		{"a moment", func(ctx context.Context, s *Bolt) error { return s.SetDue(ctx, "running", 1, time.Unix(1e9, 0)) }},
		{"an audit line", func(ctx context.Context, s *Bolt) error {
			return s.AddAudit(ctx, match.Audit{Guild: "g1", By: match.Player{User: "bob"}, Did: match.AuditEnd})
		}},
		{"another list", func(ctx context.Context, s *Bolt) error {
			_, err := s.UpdateUser(ctx, "ann", func(u *match.User) { u.ListedIn = "" })
			return err
		}},
		{"another erasure", func(ctx context.Context, s *Bolt) error {
			_, err := s.PutErasure(ctx, match.Erasure{User: "bob", As: "x8"})
			return err
		}},
		{"a tournament moves", tournament(func(r *tourney.Record) { r.Place.Channel = "c2" })},
		{"a tournament ends", tournament(func(r *tourney.Record) { r.Status = tourney.Cancelled })},
		{"a rewrite", func(ctx context.Context, s *Bolt) error {
			return s.Rewrite(ctx, "over", match.Erasure{User: "ann", As: "x7"}.From)
		}},
		{"an erasure", func(ctx context.Context, s *Bolt) error { return s.EraseUser(ctx, "ann", nil) }},
		{"an erasure of a tournament", func(ctx context.Context, s *Bolt) error {
			_, err := s.TournamentsOf(ctx, "ann")
			return err
		}},
		{"a repair", func(ctx context.Context, s *Bolt) error { return errors.Join(s.Close(), Repair(ctx, s.Path())) }},
		{"standings are counted anew", func(_ context.Context, s *Bolt) error {
			if err := errors.Join(s.db.Update(rateAll), s.Close()); err != nil {
				return err
			}
			again, err := Open(s.Path())
			if err == nil {
				err = again.Close()
			}
			return err
		}},
	}
	return append(list, readings()...)
}

// readings lists the reads that the test makes of a file with entries of every kind.
func readings() (list []act) {
	over, _ := ended("over", 5).Finished()
	for name, read := range map[string]func(context.Context, *Bolt) (any, error){
		"a record": func(ctx context.Context, s *Bolt) (any, error) { return s.Record(ctx, "running") },
		"a log":    func(ctx context.Context, s *Bolt) (any, error) { return s.History(ctx, "running", 1) },
		"a cause": func(ctx context.Context, s *Bolt) (any, error) {
			_, _, _, err := s.Applied(ctx, "i1")
			return nil, err
		},
		"matches of a member": func(ctx context.Context, s *Bolt) (any, error) { return s.Finished(ctx, "ann") },
		"a member":            func(ctx context.Context, s *Bolt) (any, error) { return s.User(ctx, "ann") },
		"a server":            func(ctx context.Context, s *Bolt) (any, error) { return s.Guild(ctx, "g1") },
		"an audit log":        func(ctx context.Context, s *Bolt) (any, error) { return s.Audit(ctx, "g1", 0, 5) },
		"mentions":            func(ctx context.Context, s *Bolt) (any, error) { return s.Mentions(ctx, "ann") },
		"a tournament":        func(ctx context.Context, s *Bolt) (any, error) { return s.Tournament(ctx, "cup") },
		"open tournaments":    func(ctx context.Context, s *Bolt) (any, error) { return s.OpenTournaments(ctx) },
		"standings": func(ctx context.Context, s *Bolt) (any, error) {
			return s.StandingsOf(ctx, "g1", match.Player{User: "ann"})
		},
		"a ranking": func(ctx context.Context, s *Bolt) (any, error) {
			return s.Ranking(ctx, "g1", "kalah", match.AmongPeople, over.Ended, 5, match.Player{User: "ann"})
		},
		"skills": func(ctx context.Context, s *Bolt) (any, error) { return s.SkillsBefore(ctx, "g1", over) },
	} {
		list = append(list, act{"reading " + name, func(ctx context.Context, s *Bolt) error {
			_, err := read(ctx, s)
			return err
		}})
	}
	slices.SortFunc(list, func(a, b act) int { return cmp.Compare(a.name, b.name) })
	return list
}

// An act whose entry can't be written fails. Only if the act treats the entry as missing, it
// succeeds. If an entry can't be read, an act returns an error, or does not need the entry. The
// golden file has both.
func TestNoErrorIsDropped(t *testing.T) {
	t.Parallel()
	dir := ram.Dir(t)
	path := filepath.Join(dir, "paddock.db")
	at := func(text []byte, before func(*bbolt.Tx) error, do func(context.Context, *Bolt) error) error {
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if before != nil {
			raw(t, path, before)
		}
		s, err := Open(path)
		if err != nil {
			return fmt.Errorf("open: %w", err)
		}
		return errors.Join(do(t.Context(), s), s.Close())
	}
	if s, err := Open(path); err != nil || errors.Join(began(t.Context(), s), s.Close()) != nil {
		t.Fatal("the file can't be made", err)
	}
	base, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	was := entries(t, path)
	var first []entryPlace // the first entry of each bucket
	seen := map[string]bool{}
	for _, p := range slices.SortedFunc(maps.Keys(was), comparePlaces) {
		if !seen[p.bucket] && p.bucket != string(metaBucket) && was[p] != "bucket" {
			seen[p.bucket], first = true, append(first, p)
		}
	}
	var reads strings.Builder
	for _, a := range acts() {
		if err := at(base, nil, a.do); err != nil {
			t.Fatalf("%s: %v", a.name, err)
		}
		is := entries(t, path)
		changed := map[entryPlace]bool{}
		for p, v := range is {
			if old, known := was[p]; !known || old != v {
				changed[p] = true
			}
		}
		for p := range was {
			if _, left := is[p]; !left {
				changed[p] = true
			}
		}
		for _, p := range slices.SortedFunc(maps.Keys(changed), comparePlaces) {
			spoil := func(tx *bbolt.Tx) error { return p.spoil(tx, is[p] == "bucket") }
			if err := at(base, spoil, a.do); err == nil {
				fmt.Fprintf(&reads, "%s, done without %s %q\n", a.name, p.bucket, p.key)
			}
		}
		for _, p := range first { // an erasure looks for Ann
			spoil := func(tx *bbolt.Tx) error { b, key := p.open(tx); return b.Put(key, []byte(`{"ann":`)) }
			if err := at(base, spoil, a.do); err != nil {
				said, _, _ := strings.Cut(strings.ReplaceAll(err.Error(), path, "the file"), "\n")
				fmt.Fprintf(&reads, "%s, %s %q is spoilt: %s\n", a.name, p.bucket, p.key, said)
			}
		}
	}
	golden.Check(t, "testdata/spoilt.txt", reads.String())
}

// Everything that a file has can be moved into another, which then is the same, and a failure to write
// or to read any of it is an error.
func TestMover(t *testing.T) {
	t.Parallel()
	dir := ram.Dir(t)
	from, to := filepath.Join(dir, "from.db"), filepath.Join(dir, "to.db")
	move := func() error {
		source, err := Open(from)
		if err != nil {
			t.Fatal(err)
		}
		defer source.Close()
		target, err := Open(to)
		if err != nil {
			t.Fatal(err)
		}
		defer target.Close()
		_, err = transfer.Run(t.Context(), Mover{source}, Mover{target}, "here", nil)
		return err
	}
	s, err := Open(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(began(t.Context(), s), s.PutNote(t.Context(), "another", "note")); err != nil {
		t.Fatal(err)
	}
	for kind, most := range map[transfer.Kind]int{transfer.Notes: 1, transfer.Matches: 1, transfer.Users: 1} {
		var keys []string
		after, pages := "", 0
		for ; pages == 0 || after != ""; pages++ {
			if pages > 3 {
				t.Fatalf("%s have no last page", kind)
			}
			items, next, err := Mover{s}.Export(t.Context(), kind, after, most)
			if err != nil || len(items) > most {
				t.Fatalf("%d %s at once, %v", len(items), kind, err)
			}
			for _, item := range items {
				keys = append(keys, item.Key)
			}
			after = next
		}
		want := map[transfer.Kind][]string{
			transfer.Notes: {"another", "note"}, transfer.Matches: {"running", "over"}, transfer.Users: {"ann", "bob"},
		}[kind]
		if !slices.Equal(keys, want) {
			t.Errorf("%s one by one: %q, want %q", kind, keys, want)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := move(); err != nil {
		t.Fatal(err)
	}
	was, is := entries(t, from), entries(t, to)
	for p, v := range was {
		if p.bucket != string(metaBucket) && is[p] != v {
			t.Errorf("%q is %q, want %q", p, is[p], v)
		}
	}
	for p := range is {
		if _, known := was[p]; !known {
			t.Errorf("%q is there too many", p)
		}
	}
	for p, v := range is {
		if p.bucket == string(metaBucket) {
			continue
		}
		if err := os.Remove(to); err != nil {
			t.Fatal(err)
		}
		fresh, err := Open(to)
		if err := errors.Join(err, fresh.Close()); err != nil {
			t.Fatal(err)
		}
		raw(t, to, func(tx *bbolt.Tx) error { return p.spoil(tx, v == "bucket") })
		if err := move(); err == nil {
			t.Errorf("everything is moved although %q can't be written", p)
		}
	}
	sound, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	for p := range was {
		if !slices.Contains([]string{"matches", "log", "causes", "tournaments"}, p.bucket) || was[p] == "bucket" {
			continue
		}
		raw(t, from, func(tx *bbolt.Tx) error { b, key := p.open(tx); return b.Put(key, []byte(`{"ann":`)) })
		fresh, err := Open(filepath.Join(dir, "new.db"))
		if err := errors.Join(err, fresh.Close(), os.Rename(filepath.Join(dir, "new.db"), to)); err != nil {
			t.Fatal(err)
		}
		if err := move(); err == nil {
			t.Errorf("everything is moved although %q can't be read", p)
		}
		if err := os.WriteFile(from, sound, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// leaving is a context that ends at the nth call of Err.
type leaving struct {
	context.Context
	left atomic.Int64
}

func (l *leaving) Err() error {
	if l.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// If a caller's context ends while a file is read, the caller gets an error and no partial answer.
func TestCallersMayGoAtAnyTime(t *testing.T) {
	t.Parallel()
	dir := ram.Dir(t)
	path := filepath.Join(dir, "paddock.db")
	s, err := Open(path)
	if err != nil || errors.Join(began(t.Context(), s), s.Close()) != nil {
		t.Fatal("the file can't be made", err)
	}
	for name, do := range map[string]func(ctx context.Context) error{
		"check":   func(ctx context.Context) error { _, err := Check(ctx, path); return err },
		"repair":  func(ctx context.Context) error { return Repair(ctx, path) },
		"compact": func(ctx context.Context) error { _, _, err := Compact(ctx, path); return err },
		"backup": func(ctx context.Context) error {
			_ = os.Remove(path + ".copy")
			_, err := Backup(ctx, path, path+".copy")
			return err
		},
		"restore": func(ctx context.Context) error {
			_, _, err := Restore(ctx, path, path+".restored")
			return err
		},
		"mentions": func(ctx context.Context) error {
			s, err := Open(path)
			if err != nil {
				return err
			}
			_, err = s.Mentions(ctx, "ann")
			return errors.Join(err, s.Close())
		},
		"tournaments": func(ctx context.Context) error {
			s, err := Open(path)
			if err != nil {
				return err
			}
			_, err = s.TournamentsOf(ctx, "ann")
			return errors.Join(err, s.Close())
		},
	} {
		for n := int64(0); ; n++ {
			ctx := &leaving{Context: t.Context()}
			ctx.left.Store(n)
			err := do(ctx)
			if ctx.left.Load() >= 0 {
				if n == 0 || err != nil {
					t.Errorf("%s, asking %d times: %v", name, n, err)
				}
				break
			}
			if err == nil {
				t.Errorf("%s for a caller that has gone at the %dth time: no error", name, n)
			}
			if n > 10_000 {
				t.Fatalf("%s asks without end", name)
			}
		}
	}
}
