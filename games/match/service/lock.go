package service

import (
	"context"
	"slices"

	"paddock/games/match"
)

// lockKey names what is locked: a match, a person or a server.
type lockKey string

// A match's lock is always taken before those of people.
func matchKey(id match.ID) lockKey { return lockKey("match/" + id) }

func userKey(u match.UserID) lockKey { return lockKey("user/" + u) }

// lock takes locks in an order that can't deadlock, or gives up with ErrStore when ctx ends first.
func (s *core) lock(ctx context.Context, keys ...lockKey) (unlock func(), err error) {
	var taken []func()
	unlock = func() {
		for _, give := range taken {
			give()
		}
	}
	for _, key := range slices.Compact(slices.Sorted(slices.Values(keys))) {
		give, err := s.locks.LockContext(ctx, key)
		if err != nil {
			unlock()
			return nil, storeFailed("wait for the match", err)
		}
		taken = append(taken, give)
	}
	return unlock, nil
}
