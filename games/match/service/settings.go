package service

import (
	"context"
	"encoding/hex"

	"paddock/games/match"
)

// Settings is what is remembered of people and servers, and small facts of the process.
type Settings struct {
	*core
}

// User is what is remembered of a person; the zero User with its ID if nothing is.
func (s *Settings) User(ctx context.Context, id match.UserID) (match.User, error) {
	u, err := s.people.User(ctx, id)
	if err != nil {
		return match.User{}, storeFailed("read settings", err)
	}
	return u, nil
}

// Guild is a server's settings; the zero Guild with its ID if there are none.
func (s *Settings) Guild(ctx context.Context, id match.GuildID) (match.Guild, error) {
	g, err := s.people.Guild(ctx, id)
	if err != nil {
		return match.Guild{}, storeFailed("read settings", err)
	}
	return g, nil
}

// ChangeUser changes what is remembered of a person, and returns it as it is then. Change may be called more than once, and must not call the Service.
func (s *Settings) ChangeUser(ctx context.Context, id match.UserID, change func(*match.User)) (match.User, error) {
	u, err := s.people.UpdateUser(ctx, id, change)
	if err != nil {
		return match.User{}, storeFailed("write settings", err)
	}
	return u, nil
}

// ChangeGuild changes a server's settings, likewise.
func (s *Settings) ChangeGuild(ctx context.Context, id match.GuildID, change func(*match.Guild)) (match.Guild, error) {
	g, err := s.people.UpdateGuild(ctx, id, change)
	if err != nil {
		return match.Guild{}, storeFailed("write settings", err)
	}
	return g, nil
}

// Note is a small fact of the process that PutNote has kept, such as the hash of the registered commands; empty if there is none.
func (s *Settings) Note(ctx context.Context, key string) (string, error) {
	note, err := s.facts.Note(ctx, key)
	if err != nil {
		return "", storeFailed("read a note", err)
	}
	return note, nil
}

// PutNote keeps a small fact of the process.
func (s *Settings) PutNote(ctx context.Context, key, value string) error {
	if err := s.facts.PutNote(ctx, key, value); err != nil {
		return storeFailed("write a note", err)
	}
	return nil
}

// BlockKey is the key of marks of blocks; empty if no mark has been made.
func (s *Settings) BlockKey(ctx context.Context) (match.BlockKey, error) { return s.blockKey(ctx) }

// ownBlockKey is the key of marks of blocks, drawn by lot when it is first needed.
func (s *core) ownBlockKey(ctx context.Context) (match.BlockKey, error) {
	drawn := make(match.BlockKey, 32)
	if err := s.random(drawn); err != nil {
		return nil, err
	}
	note, err := s.facts.UpdateNote(ctx, blockNote, func(note string) string {
		if note == "" {
			return hex.EncodeToString(drawn)
		}
		return note
	})
	if err != nil {
		return nil, storeFailed("write a note", err)
	}
	return hex.DecodeString(note)
}
