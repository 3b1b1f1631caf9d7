package cli

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"paddock/bot/bounded"
	"paddock/games/halatafl"
	"paddock/games/halatafl/ends"
)

// folder keeps the layers of end tables as files.
type folder string

var _ ends.Dir = folder("")

// Read returns a layer, or nil if there is none.
func (d folder) Read(name string) ([]byte, error) {
	b, err := bounded.Regular(filepath.Join(string(d), name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return b, err
}

// Write writes a layer. The file appears when it is complete.
func (d folder) Write(name string, layer []byte) error {
	path := filepath.Join(string(d), name)
	f, err := os.Create(path + ".part")
	if err != nil {
		return err
	}
	_, err = f.Write(layer)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(path+".part", path)
}

// ends solves Halatafl with few sheep into a folder.
func (p *Program) ends(ctx context.Context, args []string) error {
	f := flag.NewFlagSet("ends", flag.ContinueOnError)
	most := f.Int("sheep", 9, "solve up to so many sheep")
	if err := p.parse(f, args, 1, 1); err != nil {
		return err
	}
	if *most < 9 || *most > 20 {
		return fmt.Errorf("-sheep is %d, but must be 9 to 20", *most)
	}
	dir := f.Arg(0)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for sheep := 9; sheep <= *most; sheep++ {
		begun := time.Now()
		err := ends.Generate(ctx, folder(dir), ends.Job{Sheep: sheep}, func(sum int, c ends.Count) {
			fmt.Fprintf(p.Out,
				"%s: %d positions, the sheep win %d, the foxes %d; at most %d quiet moves; %.1f MB; %s\n",
				ends.Name(sheep, sum), c.Positions, c.Won, c.Lost, c.Plies, float64(c.Bytes)/1e6,
				time.Since(begun).Round(time.Second))
		})
		if ctx.Err() != nil {
			fmt.Fprintln(p.Out, "Stopped. The same command goes on after the last line.")
			return nil
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(p.Out, "%d sheep are solved.\n", sheep)
	}
	return nil
}

// useEnds makes computer players use the end tables in the folder that is set. A file that can't be
// trusted is logged and ignored. Nothing changes if ctx ends meanwhile.
func (p *Program) useEnds(ctx context.Context, log *slog.Logger) {
	dir := p.setting("PADDOCK_ENDS")
	if dir == "" {
		return
	}
	tables := new(ends.Tables)
	names, err := filepath.Glob(filepath.Join(dir, ends.Pattern))
	for _, name := range names {
		if ctx.Err() != nil {
			return
		}
		if err := addFile(tables, name); err != nil {
			log.Warn("an end table is ignored", "file", name, "err", err)
		}
	}
	if tables.Most() == 0 {
		log.Warn("PADDOCK_ENDS has no end tables", "folder", dir, "err", cmp.Or(err, fs.ErrNotExist))
		return
	}
	halatafl.UseEnds(tables)
	log.Info("end tables are in use", "folder", dir, "sheep", tables.Most())
}

// warnings returns a log of what goes wrong, for commands on a terminal.
func (p *Program) warnings() *slog.Logger {
	return slog.New(slog.NewTextHandler(p.Errs, &slog.HandlerOptions{Level: slog.LevelWarn}))
}

// addFile adds a file to tables. It stays open.
func addFile(tables *ends.Tables, name string) error {
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() { // to open a pipe would wait for a writer
		return errors.New("this is not a regular file")
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	if err := tables.Add(f, info.Size()); err != nil {
		f.Close()
		return err
	}
	return nil
}
