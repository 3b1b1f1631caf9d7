// Package lookout is who wants to be called when somebody looks for a game in a server (P99): a note of the store for each server, and beside the settings
// of each person the servers where they do. Whether they could accept a challenge is for who calls them to find out. Start reading at [Book].
package lookout

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"paddock/games"
	"paddock/games/match"
)

const (
	// Rest is how long somebody is not called again in a server.
	Rest = 24 * time.Hour
	// MostCalled is how many are called for one challenge.
	MostCalled = 10
	most       = 1000 // of a server
)

// Wish is that of one person in one server.
type Wish struct {
	User   match.UserID
	Game   games.ID  `json:",omitempty"` // empty: any
	Called time.Time `json:",omitzero"`  // when they were called last
}

// Store is what is needed of one.
type Store interface {
	match.Notes
	UpdateUser(ctx context.Context, id match.UserID, edit func(*match.User)) (match.User, error)
	User(ctx context.Context, id match.UserID) (match.User, error)
}

// Book keeps who wants to be called. All calls may be made again after a crash.
type Book struct{ Store }

func key(g match.GuildID) string { return "lookout/" + string(g) }

func read(note string) (list []Wish) {
	if note != "" {
		_ = json.Unmarshal([]byte(note), &list) // what can't be read is nobody
	}
	return list
}

func write(list []Wish) string {
	if len(list) == 0 {
		return ""
	}
	text, _ := json.Marshal(list)
	return string(text)
}

func of(u match.UserID) func(Wish) bool { return func(w Wish) bool { return w.User == u } }

// Start has somebody be called in a server, for a game or any; a wish of before gives way. A *games.Refusal where too many are.
func (b Book) Start(ctx context.Context, g match.GuildID, u match.UserID, game games.ID) error {
	_, err := b.UpdateUser(ctx, u, func(s *match.User) {
		if !slices.Contains(s.Lookouts, g) {
			s.Lookouts = append(slices.Clone(s.Lookouts), g)
		}
	})
	if err != nil {
		return err
	}
	note, err := b.UpdateNote(ctx, key(g), func(note string) string {
		list := read(note)
		if i := slices.IndexFunc(list, of(u)); i >= 0 {
			list[i].Game = game
		} else if len(list) < most {
			list = append(list, Wish{User: u, Game: game})
		}
		return write(list)
	})
	if err == nil && !slices.ContainsFunc(read(note), of(u)) {
		if err = b.Stop(ctx, g, u); err == nil {
			err = games.Refuse("No more people can be called in this server at the moment. `/lobby` lists who looks for a game.")
		}
	}
	return err
}

// Stop ends that.
func (b Book) Stop(ctx context.Context, g match.GuildID, u match.UserID) error {
	if err := b.leave(ctx, g, u); err != nil {
		return err
	}
	_, err := b.UpdateUser(ctx, u, func(s *match.User) {
		s.Lookouts = slices.DeleteFunc(slices.Clone(s.Lookouts), func(other match.GuildID) bool { return other == g })
	})
	return err
}

func (b Book) leave(ctx context.Context, g match.GuildID, u match.UserID) error {
	note, err := b.Note(ctx, key(g))
	if err != nil || !slices.ContainsFunc(read(note), of(u)) {
		return err
	}
	_, err = b.UpdateNote(ctx, key(g), func(note string) string { return write(slices.DeleteFunc(read(note), of(u))) })
	return err
}

// Forget takes somebody off the lists of all servers.
func (b Book) Forget(ctx context.Context, u match.UserID) error {
	s, err := b.User(ctx, u)
	for _, g := range s.Lookouts {
		if err == nil {
			err = b.leave(ctx, g, u)
		}
	}
	return err
}

// Calls reports whether anybody is to be called for a match that has just been made: a challenge that is open to all in its server.
func (b Book) Calls(ctx context.Context, r match.Record) (bool, error) {
	if r.Status != match.Open || r.Invited != "" || r.Place.Guild == "" || r.Tournament != "" || r.Wants.Here {
		return false, nil
	}
	note, err := b.Note(ctx, key(r.Place.Guild))
	return note != "", err
}

// Due are those who may be called for a challenge at a moment, who have waited longest first, but not who takes part in it.
func (b Book) Due(ctx context.Context, r match.Record, now time.Time) ([]match.UserID, error) {
	note, err := b.Note(ctx, key(r.Place.Guild))
	list := slices.DeleteFunc(read(note), func(w Wish) bool {
		return w.Game != "" && w.Game != r.Game || !w.Called.IsZero() && now.Sub(w.Called) < Rest || w.User == r.Owner || r.SeatOf(w.User) != games.Spectator
	})
	slices.SortStableFunc(list, func(a, b Wish) int { return cmp.Compare(a.Called.UnixNano(), b.Called.UnixNano()) })
	var users []match.UserID
	for _, w := range list {
		users = append(users, w.User)
	}
	return users, err
}

// Take notes that somebody is called now, and reports whether that may be: of two who would call them at once, one does.
func (b Book) Take(ctx context.Context, g match.GuildID, u match.UserID, now time.Time) (mine bool, err error) {
	_, err = b.UpdateNote(ctx, key(g), func(note string) string {
		list := read(note)
		i := slices.IndexFunc(list, of(u))
		if mine = i >= 0 && (list[i].Called.IsZero() || now.Sub(list[i].Called) >= Rest); mine {
			list[i].Called = now
		}
		return write(list)
	})
	return mine && err == nil, err
}
