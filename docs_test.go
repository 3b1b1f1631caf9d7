package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"paddock/games/gamestest/golden"
)

// The tutorial's code is a file that is compiled and tested: the two may not drift apart.
func TestFirstGameIsTheToyGame(t *testing.T) {
	doc := read(t, "docs/first-game.md")
	var parts []string
	for _, m := range regexp.MustCompile("(?s)```go\n(.*?)\n```").FindAllStringSubmatch(doc, -1) {
		parts = append(parts, m[1])
	}
	got := strings.Join(parts, "\n\n") + "\n"
	if diff := golden.Diff(read(t, "games/gamestest/nim/nim.go"), got); diff != "" {
		t.Errorf("the go blocks of docs/first-game.md, one after the other, are not games/gamestest/nim/nim.go:\n%s", diff)
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Every file that the documents point to is there.
func TestDocumentsPointToFiles(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]+)\)`)
	docs, err := filepath.Glob("docs/*.md")
	if err != nil || len(docs) == 0 {
		t.Fatalf("no documents: %v", err)
	}
	rules, _ := filepath.Glob("docs/rules/*.md")
	for _, doc := range append(append(docs, rules...), "README.md") {
		for _, m := range link.FindAllStringSubmatch(read(t, doc), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(doc), m[1])); err != nil {
				t.Errorf("%s points to %s: %v", doc, m[1], err)
			}
		}
	}
}

// Every sub-command that the documents name exists, and the README names them all but the plain ones.
func TestDocumentsNameCommands(t *testing.T) {
	known := map[string]bool{}
	for _, c := range commands() {
		known[c.name] = true
	}
	docs, _ := filepath.Glob("docs/*.md")
	for _, doc := range append(docs, "README.md") {
		for _, m := range regexp.MustCompile("(?:`paddock|go run \\.) ([a-z]+)").FindAllStringSubmatch(read(t, doc), -1) {
			if !known[m[1]] {
				t.Errorf("%s names the command %q, which does not exist", doc, m[0])
			}
		}
	}
	readme := read(t, "README.md")
	for _, name := range []string{"sandbox", "play", "backup", "check", "health"} {
		if !strings.Contains(readme, "paddock "+name) && !strings.Contains(readme, "go run . "+name) {
			t.Errorf("README.md doesn't name the command %s", name)
		}
	}
}
