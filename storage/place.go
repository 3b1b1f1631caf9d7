package storage

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"time"
)

// ErrGone means that the file has been deleted, moved or replaced while it was open: what were written into it now would be lost with it.
var ErrGone = errors.New("storage: the file is no longer there")

// there does something that writes, if the file that was opened still has its name.
func (b *engine) there(do func() error) error {
	if err := b.place(); err != nil {
		return err
	}
	return do()
}

// place is nil if the open file is the one of its name.
func (b *engine) place() error {
	now, err := os.Stat(b.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &FileError{b.path, "This database was deleted or moved away while the bot runs. Nothing is stored until it is back; what was stored can still be copied with `paddock backup`.", ErrGone}
	case err != nil:
		return &FileError{b.path, fmt.Sprintf("It can't be told whether this database is still there: %v. Nothing is stored until it can.", err), errors.Join(ErrGone, err)}
	case !os.SameFile(now, b.opened):
		return &FileError{b.path, "Another file has taken the place of this database while the bot runs. Nothing is stored until the bot has been started again; what was stored can still be copied with `paddock backup`.", ErrGone}
	}
	return nil
}

// lookEvery is how often Watch looks whether the file is there.
const lookEvery = time.Second

// Watch says in the log when the file is deleted, moved or replaced, and when it is back, until ctx ends. Writes are refused meanwhile, whether anybody
// watches or not.
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
