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

// program returns the path of the Paddock binary, which it builds once. The binary has the race detector if the tests have it.
var program = sync.OnceValues(func() (string, error) {
	const source = "../../main.go" // the rest of the program is imported here: a change of any part outdates cached results
	if _, err := os.ReadFile(source); err != nil {
		return "", err
	}
	file := filepath.Join(workshop, "paddock")
	info, _ := debug.ReadBuildInfo()
	race := slices.ContainsFunc(info.Settings, func(s debug.BuildSetting) bool { return s.Key == "-race" && s.Value == "true" })
	out, err := exec.Command("go", "build", fmt.Sprint("-race=", race), "-buildvcs=false", "-o", file, "paddock").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return file, nil
})

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
