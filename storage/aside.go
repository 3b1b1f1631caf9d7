package storage

import (
	"errors"
	"fmt"
	"log/slog"
	"sync"

	"go.etcd.io/bbolt"

	"paddock/games/match"
)

// aside are the matches, and tournaments, that can't be read. Lists leave them out, so that the others go on; each is named in the log once. The zero aside is ready.
type aside struct {
	mu  sync.Mutex
	why map[match.ID]error
	log *slog.Logger
}

// Log has matches that can't be read named in a log, once each, those found before included.
func (b *Bolt) Log(log *slog.Logger) {
	b.aside.mu.Lock()
	defer b.aside.mu.Unlock()
	b.aside.log = log
	for id, err := range b.aside.why {
		sayAside(log, id, err)
	}
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

// soundRecord is the record of a match that an index names; ok is false if it had to be set aside.
func (b *Bolt) soundRecord(tx *bbolt.Tx, id match.ID) (r match.Record, ok bool) {
	r, err := b.record(tx, id)
	if errors.Is(err, match.ErrNotFound) {
		b.aside.put(id, fmt.Errorf("%w: an index names it, and there is no such match", ErrDamaged))
	}
	return r, err == nil
}
