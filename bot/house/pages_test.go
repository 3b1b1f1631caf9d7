package house_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// followed lists the tutorials, which readers can follow to the letter.
var followed = []string{"docs/first-game.md", "docs/add-a-feature.md", "docs/add-to-the-store.md", "docs/languages.md"}

// TestPagesCanBeFollowed follows each page in a copy of the tree: it writes the files, makes the
// changes and runs the commands, all of which must succeed. The commands take minutes, so
// PADDOCK_PAGES asks for them, with -timeout 30m. Without it only the files that a page changes are
// copied.
//
// The first line of a code block says what to do with it. "sh" is run. "go" is appended to the file
// that the line before the first such block names, in backquotes and with a colon. "diff FILE"
// changes a file: lines that begin with a blank or - must be there, and are replaced by those with
// a blank or +. An empty line stays. Other blocks are ignored.
func TestPagesCanBeFollowed(t *testing.T) {
	if os.Getenv("PADDOCK_PAGES") == inCopy {
		t.Skip("a page is being followed")
	}
	commands := os.Getenv("PADDOCK_PAGES") != ""
	for _, page := range followed {
		t.Run(filepath.Base(page), func(t *testing.T) {
			t.Parallel()
			dir, list := filepath.Join(t.TempDir(), "paddock"), blocks(t, page)
			var err error
			if commands {
				err = os.CopyFS(dir, os.DirFS("."))
			} else {
				err = copyFiles(dir, list)
			}
			if err != nil {
				t.Fatal(err)
			}
			steps := 0
			for _, b := range list {
				if b.kind == "sh" {
					steps++
					if !commands {
						continue
					}
				}
				if err := b.apply(dir); err != nil {
					t.Fatalf("%s:%d: %v", page, b.line, err)
				}
			}
			if steps == 0 {
				t.Errorf("%s has no command to run: this shows nothing", page)
			}
		})
	}
}

// inCopy is the value of PADDOCK_PAGES for the commands of pages, so that a copy of the tree does
// not follow pages itself.
const inCopy = "copy"

// block is a block of code of a page.
type block struct {
	kind, file, text string
	line             int
}

var (
	fence = regexp.MustCompile("^```([a-z]+)(?: (\\S+))?$")
	named = regexp.MustCompile("^`(\\S+)`:$")
	green = regexp.MustCompile(`(?m)^(ok  |\?   )\t.*\n`) // lines about packages that pass
)

// blocks are the blocks of a page in their order.
func blocks(t *testing.T, page string) (list []block) {
	t.Helper()
	file, inside := "", false
	for i, line := range strings.Split(read(t, page), "\n") {
		switch m := fence.FindStringSubmatch(line); {
		case inside && line == "```":
			inside = false
		case inside:
			list[len(list)-1].text += line + "\n"
		case m != nil:
			inside = true
			b := block{kind: m[1], file: m[2], line: i + 1}
			if b.kind == "go" && b.file == "" {
				b.file = file
			}
			list = append(list, b)
		default:
			if m := named.FindStringSubmatch(line); m != nil {
				file = m[1]
			}
		}
	}
	return list
}

// copyFiles copies the files that blocks change, if they exist.
func copyFiles(dir string, list []block) error {
	for _, b := range list {
		text, err := os.ReadFile(b.file)
		if b.file == "" || errors.Is(err, fs.ErrNotExist) {
			continue
		}
		to := filepath.Join(dir, b.file)
		if err := errors.Join(err, os.MkdirAll(filepath.Dir(to), 0o755), os.WriteFile(to, text, 0o644)); err != nil {
			return err
		}
	}
	return nil
}

// apply executes the block in dir.
func (b block) apply(dir string) error {
	path := filepath.Join(dir, b.file)
	switch {
	case b.kind == "sh":
		cmd := exec.Command("bash", "-euc", b.text)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "PADDOCK_PAGES="+inCopy)
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%s%w\n%s", b.text, err, lastLines(green.ReplaceAllString(string(out), ""), 300))
		}
	case b.kind == "go" && b.file != "":
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		old, err := os.ReadFile(path)
		if err == nil {
			old = append(old, '\n')
		}
		return os.WriteFile(path, append(old, b.text...), 0o644)
	case b.kind == "diff":
		return b.change(path)
	}
	return nil
}

// change replaces the old lines of a diff, which are adjacent and occur once in the file, by the
// new ones.
func (b block) change(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var before, after strings.Builder
	for line := range strings.Lines(b.text) {
		if line == "\n" {
			line = " \n"
		}
		sign, rest := line[0], line[1:]
		if sign != '+' {
			before.WriteString(rest)
		}
		if sign != '-' {
			after.WriteString(rest)
		}
	}
	if n := strings.Count(string(text), before.String()); n != 1 {
		return fmt.Errorf("these lines are %d times in %s, want once:\n%s", n, b.file, before.String())
	}
	return os.WriteFile(path, []byte(strings.Replace(string(text), before.String(), after.String(), 1)), 0o644)
}
