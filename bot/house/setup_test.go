package house_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"paddock/bot/cli"
)

// docs/security.md names tests for each threat and docs/features.md for each feature, and these
// tests exist.
func TestClaimsNameTests(t *testing.T) {
	there := tests(t)
	for file, c := range map[string]struct {
		claim   *regexp.Regexp // matches a line of the page that names tests
		atLeast int
	}{
		"docs/security.md": {regexp.MustCompile(`(?m)^\* \*\*.+$`), 25},
		"docs/features.md": {regexp.MustCompile(`(?m)^\* .+$`), 40},
	} {
		claims := c.claim.FindAllString(read(t, file), -1)
		if len(claims) < c.atLeast {
			t.Errorf("%s: %d claims: the test looks at the wrong thing", file, len(claims))
		}
		for _, claim := range claims {
			named := regexp.MustCompile("`(\\w+)`").FindAllStringSubmatch(claim, -1)
			if len(named) == 0 {
				t.Errorf("%s names no test: %s", file, claim)
			}
			for _, m := range named {
				if !there[m[1]] {
					t.Errorf("%s: there is no test %s: %s", file, m[1], claim)
				}
			}
		}
	}
}

// tests returns the names of all tests and fuzz targets.
func tests(t *testing.T) map[string]bool {
	t.Helper()
	there := map[string]bool{}
	err := filepath.WalkDir(".", func(path string, d os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, "_test.go") {
			for _, m := range regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`).FindAllStringSubmatch(read(t, path),
				-1) {
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

// With Compose, backups are not on the database's own volume, and the container has limits like
// those of the systemd unit.
func TestSetupFilesBound(t *testing.T) {
	compose, unit := read(t, "docs/compose.yaml"), read(t, "docs/paddock.service")
	for _, want := range []string{"mem_limit: ", "pids_limit: "} {
		if !strings.Contains(compose, want) {
			t.Errorf("docs/compose.yaml has no %s", want)
		}
	}
	for _, want := range []string{"MemoryMax=", "TasksMax="} {
		if !strings.Contains(unit, want) {
			t.Errorf("docs/paddock.service has no %s", want)
		}
	}
	dir := regexp.MustCompile(`PADDOCK_BACKUP_DIR: (\S+)`).FindStringSubmatch(compose)
	if dir == nil || strings.HasPrefix(dir[1], "/data") || !strings.Contains(compose, ":"+dir[1]+"\n") ||
		!strings.Contains(read(t, "Dockerfile"), " "+dir[1]+"\n") {
		t.Errorf("docs/compose.yaml keeps backups in %q, want a volume beside /data that the image has a folder for",
			dir)
	}
}

// The systemd unit and the compose file use only settings and commands that exist.
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
