package activity

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"html/template"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"

	"paddock/bot/lang"
)

//go:embed web
var web embed.FS

// asset is a file of the page.
type asset struct {
	kind        string
	raw, zipped []byte
}

// assets holds the files of the page by name. All are in a folder whose name is a hash of all of
// them. So a browser keeps them for ever and never mixes two versions.
var assets = sync.OnceValues(func() (map[string]asset, string) {
	list, all := make(map[string]asset), sha256.New()
	files, err := fs.Glob(web, "web/*")
	if err != nil {
		panic(err) // can't happen: the pattern is valid
	}
	for _, name := range files {
		raw, err := web.ReadFile(name)
		if err != nil {
			panic(err) // can't happen: the files are embedded
		}
		all.Write(raw)
		if name == pageFile {
			continue
		}
		var b bytes.Buffer
		z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
		_, _ = z.Write(raw)
		_ = z.Close()
		list[path.Base(name)] = asset{kind: mime.TypeByExtension(path.Ext(name)), raw: raw, zipped: b.Bytes()}
	}
	return list, hex.EncodeToString(all.Sum(nil)[:8])
})

const pageFile = "web/page.html"

var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.ParseFS(web, pageFile))
})

// serveAsset serves a file of the page. A page of an older version that is still open finds the
// newest file.
func serveAsset(w http.ResponseWriter, r *http.Request) {
	list, hash := assets()
	a, ok := list[r.PathValue("file")]
	if !ok {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", a.kind)
	h.Set("Vary", "Accept-Encoding")
	if r.PathValue("hash") == hash {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		_, _ = w.Write(a.zipped)
		return
	}
	_, _ = w.Write(a.raw)
}

// pageData is the data that the server writes into the page.
type pageData struct {
	Lang, Base, Title, About, Address, Picture string

	Boot boot
	SVG  template.HTML
}

// Modules lists what app.js imports, so that a slow network asks for all of it at once.
func (pageData) Modules() []string { return []string{"net", "board", "match", "dom", "rpc"} }

// boot is what the page's program needs at its start.
type boot struct {
	App   string            `json:"app,omitempty"`  // id of the application
	Base  string            `json:"base"`           // prefix of the addresses of all requests
	Link  string            `json:"link,omitempty"` // address of the requests of a page that was opened by a link
	View  *matchView        `json:"view,omitempty"`
	Words map[string]string `json:"words"`
}

// servePage serves the page of the activity. Discord opens it in a frame and forwards requests
// below /.proxy.
func (f *Feature) servePage(w http.ResponseWriter, r *http.Request) {
	l := languageFor(r)
	b := boot{Words: wordsIn(l)}
	if f.cfg.App != nil {
		b.App = f.cfg.App()
	}
	if r.URL.Query().Has("frame_id") {
		b.Base = "/.proxy"
	}
	f.writePage(w, http.StatusOK, pageData{Lang: l.Code(), Title: "Paddock"}, b)
}

func (f *Feature) writePage(w http.ResponseWriter, status int, p pageData, b boot) {
	_, hash := assets()
	p.Base, p.Boot = b.Base+"/a/"+hash, b
	var out bytes.Buffer
	if err := pageTemplate().Execute(&out, p); err != nil {
		f.Log.Error("a page could not be made", "err", err)
		f.refuse(w, http.StatusInternalServerError, lang.English.Speak(sayStrange))
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(out.Bytes())
}

// wordsIn returns the words of the page in a language. %s marks the parts that the page fills in.
func wordsIn(l lang.Language) map[string]string {
	out := make(map[string]string, len(words))
	for name, s := range words {
		args := make([]any, strings.Count(s.Format, "%s"))
		for i := range args {
			args[i] = "%s"
		}
		out[name] = plain(l.Say(s, args...))
	}
	return out
}
