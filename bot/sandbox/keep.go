package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"paddock/bot/bounded"
	"paddock/bot/discord"
	"paddock/bot/discordsim"
)

// kept is the stored part of a world, beside the matches, which have a database of their own.
type kept struct {
	Members []discordsim.UserID `json:"members"`
	Ahead   time.Duration       `json:"ahead"` // how far the sandbox's clock is ahead
	Reading *reading            `json:"reading"`
	Discord json.RawMessage     `json:"discord"` // the simulated Discord, in the form of discordsim
}

// worldFile returns the file for the world that belongs to a database; "" for none.
func worldFile(db string) string {
	if db == "" {
		return ""
	}
	return db + ".world"
}

// restful is the time between two saves of a changing world.
const restful = 10 * time.Second

// keep saves the world from time to time until ctx ends. A crash only loses a little chat: the bot
// posts its boards again.
func (s *sandbox) keep(ctx context.Context) {
	for discord.Sleep(ctx, restful) {
		if err := s.save(); err != nil {
			s.log.Error("the world could not be kept", "err", err)
		}
	}
}

// save saves the world if it has changed, and replaces the whole file. After an error the world
// still counts as changed.
func (s *sandbox) save() (err error) {
	defer func() {
		if err != nil {
			s.touch()
		}
	}()
	s.mu.Lock()
	dirty := s.dirty
	s.dirty = false
	s.mu.Unlock()
	if s.file == "" || !dirty {
		return nil
	}
	var world bytes.Buffer
	if err := s.sim.Save(&world); err != nil {
		return err
	}
	b, err := json.Marshal(kept{s.members, s.clock.skipped(), &s.reading, world.Bytes()})
	if err != nil {
		return fmt.Errorf("keep the sandbox's world: %w", err)
	}
	next := s.file + ".new"
	if err := os.WriteFile(next, b, 0o600); err != nil {
		return fmt.Errorf("the sandbox's chat could not be kept: %w", err)
	}
	if err := os.Rename(next, s.file); err != nil {
		return fmt.Errorf("the sandbox's chat could not be kept: %w", err)
	}
	return nil
}

// load loads the world from the file, if it exists.
func (s *sandbox) load() error {
	b, err := bounded.Regular(s.file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	k := kept{Reading: &s.reading}
	if err == nil {
		err = json.Unmarshal(b, &k)
	}
	if err == nil {
		err = s.sim.Load(bytes.NewReader(k.Discord))
	}
	if err != nil {
		return fmt.Errorf("the sandbox can't read its chat in %s. Move that file away to begin with an empty chat: %w",
			s.file, err)
	}
	s.members = k.Members
	s.clock.skip(k.Ahead)
	return nil
}
