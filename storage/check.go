package storage

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"

	"go.etcd.io/bbolt"

	"paddock/games"
	"paddock/games/match"
	"paddock/storage/fault"
	"paddock/storage/layout"
	"paddock/storage/ledger"
	"paddock/storage/pages"
	"paddock/storage/ranking"
)

// Report is the result of a check.
type Report = ledger.Report

// Check checks a whole database file, see Checking.
func Check(ctx context.Context, path string) (Report, error) { return Checking{}.Check(ctx, path) }

// Checking says how to check a file.
type Checking ledger.Config

// Check reads a whole database file and reports every inconsistency. It checks bbolt's pages, the
// checksums of records and events, and the relations between records, log, indexes, standings and
// causes, in both directions. It changes nothing. A file without any data is sound. The error is
// for files that cannot be read at all (see Open); for a file that a running bot uses it is
// ErrLocked.
func (how Checking) Check(ctx context.Context, path string) (Report, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return Report{}, fault.New(path, "There is no such file. Name a database that is there.", err)
	}
	version, err := inspect(path)
	if err != nil || version == 0 {
		return Report{}, err
	}
	if version > len(migrations) {
		return Report{}, fault.Newer(path, version, len(migrations))
	}
	if version < len(migrations) {
		return Report{}, older(path, version)
	}
	c := checker{ctx: ctx, Checker: ledger.Checker{Config: ledger.Config(how), Report: Report{Schema: version}}}
	c.Stage("reading pages", 0, 1)
	err = readOnly(path, pages.Deep, func(tx *bbolt.Tx) error {
		c.tx, c.Report.Bytes = tx, tx.Size()
		if unfinished(tx) {
			return older(path, version-1)
		}
		return c.check()
	})
	c.Stage("", 0, 0)
	return c.Report, err
}

// older returns the error for a file with an older schema.
func older(path string, version int) error {
	say := fmt.Sprintf("This database has schema %d, and only schema %d can be checked. Start the bot on it once, which brings it forward.", version, len(migrations))
	return fault.New(path, say, fault.ErrOlder)
}

type checker struct {
	ledger.Checker
	ctx context.Context
	tx  *bbolt.Tx
}

// each calls f for each entry of a bucket until ctx ends.
func (c *checker) each(bucket []byte, f func(key, value []byte)) error {
	b := c.tx.Bucket(bucket)
	if b == nil {
		c.Problem("there is no bucket %s", bucket)
		return nil
	}
	return b.ForEach(func(k, v []byte) error {
		f(k, v)
		return c.ctx.Err()
	})
}

func (c *checker) check() error {
	c.Stage("looking for lost pages", 0, 1)
	bad := 0
	for range c.tx.Check() {
		bad++ // bbolt's own words are for its authors
	}
	if bad > 0 {
		c.Problem("pages of the file are damaged, lost, or used in two places (found %d times)", bad)
	}
	for _, name := range schemaBuckets() {
		if c.tx.Bucket(name) == nil {
			c.Problem("there is no bucket %s", name)
			return nil
		}
	}
	for _, part := range []func() error{
		c.checkMatches, c.checkIndexes, c.checkStandings, c.checkCauses,
		c.checkSettings, c.checkTournaments,
	} {
		if err := part(); err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) checkMatches() error {
	all := int(c.tx.Bucket(matchBucket).Sequence())
	err := c.each(idBucket, func(id, _ []byte) {
		c.Match(all)
		c.checkMatch(match.ID(id))
	})
	if err != nil {
		return err
	}
	rows, lines := 0, 0
	if err := c.each(matchBucket, func(_, _ []byte) { rows++ }); err != nil {
		return err
	}
	if err := c.each(logBucket, func(_, _ []byte) { lines++ }); err != nil {
		return err
	}
	if rows > c.Report.Matches {
		c.Derived("there are %d records for %d ids", rows, c.Report.Matches)
		return nil
	}
	if lines != c.Report.Events {
		c.Problem("the log has %d events, the matches have %d", lines, c.Report.Events)
	}
	return nil
}

// checkMatch checks that a match's row, record, log and index entries agree.
func (c *checker) checkMatch(id match.ID) {
	w, err := stored(c.tx, id)
	if err != nil {
		c.Problem("match %s: %v", id, err)
		return
	}
	r, err := w.record()
	if err != nil {
		c.Problem("match %s: %v", id, err)
		return
	}
	if r.ID != id || r.Head != w.head {
		c.Problem("match %s: its record is that of %s at head %d, and its head %d", id, r.ID, r.Head, w.head)
	}
	if !bytes.Equal(w.keys, indexKeysOf(r)) {
		c.Derived("match %s: its index keys are not those of its record", id)
	}
	_ = w.keys.all(func(_ []byte, index byte, key []byte) error {
		if c.tx.Bucket(indexBuckets[index]).Get(key) == nil {
			c.Derived("match %s: it is missing in index %s", id, indexBuckets[index])
		}
		return nil
	})
	events := c.checkLog(id, w)
	c.checkNames(r, events)
	c.Replay(r, events)
}

// checkLog checks that a match's events are complete, belong to it, and are numbered from 1 to its
// head. It returns the readable ones.
func (c *checker) checkLog(id match.ID, w row) (events []match.Event) {
	seq, before, log := match.Seq(0), uint64(0), c.tx.Bucket(logBucket)
	for key := range w.log.All() {
		seq++
		owner, e, err := layout.ReadLine(log.Get(layout.NumberKey(key)))
		switch {
		case err != nil:
			c.Problem("match %s: event %d: %v", id, seq, err)
		case owner != id || e.Seq != seq || key <= before:
			c.Problem("match %s: its event %d is event %d of %s", id, seq, e.Seq, owner)
		case !c.remembered(id, e):
			c.Derived("match %s: the cause of its event %d is forgotten too early", id, seq)
		}
		if err == nil {
			events = append(events, e)
		}
		before = key
	}
	if seq != w.head {
		c.Problem("match %s: it has %d events and head %d", id, seq, w.head)
	}
	c.Report.Events += int(seq)
	return events
}

// checkNames checks that each user in a match is in the index of mentions.
func (c *checker) checkNames(r match.Record, events []match.Event) {
	for _, u := range match.Named(r, events) {
		if c.tx.Bucket(mentionBucket).Get(layout.MentionKey(u, r.ID)) == nil {
			c.Derived("match %s: it is missing in the list of those that name %s", r.ID, u)
		}
	}
}

// checkStandings checks that the standings follow from the results, and the lists from both.
func (c *checker) checkStandings() error {
	lists := ranking.Checker{Bucket: c.tx.Bucket(rankingBucket), Problem: c.Derived}
	all := map[string]bool{} // by layout.GamePrefix
	for _, bucket := range [][]byte{resultBucket, standingBucket} {
		cursor := c.tx.Bucket(bucket).Cursor()
		for k, _ := cursor.First(); k != nil; {
			guild, rest, _ := bytes.Cut(k, []byte{0})
			game, _, ok := bytes.Cut(rest, []byte{0})
			if !ok {
				c.Derived("index %s: its entry %q is cut off", bucket, k)
				k, _ = cursor.Next()
				continue
			}
			prefix := string(guild) + "\x00" + string(game) + "\x00"
			all[prefix] = true
			k, _ = cursor.Seek([]byte(prefix[:len(prefix)-1] + "\x01")) // a key after all keys of this game
		}
	}
	for _, prefix := range slices.Sorted(maps.Keys(all)) {
		c.checkBooks([]byte(prefix), &lists)
		if err := c.ctx.Err(); err != nil {
			return err
		}
	}
	lists.Finish()
	return nil
}

// checkBooks checks the standings of a game in a server.
func (c *checker) checkBooks(prefix []byte, lists *ranking.Checker) {
	guild, game, _ := bytes.Cut(prefix[:len(prefix)-1], []byte{0})
	books := ledger.Compare(match.GuildID(guild), games.ID(game), erased(c.tx), c.Derived)
	cursor := c.tx.Bucket(resultBucket).Cursor()
	for k, v := cursor.Seek(prefix); bytes.HasPrefix(k, prefix); k, v = cursor.Next() {
		e, err := readEntry(k, v)
		if err != nil {
			c.Derived("index results: %v", err)
			continue
		}
		books.Result(e)
	}
	cursor = c.tx.Bucket(standingBucket).Cursor()
	for k, text := cursor.Seek(prefix); bytes.HasPrefix(k, prefix); k, text = cursor.Next() {
		s, err := layout.ReadStanding(text)
		pool, who := -1, string(k[len(prefix):])
		if who != "" {
			pool, who = int(who[0])-'0', who[1:]
		}
		books.Standing(who, pool, s, err)
		if of, ok := bytes.CutSuffix(k, []byte(layout.PlayerKey(s.Who))); ok {
			lists.Standing(of, s)
			if g := layout.ListedIn(c.tx.Bucket(userBucket).Get([]byte(s.Who.User))); g != "" &&
				string(g) == string(guild) {
				lists.Standing(layout.StandingPrefix(match.Everywhere, s.Game, s.Pool), s)
			}
		}
	}
	books.Finish()
}

// remembered reports whether the cause of an event is stored, or need not be because the event is
// old.
func (c *checker) remembered(id match.ID, e match.Event) bool {
	if e.Cause == "" {
		return true
	}
	if by, seq, ok := applied(c.tx, e.Cause); ok {
		return by == id && seq <= e.Seq
	}
	newest, _ := c.tx.Bucket(causeBucket).Cursor().Last()
	return newest != nil && layout.DayOf(e.At) < binary.BigEndian.Uint32(newest)-1
}

func (c *checker) checkIndexes() error {
	for index := range indexBuckets {
		if err := c.checkIndex(byte(index)); err != nil {
			return err
		}
	}
	return nil
}

// checkIndex checks that each entry of an index follows from its match's record.
func (c *checker) checkIndex(index byte) error {
	return c.each(indexBuckets[index], func(key, _ []byte) {
		id := key
		switch index {
		case byDue:
			id = key[min(8, len(key)):]
		case byChannel, byUser, byGuild, byLatest, byMade:
			_, id, _ = bytes.Cut(key, []byte{0})
			id = id[min(8, len(id)):]
		case byPair: // the key has guild, game, pool with a player, the other player, then time, id and number
			for range 4 {
				_, id, _ = bytes.Cut(id, []byte{0})
			}
			id, _, _ = bytes.Cut(id[min(8, len(id)):], []byte{0})
		case byFinished:
			if p, err := layout.ReadFinished(key); err == nil {
				id = []byte(p.Match)
			}
		case byResult:
			if r, err := layout.ReadResult(key); err == nil {
				id = []byte(r.Match)
			}
		}
		w, err := stored(c.tx, match.ID(id))
		if err != nil || !w.keys.has(indexKeys(nil).add(index, key, "")) {
			c.Derived("index %s: its entry %q is of no match", indexBuckets[index], key)
		}
	})
}

// checkCauses checks that each stored cause names its event.
func (c *checker) checkCauses() error {
	return c.each(causeBucket, func(day, _ []byte) {
		_ = c.tx.Bucket(causeBucket).Bucket(day).ForEach(func(cause, v []byte) error {
			if len(v) <= 8 {
				c.Derived("cause %s: it is cut off", cause)
				return nil
			}
			id, seq := match.ID(v[8:]), match.Seq(binary.BigEndian.Uint64(v))
			if w, err := stored(c.tx, id); err != nil || !c.caused(w, seq, match.Cause(cause)) {
				c.Derived("cause %s: it is not that of event %d of match %s", cause, seq, id)
			}
			return c.ctx.Err()
		})
	})
}

func (c *checker) caused(w row, seq match.Seq, cause match.Cause) bool {
	for key := range w.log.All() {
		if seq--; seq == 0 {
			_, e, err := layout.ReadLine(c.tx.Bucket(logBucket).Get(layout.NumberKey(key)))
			return err == nil && e.Cause == cause
		}
	}
	return false
}

func (c *checker) checkSettings() error {
	err := c.each(userBucket, func(key, text []byte) {
		var u match.User
		if err := json.Unmarshal(text, &u); err != nil || string(u.ID) != string(key) {
			c.Problem("user %s: the entry is of %q%s", key, u.ID, ledger.Unread(err))
		}
	})
	if err != nil {
		return err
	}
	err = c.each(guildBucket, func(key, text []byte) {
		var g match.Guild
		if err := json.Unmarshal(text, &g); err != nil || string(g.ID) != string(key) {
			c.Problem("server %s: the entry is of %q%s", key, g.ID, ledger.Unread(err))
		}
	})
	if err != nil {
		return err
	}
	return c.each(auditBucket, func(key, text []byte) {
		if a, err := layout.ReadAudit(text); err != nil || !bytes.Equal(layout.AuditKey(a.Guild, a.No), key) {
			c.Problem("audit log %q: the line is %d of %q%s", key, a.No, a.Guild, ledger.Unread(err))
		}
	})
}
