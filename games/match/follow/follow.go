// Package follow stores the followers of a match: users who do not play in it and are told when it
// is over. They are a [roster.Roster], so the record and its log do not contain them, and players
// do not see them. The caller checks whether a user may see the match. Start reading at [Book].
package follow

import (
	"context"
	"errors"
	"log/slog"
	"slices"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/roster"
)

// Limits on followers.
const (
	MostOfOne   = 20 // most matches that one user can follow
	MostOfMatch = 50 // most followers of one match
)

// Book stores the followers of matches. Stop and Forget come from the Roster.
type Book struct {
	roster.Roster[match.ID, match.UserID]
}

// New returns the Book of a store. Log may be nil.
func New(s roster.Store, log *slog.Logger) Book {
	names := func(u *match.User) *[]match.ID { return &u.Following }
	itself := func(u match.UserID) match.UserID { return u }
	return Book{roster.Roster[match.ID, match.UserID]{
		Store: s, Log: log, Prefix: "follow/", Most: MostOfOne,
		Names: names, UserOf: itself,
	}}
}

// Start makes a user follow a match; a second call changes nothing. It returns a *games.Refusal if
// a limit is reached.
func (b Book) Start(ctx context.Context, u match.UserID, id match.ID) error {
	err := b.Join(ctx, u, id, func(users []match.UserID) []match.UserID {
		if len(users) >= MostOfMatch || slices.Contains(users, u) {
			return users
		}
		return append(users, u)
	})
	switch {
	case errors.Is(err, roster.ErrMany):
		return games.Refuse("You already follow as many matches as you can. Stop following one first; you find them in `/games`.")
	case errors.Is(err, roster.ErrFull):
		return Refused()
	}
	return err
}

// Refused returns the refusal for a user who cannot follow a match. The same sentence stands for
// too many followers and for a player who has blocked the user.
func Refused() error {
	return games.Refuse("This match has as many followers as it can have. You can watch it in its channel.")
}

// Due returns the users to tell that a match is over: its followers, except players and users whom
// a player has blocked.
func (b Book) Due(ctx context.Context, blocks match.BlockKey, r match.Record) ([]match.UserID, error) {
	users, err := b.Read(ctx, r.ID)
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

// Close deletes the followers of a match that is over.
func (b Book) Close(ctx context.Context, id match.ID) error {
	users, err := b.Read(ctx, id)
	for _, u := range users {
		if err == nil {
			err = b.Stop(ctx, u, id)
		}
	}
	return err
}
