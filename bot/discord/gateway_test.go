package discord

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// Requests go only to Discord, or to the configured address in its place.
func TestElsewhere(t *testing.T) {
	var got string
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = r.URL.Path }))
	defer server.Close()
	base, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	c := http.Client{Transport: redirect{base, http.DefaultTransport}}
	if r, err := c.Get("https://discord.com/api/v9/gateway"); err != nil || got != "/api/v9/gateway" {
		t.Errorf("discord.com went to %q, %v", got, err)
	} else {
		r.Body.Close()
	}
	if r, err := c.Get("https://example.com/"); err == nil {
		r.Body.Close()
		t.Error("another host was called")
	}
}

func TestExplainOpen(t *testing.T) {
	for text, want := range map[string]string{
		"websocket: close 4004: Authentication failed.": "token",
		"websocket: close 4014: Disallowed intent(s).":  "intents",
		"something else": "could not open",
	} {
		if got := explainOpen(errors.New(text)); !strings.Contains(got.Error(), want) {
			t.Errorf("%q is explained by %q, want a word about %q", text, got, want)
		}
	}
}
