package process_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"

	"paddock/games/gamestest/sidebyside"
)

// workshop is the folder in which the program is built.
var workshop string

func TestMain(m *testing.M) {
	sidebyside.AtLeast(4)
	dir, err := os.MkdirTemp("", "pd")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	workshop = dir
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// program returns the path of the Paddock binary, which it builds once. The binary has the race
// detector if the tests have it.
var program = sync.OnceValues(func() (string, error) { return build("paddock") })

// versionBefore returns the path of a Paddock that understands only the oldest form of records,
// like the previous version.
var versionBefore = sync.OnceValues(func() (string, error) {
	return build("before", "-ldflags=-X paddock/storage/layout.understands=0")
})

// build builds Paddock under a name.
func build(name string, flags ...string) (string, error) {
	const source = "../../main.go" // as this package depends on the program, the test cache notices every change of it
	if _, err := os.ReadFile(source); err != nil {
		return "", err
	}
	file := filepath.Join(workshop, name)
	info, _ := debug.ReadBuildInfo()
	race := slices.ContainsFunc(info.Settings, func(s debug.BuildSetting) bool {
		return s.Key == "-race" && s.Value == "true"
	})
	args := append([]string{"build", fmt.Sprint("-race=", race), "-buildvcs=false", "-o", file}, flags...)
	out, err := exec.Command("go", append(args, "paddock")...).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return file, nil
}

// paddock returns a command that runs the program in a folder, with an empty environment.
func paddock(ctx context.Context, t testing.TB, dir string, args ...string) *exec.Cmd {
	t.Helper()
	file, err := program()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(ctx, file, args...)
	cmd.Dir = dir
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "DISCORD_") || strings.HasPrefix(v, "PADDOCK_")
	})
	return cmd
}
