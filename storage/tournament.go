package storage

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"go.etcd.io/bbolt"

	"paddock/games/match"
	"paddock/games/tourney"
	"paddock/storage/fault"
	"paddock/storage/layout"
	"paddock/storage/ledger"
)

var _ tourney.Store = (*Bolt)(nil)

func (b *Bolt) Tournament(ctx context.Context, id tourney.ID) (r tourney.Record, err error) {
	err = b.view(ctx, func(tx *bbolt.Tx) error {
		r, err = tournament(tx, []byte(id))
		return err
	})
	return r, err
}

func tournament(tx *bbolt.Tx, id []byte) (r tourney.Record, err error) {
	text := tx.Bucket(tournamentBucket).Get(id)
	if text == nil {
		return r, match.ErrNotFound
	}
	return ledger.ReadTournament(text)
}

// soundTournament returns an indexed tournament; ok is false if it had to be set aside.
func (b *Bolt) soundTournament(tx *bbolt.Tx, id []byte) (r tourney.Record, ok bool) {
	err := fault.Guarded(func() (err error) { r, err = tournament(tx, id); return err })
	if err != nil {
		b.aside.Put(match.ID("tournament "+string(id)), err)
	}
	return r, err == nil
}

func (b *Bolt) PutTournament(ctx context.Context, r tourney.Record) (int, error) {
	r, expected, err := ledger.NewTournament(r)
	if err != nil {
		return 0, err
	}
	text, err := json.Marshal(r)
	if err != nil {
		return 0, fmt.Errorf("write tournament %s: %w", r.ID, err)
	}
	err = b.submit(ctx, func(t *tx) error {
		old, err := tournament(t.Tx, []byte(r.ID))
		if err != nil && !errors.Is(err, match.ErrNotFound) {
			return err
		}
		if old.Version != expected {
			return match.ErrConflict
		}
		t.replaceTournament(old, r, text)
		return nil
	})
	if err != nil {
		return 0, err
	}
	return r.Version, nil
}

func (t *tx) replaceTournament(old, now tourney.Record, text []byte) {
	t.listTournament(old, now)
	t.put(tournamentBucket, []byte(now.ID), text)
}

// listTournament updates the lists that contain a tournament after a change of its record.
func (t *tx) listTournament(old, now tourney.Record) {
	if before, after := channelTournamentKey(old), channelTournamentKey(now); old.ID == "" ||
		!bytes.Equal(before, after) {
		if old.ID != "" {
			t.del(channelTournamentBucket, before)
		}
		t.put(channelTournamentBucket, after, nil)
	}
	if now.Unsettled() {
		t.put(openTournamentBucket, []byte(now.ID), nil)
	} else {
		t.del(openTournamentBucket, []byte(now.ID))
	}
}

func channelTournamentKey(r tourney.Record) []byte {
	key := append([]byte(r.Place.Channel), 0)
	return append(append(key, layout.TimeKey(r.Created)...), r.ID...)
}

func (b *Bolt) OpenTournaments(ctx context.Context) (list []tourney.Record, err error) {
	err = b.view(ctx, func(tx *bbolt.Tx) error {
		return tx.Bucket(openTournamentBucket).ForEach(func(id, _ []byte) error {
			if r, ok := b.soundTournament(tx, id); ok {
				list = append(list, r)
			}
			return nil
		})
	})
	return list, err
}

func (b *Bolt) ChannelTournaments(ctx context.Context, ch match.ChannelID, max int) (list []tourney.Record, err error) {
	err = b.view(ctx, func(tx *bbolt.Tx) error {
		prefix := append([]byte(ch), 0)
		c := tx.Bucket(channelTournamentBucket).Cursor()
		k, _ := c.Seek(append([]byte(ch), 1))
		if k == nil {
			k, _ = c.Last()
		} else {
			k, _ = c.Prev()
		}
		for ; bytes.HasPrefix(k, prefix) && len(list) < max; k, _ = c.Prev() {
			if r, ok := b.soundTournament(tx, k[len(prefix)+8:]); ok {
				list = append(list, r)
			}
		}
		return nil
	})
	return list, err
}
