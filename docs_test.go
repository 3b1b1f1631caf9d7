package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// The tutorial's code is a file that is compiled and tested: the two may not drift apart.
func TestFirstGameIsTheToyGame(t *testing.T) {
	doc := read(t, "docs/first-game.md")
	var parts []string
	for _, m := range regexp.MustCompile("(?s)```go\n(.*?)\n```").FindAllStringSubmatch(doc, -1) {
		parts = append(parts, m[1])
	}
	got := strings.Join(parts, "\n\n") + "\n"
	if want := read(t, "games/gamestest/nim/nim.go"); got != want {
		t.Error("the go blocks of docs/first-game.md, one after the other, are not games/gamestest/nim/nim.go")
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
