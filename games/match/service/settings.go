package service

import (
	"context"
	"encoding/hex"

	"paddock/games/match"
)

// Settings reads and writes the stored data of people and servers, and other small facts.
type Settings struct {
	*core
}

// User returns the stored data of a person; if there is none, the zero User with its ID.
func (s *Settings) User(ctx context.Context, id match.UserID) (match.User, error) {
	u, err := s.people.User(ctx, id)
	if err != nil {
		return match.User{}, match.Unread("read settings", err)
	}
	return u, nil
}

// Guild returns a server's settings; if there are none, the zero Guild with its ID.
func (s *Settings) Guild(ctx context.Context, id match.GuildID) (match.Guild, error) {
	g, err := s.people.Guild(ctx, id)
	if err != nil {
		return match.Guild{}, match.Unread("read settings", err)
	}
	return g, nil
}

// ChangeUser changes the stored data of a person, and returns the result. Change may be called more
// than once and must not call the Service.
func (s *Settings) ChangeUser(ctx context.Context, id match.UserID, change func(*match.User)) (match.User, error) {
	u, err := s.people.UpdateUser(ctx, id, change)
	if err != nil {
		return match.User{}, match.Unsaved("write settings", err)
	}
	return u, nil
}

// ChangeGuild changes a server's settings and returns the result. Change may be called more than
// once and must not call the Service.
func (s *Settings) ChangeGuild(ctx context.Context, id match.GuildID, change func(*match.Guild)) (match.Guild, error) {
	g, err := s.people.UpdateGuild(ctx, id, change)
	if err != nil {
		return match.Guild{}, match.Unsaved("write settings", err)
	}
	return g, nil
}

// Note returns a text stored by PutNote, such as the hash of the registered commands; empty if
// there is none.
func (s *Settings) Note(ctx context.Context, key string) (string, error) {
	note, err := s.facts.Note(ctx, key)
	if err != nil {
		return "", match.Unread("read a note", err)
	}
	return note, nil
}

// PutNote stores a text.
func (s *Settings) PutNote(ctx context.Context, key, value string) error {
	if err := s.facts.PutNote(ctx, key, value); err != nil {
		return match.Unsaved("write a note", err)
	}
	return nil
}

// BlockKey returns the key for marks of blocks; empty if no mark was ever made.
func (s *Settings) BlockKey(ctx context.Context) (match.BlockKey, error) { return s.blockKey(ctx) }

// ownBlockKey returns the key for marks of blocks, and draws it at random on first use.
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
		return nil, match.Unsaved("write a note", err)
	}
	return hex.DecodeString(note)
}
