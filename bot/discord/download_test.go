package discord

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"testing"

	"github.com/bwmarrin/discordgo"
)

// answering is a transport that gives every request the same answer, and records the requests.
type answering struct {
	status int
	body   string
	header http.Header
	asked  []string
	heads  []http.Header
}

func (a *answering) RoundTrip(req *http.Request) (*http.Response, error) {
	a.asked, a.heads = append(a.asked, req.URL.String()), append(a.heads, req.Header)
	return &http.Response{
		StatusCode: a.status, Header: a.header, Body: io.NopCloser(bytes.NewReader([]byte(a.body))),
		ContentLength: -1, Request: req,
	}, nil
}

// A file is downloaded from Discord's hosts, once, without the bot's credentials, and never more
// than the wanted size.
func TestDownload(t *testing.T) {
	const cdn = "https://cdn.discordapp.com/ephemeral-attachments/1/2/game.txt?ex=1&is=2&hm=3"
	for _, c := range []struct {
		name, url string
		status    int
		body      string
		asked     int
		want      error // nil: the file is downloaded; errAny: some error
	}{
		{"a file", cdn, 200, "12345678", 1, nil},
		{"of the other host", "https://media.discordapp.net/attachments/1/2/x", 200, "1", 1, nil},
		{"too long", cdn, 200, "123456789", 1, ErrTooLong},
		{"gone", cdn, 404, "no", 1, errAny},
		{"elsewhere", "https://example.org/attachments/1/2/x", 200, "1", 0, errNotDiscord},
		{"a host that looks alike", "https://cdn.discordapp.com.example.org/x", 200, "1", 0, errNotDiscord},
		{"a host behind a name", "https://cdn.discordapp.com@example.org/x", 200, "1", 0, errNotDiscord},
		{"a name before it", "https://me@cdn.discordapp.com/x", 200, "1", 0, errNotDiscord},
		{"another port", "https://cdn.discordapp.com:8443/x", 200, "1", 0, errNotDiscord},
		{"in the clear", "http://cdn.discordapp.com/x", 200, "1", 0, errNotDiscord},
		{"of this machine", "file:///etc/passwd", 200, "1", 0, errNotDiscord},
		{"nothing", "", 200, "1", 0, errNotDiscord},
		{"led on", cdn, 302, "", 1, errAny},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := &answering{status: c.status, body: c.body, header: http.Header{"Location": {"https://example.org/x"}}}
			session, err := discordgo.New("Bot secret")
			if err != nil {
				t.Fatal(err)
			}
			session.Client = &http.Client{Transport: a}
			data, err := NewClient(session).Download(t.Context(), c.url, 8)
			switch {
			case c.want == nil && (err != nil || string(data) != c.body):
				t.Errorf("fetched %q, %v; want %q", data, err, c.body)
			case c.want == errAny && err == nil, c.want != nil && c.want != errAny && !errors.Is(err, c.want):
				t.Errorf("error = %v, want %v", err, c.want)
			}
			if len(a.asked) != c.asked {
				t.Errorf("asked for %q, want %d requests", a.asked, c.asked)
			}
			for _, h := range a.heads {
				if h.Get("Authorization") != "" {
					t.Error("the bot's token goes with it")
				}
			}
		})
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	session, _ := discordgo.New("Bot secret")
	session.Client = &http.Client{Transport: waiting{}}
	if _, err := NewClient(session).Download(ctx, cdn, 8); !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v of one that never comes, want that of the context", err)
	}
}

// errAny means any error.
var errAny = errors.New("any")

// waiting is a transport that waits for the end of the request's context.
type waiting struct{}

func (waiting) RoundTrip(req *http.Request) (*http.Response, error) {
	<-req.Context().Done()
	return nil, req.Context().Err()
}
