// Command faults plants small faults in packages, one at a time, and reports which of them the
// packages' own tests catch. It changes no file: the go command gets each fault as an overlay.
//
//	go run ./bot/house/faults -seed 1 -n 60 ./games/tourney ./render ./bot/deliver
//
// The own tests of a package are those beside it and, if these notice nothing, those of the other
// packages of its room: games/match/service for games/match/decide. Only the short ones run. They
// have to pass without a fault first, and the time that they take then limits how long they may run
// with one: tests that hang are no use.
//
// A fault that survives is a value that no test looks at, or one without an effect: only a reader
// can tell. Start reading at [find], which lists the faults that a file can have.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// fault is a change of one place of a file.
type fault struct {
	kind     kind
	file     string
	line     int
	from, to int // the bytes that are replaced
	text     string
}

// kind is a kind of fault.
type kind string

const (
	negated   kind = "negated condition"
	offByOne  kind = "off by one"
	swapped   kind = "swapped comparison"
	constant  kind = "wrong constant"
	noError   kind = "dropped error"
	noAction  kind = "dropped statement"
	returning kind = "early return"
)

var kinds = []kind{negated, offByOne, swapped, constant, noError, noAction, returning}

func main() {
	seed := flag.Uint64("seed", 1, "the `number` from which the faults are drawn")
	n := flag.Int("n", 60, "how many faults that compile are planted")
	most := flag.Duration("timeout", 0, "how long tests may run with a fault; 0: as long as they run without one, and some more")
	flag.Parse()
	if err := run(context.Background(), *seed, *n, *most, flag.Args()); err != nil {
		log.Fatal(err)
	}
}

// run draws a kind, then a place where it is possible, so that rare kinds are drawn as often as
// frequent ones. No fault is drawn twice.
func run(ctx context.Context, seed uint64, n int, most time.Duration, dirs []string) error {
	possible := map[kind][]fault{}
	limits := map[string]time.Duration{}
	for _, dir := range dirs {
		dir = filepath.Clean(dir)
		if err := findIn(dir, possible); err != nil {
			return err
		}
		if room := room(dir); most > 0 {
			limits[room] = most
		} else if limits[room] == 0 {
			var err error
			if limits[room], err = limit(ctx, room); err != nil {
				return err
			}
		}
	}
	lot := rand.New(rand.NewPCG(seed, 1))
	outcomes := map[string]int{}
	for planted := 0; planted < n; {
		kind := kinds[lot.IntN(len(kinds))]
		if len(possible[kind]) == 0 {
			return errors.New("nothing to plant: " + string(kind))
		}
		at := lot.IntN(len(possible[kind]))
		f := possible[kind][at]
		possible[kind] = slices.Delete(possible[kind], at, at+1)
		outcome, by, err := f.plant(ctx, limits[room(filepath.Dir(f.file))])
		if err != nil {
			return err
		}
		if outcome == notCompiling {
			continue
		}
		planted++
		outcomes[outcome]++
		fmt.Printf("%d\t%s\t%s:%d\t%s\t%q\t%s\n", planted, outcome, f.file, f.line, f.kind, f.text, by)
	}
	fmt.Println(outcomes)
	return nil
}

// findIn adds the faults that the files of a directory can have.
func findIn(dir string, possible map[kind][]fault) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return err
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		found, err := find(file)
		if err != nil {
			return err
		}
		for _, f := range found {
			possible[f.kind] = append(possible[f.kind], f)
		}
	}
	return nil
}

// The outcomes of a fault.
const (
	caught       = "caught"
	survived     = "survived"
	hung         = "hung" // the tests ran into the limit: they fail, but too late to be of use
	notCompiling = ""
)

var (
	passed = regexp.MustCompile(`(?m)^ok\s+\S+\s+([0-9.]+)s`)
	failed = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)
)

// room returns the pattern of the packages of a directory's room.
func room(dir string) string {
	parts := strings.Split(filepath.ToSlash(dir), "/")
	if within := parts[0] == "games" || parts[0] == "bot"; within && len(parts) > 1 {
		return "./" + parts[0] + "/" + parts[1] + "/..."
	}
	return "./" + parts[0] + "/..."
}

// limit returns how long a package's tests may run with a fault: much longer than the slowest of
// the room runs without one.
func limit(ctx context.Context, room string) (time.Duration, error) {
	out, err := test(ctx, room, "-count=1")
	if err != nil {
		return 0, fmt.Errorf("without a fault: %w\n%s", err, out)
	}
	slowest := 0.0
	for _, one := range passed.FindAllSubmatch(out, -1) {
		seconds, err := strconv.ParseFloat(string(one[1]), 64)
		if err != nil {
			return 0, err
		}
		slowest = max(slowest, seconds)
	}
	return 20*time.Second + time.Duration(5*slowest)*time.Second, nil
}

// test runs the short tests of packages.
func test(ctx context.Context, pattern string, flags ...string) ([]byte, error) {
	args := slices.Concat([]string{"test", "-short", "-vet=off", "-failfast", "-ldflags=-s -w"}, flags, []string{pattern})
	return exec.CommandContext(ctx, "go", args...).CombinedOutput()
}

// plant runs the tests with the fault. By names a test that failed.
func (f fault) plant(ctx context.Context, limit time.Duration) (outcome, by string, err error) {
	dir, err := os.MkdirTemp("", "fault")
	if err != nil {
		return "", "", err
	}
	defer os.RemoveAll(dir)
	overlay, err := f.overlay(dir)
	if err != nil {
		return "", "", err
	}
	// a test that passes beside the fault is not run again for the room: go test remembers it
	for _, pattern := range []string{"./" + filepath.Dir(f.file), room(filepath.Dir(f.file))} {
		out, err := test(ctx, pattern, "-overlay", overlay, "-timeout", limit.String())
		switch {
		case err == nil:
			continue
		case bytes.Contains(out, []byte("[build failed]")), bytes.Contains(out, []byte("[setup failed]")):
			return notCompiling, "", nil
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

// overlay writes the file with the fault into a directory, and the list that the go command reads.
func (f fault) overlay(dir string) (list string, err error) {
	source, err := os.ReadFile(f.file)
	if err != nil {
		return "", err
	}
	changed := filepath.Join(dir, filepath.Base(f.file))
	if err := os.WriteFile(changed, slices.Concat(source[:f.from], []byte(f.text), source[f.to:]), 0o600); err != nil {
		return "", err
	}
	original, err := filepath.Abs(f.file)
	if err != nil {
		return "", err
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {original: changed}})
	if err != nil {
		return "", err
	}
	list = filepath.Join(dir, "overlay.json")
	return list, os.WriteFile(list, overlay, 0o600)
}

// opposite and shifted are the operators that a fault puts in the place of others.
var (
	opposite = map[token.Token]token.Token{
		token.LSS: token.GTR, token.GTR: token.LSS, token.LEQ: token.GEQ, token.GEQ: token.LEQ,
		token.EQL: token.NEQ, token.NEQ: token.EQL, token.LAND: token.LOR, token.LOR: token.LAND,
	}
	shifted = map[token.Token]token.Token{
		token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	}
)

// finder collects the faults that a file can have.
type finder struct {
	file   string
	source []byte
	set    *token.FileSet
	found  []fault
}

// find lists the faults that a file can have.
func find(file string) ([]fault, error) {
	source, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	f := finder{file: file, source: source, set: token.NewFileSet()}
	tree, err := parser.ParseFile(f.set, file, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, d := range tree.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		f.inspect(fn.Body, fn.Type)
	}
	return f.found, nil
}

// inspect collects the faults of a function's body, and of the functions in it.
func (f *finder) inspect(body *ast.BlockStmt, signature *ast.FuncType) {
	zeros := f.zeros(signature)
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			f.inspect(n.Body, n.Type)
			return false
		case *ast.BlockStmt:
			f.statements(n.List, zeros)
		case *ast.CaseClause:
			f.statements(n.Body, zeros)
		case *ast.IfStmt:
			f.condition(n)
		case *ast.BinaryExpr:
			f.operator(n)
		case *ast.BasicLit:
			f.literal(n)
		case *ast.Ident:
			switch n.Name {
			case "true":
				f.add(constant, n, "false")
			case "false":
				f.add(constant, n, "true")
			}
		}
		return true
	})
}

// zeros returns the zero values of a function's results, as a list.
func (f *finder) zeros(signature *ast.FuncType) string {
	var list []string
	if signature.Results != nil {
		for _, field := range signature.Results.List {
			for range max(1, len(field.Names)) {
				list = append(list, "*new("+f.text(field.Type)+")")
			}
		}
	}
	return strings.Join(list, ", ")
}

// statements collects the faults that leave a statement out, or all that follow it.
func (f *finder) statements(list []ast.Stmt, zeros string) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.AssignStmt:
			if s.Tok != token.DEFINE {
				f.add(noAction, s, "if false { "+f.text(s)+" }")
			}
		case *ast.ExprStmt, *ast.IncDecStmt, *ast.DeferStmt:
			f.add(noAction, s, "if false { "+f.text(s)+" }")
		}
		if _, last := s.(*ast.ReturnStmt); !last {
			at := f.set.Position(s.Pos())
			f.found = append(f.found,
				fault{returning, f.file, at.Line, at.Offset, at.Offset, "if true { return " + zeros + " }; "})
		}
	}
}

// condition collects the faults of an if: the opposite condition, and an error that is not seen.
func (f *finder) condition(n *ast.IfStmt) {
	f.add(negated, n.Cond, "!("+f.text(n.Cond)+")")
	if b, ok := n.Cond.(*ast.BinaryExpr); ok && b.Op == token.NEQ && f.text(b.X) == "err" && f.text(b.Y) == "nil" {
		f.add(noError, n.Cond, "false && err != nil")
	}
}

// operator collects the faults of a comparison, and of one more or less.
func (f *finder) operator(n *ast.BinaryExpr) {
	with := func(op token.Token) string { return f.text(n.X) + " " + op.String() + " " + f.text(n.Y) }
	if op, ok := opposite[n.Op]; ok {
		f.add(swapped, n, with(op))
	}
	if op, ok := shifted[n.Op]; ok {
		f.add(offByOne, n, with(op))
	}
	if (n.Op == token.ADD || n.Op == token.SUB) && f.text(n.Y) == "1" {
		f.add(offByOne, n, f.text(n.X))
	}
}

// literal collects another number in the place of a number.
func (f *finder) literal(n *ast.BasicLit) {
	switch n.Kind {
	case token.INT:
		if i, err := strconv.ParseInt(n.Value, 0, 64); err == nil {
			f.add(constant, n, strconv.FormatInt(i+1, 10))
		}
	case token.FLOAT:
		f.add(constant, n, "("+n.Value+"*2)")
	}
}

func (f *finder) text(n ast.Node) string {
	return string(f.source[f.set.Position(n.Pos()).Offset:f.set.Position(n.End()).Offset])
}

func (f *finder) add(k kind, n ast.Node, text string) {
	at := f.set.Position(n.Pos())
	f.found = append(f.found, fault{k, f.file, at.Line, at.Offset, f.set.Position(n.End()).Offset, text})
}
