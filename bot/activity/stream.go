package activity

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
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
	"paddock/bot/tasks"
	"paddock/games/match"
)

// hub tells open pages that matches have changed. Its messages are hints: the page requests the
// match, and the server decides what it gets. The hub and deliver receive the same changes.
type hub struct {
	feature *Feature

	mu      sync.Mutex
	users   map[match.UserID]map[*page]bool
	matches map[match.ID]map[*page]bool    // pages by the match that they show
	rooms   map[string]map[*page]bool      // pages by instance of the activity
	lists   map[match.Place]map[*page]bool // pages that list the matches of a place
	open    int
	// the newest event of each match that has changed lately, as far as pages have been told
	known  map[match.ID]match.Seq
	since  time.Time          // pages were compared with the store up to this time
	others map[match.ID]bool  // matches that other processes have changed
	all    bool               // other processes may have changed any match
	wake   tasks.Signal       // wakes run
	opened int                // number of pages so far
	ctx    context.Context    // the context of the server
	over   context.CancelFunc // ends ctx

	streams sync.WaitGroup // the goroutines of all pages
}

// prepare initialises the hub of a feature.
func (h *hub) prepare(f *Feature) {
	h.feature, h.wake = f, tasks.NewSignal()
	h.ctx, h.over = context.WithCancel(context.Background())
	h.users, h.matches = make(map[match.UserID]map[*page]bool), make(map[match.ID]map[*page]bool)
	h.rooms, h.lists = make(map[string]map[*page]bool), make(map[match.Place]map[*page]bool)
	h.known, h.others = make(map[match.ID]match.Seq), make(map[match.ID]bool)
}

// page is one open page.
type page struct {
	session // the page's session; zero for a reader by link
	In      lang.Language
	watch   match.ID                   // the match that the page shows, which its reader may see
	alive   func(context.Context) bool // reports whether the page's reader may still see the match

	number int           // pages are numbered in the order in which they are opened
	ready  tasks.Signal  // signals that there is something to send
	drop   chan struct{} // channel that is closed when a newer page takes the page's place

	mu     sync.Mutex
	dirty  []match.ID
	people bool                // the list of people has changed
	sent   map[match.ID]string // the marks of the matches that the page knows
}

// list returns the place whose matches the page lists; none if it shows a match.
func (p *page) list() (at match.Place) {
	if p.watch == "" && p.Channel != "" {
		at = match.Place{Guild: p.Guild, Channel: p.Channel}
	}
	return at
}

// knows reports whether the page knows the present state of a match.
func (p *page) knows(m match.Match) bool {
	now := mark(m, p.User)
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.sent[m.ID] == now
}

// learns records that the page is told of a match. It returns the match's mark, and whether that is
// new to the page.
func (p *page) learns(m match.Match) (now string, news bool) {
	now = mark(m, p.User)
	p.mu.Lock()
	defer p.mu.Unlock()
	was := p.sent[m.ID]
	p.sent[m.ID] = now
	return now, was != now
}

// Limits of open pages. Above the first limit, a user's oldest page is closed.
const (
	mostOfUser = 8
	mostPages  = 20_000
	mostNamed  = 20 // most names of people in one instance
)

// pulse is the time between signs of life on a silent stream. A page that accepts no data for
// patience is dropped. Once in some beats the server checks whether the reader may still see the
// match. In between the reader only learns that the match has changed.
const (
	pulse      = 20 * time.Second
	patience   = 10 * time.Second
	beatsAlive = 15
)

// add adds a page. It returns false if there are too many pages.
func (h *hub) add(p *page) bool {
	p.ready, p.drop, p.sent = tasks.NewSignal(), make(chan struct{}), make(map[match.ID]string)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.open >= mostPages {
		return false
	}
	if h.open == 0 { // a page reads earlier changes itself
		h.since = h.feature.Now()
	}
	h.open++
	h.opened++
	p.number = h.opened
	if pages := h.users[p.User]; len(pages) >= mostOfUser { // readers by link are not counted
		oldest := slices.MinFunc(slices.Collect(maps.Keys(pages)), func(a, b *page) int { return a.number - b.number })
		h.remove(oldest)
		close(oldest.drop)
	}
	put(h.users, p.User, p)
	put(h.matches, p.watch, p)
	put(h.lists, p.list(), p)
	if put(h.rooms, p.Instance, p); p.Instance != "" {
		h.tellRoom(p.Instance)
	}
	return true
}

// end removes a page with a closed connection.
func (h *hub) end(p *page) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.open--
	h.remove(p)
}

func (h *hub) remove(p *page) {
	take(h.users, p.User, p)
	take(h.matches, p.watch, p)
	take(h.lists, p.list(), p)
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

// close closes all pages, and waits for them.
func (h *hub) close() {
	h.over()
	h.streams.Wait()
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

// changed marks a match on all pages that show or list it.
func (h *hub) changed(m match.Match) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.open == 0 {
		return
	}
	h.note(m)
	for p := range h.concerned(m) {
		p.mark(m.ID, false)
	}
}

// mostKnown is the number of matches above which the hub forgets what pages have been told. The
// next comparison reads them once more.
const mostKnown = 10_000

// note records that pages have been told of a match as it is. The caller holds mu.
func (h *hub) note(m match.Match) {
	if len(h.known) >= mostKnown {
		clear(h.known)
	}
	h.known[m.ID] = max(h.known[m.ID], m.Head)
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
		for _, pages := range []map[*page]bool{h.matches[m.ID], h.lists[m.Place]} {
			for p := range pages {
				if !yield(p) {
					return
				}
			}
		}
	}
}

// heard records that another process may have changed a match. Run finds out who plays in it.
func (h *hub) heard(id match.ID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.open > 0 {
		h.others[id] = true
		h.wake.Send()
	}
}

// missed records that hints of other processes may be lost, so that all open pages are compared
// with the store.
func (h *hub) missed() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.open > 0 {
		h.all = true
		h.wake.Send()
	}
}

// run reads the matches that other processes have changed, until ctx ends.
func (h *hub) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-h.wake:
		}
		h.mu.Lock()
		ids, all := h.others, h.all
		h.others, h.all = make(map[match.ID]bool), false
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

// slack is the time by which a comparison with the store overlaps the one before, to allow for slow
// transactions and different clocks.
const slack = 30 * time.Second

// compare looks for changes that no hint has told of, and wakes the outdated pages. Its cost does
// not grow with the number of pages: one query, and one more for each such change.
func (h *hub) compare(ctx context.Context) {
	h.mu.Lock()
	since, now := h.since.Add(-slack), h.feature.Now()
	h.mu.Unlock()
	list, err := h.changes(ctx, since)
	if err != nil {
		return // the next comparison starts from the same time again
	}
	h.mu.Lock()
	h.since = now
	recent := make(map[match.ID]match.Seq)
	var missed []match.ID
	for _, n := range list {
		if seq := h.known[n.Match]; seq >= n.Seq {
			recent[n.Match] = seq
			continue
		}
		missed = append(missed, n.Match)
	}
	h.known = recent
	h.mu.Unlock()
	for _, id := range missed {
		if m, err := h.feature.Matches.Read.Match(ctx, id); err == nil {
			h.behind(m)
		}
	}
}

// changes lists the newest event of each match that has changed since a moment.
func (h *hub) changes(ctx context.Context, since time.Time) (list []match.Newest, err error) {
	for most := 1000; ; most *= 10 {
		if list, err = h.feature.Matches.Read.Changed(ctx, since, most); err != nil || len(list) < most {
			return list, err
		}
	}
}

// behind marks a match on the pages that know an older state of it.
func (h *hub) behind(m match.Match) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.note(m)
	for p := range h.concerned(m) {
		if !p.knows(m) {
			p.mark(m.ID, false)
		}
	}
}

// mark records what the page must be told. An empty id means no match.
func (p *page) mark(id match.ID, people bool) {
	p.mu.Lock()
	if id != "" && !slices.Contains(p.dirty, id) {
		p.dirty = append(p.dirty, id)
	}
	p.people = p.people || people
	p.mu.Unlock()
	p.ready.Send()
}

// postpone keeps a match for the next call of news.
func (p *page) postpone(id match.ID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !slices.Contains(p.dirty, id) {
		p.dirty = append(p.dirty, id)
	}
}

// take returns what the page must be told, and clears it.
func (p *page) take() (ids []match.ID, people bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	ids, people = p.dirty, p.people
	p.dirty, p.people = nil, false
	slices.Sort(ids)
	return ids, people
}

// hint is the message to a page about a match.
type hint struct {
	ID   match.ID `json:"id"`
	Mark string   `json:"mark"`
}

// stream answers a request with the stream of a page. It takes the connection over from the HTTP
// server. An idle page does not need the server's buffers and deep stack.
func (f *Feature) stream(w http.ResponseWriter, r *http.Request, p *page) {
	if !f.hub.add(p) {
		f.refuse(w, http.StatusServiceUnavailable, p.In.Speak(sayManyPages))
		return
	}
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		f.hub.end(p)
		f.Log.Error("a stream can't be opened", "err", err)
		f.refuse(w, http.StatusInternalServerError, p.In.Speak(sayStrange))
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no")
	h.Set("Connection", "close")
	var head bytes.Buffer
	head.WriteString("HTTP/1.1 200 OK\r\n")
	_ = h.Write(&head) // Write can't fail, because it writes to memory
	head.WriteString("\r\n")
	last := strings.Clone(r.Header.Get("Last-Event-ID"))
	f.hub.streams.Go(func() { // the goroutine ends with the connection, or with the server
		defer f.hub.end(p)
		defer conn.Close()
		if writeWithin(conn, head.String()) == nil {
			f.tell(f.hub.ctx, conn, p, last) // the stream outlives the request
		}
	})
}

// writeWithin writes to a page, and fails if the page accepts no data for the time patience.
func writeWithin(conn net.Conn, text string) error {
	if err := conn.SetWriteDeadline(time.Now().Add(patience)); err != nil {
		return err
	}
	_, err := io.WriteString(conn, text)
	return err
}

// tell tells a page of changes until the page is closed or the server ends. The event id stands for
// everything that the page knows. So after a break any process can tell it whether something has
// changed.
func (f *Feature) tell(ctx context.Context, conn net.Conn, p *page, last string) {
	left := make(chan struct{})
	f.hub.streams.Go(func() { // the goroutine ends with the connection
		defer close(left)
		_ = conn.SetReadDeadline(time.Time{})
		_, _ = conn.Read(make([]byte, 1)) // a page sends nothing more
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
		case <-ctx.Done():
			return
		case <-p.drop:
			_ = writeWithin(conn, "event: full\ndata: {}\n\n")
			return
		case <-beat.C:
			beats++
			lives := true
			aside(func() {
				if lives = beats%beatsAlive != 0 || p.alive(ctx); lives {
					text = cmp.Or(p.news(ctx, f), text)
				}
			})
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

// aside calls do on a separate stack, so that the stack of an idle page stays small.
func aside(do func()) {
	done := make(chan any, 1)
	go func() { // the goroutine ends when do returns
		defer func() { done <- recover() }()
		do()
	}()
	if p := <-done; p != nil {
		panic(p)
	}
}

// begin reads what the page knows after its requests, and returns the id of that state.
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

// state returns the id of everything that the page has been told.
func (p *page) state() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var sum uint64
	for _, mark := range p.sent {
		raw, _ := b64.DecodeString(mark)
		n := binary.BigEndian.Uint64(raw)
		sum += n*0x9e3779b97f4a7c15 ^ n>>31
	}
	return strconv.FormatUint(sum, 36)
}

// news returns events about changes that the reader can see. Invisible changes leave no trace. If
// the store fails, the match stays for the next call, which comes within a pulse.
func (p *page) news(ctx context.Context, f *Feature) (text string) {
	ids, people := p.take()
	for _, id := range ids {
		m, err := f.Matches.Read.Match(ctx, id)
		if err != nil {
			if ctx.Err() == nil && !errors.Is(err, match.ErrUnknown) {
				f.Log.Warn("a page can't be told of a match yet", "match", id, "err", err)
				p.postpone(id)
			}
			continue
		}
		if id != p.watch && !f.mayRead(ctx, p.session, m) { // the match is played where the page lists matches
			continue
		}
		now, news := p.learns(m)
		if !news {
			continue
		}
		raw, _ := json.Marshal(hint{id, now}) // the value is plain data, whose encoding can't fail
		text += fmt.Sprintf("id: %s\nevent: match\ndata: %s\n\n", p.state(), raw)
	}
	if people {
		raw, _ := json.Marshal(f.hub.people(p.Instance))
		text += fmt.Sprintf("event: here\ndata: %s\n\n", raw)
	}
	return text
}
