package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"paddock/bot/cli"
)

// Every answer to a threat, and every feature, names tests that show it in its last column, and they are there.
func TestClaimsNameTests(t *testing.T) {
	there := tests(t)
	for file, atLeast := range map[string]int{"docs/security.md": 20, "docs/features.md": 30} {
		claims := 0
		for line := range strings.Lines(read(t, file)) {
			cells := strings.Split(strings.TrimSpace(line), "|")
			if len(cells) < 4 || strings.HasPrefix(cells[1], "---") || strings.TrimSpace(cells[len(cells)-2]) == "shown by" {
				continue
			}
			claims++
			named := regexp.MustCompile("`(\\w+)`").FindAllStringSubmatch(cells[len(cells)-2], -1)
			if len(named) == 0 {
				t.Errorf("%s: this row names no test: %s", file, line)
			}
			for _, m := range named {
				if !there[m[1]] {
					t.Errorf("%s: there is no test %s: %s", file, m[1], line)
				}
			}
		}
		if claims < atLeast {
			t.Errorf("%s: %d rows: the test looks at the wrong thing", file, claims)
		}
	}
}

// tests are the names of all tests and fuzz targets.
func tests(t *testing.T) map[string]bool {
	t.Helper()
	there := map[string]bool{}
	err := filepath.WalkDir(".", func(path string, d os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, "_test.go") {
			for _, m := range regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`).FindAllStringSubmatch(read(t, path), -1) {
				there[m[1]] = true
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return there
}

// The unit and the compose file set what there is to set, and call commands that there are.
func TestSetupFilesFit(t *testing.T) {
	settings := read(t, ".env.example")
	known := map[string]bool{}
	for _, c := range cli.Commands() {
		known[c.Name] = true
	}
	for _, file := range []string{"docs/paddock.service", "docs/compose.yaml"} {
		text := read(t, file)
		names := regexp.MustCompile(`\bPADDOCK_[A-Z_]+\b`).FindAllString(text, -1)
		if len(names) == 0 {
			t.Errorf("%s sets nothing", file)
		}
		for _, name := range names {
			if !strings.Contains(settings, name+"=") {
				t.Errorf("%s sets %s, which .env.example does not explain", file, name)
			}
		}
		for _, m := range regexp.MustCompile(`/paddock ([a-z]+)`).FindAllStringSubmatch(text, -1) {
			if !known[m[1]] {
				t.Errorf("%s calls paddock %s, which there is not", file, m[1])
			}
		}
		if !strings.Contains(read(t, "docs/hosting.md"), "("+filepath.Base(file)+")") {
			t.Errorf("docs/hosting.md does not lead to %s", file)
		}
	}
}
