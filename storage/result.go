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

// Finished implements match.Store.
func (b *Bolt) Finished(ctx context.Context, u match.UserID) (list []match.Finished, err error) {
	prefix := layout.FinishedPrefix(u)
	err = b.view(ctx, func(tx *bbolt.Tx) error {
		c := tx.Bucket(finishedBucket).Cursor()
		for k, _ := lastBefore(c, append([]byte(u), 1)); bytes.HasPrefix(k, prefix); k, _ = c.Prev() {
			p, err := layout.ReadFinished(k)
			if err != nil {
				return err
			}
			list = append(list, p)
		}
		return nil
	})
	return list, err
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
