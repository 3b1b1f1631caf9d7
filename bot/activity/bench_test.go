package activity

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match"
)

// serve starts the pages on a socket.
func (d *desk) serve(b testing.TB) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- d.Serve(ctx, listener) }()
	b.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			b.Error(err)
		}
	})
	return "http://" + listener.Addr().String()
}

// page opens the stream of a page and calls on for each event about a match, until ctx ends.
func (d *desk) page(ctx context.Context, c *http.Client, url string, u match.UserID, watch match.ID, on func()) error {
	r, _ := http.NewRequestWithContext(ctx, "GET", fmt.Sprintf("%s/api/events?watch=%s", url, watch), nil)
	r.Header.Set("Authorization", "Bearer "+d.token(u))
	answer, err := c.Do(r)
	if err != nil {
		return err
	}
	go func() {
		defer answer.Body.Close()
		buffer := make([]byte, 4096)
		for {
			n, err := answer.Body.Read(buffer)
			if err != nil {
				return
			}
			if on != nil && strings.Contains(string(buffer[:n]), "event: match") {
				on()
			}
		}
	}()
	return nil
}

// players is a pair of users with a match of their own.
type players struct {
	users [2]match.UserID
	id    match.ID
	have  [2][]string // the drawings that the pages have, the newest first
	news  [2]chan struct{}
}

func (d *desk) pair(game games.ID, options games.Options, n int) *players {
	d.Helper()
	p := &players{
		users: [2]match.UserID{
			match.UserID(fmt.Sprint(1_000_000 + 2*n)),
			match.UserID(fmt.Sprint(1_000_001 + 2*n)),
		},
		news: [2]chan struct{}{make(chan struct{}, 100), make(chan struct{}, 100)},
	}
	c, err := d.svc.Tables.Propose(context.Background(), match.Proposal{
		Game: game, Setup: games.Setup{Seats: 2, Options: options}, Seated: true, PerMove: 48 * time.Hour,
		By:   match.Player{User: p.users[0], Name: "Ann"},
		With: []match.Player{{User: p.users[0], Name: "Ann"}, {User: p.users[1], Name: "Bob"}}, Place: hall,
		Cause: match.Cause(fmt.Sprint("pair", game, n)),
	})
	if err != nil {
		d.Fatal(err)
	}
	p.id = c.Match.ID
	for i, u := range p.users {
		p.drew(i, d.sees(u, p.id))
	}
	return p
}

// drew stores the newest drawing of a player's page.
func (p *players) drew(i int, v matchView) {
	list := slices.DeleteFunc(p.have[i], func(h string) bool { return h == v.Picture.Hash })
	p.have[i] = append([]string{v.Picture.Hash}, list[:min(len(list), 7)]...)
}

// known returns the drawings that a player's page reports to have.
func (p *players) had(i int) string {
	return strings.Join(p.have[i][:min(len(p.have[i]), mostHad)], ".")
}

// fetch makes a request over the socket, and returns the answer and its size.
func (d *desk) fetch(c *http.Client, url string, u match.UserID, path string, body any) (v matchView, size int) {
	d.Helper()
	method, raw := http.MethodGet, []byte(nil)
	if body != nil {
		method = http.MethodPost
		raw, _ = json.Marshal(body)
	}
	r, _ := http.NewRequest(method, url+path, bytes.NewReader(raw))
	r.Header.Set("Authorization", "Bearer "+d.token(u))
	// the header is sent as a browser sends it; then the transport does not decompress the answer
	r.Header.Set("Accept-Encoding", "gzip")
	answer, err := c.Do(r)
	if err != nil {
		d.Fatal(err)
	}
	defer answer.Body.Close()
	packed, err := io.ReadAll(answer.Body)
	if err == nil && answer.Header.Get("Content-Encoding") == "gzip" {
		var z *gzip.Reader
		if z, err = gzip.NewReader(bytes.NewReader(packed)); err == nil {
			raw, err = io.ReadAll(z)
		}
	} else {
		raw = packed
	}
	if err != nil || answer.StatusCode != http.StatusOK {
		d.Fatalf("%s: %v %d %s", path, err, answer.StatusCode, raw)
	}
	return viewOf(d, string(raw)), len(packed)
}

// moves makes a move by the player whose turn it is, and returns when both players' pages have the
// board after it. Size is that of the largest answer.
func (d *desk) moves(c *http.Client, url string, p *players, heard bool) (size int, over bool) {
	d.Helper()
	path := "/api/matches/" + string(p.id)
	for i, u := range p.users {
		v, _ := d.fetch(c, url, u, path+"?have="+p.had(i), nil)
		if v.Over {
			return 0, true
		}
		if !v.Mine {
			continue
		}
		move, half := "", v.Choices
		for len(half) > 0 && move == "" {
			if one := half[len(half)/2]; one.Whole {
				move = one.Text
			} else {
				next, step := d.fetch(c, url, u,
					fmt.Sprintf("%s/complete?head=%d&typed=%s&have=%s", path, v.Head, one.Text, p.had(i)), nil)
				half, size = next.Choices, max(size, step)
				p.drew(i, next)
			}
		}
		for len(p.news[1-i]) > 0 {
			<-p.news[1-i]
		}
		d.start()
		after, sent := d.fetch(c, url, u, path+"/moves",
			posted{Head: v.Head, Cause: fmt.Sprint(v.Head), Move: move, Have: p.had(i)})
		if heard {
			<-p.news[1-i]
		}
		theirs, got := d.fetch(c, url, p.users[1-i], path+"?have="+p.had(1-i), nil)
		d.stopped()
		p.drew(i, after)
		p.drew(1-i, theirs)
		return max(size, sent, got), false
	}
	return 0, true
}

// BenchmarkMove measures a move from the tap to the new board on the pages of both players, with
// 200 pages open on 100 matches.
func BenchmarkMove(b *testing.B) {
	d := newDesk(b)
	url := d.serve(b)
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 400}}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	var all []*players
	for n := range 100 {
		p := d.pair([]games.ID{"kalah", "halatafl", "fish"}[n%3], nil, n)
		for i, u := range p.users {
			if err := d.page(ctx, client, url, u, p.id, func() { p.news[i] <- struct{}{} }); err != nil {
				b.Fatal(err)
			}
		}
		all = append(all, p)
	}
	d.until(func() bool { d.hub.mu.Lock(); defer d.hub.mu.Unlock(); return d.hub.open == 200 })
	b.ResetTimer()
	for n := range b.N {
		if _, over := d.moves(client, url, all[n%len(all)], true); over {
			all[n%len(all)] = all[(n+1)%len(all)]
		}
	}
	slices.Sort(d.took)
	if len(d.took) > 0 {
		b.ReportMetric(float64(d.took[len(d.took)/2].Microseconds())/1000, "ms-median")
		b.ReportMetric(float64(d.took[len(d.took)*99/100].Microseconds())/1000, "ms-p99")
	}
}

// BenchmarkBytes measures the bytes that a page receives for a move, by game: its largest answer,
// including the steps of the move.
func BenchmarkBytes(b *testing.B) {
	for _, game := range []games.ID{"halatafl", "kalah", "stratego", "fish"} {
		b.Run(string(game), func(b *testing.B) {
			d := newDesk(b)
			url, client := d.serve(b), &http.Client{}
			n, all, most := 0, 0, 0
			p := d.pair(game, nil, 0)
			for _, u := range p.users {
				if d.sees(u, p.id).Setup != nil {
					d.does(u, p.id, "arrange", posted{Name: "confirm"})
				}
			}
			for i, u := range p.users { // the player's page opens the board
				p.drew(i, d.sees(u, p.id))
			}
			for b.Loop() {
				size, over := d.moves(client, url, p, false)
				if over || size == 0 {
					continue
				}
				n, all, most = n+1, all+size, max(most, size)
			}
			b.ReportMetric(float64(all)/float64(max(n, 1)), "B/move")
			b.ReportMetric(float64(most), "B-most")
		})
	}
}

// BenchmarkFirstPaint measures everything that a browser requests until a match by link is painted:
// page, style and drawing.
func BenchmarkFirstPaint(b *testing.B) {
	d := newDesk(b)
	url, client := d.serve(b), &http.Client{}
	p := d.pair("stratego", nil, 0)
	address, err := d.share(context.Background(), p.id)
	if err != nil {
		b.Fatal(err)
	}
	_, hash := assets()
	for b.Loop() {
		for _, path := range []string{
			strings.TrimPrefix(address, "https://board.example.org"),
			"/a/" + hash + "/style.css", "/a/" + hash + "/app.js",
		} {
			answer, err := client.Get(url + path)
			if err != nil || answer.StatusCode != http.StatusOK {
				b.Fatal(err, answer)
			}
			if _, err := io.Copy(io.Discard, answer.Body); err != nil {
				b.Fatal(err)
			}
			answer.Body.Close()
		}
	}
}

// BenchmarkIdlePages measures the memory of 2,000 open pages. The result counts heap and stacks of
// both ends, of which the server's end is less than half.
func BenchmarkIdlePages(b *testing.B) {
	d := newDesk(b)
	url := d.serve(b)
	used := func() float64 {
		for range 6 { // each collection halves the size of idle stacks
			runtime.GC()
		}
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return float64(m.HeapInuse+m.StackInuse) / (1 << 20)
	}
	for b.Loop() {
		before := used()
		var conns []net.Conn
		for n := range 2000 {
			c, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
			if err != nil {
				b.Fatal(err)
			}
			fmt.Fprintf(c, "GET /api/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n\r\n",
				d.keys.sign(session{
					User: match.UserID(fmt.Sprint(5_000_000 + n)), Instance: fmt.Sprint(n / 4),
					Guild: hall.Guild, Channel: hall.Channel, Until: d.now().Add(time.Hour).Unix(),
				}))
			conns = append(conns, c)
		}
		d.until(func() bool { d.hub.mu.Lock(); defer d.hub.mu.Unlock(); return d.hub.open == 2000 })
		b.ReportMetric(used()-before, "MB")
		for _, c := range conns {
			c.Close()
		}
		d.until(func() bool { d.hub.mu.Lock(); defer d.hub.mu.Unlock(); return d.hub.open == 0 })
	}
}
