// Package ranking keeps rankings in a bucket of the embedded store, in the order of their display,
// so that a page is read without the rest. A list has two parts: players with certain ratings, then
// the others. A player changes parts when one of their matches ends, or when their rating lapses,
// which is checked before a read. A rank is found from counts per step of ratings, and within a
// step one by one. storagetest.Rank defines the content of a list.
//
// Start reading at [List.Read].
package ranking

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"

	"go.etcd.io/bbolt"

	"paddock/games/match"
	"paddock/games/ratings"
	"paddock/storage/layout"
)

// List is the ranking of a pool of a game in a server.
type List struct {
	Bucket *bbolt.Bucket
	Prefix []byte // prefix of its keys, see layout.StandingPrefix
}

// In returns the list of a bucket under a prefix.
func In(bucket *bbolt.Bucket, prefix []byte) List { return List{bucket, prefix} }

// Everywhere calls change with the list of all servers if the owner of a standing shows it there.
// Prefix is the server and pool of the standing. Users is the bucket of users.
func Everywhere(bucket, users *bbolt.Bucket, prefix []byte, s match.Standing,
	change func(List, match.Standing) error,
) error {
	if s.Who.User == "" {
		return nil
	}
	in := layout.ListedIn(users.Get([]byte(s.Who.User)))
	if in == "" || in != match.GuildID(prefix[:bytes.IndexByte(prefix, 0)]) { // direct messages belong to no server
		return nil
	}
	return change(In(bucket, layout.StandingPrefix(match.Everywhere, s.Game, s.Pool)), s)
}

// Keys of a list, after its prefix.
const (
	entry = 'l' // followed by part and layout.RankKey: the entries in list order
	count = 'n' // followed by part and step, better ones first: the number of entries
	// followed by a time and layout.PlayerKey: a rating that is certain until that time; the value
	// is its layout.RankKey
	lapse = 'u'
)

// The parts of a list.
const (
	certain   = '0'
	uncertain = '1'
)

func (l List) key(parts ...[]byte) []byte {
	return append(bytes.Clone(l.Prefix), bytes.Join(parts, nil)...)
}

func (l List) entry(part byte, rank []byte) []byte { return l.key([]byte{entry, part}, rank) }

// count returns the key of a count. The step is moved above 0, since a rating may be negative, and
// inverted, so that better steps come first in the order of keys.
func (l List) count(part byte, rating float64) []byte {
	return l.key([]byte{count, part}, binary.BigEndian.AppendUint16(nil, ^uint16(ratings.Step(rating)+1<<15)))
}

func (l List) lapse(until int64, s match.Standing) []byte {
	return l.key([]byte{lapse}, layout.NumberKey(uint64(until)), []byte(layout.PlayerKey(s.Who)))
}

// Add adds a standing that is not in the list, if it belongs there.
func (l List) Add(s match.Standing) error {
	if !ratings.Listed(s) {
		return nil
	}
	until, rank := ratings.Lapses(s.Skill), layout.RankKey(s)
	if until == 0 {
		return l.put(uncertain, s.Rating, rank)
	}
	err := l.put(certain, s.Rating, rank)
	if until < math.MaxInt64 {
		err = errors.Join(err, l.Bucket.Put(l.lapse(until, s), rank))
	}
	return err
}

// put adds a standing's entry and counts it. Like all other changes it makes the rest of its writes
// even after an error, because nothing of a transaction with an error is stored.
func (l List) put(part byte, rating float64, rank []byte) error {
	return errors.Join(l.Bucket.Put(l.entry(part, rank), []byte{}), l.by(l.count(part, rating), 1))
}

// Remove removes a standing from the list.
func (l List) Remove(s match.Standing) error {
	if !ratings.Listed(s) {
		return nil
	}
	rank := layout.RankKey(s)
	part := l.partOf(rank)
	if part == 0 {
		return nil
	}
	err := l.take(part, s.Rating, rank)
	if part == certain {
		err = errors.Join(err, l.Bucket.Delete(l.lapse(ratings.Lapses(s.Skill), s)))
	}
	return err
}

// partOf returns the part of an entry; 0: not in the list.
func (l List) partOf(rank []byte) byte {
	for _, part := range []byte{certain, uncertain} {
		if l.Bucket.Get(l.entry(part, rank)) != nil {
			return part
		}
	}
	return 0
}

func (l List) take(part byte, rating float64, rank []byte) error {
	return errors.Join(l.Bucket.Delete(l.entry(part, rank)), l.by(l.count(part, rating), -1))
}

// by adds n to a count.
func (l List) by(key []byte, n int64) error {
	if text := l.Bucket.Get(key); len(text) == 8 {
		n += int64(binary.BigEndian.Uint64(text))
	}
	if n <= 0 {
		return l.Bucket.Delete(key)
	}
	return l.Bucket.Put(key, layout.NumberKey(uint64(n)))
}

// Lapsed reports whether a rating in the first part is no longer certain.
func (l List) Lapsed(now time.Time) bool {
	key, _ := l.firstLapse(now)
	return key != nil
}

func (l List) firstLapse(now time.Time) (key, rank []byte) {
	prefix := l.key([]byte{lapse})
	k, rank := l.Bucket.Cursor().Seek(prefix)
	if !bytes.HasPrefix(k, prefix) || len(k) < len(prefix)+8 ||
		int64(binary.BigEndian.Uint64(k[len(prefix):])) > now.UnixNano() {
		return nil, nil
	}
	return bytes.Clone(k), bytes.Clone(rank)
}

// Settle moves players whose ratings have lapsed to the second part.
func (l List) Settle(now time.Time) (err error) {
	for err == nil {
		key, rank := l.firstLapse(now)
		if key == nil {
			return nil
		}
		rating := layout.RankedRating(rank)
		err = errors.Join(l.Bucket.Delete(key), l.take(certain, rating, rank), l.put(uncertain, rating, rank))
	}
	return err
}

// Read returns the top of a list, and the place of the player with standing mine; a zero Standing
// has no place. Of returns the standing of a player.
func (l List) Read(max int, mine match.Standing,
	of func(match.Player) (match.Standing, error),
) (r match.Ranking, err error) {
	prefix, c := l.key([]byte{entry}), l.Bucket.Cursor()
	for k, _ := c.Seek(prefix); bytes.HasPrefix(k, prefix) && len(r.Top) < max; k, _ = c.Next() {
		p, err := layout.RankedPlayer(k[min(len(prefix)+1, len(k)):])
		if err != nil {
			return r, err
		}
		s, err := of(p)
		if err != nil {
			return r, err
		}
		r.Top = append(r.Top, s)
	}
	rank, part := []byte(nil), byte(0)
	if ratings.Listed(mine) {
		rank = layout.RankKey(mine)
		part = l.partOf(rank)
	}
	before, own := 0, l.count(part, mine.Rating)
	counts := l.key([]byte{count})
	for k, n := c.Seek(counts); bytes.HasPrefix(k, counts); k, n = c.Next() {
		if len(n) != 8 {
			return r, fmt.Errorf("%w: a count of a ranking is cut off", layout.ErrDamaged)
		}
		r.Of += int(binary.BigEndian.Uint64(n))
		if bytes.Compare(k, own) < 0 {
			before = r.Of
		}
	}
	if part == 0 {
		return r, nil
	}
	last := l.entry(part, rank)
	for k, _ := c.Seek(l.entry(part, layout.RankBelow(ratings.Above(mine.Rating)))); k != nil &&
		bytes.Compare(k, last) <= 0; k, _ = c.Next() {
		before++
	}
	r.Place = before
	return r, nil
}

// Checker compares lists with the standings that they derive from.
type Checker struct {
	Bucket  *bbolt.Bucket
	Problem func(format string, args ...any)

	entries int
	counts  map[string]uint64
}

// Standing checks that a standing is listed once, in the right place.
func (c *Checker) Standing(prefix []byte, s match.Standing) {
	if !ratings.Listed(s) {
		return
	}
	l := List{c.Bucket, prefix}
	rank, until := layout.RankKey(s), ratings.Lapses(s.Skill)
	part := l.partOf(rank)
	lapses := c.Bucket.Get(l.lapse(until, s)) != nil
	switch {
	case part == 0, part == certain && (until == 0 || lapses != (until < math.MaxInt64)), part == uncertain && lapses:
		c.Problem("ranking: %s is not listed as the standing says", layout.PlayerKey(s.Who))
		return
	}
	if c.counts == nil {
		c.counts = map[string]uint64{}
	}
	c.counts[string(l.count(part, s.Rating))]++
	if c.entries += 2; lapses {
		c.entries++
	}
}

// Finish checks the counts, and that there are no other entries in the whole bucket.
func (c *Checker) Finish() {
	for key, n := range c.counts {
		if text := c.Bucket.Get([]byte(key)); len(text) != 8 || binary.BigEndian.Uint64(text) != n {
			c.Problem("ranking: the count %q is %x, and %d are listed", key, text, n)
		}
		c.entries -= int(n) - 1
	}
	if n := c.Bucket.Stats().KeyN; n != c.entries {
		c.Problem("ranking: there are %d entries, and %d by the standings", n, c.entries)
	}
}
