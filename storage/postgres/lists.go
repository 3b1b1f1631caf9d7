package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/ratings"
)

// querier is the pool, or a connection within a transaction.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

func records(ctx context.Context, q querier, sql string, args ...any) ([]match.Record, error) {
	rows, err := q.Query(ctx, sql, args...)
	return collect(rows, err, readRecord)
}

// notHeld is the condition that no other process holds a match by a duty, which is $1; this process is $2.
const notHeld = ` and not exists (select 1 from claims where duty = $1 and key = matches.id and owner <> $2 and until > now()) `

// Due implements match.Store.
func (s *Store) Due(ctx context.Context, t time.Time, max int) ([]match.Record, error) {
	return records(ctx, s.pool, `select record from matches where due <= $3`+notHeld+`order by due, id limit $4`, match.ClockDuty, s.owner, unixNano(t), max)
}

// NextDue implements match.Store.
func (s *Store) NextDue(ctx context.Context) (t time.Time, ok bool, err error) {
	var due int64
	err = s.pool.QueryRow(ctx, `select due from matches where due is not null`+notHeld+`order by due limit 1`, match.ClockDuty, s.owner).Scan(&due)
	if errors.Is(err, pgx.ErrNoRows) {
		return t, false, nil
	}
	return time.Unix(0, due).UTC(), err == nil, err
}

// Unshown implements match.Store. The order is that of the ids.
func (s *Store) Unshown(ctx context.Context, max int) ([]match.Record, error) {
	return records(ctx, s.pool, `select record from matches where behind`+notHeld+`order by id limit $3`, match.BoardDuty, s.owner, max)
}

// Untold implements match.Store. The order is that of the ids.
func (s *Store) Untold(ctx context.Context, max int) ([]match.Record, error) {
	return records(ctx, s.pool, `select record from matches where untold`+notHeld+`order by id limit $3`, match.NoticeDuty, s.owner, max)
}

// Thinking implements match.Store. The order is that of the ids.
func (s *Store) Thinking(ctx context.Context, max int) ([]match.Record, error) {
	return records(ctx, s.pool, `select record from matches where thinking order by id limit $1`, max)
}

// Changed implements match.Store.
func (s *Store) Changed(ctx context.Context, since time.Time) ([]match.ID, error) {
	rows, err := s.pool.Query(ctx, `select id from matches where updated >= $1`, unixNano(since))
	return collect(rows, err, func(id string) (match.ID, error) { return match.ID(id), nil })
}

// Guilds implements match.Store.
func (s *Store) Guilds(ctx context.Context) ([]match.GuildID, error) {
	rows, err := s.pool.Query(ctx, `select distinct guild from matches where live and guild <> '' order by guild`)
	return collect(rows, err, func(id string) (match.GuildID, error) { return match.GuildID(id), nil })
}

// ByChannel implements match.Store.
func (s *Store) ByChannel(ctx context.Context, c match.ChannelID) ([]match.Record, error) {
	return records(ctx, s.pool, `select record from matches where live and channel = $1 order by created desc, id desc`, c)
}

// ByGuild implements match.Store.
func (s *Store) ByGuild(ctx context.Context, g match.GuildID) ([]match.Record, error) {
	return records(ctx, s.pool, `select record from matches where live and guild = $1 and guild <> '' order by created desc, id desc`, g)
}

// Latest implements match.Store.
func (s *Store) Latest(ctx context.Context, c match.ChannelID, max int) ([]match.Record, error) {
	return records(ctx, s.pool, `select record from matches where channel = $1 order by created desc, id desc limit $2`, c, max)
}

// ByUser implements match.Store.
func (s *Store) ByUser(ctx context.Context, u match.UserID) ([]match.Record, error) {
	return memberLists{s.pool}.ByUser(ctx, u)
}

// Made implements match.Store.
func (s *Store) Made(ctx context.Context, u match.UserID, since time.Time) ([]match.Record, error) {
	return memberLists{s.pool}.Made(ctx, u, since)
}

// memberLists is match.MemberLists.
type memberLists struct{ querier }

// ByUser implements match.MemberLists.
func (l memberLists) ByUser(ctx context.Context, u match.UserID) ([]match.Record, error) {
	return records(ctx, l, `select record from seats join matches using (id) where usr = $1 order by seats.created desc, id desc`, u)
}

// Made implements match.MemberLists.
func (l memberLists) Made(ctx context.Context, u match.UserID, since time.Time) ([]match.Record, error) {
	return records(ctx, l, `select record from matches where owner = $1 and owner <> '' and created >= $2 order by created desc, id desc`, u, unixNano(since))
}

// Results implements match.Store.
func (s *Store) Results(ctx context.Context, g match.GuildID, game games.ID) ([]match.Result, error) {
	const what = `select id, game, ended, result from matches where ended is not null and guild = $1`
	rows, err := s.pool.Query(ctx, what+` and ($2 = '' or game = $2) order by game, ended, id`, g, game)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, readResult)
}

func readResult(row pgx.CollectableRow) (r match.Result, err error) {
	var id match.ID
	var game games.ID
	var ended int64
	var text string
	if err := row.Scan(&id, &game, &ended, &text); err != nil {
		return r, err
	}
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		return r, fmt.Errorf("%w: the result of %s can't be read: %w", ErrDamaged, id, err)
	}
	r.Match, r.Game, r.Ended = id, game, time.Unix(0, ended).UTC()
	return r, nil
}

// Standings implements match.Store.
func (s *Store) Standings(ctx context.Context, g match.GuildID, game games.ID, pool match.Pool) ([]match.Standing, error) {
	results, err := s.Results(ctx, g, game)
	return ratings.Table(results, pool), err
}

// StandingsOf implements match.Store.
func (s *Store) StandingsOf(ctx context.Context, g match.GuildID, who match.Player) (list []match.Standing, err error) {
	results, err := s.Results(ctx, g, "")
	for len(results) > 0 {
		game := results[0].Game
		n := 0
		for n < len(results) && results[n].Game == game {
			n++
		}
		for _, pool := range []match.Pool{match.AmongPeople, match.WithComputers} {
			for _, standing := range ratings.Table(results[:n], pool) {
				if standing.Who == who {
					list = append(list, standing)
				}
			}
		}
		results = results[n:]
	}
	return list, err
}
