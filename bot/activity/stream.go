package activity

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

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
	wake    chan struct{}     // of capacity 1
}

// page is one open page.
type page struct {
	asker
	watch match.ID // the match that it shows, which its reader may see

	ready chan struct{} // of capacity 1: there is something to say
	drop  chan struct{} // closed when a newer page takes its place

	mu     sync.Mutex
	dirty  map[match.ID]bool
	people bool // who is here has changed
	sent   map[match.ID]string
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
	p.ready, p.drop = make(chan struct{}, 1), make(chan struct{})
	p.dirty, p.sent = make(map[match.ID]bool), make(map[match.ID]string)
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
	for p := range h.matches[m.ID] {
		p.mark(m.ID, false)
	}
	for _, u := range append(m.Members(), m.Owner, m.Invited) {
		for p := range h.users[u] {
			p.mark(m.ID, false)
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
		ids := h.others
		h.others = nil
		h.mu.Unlock()
		for id := range ids {
			if m, err := h.feature.Matches.Read.Match(ctx, id); err == nil {
				h.changed(m)
			}
		}
	}
}

// mark notes what the page must be told. An empty id means no match.
func (p *page) mark(id match.ID, people bool) {
	p.mu.Lock()
	if id != "" {
		p.dirty[id] = true
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
	ids, people = slices.Sorted(maps.Keys(p.dirty)), p.people
	clear(p.dirty)
	p.people = false
	return ids, people
}

// hint is what a page is told of a match.
type hint struct {
	ID   match.ID `json:"id"`
	Mark string   `json:"mark"`
}

// stream tells a page what changes until it is closed. The event id stands for everything that the page knows, so that after a break it is told only
// whether something has changed, by whatever process it reaches then.
func (f *Feature) stream(w http.ResponseWriter, r *http.Request, p *page, alive func() bool) {
	if !f.hub.add(p) {
		f.refuse(w, http.StatusServiceUnavailable, in(p.In, sayManyPages))
		return
	}
	defer f.hub.end(p)
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Time{}) // the request has been read
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no")
	w.WriteHeader(http.StatusOK)
	send := func(text string) error {
		if err := control.SetWriteDeadline(time.Now().Add(patience)); err != nil {
			return err
		}
		if _, err := w.Write([]byte(text)); err != nil {
			return err
		}
		return control.Flush()
	}
	var state string
	aside(func() { state = p.begin(r.Context(), f) })
	kind := "same"
	if last := r.Header.Get("Last-Event-ID"); last != state {
		kind = "all"
	}
	if send("retry: 1000\nid: "+state+"\nevent: "+kind+"\ndata: {}\n\n") != nil {
		return
	}
	beat := time.NewTicker(pulse)
	defer beat.Stop()
	for beats := 1; ; {
		text := ": \n\n"
		select {
		case <-r.Context().Done():
			return
		case <-p.drop:
			_ = send("event: full\ndata: {}\n\n")
			return
		case <-beat.C:
			lives := true
			if beats++; beats%beatsAlive == 0 {
				aside(func() { lives = alive() })
			}
			if !lives {
				_ = send("event: over\ndata: {}\n\n")
				return
			}
		case <-p.ready:
			aside(func() { text = p.news(r.Context(), f) })
		}
		if text != "" && send(text) != nil {
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
		p.sent[m.ID] = mark(m, p.User)
	}
	if m, err := f.Matches.Read.Match(ctx, p.watch); p.watch != "" && err == nil {
		p.sent[p.watch] = mark(m, p.User)
	}
	p.mark("", p.Instance != "")
	return p.state()
}

// state returns what stands for all that the page has been told.
func (p *page) state() string {
	var sum uint64
	for _, m := range p.sent {
		raw, _ := b64.DecodeString(m)
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
		now := mark(m, p.User)
		if p.sent[id] == now {
			continue
		}
		p.sent[id] = now
		raw, _ := json.Marshal(hint{id, now}) // plain data: can't fail
		text += fmt.Sprintf("id: %s\nevent: match\ndata: %s\n\n", p.state(), raw)
	}
	if people {
		raw, _ := json.Marshal(f.hub.people(p.Instance))
		text += fmt.Sprintf("event: here\ndata: %s\n\n", raw)
	}
	return text
}
