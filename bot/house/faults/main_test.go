package main

import (
	"bytes"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const sample = `package sample

func f(list []int) (n int, err error) {
	defer println()
	if n, err = g(); err != nil {
		return 0, err
	}
	for i := 0; i < len(list)-1; i++ {
		n += list[i] + 2
	}
	switch n {
	case 3:
		println()
	}
	return n, nil
}
`

// Every kind of fault is found in a file that has a place for it, and leaves a file that parses.
func TestFind(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sample.go")
	if err := os.WriteFile(file, []byte(sample), 0o600); err != nil {
		t.Fatal(err)
	}
	found, err := find(file, map[string]string{file + ":9:18/2": "int", file + ":8:18/len(list)-1": "int"})
	if err != nil {
		t.Fatal(err)
	}
	byKind := map[kind][]string{}
	for _, f := range found {
		byKind[f.kind] = append(byKind[f.kind], f.text)
		if strings.HasPrefix(sample[f.from:], "case") {
			t.Errorf("%s is planted before a case, where nothing is left to do", f.kind)
		}
		changed := sample[:f.from] + f.text + sample[f.to:]
		if _, err := parser.ParseFile(token.NewFileSet(), "", changed, 0); err != nil || changed == sample {
			t.Errorf("%s in line %d: %v\n%s", f.kind, f.line, err, changed)
		}
	}
	for kind, text := range map[kind]string{
		negated: "!(err != nil)", noError: "false && err != nil", swapped: "i > len(list)-1", offByOne: "i <= len(list)-1",
		constant: "3", noAction: "if false { n += list[i] + 2 }", returning: "if true { return *new(int), *new(error) }; ",
	} {
		if !slices.Contains(byKind[kind], text) {
			t.Errorf("%s: %q, want %q among them", kind, byKind[kind], text)
		}
	}
}

// A folder may hold a package and also a program that is built apart from it, such as the one that
// writes the package's table. No faults are planted in the program.
func TestFindPassesOverPrograms(t *testing.T) {
	possible := map[kind][]fault{}
	if err := findIn(t.Context(), "../../../games/match/calendar", possible); err != nil {
		t.Fatal(err)
	}
	for _, f := range possible[noError] {
		if filepath.Base(f.file) == "generate.go" {
			t.Errorf("a fault is found in %s", f.file)
		}
	}
	if len(possible[noError]) == 0 {
		t.Error("no fault is found in the package")
	}
}

// A fault that doesn't compile is left out, also if a package has no other.
func TestPlantLeavesOutWhatDoesNotCompile(t *testing.T) {
	source, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	end := fault{
		kind: constant, file: "main.go", line: bytes.Count(source, []byte("\n")) + 1, from: len(source), to: len(source),
		switched: "var _ byte = 256 // %d\n",
	}
	if p, err := plant(t.Context(), t.TempDir(), ".", []fault{end}); err != nil || len(p.faults) > 0 {
		t.Errorf("planted %v, %v; want nothing", p.faults, err)
	}
}
