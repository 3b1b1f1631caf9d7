package house_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// docs/seeds.md says which code meets each demand and which test shows it. It must not name what no longer exists, and every row needs a test.
func TestSeedsNameWhatIsThere(t *testing.T) {
	ticked := regexp.MustCompile("`([^`]+)`")
	sections := strings.Split(read(t, "docs/seeds.md"), "\n## ")[1:]
	if len(sections) != 4 {
		t.Errorf("%d seeds, want 4", len(sections))
	}
	for _, section := range sections {
		title, body, _ := strings.Cut(section, "\n")
		intro, table, _ := strings.Cut(body, "\n| demand | code | shown by |\n|---|---|---|\n")
		names := map[string]bool{}
		for _, m := range ticked.FindAllStringSubmatch(intro, -1) {
			declare(t, names, m[1])
		}
		rows := strings.Split(strings.TrimSpace(table), "\n")
		if len(rows) < 10 {
			t.Errorf("%s: %d demands, want more", title, len(rows))
		}
		for _, row := range rows {
			cells := strings.Split(strings.Trim(row, "| "), " | ")
			if len(cells) != 3 {
				t.Errorf("%s: %d cells, want 3: %s", title, len(cells), row)
				continue
			}
			code, tests := ticked.FindAllStringSubmatch(cells[1], -1), ticked.FindAllStringSubmatch(cells[2], -1)
			if len(code) == 0 && !strings.HasPrefix(cells[1], "not ") || len(tests) == 0 {
				t.Errorf("%s: no code or no test is named: %s", title, row)
			}
			for _, m := range append(code, tests...) {
				if !names[m[1]] {
					t.Errorf("%s: %s is nowhere below %s", title, m[1], strings.TrimSpace(intro))
				}
			}
			for _, m := range tests {
				if !strings.HasPrefix(m[1], "Test") && !strings.HasPrefix(m[1], "Fuzz") {
					t.Errorf("%s: %s is no test", title, m[1])
				}
			}
		}
	}
}

// declare notes all names that the Go files below a folder declare, methods with and without their type.
func declare(t *testing.T, names map[string]bool, folder string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				names[d.Name.Name] = true
				if d.Recv != nil {
					names[receiver(d)+"."+d.Name.Name] = true
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						names[s.Name.Name] = true
					case *ast.ValueSpec:
						for _, n := range s.Names {
							names[n.Name] = true
						}
					}
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func receiver(f *ast.FuncDecl) string {
	of := f.Recv.List[0].Type
	if star, ok := of.(*ast.StarExpr); ok {
		of = star.X
	}
	if name, ok := of.(*ast.Ident); ok {
		return name.Name
	}
	return ""
}
