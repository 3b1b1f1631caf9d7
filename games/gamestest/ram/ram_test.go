package ram_test

import (
	"os"
	"path/filepath"
	"testing"

	"paddock/games/gamestest/ram"
)

// Each folder belongs to one test and is deleted at its end.
func TestDir(t *testing.T) {
	var dirs []string
	for range 2 {
		t.Run("one", func(t *testing.T) {
			dir := ram.Dir(t)
			if err := os.WriteFile(filepath.Join(dir, "a"), []byte("a"), 0o600); err != nil {
				t.Fatal(err)
			}
			dirs = append(dirs, dir)
		})
	}
	if dirs[0] == dirs[1] {
		t.Errorf("two tests share %s", dirs[0])
	}
	for _, dir := range dirs {
		if _, err := os.Stat(dir); !os.IsNotExist(err) {
			t.Errorf("%s is still there: %v", dir, err)
		}
	}
}
