package storage

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"strings"
	"time"

	"paddock/games/match"
)

// The indexes. Everything is in their keys, the values are empty but in the results (see standing.go). All keys of a match derive from its record, see indexKeys.
var (
	dueBucket     = []byte("due")        // time id
	unshownBucket = []byte("unshown")    // id, where Shown.Head < Head
	liveBucket    = []byte("live")       // id, where Open or Running
	channelBucket = []byte("by-channel") // channel 0 time-created id, where Open or Running
	seatBucket    = []byte("by-user")    // user 0 time-created id, where Open or Running
	serverBucket  = []byte("by-guild")   // guild 0 time-created id, where Open or Running
	latestBucket  = []byte("latest")     // channel 0 time-created id
	resultBucket  = []byte("results")    // guild 0 game 0 time-ended id 0 JSON of match.Result, where Over
	untoldBucket  = []byte("untold")     // id, where there are Notices
	madeBucket    = []byte("made")       // owner 0 time-created id
	thinkBucket   = []byte("thinking")   // id, where a computer player has to move
	pairBucket    = []byte("pairs")      // guild 0 game 0 pool, two players each with 0, time-ended id 0 which: the rated games of two

	indexBuckets = [][]byte{
		dueBucket, unshownBucket, liveBucket, channelBucket, seatBucket, serverBucket, latestBucket, resultBucket, untoldBucket, madeBucket, thinkBucket,
		pairBucket,
	}
)

// Positions in indexBuckets. They are part of the file's format.
const (
	byDue = iota
	byUnshown
	byLive
	byChannel
	byUser
	byGuild
	byLatest
	byResult
	byUntold
	byMade
	byThinking
	byPair
)

// indexKeys is a list of keys of the indexes, packed: for each the position of its bucket, its length and itself. A record is stored with its
// own, so that replacing it needs no decoding.
type indexKeys []byte

// indexKeysOf makes the keys of all index entries that a record has.
func indexKeysOf(r match.Record) indexKeys {
	var keys indexKeys
	if !r.Due.IsZero() {
		keys = keys.add(byDue, timeKey(r.Due), string(r.ID))
	}
	if r.Shown.Head < r.Head {
		keys = keys.add(byUnshown, nil, string(r.ID))
	}
	if len(r.Notices) > 0 {
		keys = keys.add(byUntold, nil, string(r.ID))
	}
	if r.Thinking() != 0 {
		keys = keys.add(byThinking, nil, string(r.ID))
	}
	newest := func(index byte, name string) {
		keys = keys.add(index, append([]byte(name), 0), string(timeKey(r.Created))+string(r.ID))
	}
	newest(byLatest, string(r.Place.Channel))
	if r.Owner != "" {
		newest(byMade, string(r.Owner))
	}
	if result, over := r.Finished(); over {
		keys = keys.add(byResult, []byte(string(r.Place.Guild)+"\x00"+string(r.Game)+"\x00"), resultKey(result))
		for i, two := range ratedPairs(result) {
			keys = keys.add(byPair, pairPrefix(r.Place.Guild, result, two), string(timeKey(result.Ended))+string(r.ID)+"\x00"+string(rune('0'+i)))
		}
	}
	if r.Status != match.Open && r.Status != match.Running {
		return keys
	}
	keys = keys.add(byLive, nil, string(r.ID))
	newest(byChannel, string(r.Place.Channel))
	if r.Place.Guild != "" {
		newest(byGuild, string(r.Place.Guild))
	}
	for _, user := range usersOf(r) {
		newest(byUser, string(user))
	}
	return keys
}

// usersOf lists each member once who has a seat in the match, owns it or is invited to it.
func usersOf(r match.Record) []match.UserID {
	users := make([]match.UserID, 0, len(r.Players)+2)
	add := func(u match.UserID) {
		for _, known := range users {
			if u == known {
				return
			}
		}
		if u != "" {
			users = append(users, u)
		}
	}
	for _, p := range r.Players {
		add(p.User)
	}
	add(r.Owner)
	add(r.Invited)
	return users
}

func (k indexKeys) add(index byte, prefix []byte, rest string) indexKeys {
	k = append(k, index)
	k = binary.AppendUvarint(k, uint64(len(prefix)+len(rest)))
	k = append(k, prefix...)
	return append(k, rest...)
}

// all calls f for each key, with the packed key and its parts.
func (k indexKeys) all(f func(packed []byte, index byte, key []byte) error) error {
	for len(k) > 0 {
		n, w := binary.Uvarint(k[1:])
		if w <= 0 || n > uint64(len(k)-1-w) || int(k[0]) >= len(indexBuckets) {
			return errors.New("index keys are spoilt")
		}
		end := 1 + w + int(n)
		if err := f(k[:end], k[0], k[1+w:end]); err != nil {
			return err
		}
		k = k[end:]
	}
	return nil
}

// find is the key of an index, the first if there are several; nil if there is none.
func (k indexKeys) find(index byte) (found []byte) {
	_ = k.all(func(_ []byte, i byte, key []byte) error {
		if i == index && found == nil {
			found = key
		}
		return nil
	})
	return found
}

func (k indexKeys) has(packed []byte) bool {
	found := false
	_ = k.all(func(p []byte, _ byte, _ []byte) error {
		found = found || bytes.Equal(p, packed)
		return nil
	})
	return found
}

// reindex makes the indexes agree with a record that had the old keys and now has the new ones.
func (t *tx) reindex(old, now indexKeys) error {
	if bytes.Equal(old, now) {
		return nil
	}
	err := old.all(func(packed []byte, index byte, key []byte) error {
		if now.has(packed) {
			return nil
		}
		return t.del(indexBuckets[index], key)
	})
	if err != nil {
		return err
	}
	return now.all(func(packed []byte, index byte, key []byte) error {
		if old.has(packed) {
			return nil
		}
		return t.put(indexBuckets[index], key, nil)
	})
}

// timeKey is a time as a key: big-endian nanoseconds since 1970, so that order and equality are those of the times themselves.
func timeKey(t time.Time) []byte {
	return numberKey(uint64(unixNano(t)))
}

// numberKey is a number as a key.
func numberKey(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

// unixNano is t's time in nanoseconds since 1970, or the nearest that can be had.
func unixNano(t time.Time) int64 {
	switch {
	case t.Unix() < 0:
		return 0
	case t.Unix() >= math.MaxInt64/int64(time.Second):
		return math.MaxInt64
	}
	return t.UnixNano()
}

func keyTime(key []byte) time.Time {
	return time.Unix(0, int64(binary.BigEndian.Uint64(key))).UTC()
}

// row is a match as it is stored: in binary what writing needs, so that a move is appended without decoding anything, then the record's JSON.
type row struct {
	number uint64 // the row's key; 0 if it isn't stored yet
	head   match.Seq
	keys   indexKeys
	log    logKeys
	text   []byte // JSON of the match.Record
}

// logKeys are the keys of a match's events in the log, in order: each a varint, the difference to the one before. The log is in the order in
// which things happened, over all matches, so that moves made at the same time lie on the same page.
type logKeys []byte

func (k logKeys) all() iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		var key uint64
		for len(k) > 0 {
			step, w := binary.Uvarint(k)
			if w <= 0 {
				return
			}
			k = k[w:]
			key += step
			if !yield(key) {
				return
			}
		}
	}
}

// last is the newest key; 0 if there is none.
func (k logKeys) last() (key uint64) {
	for key = range k.all() {
	}
	return key
}

func newRow(r match.Record) (row, error) {
	text, err := json.Marshal(r)
	if err != nil {
		return row{}, fmt.Errorf("write record %s: %w", r.ID, err)
	}
	return row{head: r.Head, keys: indexKeysOf(r), text: text}, nil
}

func (w row) bytes() []byte {
	b := make([]byte, 0, 8+2*binary.MaxVarintLen32+len(w.keys)+len(w.log)+len(w.text)+sealSize)
	b = binary.BigEndian.AppendUint64(b, uint64(w.head))
	b = append(binary.AppendUvarint(b, uint64(len(w.keys))), w.keys...)
	b = append(binary.AppendUvarint(b, uint64(len(w.log))), w.log...)
	return seal(append(b, w.text...))
}

// readRow takes a stored match apart. Its parts are not copies.
func readRow(value []byte) (w row, err error) {
	if value, err = unseal(value); err != nil {
		return row{}, err
	}
	if len(value) < 8 {
		return row{}, fmt.Errorf("%w: a record is cut off", ErrDamaged)
	}
	w.head = match.Seq(binary.BigEndian.Uint64(value))
	rest := value[8:]
	part := func() (p []byte) {
		n, size := binary.Uvarint(rest)
		if size <= 0 || n > uint64(len(rest)-size) {
			err = fmt.Errorf("%w: a record is cut off", ErrDamaged)
			return nil
		}
		p, rest = rest[size:size+int(n)], rest[size+int(n):]
		return p
	}
	w.keys, w.log = part(), part()
	w.text = rest
	return w, err
}

func (w row) record() (r match.Record, err error) {
	if err := json.Unmarshal(w.text, &r); err != nil {
		return match.Record{}, fmt.Errorf("%w: a record can't be read: %w", ErrDamaged, err)
	}
	return r, nil
}

// nameable refuses what can't be part of a key.
func nameable(what, name string) error {
	if len(name) > 255 || strings.IndexByte(name, 0) >= 0 {
		return fmt.Errorf("storage: %s %.20q is too long or has a zero byte", what, name)
	}
	return nil
}
