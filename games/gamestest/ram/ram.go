// Package ram makes tests quick at the cost of memory. Tests that import it collect garbage less often, and [Dir] is a folder in which no write waits
// for a disk.
package ram

import (
	"os"
	"runtime/debug"
	"testing"
)

func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}

// Dir returns a folder in memory for one test, or t.TempDir where there is none. Its files outlive a killed process, so that only a test of what
// survives a power failure needs a disk.
func Dir(t testing.TB) string {
	t.Helper()
	if !roomy(shared) {
		return t.TempDir()
	}
	dir, err := os.MkdirTemp(shared, "paddock-test-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

const (
	shared = "/dev/shm" // where Linux keeps files in memory
	room   = 1 << 30    // the free bytes that tests may need there; containers often have less
)
