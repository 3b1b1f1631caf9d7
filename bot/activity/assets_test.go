package activity

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"paddock/games/catalog"
)

// The page is small, names no game and no piece, and runs under its own policy: it contains no
// inline script or style.
func TestPageIsSmallAndKnowsNoGame(t *testing.T) {
	size, games := 0, "fox|sheep|penguin|bean|army"
	for _, g := range catalog.Games() {
		games += "|" + string(g.ID)
	}
	known := regexp.MustCompile(`(?i)\b(` + games + `)s?\b`)
	err := fs.WalkDir(web, ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		raw, err := web.ReadFile(path)
		size += len(raw)
		if m := known.Find(raw); m != nil && !strings.HasSuffix(path, ".svg") {
			t.Errorf("%s knows %q", path, m)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if size > 60_000 {
		t.Errorf("the page has %d bytes, at most 60,000 are allowed", size)
	}
	d := newDesk(t)
	w := httptest.NewRecorder()
	d.server.ServeHTTP(w, httptest.NewRequest("GET", "/?frame_id=1", nil))
	if bad := regexp.MustCompile(`<style|style=|<script>| on\w+=`).FindString(w.Body.String()); bad != "" ||
		w.Code != http.StatusOK {
		t.Errorf("%d, the page has %q", w.Code, bad)
	}
	base := regexp.MustCompile(`/\.proxy(/a/\w+)/app\.js`).FindStringSubmatch(w.Body.String())
	if base == nil {
		t.Fatalf("in Discord's frame the page asks beside the proxy: %s", w.Body)
	}
	for path, want := range map[string]string{base[1] + "/app.js": "immutable", "/a/old/app.js": "no-store"} {
		r := httptest.NewRequest("GET", path, nil)
		r.Header.Set("Accept-Encoding", "gzip")
		w := httptest.NewRecorder()
		d.server.ServeHTTP(w, r)
		if w.Code != http.StatusOK || !strings.Contains(w.Header().Get("Cache-Control"), want) ||
			w.Header().Get("Content-Encoding") != "gzip" {
			t.Errorf("GET %s: %d %v", path, w.Code, w.Header())
		}
	}
}

// The page names every module that another one imports. A slow network would ask for a missing one
// only after the module that imports it.
func TestModulesAreAskedForAtOnce(t *testing.T) {
	files, err := fs.Glob(web, "web/*.js")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	imports := regexp.MustCompile(`(?m)^import .* from "\./(\w+)\.js"`)
	for _, file := range files {
		code, err := web.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range imports.FindAllStringSubmatch(string(code), -1) {
			if !slices.Contains(pageData{}.Modules(), m[1]) {
				t.Errorf("%s imports %s.js, which the page does not name", file, m[1])
			}
		}
	}
}
