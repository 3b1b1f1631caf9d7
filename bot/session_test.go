package bot

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/games"
	"paddock/games/kalah"
	"paddock/storage"
)

// Nothing but Discord is ever called, and Discord at the address that was given.
func TestElsewhere(t *testing.T) {
	var got string
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = r.URL.Path }))
	defer server.Close()
	base, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	c := http.Client{Transport: elsewhere{base, http.DefaultTransport}}
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

// Once over a real socket, as the sandbox's neighbours and PADDOCK_DISCORD_URL do it.
func TestOverASocket(t *testing.T) {
	sim := discordsim.New(discordsim.Config{})
	defer sim.Close()
	ann := sim.AddUser("Ann")
	hall := sim.AddChannel(sim.AddGuild("Club", ann), "hall")
	server := httptest.NewServer(sim.Handler())
	defer server.Close()
	store, err := storage.Open(filepath.Join(t.TempDir(), "paddock.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	ready, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- Run(ctx, Config{
			Token: discordsim.DefaultToken, BaseURL: server.URL, Store: store, Games: []*games.Game{kalah.New()},
			Ready: func() { close(ready) },
		})
	}()
	select {
	case <-ready:
	case err := <-ended:
		t.Fatal(err)
	}
	for sim.Last(hall, ann).ID == "" && ctx.Err() == nil { // until the commands are registered
		i := sim.As(ann).In(hall).Slash("/kalah start level:first")
		if i.Err() != nil {
			time.Sleep(10 * time.Millisecond)
			continue
		}
		if err := i.Wait(ctx); err != nil {
			t.Fatal(err)
		}
	}
	stop()
	if err := <-ended; err != nil {
		t.Error("the bot ended with:", err)
	}
}
