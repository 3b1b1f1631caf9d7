package activity

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"paddock/bot/component"
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/match"
	"paddock/storage/storagetest"
)

// A session can't be forged, changed, or used after its time. Without a session nothing is
// revealed.
func TestSessions(t *testing.T) {
	d := newDesk(t)
	rec := d.begin("kalah", nil)
	good := d.token(ann)
	body, sum, _ := strings.Cut(good, ".")
	raw, _ := b64.DecodeString(body)
	other := b64.EncodeToString([]byte(strings.Replace(string(raw), string(ann), string(bob), 1)))
	elsewhere := b64.EncodeToString([]byte(strings.Replace(string(raw), `"i":"i"`, `"i":"j"`, 1)))
	old := d.keys.sign(session{User: ann, Until: d.now().Unix()})
	for name, token := range map[string]string{
		"none": "", "nonsense": "a.b", "of another user": other + "." + sum,
		"of another instance": elsewhere + "." + sum, "without a signature": body,
		"with an empty signature": body + ".",
		"too old":                 old, "of another secret": keys("another secret").sign(session{
			User:  ann,
			Until: d.now().Add(time.Hour).Unix(),
		}),
		"of another purpose": body + "." + b64.EncodeToString(d.keys.sum(forLinks, body)), "with a tail": good + "A",
	} {
		for _, path := range []string{"/api/matches", "/api/matches/" + string(rec.ID), "/api/events"} {
			if status, answer := d.askWith(token, "GET", path, nil); status != http.StatusUnauthorized ||
				strings.Contains(answer, "Bob") {
				t.Errorf("a session %s: GET %s gets %d %s", name, path, status, answer)
			}
		}
	}
	if status, answer := d.askWith(good, "GET", "/api/matches", nil); status != http.StatusOK ||
		!strings.Contains(answer, "Kalah v Bob") {
		t.Errorf("a good session gets %d %s", status, answer)
	}
	d.wait(sessionFor)
	if status, _ := d.askWith(good, "GET", "/api/matches", nil); status != http.StatusUnauthorized {
		t.Errorf("after 12 hours a session gets %d", status)
	}
}

// P107: players see a match anywhere. Others see it in its channel, while they can see that
// channel. For all others it does not exist.
func TestWhoSees(t *testing.T) {
	d := newDesk(t)
	rec := d.begin("kalah", nil)
	path := "/api/matches/" + string(rec.ID)
	at := func(u match.UserID, g match.GuildID, c match.ChannelID) string {
		return d.keys.sign(session{User: u, Guild: g, Channel: c, Until: d.now().Add(time.Hour).Unix()})
	}
	_, nothing := d.ask(eve, "GET", "/api/matches/nosuch", nil)
	see := func(name, token string, want int) {
		t.Helper()
		for _, p := range []string{path, path + "/picture", path + "?step=0"} {
			if status, answer := d.askWith(token, "GET", p, nil); status != want || want == http.StatusNotFound &&
				answer != nothing {
				t.Errorf("%s: GET %s gets %d %.200s, want %d", name, p, status, answer, want)
			}
		}
	}
	see("a player elsewhere", at(ann, "other", "den"), http.StatusOK)
	see("a spectator in the hall", at(eve, "club", "hall"), http.StatusOK)
	see("somebody in another channel", at(eve, "club", "den"), http.StatusNotFound)
	see("somebody in another server", at(eve, "other", "hall"), http.StatusNotFound)
	see("somebody nowhere", at(eve, "", ""), http.StatusNotFound)
	see("a member in no channel", at(eve, "club", ""), http.StatusNotFound)
	if status, answer := d.ask(eve, "POST", path+"/moves",
		posted{Head: 3, Cause: "c", Move: "1"}); status != http.StatusUnprocessableEntity ||
		!strings.Contains(answer, "play") {
		t.Errorf("a spectator who moves gets %d %s", status, answer)
	}
	d.mu.Lock()
	d.shut[eve] = true // Eve is kicked
	d.mu.Unlock()
	d.wait(time.Minute)
	see("a kicked member", at(eve, "club", "hall"), http.StatusNotFound)
	see("a player who was kicked", at(bob, "club", "hall"), http.StatusOK)
	private := d.proposes(func(p *match.Proposal) { p.Place, p.Cause = match.Place{Channel: "private"}, "private" },
		match.Player{Computer: "easy"})
	path = "/api/matches/" + string(private.ID)
	see("a reader of the same direct messages", at(eve, "", "private"), http.StatusOK)
	see("a reader of other direct messages", at(eve, "", "den"), http.StatusNotFound)
	see("a reader of direct messages nowhere", at(eve, "", ""), http.StatusNotFound)
	path = "/api/matches/" + string(rec.ID)
	d.answers = map[string]string{"/channels/thread": `{"id":"thread","type":11,"parent_id":"hall"}`}
	in := func(parent match.ChannelID) string {
		return d.keys.sign(session{
			User: cid, Guild: "club", Channel: "thread", Parent: parent,
			Until: d.now().Add(time.Hour).Unix(),
		})
	}
	see("a reader in a thread of the hall", in("hall"), http.StatusOK)
	d.wait(sightFor)
	see("a reader in a thread of another channel", in("den"), http.StatusNotFound)
	d.answers["/channels/den"] = `{"id":"den","type":0,"permission_overwrites":[{"id":"club","type":0,"allow":"0","deny":"1024"}]}`
	for channel, open := range map[match.ChannelID]bool{"hall": true, "den": false} {
		if got := d.everybody(t.Context(),
			match.Match{Record: match.Record{Place: match.Place{Guild: "club", Channel: channel}}}); got != open {
			t.Errorf("everybody sees the channel %s: %t", channel, got)
		}
	}
}

// A page gets the language of its reader and drawings for its background, unless its reader has
// chosen a look. A small picture is the board of the match.
func TestReaders(t *testing.T) {
	d := newDesk(t)
	rec := d.begin("kalah", nil)
	path := "/api/matches/" + string(rec.ID)
	token := d.keys.sign(session{User: ann, Locale: "sv-SE", Until: d.now().Add(time.Hour).Unix()})
	looks := func(path string, light bool) string {
		t.Helper()
		r := httptest.NewRequest("GET", path, nil)
		r.Header.Set("Authorization", "Bearer "+token)
		if light {
			r.Header.Set("Paddock-Light", "1")
		}
		w := httptest.NewRecorder()
		if d.server.ServeHTTP(w, r); w.Code != http.StatusOK {
			t.Fatalf("%s: %d %s", path, w.Code, w.Body)
		}
		return w.Body.String()
	}
	dark, light := viewOf(t, looks(path, false)), viewOf(t, looks(path, true))
	if dark.Line != "Din tur" || dark.Picture.SVG == light.Picture.SVG {
		t.Errorf("the page says %q, and is the same on light and on dark: %t", dark.Line,
			dark.Picture.SVG == light.Picture.SVG)
	}
	if small := looks(path+"/picture", false); withoutWords(small) != dark.Picture.SVG {
		t.Errorf("the small picture is %.200s", small)
	}
	link := d.shared(rec.ID) + "/view"
	if a, b := viewOf(t, looks(link, false)), viewOf(t, looks(link, true)); a.Picture.SVG == b.Picture.SVG {
		t.Error("a link is the same on light and on dark")
	}
	for _, look := range []string{"dark", "light"} {
		if err := d.People.Change(t.Context(), ann, func(u *match.User) {
			u.Prefer = games.Options{"look": look}
		}); err != nil {
			t.Fatal(err)
		}
		if a, b := viewOf(t, looks(path, false)), viewOf(t, looks(path, true)); a.Picture.SVG != b.Picture.SVG {
			t.Errorf("who has chosen %s gets two drawings", look)
		}
	}
}

// Half a move is shown on the board for which it was chosen, and not on a newer one.
func TestHalfMoves(t *testing.T) {
	d := newDesk(t)
	rec := d.begin("halatafl", nil)
	long, head := strings.Repeat("x", mostText), fmt.Sprint("&head=", rec.Board())
	for query, want := range map[string]string{
		"typed=d4": "", "typed=d4&head=1": "", "typed=d4" + head: "d4", "typed=" + long + head: long,
		"typed=x" + long + head: "",
	} {
		status, answer := d.ask(ann, "GET", "/api/matches/"+string(rec.ID)+"/complete?"+query, nil)
		if v := viewOf(t, answer); status != http.StatusOK || v.Half != want || want == "d4" &&
			v.Picture.SVG == d.sees(ann, rec.ID).Picture.SVG {
			t.Errorf("%.60s: %d, half %q, want %q", query, status, v.Half, want)
		}
	}
}

// A page lists at most 50 matches of its reader, and 50 of others that are played in its channel.
// It leads to another match that waits for its reader, but not to the rematch.
func TestListsHaveLimits(t *testing.T) {
	d := newDesk(t)
	for range mostListed + 1 {
		d.begin("kalah", nil)
	}
	for u, want := range map[match.UserID][2]int{ann: {mostListed, 0}, eve: {0, mostListed}} {
		mine, here, err := d.list(t.Context(),
			asker{session: session{User: u, Guild: hall.Guild, Channel: hall.Channel}, In: lang.English})
		if got := [2]int{len(mine), len(here)}; err != nil || got != want {
			t.Errorf("%s is shown %v matches, %v; want %v", u, got, err, want)
		}
	}
	if mine, here, err := d.list(t.Context(), asker{session: session{User: eve}, In: lang.English}); err != nil ||
		len(mine)+len(here) > 0 {
		t.Errorf("nowhere Eve is shown %d and %d matches, %v", len(mine), len(here), err)
	}
	d = newDesk(t)
	first := d.begin("kalah", nil)
	second := d.begin("halatafl", nil)
	for want, than := range map[match.ID]match.Record{
		second.ID: {ID: first.ID},
		"":        {ID: first.ID, RematchID: second.ID},
	} {
		if got := d.next(t.Context(), asker{session: session{User: ann}}, match.Match{Record: than}); got != want {
			t.Errorf("the page leads to %q, want %q", got, want)
		}
	}
	if got := d.next(t.Context(), asker{session: session{User: bob}}, first); got != "" {
		t.Errorf("Bob, whose turn it is nowhere, is led to %q", got)
	}
}

// P98: a page keeps 1,000 characters of a note.
func TestP98NotesOfAPage(t *testing.T) {
	d := newDesk(t)
	rec := d.begin("kalah", nil)
	for _, n := range []int{1000, 1001} {
		d.does(ann, rec.ID, "note", posted{Text: strings.Repeat("ö", n)})
		u, err := d.People.User(t.Context(), ann)
		if got := utf8.RuneCountInString(u.Notebook(rec.ID).Note); err != nil || got != 1000 {
			t.Errorf("of %d characters %d are kept, %v; want 1,000", n, got, err)
		}
	}
}

// A link dies when it is revoked, while not everybody in the server sees the channel, and for ever
// when a player is erased. The answers of all dead links are alike.
func TestLinks(t *testing.T) {
	d := newDesk(t)
	rec := d.begin("kalah", nil)
	share := func() string {
		address, err := d.share(t.Context(), rec.ID)
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimPrefix(address, "https://board.example.org")
	}
	link := share()
	if share() != link {
		t.Error("a second link was made")
	}
	_, dead := d.ask("", "GET", "/m/x.y/view", nil)
	check := func(name, link string, alive bool) {
		t.Helper()
		want := http.StatusNotFound
		if alive {
			want = http.StatusOK
		}
		for _, path := range []string{"", "/view", "/board.png"} {
			status, answer := d.ask("", "GET", link+path, nil)
			if status != want || !alive && strings.Contains(answer, "Ann") || !alive && path == "/view" &&
				answer != dead {
				t.Errorf("%s: GET %s gets %d %.300s, want %d", name, path, status, answer, want)
			}
		}
	}
	check("a link", link, true)
	for _, forged := range []string{
		link[:len(link)-1], link + "A", strings.Replace(link, string(rec.ID), "zzzzzz", 1),
		"/m/" + string(rec.ID), "/m/" + string(rec.ID) + ".",
	} {
		check("a forged link", forged, false)
	}
	if err := d.revoke(t.Context(), rec.ID); err != nil {
		t.Fatal(err)
	}
	check("a revoked link", link, false)
	again := share()
	check("the revoked link beside a new one", link, false)
	check("a new link", again, true)
	d.mu.Lock()
	d.shut[""] = true // the channel becomes private
	d.mu.Unlock()
	d.wait(sightFor)
	check("a link into a private channel", again, false)
	d.mu.Lock()
	d.shut[""] = false
	d.mu.Unlock()
	d.wait(sightFor)
	check("a link into a channel that is open again", again, true)
	gone, err := d.People.BeginErasure(t.Context(), bob)
	if err == nil {
		err = d.People.Erase(t.Context(), gone)
	}
	if err != nil {
		t.Fatal(err)
	}
	check("a link to a match of an erased player", again, false)
	if status, answer := d.ask(bob, "GET", "/api/matches", nil); status != http.StatusOK ||
		strings.Contains(answer, "Kalah v") {
		t.Errorf("an erased player gets %d %s", status, answer)
	}
}

// The page of a link describes itself to other sites, sets no cookie, loads nothing from elsewhere
// and can't be framed.
func TestLinkPage(t *testing.T) {
	d := newDesk(t)
	rec := d.begin("kalah", nil)
	address, err := d.share(t.Context(), rec.ID)
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	d.server.ServeHTTP(w, httptest.NewRequest("GET", strings.TrimPrefix(address, "https://board.example.org"), nil))
	page, policy := w.Body.String(), w.Header().Get("Content-Security-Policy")
	for _, want := range []string{
		`property="og:title" content="Kalah · Ann v Bob"`,
		`property="og:image" content="` + address + `/board.png"`, "<svg", "data-cell",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	if w.Header().Get("Set-Cookie") != "" || !strings.Contains(policy, "frame-ancestors 'none'") ||
		strings.Contains(policy, "unsafe") {
		t.Errorf("headers: %v", w.Header())
	}
	for _, part := range strings.Split(page, `"`) {
		if strings.HasPrefix(part, "http") && !strings.HasPrefix(part, "https://board.example.org/") &&
			part != "http://www.w3.org/2000/svg" {
			t.Errorf("the page asks for %s", part)
		}
	}
}

// A request from another page is refused, and so is one that is too large.
func TestForeignRequests(t *testing.T) {
	d := newDesk(t)
	rec := d.begin("kalah", nil)
	for name, c := range map[string]struct {
		header    [2]string
		want, get int // statuses of the answers to a note and to a request for the match
	}{
		"the page":     {[2]string{"Sec-Fetch-Site", "same-origin"}, http.StatusOK, http.StatusOK},
		"another site": {[2]string{"Sec-Fetch-Site", "cross-site"}, http.StatusForbidden, http.StatusForbidden},
		"a neighbour": {
			[2]string{"Sec-Fetch-Site", "same-site"},
			http.StatusForbidden,
			http.StatusForbidden,
		},
		"an old browser, elsewhere": {[2]string{"Origin", "https://evil.example"}, http.StatusForbidden, http.StatusOK},
		"Discord's proxy":           {[2]string{"Origin", "https://7.discordsays.com"}, http.StatusOK, http.StatusOK},
		"another activity": {
			[2]string{"Origin", "https://8.discordsays.com"},
			http.StatusForbidden,
			http.StatusOK,
		},
	} {
		for method, want := range map[string]int{"POST": c.want, "GET": c.get} {
			path, body := "/api/matches/"+string(rec.ID), ""
			if method == "POST" {
				path, body = path+"/note", `{"cause":"c","text":"n"}`
			}
			r := httptest.NewRequest(method, path, strings.NewReader(body))
			r.Header.Set("Authorization", "Bearer "+d.token(ann))
			r.Header.Set(c.header[0], c.header[1])
			w := httptest.NewRecorder()
			d.server.ServeHTTP(w, r)
			if w.Code != want {
				t.Errorf("%s of %s: %d %s, want %d", method, name, w.Code, w.Body, want)
			}
		}
	}
	page := httptest.NewRequest("GET", d.shared(rec.ID), nil)
	page.Header.Set("Sec-Fetch-Site", "cross-site")
	w := httptest.NewRecorder()
	if d.server.ServeHTTP(w, page); w.Code != http.StatusOK {
		t.Errorf("a link on another site leads to %d", w.Code)
	}
	note := httptest.NewRequest("POST", "/api/matches/"+string(rec.ID)+"/note",
		strings.NewReader(`{"cause":"c","text":"n"}`))
	note.Header.Set("Origin", "https://.discordsays.com")
	d.cfg.App = nil
	w = httptest.NewRecorder()
	if d.server.ServeHTTP(w, note); w.Code != http.StatusForbidden {
		t.Errorf("without an application Discord's proxy gets %d", w.Code)
	}
	for name, body := range map[string]string{
		"too much": `{"cause":"c","text":"` + strings.Repeat("x", mostBody) +
			`"}`, "no JSON": "hello", "two": `{"cause":"c"}{}`, "no cause": `{"text":"n"}`,
		"a long cause":             `{"cause":"` + strings.Repeat("c", mostText+1) + `"}`,
		"a board before the first": `{"cause":"c","head":-1}`,
	} {
		if status, answer := d.ask(ann, "POST", "/api/matches/"+string(rec.ID)+"/note",
			body); status != http.StatusBadRequest || !strings.Contains(answer, "reload") {
			t.Errorf("%s: %d %s", name, status, answer)
		}
	}
}

// A page names at most 20 of the people in its instance. A cause may have 200 characters.
func TestPagesNameAFew(t *testing.T) {
	d := newDesk(t)
	rec, url := d.begin("kalah", nil), d.serve(t)
	for n := range mostNamed + 1 {
		if err := d.page(t.Context(), http.DefaultClient, url, match.UserID(fmt.Sprint(n)), "", func() {}); err != nil {
			t.Fatal(err)
		}
	}
	if list := d.hub.people("i"); len(list) != mostNamed {
		t.Errorf("%d people are named: %q, want %d", len(list), list, mostNamed)
	}
	if status, answer := d.ask(ann, "POST", "/api/matches/"+string(rec.ID)+"/note",
		posted{Cause: strings.Repeat("c", mostText)}); status != http.StatusOK {
		t.Errorf("a cause of %d characters: %d %.200s", mostText, status, answer)
	}
}

// P3: a move that is sent twice is played once. One for an old board changes nothing, and the page
// gets the newest board.
func TestOnceAndStale(t *testing.T) {
	d := newDesk(t)
	rec := d.begin("kalah", nil)
	path, first := "/api/matches/"+string(rec.ID)+"/moves",
		posted{Head: d.sees(ann, rec.ID).Head, Cause: "c1", Move: "1"}
	for range 2 {
		if status, answer := d.ask(ann, "POST", path, first); status != http.StatusOK || viewOf(t, answer).Steps != 1 {
			t.Errorf("%d %.200s", status, answer)
		}
	}
	if status, answer := d.ask(bob, "POST", path,
		posted{Head: first.Head, Cause: "c1", Move: "1"}); status != http.StatusConflict ||
		!strings.Contains(answer, `"match":`) {
		t.Errorf("an old board: %d %.200s", status, answer)
	}
	if status, answer := d.ask(bob, "POST", path,
		posted{Head: d.sees(bob, rec.ID).Head, Cause: "c1", Move: "1"}); status != http.StatusOK ||
		viewOf(t, answer).Steps != 2 {
		t.Errorf("another player's cause of the same name: %d %.200s", status, answer)
	}
	if status, answer := d.ask(ann, "POST", "/api/matches/"+string(rec.ID)+"/acts",
		posted{Head: first.Head, Cause: "c2", Act: component.ActResign}); status != http.StatusOK ||
		!viewOf(t, answer).Over {
		t.Errorf("a resignation on an old board: %d %.200s", status, answer)
	}
}

// A user can make a limited number of requests, and is told when to try again.
func TestAllowance(t *testing.T) {
	d := newDesk(t)
	d.within.Member = 5
	for range 5 {
		if status, _ := d.ask(ann, "GET", "/api/matches", nil); status != http.StatusOK {
			t.Fatalf("%d within the allowance", status)
		}
	}
	if status, answer := d.ask(ann, "GET", "/api/matches", nil); status != http.StatusTooManyRequests ||
		!strings.Contains(answer, "12 s") || !json.Valid([]byte(answer)) {
		t.Errorf("%d %s beyond the allowance", status, answer)
	}
	if status, _ := d.ask(bob, "GET", "/api/matches", nil); status != http.StatusOK {
		t.Errorf("another user gets %d", status)
	}
}

// FuzzRequests sends arbitrary data to every address. Nobody gets an error of the server, a secret
// of another player, or a page instead of an answer.
func FuzzRequests(f *testing.F) {
	for _, seed := range [][3]string{
		{"GET", "/api/matches/ID?step=1&have=x", ""},
		{"GET", "/api/matches/ID/complete?head=9&typed=a4", ""},
		{"GET", "/api/matches/ID/try?line=a4a5+a7a6&typed=b", ""},
		{"POST", "/api/matches/ID/moves", `{"head":7,"cause":"c","move":"a4a5"}`},
		{"POST", "/api/matches/ID/acts", `{"head":7,"cause":"d","act":"d"}`},
		{"POST", "/api/matches/ID/arrange", `{"cause":"e","name":"swap","input":["a1","b2"]}`},
		{"POST", "/api/matches/ID/arrange", `{"cause":"f","name":"place","input":["a1"]}`},
		{"POST", "/api/matches/ID/lines", `{"cause":"g","line":["a4a5","a7a6"]}`},
		{"POST", "/api/matches/ID/note", `{"cause":"h","text":"n"}`},
		{"GET", "/m/ID.x/view?step=-1", ""},
		{"POST", "/api/matches/ID/arrange", `{"cause":"i","name":"saved","input":["stratego/x/"]}`},
		{"GET", "/api/matches/ID/picture", ""},
		{"GET", "/api/matches/ID/review", ""},
		{"GET", "/a/x/app.js", ""},
		{"GET", "/?frame_id=1", ""},
	} {
		f.Add(seed[0], seed[1], seed[2])
	}
	d := newDesk(f)
	rec := d.begin("stratego", games.Options{"army": "barrage"})
	own := d.sees(ann, rec.ID).Words
	f.Fuzz(func(t *testing.T, method, path, body string) {
		if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "/api/events") ||
			strings.Contains(path, "/events") {
			return
		}
		r, err := http.NewRequest(method, "http://board.example.org"+strings.ReplaceAll(path, "ID", string(rec.ID)),
			strings.NewReader(body))
		if err != nil || r.URL.Path == "/api/session" {
			return
		}
		r.Header.Set("Authorization", "Bearer "+d.token(bob))
		w := httptest.NewRecorder()
		d.server.ServeHTTP(w, r)
		if w.Code >= http.StatusInternalServerError || strings.Contains(w.Body.String(), own) {
			t.Errorf("%s %s %q gets %d %.300s", method, path, body, w.Code, w.Body)
		}
		if strings.HasPrefix(r.URL.Path, "/api/matches/"+string(rec.ID)) && w.Code >= 400 &&
			w.Code != http.StatusMethodNotAllowed && w.Code != http.StatusNotFound {
			var p problem
			if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil || p.Error == "" {
				t.Errorf("%s %s %q: no sentence in %d %s", method, path, body, w.Code, w.Body)
			}
		}
	})
}

// Closed or stuck pages leave no goroutine, no connection and no entry. Of one user only the newest
// pages stay open.
func TestPagesLeaveNothing(t *testing.T) {
	d := newDesk(t)
	rec := d.begin("kalah", nil)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.Serve(ctx, listener) }()
	client := &http.Client{Transport: &http.Transport{}}
	open := func(ctx context.Context, u match.UserID) {
		r, _ := http.NewRequestWithContext(ctx, "GET",
			fmt.Sprintf("http://%s/api/events?watch=%s", listener.Addr(), rec.ID), nil)
		r.Header.Set("Authorization", "Bearer "+d.token(u))
		if answer, err := client.Do(r); err != nil || answer.StatusCode != http.StatusOK {
			t.Errorf("a stream: %v, %v", answer, err)
		}
	}
	pages := func() int { d.hub.mu.Lock(); defer d.hub.mu.Unlock(); return d.hub.open }
	before := runtime.NumGoroutine()
	for range 5 {
		ctx, leave := context.WithCancel(ctx)
		for range 20 {
			open(ctx, bob)
			open(ctx, match.UserID(fmt.Sprint("2000000000000000", runtime.NumGoroutine())))
		}
		d.until(func() bool { d.hub.mu.Lock(); defer d.hub.mu.Unlock(); return len(d.hub.users[bob]) == mostOfUser })
		d.does(ann, rec.ID, "note", posted{Text: "n"})
		leave()
		d.until(func() bool { return pages() == 0 })
	}
	client.CloseIdleConnections()
	d.until(func() bool { return runtime.NumGoroutine() <= before+2 })
	if len(d.hub.users)+len(d.hub.matches)+len(d.hub.rooms)+len(d.hub.lists) > 0 {
		t.Errorf("pages are remembered: %v %v %v %v", d.hub.users, d.hub.matches, d.hub.rooms, d.hub.lists)
	}
	open(t.Context(), bob) // the goroutine ends with the server
	stop()
	if err := <-ended; err != nil || pages() > 0 {
		t.Errorf("the server ends with %d pages open: %v", pages(), err)
	}
	if text := d.told.String(); text != "" {
		t.Errorf("something was logged: %s", text)
	}
}

// A page that is closed while its request is handled is no error of the bot.
func TestClosedPage(t *testing.T) {
	d := newDesk(t)
	rec := d.begin("kalah", nil)
	address, err := d.share(t.Context(), rec.ID)
	if err != nil {
		t.Fatal(err)
	}
	link, steps := strings.TrimPrefix(address, "https://board.example.org"), 0
	for _, c := range []struct{ method, path, body string }{
		{"GET", "/api/matches", ""},
		{"GET", "/api/matches/" + string(rec.ID), ""},
		{"GET", "/api/matches/" + string(rec.ID) + "/picture", ""},
		{"GET", link, ""},
		{"GET", link + "/view", ""},
		{"GET", link + "/board.png", ""},
		{"POST", "/api/matches/" + string(rec.ID) + "/lines", `{"head":3,"cause":"a","moves":["1","3","2"]}`},
		{"POST", "/api/matches/" + string(rec.ID) + "/moves", `{"head":3,"cause":"b","move":"1"}`},
	} {
		for n := range 40 {
			ctx := storagetest.EndingAfter(t.Context(), n)
			r := httptest.NewRequestWithContext(ctx, c.method, c.path, strings.NewReader(c.body))
			r.Header.Set("Authorization", "Bearer "+d.token(ann))
			d.server.ServeHTTP(httptest.NewRecorder(), r)
			if context.Cause(ctx) == nil {
				break
			}
			steps++
		}
	}
	if steps < 20 {
		t.Errorf("%d steps were cut short: this shows nothing", steps)
	}
	if text := d.told.String(); text != "" {
		t.Errorf("the log has:\n%s", text)
	}
}

// The server sends JSON without escapes for HTML, to save bytes. The page never inserts such
// answers as HTML.
func TestAnswersAreNotEscaped(t *testing.T) {
	w := httptest.NewRecorder()
	writeJSON(w, http.StatusTeapot, map[string]string{"a": "<b> & c"})
	if got, want := w.Body.String(), "{\"a\":\"<b> & c\"}\n"; got != want || w.Code != http.StatusTeapot ||
		w.Header().Get("Content-Type") != "application/json" {
		t.Errorf("%d %q, want %q", w.Code, got, want)
	}
}
