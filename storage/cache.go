package storage

import (
	"log/slog"
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

// aside are the matches, and tournaments, that can't be read. Lists leave them out, so that the others go on; each is named in the log once. The zero aside is ready.
type aside struct {
	mu  sync.Mutex
	why map[match.ID]error
	log *slog.Logger
}

func sayAside(log *slog.Logger, id match.ID, err error) {
	log.Error("something that is stored is damaged and was set aside; the rest goes on. Run paddock check when the bot is stopped", "match", id, "err", err)
}

// put sets a match aside.
func (a *aside) put(id match.ID, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.why[id] != nil {
		return
	}
	if a.why == nil {
		a.why = make(map[match.ID]error)
	}
	a.why[id] = err
	if a.log != nil {
		sayAside(a.log, id, err)
	}
}

func (a *aside) has(id match.ID) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.why[id] != nil
}
