package main

import (
	"fmt"
	"go/ast"
	gobuild "go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// How large a room may grow before it wants to be divided: what one person can read in an afternoon.
const (
	mostLines     = 4500 // of a package, tests apart
	mostFunctions = 200
	mostMethods   = 60 // of a type
	mostKnots     = 6  // pairs of files in a package that use each other in both directions
)

// Packages stay small enough to be read, types small enough to be understood, and the files of a package have an order in which they can be read.
func TestRoomsStaySmall(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads source")
	}
	for _, dir := range packageDirs(t) {
		t.Run(dir, func(t *testing.T) {
			r := measure(t, dir)
			if r.lines > mostLines {
				t.Errorf("%d lines, at most %d: divide the package", r.lines, mostLines)
			}
			if r.functions > mostFunctions {
				t.Errorf("%d functions, at most %d: divide the package", r.functions, mostFunctions)
			}
			for name, n := range r.methods {
				if n > mostMethods {
					t.Errorf("type %s has %d methods, at most %d: divide it", name, n, mostMethods)
				}
			}
			if len(r.knots) > mostKnots {
				t.Errorf("%d pairs of files use each other in both directions, at most %d: %s", len(r.knots), mostKnots, strings.Join(r.knots, ", "))
			}
			t.Logf("%d lines, %d functions, largest type %d methods, %d knots", r.lines, r.functions, slices.Max(append(slices.Collect(maps.Values(r.methods)), 0)), len(r.knots))
		})
	}
}

// packageDirs are the folders with Go files, tests apart.
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

// room is what there is to measure of a package.
type room struct {
	lines, functions int
	methods          map[string]int // by type
	knots            []string
}

func measure(t *testing.T, dir string) room {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	r := room{methods: map[string]int{}}
	set := token.NewFileSet()
	var files []*ast.File
	for _, path := range paths {
		if here, err := gobuild.Default.MatchFile(filepath.Split(path)); err != nil || !here || strings.HasSuffix(path, "_test.go") {
			continue // files for other systems name the same things
		}
		f, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
		r.lines += set.File(f.Pos()).LineCount()
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				r.functions++
				if fn.Recv != nil {
					r.methods[typeOf(fn)]++
				}
			}
		}
	}
	r.knots = knots(t, set, files)
	return r
}

// typeOf is the name of a method's type.
func typeOf(fn *ast.FuncDecl) string {
	e := fn.Recv.List[0].Type
	for {
		switch x := e.(type) {
		case *ast.StarExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.IndexListExpr:
			e = x.X
		case *ast.Ident:
			return x.Name
		default:
			return fmt.Sprintf("%T", e)
		}
	}
}

// knots are the pairs of files of a package each of which uses a function, type, variable, constant or method that the other declares.
func knots(t *testing.T, set *token.FileSet, files []*ast.File) []string {
	t.Helper()
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	compiled, err := exported()
	if err != nil {
		t.Fatal("go list -export:", err)
	}
	pkg, err := (&types.Config{Importer: compiled}).Check("measured", set, files, info)
	if err != nil {
		t.Fatal(err)
	}
	file := func(p token.Pos) string { return filepath.Base(set.Position(p).Filename) }
	uses := map[[2]string]bool{}
	for id, o := range info.Uses {
		_, isFunc := o.(*types.Func)
		if o.Pkg() == pkg && (isFunc || o.Parent() == pkg.Scope()) {
			uses[[2]string{file(id.Pos()), file(o.Pos())}] = true
		}
	}
	var list []string
	for pair := range uses {
		if pair[0] < pair[1] && uses[[2]string{pair[1], pair[0]}] {
			list = append(list, pair[0]+" and "+pair[1])
		}
	}
	slices.Sort(list)
	return list
}

// exported reads compiled packages, each once.
var exported = sync.OnceValues(func() (types.Importer, error) {
	out, err := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}}={{.Export}}", "./...").Output()
	files := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), "=")
		files[path] = file
	}
	open := func(path string) (io.ReadCloser, error) { return os.Open(files[path]) }
	return importer.ForCompiler(token.NewFileSet(), "gc", open), err
})
