package storage

import "sync"

// cache keeps the values of the rows that were read or written last, for reading one from its JSON takes longer than all else about it. An entry
// counts only while the row still has the very text that it was made of, so nothing has to be said to the cache when a row changes. The zero cache
// is ready.
type cache[K comparable, V interface{ Clone() V }] struct {
	mu      sync.Mutex
	entries map[K]cached[V]
}

type cached[V any] struct {
	text string
	v    V
}

// cacheMax is the most values kept, some kilobytes each: of the matches that are played at the same time, and who plays them.
const cacheMax = 512

// get is the value of a row with a text, and read makes it if it is not there.
func (c *cache[K, V]) get(key K, text []byte, read func() (V, error)) (V, error) {
	c.mu.Lock()
	e, ok := c.entries[key]
	c.mu.Unlock()
	if ok && e.text == string(text) {
		return e.v.Clone(), nil
	}
	v, err := read()
	if err == nil {
		c.put(key, text, v)
	}
	return v, err
}

// put keeps a value that was written as text. Where there is no more room any other entry goes.
func (c *cache[K, V]) put(key K, text []byte, v V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.entries == nil {
		c.entries = make(map[K]cached[V])
	}
	if _, ok := c.entries[key]; !ok && len(c.entries) >= cacheMax {
		for any := range c.entries {
			delete(c.entries, any)
			break
		}
	}
	c.entries[key] = cached[V]{string(text), v.Clone()}
}
