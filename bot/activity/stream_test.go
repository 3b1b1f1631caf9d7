package activity

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"paddock/bot/component"
	"paddock/games/catalog"
	"paddock/games/gamestest/logbook"
	"paddock/games/match"
	"paddock/games/match/service"
	"paddock/storage/storagetest"
)

// watches opens the stream of a reader by link, over a pipe.
func (d *desk) watches(p *page) (theirs net.Conn, ended chan struct{}) {
	ours, theirs := net.Pipe()
	ended = make(chan struct{})
	if !d.hub.add(p) {
		d.Fatal("there is no room for a page")
	}
	go func() { // the goroutine ends with the page
		defer close(ended)
		defer d.hub.end(p)
		defer ours.Close()
		d.tell(d.hub.ctx, ours, p, "")
	}()
	return theirs, ended
}

// A page that is open for a week only gets signs of life, and uses no more memory at the end than
// at the beginning.
func TestAWeek(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		rec := d.begin("kalah", nil)
		asked := 0
		theirs, ended := d.watches(&page{watch: rec.ID, alive: func(context.Context) bool { asked++; return true }})
		beats, gone := 0, make(chan struct{})
		go func() { // the goroutine ends with the page
			defer close(gone)
			for lines := bufio.NewScanner(theirs); lines.Scan(); {
				if lines.Text() == ": " {
					beats++
				}
			}
		}()
		held := func() (goroutines int, heap uint64) {
			synctest.Wait()
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			return runtime.NumGoroutine(), m.HeapAlloc
		}
		time.Sleep(time.Hour)
		goroutines, heap := held()
		time.Sleep(7 * 24 * time.Hour)
		if n, h := held(); n > goroutines || h > heap+256<<10 {
			t.Errorf("after a week %d goroutines and %d bytes are there, %d and %d an hour after the beginning", n, h,
				goroutines, heap)
		}
		if want := int(7 * 24 * time.Hour / pulse); beats < want || asked < want/beatsAlive {
			t.Errorf("%d signs of life, and %d looks at whether the match may still be seen", beats, asked)
		}
		theirs.Close()
		<-ended
		<-gone
		if d.hub.open+len(d.hub.matches) > 0 {
			t.Errorf("%d pages are open, of %v", d.hub.open, d.hub.matches)
		}
	})
}

// The whole stream of a page: its beginning, who else is there, what it is told of matches, signs
// of life, and its end. A match that its reader does not see, and a change that changes nothing for
// them, leave no trace.
func TestStreamOfAPage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		rec, other := d.begin("kalah", nil), d.proposes(func(p *match.Proposal) { p.Place.Channel = "den" })
		in := func(u match.UserID, name string, watch match.ID) *page {
			return &page{
				session: session{User: u, Name: name, Instance: "i", Guild: hall.Guild, Channel: hall.Channel},
				watch:   watch, alive: func(context.Context) bool { return false },
			}
		}
		var told logbook.Logbook
		theirs, ended := d.watches(in(eve, "Eve", rec.ID))
		read := make(chan struct{})
		go func() { // the goroutine ends with the page
			defer close(read)
			_, _ = io.Copy(&told, theirs)
		}()
		step := func(what string, do func()) {
			do()
			synctest.Wait()
			fmt.Fprintf(&told, "# %s\n", what)
		}
		list := in(ann, "Ann", "")
		step("it begins", func() {})
		step("Ann comes", func() { d.hub.add(list) })
		step("Ann moves", func() { d.does(ann, rec.ID, "moves", posted{Move: "1"}) })
		step("nothing new", func() { d.Changed(match.Change{Match: d.present(rec)}) })
		step("another match", func() { d.Changed(match.Change{Match: other}) })
		step("two at once", func() {
			d.hub.mu.Lock()
			p := slices.Collect(maps.Keys(d.hub.users[eve]))[0]
			d.hub.mu.Unlock()
			p.mu.Lock()
			p.dirty = append(p.dirty, other.ID, "gone")
			p.mu.Unlock()
			d.hub.end(list)
			d.hub.open++
		})
		step("silence", func() { time.Sleep(pulse) })
		step("the end", func() { time.Sleep(beatsAlive * pulse) })
		<-ended
		<-read
		states, text := map[string]string{},
			strings.NewReplacer(string(rec.ID), "MATCH", mark(d.present(rec), eve), "MARK").Replace(told.String())
		text = regexp.MustCompile(`id: \w+`).ReplaceAllStringFunc(text, func(id string) string {
			if states[id] == "" {
				states[id] = fmt.Sprint("id: ", len(states)+1)
			}
			return states[id]
		})
		text = strings.ReplaceAll(text, "\n\n", "\n")
		want := "retry: 1000\nid: 1\nevent: all\ndata: {}\nevent: here\ndata: [\"Eve\"]\n# it begins\nevent: here\ndata: [\"Ann\",\"Eve\"]\n# Ann comes\n" +
			"id: 2\nevent: match\ndata: {\"id\":\"MATCH\",\"mark\":\"MARK\"}\n# Ann moves\n# nothing new\n# another match\nevent: here\ndata: [\"Eve\"]\n# two at once\n: \n# silence\n" +
			strings.Repeat(": \n", beatsAlive-3) + "event: over\ndata: {}\n# the end\n"
		if text != want {
			t.Errorf("the page is told\n%s\nwant\n%s", text, want)
		}
		if text := d.told.String(); text != "" {
			t.Errorf("something was logged: %s", text)
		}
	})
}

// A page that accepts no data is dropped. A page whose reader may no longer see the match is told
// so, and closed.
func TestPagesAreClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t)
		rec := d.begin("kalah", nil)
		began := time.Now()
		_, ended := d.watches(&page{watch: rec.ID})
		if <-ended; time.Since(began) != patience {
			t.Errorf("a page that takes nothing is dropped after %v", time.Since(began))
		}
		began = time.Now()
		theirs, ended := d.watches(&page{watch: rec.ID, alive: func(context.Context) bool { return false }})
		var told strings.Builder
		for lines := bufio.NewScanner(theirs); lines.Scan(); {
			told.WriteString(lines.Text() + "\n")
		}
		if <-ended; time.Since(began) > beatsAlive*pulse || !strings.Contains(told.String(), "event: over\n") {
			t.Errorf("a reader who sees nothing any more is told after %v: %s", time.Since(began), told.String())
		}
		theirs, ended = d.watches(&page{watch: rec.ID})
		go func() { // the goroutine ends with the page
			for lines := bufio.NewScanner(theirs); lines.Scan(); {
			}
		}()
		synctest.Wait()
		d.hub.close()
		<-ended
	})
}

// If another process changes a match and its hint is lost, the pages that show or list the match
// learn of it by the next comparison with the store.
func TestHintsAreLost(t *testing.T) {
	d := newDesk(t)
	rec, own := d.begin("kalah", nil), d.begin("halatafl", nil)
	ctx, stop := context.WithCancel(t.Context())
	url, client := d.serve(t), &http.Client{}
	go d.Run(ctx)
	news := map[string]chan struct{}{
		"the match": make(chan struct{}, 9), "a list": make(chan struct{}, 9),
		"another's match": make(chan struct{}, 9),
	}
	for name, p := range map[string]struct {
		user  match.UserID
		watch match.ID
	}{"the match": {bob, rec.ID}, "a list": {ann, ""}, "another's match": {eve, rec.ID}} {
		if err := d.page(ctx, client, url, p.user, p.watch, func() { news[name] <- struct{}{} }); err != nil {
			t.Fatal(err)
		}
	}
	d.until(func() bool { // the stream of each page has begun
		d.hub.mu.Lock()
		defer d.hub.mu.Unlock()
		begun := 0
		for _, pages := range d.hub.users {
			for p := range pages {
				p.mu.Lock()
				begun += min(len(p.sent), 1)
				p.mu.Unlock()
			}
		}
		return begun == 3
	})
	// stands for another process
	deaf := service.New(service.Config{
		Store: d.store, Games: catalog.Games(), Now: d.now,
		Rand: rand.NewChaCha8([32]byte{2}),
	})
	act := func(m match.Match, u match.UserID) match.Act {
		return match.Act{Match: m.ID, User: u, Cause: match.Cause("theirs " + string(m.ID))}
	}
	if _, err := deaf.Play.Resign(ctx, act(rec, ann)); err != nil {
		t.Fatal(err)
	}
	d.Refresh()
	for _, heard := range news {
		d.until(func() bool { return len(heard) == 1 })
	}
	if _, err := deaf.Play.Resign(ctx, act(own, bob)); err != nil {
		t.Fatal(err)
	}
	d.Refresh()
	d.until(func() bool { return len(news["a list"]) == 2 })
	stop()
}

// A list hears of what is played in its channel, for as long as its reader can see that.
func TestListsAreLive(t *testing.T) {
	d := newDesk(t)
	url, client := d.serve(t), &http.Client{}
	heard, shut := make(chan struct{}, 9), make(chan struct{}, 9)
	for u, on := range map[match.UserID]chan struct{}{eve: heard, cid: shut} {
		if err := d.page(t.Context(), client, url, u, "", func() { on <- struct{}{} }); err != nil {
			t.Fatal(err)
		}
	}
	open := func(n int) func() bool {
		return func() bool { d.hub.mu.Lock(); defer d.hub.mu.Unlock(); return len(d.hub.lists[hall]) == n }
	}
	d.until(open(2))
	d.mu.Lock()
	d.shut[cid] = true
	d.mu.Unlock()
	refused := func(n int) bool { d.mu.Lock(); defer d.mu.Unlock(); return d.refused == n }
	rec := d.begin("kalah", nil)
	d.until(func() bool { return len(heard) == 1 && refused(1) })
	d.wait(sightFor)
	d.does(ann, rec.ID, "moves", posted{Move: "1"})
	d.until(func() bool { return len(heard) == 2 && refused(2) })
	d.mu.Lock()
	d.shut[cid] = false
	d.mu.Unlock()
	d.wait(sightFor)
	d.does(ann, rec.ID, "acts", posted{Act: component.ActResign})
	d.until(func() bool { return len(heard) == 3 && len(shut) > 0 })
	if len(shut) != 1 {
		t.Errorf("who was shut out has heard %d times", len(shut))
	}
}

// counted counts what is read of a store.
type counted struct {
	*storagetest.Memory
	reads atomic.Int64
	down  bool
}

func (c *counted) ByUser(ctx context.Context, u match.UserID) ([]match.Record, error) {
	c.reads.Add(1)
	return c.Memory.ByUser(ctx, u)
}

func (c *counted) Record(ctx context.Context, id match.ID) (match.Record, error) {
	c.reads.Add(1)
	return c.Memory.Record(ctx, id)
}

func (c *counted) Changed(ctx context.Context, since time.Time, max int) ([]match.Newest, error) {
	c.reads.Add(1)
	if c.down {
		return nil, errors.New("the store is down")
	}
	return c.Memory.Changed(ctx, since, max)
}

// A comparison with the store is one query, however many pages are open, and one more for each
// match whose change no hint has told of. What pages were told is not read again.
func TestComparisonsAreCheap(t *testing.T) {
	d := newDesk(t)
	store := &counted{Memory: d.store}
	d.Matches = service.New(service.Config{
		Store: store, Games: catalog.Games(), Now: d.now,
		Rand: rand.NewChaCha8([32]byte{3}),
	})
	var all []*players
	for n := range 50 {
		all = append(all, d.pair("kalah", nil, n))
		for _, u := range all[n].users {
			p := &page{session: session{User: u}, watch: all[n].id}
			if !d.hub.add(p) {
				t.Fatal("there is no room for a page")
			}
			p.begin(t.Context(), d.Feature)
		}
	}
	cost := func() int64 {
		before := store.reads.Load()
		d.hub.compare(t.Context())
		return store.reads.Load() - before
	}
	cost()
	if n := cost(); n != 1 {
		t.Errorf("a comparison after no change reads %d times", n)
	}
	move := func(p *players, known bool) {
		rec, err := d.store.Record(t.Context(), p.id)
		if err != nil {
			t.Fatal(err)
		}
		m := match.Act{Match: p.id, User: rec.Players[0].User, Cause: match.Cause("move of " + string(p.id))}
		c, err := d.Matches.Play.Move(t.Context(), m, "1")
		if err != nil {
			t.Fatal(err)
		}
		if known {
			d.Changed(c)
		}
	}
	for n, p := range all[:10] {
		move(p, n < 7)
	}
	d.wait(2 * time.Second)
	if n := cost(); n != 4 {
		t.Errorf("ten moves, three of them untold: %d reads", n)
	}
	if n := cost(); n != 1 {
		t.Errorf("the same moves again: %d reads", n)
	}
	move(all[20], false)
	store.down = true
	d.wait(2 * slack)
	cost()
	store.down = false
	if n := cost(); n != 2 {
		t.Errorf("a move while the store was down: %d reads", n)
	}
	for n, p := range all[:12] {
		d.hub.mu.Lock()
		for open := range d.hub.matches[p.id] {
			if len(open.dirty) > 0 != (n < 10) {
				t.Errorf("match %d: a page has to ask for %v", n, open.dirty)
			}
		}
		d.hub.mu.Unlock()
	}
}

// A page that can't be told of a change, because the store fails, is told at the next beat.
func TestNewsIsTriedAgain(t *testing.T) {
	d := newDesk(t)
	rec := d.begin("kalah", nil)
	p := &page{session: session{User: ann}, watch: rec.ID}
	if !d.hub.add(p) {
		t.Fatal("there is no room for a page")
	}
	p.mark(rec.ID, false)
	if text := p.news(storagetest.FailAt(t.Context(), 0), d.Feature); text != "" {
		t.Errorf("the store failed, and the page is told %q", text)
	}
	if text := p.news(t.Context(), d.Feature); !strings.Contains(text, string(rec.ID)) {
		t.Errorf("the page is told %q, want the match", text)
	}
}
