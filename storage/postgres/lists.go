package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"paddock/games"
	"paddock/games/match"
	"paddock/storage/layout"
)

// sound is the condition that a match is not set aside; $1 is the ids of those that are.
const sound = ` and id <> all($1) `

// notHeld is the condition that no other process holds a match by a duty; $2 is the duty, $3 this
// process.
const notHeld = ` and not exists (select 1 from claims where duty = $2 and key = matches.id and owner <> $3 and until > now()) `

func (s *Store) Due(ctx context.Context, t time.Time, max int) ([]match.Record, error) {
	return s.records(ctx, s.pool,
		`select id, record from matches where due <= $4`+sound+notHeld+`order by due, id limit $5`, match.ClockDuty,
		s.owner, layout.UnixNano(t), max)
}

func (s *Store) NextDue(ctx context.Context) (t time.Time, ok bool, err error) {
	var due int64
	err = s.one(ctx, `select due from matches where due is not null`+sound+notHeld+`order by due limit 1`,
		[]any{s.aside.IDs(), match.ClockDuty, s.owner}, &due)
	if errors.Is(err, match.ErrNotFound) {
		return t, false, nil
	}
	return time.Unix(0, due).UTC(), err == nil, err
}

func (s *Store) Unshown(ctx context.Context, after match.ID, max int) ([]match.Record, error) {
	return s.records(ctx, s.pool,
		`select id, record from matches where behind and id > $4`+sound+notHeld+`order by id limit $5`, match.BoardDuty,
		s.owner, after, max)
}

func (s *Store) Untold(ctx context.Context, after match.ID, max int) ([]match.Record, error) {
	return s.records(ctx, s.pool,
		`select id, record from matches where untold and id > $4`+sound+notHeld+`order by id limit $5`,
		match.NoticeDuty, s.owner, after, max)
}

// Thinking implements match.Store, ordered by id.
func (s *Store) Thinking(ctx context.Context, max int) ([]match.Record, error) {
	return s.records(ctx, s.pool, `select id, record from matches where thinking`+sound+`order by id limit $2`, max)
}

func (s *Store) Changed(ctx context.Context, since time.Time, max int) ([]match.Newest, error) {
	return list(ctx, s.pool, pgx.RowToStructByPos[match.Newest],
		`select id, head from matches where updated >= $1 order by updated desc, id desc limit $2`,
		layout.UnixNano(since), max)
}

func (s *Store) Guilds(ctx context.Context) ([]match.GuildID, error) {
	return list(ctx, s.pool, texts(textOf[match.GuildID]),
		`select distinct guild from matches where live and guild <> '' order by guild`)
}

func (s *Store) ByChannel(ctx context.Context, c match.ChannelID) ([]match.Record, error) {
	return s.records(ctx, s.pool,
		`select id, record from matches where live and channel = $2`+sound+`order by created desc, id desc`, c)
}

func (s *Store) ByGuild(ctx context.Context, g match.GuildID) ([]match.Record, error) {
	return s.records(ctx, s.pool,
		`select id, record from matches where live and guild = $2 and guild <> ''`+sound+
			`order by created desc, id desc`, g)
}

func (s *Store) Latest(ctx context.Context, c match.ChannelID, max int) ([]match.Record, error) {
	return s.records(ctx, s.pool,
		`select id, record from matches where channel = $2`+sound+`order by created desc, id desc limit $3`, c, max)
}

func (s *Store) ByUser(ctx context.Context, u match.UserID) ([]match.Record, error) {
	return memberLists{s, s.pool}.ByUser(ctx, u)
}

func (s *Store) SetAside(ctx context.Context, u match.UserID) ([]match.ID, error) {
	return list(ctx, s.pool, texts(textOf[match.ID]),
		`select id from seats where usr = $1 and id = any($2) order by id`, u, s.aside.IDs())
}

func (s *Store) Made(ctx context.Context, u match.UserID, since time.Time) ([]match.Record, error) {
	return memberLists{s, s.pool}.Made(ctx, u, since)
}

type memberLists struct {
	s *Store
	q querier
}

func (l memberLists) ByUser(ctx context.Context, u match.UserID) ([]match.Record, error) {
	return l.s.records(ctx, l.q,
		`select id, record from seats join matches using (id) where usr = $2`+sound+
			`order by seats.created desc, id desc`, u)
}

func (l memberLists) Made(ctx context.Context, u match.UserID, since time.Time) ([]match.Record, error) {
	return l.s.records(ctx, l.q,
		`select id, record from matches where owner = $2 and owner <> '' and created >= $3`+sound+
			`order by created desc, id desc`, u, layout.UnixNano(since))
}

func (s *Store) Finished(ctx context.Context, u match.UserID) ([]match.Finished, error) {
	list, err := listSound(ctx, s, s.pool, func(id, text string) (p match.Finished, _ match.ID, err error) {
		guild, text, _ := strings.Cut(text, " ")
		r, err := readResult(match.ID(id), text)
		if err == nil {
			p, _ = r.FinishedBy(u, match.GuildID(guild))
		}
		return p, match.ID(id), err
	}, `select id, guild || ' ' || game || ' ' || ended || ' ' || result from mentions join matches using (id) where usr = $2 and ended is not null`+sound+`order by ended desc, id desc`, u)
	return slices.DeleteFunc(list, func(p match.Finished) bool { return p.Match == "" }), err
}

// readResult parses the result of a match: its game, when it ended, and the rest as JSON.
func readResult(id match.ID, text string) (match.Result, error) {
	r := match.Result{Match: id}
	game, text, _ := strings.Cut(text, " ")
	at, text, _ := strings.Cut(text, " ")
	ended, err := strconv.ParseInt(at, 10, 64)
	if err := errors.Join(err, json.Unmarshal([]byte(text), &r)); err != nil {
		return r, fmt.Errorf("%w: a result can't be read: %w", ErrDamaged, err)
	}
	r.Game, r.Ended = games.ID(game), time.Unix(0, ended).UTC()
	return r, nil
}

// CountLive returns the number of open and running matches.
func (s *Store) CountLive(ctx context.Context) (n int, err error) {
	err = s.one(ctx, `select count(*) from matches where live`, nil, &n)
	return n, err
}
