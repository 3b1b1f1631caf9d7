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

// docs/seeds.md says which code meets each demand and which test shows it. It must not name what no
// longer exists, and every row needs a test.
func TestSeedsNameWhatIsThere(t *testing.T) {
	ticked := regexp.MustCompile("`([^`]+)`")
	sections := strings.Split(read(t, "docs/seeds.md"), "\n## ")[1:]
	if len(sections) != 4 {
		t.Errorf("%d seeds, want 4", len(sections))
	}
	for _, section := range sections {
		title, body, _ := strings.Cut(section, "\n")
		intro, list, _ := strings.Cut(body, "\n* ")
		names := map[string]bool{}
		for _, m := range ticked.FindAllStringSubmatch(intro, -1) {
			declare(t, names, m[1])
		}
		demands := strings.Split(strings.TrimSpace(list), "\n* ")
		if len(demands) < 10 {
			t.Errorf("%s: %d demands, want more", title, len(demands))
		}
		for _, demand := range demands {
			_, met, _ := strings.Cut(demand, "**: ")
			code, tests := strings.HasPrefix(met, "not "), false
			for _, m := range ticked.FindAllStringSubmatch(met, -1) {
				if strings.HasPrefix(m[1], "Test") {
					tests = true
				} else {
					code = true
				}
				if !names[m[1]] {
					t.Errorf("%s: %s is nowhere below %s", title, m[1], strings.TrimSpace(intro))
				}
			}
			if !code || !tests {
				t.Errorf("%s: no code or no test is named: %s", title, demand)
			}
		}
	}
}

// declare notes all names that the Go files below a folder declare, methods with and without their
// type.
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
