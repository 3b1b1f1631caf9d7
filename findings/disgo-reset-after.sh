#!/usr/bin/env bash
# Guess (2026-11-30): disgo waits as long as X-RateLimit-Reset-After says, so a limit shorter than a
#   second is kept as well as a longer one.
# Version: github.com/disgoorg/disgo 0.19.2; beside it discordgo 0.29.0.
# Behaviour: disgo drops the decimals: 0.4 or 0.9 s is no wait, 1.9 s is 1 s. So it asks too early each
#   time, is refused with status 429, which Discord counts as an invalid request, and then waits the
#   whole seconds of Retry-After: in the end it is slower than if it had waited.
# Seen: four requests through a limit of one in 0.4 s: disgo asks 7 times, 3 are refused, 3.0 s;
#   discordgo asks 4 times, none is refused, 1.2 s. With 1.9 s also 3 refused and 0.
# Source: observed; Unlock in rest_rate_limiter.go converts the number to a time.Duration before it
#   multiplies by a second. Discord's "Rate Limits" says that the header can have decimals.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
cat >go.mod <<'MOD'
module finding

go 1.26

require (
	github.com/bwmarrin/discordgo v0.29.0
	github.com/disgoorg/disgo v0.19.2
)
MOD
cat >main.go <<'GO'
package main

import (
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/disgoorg/disgo/discord"
	"github.com/disgoorg/disgo/rest"
)

// limit lets one request through in each window, says so as Discord does, and refuses earlier ones.
type limit struct {
	window         time.Duration
	mu             sync.Mutex
	until          time.Time
	asked, refused int
}

func (l *limit) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asked++
	now := time.Now()
	early := l.until.Sub(now) > 20*time.Millisecond
	if !early {
		l.until = now.Add(l.window)
	}
	left := math.Ceil(l.until.Sub(now).Seconds()*1000) / 1000
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Via", "1.1 google")
	h.Set("X-RateLimit-Bucket", "abcd1234")
	h.Set("X-RateLimit-Limit", "1")
	h.Set("X-RateLimit-Remaining", "0")
	h.Set("X-RateLimit-Reset", fmt.Sprintf("%.3f", float64(l.until.UnixMilli())/1000))
	h.Set("X-RateLimit-Reset-After", fmt.Sprintf("%.3f", left))
	if early {
		l.refused++
		h.Set("Retry-After", fmt.Sprint(math.Ceil(left)))
		w.WriteHeader(http.StatusTooManyRequests)
		fmt.Fprintf(w, `{"message":"You are being rate limited.","retry_after":%.3f,"global":false}`, left)
		return
	}
	fmt.Fprint(w, `{"id":"2","type":0}`)
}

// to sends discordgo's requests to the server.
type to string

func (s to) RoundTrip(r *http.Request) (*http.Response, error) {
	r.URL.Scheme, r.URL.Host = "http", strings.TrimPrefix(string(s), "http://")
	return http.DefaultTransport.RoundTrip(r)
}

func main() {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	ok := true
	for _, window := range []time.Duration{400 * time.Millisecond, 1900 * time.Millisecond} {
		for _, library := range []string{"disgo", "discordgo"} {
			l := &limit{window: window}
			server := httptest.NewServer(l)
			channels := rest.NewChannels(rest.NewClient("token", rest.WithURL(server.URL)), discord.AllowedMentions{})
			session, _ := discordgo.New("Bot token")
			session.Client = &http.Client{Transport: to(server.URL)}
			begin := time.Now()
			for range 4 {
				var err error
				if library == "disgo" {
					_, err = channels.GetChannel(2)
				} else {
					_, err = session.Channel("2")
				}
				if err != nil {
					panic(err)
				}
			}
			took := time.Since(begin).Round(100 * time.Millisecond)
			server.Close()
			fmt.Printf("one in %v: %s asked %d times, %d refused, %v\n", window, library, l.asked, l.refused, took)
			ok = ok && (l.refused == 3) == (library == "disgo") && (l.refused == 0) == (library == "discordgo")
		}
	}
	if !ok {
		os.Exit(1)
	}
}
GO
go mod tidy 2>/dev/null
go run .
