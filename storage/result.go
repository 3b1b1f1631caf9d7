package storage

import (
	"bytes"
	"context"

	"go.etcd.io/bbolt"

	"paddock/games"
	"paddock/games/match"
	"paddock/storage/layout"
)

// The results of matches are an index like the others: a result is in its key, derives from the record, and comes and goes with it.

// Results implements match.Store.
func (b *Bolt) Results(ctx context.Context, g match.GuildID, game games.ID) (list []match.Result, err error) {
	prefix := append([]byte(g), 0)
	if game != "" {
		prefix = append(append(prefix, game...), 0)
	}
	err = b.view(ctx, func(tx *bbolt.Tx) error {
		c := tx.Bucket(resultBucket).Cursor()
		for k, _ := c.Seek(prefix); bytes.HasPrefix(k, prefix); k, _ = c.Next() {
			r, err := layout.ReadResult(k)
			if err != nil {
				return err
			}
			list = append(list, r)
		}
		return nil
	})
	return list, err
}
