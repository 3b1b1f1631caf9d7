package storage

import (
	"bytes"
	"context"
	"encoding/binary"
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
	"paddock/storage/transfer"
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
	if err := tooOld(path, version, migrations); err != nil {
		return err
	}
	say := fmt.Sprintf("This database has schema %d, and only schema %d can be checked. Start the bot on it once, which brings it forward.", version, len(migrations))
	return fault.New(path, say, fault.ErrOlder)
}

type checker struct {
	ledger.Checker
	ctx context.Context
	tx  *bbolt.Tx
}

// each calls f for each entry of a bucket until ctx ends.
func (c *checker) each(bucket []byte, f func(key, value []byte)) {
	b := c.tx.Bucket(bucket)
	if b == nil {
		c.Problem("there is no bucket %s", bucket)
		return
	}
	_ = b.ForEach(func(k, v []byte) error { // check returns the error
		f(k, v)
		return c.ctx.Err()
	})
}

func (c *checker) check() error {
	c.Stage("looking for lost pages", 0, 1)
	bad := 0
	for range c.tx.Check() {
		bad++ // the messages of bbolt are for developers
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
	for _, part := range []func(){
		c.checkMatches, c.checkIndexes, c.checkStandings, c.checkCauses,
		c.checkSettings, c.checkTournaments,
	} {
		if part(); c.ctx.Err() != nil {
			break
		}
	}
	return c.ctx.Err()
}

func (c *checker) checkMatches() {
	all := int(c.tx.Bucket(matchBucket).Sequence())
	rows, lines := 0, 0
	c.each(idBucket, func(id, _ []byte) {
		c.Match(all)
		c.checkMatch(match.ID(id))
	})
	c.each(matchBucket, func(_, _ []byte) { rows++ })
	c.each(logBucket, func(_, _ []byte) { lines++ })
	if rows > c.Report.Matches {
		c.Derived("there are %d records for %d ids", rows, c.Report.Matches)
	} else if lines != c.Report.Events {
		c.Problem("the log has %d events, the matches have %d", lines, c.Report.Events)
	}
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
	_ = w.keys.all(func(_ []byte, index byte, key []byte) {
		if c.tx.Bucket(indexBuckets[index]).Get(key) == nil {
			c.Derived("match %s: it is missing in index %s", id, indexBuckets[index])
		}
	})
	var log ledger.Log
	for key := range w.log.All() {
		e, err := c.line(id, key)
		log.Add(id, log.Last+1, e, err, c.Problem)
	}
	c.Log(id, log, w.head)
	for _, e := range log.Events {
		c.checkCause(id, e)
	}
	for _, u := range match.Named(r, log.Events) {
		if c.tx.Bucket(mentionBucket).Get(layout.MentionKey(u, r.ID)) == nil {
			c.Derived("match %s: it is missing in the list of those that name %s", r.ID, u)
		}
	}
	c.Replay(r, log.Events)
}

// line reads a line of the log, which must belong to a match.
func (c *checker) line(id match.ID, key uint64) (match.Event, error) {
	owner, e, err := layout.ReadLine(c.tx.Bucket(logBucket).Get(layout.NumberKey(key)))
	if err == nil && owner != id {
		err = fmt.Errorf("it is an event of %s", owner)
	}
	return e, err
}

// checkStandings checks that the standings follow from the results, and the lists from both.
func (c *checker) checkStandings() {
	lists := ranking.Checker{Bucket: c.tx.Bucket(rankingBucket), Problem: c.Derived}
	all := map[string]ledger.Key{} // by layout.GamePrefix
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
			of := ledger.Key{Guild: match.GuildID(guild), Game: games.ID(game)}
			all[string(layout.GamePrefix(of.Guild, of.Game))] = of
			// a key after all keys of this game
			k, _ = cursor.Seek([]byte(string(guild) + "\x00" + string(game) + "\x01"))
		}
	}
	for _, prefix := range slices.Sorted(maps.Keys(all)) {
		c.checkBooks(all[prefix], &lists)
		if c.ctx.Err() != nil {
			return
		}
	}
	lists.Finish()
}

// checkBooks checks the standings of a game in a server.
func (c *checker) checkBooks(of ledger.Key, lists *ranking.Checker) {
	prefix := layout.GamePrefix(of.Guild, of.Game)
	books := ledger.Compare(of.Guild, of.Game, erased(c.tx), c.Derived)
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
		if list, ok := bytes.CutSuffix(k, []byte(layout.PlayerKey(s.Who))); ok {
			lists.Standing(list, s)
			if g := layout.ListedIn(c.tx.Bucket(userBucket).Get([]byte(s.Who.User))); g != "" && g == of.Guild {
				lists.Standing(layout.StandingPrefix(match.Everywhere, s.Game, s.Pool), s)
			}
		}
	}
	books.Finish()
}

// checkCause checks that the cause of an event is stored.
func (c *checker) checkCause(id match.ID, e match.Event) {
	var found *ledger.Cause
	if by, seq, ok := applied(c.tx, e.Cause); ok {
		found = &ledger.Cause{Cause: e.Cause, Match: by, Seq: seq}
	}
	c.Remembered(id, e, found, newestDay(c.tx))
}

func (c *checker) checkIndexes() {
	for index := range indexBuckets {
		c.checkIndex(byte(index))
	}
}

// checkIndex checks that each entry of an index follows from its match's record.
func (c *checker) checkIndex(index byte) {
	c.each(indexBuckets[index], func(key, _ []byte) {
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
func (c *checker) checkCauses() {
	c.each(causeBucket, func(day, _ []byte) {
		_ = c.tx.Bucket(causeBucket).Bucket(day).ForEach(func(cause, v []byte) error {
			if len(v) <= 8 {
				c.Derived("cause %s: it is cut off", cause)
				return nil
			}
			by := ledger.Cause{
				Cause: match.Cause(cause), Match: match.ID(v[8:]), Seq: match.Seq(binary.BigEndian.Uint64(v)),
			}
			c.Caused(by, c.event(by.Match, by.Seq))
			return c.ctx.Err()
		})
	})
}

// event returns an event of a match; zero if it can't be read.
func (c *checker) event(id match.ID, seq match.Seq) (e match.Event) {
	w, _ := stored(c.tx, id) // a match that can't be read has no log
	for key := range w.log.All() {
		if seq--; seq == 0 {
			e, _ = c.line(id, key)
		}
	}
	return e
}

func (c *checker) checkSettings() {
	for _, kind := range []transfer.Kind{transfer.Users, transfer.Guilds, transfer.Notes, transfer.Audits} {
		c.each(plainBuckets[kind], func(key, text []byte) { c.Item(kind, itemKey(kind, key), text) })
	}
}

// checkTournaments checks that each tournament can be read and that the indexes contain exactly
// these.
func (c *checker) checkTournaments() {
	open, all := 0, 0
	c.each(tournamentBucket, func(id, text []byte) {
		r, ok := c.Tournament(string(id), text)
		if !ok {
			return
		}
		all++
		if r.Unsettled() {
			open++
		}
		if indexed := c.tx.Bucket(openTournamentBucket).Get(id) != nil; indexed != r.Unsettled() {
			c.Derived("tournament %s: it is %s, and in the list of open ones: %t", id, r.Status, indexed)
		}
		if c.tx.Bucket(channelTournamentBucket).Get(channelTournamentKey(r)) == nil {
			c.Derived("tournament %s: it is missing in its channel's list", id)
		}
	})
	for name, want := range map[string]int{string(openTournamentBucket): open, string(channelTournamentBucket): all} {
		n := 0
		if c.each([]byte(name), func(_, _ []byte) { n++ }); n != want {
			c.Derived("index %s has %d entries, want %d", name, n, want)
		}
	}
}
