package storage

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"go.etcd.io/bbolt"

	"paddock/games"
	"paddock/games/match"
)

// The results of matches are an index like the others: a result is in its key, derives from the record, and comes and goes with it.

// resultKey is a result as it stands in its key, after server and game.
func resultKey(r match.Result) string {
	text, _ := json.Marshal(r) // plain data: can't fail
	return string(timeKey(r.Ended)) + string(r.Match) + "\x00" + string(text)
}

// readResult takes a key of the results apart.
func readResult(key []byte) (r match.Result, err error) {
	_, rest, _ := bytes.Cut(key, []byte{0})
	game, rest, ok := bytes.Cut(rest, []byte{0})
	if !ok || len(rest) < 8 {
		return r, fmt.Errorf("%w: a result is cut off", ErrDamaged)
	}
	id, text, _ := bytes.Cut(rest[8:], []byte{0})
	if err := json.Unmarshal(text, &r); err != nil {
		return r, fmt.Errorf("%w: the result of %s can't be read: %w", ErrDamaged, id, err)
	}
	r.Game, r.Ended, r.Match = games.ID(game), keyTime(rest[:8]), match.ID(id)
	return r, nil
}

// Results implements match.Store.
func (b *Bolt) Results(ctx context.Context, g match.GuildID, game games.ID) (list []match.Result, err error) {
	prefix := append([]byte(g), 0)
	if game != "" {
		prefix = append(append(prefix, game...), 0)
	}
	err = b.view(ctx, func(tx *bbolt.Tx) error {
		c := tx.Bucket(resultBucket).Cursor()
		for k, _ := c.Seek(prefix); bytes.HasPrefix(k, prefix); k, _ = c.Next() {
			r, err := readResult(k)
			if err != nil {
				return err
			}
			list = append(list, r)
		}
		return nil
	})
	return list, err
}
