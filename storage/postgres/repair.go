package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"paddock/games/match"
	"paddock/storage/layout"
	"paddock/storage/ledger"
)

// Repair rebuilds everything that follows from records and logs: columns, seats, mentions, causes,
// standings, rankings and indexes. It adds missing checksums. It does not change records and
// events: unreadable ones stay, and Check still reports them. No process may use the database
// meanwhile. It migrates the database, as Open does. If it is interrupted, the next Open continues.
func Repair(ctx context.Context, url string) (err error) {
	s, err := Open(ctx, url)
	if err != nil {
		return err
	}
	defer s.Close()
	others, err := s.Leases(ctx, match.ProcessDuty)
	if err != nil {
		return err
	}
	if len(others) > 0 {
		return &OpenError{fmt.Sprintf("The database is used by %d running processes. Stop them first, so that nothing happens while it is repaired.", len(others)), ErrUsed}
	}
	for _, index := range secondary(migrations) {
		if err := exec(ctx, s, index.make); err != nil {
			return fmt.Errorf("make index %s: %w", index.name, err)
		}
	}
	if err := exec(ctx, s, `insert into meta (key, value) values ($1, ''), ($2, '') on conflict (key) do nothing`,
		deriveKey, rateKey); err != nil {
		return err
	}
	return rebuild(ctx, s)
}

// rederive rebuilds the derived data of every match and tournament.
func (t *tx) rederive(ctx context.Context) error {
	var day uint32
	t.queue(`select `+newestDay, int64(24*time.Hour)).QueryRow(func(r pgx.Row) error { return r.Scan(&day) })
	t.queue(`delete from causes`)
	if err := t.flush(ctx); err != nil {
		return err
	}
	unnamed := func(string, ...any) {} // the method Check reports such problems
	err := eachPage(ctx, t.conn, ` for update`, unnamed, func(page []*stored) error {
		for _, m := range page {
			t.rederiveOne(m, day)
		}
		return t.flush(ctx)
	})
	if err != nil {
		return err
	}
	tournaments, err := list(ctx, t.conn, texts(readTournament), `select record from tournaments`)
	if err != nil {
		return err
	}
	for _, r := range tournaments {
		t.queue(`update tournaments set (version, open, channel, created) = ($2, $3, $4, $5) where id = $1`, r.ID,
			r.Version, r.Unsettled(), r.Place.Channel, layout.UnixNano(r.Created))
	}
	t.queue(`insert into stripes select n from generate_series(0, $1) n on conflict do nothing`, stripes-1)
	t.queue(`delete from seats s where not exists (select 1 from matches m where m.id = s.id and m.created = s.created and s.usr = any(m.users))`)
	t.queue(`insert into seats (usr, created, id) select u, created, id from matches, unnest(users) u on conflict do nothing`)
	return t.flush(ctx)
}

// rederiveOne rebuilds the columns of a match, and stores its causes that are needed on a given
// day.
func (t *tx) rederiveOne(m *stored, day uint32) {
	for _, e := range m.log.Events {
		if ledger.Kept(e, day) {
			t.queue(`insert into causes (cause, id, seq, day) values ($1, $2, $3, $4) on conflict do nothing`, e.Cause,
				m.id, e.Seq, layout.DayOf(e.At))
		}
	}
	r, err := readRecord(m.id, m.text)
	if err != nil {
		if m.unreadable { // an unreadable result would stop all later ratings, so it is removed from the match
			t.queue(`update matches set (ended, result) = (null, null) where id = $1`, m.id)
		}
		return
	}
	updated := m.updated
	if newest, last := m.times(); len(m.log.Events) > 0 && updated != last {
		updated = newest
	}
	if len(m.wrong(r)) > 0 || updated != m.updated || m.seal == nil {
		now := columnsOf(r, []byte(m.text))
		t.queue(`update matches set (`+columnNames+`) = (`+columnValues+`) where id = $1`, append(now.args, updated)...)
		if m.seal != nil {
			t.queue(`update matches set seal = $2 where id = $1`, m.id, *m.seal)
		}
	}
	t.queue(`insert into mentions (usr, id) select unnest($2::text[]), $1 on conflict do nothing`, m.id,
		match.Named(r, m.log.Events))
	for _, e := range m.unsealed {
		t.queue(`update events set seal = $3 where id = $1 and seq = $2`, m.id, e.seq, e.seal)
	}
}
