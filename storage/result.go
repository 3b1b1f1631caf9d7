package storage

import (
	"bytes"
	"context"

	"go.etcd.io/bbolt"

	"paddock/games/match"
	"paddock/storage/layout"
)

// The results of matches are an index like the others: the key contains the result, which derives
// from the record.

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
