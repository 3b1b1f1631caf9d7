// Command faults plants small faults in packages and reports which of them the packages' own tests
// catch. It changes no file: the go command gets the faults as an overlay. All faults of a package
// are in one test binary, and an environment variable switches one of them on, so that a fault costs
// a run of the tests and no build.
//
//	go run ./bot/house/faults -seed 1 -n 60 ./games/tourney ./render ./bot/deliver
//
// The own tests of a package are those beside it and, if these notice nothing, those of the other
// packages of its folder: games/match/service for games/match/decide. Only the short ones run. They
// have to pass without a fault first, and the time that they take then limits how long they may run
// with one: tests that hang are no use.
//
// A fault that survives changes a value that no test checks, or has no effect: only a reader can
// tell which. Start reading at [find], which lists the faults that a file can have; build.go plants
// them.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"go/build"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	seed := flag.Uint64("seed", 1, "the `number` from which the faults are drawn")
	n := flag.Int("n", 60, "how many faults are planted")
	only := flag.String("kind", "", "plant only faults of this `kind`, such as \"dropped error\"")
	flag.Parse()
	of := kinds
	if *only != "" {
		of = []kind{kind(*only)}
	}
	if err := run(context.Background(), *seed, *n, of, flag.Args()); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, seed uint64, n int, of []kind, dirs []string) error {
	possible := map[kind][]fault{}
	for _, dir := range dirs {
		if err := findIn(ctx, filepath.Clean(dir), possible); err != nil {
			return err
		}
	}
	temp, err := os.MkdirTemp("", "faults")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	faults, err := draw(seed, n, of, possible)
	if err != nil {
		return err
	}
	outcomes, number := map[string]int{}, 0
	for _, dir := range dirs {
		dir = filepath.Clean(dir)
		p, err := plant(ctx, temp, dir, slices.DeleteFunc(slices.Clone(faults), func(f fault) bool {
			return filepath.Dir(f.file) != dir
		}))
		if err != nil {
			return err
		}
		for i, f := range p.faults {
			number++
			outcome, by, err := p.try(ctx, i)
			if err != nil {
				return err
			}
			outcomes[outcome]++
			fmt.Printf("%d\t%s\t%s:%d\t%s\t%q\t%s\n", number, outcome, f.file, f.line, f.kind, f.text, by)
		}
	}
	fmt.Println(outcomes)
	return nil
}

// draw draws one of the kinds, then a place where it is possible, so that rare kinds are drawn as often as
// frequent ones. No two faults change the same bytes. It draws n faults, or all that are possible.
func draw(seed uint64, n int, of []kind, possible map[kind][]fault) (faults []fault, err error) {
	lot := rand.New(rand.NewPCG(seed, 1))
	of = slices.Clone(of)
	for len(faults) < n && len(of) > 0 {
		i := lot.IntN(len(of))
		list := possible[of[i]]
		if len(list) == 0 {
			of = slices.Delete(of, i, i+1)
			continue
		}
		at := lot.IntN(len(list))
		f := list[at]
		possible[of[i]] = slices.Delete(list, at, at+1)
		if !slices.ContainsFunc(faults, f.overlaps) {
			faults = append(faults, f)
		}
	}
	if len(faults) == 0 {
		return nil, errors.New("nothing to plant")
	}
	return faults, nil
}

// findIn adds the faults that the files of a directory can have.
func findIn(ctx context.Context, dir string, possible map[kind][]fault) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return err
	}
	files = slices.DeleteFunc(files, func(name string) bool {
		built, err := build.Default.MatchFile(dir, filepath.Base(name))
		return strings.HasSuffix(name, "_test.go") || err == nil && !built
	})
	types, err := typesOf(ctx, dir, files)
	if err != nil {
		return err
	}
	for _, file := range files {
		found, err := find(file, types)
		if err != nil {
			return err
		}
		for _, f := range found {
			possible[f.kind] = append(possible[f.kind], f)
		}
	}
	return nil
}
