package storage

import (
	"sync"

	"paddock/games/match"
)

// cache keeps the records that were read or written last as values, for reading one from its JSON takes longer than all else about it. An entry
// counts only while the row still has the very text that it was made of, so nothing has to be said to the cache when a row changes. The zero cache
// is ready.
type cache struct {
	mu      sync.Mutex
	entries map[match.ID]cached
}

type cached struct {
	text string
	r    match.Record
}

// cacheMax is the most matches kept, some kilobytes each: those that are played at the same time.
const cacheMax = 512

// record is the record of a row.
func (c *cache) record(id match.ID, w row) (match.Record, error) {
	c.mu.Lock()
	e, ok := c.entries[id]
	c.mu.Unlock()
	if ok && e.text == string(w.text) {
		return e.r.Clone(), nil
	}
	r, err := w.record()
	if err == nil {
		c.put(w.text, r)
	}
	return r, err
}

// put keeps a record that was written as text. Where there is no more room any other entry goes.
func (c *cache) put(text []byte, r match.Record) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.entries == nil {
		c.entries = make(map[match.ID]cached)
	}
	if _, ok := c.entries[r.ID]; !ok && len(c.entries) >= cacheMax {
		for any := range c.entries {
			delete(c.entries, any)
			break
		}
	}
	c.entries[r.ID] = cached{string(text), r.Clone()}
}
