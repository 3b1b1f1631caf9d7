package house_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// lawBooks lists the documents that define the numbers of rules and of promises to players. Code,
// tests and other documents cite the numbers.
var lawBooks = map[string]string{ // the letters with which a document's numbers begin
	"docs/rules/kalah.md":    "K KG BT GT PT OB OG ER MI TS",
	"docs/rules/halatafl.md": "H HG",
	"docs/rules/stratego.md": "S",
	"docs/rules/fish.md":     "F",
	"docs/behaviour.md":      "P",
}

var (
	citation = regexp.MustCompile(`\b(?:KG|BT|GT|PT|OB|OG|ER|MI|TS|HG|[KHSFP])[0-9]{1,3}\b`)
	// A definition is the first cell of a table row, or the beginning of a bold text.
	definition  = regexp.MustCompile(`(?m)(?:^\| *|\*\*)([A-Z]{1,2}[0-9]{1,3})\b`)
	testName    = regexp.MustCompile(`^(?:Test|Fuzz|Benchmark)([A-Z]{1,2}[0-9]{1,3})(?:[A-Z_]|$)`)
	headline    = regexp.MustCompile(`^// ([A-Z]{1,2}[0-9]{1,3})[:,]`) // matches a comment that begins with a number
	promiseName = regexp.MustCompile(`(P[0-9]{1,3})`)                  // a test's name may contain several
	// The pattern matches position texts, which hold letters and digits that look like numbers of
	// rules.
	positionText = regexp.MustCompile(`\b(?:kalah|halatafl|stratego|stratego-view|fish|nim)/1 \S.*`)
)

// definitions collects the numbers that the law books define, each once and in the right book.
func definitions(t *testing.T) map[string]string {
	t.Helper()
	defined := map[string]string{}
	for book, series := range lawBooks {
		own := " " + series + " "
		for _, m := range definition.FindAllStringSubmatch(read(t, book), -1) {
			no := m[1]
			switch {
			case !strings.Contains(own, " "+strings.TrimRight(no, "0123456789")+" "):
				t.Errorf("%s defines %s, which is not of its series %s", book, no, series)
			case defined[no] != "":
				t.Errorf("%s defines %s, which %s defines too", book, no, defined[no])
			default:
				defined[no] = book
			}
		}
	}
	return defined
}

// said is a piece of text in a file of the repository.
type said struct {
	file string
	line int
	text string
	kind string // comment, string, name, or text for a file that is not Go
}

func (s said) at() string { return fmt.Sprintf("%s:%d", s.file, s.line) }

// TestCitationsResolve checks that every cited number is defined in a law book.
func TestCitationsResolve(t *testing.T) {
	defined := definitions(t)
	cited := map[string]bool{}
	for _, s := range everythingSaid(t) {
		numbers := citation.FindAllString(positionText.ReplaceAllString(s.text, ""), -1)
		if m := testName.FindStringSubmatch(s.text); s.kind == "name" && m != nil && citation.MatchString(m[1]) {
			numbers = append(numbers, m[1])
		}
		if m := headline.FindStringSubmatch(s.text); s.kind == "comment" && m != nil {
			numbers = append(numbers, m[1])
		}
		for _, no := range numbers {
			cited[no] = true
			if defined[no] == "" {
				t.Errorf("%s: %s is defined nowhere", s.at(), no)
			}
		}
	}
	if len(defined) < 300 || len(cited) < 300 {
		t.Errorf("%d numbers defined, %d cited: the test looks at too little", len(defined), len(cited))
	}
}

// TestPromisesAreTested checks that each promise to players has a test. Either a test or the rig of
// the stories cites it, or it stands in docs/features.md, whose rows name tests. Promises that the
// law book lists as not yet kept are exempt.
func TestPromisesAreTested(t *testing.T) {
	book := read(t, "docs/behaviour.md")
	kept, notYet, _ := strings.Cut(book, "\n## Not yet")
	shown := map[string]bool{}
	for _, s := range everythingSaid(t) {
		switch {
		case s.file == "docs/features.md",
			(strings.HasSuffix(s.file, "_test.go") || strings.HasPrefix(s.file, "bot/story/")) && s.kind == "comment":
			for _, no := range citation.FindAllString(s.text, -1) {
				shown[no] = true
			}
		case s.kind == "name" && testName.MatchString(s.text):
			for _, no := range citation.FindAllString(promiseName.ReplaceAllString(s.text, " $1 "), -1) {
				shown[no] = true
			}
		}
	}
	later := map[string]bool{}
	for _, no := range citation.FindAllString(notYet, -1) {
		later[no] = true
	}
	promises := 0
	for _, m := range definition.FindAllStringSubmatch(kept, -1) {
		if promises++; !shown[m[1]] && !later[m[1]] {
			t.Errorf("no test cites %s, and docs/features.md does not say which shows it", m[1])
		}
	}
	if promises < 90 {
		t.Errorf("only %d promises are found", promises)
	}
}

// TestNumbersDoNotReachPeople checks that no sentence for people, and no translation, cites the
// number of a rule or promise.
func TestNumbersDoNotReachPeople(t *testing.T) {
	defined := definitions(t)
	looked := 0
	// the pattern excludes letters and digits of a position text
	inWords := regexp.MustCompile(`(?:^|[\s(])` + citation.String() + `(?:$|[\s),;.–])`)
	for _, s := range everythingSaid(t) {
		program := s.kind == "string" && !strings.HasSuffix(s.file, "_test.go") &&
			(strings.HasPrefix(s.file, "bot/") || strings.HasPrefix(s.file, "games/")) &&
			!strings.HasPrefix(s.file, "games/gamestest/")
		if !program && s.kind != "translation" {
			continue
		}
		looked++
		if found := inWords.FindString(positionText.ReplaceAllString(s.text, "")); found != "" &&
			defined[citation.FindString(found)] != "" {
			t.Errorf("%s: %q says %s to people", s.at(), s.text, citation.FindString(found))
		}
	}
	if looked < 1000 {
		t.Errorf("only %d strings looked at", looked)
	}
}

// everythingSaid returns the text of the repository: its Go files by comments and strings, and its
// documents, scripts and translations by lines.
func everythingSaid(t *testing.T) (all []said) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (path == ".git" || d.Name() == "testdata"):
			return filepath.SkipDir
		case d.IsDir():
		case strings.HasSuffix(path, ".go"):
			all = append(all, saidInGo(t, path)...)
		case filepath.Base(filepath.Dir(path)) == "lang" && strings.HasSuffix(path, ".json"):
			all = append(all, translations(t, path)...)
		case strings.HasSuffix(path, ".md"), filepath.Dir(path) == ".ci":
			for i, line := range strings.Split(read(t, path), "\n") {
				all = append(all, said{path, i + 1, line, "text"})
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func saidInGo(t *testing.T, path string) (all []said) {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	for _, group := range file.Comments {
		for _, c := range group.List {
			for i, line := range strings.Split(c.Text, "\n") {
				all = append(all, said{path, set.Position(c.Pos()).Line + i, line, "comment"})
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			all = append(all, said{path, set.Position(n.Pos()).Line, n.Name.Name, "name"})
		case *ast.BasicLit:
			if n.Kind == token.STRING {
				text, err := strconv.Unquote(n.Value)
				if err != nil {
					t.Fatalf("%s: %v", set.Position(n.Pos()), err)
				}
				all = append(all, said{path, set.Position(n.Pos()).Line, text, "string"})
			}
		}
		return true
	})
	return all
}

// translations returns the keys and values of a language's file, each with its first line.
func translations(t *testing.T, path string) (all []said) {
	t.Helper()
	raw := read(t, path)
	dec := json.NewDecoder(strings.NewReader(raw))
	for {
		tok, err := dec.Token()
		if err != nil {
			break
		}
		if text, ok := tok.(string); ok {
			line := 1 + strings.Count(raw[:dec.InputOffset()], "\n")
			all = append(all, said{path, line, text, "translation"})
		}
	}
	if len(all) == 0 {
		t.Errorf("%s: no sentence was found", path)
	}
	return all
}
