package cli

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"paddock/games/halatafl"
	"paddock/games/halatafl/ends"
)

// A table that can't be trusted is ignored, and the others are used (P160).
func TestEnds(t *testing.T) {
	t.Cleanup(func() { halatafl.UseEnds(nil) })
	dir := t.TempDir()
	ctx := t.Context()
	use := func() string {
		var out bytes.Buffer
		p := &Program{Env: func(name string) string {
			if name == "PADDOCK_ENDS" {
				return dir
			}
			return ""
		}}
		p.useEnds(ctx, slog.New(slog.NewTextHandler(&out, nil)))
		return out.String()
	}
	if got := use(); !strings.Contains(got, "PADDOCK_ENDS has no end tables") {
		t.Errorf("with an empty folder: %s", got)
	}
	for range 2 { // the second run finds nothing left to do
		if err := ends.Generate(t.Context(), folder(dir), ends.Job{Sheep: 9, Least: 53},
			func(int, ends.Count) {}); err != nil {
			t.Fatal(err)
		}
	}
	if got := use(); !strings.Contains(got, "end tables are in use") || strings.Contains(got, "ignored") {
		t.Errorf("with two good tables: %s", got)
	}
	var terminal bytes.Buffer
	p := with("PADDOCK_ENDS", dir)
	p.Errs = &terminal
	if p.useEnds(ctx, p.warnings()); terminal.Len() > 0 {
		t.Errorf("good tables are announced on a terminal: %s", terminal.String())
	}
	damaged := filepath.Join(dir, ends.Name(9, 53))
	if err := os.Truncate(damaged, 1000); err != nil {
		t.Fatal(err)
	}
	if got := use(); !strings.Contains(got, "end tables are in use") || !strings.Contains(got, "ignored") ||
		!strings.Contains(got, "halatafl-09-53") {
		t.Errorf("with a damaged table: %s", got)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	ctx = ended
	if got := use(); got != "" {
		t.Errorf("a program that ends while it reads tables says: %s", got)
	}
	err := ends.Generate(t.Context(), folder(dir), ends.Job{Sheep: 9, Least: 52}, func(int, ends.Count) {})
	if err == nil || !strings.Contains(err.Error(), "halatafl-09-53") {
		t.Errorf("generating from a damaged table: %v, want an error that names it", err)
	}
	if err := (&Program{Out: io.Discard}).ends(t.Context(), []string{dir}); err == nil ||
		!strings.Contains(err.Error(), "halatafl-09-53") {
		t.Errorf("the command on a damaged table: %v, want an error that names it", err)
	}
	unfinished, err := filepath.Glob(filepath.Join(dir, "*.part"))
	if len(unfinished) > 0 || err != nil {
		t.Errorf("files are left: %s %v", unfinished, err)
	}
}

// If the command is interrupted, it says how to continue.
func TestEndsStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out bytes.Buffer
	p := &Program{Out: &out, Errs: &out}
	if err := p.ends(ctx, []string{t.TempDir()}); err != nil ||
		!strings.Contains(out.String(), "The same command goes on") {
		t.Errorf("%v, %s", err, out.String())
	}
	if err := p.ends(ctx, []string{"-sheep", "20", t.TempDir()}); err != nil {
		t.Errorf("20 sheep: %v", err)
	}
	if err := p.ends(t.Context(), []string{"-sheep", "21", t.TempDir()}); err == nil ||
		!strings.Contains(err.Error(), "must be 9 to 20") {
		t.Errorf("21 sheep: %v", err)
	}
}
