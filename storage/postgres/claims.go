package postgres

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"paddock/games/match"
	"paddock/storage/layout"
)

// The leases are an unlogged table: after a crash of the database nobody holds anything, and all
// processes claim again. Its unique key lets one of several processes win, so claims lock no rows
// of matches.

func (s *Store) Claim(ctx context.Context, d match.Duty, lease time.Duration, keys ...string) ([]match.Lease, error) {
	if len(keys) == 0 {
		return nil, ctx.Err()
	}
	// sorted, so that all processes lock rows in the same order
	keys = slices.Compact(slices.Sorted(slices.Values(keys)))
	const sql = `insert into claims (duty, key, owner, fence, until)
		select $1, k, $2, nextval('fences'), now() + $3 * interval '1 microsecond' from unnest($4::text[]) k
		on conflict (duty, key) do update set owner = excluded.owner, until = excluded.until,
			fence = case when claims.owner = excluded.owner then claims.fence else excluded.fence end
		where claims.owner = excluded.owner or claims.until <= now()
		returning key, owner, fence, until`
	return list(ctx, s.pool, readLease(d), sql, d, s.owner, lease.Microseconds(), keys)
}

func readLease(d match.Duty) pgx.RowToFunc[match.Lease] {
	return func(row pgx.CollectableRow) (match.Lease, error) {
		l := match.Lease{Duty: d}
		err := row.Scan(&l.Key, &l.Owner, &l.Fence, &l.Until)
		l.Until = l.Until.UTC()
		return l, err
	}
}

func (s *Store) Release(ctx context.Context, leases ...match.Lease) error {
	var duties, keys []string
	var fences []int64
	for _, l := range leases {
		duties, keys, fences = append(duties, string(l.Duty)), append(keys, l.Key), append(fences, l.Fence)
	}
	const sql = `delete from claims where (duty, key, fence) in (select unnest($1::text[]), unnest($2::text[]), unnest($3::bigint[]))`
	return exec(ctx, s, sql, duties, keys, fences)
}

func (s *Store) Leases(ctx context.Context, d match.Duty) ([]match.Lease, error) {
	return list(ctx, s.pool, readLease(d),
		`select key, owner, fence, until from claims where duty = $1 and owner <> $2 and until > now() order by key`, d,
		s.owner)
}

// Form implements match.Claims.
func (s *Store) Form() int { return layout.Form() }

// answerable is how long an interaction can be answered by another process: Discord waits three
// seconds.
const answerable = `interval '2500 milliseconds'`

func (s *Store) HandOn(ctx context.Context, h match.Handed) error {
	const sql = `insert into handed (id, form, body) values ($1, $2, $3) on conflict do nothing`
	err := exec(ctx, s, sql, h.ID, h.Form, h.Body)
	if err == nil {
		s.hints.tell(match.HandedOn)
	}
	return err
}

func (s *Store) TakeBack(ctx context.Context, id string) (still bool, err error) {
	found, err := list(ctx, s.pool, texts(textOf[string]), `delete from handed where id = $1 returning id`, id)
	return len(found) > 0, err
}

func (s *Store) TakeOver(ctx context.Context) ([]match.Handed, error) {
	const sql = `with gone as (delete from handed where form <= $1 or at < now() - ` + answerable +
		` returning id, form, body, at)
		select id, form, body from gone where form <= $1 and at >= now() - ` + answerable
	return list(ctx, s.pool, func(row pgx.CollectableRow) (h match.Handed, err error) {
		return h, row.Scan(&h.ID, &h.Form, &h.Body)
	}, sql, layout.Form())
}

// hints tells other processes about changed matches. It notifies outside the transactions of the
// changes, because NOTIFY would serialise their commits. It sends many ids at once, because each
// notification is expensive.
type hints struct {
	wake chan struct{} // holds a token while ids are waiting
	stop context.CancelFunc
	work sync.WaitGroup

	mu      sync.Mutex
	waiting map[match.ID]bool // guarded by mu
	deaf    bool              // guarded by mu: the database has no NOTIFY, so no hints are sent
}
