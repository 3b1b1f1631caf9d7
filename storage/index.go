package storage

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"

	"paddock/games/match"
	"paddock/storage/fault"
	"paddock/storage/layout"
	"paddock/storage/ledger"
)

// The indexes. All data is in their keys; only results have values (see standing.go). All keys of a
// match derive from its record, see indexKeys.
var (
	dueBucket     = []byte("due")        // keys of time and id
	unshownBucket = []byte("unshown")    // id, if Shown.Head < Head
	liveBucket    = []byte("live")       // id, if Open or Running
	channelBucket = []byte("by-channel") // channel 0 time-created id, if Open or Running
	seatBucket    = []byte("by-user")    // user 0 time-created id, if Open or Running
	serverBucket  = []byte("by-guild")   // guild 0 time-created id, if Open or Running
	latestBucket  = []byte("latest")     // channel 0 time-created id
	resultBucket  = []byte("results")    // guild 0 game 0 time-ended id 0 JSON of match.Result, if Over
	untoldBucket  = []byte("untold")     // id, if there are Notices
	madeBucket    = []byte("made")       // owner 0 time-created id
	thinkBucket   = []byte("thinking")   // id, if a computer player has to move
	// guild 0 game 0 pool, two players each with 0, time-ended id 0 number: the rated games of two
	// players
	pairBucket     = []byte("pairs")
	finishedBucket = []byte("finished") // user 0 time-ended, then layout.FinishedTail, if Over

	indexBuckets = [][]byte{
		dueBucket, unshownBucket, liveBucket, channelBucket, seatBucket, serverBucket, latestBucket, resultBucket,
		untoldBucket, madeBucket, thinkBucket,
		pairBucket, finishedBucket,
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
	byFinished
)

// indexKeys is a packed list of index keys: for each the position of its bucket, its length, and
// the key. It is stored with the record, so that a replacement needs no decoding.
type indexKeys []byte

// indexKeysOf returns the keys of all index entries of a record.
func indexKeysOf(r match.Record) indexKeys {
	var keys indexKeys
	in := ledger.ListsOf(r)
	if in.Due != nil {
		keys = keys.add(byDue, layout.NumberKey(uint64(*in.Due)), string(r.ID))
	}
	for _, list := range []struct {
		in    bool
		index byte
	}{{in.Behind, byUnshown}, {in.Untold, byUntold}, {in.Thinking, byThinking}} {
		if list.in {
			keys = keys.add(list.index, nil, string(r.ID))
		}
	}
	newest := func(index byte, name string) {
		keys = keys.add(index, append([]byte(name), 0), string(layout.TimeKey(r.Created))+string(r.ID))
	}
	newest(byLatest, string(r.Place.Channel))
	if r.Owner != "" {
		newest(byMade, string(r.Owner))
	}
	if result := in.Result; result != nil {
		keys = keys.add(byResult, layout.GamePrefix(r.Place.Guild, r.Game), layout.ResultKey(*result))
		for i, two := range layout.RatedPairs(*result) {
			keys = keys.add(byPair, layout.PairPrefix(r.Place.Guild, *result, two),
				string(layout.TimeKey(result.Ended))+string(r.ID)+"\x00"+string(rune('0'+i)))
		}
		for _, user := range r.Members() {
			if f, played := result.FinishedBy(user, r.Place.Guild); played {
				keys = keys.add(byFinished, layout.FinishedPrefix(user),
					string(layout.TimeKey(f.Ended))+layout.FinishedTail(f))
			}
		}
	}
	if !in.Live {
		return keys
	}
	keys = keys.add(byLive, nil, string(r.ID))
	newest(byChannel, string(r.Place.Channel))
	if r.Place.Guild != "" {
		newest(byGuild, string(r.Place.Guild))
	}
	for _, user := range in.Users {
		newest(byUser, string(user))
	}
	return keys
}

func (k indexKeys) add(index byte, prefix []byte, rest string) indexKeys {
	k = append(k, index)
	k = binary.AppendUvarint(k, uint64(len(prefix)+len(rest)))
	k = append(k, prefix...)
	return append(k, rest...)
}

// all calls f for each key, with the packed key and its parts.
func (k indexKeys) all(f func(packed []byte, index byte, key []byte)) error {
	for len(k) > 0 {
		n, w := binary.Uvarint(k[1:])
		if w <= 0 || n > uint64(len(k)-1-w) || int(k[0]) >= len(indexBuckets) {
			return errors.New("index keys are spoilt")
		}
		end := 1 + w + int(n)
		f(k[:end], k[0], k[1+w:end])
		k = k[end:]
	}
	return nil
}

// find returns the first key of an index, or nil.
func (k indexKeys) find(index byte) (found []byte) {
	_ = k.all(func(_ []byte, i byte, key []byte) {
		if i == index && found == nil {
			found = key
		}
	})
	return found
}

func (k indexKeys) has(packed []byte) bool {
	found := false
	_ = k.all(func(p []byte, _ byte, _ []byte) { found = found || bytes.Equal(p, packed) })
	return found
}

// reindex replaces the index entries of a record's old keys by those of its new ones.
func (t *tx) reindex(old, now indexKeys) error {
	if bytes.Equal(old, now) {
		return nil
	}
	err := old.all(func(packed []byte, index byte, key []byte) {
		if !now.has(packed) {
			t.del(indexBuckets[index], key)
		}
	})
	return errors.Join(err, now.all(func(packed []byte, index byte, key []byte) {
		if !old.has(packed) {
			t.put(indexBuckets[index], key, nil)
		}
	}))
}

// row is a match as it is stored. The fields that a write needs are binary, so that appending a
// move decodes no JSON; the record's JSON follows them.
type row struct {
	number uint64 // key of the row; 0 if it is not stored yet
	head   match.Seq
	keys   indexKeys
	log    layout.LogKeys
	text   []byte // JSON of the match.Record
}

func newRow(r match.Record) (row, error) {
	text, err := layout.WriteRecord(r)
	if err != nil {
		return row{}, fmt.Errorf("write record %s: %w", r.ID, err)
	}
	return rowOf(r, text), nil
}

// rowOf returns the row of a record whose JSON is text.
func rowOf(r match.Record, text []byte) row {
	return row{head: r.Head, keys: indexKeysOf(r), text: text}
}

func (w row) bytes() []byte {
	b := make([]byte, 0, 8+2*binary.MaxVarintLen32+len(w.keys)+len(w.log)+len(w.text)+layout.SealSize)
	b = binary.BigEndian.AppendUint64(b, uint64(w.head))
	b = append(binary.AppendUvarint(b, uint64(len(w.keys))), w.keys...)
	b = append(binary.AppendUvarint(b, uint64(len(w.log))), w.log...)
	return layout.Seal(append(b, w.text...))
}

// readRow parses a stored match. Its parts are not copies.
func readRow(value []byte) (w row, err error) {
	if value, err = layout.Unseal(value); err != nil {
		return row{}, err
	}
	if len(value) < 8 {
		return row{}, fmt.Errorf("%w: a record is cut off", fault.ErrDamaged)
	}
	w.head = match.Seq(binary.BigEndian.Uint64(value))
	rest := value[8:]
	part := func() (p []byte) {
		n, size := binary.Uvarint(rest)
		if size <= 0 || n > uint64(len(rest)-size) {
			err = fmt.Errorf("%w: a record is cut off", fault.ErrDamaged)
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
	switch err := layout.ReadRecord(w.text, &r); {
	case errors.Is(err, match.ErrNewer):
		return match.Record{}, err
	case err != nil:
		return match.Record{}, fmt.Errorf("%w: a record can't be read: %w", fault.ErrDamaged, err)
	}
	return r, nil
}
