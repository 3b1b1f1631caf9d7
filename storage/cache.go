package storage

import "sync"

// cache keeps the values of recently used rows, because parsing their JSON is the slowest part of a
// read. An entry is valid only while the row has the text it was made from, so row changes need no
// call to the cache. The zero cache is ready to use.
type cache[K comparable, V interface{ Clone() V }] struct {
	mu      sync.Mutex
	entries map[K]cached[V]
}

type cached[V any] struct {
	text string
	v    V
}

// cacheMax is the largest number of values, some kilobytes each: enough for the matches played at
// the same time and their players.
const cacheMax = 512

// get returns the value of a row with the given text; read makes it if it is not cached.
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

// put adds a value together with the text of its row. A full cache drops any other entry.
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
