package storage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"go.etcd.io/bbolt"

	"paddock/storage/fault"
	"paddock/storage/pages"
	"paddock/storage/socket"
)

// Backup copies the database to a file while it is in use. It checks the copy before it gives it
// its name, and replaces an older backup of that name. If the file is not a Paddock database, it
// returns an error and leaves the file alone. At every moment, to is either the old file or a sound
// copy. The copy contains no overwritten or removed data (P30).
func (b *Bolt) Backup(ctx context.Context, to string) (Report, error) {
	return backup(ctx, b.path, to, func(w io.Writer) error { return b.copyTo(ctx, w) })
}

// Backup copies the database at path to a file, as Bolt.Backup does. If another process has the
// database open, that process makes the copy, see Bolt.Serve.
func Backup(ctx context.Context, path, to string) (Report, error) {
	return backup(ctx, path, to, func(w io.Writer) error {
		asked, err := socket.AskForCopy(ctx, path, w)
		if asked {
			return err
		}
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return fault.New(path, "There is no such database. Name it with PADDOCK_DB or -db.", err)
		}
		notAsked := err
		err = readOnly(path, pages.Deep, func(tx *bbolt.Tx) error {
			_, err := tx.WriteTo(contextWriter{ctx, w})
			return err
		})
		if errors.Is(err, fault.ErrLocked) {
			say := fmt.Sprintf("A process is using this database but does not answer (%v). Run this as the same user and on the same machine as the bot.", notAsked)
			return fault.New(path, say, err)
		}
		return err
	})
}

// copyTo writes the whole file as of now. A slow w makes the file grow, and may stop the writes.
func (b *Bolt) copyTo(ctx context.Context, w io.Writer) error {
	return b.view(ctx, func(tx *bbolt.Tx) error {
		_, err := tx.WriteTo(contextWriter{ctx, w})
		return err
	})
}

// copyBeside copies the file as of now to a temporary one on the same disk. The caller must call
// remove. Where the system allows it, the copy has no name, so that not even a crash leaves it.
func (b *Bolt) copyBeside(ctx context.Context) (f *os.File, remove func(), err error) {
	f, err = os.CreateTemp(filepath.Dir(b.path), "."+filepath.Base(b.path)+".*")
	if err != nil {
		return nil, nil, err
	}
	removed := os.Remove(f.Name()) == nil
	remove = func() {
		f.Close()
		if !removed {
			os.Remove(f.Name())
		}
	}
	if err = b.copyTo(ctx, f); err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		remove()
		return nil, nil, err
	}
	return f, remove, nil
}

func backup(ctx context.Context, path, to string, fill func(io.Writer) error) (Report, error) {
	if err := replaceable(path, to); err != nil {
		return Report{}, err
	}
	f, err := os.CreateTemp(filepath.Dir(to), "."+filepath.Base(to)+".*")
	if err != nil {
		return Report{}, explainWrite(to, err)
	}
	defer os.Remove(f.Name()) // has no effect after the rename
	err = fill(f)
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err != nil {
		return Report{}, explainWrite(to, err)
	}
	report, err := checkCopy(ctx, path, f.Name())
	if err != nil {
		return report, err
	}
	mended := report.Mended
	dense := f.Name() + ".dense"
	defer os.Remove(dense) // has no effect after the rename
	if err := compact(dense, f.Name()); err != nil {
		return report, explainWrite(to, err)
	}
	if report, err = checkCopy(ctx, path, dense); err != nil {
		return report, err
	}
	if err := os.Rename(dense, to); err != nil {
		return report, explainWrite(to, err)
	}
	report.Mended = mended
	return report, syncFolder(to)
}

// checkCopy checks a copy. It first repairs derived data such as indexes.
func checkCopy(ctx context.Context, path, name string) (Report, error) {
	report, err := Check(ctx, name)
	if err == nil && report.Mendable() {
		wrong := report.Problems
		if err = Repair(ctx, name); err == nil {
			report, err = Check(ctx, name)
			report.Mended = wrong
		}
	}
	if err == nil {
		err = report.Err(path)
	}
	if err != nil {
		return report, fmt.Errorf("the copy of %s is not sound and was thrown away: %w", path, err)
	}
	return report, nil
}

// compact writes the content of a database to a new file, without free pages.
func compact(to, from string) error {
	src, err := bbolt.Open(from, 0o600, options(bbolt.Options{ReadOnly: true}))
	if err != nil {
		return err
	}
	defer src.Close()
	dst, err := bbolt.Open(to, 0o600, options(bbolt.Options{NoSync: true}))
	if err != nil {
		return err
	}
	return errors.Join(bbolt.Compact(dst, src, compactBatch), dst.Sync(), dst.Close())
}

const compactBatch = 1 << 20 // most bytes per transaction

// replaceable refuses targets that must not be overwritten.
func replaceable(path, to string) error {
	old, err := os.Stat(to)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return explainWrite(to, err)
	}
	if db, err := os.Stat(path); err == nil && os.SameFile(db, old) {
		return fault.New(to, "This is the database itself. Name another file for the copy.", fs.ErrExist)
	}
	if old.IsDir() {
		return fault.New(to, "This is a folder. Name a file in it for the copy.", fs.ErrExist)
	}
	switch _, err := inspect(to); {
	case errors.Is(err, fault.ErrForeign):
		return fault.New(to, "There is a file of this name that is no Paddock database. It was not touched; name another file for the copy.", err)
	case errors.Is(err, fault.ErrLocked):
		return fault.New(to, "This is a database that another process is using. Name another file for the copy.", err)
	}
	return nil
}

func explainWrite(to string, err error) error {
	var known *fault.FileError
	if errors.As(err, &known) {
		return err
	}
	return fault.New(to, fmt.Sprintf("The copy can't be written: %v. Nothing was changed.", err), err)
}

// contextWriter stops a copy when its context ends.
type contextWriter struct {
	ctx context.Context
	w   io.Writer
}

func (c contextWriter) Write(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.w.Write(p)
}
