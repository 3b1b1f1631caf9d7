package process_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"paddock/bot/discordsim"
)

// page is a person's page for playing by touch, without a browser. Like the real page it repeats a
// request until it is answered.
type page struct {
	*rig
	url, token string
}

type shown struct {
	Head    int
	Steps   int
	Mine    bool
	Over    bool
	Choices []struct {
		Text  string
		Whole bool
	}
}

// ask repeats a request until it is answered.
func (p *page) ask(method, path string, body, answer any) {
	p.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		p.Fatal(err)
	}
	for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		r, err := http.NewRequest(method, p.url+path, bytes.NewReader(raw))
		if err != nil {
			p.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+p.token)
		got, err := http.DefaultClient.Do(r)
		var text []byte
		if err == nil {
			text, err = io.ReadAll(got.Body)
			got.Body.Close()
		}
		switch {
		case err == nil && got.StatusCode == http.StatusOK:
			if err := json.Unmarshal(text, answer); err != nil {
				p.Fatal(err)
			}
			return
		case time.Now().After(end) || err == nil && got.StatusCode < 500:
			p.Errorf("%s %s: %v %s", method, path, err, text)
			return
		}
	}
}

// Pages survive kill -9. The session is still valid after the kill, an interrupted move is made
// once, whether it was stored or not, and each player sees it.
func TestPagesSurviveKills(t *testing.T) {
	t.Parallel()
	r := newRig(t, discordsim.Config{Limits: discordsim.Limits{Off: true, Identify: 1_000_000}, Activities: true})
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := free.Addr().String()
	free.Close()
	r.env = append(r.env, "PADDOCK_ACTIVITY="+addr, "PADDOCK_CLIENT_SECRET="+discordsim.DefaultClientSecret)
	r.start()
	r.slash(r.ann, r.hall, "/kalah challenge user:@Bob first:me start:usual: the same number in each hole")
	r.click(r.bob, r.hall, "Accept")
	var pages []*page
	for _, u := range []discordsim.UserID{r.ann, r.bob} {
		p := &page{rig: r, url: "http://" + addr}
		var got struct{ Token string }
		i := r.sim.As(u).In(r.hall).Launch()
		p.ask("POST", "/api/session",
			map[string]string{"code": r.sim.Authorize(u, "identify"), "instance": i.Launched()}, &got)
		p.token = got.Token
		pages = append(pages, p)
	}
	var list struct{ Mine []struct{ ID string } }
	pages[0].ask("GET", "/api/matches", nil, &list)
	if len(list.Mine) != 1 {
		t.Fatalf("Ann's matches: %v", list)
	}
	path, made := "/api/matches/"+list.Mine[0].ID, 0
	for round := 0; round < kills(4)*3; round++ {
		for _, p := range pages {
			var v, after shown
			if p.ask("GET", path, nil, &v); !v.Mine || v.Over {
				continue
			}
			var tapped sync.WaitGroup
			tapped.Go(func() {
				p.ask("POST", path+"/moves",
					map[string]any{
						"head": v.Head, "cause": fmt.Sprint("tap ", made),
						"move": v.Choices[made%len(v.Choices)].Text,
					}, &after)
			})
			if made%3 == 1 {
				time.Sleep(time.Duration(made%5) * time.Millisecond)
				r.kill()
				r.start()
			}
			tapped.Wait()
			made++
			for _, q := range pages {
				var now shown
				if q.ask("GET", path, nil, &now); now.Steps != made {
					t.Fatalf("after %d taps the match has %d moves", made, now.Steps)
				}
			}
		}
	}
	if made < 4 {
		t.Errorf("only %d moves were made: this shows nothing", made)
	}
	r.rest(r.hall)
	r.stop()
}
