package postgres

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"paddock/games/match"
	"paddock/storage/layout"
	"paddock/storage/ledger"
)

func (s *Store) Append(ctx context.Context, r match.Record, events ...match.Event) (match.Seq, error) {
	return s.AppendIf(ctx, match.Guard{}, r, events...)
}

// AppendIf implements match.Store. It locks causes first, then members, then the match. The common
// order prevents deadlocks.
func (s *Store) AppendIf(ctx context.Context, g match.Guard, r match.Record, events ...match.Event) (match.Seq, error) {
	if err := ledger.Appendable(r, events); err != nil {
		return 0, err
	}
	expected := r.Head
	log, err := newLog(&r, events)
	if err != nil {
		return 0, err
	}
	log.named = match.Named(r, events)
	now, err := written(r)
	if err != nil {
		return 0, err
	}
	done, unsure := false, false
	if expected > 0 && g.Holds == nil && len(g.Members) == 0 && now.ending.text == "" {
		done, unsure = appendAtOnce(ctx, s, expected, now, log)
	}
	if !done {
		err = appendInTurn(ctx, s, unsure, expected, g, r, now, log)
	}
	if err != nil {
		return 0, err
	}
	forgetCauses(ctx, s, layout.DayOf(time.Unix(0, log.last)))
	s.hints.tell(r.ID)
	return r.Head, nil
}

// atOnce stores the usual move: the cause is new, the head is the expected one, the members stay
// the same, and the match is not over. Otherwise it divides by zero: its parts have then changed
// something already, such as the cause, and only an error takes back a statement that is its own
// transaction. The other way, appendInTurn, takes three round trips.
const atOnce = `with
	taken as (insert into causes (cause, id, seq, day) select unnest($19::text[]), $1, unnest($20::bigint[]), unnest($21::bigint[]) on conflict do nothing returning 1),
	moved as (update matches set (` + columnNames +
	`) = ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, greatest(updated, $18))
		where id = $1 and head = $22 and users = $15 and created = $3 and ended is null and $13::bigint is null and (select count(*) from taken) = cardinality($19::text[]) returning 1),
	logged as (insert into events (id, seq, line, seal) select $1, unnest($23::bigint[]), unnest($24::text[]), unnest($25::integer[]) from moved returning 1),
	named as (insert into mentions (usr, id) select unnest($26::text[]), $1 from moved on conflict do nothing returning 1)
	select 1 / (select count(*) from moved)`

// appendAtOnce stores a move in one statement and one round trip. It reports whether it did; unsure
// means that this is unknown.
func appendAtOnce(ctx context.Context, s *Store, expected match.Seq, now columns, log lines) (done, unsure bool) {
	names, seqs, days := columnsOfCauses(log.causes)
	args := append(now.args[:len(now.args):len(now.args)], log.last, names, seqs, days, expected, log.seqs, log.lines,
		log.seals, log.named)
	commit := func() error {
		_, err := s.pool.Exec(ctx, atOnce, args...)
		return err
	}
	err := answer(s, commit)
	return err == nil, err != nil && !refused(err) && !pgconn.SafeToRetry(err)
}

// appendInTurn reads the stored match before it changes it, so it can explain a failure.
func appendInTurn(ctx context.Context, s *Store, unsure bool, expected match.Seq, g match.Guard, r match.Record,
	now columns, log lines,
) error {
	err := s.transactAfter(ctx, unsure, func(t *tx) error {
		old, err := t.take(ctx, r.ID, log.causes, g.Members)
		if t.unsure && old.head > expected {
			if there, err := t.has(ctx, r.ID, log); err != nil {
				return err
			} else if there {
				return errThere
			}
		}
		switch {
		case err != nil && !errors.Is(err, match.ErrNotFound):
			return err
		case old.head != expected:
			return match.ErrConflict
		}
		if g.Holds != nil {
			if err := g.Holds(ctx, memberLists{s, t.conn}); err != nil {
				return err
			}
		}
		if err := t.put(ctx, old, now, max(old.updated, log.last)); err != nil {
			return err
		}
		t.queue(`insert into events (id, seq, line, seal) select $1, unnest($2::bigint[]), unnest($3::text[]), unnest($4::integer[])`, r.ID, log.seqs, log.lines, log.seals)
		t.queue(`insert into mentions (usr, id) select unnest($2::text[]), $1 on conflict do nothing`, r.ID, log.named)
		return nil
	})
	// another process has stored a new match with this id
	if taken, ok := errors.AsType[*pgconn.PgError](err); ok && taken.Code == uniqueViolation {
		err = match.ErrConflict
	}
	if errors.Is(err, errThere) {
		err = nil
	}
	return err
}

// errThere means that an earlier try has already stored the data.
var errThere = errors.New("postgres: stored already")

// has reports whether the log of a match contains exactly these lines.
func (t *tx) has(ctx context.Context, id match.ID, l lines) (bool, error) {
	stored, err := list(ctx, t.conn, texts(textOf[string]),
		`select line from events where id = $1 and seq = any($2) order by seq`, id, l.seqs)
	return slices.Equal(stored, l.lines), err
}

// lines holds events in their stored form.
type lines struct {
	seqs   []int64
	lines  []string
	seals  []int32
	causes []ledger.Cause
	named  []match.UserID // users who occur in the events and in their record
	last   int64          // time of the newest event
}

func columnsOfCauses(causes []ledger.Cause) (names []string, seqs, days []int64) {
	names, seqs, days = make([]string, len(causes)), make([]int64, len(causes)), make([]int64, len(causes))
	for i, c := range causes {
		names[i], seqs[i], days[i] = string(c.Cause), int64(c.Seq), int64(c.Day)
	}
	return names, seqs, days
}

// newLog numbers the events after the record's head, and sets the head to the last.
func newLog(r *match.Record, events []match.Event) (l lines, err error) {
	for _, e := range events {
		r.Head++
		e.Seq = r.Head
		text, err := json.Marshal(e)
		if err != nil {
			return l, fmt.Errorf("write event of %s: %w", r.ID, err)
		}
		l.seqs, l.lines, l.seals = append(l.seqs, int64(e.Seq)), append(l.lines, string(text)),
			append(l.seals, sealOf(r.ID, string(text)))
		l.last = max(l.last, layout.UnixNano(e.At))
		known := func(c ledger.Cause) bool { return c.Cause == e.Cause }
		if e.Cause != "" && !slices.ContainsFunc(l.causes, known) {
			l.causes = append(l.causes, ledger.Cause{Cause: e.Cause, Match: r.ID, Seq: e.Seq, Day: layout.DayOf(e.At)})
		}
	}
	slices.SortFunc(l.causes, func(a, b ledger.Cause) int { return cmp.Compare(a.Cause, b.Cause) })
	return l, nil
}

// sealOf returns the checksum that is stored with a record or an event.
func sealOf[T ~string | ~[]byte](id match.ID, text T) int32 { return int32(layout.Checksum(id, text)) }

// row is the part of a stored match that is needed to replace it.
type row struct {
	head  match.Seq // 0: the match does not exist
	users []string
	made  int64 // when the match was created
	// updated is the time of its newest event.
	updated int64
	text    string
	ending  ending
}

// take stores causes, locks the members against other decisions, and locks and reads the match. It
// returns ErrRepeat, or ErrNotFound with the zero row.
func (t *tx) take(ctx context.Context, id match.ID, causes []ledger.Cause,
	members []match.UserID,
) (old row, err error) {
	repeated := false
	if len(causes) > 0 {
		names, seqs, days := columnsOfCauses(causes)
		t.queue(`insert into causes (cause, id, seq, day) select unnest($1::text[]), $2, unnest($3::bigint[]), unnest($4::bigint[]) on conflict do nothing`,
			names, id, seqs, days).Exec(func(tag pgconn.CommandTag) error {
			repeated = tag.RowsAffected() < int64(len(causes))
			return nil
		})
	}
	if len(members) > 0 {
		t.queue(`select n from stripes where n = any($1) order by n for update`, stripesOf(members))
	}
	missing := false
	t.queue(`select head, users, created, updated, record, guild, game, coalesce(ended, 0), coalesce(result, '') from matches where id = $1 for update`, id).QueryRow(func(r pgx.Row) error {
		err := r.Scan(&old.head, &old.users, &old.made, &old.updated, &old.text, &old.ending.guild, &old.ending.game,
			&old.ending.at, &old.ending.text)
		missing = errors.Is(err, pgx.ErrNoRows)
		if missing {
			return nil
		}
		return err
	})
	switch err := t.flush(ctx); {
	case err != nil:
		return row{}, err
	case repeated:
		return old, match.ErrRepeat
	case missing:
		return row{}, match.ErrNotFound
	case old.ending.text == "":
		old.ending = ending{}
	}
	return old, nil
}

// stripes is the number of lock rows for members. Many members share a row: a row for each would
// have to be inserted before it can be locked, and would be a trace of somebody who was erased.
const stripes = 256

func stripesOf(members []match.UserID) []int64 {
	list := make([]int64, len(members))
	for i, u := range members {
		h := fnv.New32a()
		h.Write([]byte(u))
		list[i] = int64(h.Sum32() % stripes)
	}
	return list
}

// columns is a match in its stored form.
type columns struct {
	id     match.ID
	users  []string
	made   int64
	ending ending
	args   []any
}

// written returns the columns of a record that is not stored yet.
func written(r match.Record) (columns, error) {
	text, err := layout.WriteRecord(r)
	if err != nil {
		return columns{}, fmt.Errorf("write record %s: %w", r.ID, err)
	}
	return columnsOf(r, text), nil
}

// columnsOf returns the columns of a record whose JSON is text.
func columnsOf(r match.Record, text []byte) (c columns) {
	in := ledger.ListsOf(r)
	c.id, c.made, c.users = r.ID, layout.UnixNano(r.Created), []string{}
	for _, u := range in.Users {
		c.users = append(c.users, string(u))
	}
	var ended *int64
	var result *string
	if in.Result != nil {
		text, _ := json.Marshal(in.Result) // it marshals, as its record does
		ended, result = new(layout.UnixNano(in.Result.Ended)), new(string(text))
		c.ending = ending{r.Place.Guild, r.Game, *ended, *result}
	}
	c.args = []any{
		r.ID, r.Head, c.made, r.Place.Guild, r.Place.Channel, r.Owner, r.Game, in.Live, in.Due, in.Behind, in.Untold,
		in.Thinking, ended, result, c.users, string(text), sealOf(r.ID, string(text)),
	}
	return c
}

const (
	columnNames  = `id, head, created, guild, channel, owner, game, live, due, behind, untold, thinking, ended, result, users, record, seal, updated`
	columnValues = `$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18`
)

// put replaces a match that was taken, or inserts it; updated is the time of the match's newest
// event.
func (t *tx) put(ctx context.Context, old row, now columns, updated int64) error {
	if old.ending != now.ending {
		if err := t.rank(ctx, now.id, old.ending, now.ending); err != nil {
			return err
		}
	}
	t.replace(old, now, updated)
	return nil
}

// replace stores a row like put, but without the effects of another result.
func (t *tx) replace(old row, now columns, updated int64) {
	args := append(now.args[:len(now.args):len(now.args)], updated)
	if old.head == 0 {
		t.queue(`insert into matches (`+columnNames+`) values (`+columnValues+`)`, args...)
	} else {
		t.queue(`update matches set (`+columnNames+`) = (`+columnValues+`) where id = $1`, args...)
	}
	if slices.Equal(old.users, now.users) && old.made == now.made {
		return
	}
	if len(old.users) > 0 {
		t.queue(`delete from seats where usr = any($1) and created = $2 and id = $3`, old.users, old.made, now.id)
	}
	if len(now.users) > 0 {
		t.queue(`insert into seats (usr, created, id) select unnest($1::text[]), $2, $3`, now.users, now.made, now.id)
	}
}

// change replaces a record without an event, if edit returns true.
func change(ctx context.Context, s *Store, id match.ID, edit ledger.Edit) error {
	return s.transact(ctx, func(t *tx) error {
		old, err := t.take(ctx, id, nil, nil)
		if err != nil {
			return err
		}
		r, err := readRecord(id, old.text)
		if err != nil {
			return s.aside.Check(id, err)
		}
		changed, err := edit(&r)
		if err != nil || !changed {
			return err
		}
		now, err := written(r)
		if err != nil {
			return err
		}
		return t.put(ctx, old, now, old.updated)
	})
}

func (s *Store) SetShown(ctx context.Context, id match.ID, head match.Seq, shown match.Shown, due time.Time) error {
	return change(ctx, s, id, ledger.Shown(head, shown, due))
}

func (s *Store) SetTold(ctx context.Context, id match.ID, told []match.Notice) error {
	return change(ctx, s, id, ledger.Told(told))
}

func (s *Store) SetDue(ctx context.Context, id match.ID, head match.Seq, due time.Time) error {
	return change(ctx, s, id, ledger.Due(head, due))
}

func (s *Store) Record(ctx context.Context, id match.ID) (match.Record, error) {
	var text string
	if err := s.one(ctx, `select record from matches where id = $1`, []any{id}, &text); err != nil {
		return match.Record{}, err
	}
	r, err := readRecord(id, text)
	return r, s.aside.Check(id, err)
}

// History implements match.Store. An unknown match has no history.
func (s *Store) History(ctx context.Context, id match.ID, from match.Seq) ([]match.Event, error) {
	events, err := list(ctx, s.pool, texts(readEvent),
		`select line from events where id = $1 and seq >= $2 order by seq`, id, from)
	return events, s.aside.Check(id, err)
}

// Applied implements match.Store. Causes are stored for at least 24 hours, by the times of the
// events.
func (s *Store) Applied(ctx context.Context, c match.Cause) (id match.ID, seq match.Seq, ok bool, err error) {
	err = s.one(ctx, `select id, seq from causes where cause = $1`, []any{c}, &id, &seq)
	if errors.Is(err, match.ErrNotFound) {
		return "", 0, false, nil
	}
	return id, seq, err == nil, err
}

// forgetCauses drops the causes of all days before the previous day, once for each new day.
func forgetCauses(ctx context.Context, s *Store, newest uint32) {
	s.mu.Lock()
	due := newest > s.oldest+1
	if due {
		s.oldest = newest - 1
	}
	s.mu.Unlock()
	if due {
		// if this fails, the first move of the next day deletes them
		_, _ = s.pool.Exec(ctx, `delete from causes where day < $1`, int64(newest)-1)
	}
}
