package storage

import (
	"context"
	"log/slog"
	"time"
)

// lookEvery is how often Watch checks the file.
const lookEvery = time.Second

// Watch logs when the file is deleted, moved or replaced, and when it is back, until ctx ends.
// Writes are refused meanwhile, even without Watch.
func (b *Bolt) Watch(ctx context.Context, log *slog.Logger) {
	every := time.NewTicker(lookEvery)
	defer every.Stop()
	gone := false
	for {
		select {
		case <-ctx.Done():
			return
		case <-every.C:
		}
		err := b.place()
		if err != nil && !gone {
			log.Error("nothing can be stored", "err", err)
		}
		if err == nil && gone {
			log.Info("the database is back", "file", b.path)
		}
		gone = err != nil
	}
}
