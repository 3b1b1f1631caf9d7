package postgres

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"paddock/games/match"
	"paddock/games/tourney"
	"paddock/storage/layout"
	"paddock/storage/ledger"
)

func (s *Store) Tournament(ctx context.Context, id tourney.ID) (tourney.Record, error) {
	var text string
	if err := s.one(ctx, `select record from tournaments where id = $1`, []any{id}, &text); err != nil {
		return tourney.Record{}, err
	}
	return readTournament(text)
}

func readTournament(text string) (tourney.Record, error) { return ledger.ReadTournament([]byte(text)) }

// soundTournament is the condition that a tournament is not set aside, with $1 as in sound.
const soundTournament = ` and 'tournament ' || id <> all($1) `

// tournaments does for tournaments what records does for matches.
func tournaments(ctx context.Context, s *Store, sql string, args ...any) ([]tourney.Record, error) {
	return listSound(ctx, s, s.pool, func(id, text string) (tourney.Record, match.ID, error) {
		r, err := readTournament(text)
		return r, match.ID("tournament " + id), err
	}, sql, args...)
}

func (s *Store) PutTournament(ctx context.Context, r tourney.Record) (int, error) {
	r, expected, err := ledger.NewTournament(r)
	if err != nil {
		return 0, err
	}
	text, err := json.Marshal(r)
	if err != nil {
		return 0, fmt.Errorf("write tournament %s: %w", r.ID, err)
	}
	sql := `update tournaments set (version, open, channel, created, record) = ($2, $3, $4, $5, $6) where id = $1 and version = $2 - 1`
	if expected == 0 {
		sql = `insert into tournaments (id, version, open, channel, created, record) values ($1, $2, $3, $4, $5, $6) on conflict do nothing`
	}
	err = s.transact(ctx, func(t *tx) error {
		written, same := int64(0), false
		t.queue(sql, r.ID, r.Version, r.Unsettled(), r.Place.Channel, layout.UnixNano(r.Created),
			string(text)).Exec(func(tag pgconn.CommandTag) error {
			written = tag.RowsAffected()
			return nil
		})
		t.queue(`select count(*) = 1 from tournaments where id = $1 and record = $2`, r.ID,
			string(text)).QueryRow(func(row pgx.Row) error { return row.Scan(&same) })
		switch err := t.flush(ctx); {
		case err != nil:
			return err
		case written == 1, same && t.unsure:
			return nil
		}
		return match.ErrConflict
	})
	if err != nil {
		return 0, err
	}
	return r.Version, nil
}

func (s *Store) OpenTournaments(ctx context.Context) ([]tourney.Record, error) {
	return tournaments(ctx, s, `select id, record from tournaments where open`+soundTournament+`order by id`)
}

func (s *Store) ChannelTournaments(ctx context.Context, c match.ChannelID, max int) ([]tourney.Record, error) {
	return tournaments(ctx, s,
		`select id, record from tournaments where channel = $2`+soundTournament+
			`order by created desc, id desc limit $3`, c, max)
}

// TournamentsOf implements tourney.Store. It reads all tournaments.
func (s *Store) TournamentsOf(ctx context.Context, u match.UserID) (list []tourney.Record, err error) {
	found, err := tournaments(ctx, s, `select id, record from tournaments where strpos(record, $2) > 0`+soundTournament,
		u)
	for _, r := range found {
		if r.Mentions(u) {
			list = append(list, r)
		}
	}
	return list, err
}
