package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"paddock/bot/cli"
)

// Every answer to a threat names tests that show it, and they are there.
func TestThreatsAreTested(t *testing.T) {
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
	answers := 0
	for line := range strings.Lines(read(t, "docs/security.md")) {
		cells := strings.Split(line, "|")
		if len(cells) != 5 || strings.HasPrefix(cells[1], "---") || strings.TrimSpace(cells[3]) == "shown by" {
			continue
		}
		answers++
		tests := regexp.MustCompile("`(\\w+)`").FindAllStringSubmatch(cells[3], -1)
		if len(tests) == 0 {
			t.Errorf("this answer names no test: %s", line)
		}
		for _, m := range tests {
			if !there[m[1]] {
				t.Errorf("there is no test %s: %s", m[1], line)
			}
		}
	}
	if answers < 20 {
		t.Errorf("%d answers: the test looks at the wrong thing", answers)
	}
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
