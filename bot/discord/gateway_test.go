package discord

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Requests go only to Discord, or to the configured address in its place.
func TestElsewhere(t *testing.T) {
	var got string
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = r.URL.Path }))
	defer server.Close()
	s, err := NewSession(SessionConfig{Token: "t", BaseURL: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(s.Token, s.Identify.Intents, s.StateEnabled, s.SyncEvents, s.ShouldRetryOnRateLimit,
		s.MaxRestRetries, s.Client.Timeout); got != "Bot t1 false true false 0 20s" {
		t.Errorf("the session is %s", got)
	}
	for _, bad := range []string{"nowhere", "://"} {
		if _, err := NewSession(SessionConfig{BaseURL: bad}); err == nil || !strings.Contains(err.Error(), "PADDOCK_DISCORD_URL") {
			t.Errorf("the address %q: %v", bad, err)
		}
	}
	if usual, err := NewSession(SessionConfig{BaseURL: "https://discord.com"}); err != nil ||
		fmt.Sprintf("%T", usual.Client.Transport) != "*http.Transport" {
		t.Errorf("the usual address: %v", err)
	}
	c := s.Client
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
		"websocket: close 4013: Invalid intent(s).":     "intents",
		"something else": "could not open",
		"no route":       "could not reach",
	} {
		err := errors.New(text)
		if text == "no route" {
			err = fmt.Errorf("dial: %w", &net.DNSError{Err: text})
		}
		if got := explainOpen(err); !strings.Contains(got.Error(), want) ||
			errors.Is(got, err) != strings.HasPrefix(want, "could") {
			t.Errorf("%q is explained by %q, want a word about %q", text, got, want)
		}
	}
}
