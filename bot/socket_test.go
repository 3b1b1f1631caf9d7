package bot

import (
	"context"
	"encoding/json"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/games"
	"paddock/games/gamestest/logbook"
	"paddock/games/gamestest/ram"
	"paddock/games/kalah"
	"paddock/storage"
)

// The bot talks to the simulator over a real socket, as it does with PADDOCK_DISCORD_URL and in the
// sandbox. In other tests both talk in memory. It serves the pages of boards, offers them on
// boards, and closes them at its end.
func TestOverASocket(t *testing.T) {
	t.Parallel()
	sim := discordsim.New(discordsim.Config{})
	defer sim.Close()
	ann := sim.AddUser("Ann")
	hall := sim.AddChannel(sim.AddGuild("Club", ann), "hall")
	server := httptest.NewServer(sim.Handler())
	defer server.Close()
	store, err := storage.Open(filepath.Join(ram.Dir(t), "paddock.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	pages, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := "http://" + pages.Addr().String() + "/"
	var log logbook.Logbook
	ready, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- Run(ctx, Config{
			Token: discordsim.DefaultToken, BaseURL: server.URL, Store: store, Games: []*games.Game{kalah.New()},
			Ready: func() { close(ready) },
			Pages: &Pages{Listener: pages, Secret: discordsim.DefaultClientSecret, Links: at},
			Log:   slog.New(slog.NewTextHandler(&log, nil)),
		})
	}()
	select {
	case <-ready:
	case err := <-ended:
		t.Fatal(err)
	}
	for sim.Last(hall, ann).ID == "" && ctx.Err() == nil { // the loop waits until the commands are registered
		i := sim.As(ann).In(hall).Slash("/kalah start level:first")
		if i.Err() != nil {
			time.Sleep(10 * time.Millisecond)
			continue
		}
		if err := i.Wait(ctx); err != nil {
			t.Fatal(err)
		}
	}
	var board discordsim.Message
	for there := false; !there && ctx.Err() == nil; time.Sleep(10 * time.Millisecond) { // the loop waits for the board
		board = sim.Last(hall, ann)
		_, there = board.Button("More")
	}
	more := sim.As(ann).In(hall).Click(board, "More")
	if err := more.Wait(ctx); err != nil {
		t.Fatal(err)
	}
	offers, err := json.Marshal(append(board.Components, more.Message().Components...))
	if err != nil {
		t.Fatal(err)
	}
	for _, label := range []string{"Open board", "Share a link"} {
		if !strings.Contains(string(offers), label) {
			t.Errorf("a bot with pages does not offer %q, but %s", label, offers)
		}
	}
	if page, err := http.Get(at); err != nil || page.StatusCode != http.StatusOK || page.Body.Close() != nil {
		t.Errorf("the page of boards: %v, %v", page, err)
	}
	http.DefaultClient.CloseIdleConnections()
	stop()
	if err := <-ended; err != nil {
		t.Error("the bot ended with:", err)
	}
	if _, err := http.Get(at); err == nil {
		t.Error("the page of boards is there after the bot has ended")
	}
	if want := "boards to touch are served\" addr=" + pages.Addr().String(); !strings.Contains(log.String(), want) ||
		strings.Contains(log.String(), "level=ERROR") {
		t.Errorf("the log has no line %s, or an error:\n%s", want, log.String())
	}
}
