// Package ram makes tests quick at the cost of memory. Tests that import it collect garbage less
// often, and in its folders no write waits for a disk. Benchmarks run as the program does.
package ram

import (
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

func init() {
	benchmarks := slices.ContainsFunc(os.Args, func(arg string) bool { return strings.HasPrefix(arg, "-test.bench=") })
	if os.Getenv("GOGC") == "" && !benchmarks {
		debug.SetGCPercent(400)
	}
}

// Dir makes a folder in Root for one test. Its files outlive a killed process, so that only a test
// of what survives a power failure needs a disk.
func Dir(t testing.TB) string {
	t.Helper()
	if _, ok := t.(*testing.B); ok {
		return t.TempDir()
	}
	dir, err := os.MkdirTemp(Root(), "paddock-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// Root returns a folder in memory for temporary files. If memory has no room for them, Root returns
// "", for which os.MkdirTemp uses os.TempDir.
func Root() string {
	if roomy(shared) {
		return shared
	}
	return ""
}

const (
	shared = "/dev/shm" // where Linux keeps files in memory
	room   = 1 << 30    // the free bytes that tests may need there; containers often have less
)
