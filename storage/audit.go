package storage

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"

	"go.etcd.io/bbolt"

	"paddock/games/match"
	"paddock/storage/layout"
	"paddock/storage/ledger"
)

func (b *Bolt) AddAudit(ctx context.Context, a match.Audit) error {
	if err := ledger.AuditLine(a); err != nil {
		return err
	}
	return b.submit(ctx, func(t *tx) error {
		prefix := append([]byte(a.Guild), 0)
		a.No = 1
		if k, _ := lastBefore(t.Bucket(auditBucket).Cursor(), append([]byte(a.Guild), 1)); bytes.HasPrefix(k, prefix) {
			a.No += int(binary.BigEndian.Uint64(k[len(prefix):]))
		}
		text, err := json.Marshal(a)
		if err != nil {
			return fmt.Errorf("write a line of the audit log of %s: %w", a.Guild, err)
		}
		t.put(auditBucket, layout.AuditKey(a.Guild, a.No), text)
		if a.No > match.AuditKept {
			t.del(auditBucket, layout.AuditKey(a.Guild, a.No-match.AuditKept))
		}
		return nil
	})
}

func (b *Bolt) Audit(ctx context.Context, g match.GuildID, before, max int) (found []match.Audit, err error) {
	err = b.view(ctx, func(tx *bbolt.Tx) error {
		prefix := append([]byte(g), 0)
		end := append([]byte(g), 1)
		if before > 0 {
			end = layout.AuditKey(g, before)
		}
		c := tx.Bucket(auditBucket).Cursor()
		for k, text := lastBefore(c, end); bytes.HasPrefix(k, prefix) && len(found) < max; k, text = c.Prev() {
			a, err := layout.ReadAudit(text)
			if err != nil {
				return err
			}
			found = append(found, a)
		}
		return nil
	})
	return found, err
}

// lastBefore returns the last entry before a key.
func lastBefore(c *bbolt.Cursor, key []byte) (k, v []byte) {
	if k, _ := c.Seek(key); k == nil {
		return c.Last()
	}
	return c.Prev()
}
