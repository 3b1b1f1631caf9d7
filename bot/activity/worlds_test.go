package activity

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"paddock/bot/component"
	"paddock/games"
	"paddock/games/match"
)

// world records everything that the server sends to a user.
type world struct {
	*desk
	id   match.ID
	book strings.Builder
}

func (w *world) note(u match.UserID, method, path string, body any) (answer string) {
	w.Helper()
	status, answer := w.ask(u, method, path, body)
	fmt.Fprintf(&w.book, "%s %s %s %v\n%d %s\n", u, method, path, body, status, answer)
	return answer
}

// looks makes all requests that a user can make.
func (w *world) looks(u match.UserID, have ...string) {
	w.Helper()
	at := "/api/matches/" + string(w.id)
	w.note(u, "GET", "/api/matches", nil)
	w.note(u, "GET", at+"/picture", nil)
	for step := -1; step <= w.sees(u, w.id).Steps; step++ {
		w.note(u, "GET", fmt.Sprint(at, "?step=", step), nil)
	}
	for _, h := range have {
		w.note(u, "GET", at+"?have="+h, nil)
	}
	v := w.sees(u, w.id)
	for _, c := range v.Choices {
		w.note(u, "GET", fmt.Sprintf("%s/complete?head=%d&typed=%s", at, v.Head, url.QueryEscape(c.Text)), nil)
		w.note(u, "GET", fmt.Sprintf("%s/try?line=%s", at, url.QueryEscape(c.Text)), nil)
	}
	for _, move := range []string{"a1a2", "d1d2", "a4a7", "nonsense"} {
		tried := fmt.Sprintf("%s/try?line=%s", at, move)
		answer := w.note(u, "GET", tried, nil)
		for _, c := range viewOf(w, answer).Choices {
			w.note(u, "GET", tried+"&typed="+url.QueryEscape(c.Text), nil)
		}
		w.note(u, "POST", at+"/moves", posted{Head: v.Head, Cause: "x" + move, Move: move})
		w.note(u, "POST", at+"/moves", posted{Head: v.Head - 1, Cause: "y" + move, Move: move})
	}
	for _, act := range []string{"c", "x?", "arrange"} {
		w.note(u, "POST", at+"/acts", map[string]any{"head": v.Head, "cause": "z", "act": act})
	}
	w.note(u, "POST", at+"/arrange", posted{Head: v.Head, Cause: "w", Name: "swap", Input: []string{"a1", "b1"}})
}

// P11: two matches that differ only in what one player hides give the other player, a spectator and
// a reader by link equal bytes. That covers lists, boards, drawings, past boards, trial lines,
// refusals and the stream of news. It also hides how often the hidden army was changed.
func TestTwoWorlds(t *testing.T) {
	var books []string
	var secret []string
	for n := range 2 {
		w := &world{desk: newDesk(t)}
		if n == 1 { // the cause must not depend on hidden facts
			w.drawn.picture(ann, "<svg/>", "")
		}
		rec := w.begin("stratego", games.Options{"army": "barrage", "reveal": "never"})
		w.id = rec.ID
		ctx, stop := context.WithCancel(t.Context())
		server := httptest.NewServer(w.server)
		streams := map[match.UserID]*stream{bob: {}, eve: {}}
		for u, s := range streams {
			s.ended.Go(func() { s.listen(ctx, server.URL+"/api/events?watch="+string(w.id), w.token(u)) })
		}
		heard := func() { // simultaneous changes are announced as one
			for u, s := range streams {
				mark := w.sees(u, w.id).Mark
				w.until(func() bool { return strings.Contains(s.text(), mark) })
			}
		}
		for _, s := range streams {
			w.until(func() bool { return strings.Contains(s.text(), "event: all") })
		}
		view, err := rec.View(0)
		if err != nil {
			t.Fatal(err)
		}
		arr, _ := view.Arrangement()
		rows := arr.Text
		drafts := 1
		if n == 1 { // in one world the pieces are on the same squares in another order, and were moved more often
			rows, drafts = turned(rows), 4
		}
		for range drafts {
			w.does(ann, w.id, "arrange", posted{Name: games.ArrangeText, Input: []string{rows}})
			w.looks(bob)
		}
		own := w.sees(ann, w.id).Picture.Hash
		secret = append(secret, own, rows)
		w.book.Reset() // forget these requests: their number may differ between the worlds
		w.looks(bob, own)
		w.looks(eve, own)
		w.does(ann, w.id, "arrange", posted{Name: "confirm"})
		heard()
		w.looks(bob)
		w.does(bob, w.id, "arrange", posted{Name: "confirm"})
		heard()
		address, err := w.share(t.Context(), w.id)
		if err != nil {
			t.Fatal(err)
		}
		link := strings.TrimPrefix(address, "https://board.example.org")
		for range 2 {
			for _, u := range []match.UserID{ann, bob} {
				w.marches(u)
				heard()
				w.looks(bob)
				w.looks(eve)
				for _, path := range []string{"", "/view", "/view?step=1", "/board.png"} {
					w.note("", "GET", link+path, nil)
				}
			}
		}
		w.does(ann, w.id, "note", posted{Text: fmt.Sprint("my army is ", rows)})
		w.looks(bob)
		w.looks(eve)
		w.does(bob, w.id, "acts", posted{Act: component.ActResign}) // the end shows nothing either, as agreed
		heard()
		for _, u := range []match.UserID{bob, eve} {
			w.looks(u)
			w.note(u, "GET", "/api/matches/"+string(w.id)+"/review", nil)
		}
		for _, path := range []string{"", "/view", "/view?step=0", "/view?step=2", "/board.png"} {
			w.note("", "GET", link+path, nil)
		}
		stop()
		for _, u := range []match.UserID{bob, eve} {
			streams[u].ended.Wait()
			text := streams[u].text()
			w.book.WriteString(text)
			if strings.Contains(text, rows) || strings.Count(text, "event: match") < 6 {
				t.Errorf("the stream of %s: %q", u, text)
			}
		}
		server.Close()
		// the token is random
		books = append(books, strings.ReplaceAll(w.book.String(), strings.TrimPrefix(link, "/m/"), "TOKEN"))
	}
	if secret[0] == secret[2] || secret[1] == secret[3] {
		t.Fatal("both worlds are one")
	}
	differ, a, b := 0, unasked(books[0]), unasked(books[1])
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] && differ < 5 {
			differ++
			t.Errorf("line %d tells what is hidden:\n%.600s\n%.600s", i, a[i], b[i])
		}
	}
	if len(a) != len(b) {
		t.Errorf("%d lines in one world and %d in the other", len(a), len(b))
	}
	if len(a) < 500 {
		t.Errorf("only %d lines were compared", len(a))
	}
}

// unasked drops requests for drawings, whose number differs, with their answers. These must equal
// the answers without such a request.
func unasked(book string) (list []string) {
	lines := strings.Split(book, "\n")
	for i := 0; i < len(lines); i++ {
		if strings.Contains(lines[i], "?have=") {
			i++
			continue
		}
		list = append(list, lines[i])
	}
	return list
}

// A page that says that it has another viewer's drawing does not learn whether it exists.
func TestDrawingsOfOthers(t *testing.T) {
	d := newDesk(t)
	rec := d.begin("stratego", games.Options{"army": "barrage"})
	theirs := d.sees(ann, rec.ID).Picture.Hash
	_, with := d.ask(bob, "GET", "/api/matches/"+string(rec.ID)+"?have="+theirs, nil)
	_, without := d.ask(bob, "GET", "/api/matches/"+string(rec.ID), nil)
	if with != without {
		t.Errorf("Bob learns something by naming Ann's drawing:\n%.300s\n%.300s", with, without)
	}
	_, own := d.ask(ann, "GET", "/api/matches/"+string(rec.ID)+"?have="+theirs, nil)
	if len(own) > len(with)/2 {
		t.Errorf("Ann gets her drawing again: %d bytes", len(own))
	}
}

// marches makes a player's first move that meets no piece.
func (w *world) marches(u match.UserID) {
	w.Helper()
	v := w.sees(u, w.id)
	best := ""
	for _, from := range v.Choices {
		_, answer := w.ask(u, "GET", fmt.Sprintf("/api/matches/%s/complete?head=%d&typed=%s", w.id, v.Head, from.Text),
			nil)
		for _, to := range viewOf(w, answer).Choices {
			if to.Whole && !strings.Contains(to.Label, "attacks") && (best == "" || to.Text < best) &&
				oneStep(to.Text) {
				best = to.Text
			}
		}
	}
	if best == "" {
		w.Fatalf("%s can go nowhere: %+v", u, v)
	}
	w.does(u, w.id, "moves", posted{Move: best, Head: v.Head})
}

// oneStep reports whether a move goes to the next square. Every rank allows that, so the move
// exists in both worlds.
func oneStep(move string) bool {
	for i := 1; i < len(move); i++ {
		if move[i] >= 'a' {
			a, b := 0, 0
			fmt.Sscan(move[1:i], &a)
			fmt.Sscan(move[i+1:], &b)
			return max(a-b, b-a)+max(int(move[0])-int(move[i]), int(move[i])-int(move[0])) == 1
		}
	}
	return false
}

// turned puts the pieces of an army on the same squares in another order. Flag and Bombs stay,
// because everybody sees which pieces can't move.
func turned(rows string) string {
	still := func(r rune) bool { return r == '.' || r == '/' || r == 'F' || r == 'B' }
	var men []rune
	for _, r := range rows {
		if !still(r) {
			men = append(men, r)
		}
	}
	return strings.Map(func(r rune) rune {
		if still(r) {
			return r
		}
		last := men[len(men)-1]
		men = men[:len(men)-1]
		return last
	}, rows)
}

// stream is everything that a user's page has received.
type stream struct {
	ended sync.WaitGroup
	mu    sync.Mutex
	b     strings.Builder
}

func (s *stream) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// listen reads the stream until ctx ends.
func (s *stream) listen(ctx context.Context, address, token string) {
	r, _ := http.NewRequestWithContext(ctx, "GET", address, nil)
	r.Header.Set("Authorization", "Bearer "+token)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return
	}
	defer answer.Body.Close()
	for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
		// Signs of life and the list of people come at any time, so they are not compared.
		if text := lines.Text(); text != "" && text[0] != ':' && !strings.HasPrefix(text, "event: here") &&
			!strings.HasPrefix(text, "data: [") {
			s.mu.Lock()
			s.b.WriteString(text + "\n")
			s.mu.Unlock()
		}
	}
}

func (d *desk) until(holds func() bool) {
	d.Helper()
	for end := time.Now().Add(time.Minute); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			d.Fatal("waited in vain")
		}
	}
}
