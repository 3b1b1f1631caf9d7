package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"paddock/games/match"
	"paddock/storage/layout"
	"paddock/storage/ledger"
	"paddock/storage/transfer"
)

// Check reads a whole database and reports every inconsistency: wrong checksums, incomplete logs,
// logs that do not lead to the position, and wrong derived data. Derived data is columns, seats,
// causes, standings, rankings and indexes. It changes nothing. It uses one read-only transaction,
// so processes may use the database meanwhile. Its memory holds a page of matches, and the
// standings of one game in one server. A database without any data is sound. The error is for
// databases that cannot be read at all, usually an *OpenError.
func Check(ctx context.Context, url string, how ledger.Config) (ledger.Report, error) {
	cfg, _, err := connection(ctx, url)
	if err != nil {
		return ledger.Report{}, err
	}
	conn, err := pgx.ConnectConfig(ctx, cfg.ConnConfig)
	if err != nil {
		return ledger.Report{}, explain(cfg, err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	c := checker{ctx: ctx, Checker: ledger.Checker{Config: how}}
	moment := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	err = pgx.BeginTxFunc(ctx, conn, moment, c.check)
	c.Stage("", 0, 0)
	if err != nil && ctx.Err() == nil {
		err = explain(cfg, err)
	}
	return c.Report, err
}

// check checks the data that a transaction sees.
func (c *checker) check(tx pgx.Tx) (err error) {
	c.tx = tx
	if c.Report.Schema, err = checkable(c.ctx, tx); err != nil || c.Report.Schema == 0 {
		return err
	}
	for _, part := range []func() error{
		c.checkMatches, c.checkCauses, c.checkBooks, c.checkListed, c.checkKeptTwice,
		c.checkEntries, c.checkTournaments,
	} {
		if err := part(); err != nil {
			return err
		}
	}
	return nil
}

// checkable returns the schema version, which must be the present one without unfinished work; 0
// for a database without data.
func checkable(ctx context.Context, tx pgx.Tx) (version int, err error) {
	var there bool
	if err := tx.QueryRow(ctx, `select to_regclass('meta') is not null`).Scan(&there); err != nil || !there {
		return 0, err
	}
	rows, _ := tx.Query(ctx, `select key, value from meta`)
	meta := map[string]string{}
	var key, value string
	if _, err := pgx.ForEachRow(rows, []any{&key, &value}, func() error { meta[key] = value; return nil }); err != nil {
		return 0, err
	}
	version, err = strconv.Atoi(meta["schema"])
	_, half := meta[progressKey]
	_, underived := meta[deriveKey]
	_, unrated := meta[rateKey]
	switch {
	case err != nil:
		return 0, &OpenError{
			"The database has a table called meta that is not Paddock's. Choose another database.",
			ErrForeign,
		}
	case version > len(migrations):
		return 0, newer(version, len(migrations))
	case half:
		return 0, errHalf
	case version > 0 && version < len(migrations) || underived || unrated:
		return 0, &OpenError{fmt.Sprintf("This database has schema %d or is on its way to a newer one, and only schema %d can be checked. Start the bot on it once, which brings it forward.", version, len(migrations)), ErrOlder}
	}
	return version, nil
}

type checker struct {
	ledger.Checker
	ctx context.Context
	tx  pgx.Tx
	all int    // number of all matches
	day uint32 // the newest day with stored events; its causes must be stored, and those of the day before
}

// each reads each row of a statement into the given values and calls f. It keeps no rows.
func (c *checker) each(into []any, f func(), sql string, args ...any) error {
	rows, _ := c.tx.Query(c.ctx, sql, args...)
	_, err := pgx.ForEachRow(rows, into, func() error { f(); return nil })
	return err
}

// newestDay is an SQL expression for the newest day with stored data; $1 is the number of
// nanoseconds in a day.
const newestDay = `greatest((select coalesce(max(updated), 0) from matches) / $1 + 1, (select coalesce(max(day), 0) from causes))`

// checkMatches checks all matches with their logs, one page at a time.
func (c *checker) checkMatches() error {
	err := c.tx.QueryRow(c.ctx, `select (select count(*) from matches), `+newestDay,
		int64(24*time.Hour)).Scan(&c.all, &c.day)
	if err != nil {
		return err
	}
	return eachPage(c.ctx, c.tx, "", c.Problem, func(page []*stored) error {
		causes := map[match.Cause]wanted{}
		var named []match.UserID
		var where []match.ID
		for _, m := range page {
			if r, ok := c.checkMatch(m); ok {
				for _, u := range match.Named(r, m.log.Events) {
					named, where = append(named, u), append(where, m.id)
				}
			}
			c.causesOf(m, causes)
			c.Match(c.all)
		}
		if err := c.problems("match %s: it is missing in the list of those that name %s (table mentions)",
			`select id, usr from unnest($1::text[], $2::text[]) n(usr, id)
			where not exists (select 1 from mentions m where m.usr = n.usr and m.id = n.id)`, named,
			where); err != nil {
			return err
		}
		return c.remembered(causes)
	})
}

// checkMatch checks that a match's columns, record and log agree. It returns the record, if it can
// be read.
func (c *checker) checkMatch(m *stored) (r match.Record, ok bool) {
	c.Log(m.id, m.log, m.head)
	if m.seal != nil && *m.seal != sealOf(m.id, m.text) {
		c.Problem("match %s: the checksum of its record is wrong", m.id)
	}
	r, err := readRecord(m.id, m.text)
	if err != nil {
		c.Problem("match %s: %v", m.id, err)
		return r, false
	}
	for _, w := range m.wrong(r) {
		c.Derived("match %s: its column %s is %s, and by its record %s", m.id, w.column, w.is, w.want)
	}
	if len(m.log.Events) != int(m.log.Lines) {
		return r, true
	}
	// after a transfer the column is the time of the last event
	if newest, last := m.times(); len(m.log.Events) > 0 && m.updated != newest && m.updated != last {
		c.Derived("match %s: its column updated is %d, and its newest event of %d", m.id, m.updated, newest)
	}
	c.Replay(r, m.log.Events)
	return r, true
}

// wanted is an event whose cause must be stored.
type wanted struct {
	id match.ID
	match.Event
}

// causesOf collects the recent causes of a match, each with its first event.
func (c *checker) causesOf(m *stored, causes map[match.Cause]wanted) {
	for _, e := range m.log.Events {
		if _, there := causes[e.Cause]; !there && ledger.Kept(e, c.day) {
			causes[e.Cause] = wanted{m.id, e}
		}
	}
}

// remembered checks that causes are stored.
func (c *checker) remembered(causes map[match.Cause]wanted) error {
	if len(causes) == 0 {
		return nil
	}
	var by ledger.Cause
	found := map[match.Cause]*ledger.Cause{}
	if err := c.each([]any{&by.Cause, &by.Match, &by.Seq}, func() { found[by.Cause] = new(by) },
		`select cause, id, seq from causes where cause = any($1)`, slices.Collect(maps.Keys(causes))); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(causes)) {
		c.Remembered(causes[name].id, causes[name].Event, found[name], c.day)
	}
	return nil
}

// checkCauses checks that each stored cause names its event.
func (c *checker) checkCauses() error {
	c.Stage("checking causes", 0, 1)
	var by ledger.Cause
	var line *string
	return c.each([]any{&by.Cause, &by.Match, &by.Seq, &line}, func() {
		var e match.Event
		if line != nil {
			e, _ = readEvent(*line)
		}
		c.Caused(by, e)
	}, `select cause, c.id, c.seq, line from causes c left join events e on e.id = c.id and e.seq = c.seq`)
}

// checkBooks checks that the standings follow from the results.
func (c *checker) checkBooks() error {
	rows, _ := c.tx.Query(c.ctx, selectErased)
	erased := ledger.Erased{}
	if err := readErased(rows, erased); err != nil {
		return err
	}
	var keys []ledger.Key
	var key ledger.Key
	err := c.each([]any{&key.Guild, &key.Game}, func() { keys = append(keys, key) },
		`select guild, game from matches where ended is not null union select guild, game from standings where guild <> $1 order by 1, 2`, match.Everywhere)
	if err != nil {
		return err
	}
	for i, key := range keys {
		c.Stage("checking standings", i, len(keys))
		if err := c.checkBook(key, erased); err != nil {
			return err
		}
	}
	return nil
}

// checkBook checks the standings of a game in a server, in both pools, and the skills stored with
// each result.
func (c *checker) checkBook(key ledger.Key, erased ledger.Erased) error {
	books := ledger.Compare(key.Guild, key.Game, erased, c.Derived)
	var id match.ID
	var ended, text string
	var before *string
	err := c.each([]any{&id, &ended, &text, &before}, func() {
		e, err := readEntry(key.Game, id, ended, text, before)
		if err != nil {
			c.Derived("match %s: %v", id, err)
			return
		}
		books.Result(e)
	}, `select m.id, ended::text, result, before from matches m left join skills s on s.id = m.id where ended is not null and guild = $1 and game = $2 order by ended, m.id`, key.Guild, key.Game)
	if err != nil {
		return err
	}
	var who string
	var pool int
	var place []byte
	var step, until int64
	err = c.each([]any{&who, &pool, &text, &place, &step, &until}, func() {
		s, err := layout.ReadStanding([]byte(text))
		books.Standing(who, pool, s, err)
		if wantPlace, wantStep, wantUntil := rankOf(s); err == nil &&
			(string(place) != string(wantPlace) || step != wantStep || until != wantUntil) {
			c.Derived("server %q, %s: %s does not stand in the list where the rating says", key.Guild, key.Game, who)
		}
	}, `select who, pool, entry, place, step, until from standings where guild = $1 and game = $2`, key.Guild, key.Game)
	books.Finish()
	return err
}

// listedPage is the number of users read at once.
const listedPage = 1000

// checkListed checks that each user of the list of all servers has the standing of their chosen
// server there.
func (c *checker) checkListed() error {
	for after := ""; ; {
		var who, guilds []string
		var id, entry string
		more := false
		err := c.each([]any{&id, &entry}, func() {
			more, after = true, id
			if g := layout.ListedIn([]byte(entry)); g != "" {
				who, guilds = append(who, layout.PlayerKey(match.Player{User: match.UserID(id)})),
					append(guilds, string(g))
			}
		}, `select id, entry from users where id > $1 and strpos(entry, '"ListedIn"') > 0 order by id limit $2`, after,
			listedPage)
		if err != nil {
			return err
		}
		if !more {
			break
		}
		const sql = `with want as (select s.who, game, pool, entry, place, step, until from standings s join unnest($2::text[], $3::text[]) l(who, guild) on s.who = l.who and s.guild = l.guild where place is not null),
			have as (select who, game, pool, entry, place, step, until from standings where guild = $1 and who = any($2))
			select who, game from want full join have using (who, game, pool)
			where (want.entry, want.place, want.step, want.until) is distinct from (have.entry, have.place, have.step, have.until)`
		var game string
		if err := c.each([]any{&id, &game}, func() {
			c.Derived("all servers, %s: %s is not there as in the server of their choice", game, id)
		}, sql, match.Everywhere, who, guilds); err != nil {
			return err
		}
	}
	var who, entry string
	return c.each([]any{&who, &entry}, func() {
		if layout.ListedIn([]byte(entry)) == "" {
			c.Derived("all servers: %s is in the list without having asked for it", who)
		}
	}, `select who, coalesce(entry, '') from (select distinct who from standings where guild = $1) s left join users on who = 'u' || id`, match.Everywhere)
}

// keptTwice lists statements whose rows are problems, each with a sentence for their columns, which
// are texts.
var keptTwice = []struct{ say, sql string }{
	{
		"match %s: %s is not found as its player (table seats)",
		`select m.id, u from matches m, unnest(users) u where not exists (select 1 from seats s where s.usr = u and s.created = m.created and s.id = m.id)`,
	},
	{
		"match %s: %s is found as its player, and is none (table seats)",
		`select s.id, s.usr from seats s left join matches m on m.id = s.id where m.id is null or s.created <> m.created or not s.usr = any(m.users)`,
	},
	{
		"match %s: skills of players are kept with it, and it has no result (table skills)",
		`select s.id from skills s left join matches m on m.id = s.id where m.ended is null`,
	},
	{
		"server %s, %s, pool %s: at step %s of the list (certain: %s) %s are counted, and there are %s",
		`select guild, game, pool::text, step::text, certain::text, coalesce(r.n, 0)::text, coalesce(s.n, 0)::text from (select guild, game, pool, certain, step, n from ranks) r full join
			(select guild, game, pool, certain, step, count(*) n from standings where place is not null group by guild, game, pool, certain, step) s using (guild, game, pool, certain, step)
			where coalesce(r.n, 0) <> coalesce(s.n, 0)`,
	},
	{ // the check tolerates clocks that differ by an hour
		"server %s, %s: %s stands among those whose rating is certain (or not), and by it doesn't belong there",
		`select guild, game, who from standings where place is not null and (certain and until <= 0 or not certain and until > extract(epoch from now() + interval '1 hour') * 1000000000)`,
	},
	{
		"rows to lock members by: there are %s, want 256 (table stripes)",
		`select count(*)::text from stripes having count(distinct n) <> 256 or min(n) <> 0 or max(n) <> 255`,
	},
}

// checkKeptTwice compares data that the database keeps in more than one place, with a query for
// each pair.
func (c *checker) checkKeptTwice() error {
	for _, look := range keptTwice {
		c.Stage("checking indexes", 0, 1)
		if err := c.problems(look.say, look.sql); err != nil {
			return err
		}
	}
	var names []string
	for _, index := range secondary(migrations) {
		names = append(names, index.name)
	}
	return c.problems("index %s: it is not there, or not valid", `select n from unnest($1::text[]) n where not exists
		(select 1 from pg_class c join pg_index i on i.indexrelid = c.oid where c.relname = n and i.indisvalid and pg_table_is_visible(c.oid))`, names)
}

// problems adds a problem in derived data for each row of a statement.
func (c *checker) problems(say, sql string, args ...any) error {
	rows, _ := c.tx.Query(c.ctx, sql, args...)
	defer rows.Close()
	for rows.Next() {
		values, err := rows.Values()
		if err != nil {
			return err
		}
		c.Derived(say, values...)
	}
	return rows.Err()
}

// checkEntries checks that the entries of users, servers, notes and audit logs can be read and
// belong to their keys.
func (c *checker) checkEntries() error {
	c.Stage("checking settings", 0, 1)
	var key, text string
	for kind, sql := range map[transfer.Kind]string{
		transfer.Users:  `select id, entry from users where entry <> ''`,
		transfer.Guilds: `select id, entry from guilds where entry <> ''`,
		transfer.Notes:  `select id, entry from notes where entry <> ''`,
		transfer.Audits: `select guild || ' ' || no, line from audits`,
	} {
		if err := c.each([]any{&key, &text}, func() { c.Item(kind, key, []byte(text)) }, sql); err != nil {
			return err
		}
	}
	return nil
}

// checkTournaments checks that each tournament can be read and that its columns follow from it.
func (c *checker) checkTournaments() error {
	var id, channel, text string
	var version int
	var open bool
	var created int64
	return c.each([]any{&id, &version, &open, &channel, &created, &text}, func() {
		r, ok := c.Tournament(id, []byte(text))
		if !ok {
			return
		}
		if r.Version != version {
			c.Problem("tournament %s: it is in the row of version %d, and has version %d", id, version, r.Version)
		}
		if open != r.Unsettled() || channel != string(r.Place.Channel) || created != layout.UnixNano(r.Created) {
			c.Derived("tournament %s: its columns open, channel and created are not those of its record", id)
		}
	}, `select id, version, open, channel, created, record from tournaments`)
}

// stored is a match as its rows say.
type stored struct {
	id      match.ID
	values  []any // its columns, in the order of columnNames
	text    string
	seal    *int32
	updated int64
	head    match.Seq

	log      ledger.Log
	unsealed []unsealed // events without a checksum

	unreadable bool // whether the result can't be read
}

// unsealed is an event without a checksum, and its text.
type unsealed struct {
	seq  match.Seq
	seal int32
}

// times returns when the newest event and the last event happened.
func (m *stored) times() (newest, last int64) {
	for _, e := range m.log.Events {
		last = layout.UnixNano(e.At)
		newest = max(newest, last)
	}
	return newest, last
}

// column is a column of a row whose value differs from the record's.
type column struct{ column, is, want string }

// wrong lists the columns of a match that differ from its record, except the checksum.
func (m *stored) wrong(r match.Record) (list []column) {
	now := columnsOf(r, []byte(m.text))
	for i, name := range strings.Split(columnNames, ", ") {
		if i >= len(now.args) || name == "record" || name == "seal" {
			continue
		}
		is, _ := json.Marshal(m.values[i]) // the value is plain data, whose encoding can't fail
		want, _ := json.Marshal(now.args[i])
		if string(is) != string(want) {
			list = append(list, column{name, string(is), string(want)})
		}
	}
	return list
}

// matchPage is the number of matches read at once, with their events.
const matchPage = 200

// querying is what both a transaction and a connection can do: query.
type querying interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// eachPage reads all matches with their logs, ordered by id, and calls f for each page. It reports
// unreadable events and events without a match as problems. Lock is appended to the statement that
// reads records.
func eachPage(ctx context.Context, q querying, lock string, problem func(format string, args ...any),
	f func([]*stored) error,
) error {
	for after := match.ID(""); ; {
		page, err := readPage(ctx, q, lock, after, problem)
		if err == nil {
			err = f(page)
		}
		if err != nil || len(page) < matchPage {
			return err
		}
		after = page[len(page)-1].id
	}
}

// newStored returns a match from the values of its columns.
func newStored(values []any) *stored {
	m := &stored{values: values}
	for i, name := range strings.Split(columnNames, ", ") {
		switch name {
		case "id":
			m.id = match.ID(values[i].(string))
		case "head":
			m.head = match.Seq(values[i].(int64))
		case "record":
			m.text = values[i].(string)
		case "updated":
			m.updated = values[i].(int64)
		case "result":
			text, has := values[i].(string)
			m.unreadable = has && !json.Valid([]byte(text))
		case "seal":
			if seal, has := values[i].(int32); has {
				m.seal = &seal
			}
		}
	}
	return m
}

// readPage reads the matches after an id, and all events up to those of the last of them. The events
// are read by ids between, not by the ids of the page, so that those without a match are found.
func readPage(ctx context.Context, q querying, lock string, after match.ID,
	problem func(format string, args ...any),
) (page []*stored, err error) {
	rows, _ := q.Query(ctx, `select `+columnNames+` from matches where id > $1 order by id limit $2`+lock, after,
		matchPage)
	byID := map[match.ID]*stored{}
	page, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (*stored, error) {
		values, err := row.Values()
		if err != nil {
			return nil, err
		}
		m := newStored(values)
		byID[m.id] = m
		return m, nil
	})
	if err != nil {
		return nil, err
	}
	sql, args := `select id, seq, line, seal from events where id > $1 order by id, seq`, []any{after}
	if len(page) == matchPage {
		sql, args = `select id, seq, line, seal from events where id > $1 and id <= $2 order by id, seq`,
			append(args, page[len(page)-1].id)
	}
	rows, _ = q.Query(ctx, sql, args...)
	var id match.ID
	var seq match.Seq
	var line string
	var seal *int32
	_, err = pgx.ForEachRow(rows, []any{&id, &seq, &line, &seal}, func() error {
		if m := byID[id]; m != nil {
			m.add(seq, line, seal, problem)
		} else {
			problem("match %s: there is its event %d, and no such match", id, seq)
		}
		return nil
	})
	return page, err
}

// add adds the next event.
func (m *stored) add(seq match.Seq, line string, seal *int32, problem func(format string, args ...any)) {
	switch {
	case seal == nil:
		m.unsealed = append(m.unsealed, unsealed{seq, sealOf(m.id, line)})
	case *seal != sealOf(m.id, line):
		problem("match %s: the checksum of its event %d is wrong", m.id, seq)
	}
	e, err := readEvent(line)
	m.log.Add(m.id, seq, e, err, problem)
}
