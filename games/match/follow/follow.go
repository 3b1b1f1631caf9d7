// Package follow is who follows a match that they don't play: they are told when it is over. A match's followers are a note of the store, so that the
// record and its log have nothing of them and nobody who plays notices; what somebody follows stands beside their settings. Whether they may see the match
// is for who asks to find out. Start reading at [Book].
package follow

import (
	"context"
	"encoding/json"
	"slices"

	"paddock/games"
	"paddock/games/match"
)

// How much there may be of it.
const (
	MostOfOne   = 20 // matches that somebody follows
	MostOfMatch = 50 // who follow one
)

// Store is what is needed of one.
type Store interface {
	match.Notes
	User(ctx context.Context, id match.UserID) (match.User, error)
	UpdateUser(ctx context.Context, id match.UserID, edit func(*match.User)) (match.User, error)
}

// Book keeps who follows what. All calls may be made again after a crash.
type Book struct{ Store }

func key(id match.ID) string { return "follow/" + string(id) }

// read is the followers that a note has.
func read(note string) (users []match.UserID) {
	if note != "" {
		_ = json.Unmarshal([]byte(note), &users) // what can't be read is nobody
	}
	return users
}

func write(users []match.UserID) string {
	if len(users) == 0 {
		return ""
	}
	text, _ := json.Marshal(users)
	return string(text)
}

// Start has somebody follow a match; following it already changes nothing. A *games.Refusal if they follow too many, or too many follow it.
func (b Book) Start(ctx context.Context, u match.UserID, id match.ID) error {
	_, err := b.UpdateUser(ctx, u, func(s *match.User) {
		if len(s.Following) < MostOfOne && !slices.Contains(s.Following, id) {
			s.Following = append(slices.Clone(s.Following), id)
		}
	})
	if err != nil {
		return err
	}
	s, err := b.User(ctx, u)
	if err != nil {
		return err
	}
	if !slices.Contains(s.Following, id) {
		return games.Refuse("You follow as many matches as there can be. Stop following one of them first: `/games` lists them.")
	}
	note, err := b.UpdateNote(ctx, key(id), func(note string) string {
		users := read(note)
		if len(users) >= MostOfMatch || slices.Contains(users, u) {
			return note
		}
		return write(append(users, u))
	})
	if err == nil && !slices.Contains(read(note), u) {
		if err = b.Stop(ctx, u, id); err == nil {
			err = Refused()
		}
	}
	return err
}

// Refused is what is said to who can't follow a match, and not why: many follow it, or somebody who plays does not want them there.
func Refused() error {
	return games.Refuse("This match can't be followed by more at the moment. You can watch it in its channel.")
}

// Stop ends that.
func (b Book) Stop(ctx context.Context, u match.UserID, id match.ID) error {
	if err := b.leave(ctx, u, id); err != nil {
		return err
	}
	_, err := b.UpdateUser(ctx, u, func(s *match.User) { s.Following = without(s.Following, id) })
	return err
}

func (b Book) leave(ctx context.Context, u match.UserID, id match.ID) error {
	note, err := b.Note(ctx, key(id))
	if err != nil || !slices.Contains(read(note), u) {
		return err
	}
	_, err = b.UpdateNote(ctx, key(id), func(note string) string { return write(without(read(note), u)) })
	return err
}

func without[T comparable](list []T, one T) []T {
	return slices.DeleteFunc(slices.Clone(list), func(other T) bool { return other == one })
}

// Due are those who are to be told that a match is over: who follows it and neither plays in it nor is blocked by somebody who does.
func (b Book) Due(ctx context.Context, blocks match.BlockKey, r match.Record) ([]match.UserID, error) {
	note, err := b.Note(ctx, key(r.ID))
	users := read(note)
	if err != nil || len(users) == 0 {
		return nil, err
	}
	for _, id := range r.Members() {
		player, err := b.User(ctx, id)
		if err != nil {
			return nil, err
		}
		users = slices.DeleteFunc(users, func(u match.UserID) bool { return u == id || player.Blocks(u, blocks) })
	}
	return users, nil
}

// Close forgets the followers of a match that is over.
func (b Book) Close(ctx context.Context, id match.ID) error {
	note, err := b.Note(ctx, key(id))
	for _, u := range read(note) {
		if err == nil {
			err = b.Stop(ctx, u, id)
		}
	}
	return err
}

// Forget takes somebody off all matches that they follow.
func (b Book) Forget(ctx context.Context, u match.UserID) error {
	s, err := b.User(ctx, u)
	for _, id := range s.Following {
		if err == nil {
			err = b.leave(ctx, u, id)
		}
	}
	return err
}
