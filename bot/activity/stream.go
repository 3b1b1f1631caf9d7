package activity

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"maps"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"paddock/bot/lang"
	"paddock/games/match"
)

// hub tells open pages that matches have changed. What it says is a hint: the page asks for the match, and the server decides what it gets. The same
// change of a match reaches it that also reaches deliver.
type hub struct {
	feature *Feature

	mu      sync.Mutex
	users   map[match.UserID]map[*page]bool
	matches map[match.ID]map[*page]bool // the match that a page shows
	rooms   map[string]map[*page]bool   // by instance
	open    int
	others  map[match.ID]bool // changed by other processes
	all     bool              // any match may be changed
	wake    chan struct{}     // of capacity 1
	over    chan struct{}     // closed when the server ends; nil: it has not begun

	streams sync.WaitGroup // the goroutines of all pages
}

// page is one open page.
type page struct {
	session // empty for everybody who has a link
	In      lang.Language
	watch   match.ID                   // the match that it shows, which its reader may see
	alive   func(context.Context) bool // whether its reader may still see it

	ready chan struct{} // of capacity 1: there is something to say
	drop  chan struct{} // closed when a newer page takes its place

	mu     sync.Mutex
	dirty  []match.ID
	people bool // who is here has changed
	sent   map[match.ID]told
}

// told is what a page knows of a match.
type told struct {
	mark string
	over bool
}

// of returns what a page can know of a match now.
func (p *page) of(m match.Match) told {
	return told{mark(m, p.User), m.Status == match.Over || m.Status == match.Closed}
}

// knows reports whether the page has been told of the present state of a match.
func (p *page) knows(m match.Match) bool {
	now := p.of(m)
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.sent[m.ID] == now
}

// learns notes that the page is told of a match. It returns what stands for its state, and whether that is new to the page.
func (p *page) learns(m match.Match) (mark string, news bool) {
	now := p.of(m)
	p.mu.Lock()
	defer p.mu.Unlock()
	was := p.sent[m.ID]
	p.sent[m.ID] = now
	return now.mark, was != now
}

// going returns the matches that the page knows to be going on.
func (p *page) going() (ids []match.ID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for id, t := range p.sent {
		if !t.over {
			ids = append(ids, id)
		}
	}
	return ids
}

// Limits of open pages. Beyond the first, a user's oldest page is closed.
const (
	mostOfUser = 8
	mostPages  = 20_000
	mostNamed  = 20 // of the people in one instance
)

// pulse is the time between signs of life on a silent stream; a page that takes nothing for patience is dropped. Every so many beats it is looked up whether
// the reader may still see the match; until then they hear only that it has changed.
const (
	pulse      = 20 * time.Second
	patience   = 10 * time.Second
	beatsAlive = 15
)

// add adds a page. It reports false if there are too many pages.
func (h *hub) add(p *page) bool {
	p.ready, p.drop, p.sent = make(chan struct{}, 1), make(chan struct{}), make(map[match.ID]told)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.open >= mostPages {
		return false
	}
	h.open++
	if h.users == nil {
		h.users, h.matches, h.rooms = make(map[match.UserID]map[*page]bool), make(map[match.ID]map[*page]bool), make(map[string]map[*page]bool)
	}
	if p.User != "" && len(h.users[p.User]) >= mostOfUser {
		for old := range h.users[p.User] {
			h.remove(old)
			close(old.drop)
			break
		}
	}
	put(h.users, p.User, p)
	put(h.matches, p.watch, p)
	if put(h.rooms, p.Instance, p); p.Instance != "" {
		h.tellRoom(p.Instance)
	}
	return true
}

// end removes a page whose connection has ended.
func (h *hub) end(p *page) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.open--
	h.remove(p)
}

func (h *hub) remove(p *page) {
	take(h.users, p.User, p)
	take(h.matches, p.watch, p)
	if take(h.rooms, p.Instance, p); p.Instance != "" {
		h.tellRoom(p.Instance)
	}
}

func (h *hub) tellRoom(instance string) {
	for p := range h.rooms[instance] {
		p.mark("", true)
	}
}

func put[K comparable](m map[K]map[*page]bool, k K, p *page) {
	var none K
	if k == none {
		return
	}
	if m[k] == nil {
		m[k] = make(map[*page]bool)
	}
	m[k][p] = true
}

func take[K comparable](m map[K]map[*page]bool, k K, p *page) {
	if delete(m[k], p); len(m[k]) == 0 {
		delete(m, k)
	}
}

// ended returns a channel that is closed when the server ends.
func (h *hub) ended() chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.over == nil {
		h.over = make(chan struct{})
	}
	return h.over
}

// close closes all pages, and waits for them.
func (h *hub) close() {
	close(h.ended())
	h.streams.Wait()
	h.mu.Lock()
	h.over = nil
	h.mu.Unlock()
}

// people returns the names of who has pages open in an instance.
func (h *hub) people(instance string) []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	names := make(map[match.UserID]string)
	for p := range h.rooms[instance] {
		names[p.User] = p.Name
	}
	list := slices.Sorted(maps.Values(names))
	return list[:min(len(list), mostNamed)]
}

// changed marks a match on all pages that it concerns.
func (h *hub) changed(m match.Match) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.open == 0 {
		return
	}
	for p := range h.concerned(m) {
		p.mark(m.ID, false)
	}
}

// concerned yields the pages that show a match or list it, some of them twice. The caller holds mu.
func (h *hub) concerned(m match.Match) iter.Seq[*page] {
	return func(yield func(*page) bool) {
		for _, u := range append(m.Members(), m.Owner, m.Invited) {
			for p := range h.users[u] {
				if !yield(p) {
					return
				}
			}
		}
		for p := range h.matches[m.ID] {
			if !yield(p) {
				return
			}
		}
	}
}

// heard notes that another process may have changed a match. Who plays in it is looked up by run.
func (h *hub) heard(id match.ID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.open == 0 {
		return
	}
	if h.others == nil {
		h.others = make(map[match.ID]bool)
	}
	h.others[id] = true
	h.call()
}

// missed notes that hints of other processes may be lost: all open pages are compared with the store.
func (h *hub) missed() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.open > 0 {
		h.all = true
		h.call()
	}
}

// call wakes run. The caller holds mu.
func (h *hub) call() {
	select {
	case h.waker() <- struct{}{}:
	default:
	}
}

// waker returns the channel that wakes run. The caller holds mu.
func (h *hub) waker() chan struct{} {
	if h.wake == nil {
		h.wake = make(chan struct{}, 1)
	}
	return h.wake
}

// run looks up the matches that other processes have changed, until ctx ends.
func (h *hub) run(ctx context.Context) {
	h.mu.Lock()
	wake := h.waker()
	h.mu.Unlock()
	for {
		select {
		case <-ctx.Done():
			return
		case <-wake:
		}
		h.mu.Lock()
		ids, all := h.others, h.all
		h.others, h.all = nil, false
		h.mu.Unlock()
		for id := range ids {
			if m, err := h.feature.Matches.Read.Match(ctx, id); err == nil {
				h.changed(m)
			}
		}
		if all {
			h.compare(ctx)
		}
	}
}

// compare looks up what open pages show: matches, and lists of users. It wakes only pages that are behind.
func (h *hub) compare(ctx context.Context) {
	h.mu.Lock()
	shown, lists := make(map[match.ID]bool), slices.Collect(maps.Keys(h.users))
	for id := range h.matches {
		shown[id] = true
	}
	for _, pages := range h.users {
		for p := range pages {
			for _, id := range p.going() {
				shown[id] = true
			}
		}
	}
	h.mu.Unlock()
	look := func(m match.Match) {
		delete(shown, m.ID)
		h.behind(m)
	}
	for _, u := range lists {
		if list, err := h.feature.Matches.Read.ByUser(ctx, u); err == nil {
			for _, m := range list {
				look(m)
			}
		}
	}
	for id := range shown { // what others play, and what has ended
		if m, err := h.feature.Matches.Read.Match(ctx, id); err == nil {
			look(m)
		}
	}
}

// behind marks a match on the pages that know another state of it.
func (h *hub) behind(m match.Match) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for p := range h.concerned(m) {
		if !p.knows(m) {
			p.mark(m.ID, false)
		}
	}
}

// mark notes what the page must be told. An empty id means no match.
func (p *page) mark(id match.ID, people bool) {
	p.mu.Lock()
	if id != "" && !slices.Contains(p.dirty, id) {
		p.dirty = append(p.dirty, id)
	}
	p.people = p.people || people
	p.mu.Unlock()
	select {
	case p.ready <- struct{}{}:
	default:
	}
}

// take returns what the page must be told, and forgets it.
func (p *page) take() (ids []match.ID, people bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	ids, people = p.dirty, p.people
	p.dirty, p.people = nil, false
	slices.Sort(ids)
	return ids, people
}

// hint is what a page is told of a match.
type hint struct {
	ID   match.ID `json:"id"`
	Mark string   `json:"mark"`
}

// stream answers a request with the stream of a page. It takes the connection over from the HTTP server, whose buffers and deep stack a page that waits
// for long does not need.
func (f *Feature) stream(w http.ResponseWriter, r *http.Request, p *page) {
	if !f.hub.add(p) {
		f.refuse(w, http.StatusServiceUnavailable, in(p.In, sayManyPages))
		return
	}
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		f.hub.end(p)
		f.Log.Error("a stream can't be opened", "err", err)
		f.refuse(w, http.StatusInternalServerError, in(p.In, sayStrange))
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no")
	h.Set("Connection", "close")
	var head bytes.Buffer
	head.WriteString("HTTP/1.1 200 OK\r\n")
	_ = h.Write(&head) // into memory
	head.WriteString("\r\n")
	last, served := strings.Clone(r.Header.Get("Last-Event-ID")), f.hub.ended()
	f.hub.streams.Go(func() { // ends with the connection, or with the server
		defer f.hub.end(p)
		defer conn.Close()
		if writeWithin(conn, head.String()) == nil {
			f.tell(context.Background(), conn, p, last, served) // it outlives its request
		}
	})
}

// writeWithin writes to a page, unless that takes nothing for patience.
func writeWithin(conn net.Conn, text string) error {
	if err := conn.SetWriteDeadline(time.Now().Add(patience)); err != nil {
		return err
	}
	_, err := io.WriteString(conn, text)
	return err
}

// tell tells a page what changes until it is closed or served is. The event id stands for everything that the page knows, so that after a break it is told
// only whether something has changed, by whatever process it reaches then.
func (f *Feature) tell(ctx context.Context, conn net.Conn, p *page, last string, served <-chan struct{}) {
	left := make(chan struct{})
	f.hub.streams.Go(func() { // ends with the connection
		defer close(left)
		_ = conn.SetReadDeadline(time.Time{})
		_, _ = conn.Read(make([]byte, 1)) // a page has nothing more to say
	})
	var state string
	aside(func() { state = p.begin(ctx, f) })
	kind := "same"
	if last != state {
		kind = "all"
	}
	if writeWithin(conn, "retry: 1000\nid: "+state+"\nevent: "+kind+"\ndata: {}\n\n") != nil {
		return
	}
	beat := time.NewTicker(pulse)
	defer beat.Stop()
	for beats := 1; ; {
		text := ": \n\n"
		select {
		case <-left:
			return
		case <-served:
			return
		case <-p.drop:
			_ = writeWithin(conn, "event: full\ndata: {}\n\n")
			return
		case <-beat.C:
			lives := true
			if beats++; beats%beatsAlive == 0 {
				aside(func() { lives = p.alive(ctx) })
			}
			if !lives {
				_ = writeWithin(conn, "event: over\ndata: {}\n\n")
				return
			}
		case <-p.ready:
			aside(func() { text = p.news(ctx, f) })
		}
		if text != "" && writeWithin(conn, text) != nil {
			return
		}
	}
}

// aside does something on a stack of its own. That of a page that waits for long stays small.
func aside(do func()) {
	done := make(chan any, 1)
	go func() { // ends with do
		defer func() { done <- recover() }()
		do()
	}()
	if p := <-done; p != nil {
		panic(p)
	}
}

// begin reads what the page knows after it has asked for everything, and returns what stands for it.
func (p *page) begin(ctx context.Context, f *Feature) string {
	list, err := f.Matches.Read.ByUser(ctx, p.User)
	if p.User == "" || err != nil {
		list = nil
	}
	for _, m := range list {
		p.learns(m)
	}
	if m, err := f.Matches.Read.Match(ctx, p.watch); p.watch != "" && err == nil {
		p.learns(m)
	}
	p.mark("", p.Instance != "")
	return p.state()
}

// state returns what stands for all that the page has been told.
func (p *page) state() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var sum uint64
	for _, t := range p.sent {
		raw, _ := b64.DecodeString(t.mark)
		var n uint64
		for _, b := range raw {
			n = n<<8 | uint64(b)
		}
		sum += n*0x9e3779b97f4a7c15 ^ n>>31
	}
	return strconv.FormatUint(sum, 36)
}

// news returns events about what the reader can see to have changed. A change that they can't see leaves no trace.
func (p *page) news(ctx context.Context, f *Feature) (text string) {
	ids, people := p.take()
	for _, id := range ids {
		m, err := f.Matches.Read.Match(ctx, id)
		if err != nil {
			continue
		}
		now, news := p.learns(m)
		if !news {
			continue
		}
		raw, _ := json.Marshal(hint{id, now}) // plain data: can't fail
		text += fmt.Sprintf("id: %s\nevent: match\ndata: %s\n\n", p.state(), raw)
	}
	if people {
		raw, _ := json.Marshal(f.hub.people(p.Instance))
		text += fmt.Sprintf("event: here\ndata: %s\n\n", raw)
	}
	return text
}
