package sandbox

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/gorilla/websocket"

	"paddock/bot/discordsim"
	"paddock/games"
)

//go:embed web
var web embed.FS

// policy lets the page load only its own files, and frames of activities.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// biggestBody is the largest accepted request: a command with a file.
const biggestBody = 4 << 20

// handler serves the page and all its requests.
func (s *sandbox) handler() http.Handler {
	files, err := fs.Sub(web, "web")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	mux := http.NewServeMux()
	mux.Handle("GET /", http.FileServerFS(files))
	mux.HandleFunc("GET /api/world", s.serveWorld)
	mux.HandleFunc("GET /api/messages", s.serveMessages)
	mux.HandleFunc("GET /api/events", s.serveEvents)
	mux.HandleFunc("POST /api/{kind}", s.serveAct)
	mux.HandleFunc("GET /files/{id}", s.serveFile)
	mux.HandleFunc("GET /emojis/{id}", s.serveEmoji)
	framed := ""
	if s.frames != nil {
		framed = "; frame-src " + s.frames.origin()
	}
	return guard(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy+framed)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-cache")
		mux.ServeHTTP(w, r)
	}), s.host)
}

// guard refuses requests of other pages, even if their host name points to this computer. Host is a
// further name that is answered; empty: none is. A WebSocket's origin is left to its upgrader.
func guard(next http.Handler, host string) http.Handler {
	same := http.NewCrossOriginProtection().Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !loopback(r.Host) && (host == "" || !strings.EqualFold(bareHost(r.Host), strings.Trim(host, "[]"))) {
			http.Error(w, "The sandbox answers only under the address of this computer, such as 127.0.0.1, "+
				"and under the name of -host.", http.StatusForbidden)
			return
		}
		same.ServeHTTP(w, r)
	})
}

// loopback reports whether only this computer can reach an address, with or without a port.
func loopback(addr string) bool {
	host := bareHost(addr)
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback()
}

// bareHost returns an address without its port and brackets.
func bareHost(addr string) string {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		host = strings.Trim(addr, "[]")
	}
	return host
}

// member returns the member with a user name; the first member for an empty name.
func (s *sandbox) member(name string) discordsim.UserID {
	for _, id := range s.members {
		if strings.EqualFold(s.sim.User(id).Username, name) {
			return id
		}
	}
	return s.members[0]
}

func (s *sandbox) serveWorld(w http.ResponseWriter, r *http.Request) {
	writeJSON(w, http.StatusOK, s.world(s.member(r.FormValue("as"))))
}

func (s *sandbox) serveMessages(w http.ResponseWriter, r *http.Request) {
	out := []messageView{}
	for _, m := range s.sim.Messages(discordsim.ChannelID(r.FormValue("channel")), s.member(r.FormValue("as"))) {
		out = append(out, message(m))
	}
	writeJSON(w, http.StatusOK, map[string]any{"messages": out})
}

func (s *sandbox) serveAct(w http.ResponseWriter, r *http.Request) {
	do, ok := acts[r.PathValue("kind")]
	if !ok {
		writeJSON(w, http.StatusNotFound,
			problem{"The sandbox can't do that. Reload the page: it may be older than the program."})
		return
	}
	var a act
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, biggestBody)).Decode(&a); err != nil {
		writeJSON(w, http.StatusBadRequest, problem{"The page sent something that can't be read: " + err.Error()})
		return
	}
	out, err := do(s, r.Context(), s.member(a.As), a)
	if err != nil {
		writeJSON(w, http.StatusConflict, problem{sentence(err)})
		return
	}
	writeJSON(w, http.StatusOK, out)
}

type problem struct {
	Error string `json:"error"`
}

// sentence returns an error's text for people.
func sentence(err error) string {
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return "The sandbox is closing."
	}
	text := games.Capital(strings.TrimPrefix(err.Error(), discordsim.ErrClient.Error()+": "))
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}

// serveFile serves an attachment. The page shows only pictures; other files are downloads.
func (s *sandbox) serveFile(w http.ResponseWriter, r *http.Request) {
	a, ok := s.sim.File(discordsim.AttachmentID(r.PathValue("id")))
	if !ok {
		http.NotFound(w, r)
		return
	}
	switch a.ContentType {
	case "image/png", "image/gif", "image/jpeg", "image/webp":
		w.Header().Set("Content-Type", a.ContentType)
	default:
		w.Header().Set("Content-Type", "application/octet-stream")
		w.Header().Set("Content-Disposition", "attachment; filename="+strconv.Quote(a.Filename))
	}
	writeFile(w, r, a.Content)
}

// writeFile writes a file with its checksum. Ids begin anew with each sandbox, so a browser asks
// each time whether its copy is still right.
func writeFile(w http.ResponseWriter, r *http.Request, content []byte) {
	w.Header().Set("ETag", fmt.Sprintf(`"%x"`, sha256.Sum256(content)))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
}

// serveEmoji serves the picture of an emoji of the application.
func (s *sandbox) serveEmoji(w http.ResponseWriter, r *http.Request) {
	for _, e := range s.sim.Emojis() {
		if e.ID == r.PathValue("id") {
			w.Header().Set("Content-Type", http.DetectContentType(e.Picture))
			writeFile(w, r, e.Picture)
			return
		}
	}
	http.NotFound(w, r)
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	b, err := json.Marshal(v)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(b)
}

// news is one message of the stream to the page.
type news struct {
	Type    string       `json:"type"` // world, commands, message, gone, ping
	World   *worldView   `json:"world,omitempty"`
	Message *messageView `json:"message,omitempty"`
}

// The time between signs of life in a silent stream, and the time limit for a page to receive a
// message.
const (
	pulse    = 20 * time.Second
	patience = 10 * time.Second
)

// upgrader accepts WebSocket requests of the page only: it compares the origin with the host.
var upgrader = websocket.Upgrader{HandshakeTimeout: patience}

// serveEvents streams events, as one member sees them, until the page closes or the sandbox ends.
// It is a WebSocket because a browser keeps at most six other connections to one server, in all its
// tabs together.
func (s *sandbox) serveEvents(w http.ResponseWriter, r *http.Request) {
	me := s.member(r.FormValue("as"))
	out := newStream()
	cancel := s.sim.Subscribe(me, func(e discordsim.Event) { out.tell(translate(e)) })
	defer cancel()
	defer s.watch(out)()
	conn, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // the upgrader has answered
	}
	defer conn.Close()
	left := make(chan struct{})
	go func() { // the goroutine ends with the connection
		defer close(left)
		for {
			if _, _, err := conn.NextReader(); err != nil {
				return
			}
		}
	}()
	for {
		select {
		case <-left:
			return
		case <-s.closing:
			return
		case <-time.After(pulse):
			err = conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(patience))
		case <-out.ready:
			err = s.send(conn, me, out)
		}
		if err != nil {
			return
		}
	}
}

// send sends the collected items of a stream to a member's page.
func (s *sandbox) send(conn *websocket.Conn, me discordsim.UserID, out *stream) error {
	list, changed := out.take()
	if changed {
		view := s.world(me)
		view.Commands = nil
		list = append(list, news{Type: "world", World: &view})
	}
	for _, n := range list {
		if err := errors.Join(conn.SetWriteDeadline(time.Now().Add(patience)), conn.WriteJSON(n)); err != nil {
			return err
		}
	}
	return nil
}

// translate returns the news for an event. It is nil if the page receives the event as a change of
// the world.
func translate(e discordsim.Event) []news {
	switch e.Type {
	case discordsim.EventMessageCreate, discordsim.EventMessageUpdate:
		return tell("message", e.Message)
	case discordsim.EventMessageDelete:
		return tell("gone", e.Message)
	case discordsim.EventNotification:
		return tell("ping", e.Message)
	case discordsim.EventCommands:
		return []news{{Type: "commands"}}
	}
	return nil
}

func tell(kind string, m *discordsim.Message) []news {
	view := message(*m)
	return []news{{Type: kind, Message: &view}}
}
