package story

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim/schema"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/service"
	"paddock/games/scene"
	"paddock/storage"
)

// DrawNothing is the renderer of stories in which pictures don't matter.
func DrawNothing(scene.Scene) ([]byte, error) { return []byte("\x89PNG\r\n\x1a\n"), nil }

// ErrNoInk is the error of a renderer that fails on purpose.
var ErrNoInk = errors.New("no ink")

// Notebook is a store that keeps the process's notes in memory. The bot writes one every minute,
// and a story may last months.
type Notebook struct {
	bot.Store
	mu    sync.Mutex
	Notes map[string]string
}

func (n *Notebook) Note(_ context.Context, key string) (string, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.Notes[key], nil
}

func (n *Notebook) PutNote(_ context.Context, key, value string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.Notes[key] = value
	return nil
}

func (n *Notebook) UpdateNote(_ context.Context, key string, edit func(string) string) (string, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.Notes[key] = edit(n.Notes[key])
	return n.Notes[key], nil
}

// SlowStore is a store that takes two seconds for each read and write of a match.
type SlowStore struct{ bot.Store }

func (s SlowStore) Record(ctx context.Context, id match.ID) (match.Record, error) {
	time.Sleep(2 * time.Second)
	return s.Store.Record(ctx, id)
}

func (s SlowStore) Append(ctx context.Context, r match.Record, e ...match.Event) (match.Seq, error) {
	time.Sleep(2 * time.Second)
	return s.Store.Append(ctx, r, e...)
}

func (s SlowStore) ByChannel(ctx context.Context, c match.ChannelID) ([]match.Record, error) {
	time.Sleep(2 * time.Second)
	return s.Store.ByChannel(ctx, c)
}

// Behind stores matches whose boards were never posted, in new channels. The bot must be stopped.
func (s *Story) Behind(boards, rooms int) {
	s.Helper()
	var halls []match.Place
	var people []match.Player
	for i := range rooms {
		club := s.Sim.AddGuild(fmt.Sprint("Club ", i), s.Ann)
		halls = append(halls, match.Place{
			Guild:   match.GuildID(club),
			Channel: match.ChannelID(s.Sim.AddChannel(club, "hall")),
		})
	}
	for i := range boards/4 + 2 {
		people = append(people,
			match.Player{User: match.UserID(s.Sim.AddUser(fmt.Sprint("P", i))), Name: fmt.Sprint("P", i)})
	}
	store, err := storage.Open(s.Path)
	if err != nil {
		s.Fatal(err)
	}
	matches := service.New(service.Config{Store: store, Games: Catalogue, Now: time.Now, Rand: rand.Reader})
	for i := range boards {
		with := []match.Player{people[i/4], people[i/4+1]}
		_, err := matches.Tables.Propose(s.Context(), match.Proposal{
			Game: "kalah", Setup: games.Setup{Seats: 2}, Seated: true, PerMove: 7 * 24 * time.Hour,
			By: with[0], With: with, Place: halls[i%rooms], Cause: match.Cause(fmt.Sprint("c", i)),
		})
		if err != nil {
			s.Fatal(err)
		}
	}
	if err := store.Close(); err != nil {
		s.Fatal(err)
	}
}

// Unshown returns the number of matches with outdated boards.
func (s *Story) Unshown() int {
	s.Helper()
	list, err := s.Store.Unshown(s.Context(), "", 100_000)
	if err != nil {
		s.Fatal(err)
	}
	return len(list)
}

// LoadOracle reads the schema for Oracle, once for all stories.
var LoadOracle = sync.OnceValues(func() (*schema.Tally, error) {
	s, err := schema.Embedded()
	return &schema.Tally{Schema: s}, err
})

// Oracle returns Discord's own schema, and counts its checks.
func Oracle(t *testing.T) *schema.Tally {
	t.Helper()
	s, err := LoadOracle()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Routes of Discord's API, as the simulator names them.

const (
	CallbackRoute = "/interactions/{interaction_id}/{interaction_token}/callback"
	OriginalRoute = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
	PostRoute     = "/channels/{channel_id}/messages"
	EditRoute     = "/channels/{channel_id}/messages/{message_id}"
)
