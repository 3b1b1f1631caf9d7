// Package aside remembers which matches of a store can't be read, so that lists leave them out and the others go on.
package aside

import (
	"errors"
	"fmt"
	"log/slog"
	"sync"

	"paddock/games/match"
)

// Matches are the matches, and tournaments, that can't be read, and why. Each is named in the log once. The zero value is ready, and safe for
// concurrent use.
type Matches struct {
	mu  sync.Mutex
	why map[match.ID]error // under mu
	log *slog.Logger       // under mu; nil: nobody has said where to
}

// Log has them named in a log, those found before included.
func (m *Matches) Log(log *slog.Logger) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.log = log
	for id, err := range m.why {
		say(log, id, err)
	}
}

func say(log *slog.Logger, id match.ID, err error) {
	log.Error("something that is stored is damaged and was set aside; the rest goes on. Run paddock check when the bot is stopped", "match", id, "err", err)
}

// Put sets a match aside. It reports whether that is news.
func (m *Matches) Put(id match.ID, err error) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.why[id] != nil {
		return false
	}
	if m.why == nil {
		m.why = make(map[match.ID]error)
	}
	m.why[id] = err
	if m.log != nil {
		say(m.log, id, err)
	}
	return true
}

// Check sets a match aside if that is what an error means, which is around damaged then, and now around match.ErrDamaged too.
func (m *Matches) Check(id match.ID, err, damaged error) error {
	if !errors.Is(err, damaged) {
		return err
	}
	m.Put(id, err)
	return fmt.Errorf("%w: %s: %w", match.ErrDamaged, id, err)
}

// Has reports whether a match was set aside.
func (m *Matches) Has(id match.ID) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.why[id] != nil
}

// IDs lists them, in no order; never nil.
func (m *Matches) IDs() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	ids := make([]string, 0, len(m.why))
	for id := range m.why {
		ids = append(ids, string(id))
	}
	return ids
}
