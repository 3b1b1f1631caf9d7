package decide_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Deciding is arithmetic on values: a change that imports a lock, a context or a source of
// randomness here, or asks for the time, makes decisions that no table can test.
func TestDecidesOnValues(t *testing.T) {
	allowed := []string{"cmp", "errors", "fmt", "maps", "math/rand/v2", "slices", "strings", "time"}
	calls := map[string][]string{
		"rand": {"New", "NewPCG"}, // a lot that is drawn by a given seed
		"time": {"Duration", "Time", "Minute", "Hour"},
	}
	files := token.NewFileSet()
	names, err := filepath.Glob("*.go")
	if err != nil || !slices.Contains(names, "decide.go") {
		t.Fatal(names, err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(files, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, imp := range file.Imports {
			if path, _ := strconv.Unquote(imp.Path.Value); !strings.HasPrefix(path, "paddock/") &&
				!slices.Contains(allowed, path) {
				t.Errorf("%s imports %s", files.Position(imp.Pos()), path)
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			pkg, _ := sel.X.(*ast.Ident)
			if pkg != nil && calls[pkg.Name] != nil && pkg.Obj == nil && !slices.Contains(calls[pkg.Name], sel.Sel.Name) {
				t.Errorf("%s: %s.%s", files.Position(sel.Pos()), pkg.Name, sel.Sel.Name)
			}
			return true
		})
	}
}
