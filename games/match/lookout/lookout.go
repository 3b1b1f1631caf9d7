// Package lookout stores the users who want to be notified when somebody looks for a game in a
// server (P99). They are a [roster.Roster] for each server. The caller checks whether a user could
// accept a challenge. Start reading at [Book].
package lookout

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/roster"
)

const (
	// Rest is the shortest time between two notifications of a user in a server.
	Rest = 24 * time.Hour
	// MostCalled is the largest number of users called for one challenge.
	MostCalled = 10
	most       = 1000 // most subscriptions in a server
)

// Wish is a user's subscription to notifications of open challenges in one server.
type Wish struct {
	User   match.UserID
	Game   games.ID  `json:",omitempty"` // empty: any
	Called time.Time `json:",omitzero"`  // time of the last notification
}

// Book stores the subscriptions to notifications of open challenges. Its method Forget is that of
// the embedded Roster.
type Book struct {
	roster.Roster[match.GuildID, Wish]
}

// New returns the Book of a store. Log may be nil.
func New(s roster.Store, log *slog.Logger) Book {
	names := func(u *match.User) *[]match.GuildID { return &u.Lookouts }
	user := func(w Wish) match.UserID { return w.User }
	return Book{roster.Roster[match.GuildID, Wish]{Store: s, Log: log, Prefix: "lookout/", Names: names, UserOf: user}}
}

func of(u match.UserID) func(Wish) bool { return func(w Wish) bool { return w.User == u } }

// Start subscribes a user to calls in a server, for one game or any. It replaces an earlier choice.
// It returns a *games.Refusal if there are too many subscriptions.
func (b Book) Start(ctx context.Context, g match.GuildID, u match.UserID, game games.ID) error {
	err := b.Join(ctx, u, g, func(list []Wish) []Wish {
		if i := slices.IndexFunc(list, of(u)); i >= 0 {
			list[i].Game = game
		} else if len(list) < most {
			list = append(list, Wish{User: u, Game: game})
		}
		return list
	})
	if errors.Is(err, roster.ErrFull) {
		return games.Refuse("I can't call more people in this server right now. See who is looking for a game in `/lobby`.")
	}
	return err
}

// Stop ends a user's subscription in a server.
func (b Book) Stop(ctx context.Context, g match.GuildID, u match.UserID) error {
	return b.Roster.Stop(ctx, u, g)
}

// Calls reports whether users may be notified of a new match: it is an open challenge in a server
// that has subscriptions.
func (b Book) Calls(ctx context.Context, r match.Record) (bool, error) {
	if r.Status != match.Open || r.Invited != "" || r.Place.Guild == "" || r.Tournament != "" || r.Wants.Here {
		return false, nil
	}
	list, err := b.Read(ctx, r.Place.Guild)
	return len(list) > 0, err
}

// Due returns the users who may be notified of a challenge now, except its players. Users whose
// last notification is longest ago come first.
func (b Book) Due(ctx context.Context, r match.Record, now time.Time) ([]match.UserID, error) {
	list, err := b.Read(ctx, r.Place.Guild)
	list = slices.DeleteFunc(list, func(w Wish) bool {
		return w.Game != "" && w.Game != r.Game || !w.Called.IsZero() && now.Sub(w.Called) < Rest ||
			w.User == r.Owner || r.SeatOf(w.User) != games.Spectator
	})
	slices.SortStableFunc(list, func(a, b Wish) int { return cmp.Compare(a.Called.UnixNano(), b.Called.UnixNano()) })
	var users []match.UserID
	for _, w := range list {
		users = append(users, w.User)
	}
	return users, err
}

// Take records a notification of a user now, and reports whether it is allowed. If two callers try
// at once, only one gets true.
func (b Book) Take(ctx context.Context, g match.GuildID, u match.UserID, now time.Time) (mine bool, err error) {
	_, err = b.Edit(ctx, g, func(list []Wish) []Wish {
		i := slices.IndexFunc(list, of(u))
		if mine = i >= 0 && (list[i].Called.IsZero() || now.Sub(list[i].Called) >= Rest); mine {
			list[i].Called = now
		}
		return list
	})
	return mine && err == nil, err
}
