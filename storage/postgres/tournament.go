package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"paddock/games/match"
	"paddock/games/tourney"
)

// Tournament implements tourney.Store.
func (s *Store) Tournament(ctx context.Context, id tourney.ID) (tourney.Record, error) {
	var text string
	err := s.pool.QueryRow(ctx, `select record from tournaments where id = $1`, id).Scan(&text)
	if errors.Is(err, pgx.ErrNoRows) {
		return tourney.Record{}, match.ErrNotFound
	}
	if err != nil {
		return tourney.Record{}, err
	}
	return readTournament(text)
}

func readTournament(text string) (r tourney.Record, err error) {
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		return r, fmt.Errorf("%w: a tournament can't be read: %w", ErrDamaged, err)
	}
	return r, nil
}

// PutTournament implements tourney.Store.
func (s *Store) PutTournament(ctx context.Context, r tourney.Record) (int, error) {
	if r.ID == "" || r.Version < 0 {
		return 0, fmt.Errorf("postgres: a tournament needs an id (%q) and a version (%d)", r.ID, r.Version)
	}
	if err := errors.Join(nameable("tournament", string(r.ID)), nameable("channel", string(r.Place.Channel))); err != nil {
		return 0, err
	}
	expected := r.Version
	r.Version++
	text, err := json.Marshal(r)
	if err != nil {
		return 0, fmt.Errorf("write tournament %s: %w", r.ID, err)
	}
	sql := `update tournaments set (version, open, channel, created, record) = ($2, $3, $4, $5, $6) where id = $1 and version = $2 - 1`
	if expected == 0 {
		sql = `insert into tournaments (id, version, open, channel, created, record) values ($1, $2, $3, $4, $5, $6) on conflict do nothing`
	}
	written := int64(0)
	err = again(ctx, func() error {
		tag, err := s.pool.Exec(ctx, sql, r.ID, r.Version, r.Unsettled(), r.Place.Channel, unixNano(r.Created), string(text))
		written = tag.RowsAffected()
		return err
	})
	switch {
	case err != nil:
		return 0, err
	case written == 0:
		return 0, match.ErrConflict
	}
	return r.Version, nil
}

// OpenTournaments implements tourney.Store.
func (s *Store) OpenTournaments(ctx context.Context) ([]tourney.Record, error) {
	rows, err := s.pool.Query(ctx, `select record from tournaments where open order by id`)
	return collect(rows, err, readTournament)
}

// ChannelTournaments implements tourney.Store.
func (s *Store) ChannelTournaments(ctx context.Context, c match.ChannelID, max int) ([]tourney.Record, error) {
	rows, err := s.pool.Query(ctx, `select record from tournaments where channel = $1 order by created desc, id desc limit $2`, c, max)
	return collect(rows, err, readTournament)
}

// TournamentsOf implements tourney.Store. It looks through all tournaments.
func (s *Store) TournamentsOf(ctx context.Context, u match.UserID) (list []tourney.Record, err error) {
	rows, err := s.pool.Query(ctx, `select record from tournaments where strpos(record, $1) > 0`, u)
	found, err := collect(rows, err, readTournament)
	for _, r := range found {
		if r.Mentions(u) {
			list = append(list, r)
		}
	}
	return list, err
}
