package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// typesOf returns the types of the expressions of a package's files, by "file:line:column/text", as
// a file of the package writes them.
func typesOf(ctx context.Context, dir string, names []string) (map[string]string, error) {
	out, err := exec.CommandContext(ctx, "go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}",
		"./"+dir).Output()
	if err != nil {
		return nil, err
	}
	exported := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		exported[path] = file
	}
	set := token.NewFileSet()
	var files []*ast.File
	sources := map[string][]byte{}
	for _, name := range names {
		if sources[name], err = os.ReadFile(name); err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(set, name, sources[name], parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	config := types.Config{Importer: importer.ForCompiler(set, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exported[path])
	})}
	info := types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	checked, err := config.Check(dir, set, files, &info)
	if err != nil {
		return nil, err
	}
	known := map[string]string{}
	for e, t := range info.Types {
		if basic, ok := t.Type.(*types.Basic); t.Type == nil || ok && basic.Info()&types.IsUntyped != 0 {
			continue
		}
		at, end := set.Position(e.Pos()), set.Position(e.End())
		if at.Filename != end.Filename || sources[at.Filename] == nil {
			continue // a generated expression, which is not in the source
		}
		text := sources[at.Filename][at.Offset:end.Offset]
		known[at.String()+"/"+string(text)] = types.TypeString(t.Type, func(p *types.Package) string {
			if p == checked {
				return ""
			}
			return p.Name()
		})
	}
	return known, nil
}

// planted is a package whose test binaries have faults.
type planted struct {
	faults []fault
	tests  []binary // the package's own tests first, then those of other packages of its folder
	limit  time.Duration
}

// binary is a test binary, and the directory in which it runs.
type binary struct{ path, dir string }

// plant builds the tests of a package, and of others in its folder, with the faults of the package.
// Faults that don't compile are left out.
func plant(ctx context.Context, temp, dir string, faults []fault) (planted, error) {
	temp, err := os.MkdirTemp(temp, "package")
	if err != nil {
		return planted{}, err
	}
	for len(faults) > 0 {
		list, err := overlay(temp, dir, faults)
		if err != nil {
			return planted{}, err
		}
		out, err := exec.CommandContext(ctx, "go", "build", "-gcflags=-e", "-overlay", list, "./"+dir).CombinedOutput()
		if err == nil {
			p := planted{faults: faults}
			return p, p.build(ctx, temp, list, dir)
		}
		before := len(faults)
		faults = slices.DeleteFunc(faults, func(f fault) bool {
			// the compiler may name the file of the overlay instead, which has the same name in another folder
			return bytes.Contains(out, fmt.Appendf(nil, "/%s:%d:", filepath.Base(f.file), f.line))
		})
		if len(faults) == before {
			return planted{}, fmt.Errorf("%w\n%s", err, out)
		}
	}
	return planted{}, nil
}

// helpers is what planted faults call.
const helpers = `
import ("os"; "strconv")
var faultOn_, _ = strconv.Atoi(os.Getenv("FAULT"))
func fault_(n int) bool { return n == faultOn_ }
func faultOf_[T any](n int, faulty, right T) T { if fault_(n) { return faulty }; return right }
func faultOr_(n int, faulty, right func() bool) bool { if fault_(n) { return faulty() }; return right() }
`

// overlay writes the files with the faults into a directory, and the list that the go command reads.
// The faults are numbered from 1.
func overlay(temp, dir string, faults []fault) (list string, err error) {
	replace := map[string]string{}
	sources := map[string][]byte{}
	order := make([]int, len(faults))
	for i := range order {
		order[i] = i
	}
	// faults are planted from the end of a file on
	slices.SortFunc(order, func(a, b int) int { return faults[b].from - faults[a].from })
	for _, i := range order {
		f := faults[i]
		if sources[f.file] == nil {
			if sources[f.file], err = os.ReadFile(f.file); err != nil {
				return "", err
			}
		}
		s := sources[f.file]
		sources[f.file] = slices.Concat(s[:f.from], fmt.Appendf(nil, f.switched, i+1), s[f.to:])
	}
	file, err := parser.ParseFile(token.NewFileSet(), faults[0].file, nil, parser.PackageClauseOnly)
	if err != nil {
		return "", err
	}
	sources[filepath.Join(dir, "faults_planted.go")] = []byte("package " + file.Name.Name + helpers)
	for name, source := range sources {
		original, err := filepath.Abs(name)
		if err != nil {
			return "", err
		}
		replace[original] = filepath.Join(temp, filepath.Base(name))
		if err := os.WriteFile(replace[original], source, 0o600); err != nil {
			return "", err
		}
	}
	data, err := json.Marshal(map[string]map[string]string{"Replace": replace})
	if err != nil {
		return "", err
	}
	list = filepath.Join(temp, "overlay.json")
	return list, os.WriteFile(list, data, 0o600)
}

// room returns the pattern of the packages of a directory's room.
func room(dir string) string {
	parts := strings.Split(filepath.ToSlash(dir), "/")
	if within := parts[0] == "games" || parts[0] == "bot"; within && len(parts) > 1 {
		return "./" + parts[0] + "/" + parts[1] + "/..."
	}
	return "./" + parts[0] + "/..."
}

// build builds the test binaries of the package with the faults and of the other packages of its
// folder, and runs them without a fault, which has to succeed.
func (p *planted) build(ctx context.Context, temp, list, dir string) error {
	out, err := exec.CommandContext(ctx, "go", "list", "-test", "-f",
		"{{if .ForTest}}{{.ForTest}}\t{{.Dir}}\t{{join .Deps \" \"}}{{end}}", room(dir)).Output()
	if err != nil {
		return err
	}
	here, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	dirs := []string{here}
	own := regexp.MustCompile(`(^| )\S+/` + regexp.QuoteMeta(filepath.ToSlash(dir)) + `( |$)`)
	for line := range strings.Lines(string(out)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) == 3 && own.MatchString(fields[2]) && !slices.Contains(dirs, fields[1]) {
			dirs = append(dirs, fields[1])
		}
	}
	slowest := time.Duration(0)
	for i, dir := range dirs {
		b := binary{filepath.Join(temp, strconv.Itoa(i)+".test"), dir}
		out, err := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-ldflags=-s -w", "-overlay", list, "-o", b.path,
			dir).CombinedOutput()
		if err != nil {
			return fmt.Errorf("%w\n%s", err, out)
		}
		if _, err := os.Stat(b.path); err != nil { // a package without tests
			continue
		}
		began := time.Now()
		if out, err := b.run(ctx, 0, time.Hour); err != nil {
			return fmt.Errorf("without a fault: %w\n%s", err, out)
		}
		slowest = max(slowest, time.Since(began))
		p.tests = append(p.tests, b)
	}
	p.limit = 20*time.Second + 5*slowest
	return nil
}

// run runs the short tests with a fault; 0 is none.
func (b binary) run(ctx context.Context, fault int, limit time.Duration) ([]byte, error) {
	tests := exec.CommandContext(ctx, b.path, "-test.short", "-test.failfast", "-test.timeout", limit.String())
	tests.Dir, tests.Env = b.dir, append(os.Environ(), "FAULT="+strconv.Itoa(fault))
	return tests.CombinedOutput()
}

// Results of running the tests with a fault.
const (
	caught   = "caught"
	survived = "survived"
	hung     = "hung" // the tests ran into the limit: they fail, but too late to be of use
)

var failed = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)

// try runs the tests with one of the faults. By names a test that failed.
func (p planted) try(ctx context.Context, i int) (outcome, by string, err error) {
	for _, b := range p.tests {
		out, err := b.run(ctx, i+1, p.limit)
		exit, ended := errors.AsType[*exec.ExitError](err)
		switch {
		case err == nil:
			continue
		case !ended || exit == nil:
			return "", "", err
		case bytes.Contains(out, []byte("panic: test timed out after")):
			return hung, "", nil
		}
		if first := failed.FindSubmatch(out); first != nil {
			by = string(first[1])
		}
		return caught, by, nil
	}
	return survived, "", nil
}
