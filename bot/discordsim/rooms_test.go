package discordsim_test

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestRooms checks the direction of imports inside the simulator, so that a reader can understand
// any package from those below it.
func TestRooms(t *testing.T) {
	const root = "paddock/bot/discordsim"
	below := map[string][]string{
		"world":    {},
		"limits":   {},
		"validate": {"world"},
		"gateway":  {"world", "limits"},
		"people":   {"world"},
		"endpoint": {"world"},
		"rest":     {"world", "limits", "validate", "gateway"},
		".":        {"world", "limits", "gateway", "people", "endpoint", "rest"},
	}
	for room, allowed := range below {
		files, err := os.ReadDir(room)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
				continue
			}
			path := filepath.Join(room, f.Name())
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, spec := range file.Imports {
				name, _ := strconv.Unquote(spec.Path.Value)
				if other, ours := strings.CutPrefix(name, root+"/"); ours && !slices.Contains(allowed, other) {
					t.Errorf("%s imports the room %s; %s may import only %q", path, other, room, allowed)
				}
			}
		}
	}
}
