// Package aside remembers which matches of a store cannot be read, so that lists leave them out and
// the other matches continue.
package aside

import (
	"errors"
	"fmt"
	"log/slog"
	"sync"

	"paddock/games/match"
	"paddock/storage/layout"
)

// Matches is a set of unreadable matches and tournaments, with the reasons. It logs each once. The
// zero value is ready to use, and safe for concurrent use.
type Matches struct {
	mu  sync.Mutex
	why map[match.ID]error // guarded by mu
	log *slog.Logger       // guarded by mu; nil: no log is set yet
}

// Log sets the logger, and logs the unreadable matches found so far.
func (m *Matches) Log(log *slog.Logger) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.log = log
	for id, err := range m.why {
		say(log, id, err)
	}
}

func say(log *slog.Logger, id match.ID, err error) {
	if errors.Is(err, match.ErrNewer) {
		log.Info("a match was stored by a newer version and is left to it", "match", id, "err", err)
		return
	}
	log.Error("something that is stored is damaged and was set aside; the rest goes on. Run paddock check when the bot is stopped", "match", id, "err", err)
}

// Put adds a match to the set. It reports whether the match is new there.
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

// Check adds a match to the set if an error wraps layout.ErrDamaged, or match.ErrNewer. The first then wraps
// match.ErrDamaged as well.
func (m *Matches) Check(id match.ID, err error) error {
	if errors.Is(err, match.ErrNewer) {
		m.Put(id, err)
		return err
	}
	if !errors.Is(err, layout.ErrDamaged) {
		return err
	}
	m.Put(id, err)
	return fmt.Errorf("%w: %s: %w", match.ErrDamaged, id, err)
}

// Has reports whether a match is in the set.
func (m *Matches) Has(id match.ID) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.why[id] != nil
}

// IDs lists the ids in the set, in no order. The list is never nil.
func (m *Matches) IDs() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	ids := make([]string, 0, len(m.why))
	for id := range m.why {
		ids = append(ids, string(id))
	}
	return ids
}
