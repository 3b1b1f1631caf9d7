package house_test

import (
	"cmp"
	"encoding/json"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestQuestions prints figures that deserve a thought, and never fails: a number cannot say whether
// a package is right. For each package's coverage by its own tests run go test -short -cover
// ./bot/...
//
//	go test ./bot/house -run TestQuestions -v
func TestQuestions(t *testing.T) {
	if !testing.Verbose() {
		return // without -v the output is not printed
	}
	t.Run("Why is it exported?", whyExported)
	t.Run("Does a change open one room?", roomsOfCommits)
}

// whyExported prints the exported names of each package that only one other package uses, or none.
func whyExported(t *testing.T) {
	users := usersOfNames(t)
	single := map[string][]string{} // exported names by their package and the only package that uses them
	for name, by := range users {
		of := name[:strings.LastIndex(name, ".")]
		key := of + " for no other package"
		switch len(by) {
		case 0:
		case 1:
			for user := range by {
				key = of + " for " + user + " alone"
			}
		default:
			continue
		}
		single[key] = append(single[key], name[len(of)+1:])
	}
	for _, key := range slices.SortedFunc(maps.Keys(single), func(a, b string) int {
		return cmp.Or(len(single[b])-len(single[a]), strings.Compare(a, b))
	}) {
		slices.Sort(single[key])
		t.Logf("%d %s: %s", len(single[key]), key, strings.Join(single[key], " "))
	}
	if len(users) < 500 || len(users["paddock/games.Position"]) < 5 {
		t.Errorf("%d exported names are found, and %d users of games.Position: the report looks at too little",
			len(users), len(users["paddock/games.Position"]))
	}
}

// source holds what is needed to check the types of a package.
type source struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
	Module                  *struct{ Main bool }
}

// usersOfNames returns, by exported name such as "paddock/games.Seat", the other packages whose
// code uses it, tests apart.
func usersOfNames(t *testing.T) map[string]map[string]bool {
	t.Helper()
	cmd := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles,Module", "./...")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var own []source
	exports := map[string]string{}
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var s source
		if err := dec.Decode(&s); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if exports[s.ImportPath] = s.Export; s.Module != nil && s.Module.Main && len(s.GoFiles) > 0 {
			own = append(own, s)
		}
	}
	set := token.NewFileSet()
	conf := types.Config{Importer: importer.ForCompiler(set, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})}
	users := map[string]map[string]bool{}
	note := func(name string) map[string]bool {
		if users[name] == nil {
			users[name] = map[string]bool{}
		}
		return users[name]
	}
	for _, s := range own {
		var files []*ast.File
		for _, name := range s.GoFiles {
			file, err := parser.ParseFile(set, filepath.Join(s.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, file)
		}
		info := types.Info{Uses: map[*ast.Ident]types.Object{}}
		pkg, err := conf.Check(s.ImportPath, set, files, &info)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range pkg.Scope().Names() {
			if token.IsExported(name) {
				note(s.ImportPath + "." + name)
			}
		}
		for _, used := range info.Uses {
			of := used.Pkg()
			if of != nil && of != pkg && used.Parent() == of.Scope() && strings.HasPrefix(of.Path(), "paddock") {
				note(of.Path() + "." + used.Name())[s.ImportPath] = true
			}
		}
	}
	return users
}

// roomsOfCommits prints the packages that each of the last commits has changed, tests apart.
func roomsOfCommits(t *testing.T) {
	out, err := exec.Command("git", "log", "--no-merges", "-n", "40", "--name-only", "--format=> %h %s").Output()
	if err != nil {
		t.Logf("there is no history: %v", err)
		return
	}
	var subject string
	var rooms []string
	tell := func() {
		if len(rooms) > 0 {
			t.Logf("%d by %s: %s", len(rooms), subject, strings.Join(rooms, " "))
		}
	}
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSpace(line)
		if next, ok := strings.CutPrefix(line, "> "); ok {
			tell()
			subject, rooms = next, nil
		} else if dir := path.Dir(line); strings.HasSuffix(line, ".go") && !strings.HasSuffix(line, "_test.go") &&
			!slices.Contains(rooms, dir) {
			rooms = append(rooms, dir)
		}
	}
	tell()
}
