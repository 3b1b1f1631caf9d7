package gamestest

import (
	"os"
	"path"
	"path/filepath"
	"testing"
)

// Data opens a file of test data, such as "kalah/positions.csv", from the testdata folder of the
// package under test. If PADDOCK_TESTDATA names a folder with the full sets, it opens the file
// there. A missing file fails the test.
func Data(t testing.TB, name string) *os.File {
	t.Helper()
	file := filepath.Join("testdata", path.Base(name))
	if full := os.Getenv("PADDOCK_TESTDATA"); full != "" {
		file = filepath.Join(full, filepath.FromSlash(name))
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}
