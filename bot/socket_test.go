package bot

import (
	"context"
	"net/http/httptest"
	"path/filepath"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/games"
	"paddock/games/kalah"
	"paddock/storage"
)

// The bot talks to the simulator over a real socket, as it does with PADDOCK_DISCORD_URL and in the sandbox. In other tests both talk in memory.
func TestOverASocket(t *testing.T) {
	t.Parallel()
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
	for sim.Last(hall, ann).ID == "" && ctx.Err() == nil { // waits until the commands are registered
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
