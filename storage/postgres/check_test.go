package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"paddock/games/catalog"
	"paddock/games/match"
	"paddock/games/match/decide"
	"paddock/games/match/service"
	"paddock/storage/ledger"
	"paddock/storage/postgres/pgtest"
	"paddock/storage/storagetest"
)

var byRules = ledger.Config{Games: catalog.Games()}

// hall is a Discord server where three people play, through the match service.
type hall struct {
	*testing.T
	store *Store
	svc   *service.Service
	clock time.Time
	acts  int
}

var place = match.Place{Guild: "300", Channel: "400"}

func newHall(t *testing.T, url string) *hall {
	t.Helper()
	h := &hall{T: t, store: open(t, url), clock: time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)}
	h.svc = service.New(service.Config{
		Store: h.store, Games: catalog.Games(), Now: func() time.Time { return h.clock },
		Rand: rand.NewChaCha8([32]byte{7}), Defaults: decide.Defaults{Limit: 100},
	})
	return h
}

// carryOut runs migrations in order.
func (h *hall) carryOut(steps ...migration) {
	h.Helper()
	for _, statement := range slices.Concat(steps...) {
		if _, err := h.store.pool.Exec(h.Context(), statement); err != nil {
			h.Fatal(err)
		}
	}
}

func (h *hall) by(m match.Match, u match.UserID) match.Act {
	h.acts++
	return match.Act{Match: m.ID, User: u, Cause: match.Cause(fmt.Sprint("i", h.acts))}
}

func (h *hall) must(c match.Change, err error) match.Match {
	h.Helper()
	if err != nil {
		h.Fatal(err)
	}
	return c.Match
}

// duel plays some moves of a match of Kalah, and returns the match.
func (h *hall) duel(a, b match.UserID, moves int) match.Match {
	h.Helper()
	h.clock = h.clock.Add(21 * time.Minute)
	one, two := match.Player{User: a, Name: "One"}, match.Player{User: b, Name: "Two"}
	m := h.must(h.svc.Tables.Propose(h.Context(),
		match.Proposal{
			Game: "kalah", Side: "me", Place: place, By: one, With: []match.Player{two},
			Cause: h.by(match.Match{}, a).Cause,
		}))
	m = h.must(h.svc.Tables.Join(h.Context(), h.by(m, b), two.Name))
	for range moves {
		m = h.move(m)
	}
	return m
}

func (h *hall) move(m match.Match) match.Match {
	h.Helper()
	h.clock = h.clock.Add(time.Minute)
	for seat := range m.Waiting.All() {
		view, err := m.View(seat)
		if err != nil {
			h.Fatal(err)
		}
		for text := range view.Legal() {
			return h.must(h.svc.Play.Move(h.Context(), h.by(m, m.Players[seat].User), text))
		}
	}
	h.Fatal("nobody can move")
	return m
}

// fill makes running and finished matches, a user in the list of all servers, and some entries of
// every other kind. It returns a running match and one that is over.
func (h *hall) fill() (running, over match.Match) {
	h.Helper()
	ctx := h.Context()
	for i := range 6 {
		users := []match.UserID{"101", "102", "103"}
		a, b := users[i%3], users[(i+1)%3]
		over = h.duel(a, b, 4)
		over = h.must(h.svc.Play.Resign(ctx, h.by(over, b)))
		if over.Outcome == nil {
			h.Fatalf("a match that was resigned has no outcome: %+v", over.Record)
		}
	}
	running = h.duel("101", "102", 3)
	_, err1 := h.store.UpdateUser(ctx, "101", func(u *match.User) { u.ListedIn = place.Guild })
	_, err2 := h.store.UpdateGuild(ctx, place.Guild, func(g *match.Guild) { g.Threads = true })
	err3 := h.store.PutNote(ctx, "alive", "a note")
	err4 := h.store.AddAudit(ctx,
		match.Audit{
			At: h.clock, Guild: place.Guild, By: match.Player{User: "101"}, Did: match.AuditEnd,
			Match: over.ID,
		})
	_, err5 := h.store.PutTournament(ctx, storagetest.NewTournament("c1"))
	if err := errors.Join(err1, err2, err3, err4, err5); err != nil {
		h.Fatal(err)
	}
	return running, over
}

func wantSound(t *testing.T, url string) ledger.Report {
	t.Helper()
	report, err := Check(t.Context(), url, byRules)
	if err != nil || len(report.Problems) > 0 {
		t.Fatalf("Check = %q, %v; want that it is sound", report.Problems, err)
	}
	return report
}

// A repair fails if it can't make an index.
func TestRepairMakesIndexes(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	h := newHall(t, url)
	h.carryOut(migration{`drop index tournaments_channel`})
	long := storagetest.NewTournament("c1")
	for i := range 3000 { // more than an entry of an index holds, however it is packed
		long.Place.Channel += match.ChannelID(fmt.Sprint(i * i * i % 7919))
	}
	text, err := json.Marshal(long)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.store.pool.Exec(t.Context(), `insert into tournaments (id, version, open, channel, created, record)
		values ('c1', 1, true, '', 0, $1)`, string(text)); err != nil {
		t.Fatal(err)
	}
	h.carryOut(migration{`update tournaments set channel = record::json->'Place'->>'Channel'`})
	if err := Repair(t.Context(), url); err == nil || !strings.Contains(err.Error(), "make index tournaments_channel") {
		t.Errorf("a repair without an index: %v", err)
	}
}

// Any damage is reported, and the rest is still checked. A repair mends each damage to derived data,
// even if it is the only one. $1 of a damage is the running match, $2 the one that is over.
func TestCheckFindsDamage(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	h := newHall(t, url)
	running, over := h.fill()
	if report := wantSound(t, url); report.Matches != 7 || report.Events != int(running.Head)+6*int(over.Head) ||
		report.Schema != len(migrations) {
		t.Errorf("Check = %+v; want 7 matches with all their events", report)
	}
	derived := false
	for _, c := range []struct{ name, damage, say string }{
		{
			"a byte of a record",
			`update matches set record = replace(record, '"Name":"One"', '"Name":"Ore"') where id = $1`,
			"match $1: the checksum of its record is wrong",
		},
		{
			"a record that can't be read", `update matches set record = left(record, -9) where id = $1`,
			"match $1: a record can't be read",
		},
		{
			"the record of another",
			`update matches set record = (select record from matches where id = $2) where id = $1`,
			"match $1: its record is that of",
		},
		{
			"a byte of an event",
			`update events set line = replace(line, '"At":"2026', '"At":"2025') where id = $1 and seq = 3`,
			"match $1: the checksum of its event",
		},
		{
			"an event that can't be read", `update events set line = 'x' || line where id = $1 and seq = 2`,
			"match $1: event 2: an event can't be read",
		},
		{
			"an event in the place of another",
			`update events e set (line, seal) = (select line, seal from events o where o.id = e.id and o.seq = 1) where id = $1 and seq = 2`, "match $1: its event 2 is event 1",
		},
		{"a gap", `delete from events where id = $1 and seq = 4`, "match $1: after its event 3 comes event 5"},
		{
			"a number left out", `delete from events where id = $1 and seq = 4`,
			"match $1: it has 5 events, the last of them is number 6, and head 6",
		},
		{"an event too many", `insert into events select id, max(seq) + 1, max(line), null from events where id = $1 group by id`, "match $1: it has"},
		{"no match", `delete from matches where id = $1`, "match $1: there is its event 1, and no such match"},
		{
			"a move that was not made",
			`with other as (select seq, replace(line, '"Move":"' || (line::json->>'Move') || '"', '"Move":"5"') line from events where id = $1 and line::json->>'Move' = '1')
			update events e set (line, seal) = (o.line, null) from other o where e.id = $1 and e.seq = o.seq`,
			"match $1: its log",
		},
		{"whose turn it is", `update matches set (record, seal) = (regexp_replace(record, '"Waiting":[0-9]+', '"Waiting":3'), null) where id = $1`, "match $1: by its log it waits for seats"},
		{"the head", `update matches set head = head + 1 where id = $1`, "match $1: its column head is"},
		{"a person", `update users set entry = '{' where id = '101'`, "user 101: the entry is of"},
		{
			"a person in the place of another", `update users set id = '102' where id = '101'`,
			`user 102: the entry is of "101"`,
		},
		{"a server", `update guilds set entry = 'no' where id = '300'`, "server 300: the entry is of"},
		{"a note", `update notes set entry = 'no' where id = 'alive'`, "note alive: the entry is of"},
		{"an audit log", `update audits set no = 7`, `line of the audit log 300 7: the entry is of "300 1"`},
		{"a tournament", `update tournaments set record = '{'`, "tournament c1: it is that of \"\", version 0 (it can't be read)"},
		{}, // from here on only derived data is damaged
		{
			"the due time", `update matches set due = null where id = $1`,
			"match $1: its column due is null, and by its record",
		},
		{
			"that it runs", `update matches set live = false where id = $1`,
			"match $1: its column live is false, and by its record true",
		},
		{"who plays", `update matches set users = '{}' where id = $1`, "match $1: its column users is []"},
		{
			"when something happened", `update matches set updated = updated - 1 where id = $1`,
			"match $1: its column updated is",
		},
		{
			"a result", `update matches set result = replace(result, '"101"', '"109"') where id = $2`,
			"match $2: its column result is",
		},
		{
			"a result that can't be read", `update matches set result = '{' where id = $2`,
			"match $2: a result can't be read",
		},
		{
			"a result that is not there", `update matches set (ended, result) = (null, null) where id = $2`,
			"match $2: its column ended is null",
		},
		{
			"a seat too few", `delete from seats where id = $1 and usr = '102'`,
			"match $1: 102 is not found as its player",
		},
		{
			"a seat too many", `insert into seats values ('109', 7, $1)`,
			"match $1: 109 is found as its player, and is none",
		},
		{
			"a seat of nothing", `insert into seats values ('109', 7, 'nothing')`,
			"match nothing: 109 is found as its player",
		},
		{"a cause too few", `delete from causes where id = $1 and seq = 1`, "match $1: the cause"},
		{
			"a cause of another event", `update causes set seq = seq + 1 where id = $1 and seq = 1`,
			"it is not that of event 2 of match $1",
		},
		{
			"a cause of another match", `update causes set id = $2 where id = $1 and seq = 1`,
			"and remembered as that of event 1 of match $2",
		},
		{
			"a cause of nothing", `insert into causes values ('odd', 'nothing', 7, 1)`,
			"cause odd: it is not that of event 7 of match nothing",
		},
		{
			"who occurs in a match", `delete from mentions where usr = '102'`,
			"match $1: it is missing in the list of those that name 102",
		},
		{"a standing", `update standings set entry = replace(entry, '"Played":', '"Played":1') where guild = '300' and who = 'u102'`, "kalah: the standing of u102 is"},
		{
			"a standing that can't be read", `update standings set entry = '' where guild = '300' and who = 'u102'`,
			"kalah: the standing of u102 is that of",
		},
		{
			"a standing too many",
			`insert into standings select '301', who, game, pool, entry, null, certain, step, until from standings where guild = '300' and who = 'u103'`, `server "301", kalah: the standing of u103 is`,
		},
		{
			"a place in the list", `update standings set place = '\x00' where guild = '300' and who = 'u103'`,
			"kalah: u103 does not stand in the list where the rating says",
		},
		{
			"who is certain", `update standings set (certain, until) = (true, 0) where guild = '300' and who = 'u103'`,
			"u103 stands among those whose rating is certain (or not)",
		},
		{"a count in the list", `update ranks set n = n + 1 where guild = '300'`, "server 300, kalah, pool 0: at step"},
		{"no counts", `delete from ranks`, "server 300, kalah, pool 0: at step"},
		{
			"all servers: nobody", `delete from standings where guild = '*'`,
			"all servers, kalah: u101 is not there as in the server of their choice",
		},
		{
			"all servers: as they were",
			`update standings set entry = replace(entry, '"Played":', '"Played":1') where guild = '*'`,
			"all servers, kalah: u101 is not there as in",
		},
		{
			"all servers: somebody else",
			`insert into standings select '*', who, game, pool, entry, place, certain, step, until from standings where guild = '300' and who = 'u102'`, "all servers: u102 is in the list without having asked for it",
		},
		{
			"skills before a match", `update skills set before = '[]' where id = $2`,
			"match $2: the skills of its players before it are kept as []",
		},
		{
			"no skills before a match", `delete from skills where id = $2`,
			"match $2: the skills of its players before it are kept as null",
		},
		{
			"skills of a match without a result", `insert into skills values ($1, '[]')`,
			"match $1: skills of players are kept with it, and it has no result",
		},
		{
			"a tournament that is not found", `update tournaments set channel = 'c9'`,
			"its columns open, channel and created are not those of its record",
		},
		{"an index", `drop index matches_due`, "index matches_due: it is not there"},
		{"nobody can be locked", `delete from stripes`, "rows to lock members by: there are 0"},
	} {
		if c.name == "" {
			derived = true
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			inside, err := h.store.pool.Begin(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = inside.Rollback(context.WithoutCancel(t.Context())) }()
			ids := []string{"$1", "'" + string(running.ID) + "'", "$2", "'" + string(over.ID) + "'"}
			if done, err := inside.Exec(t.Context(), strings.NewReplacer(ids...).Replace(c.damage)); err != nil ||
				!strings.HasPrefix(done.String(), "DROP") && done.RowsAffected() == 0 {
				t.Fatalf("%s: %v, %v", c.damage, done, err)
			}
			check := checker{ctx: t.Context(), Checker: ledger.Checker{Config: byRules}}
			if err := check.check(inside); err != nil {
				t.Fatal(err)
			}
			say := strings.NewReplacer("$1", string(running.ID), "$2", string(over.ID)).Replace(c.say)
			if !slices.ContainsFunc(check.Report.Problems, func(p string) bool { return strings.Contains(p, say) }) {
				t.Errorf("Check = %q; want one with %q", check.Report.Problems, say)
			}
			if check.Report.Mendable() != derived {
				t.Errorf("Check finds the damage %q; want that a repair mends it: %t", check.Report.Damage, derived)
			}
			if !derived || strings.HasPrefix(c.damage, "drop") { // Repair creates indexes outside of transactions
				return
			}
			repair := &tx{conn: inside.Conn(), batch: &pgx.Batch{}}
			if err := errors.Join(repair.rederive(t.Context()), repair.recountAll(t.Context()),
				repair.flush(t.Context())); err != nil {
				t.Fatal(err)
			}
			again := checker{ctx: t.Context(), Checker: ledger.Checker{Config: byRules}}
			if err := again.check(inside); err != nil || len(again.Report.Problems) > 0 {
				t.Errorf("after a repair Check = %q, %v; want that it is sound", again.Report.Problems, err)
			}
		})
	}
	wantSound(t, url)
}

// A database can be checked during writes: the check sees one moment.
func TestCheckBesideWriters(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	h := newHall(t, url)
	m, _ := h.fill()
	moves, stop := make(chan int, 1), make(chan struct{})
	go func() {
		n := 0
		defer func() { moves <- n }()
		for ; ; n++ {
			select {
			case <-stop:
				return
			default:
			}
			if m.Status != match.Running {
				m = h.duel("102", "103", 0)
			}
			if m = h.move(m); n%7 == 6 && m.Status == match.Running {
				m = h.must(h.svc.Play.Resign(h.Context(), h.by(m, "102")))
			}
		}
	}()
	var seen []int
	// the writer goes on until the check has seen at least three moments
	for len(seen) < 4 || len(slices.Compact(slices.Clone(seen))) < 3 {
		select {
		case n := <-moves:
			t.Fatalf("the writer has ended after %d moves", n)
		default:
		}
		report, err := Check(t.Context(), url, byRules)
		if err != nil || len(report.Problems) > 0 {
			t.Errorf("Check beside a writer = %q, %v", report.Problems, err)
			break
		}
		if seen = append(seen, report.Events); len(seen) == 500 {
			t.Errorf("in 500 checks there were %d, and at last %d events", seen[0], report.Events)
			break
		}
	}
	close(stop)
	if n := <-moves; n == 0 {
		t.Error("nothing was written meanwhile: this shows nothing")
	}
	wantSound(t, url)
}

// Derived data of records and logs can be rebuilt, and data without checksums gets checksums.
func TestRepairPostgres(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	h := newHall(t, url)
	running, over := h.fill()
	for _, damage := range []string{
		`update matches set (due, live, users, channel, updated) = (null, false, '{}', 'c9', 7) where id = '` +
			string(running.ID) + `'`,
		`update matches set (ended, result) = (null, null) where id = '` + string(over.ID) + `'`,
		`update matches set seal = null`,
		`update events set seal = null where seq = 2`,
		`insert into seats values ('109', 7, 'nothing')`,
		`update standings set entry = replace(entry, '"Played":', '"Played":1')`,
		`delete from causes where seq = 2`, `update causes set seq = 9 where seq = 1`,
		`insert into standings select '*', who, game, pool, entry, place, certain, step, until from standings where guild = '300' and who = 'u102'`,
		`delete from ranks`, `delete from skills`, `delete from mentions`, `delete from stripes where n < 100`,
		`drop index matches_due`,
		`update tournaments set (open, channel) = (not open, 'c9')`,
	} {
		if _, err := h.store.pool.Exec(t.Context(), damage); err != nil {
			t.Fatal(damage, err)
		}
	}
	if report, err := Check(t.Context(), url, byRules); err != nil || len(report.Problems) < 10 || !report.Mendable() {
		t.Fatalf("Check = %q, damage %q, %v; want many problems, and no damage", report.Problems, report.Damage, err)
	}
	lease, err := h.store.Claim(t.Context(), match.ProcessDuty, time.Hour, "one.2")
	if err != nil {
		t.Fatal(err)
	}
	if err := Repair(t.Context(), url); !errors.Is(err, ErrUsed) {
		t.Errorf("Repair of a database that a process uses: %v, want ErrUsed", err)
	}
	if err := h.store.Release(t.Context(), lease...); err != nil {
		t.Fatal(err)
	}
	if err := Repair(t.Context(), url); err != nil {
		t.Fatal(err)
	}
	wantSound(t, url)
	var unsealed int
	if err := h.store.one(t.Context(),
		`select (select count(*) from events where seal is null) + (select count(*) from matches where seal is null)`,
		nil, &unsealed); err != nil || unsealed > 0 {
		t.Errorf("after a repair %d records and events have no checksum, %v", unsealed, err)
	}
	if _, err := h.store.pool.Exec(t.Context(),
		`update matches set (record, result, seal) = ('{', '{', 7) where id = $1`, over.ID); err != nil {
		t.Fatal(err)
	}
	if err := Repair(t.Context(), url); err != nil {
		t.Errorf("Repair beside a record that can't be read: %v", err)
	}
	report, err := Check(t.Context(), url, byRules)
	if want := "match " + string(over.ID); err != nil || report.Mendable() || len(report.Problems) == 0 ||
		slices.ContainsFunc(report.Problems, func(p string) bool { return !strings.HasPrefix(p, want) }) {
		t.Errorf("Check = %q, %v; want %s alone named", report.Problems, err, want)
	}
}

// A database is sound at each step of an erasure, and at its end nothing names the person.
func TestCheckDuringErasure(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	h := newHall(t, url)
	h.fill()
	ctx := t.Context()
	gone, err := h.store.PutErasure(ctx, match.Erasure{User: "101", As: "x7"})
	if err != nil {
		t.Fatal(err)
	}
	wantSound(t, url)
	ids, err := h.store.Mentions(ctx, "101")
	if err != nil || len(ids) < 4 {
		t.Fatalf("Mentions = %q, %v; want several matches", ids, err)
	}
	for i, id := range ids {
		if err := h.store.Rewrite(ctx, id, gone.From); err != nil {
			t.Fatal(err)
		}
		if i == 1 {
			wantSound(t, url)
		}
	}
	wantSound(t, url)
	if err := h.store.EraseUser(ctx, "101", match.BlockKey("key")); err != nil {
		t.Fatal(err)
	}
	wantSound(t, url)
	var left int
	err = h.store.one(ctx, `select (select count(*) from mentions where usr = '101') + (select count(*) from matches where strpos(record, '"101"') > 0)
		+ (select count(*) from events where strpos(line, '"101"') > 0) + (select count(*) from standings where who = 'u101')`, nil, &left)
	if err != nil || left > 0 {
		t.Errorf("%d rows name the person still, %v", left, err)
	}
}

// A database from before the index of mentions gets one.
func TestMentionsMadeAnew(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	h := newHall(t, url)
	h.fill()
	before, err := h.store.Mentions(t.Context(), "102")
	if err != nil || len(before) != 5 {
		t.Fatalf("Mentions = %q, %v; want five matches", before, err)
	}
	h.carryOut(migration{`drop table mentions`, `insert into notes values ('old', '""')`}, migrations[4])
	s := open(t, url)
	if after, err := s.Mentions(t.Context(), "102"); err != nil || !slices.Equal(after, before) {
		t.Errorf("Mentions = %q, %v; want %q", after, err, before)
	}
	var notes int
	if err := s.one(t.Context(), `select count(*) from notes where id = 'old'`, nil, &notes); err != nil || notes != 0 {
		t.Errorf("%d empty notes are left, %v", notes, err)
	}
	wantSound(t, url)
}

// Finished matches once used an index on an expression, which not all engines have.
func TestIndexOfAnExpressionGoes(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	h := newHall(t, url)
	h.fill()
	before, err := h.store.Finished(t.Context(), "102")
	if err != nil || len(before) == 0 {
		t.Fatalf("Finished = %v, %v; want some", before, err)
	}
	h.carryOut(migration{
		`create function played(result text) returns text[] language sql immutable as
			$$ select array(select m[1] from regexp_matches(result, '"User":"([^"]*)"', 'g') m) $$`,
		`create index matches_played on matches using gin (played(result)) where ended is not null`,
	}, migrations[5])
	var left int
	if err := h.store.one(t.Context(),
		`select (select count(*) from pg_proc where proname = 'played') + (select count(*) from pg_indexes where indexname = 'matches_played')`, nil, &left); err != nil || left > 0 {
		t.Errorf("%d of the function and its index are left, %v", left, err)
	}
	if after, err := h.store.Finished(t.Context(), "102"); err != nil || !reflect.DeepEqual(after, before) {
		t.Errorf("Finished = %v, %v; want %v", after, err, before)
	}
	wantSound(t, url)
}

// An emptied note leaves no row, nor does one that stays empty.
func TestEmptyNotesLeaveNothing(t *testing.T) {
	s := open(t, pgtest.Database(t))
	for _, value := range []string{"one", "", "", "two", "three", ""} {
		if err := s.PutNote(t.Context(), "n", value); err != nil {
			t.Fatal(err)
		}
		var rows int
		err := s.one(t.Context(), `select count(*) from notes`, nil, &rows)
		if want := min(len(value), 1); rows != want || err != nil {
			t.Errorf("after %q there are %d rows, %v; want %d", value, rows, err, want)
		}
	}
}

// A database that cannot be checked gives a sentence, and is not changed.
func TestCheckRefuses(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	if report, err := Check(t.Context(), url, byRules); err != nil || report.Schema != 0 || len(report.Problems) > 0 {
		t.Errorf("Check of an empty database = %+v, %v; want that it is sound", report, err)
	}
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	var tables int
	if err := conn.QueryRow(t.Context(),
		`select count(*) from pg_tables where schemaname = 'public'`).Scan(&tables); err != nil || tables > 0 {
		t.Errorf("Check has made %d tables, %v", tables, err)
	}
	open(t, url)
	for _, c := range []struct {
		change string
		want   error
	}{
		{`update meta set value = '3' where key = 'schema'`, ErrOlder},
		{`update meta set value = '999' where key = 'schema'`, ErrNewer},
		{`update meta set value = 'x' where key = 'schema'`, ErrForeign},
		{fmt.Sprintf(`update meta set value = '%d' where key = 'schema'; insert into meta values ('transfer', '')`,
			len(migrations)), ErrHalf},
		{`delete from meta where key = 'transfer'; insert into meta values ('rate', '')`, ErrOlder},
		{`update meta set key = 'derive' where key = 'rate'`, ErrOlder},
	} {
		if _, err := conn.Exec(t.Context(), c.change); err != nil {
			t.Fatal(err)
		}
		if _, err := Check(t.Context(), url, byRules); !errors.Is(err, c.want) {
			t.Errorf("%s: Check = %v, want %v", c.change, err, c.want)
		}
	}
	if _, err := Check(t.Context(), "postgres://nobody@127.0.0.1:1/none?connect_timeout=2", byRules); err == nil {
		t.Error("a database that is not there is sound")
	}
}
