// Package roster stores lists of users as notes of the store, such as the followers of a match. A
// user's settings name the lists that contain them, so that an erasure finds all of them. Start
// reading at [Roster].
package roster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"paddock/games/match"
)

// Store is the part of match.Store that a Roster needs.
type Store interface {
	match.Notes
	User(ctx context.Context, id match.UserID) (match.User, error)
	UpdateUser(ctx context.Context, id match.UserID, edit func(*match.User)) (match.User, error)
}

// Roster is one kind of list: K names a list, E is the entry of a user. All calls may be repeated
// after a crash. A list that cannot be read is never overwritten: Read logs it and returns nobody,
// the other calls return an error.
type Roster[K ~string, E any] struct {
	Store
	Log    *slog.Logger           // nil: nothing is logged
	Prefix string                 // prefix of the notes that store the lists
	Most   int                    // limit of lists per user; 0: none
	Names  func(*match.User) *[]K // returns the names of a user's lists in the settings
	UserOf func(E) match.UserID
}

var (
	ErrMany       = errors.New("roster: the user is on too many lists")
	ErrFull       = errors.New("roster: the list is full")
	errUnreadable = errors.New("cannot be read")
)

// Read returns the entries of a list.
func (r Roster[K, E]) Read(ctx context.Context, name K) ([]E, error) {
	note, err := r.Note(ctx, r.key(name))
	if err != nil {
		return nil, err
	}
	list, err := r.parse(name, note)
	if err != nil && r.Log != nil {
		r.Log.Error("a list of users cannot be read", "err", err)
	}
	return list, nil
}

// Edit replaces a list by the result of edit, and returns the stored list. Edit may be called more
// than once.
func (r Roster[K, E]) Edit(ctx context.Context, name K, edit func([]E) []E) ([]E, error) {
	note, err := r.UpdateNote(ctx, r.key(name), func(note string) string {
		list, err := r.parse(name, note)
		if err != nil {
			return note
		}
		if list = edit(list); len(list) == 0 {
			return ""
		}
		text, _ := json.Marshal(list) // the value is plain data, whose encoding can't fail
		return string(text)
	})
	if err != nil {
		return nil, err
	}
	return r.parse(name, note)
}

// Join adds a user to a list by edit, which returns a full list unchanged. It returns ErrMany or
// ErrFull.
func (r Roster[K, E]) Join(ctx context.Context, u match.UserID, name K, edit func([]E) []E) error {
	s, err := r.UpdateUser(ctx, u, func(s *match.User) {
		if names := r.Names(s); !slices.Contains(*names, name) && (r.Most == 0 || len(*names) < r.Most) {
			*names = append(slices.Clone(*names), name)
		}
	})
	if err != nil {
		return err
	}
	if !slices.Contains(*r.Names(&s), name) {
		return ErrMany
	}
	list, err := r.Edit(ctx, name, edit)
	if err == nil && !slices.ContainsFunc(list, r.is(u)) {
		err = ErrFull
	}
	if errors.Is(err, ErrFull) || errors.Is(err, errUnreadable) {
		err = errors.Join(err, r.drop(ctx, u, name))
	}
	return err
}

// Stop removes a user from a list.
func (r Roster[K, E]) Stop(ctx context.Context, u match.UserID, name K) error {
	if err := r.leave(ctx, u, name); err != nil {
		return err
	}
	return r.drop(ctx, u, name)
}

// Forget removes a user from all lists. The user's settings still name the lists afterwards.
func (r Roster[K, E]) Forget(ctx context.Context, u match.UserID) error {
	s, err := r.User(ctx, u)
	for _, name := range *r.Names(&s) {
		err = errors.Join(err, r.leave(ctx, u, name))
	}
	return err
}

// leave removes a user's entry from a list.
func (r Roster[K, E]) leave(ctx context.Context, u match.UserID, name K) error {
	_, err := r.Edit(ctx, name, func(list []E) []E { return slices.DeleteFunc(list, r.is(u)) })
	return err
}

// drop removes the name of a list from a user's settings.
func (r Roster[K, E]) drop(ctx context.Context, u match.UserID, name K) error {
	_, err := r.UpdateUser(ctx, u, func(s *match.User) {
		names := r.Names(s)
		*names = slices.DeleteFunc(slices.Clone(*names), func(other K) bool { return other == name })
	})
	return err
}

func (r Roster[K, E]) key(name K) string { return r.Prefix + string(name) }

func (r Roster[K, E]) is(u match.UserID) func(E) bool {
	return func(e E) bool { return r.UserOf(e) == u }
}

func (r Roster[K, E]) parse(name K, note string) (list []E, err error) {
	if note == "" {
		return nil, nil
	}
	if err := json.Unmarshal([]byte(note), &list); err != nil {
		return nil, fmt.Errorf("the note %s %w: %w", r.key(name), errUnreadable, err)
	}
	return list, nil
}
