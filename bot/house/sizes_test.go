package house_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// mostLines is the greatest size of a package, tests apart: what one person can read in an
// afternoon. It was 4,500 when lines could be 180 columns wide.
const mostLines = 4800

func TestRoomsStaySmall(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads source")
	}
	for _, dir := range packageDirs(t) {
		if n := lines(t, dir); n > mostLines {
			t.Errorf("%s has %d lines, at most %d: divide the package", dir, n, mostLines)
		}
	}
}

// packageDirs returns the folders with Go files, tests apart.
func packageDirs(t *testing.T) []string {
	t.Helper()
	var dirs []string
	for _, p := range goList(t) {
		if len(p.GoFiles) > 0 {
			dirs = append(dirs, filepath.Clean("."+strings.TrimPrefix(p.ImportPath, "paddock")))
		}
	}
	return dirs
}

// lines counts the lines of a package, tests apart.
func lines(t *testing.T, dir string) (n int) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		n += strings.Count(string(text), "\n")
	}
	return n
}
