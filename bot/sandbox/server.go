package sandbox

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"io/fs"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/gorilla/websocket"

	"paddock/bot/discordsim"
)

//go:embed web
var web embed.FS

// policy lets the page load what comes with it, and nothing else in the world.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// biggestBody is the largest request that is read: a command with a file.
const biggestBody = 4 << 20

// handler is the page and all that it asks for.
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
	return guard(http.NewCrossOriginProtection().Handler(mux))
}

// guard keeps other pages out, those too that have made their name point to this computer.
func guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !loopback(r.Host) {
			http.Error(w, "The sandbox answers only under the address of this computer, such as 127.0.0.1.", http.StatusForbidden)
			return
		}
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-cache")
		next.ServeHTTP(w, r)
	})
}

// loopback says whether an address, with or without a port, is one that only this computer can reach.
func loopback(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		host = strings.Trim(addr, "[]")
	}
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback()
}

// member finds whom a user name means; the first member if there is none, for whoever opens the page without one.
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
		writeJSON(w, http.StatusNotFound, problem{"The sandbox can't do that. Reload the page: it may be older than the program."})
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

// sentence is an error as people read it.
func sentence(err error) string {
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return "The sandbox is closing."
	}
	text := strings.TrimPrefix(err.Error(), discordsim.ErrClient.Error()+": ")
	text = strings.ToUpper(text[:1]) + text[1:]
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}

// serveFile gives an attachment. Only pictures are shown in the page; everything else is for saving.
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
	w.Header().Set("Cache-Control", "private, max-age=31536000, immutable") // an attachment never changes
	w.Write(a.Content)
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

// news is what the stream tells the page.
type news struct {
	Type    string       `json:"type"` // world, commands, message, gone, ping
	World   *worldView   `json:"world,omitempty"`
	Message *messageView `json:"message,omitempty"`
}

// How often a silent stream shows that it is alive, and how long a page has to take what it is told.
const (
	pulse    = 20 * time.Second
	patience = 10 * time.Second
)

// upgrader makes a WebSocket of a request by the page, and of nobody else's: it compares the origin with the host.
var upgrader = websocket.Upgrader{HandshakeTimeout: patience}

// serveEvents streams what happens, as one member sees it, until the page goes away or the sandbox ends. It is a WebSocket, for of other connections a
// browser keeps no more than six to one server, in all its tabs together.
func (s *sandbox) serveEvents(w http.ResponseWriter, r *http.Request) {
	me := s.member(r.FormValue("as"))
	out := newStream()
	cancel := s.sim.Subscribe(me, func(e discordsim.Event) { out.tell(translate(e)) })
	defer cancel()
	defer s.watch(out)()
	conn, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // it has answered
	}
	defer conn.Close()
	left := make(chan struct{})
	go func() { // ends with the connection
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

// send sends what a stream has collected for a member.
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

// translate makes news of an event; nil where the page learns of it as a change of the world.
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
