package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"paddock/bot/cli"
	"paddock/games/gamestest/golden"
)

// The tutorial's game is the toy of the tests by another name, so its code is compiled and tested with every run: the two may not drift apart.
func TestFirstGameIsTheToyGame(t *testing.T) {
	var got strings.Builder
	for _, b := range blocks(t, "docs/first-game.md") {
		if b.kind == "go" && b.file == "games/marienbad/marienbad.go" {
			got.WriteString("\n" + b.text)
		}
	}
	code := strings.NewReplacer("Marienbad", "Nim", "marienbad", "nim").Replace(strings.TrimPrefix(got.String(), "\n"))
	if diff := golden.Diff(read(t, "games/gamestest/nim/nim.go"), code); diff != "" {
		t.Errorf("the blocks of marienbad.go in docs/first-game.md, one after the other, are not games/gamestest/nim/nim.go:\n%s", diff)
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
	for _, c := range cli.Commands() {
		known[c.Name] = true
	}
	docs, _ := filepath.Glob("docs/*.md")
	for _, doc := range append(docs, "README.md") {
		for _, m := range regexp.MustCompile("(?:`paddock|go run \\.) ([a-z-]+)").FindAllStringSubmatch(read(t, doc), -1) {
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

// docs/dependencies.md names exactly the modules of go.mod, in their versions, and tells truly which of them the program is built from.
func TestDependenciesAreTheModules(t *testing.T) {
	program := map[string]bool{}
	for _, m := range strings.Fields(goOutput(t, "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", ".")) {
		program[m] = true
	}
	want := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^(?:require)?\s+(\S+) (v\S+)( // indirect)?$`).FindAllStringSubmatch(read(t, "go.mod"), -1) {
		switch {
		case m[3] != "":
			want[m[1]+" "+m[2]] = "Brought along by others"
		case program[m[1]]:
			want[m[1]+" "+m[2]] = "In the program"
		default:
			want[m[1]+" "+m[2]] = "Only in tests"
		}
	}
	if len(want) < 5 {
		t.Fatalf("go.mod requires only %v", want)
	}
	section := ""
	for line := range strings.Lines(read(t, "docs/dependencies.md")) {
		if name, ok := strings.CutSuffix(strings.TrimSpace(line), ":"); ok {
			section = name
		}
		m := regexp.MustCompile(`^\| (\S+ v\S+) \|`).FindStringSubmatch(line)
		if m == nil {
			continue
		}
		if want[m[1]] != section {
			t.Errorf("docs/dependencies.md has %s under %q, it belongs under %q", m[1], section, want[m[1]])
		}
		delete(want, m[1])
	}
	for m, section := range want {
		t.Errorf("docs/dependencies.md lacks %s, which belongs under %q", m, section)
	}
}

func goOutput(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		t.Fatalf("go %s: %v", strings.Join(args, " "), err)
	}
	return string(out)
}

// Every file that a page names is there: a page that has not followed the code leads nowhere.
func TestPagesNameFilesThatExist(t *testing.T) {
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`((?:bot|games|render|storage|docs|\\.ci)/[a-z_/]*[a-z](?:\\.[a-z]+)?)`")
	for _, page := range append(pages, "README.md") {
		if page == "docs/first-game.md" || page == "docs/languages.md" || strings.HasPrefix(page, "docs/add-") {
			continue // they make files, and are followed by TestPagesCanBeFollowed
		}
		text := regexp.MustCompile("(?s)```.*?```").ReplaceAllString(read(t, page), "")
		for _, m := range named.FindAllStringSubmatch(text, -1) {
			if _, err := os.Stat(m[1]); err != nil {
				t.Errorf("%s names %s, which is not there", page, m[1])
			}
		}
	}
}
