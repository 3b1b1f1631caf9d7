package storage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"paddock/storage/fault"
)

// Restore replaces the database at path, which no process may use, by a copy. It first checks the
// copy and migrates it; the copy itself stays unchanged. It renames the old file at path, damaged
// or not, and returns the new name, which is empty if there was none. At every moment, path is
// either the old file or a sound copy.
func Restore(ctx context.Context, from, path string) (r Report, kept string, err error) {
	if err := notInUse(path); err != nil {
		return Report{}, "", err
	}
	if one, two := stat(from), stat(path); one != nil && two != nil && os.SameFile(one, two) {
		return Report{}, "", fault.New(from, "This is the database itself. Name the copy to restore.", fs.ErrExist)
	}
	made, err := fresh(ctx, from, path)
	if err != nil {
		return Report{}, "", err
	}
	defer os.Remove(made) // fails harmlessly after the rename
	if r, err = checkCopy(ctx, from, made); err != nil {
		return r, "", err
	}
	if stat(path) != nil {
		kept = unusedName(path + ".before-restore")
		if err := os.Rename(path, kept); err != nil {
			return r, "", explainWrite(path, err)
		}
	}
	if err := os.Rename(made, path); err != nil {
		if kept != "" {
			err = errors.Join(err, os.Rename(kept, path))
		}
		return r, "", explainWrite(path, err)
	}
	return r, kept, syncFolder(path)
}

// fresh copies a file to a temporary one beside path and migrates that to the present schema.
func fresh(ctx context.Context, from, path string) (name string, err error) {
	version, err := inspect(from)
	switch {
	case err != nil && !errors.Is(err, fault.ErrEmpty):
		return "", err
	case version == 0:
		return "", fault.New(from, "There is nothing in this file, or no such file. Name the copy to restore.",
			fs.ErrNotExist)
	}
	if err := tooOld(from, version, migrations); err != nil {
		return "", err
	}
	in, err := os.Open(from)
	if err != nil {
		return "", explainOpen(from, err)
	}
	defer in.Close()
	out, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return "", explainWrite(path, err)
	}
	defer func() {
		if err != nil {
			os.Remove(out.Name())
		}
	}()
	_, err = io.Copy(contextWriter{ctx, out}, in)
	if err = errors.Join(err, out.Sync(), out.Close()); err != nil {
		return "", explainWrite(path, err)
	}
	store, err := Open(out.Name()) // Open migrates the file
	if err != nil {
		return "", err
	}
	return out.Name(), store.Close()
}

// notInUse returns an error if a process has the database at path open, or if the file is foreign.
// A damaged or missing file may be replaced.
func notInUse(path string) error {
	_, err := inspect(path)
	if err == nil || errors.Is(err, fault.ErrDamaged) {
		return nil
	}
	return err
}

// unusedName returns a name that no file has: the given one, or the first with a number after it.
func unusedName(name string) string {
	free := name
	for n := 2; stat(free) != nil; n++ {
		free = name + "-" + strconv.Itoa(n)
	}
	return free
}

// Compact rewrites the database at path, which no process may use, without free pages. It returns a
// report and the number of bytes saved. It leaves a damaged database alone, and rebuilds wrong
// derived data.
func Compact(ctx context.Context, path string) (r Report, saved int64, err error) {
	before, err := Check(ctx, path)
	if err == nil && !before.Mendable() {
		err = before.Err(path)
	}
	if err != nil {
		return before, 0, err
	}
	old := stat(path)
	dense := unusedName(filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".dense"))
	defer os.Remove(dense) // fails harmlessly after the rename
	if err := compact(dense, path); err != nil {
		return before, 0, explainWrite(path, err)
	}
	if r, err = checkCopy(ctx, path, dense); err != nil {
		return r, 0, err
	}
	if r.Matches < before.Matches || r.Events < before.Events {
		return r, 0, fmt.Errorf("the dense copy of %s has %d matches with %d events, the file %d with %d: it was thrown away", path, r.Matches, r.Events, before.Matches, before.Events)
	}
	now := stat(dense)
	if old == nil || now == nil {
		return r, 0, explainWrite(path, fs.ErrNotExist)
	}
	if err := os.Rename(dense, path); err != nil {
		return r, 0, explainWrite(path, err)
	}
	return r, old.Size() - now.Size(), syncFolder(path)
}
