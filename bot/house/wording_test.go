package house_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"paddock/games/gamestest/golden"
)

// TestSentencesAreNotData changes the words of every English sentence in a copy of the tree, and
// plays the story of TestTranscript in both trees. Only words may differ, so no code compares a
// sentence or looks for words in one. The test builds the program anew, so it runs only with
// PADDOCK_PAGES.
func TestSentencesAreNotData(t *testing.T) {
	if asked := os.Getenv("PADDOCK_PAGES"); asked == "" || asked == inCopy {
		t.Skip("it builds everything anew; set PADDOCK_PAGES")
	}
	dir := filepath.Join(t.TempDir(), "paddock")
	if err := os.CopyFS(dir, os.DirFS(".")); err != nil {
		t.Fatal(err)
	}
	reworded := 0
	for _, part := range []string{"games", "bot"} {
		err := filepath.WalkDir(filepath.Join(dir, part), func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && slices.Contains([]string{"discordsim", "sandbox", "testdata", "gamestest"}, d.Name()):
				return filepath.SkipDir
			case strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go"):
				n, err := rewordFile(path)
				reworded += n
				return err
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if reworded < 500 {
		t.Fatalf("%d sentences were found: this shows little", reworded)
	}
	want, got := transcript(t, "."), transcript(t, dir)
	if diff := golden.Diff(want, got); diff != "" {
		t.Errorf("when every sentence is worded differently, something else changes with it:\n%s", diff)
	}
}

// transcript returns the transcript of the story in a tree.
func transcript(t *testing.T, dir string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "transcript")
	cmd := exec.Command("go", "test", "-count=1", "-vet=off", "-run", "^TestTranscript$", "./bot")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "PADDOCK_TRANSCRIPT="+file)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("the story can't be played in %s: %v\n%s", dir, err, lastLines(string(out), 40))
	}
	return read(t, file)
}

// speakers lists the functions whose first literal that is not empty is a sentence.
var speakers = []string{"Say", "Refuse", "problem", "log", "say"}

// rewordFile rewords the sentences of a Go file and returns their number.
func rewordFile(path string) (n int, err error) {
	src, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, path, src, 0)
	if err != nil {
		return 0, err
	}
	var literals []*ast.BasicLit
	ast.Inspect(f, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if !ok || !slices.Contains(speakers, calledName(call)) {
			return true
		}
		for _, arg := range call.Args {
			if parts := literalParts(arg); len(parts) > 0 {
				literals = append(literals, parts...)
				n++
				break
			}
		}
		return true
	})
	// replacements are made from the last to the first, so that earlier offsets stay valid
	slices.SortFunc(literals, func(a, b *ast.BasicLit) int { return int(b.Pos() - a.Pos()) })
	for _, l := range slices.Compact(literals) {
		text, err := strconv.Unquote(l.Value)
		if err != nil {
			return 0, err
		}
		from, to := files.Position(l.Pos()).Offset, files.Position(l.End()).Offset
		src = slices.Concat(src[:from], []byte(strconv.Quote(reword(text))), src[to:])
	}
	return n, os.WriteFile(path, src, 0o644)
}

func calledName(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// literalParts returns the string literals that an expression joins. It returns none if the
// expression has other parts, or is empty.
func literalParts(e ast.Expr) []*ast.BasicLit {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING && len(e.Value) > 2 {
			return []*ast.BasicLit{e}
		}
	case *ast.BinaryExpr:
		if a, b := literalParts(e.X), literalParts(e.Y); e.Op == token.ADD && len(a) > 0 && len(b) > 0 {
			return append(a, b...)
		}
	}
	return nil
}

// kept matches the parts of a sentence that are not reworded: arguments and code.
var kept = regexp.MustCompile("%(?:\\[\\d+\\])?[-+# 0]*[0-9.]*[a-zA-Z%]|`[^`]*`")

// reword changes every letter of a sentence into another, so that the sentence keeps its length.
func reword(text string) string {
	var b strings.Builder
	at := 0
	for _, m := range append(kept.FindAllStringIndex(text, -1), []int{len(text), len(text)}) {
		b.WriteString(strings.Map(otherLetter, text[at:m[0]]))
		b.WriteString(text[m[0]:m[1]])
		at = m[1]
	}
	return b.String()
}

func otherLetter(r rune) rune {
	switch {
	case r >= 'a' && r <= 'z':
		return 'a' + (r-'a'+13)%26
	case r >= 'A' && r <= 'Z':
		return 'A' + (r-'A'+13)%26
	}
	return r
}

func TestReword(t *testing.T) {
	for text, want := range map[string]string{
		"You played %s.":          "Lbh cynlrq %s.",
		"%[2]d of `/games` – 100": "%[2]d bs `/games` – 100",
		"":                        "",
	} {
		if got := reword(text); got != want {
			t.Errorf("reword(%q) = %q, want %q", text, got, want)
		}
	}
}
