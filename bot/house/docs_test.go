package house_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"paddock/bot/cli"
)

// The tutorial copies the test game Nim, and quotes it.
func TestFirstGameQuotesTheToyGame(t *testing.T) {
	toy, quotes := read(t, "games/gamestest/nim/nim.go"), 0
	for _, b := range blocks(t, "docs/first-game.md") {
		if b.kind != "go" || b.file != "" {
			continue
		}
		if quotes++; !strings.Contains(toy, b.text) {
			t.Errorf("docs/first-game.md:%d: this is not in games/gamestest/nim/nim.go:\n%s", b.line, b.text)
		}
	}
	if quotes < 4 {
		t.Errorf("%d quotes, want more: the test looks at the wrong thing", quotes)
	}
}

// pages returns the repository's documents for people.
func pages(t *testing.T) []string {
	t.Helper()
	docs, err := filepath.Glob("docs/*.md")
	rules, _ := filepath.Glob("docs/rules/*.md")
	if err != nil || len(docs) < 20 || len(rules) < 4 {
		t.Fatalf("%d documents, %d rules: %v", len(docs), len(rules), err)
	}
	return append(append(docs, rules...), "README.md")
}

var link = regexp.MustCompile(`\]\(([^)#:]*)(?:#([^)]+))?\)`)

// Every file or section that a document links to exists.
func TestDocumentsPointToFiles(t *testing.T) {
	links := 0
	for _, doc := range pages(t) {
		for _, m := range link.FindAllStringSubmatch(read(t, doc), -1) {
			file := doc
			if m[1] != "" {
				file = filepath.Join(filepath.Dir(doc), m[1])
			}
			links++
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s points to %s: %v", doc, m[1], err)
			} else if m[2] != "" && !slices.Contains(anchors(read(t, file)), m[2]) {
				t.Errorf("%s points to %s, which has no section #%s", doc, file, m[2])
			}
		}
	}
	if links < 100 {
		t.Errorf("only %d links are found", links)
	}
}

// anchors returns the link anchors of a document's headings, as GitHub makes them.
func anchors(text string) (list []string) {
	for _, m := range regexp.MustCompile(`(?m)^#+ (.+)$`).FindAllStringSubmatch(text, -1) {
		kept := regexp.MustCompile(`[^\p{L}\p{N} _-]`).ReplaceAllString(strings.ToLower(m[1]), "")
		list = append(list, strings.ReplaceAll(kept, " ", "-"))
	}
	return list
}

// docs/README.md links to every document, and the README links to docs/README.md.
func TestIndexLeadsToEveryDocument(t *testing.T) {
	led := map[string]bool{"docs/README.md": true, "README.md": true}
	for _, m := range link.FindAllStringSubmatch(read(t, "docs/README.md"), -1) {
		led[filepath.Join("docs", m[1])] = true
	}
	for _, doc := range pages(t) {
		if !led[doc] {
			t.Errorf("docs/README.md does not lead to %s", doc)
		}
	}
	if !strings.Contains(read(t, "README.md"), "(docs/README.md)") {
		t.Error("README.md does not lead to docs/README.md")
	}
}

// Every sub-command of the program that the documents name exists. The README names those that a
// newcomer or host needs first.
func TestDocumentsNameCommands(t *testing.T) {
	known := map[string]bool{}
	for _, c := range cli.Commands() {
		known[c.Name] = true
	}
	docs, _ := filepath.Glob("docs/*.md")
	for _, doc := range append(docs, "README.md") {
		for _, m := range regexp.MustCompile("(?:`paddock|go run \\.) ([a-z-]+)").FindAllStringSubmatch(read(t, doc),
			-1) {
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

// docs/dependencies.md names exactly the modules of go.mod with their versions, and says correctly
// which of them are part of the program.
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
		m := regexp.MustCompile(`^\* (\S+ v[^\s:]+)`).FindStringSubmatch(line)
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

// Every file that a page names is there: an outdated page would lead nowhere.
func TestPagesNameFilesThatExist(t *testing.T) {
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`((?:bot|games|render|storage|docs|\\.ci)/[a-z_/]*[a-z](?:\\.[a-z]+)?)`")
	for _, page := range append(pages, "README.md") {
		if page == "docs/first-game.md" || page == "docs/languages.md" || strings.HasPrefix(page, "docs/add-") {
			continue // TestPagesCanBeFollowed checks the tutorials, which are left out here
		}
		text := regexp.MustCompile("(?s)```.*?```").ReplaceAllString(read(t, page), "")
		for _, m := range named.FindAllStringSubmatch(text, -1) {
			if _, err := os.Stat(m[1]); err != nil {
				t.Errorf("%s names %s, which is not there", page, m[1])
			}
		}
	}
}

// short is the form in which docs/numbers.md abbreviates the command of a benchmark.
var short = regexp.MustCompile("`(\\./[a-z/]+) (\\w+) \\d+x`")

// Every test that a document says how to run is in the package that it names.
func TestDocumentsQuoteTests(t *testing.T) {
	quoted := 0
	for _, page := range pages(t) {
		if slices.Contains(followed, page) {
			continue // TestPagesCanBeFollowed runs the commands of the tutorials, which are left out here
		}
		text := short.ReplaceAllString(read(t, page), "`go test $1 -bench $2`")
		for _, m := range regexp.MustCompile("`(?:[A-Z_]+=\\S+ )?go test ([^`]+)`").FindAllStringSubmatch(text, -1) {
			var there []string
			for _, dir := range regexp.MustCompile(`\./[a-z/]+`).FindAllString(m[1], -1) {
				files, _ := filepath.Glob(filepath.Join(dir, "*_test.go"))
				for _, file := range files {
					for _, f := range regexp.MustCompile(`(?m)^func ((?:Test|Benchmark)\w+)\(`).FindAllStringSubmatch(read(t, file), -1) {
						there = append(there, f[1])
					}
				}
			}
			for _, run := range regexp.MustCompile(`-(run|bench) '?([^\s']+)`).FindAllStringSubmatch(m[1], -1) {
				if run[2] == "^$" || run[2] == "." || strings.Contains(m[1], "...") {
					continue
				}
				if quoted++; !slices.ContainsFunc(there, regexp.MustCompile(run[2]).MatchString) {
					t.Errorf("%s: nothing there is run by go test %s", page, m[1])
				}
			}
		}
	}
	if quoted < 15 {
		t.Errorf("only %d commands are found", quoted)
	}
}

// The README and the page for hosts start the container with the same commands.
func TestContainerStartsInOneWay(t *testing.T) {
	commands := regexp.MustCompile("(?s)```sh\n(docker build[^`]*)```")
	readme, hosting := commands.FindStringSubmatch(read(t, "README.md")),
		commands.FindStringSubmatch(read(t, "docs/hosting.md"))
	if readme == nil || hosting == nil || readme[1] != hosting[1] {
		t.Errorf("README.md and docs/hosting.md start the container with %q and %q", readme, hosting)
	}
}

// A container has a loopback of its own: what the bot serves there must listen on all of the
// container's addresses, and its port must be published, to the host alone.
func TestComposePublishesWhatListens(t *testing.T) {
	compose := read(t, "docs/compose.yaml")
	for _, setting := range []string{"PADDOCK_MONITOR", "PADDOCK_ACTIVITY"} {
		line := regexp.MustCompile(setting + `: .*\b0\.0\.0\.0:(\d+)`).FindStringSubmatch(compose)
		if line == nil {
			t.Errorf("docs/compose.yaml does not let %s listen on the container's addresses", setting)
			continue
		}
		if published := fmt.Sprintf(`"127.0.0.1:%[1]s:%[1]s"`, line[1]); !strings.Contains(compose, published) {
			t.Errorf("docs/compose.yaml does not publish %s for %s", published, setting)
		}
	}
}

// What only developers need stands in docs/numbers.md and in the pages for developers: players stop
// reading at command lines that mean nothing to them.
func TestPlayersPagesHoldNoWordForDevelopers(t *testing.T) {
	_, index, _ := strings.Cut(read(t, "docs/README.md"), "## For players\n")
	index, _, _ = strings.Cut(index, "\n## ")
	code := regexp.MustCompile(`\bgo (?:test|run|list|build|generate)\b|\bTest[A-Z]\w+|\w\.go\b|\bPADDOCK_(?:STRENGTH|SOLVE|FAIR|GAMES)\b`)
	looked := 0
	for _, m := range link.FindAllStringSubmatch(index, -1) {
		looked++
		page := filepath.Join("docs", m[1])
		for n, line := range strings.Split(read(t, page), "\n") {
			if word := code.FindString(line); word != "" {
				t.Errorf("%s:%d: %q means nothing to players", page, n+1, word)
			}
		}
	}
	if looked < 12 {
		t.Errorf("only %d pages for players are found", looked)
	}
}
