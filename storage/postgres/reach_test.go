package postgres

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"paddock/games/gamestest/logbook"
	"paddock/games/match"
	"paddock/games/tourney"
	"paddock/storage/postgres/pgtest"
	"paddock/storage/storagetest"
)

// When the database server is unreachable for a while, only the log shows that: reads wait, writes
// report correctly, and starts wait too. An error that waiting cannot fix is returned at once, with
// a sentence.
func TestServerGoesAway(t *testing.T) {
	t.Parallel()
	server := pgtest.New(t)
	url := server.Database(t)
	s := open(t, url)
	ctx := t.Context()

	hearing, deaf := context.WithCancel(ctx)
	defer deaf()
	stop := make(chan struct{})
	var all sync.WaitGroup
	written := make([]int, 4)
	for w := range written {
		all.Go(func() {
			r := storagetest.Running(match.ID(fmt.Sprint("w", w)))
			for {
				select {
				case <-stop:
					return
				default:
				}
				cause := ""
				if w%2 == 0 { // half of the writes have a cause
					cause = fmt.Sprint(r.ID, "/", r.Head)
				}
				head, err := s.Append(ctx, r,
					match.Event{At: time.Now(), Kind: match.Moved, User: "ann", Move: "3", Cause: match.Cause(cause)})
				if err != nil {
					t.Errorf("Append to %s at %d: %v", r.ID, r.Head, err)
					return
				}
				r.Head = head
				written[w]++
				if got, err := s.Record(ctx, r.ID); got.Head != head || err != nil {
					t.Errorf("Record of %s at %d: %d, %v", r.ID, head, got.Head, err)
				}
				if _, err := s.UpdateNote(ctx, string(r.ID), func(n string) string { return n + "x" }); err != nil {
					t.Errorf("UpdateNote: %v", err)
				}
			}
		})
	}
	var said [2]logbook.Logbook // logs of a store that works, and of one that only listens
	idle := open(t, url)
	hears := make(chan struct{})
	first := sync.OnceFunc(func() { close(hears) })
	all.Go(func() { _ = idle.Hear(hearing, func(match.ID) { first() }) })
	<-hears
	for i, each := range []*Store{s, idle} {
		each.Log(slog.New(slog.NewTextHandler(&said[i], nil)))
	}
	if err := server.Restart("immediate"); err != nil {
		t.Fatal(err)
	}
	if err := s.PutNote(ctx, "back", "again"); err != nil {
		t.Errorf("PutNote after the restart: %v", err)
	}
	for i := range said {
		logs(t, &said[i], "in reach again", nil)
	}
	close(stop)
	deaf()
	all.Wait()
	for i := range said {
		lines := strings.Split(strings.TrimSpace(said[i].String()), "\n")
		if len(lines) != 2 || !strings.Contains(lines[0], "level=WARN msg=\"the database is out of reach") ||
			!strings.Contains(lines[1], "level=WARN msg=\"the database is in reach again\" after=") {
			t.Errorf("store %d has logged %q, want a line when the server is lost and one when it is back", i, lines)
		}
	}
	for w, n := range written {
		log, err := s.History(ctx, match.ID(fmt.Sprint("w", w)), 1)
		if len(log) != n || err != nil || n == 0 {
			t.Errorf("w%d has %d events after %d writes, %v", w, len(log), n, err)
		}
		if note, err := s.Note(ctx, fmt.Sprint("w", w)); len(note) != n || err != nil {
			t.Errorf("the note of w%d was edited %d times, %v; want %d", w, len(note), err, n)
		}
	}

	if err := server.Stop("immediate"); err != nil {
		t.Fatal(err)
	}
	var text logbook.Logbook
	log := slog.New(slog.NewTextHandler(&text, nil))
	_, err := OpenPatiently(ctx, url, 0, log)
	if sentence, ok := errors.AsType[*OpenError](err); !ok || !strings.Contains(sentence.Say, "does not answer") {
		t.Errorf("Open of a server that is away: %v, want a sentence", err)
	}
	opened := make(chan error, 1)
	go func() {
		late, err := OpenPatiently(ctx, url, time.Hour, log)
		if err == nil {
			err = late.Close()
		}
		opened <- err
	}()
	logs(t, &text, "not there yet, or not free", opened)
	if err := server.Go(); err != nil {
		t.Fatal(err)
	}
	if err := <-opened; err != nil || !strings.Contains(text.String(), "the database is there") {
		t.Errorf("Open of a server that comes: %v, log %s", err, text.String())
	}
	_, err = OpenPatiently(ctx, strings.Replace(url, "/test", "/nothere", 1), time.Hour, log)
	if sentence, ok := errors.AsType[*OpenError](err); !ok || !strings.Contains(sentence.Say, "There is no database") {
		t.Errorf("Open of a database that there is not: %v, want a sentence at once", err)
	}
	_, err = Open(ctx, url+"&keepalives_idle=30") // libpq's, which the driver does not know
	if sentence, ok := errors.AsType[*OpenError](err); !ok || !strings.Contains(sentence.Say, "Leave it out") {
		t.Errorf("Open with an unknown setting: %v, want a sentence", err)
	}
}

// While an address leads to a server that can only be read, as a replica until it is promoted, writes
// wait, also behind a pooler, and a start says why it fails.
func TestServerIsReadOnly(t *testing.T) {
	t.Parallel()
	server := pgtest.New(t)
	url := server.Database(t)
	ctx := t.Context()
	admin, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close(context.WithoutCancel(ctx))
	exec := func(q string, args ...any) {
		if _, err := admin.Exec(ctx, q, args...); err != nil {
			t.Error(err)
		}
	}
	// the call only returns a function that ends the sessions which exist now. A session that is
	// beginning is not listed yet.
	only := func(on string) (end func()) {
		exec(`set default_transaction_read_only = off`)
		exec(`do $$ begin execute format('alter database %I set default_transaction_read_only = ` + on +
			`', current_database()); end $$`)
		var now time.Time
		if err := admin.QueryRow(ctx, `select clock_timestamp()`).Scan(&now); err != nil {
			t.Error(err)
		}
		end = func() {
			exec(`select pg_terminate_backend(pid) from pg_stat_activity
				where datname = current_database() and pid <> pg_backend_pid() and backend_start < $1`, now)
		}
		end()
		return end
	}
	for _, url := range []string{url, server.Pooled(t, url)} {
		s := open(t, url)
		only("on")
		written := make(chan error, 1)
		go func() {
			_, err := s.Append(ctx, storagetest.Running(match.ID(rand.Text())), match.Event{At: time.Now(), Kind: match.Moved})
			written <- err
		}()
		if !s.pooled { // a pooler may pass on the end of a session
			if _, err := Open(ctx, url); !strings.Contains(fmt.Sprint(err), "can only be read") {
				t.Errorf("Open: %v, want a sentence", err)
			}
		}
		for end, done := only("off"), false; !done; end() {
			select {
			case err := <-written:
				if done = true; err != nil {
					t.Errorf("a write while the server can only be read: %v", err)
				}
			case <-time.After(50 * time.Millisecond):
			}
		}
	}
}

// logs waits until a log has a text. The test fails if a store is opened, or fails to be, before that.
func logs(t *testing.T, log *logbook.Logbook, text string, opened <-chan error) {
	t.Helper()
	late := time.After(time.Minute)
	for !strings.Contains(log.String(), text) {
		select {
		case err := <-opened:
			t.Fatalf("Open returns, with %v, before the log has %q: %s", err, text, log)
		case <-late:
			t.Fatalf("the log has no %q after a minute: %s", text, log)
		case <-time.After(time.Millisecond):
		}
	}
}

// While a process from before rolling upgrades lives, a database is neither opened nor migrated. When
// it has ended, or its lease has run out, the start goes on.
func TestOpenBesideOlderProcess(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	s := open(t, url)
	ctx := t.Context()
	if _, err := s.pool.Exec(ctx, `drop schema public cascade; create schema public`); err != nil {
		t.Fatal(err)
	}
	s.pool.Reset()
	if err := migrate(ctx, s, migrations[:6]); err != nil {
		t.Fatal(err)
	}
	old, err := s.Claim(ctx, match.ProcessDuty, time.Hour, "ABCDEFGHIJ")
	if err != nil {
		t.Fatal(err)
	}
	var schema string
	_, err = OpenPatiently(ctx, url, 0, slog.New(slog.DiscardHandler))
	if said, ok := errors.AsType[*OpenError](err); !ok || !errors.Is(err, ErrBeside) ||
		!strings.Contains(said.Say, "Stop them all") {
		t.Fatalf("Open beside an older process: %v, want a sentence", err)
	}
	if err := s.one(ctx, `select value from meta where key = 'schema'`, nil, &schema); err != nil || schema != "6" {
		t.Errorf("it has left schema %s, %v; want 6", schema, err)
	}
	var text logbook.Logbook
	opened := make(chan error, 1)
	go func() {
		late, err := OpenPatiently(ctx, url, time.Hour, slog.New(slog.NewTextHandler(&text, nil)))
		if err == nil {
			err = late.Close()
		}
		opened <- err
	}()
	logs(t, &text, "much older", opened)
	if err := s.Release(ctx, old...); err != nil {
		t.Fatal(err)
	}
	if err := <-opened; err != nil {
		t.Errorf("Open after the older process: %v", err)
	}
	// the column is one that may also exist
	if _, err := s.Claim(ctx, match.ProcessDuty, time.Hour, "ABCDEFGHIJ.1"); err != nil {
		t.Fatal(err)
	}
	open(t, url)
}

// A write whose answer was lost is neither lost nor made twice, whether it was stored or not.
func TestAnswerIsLost(t *testing.T) {
	s := open(t, pgtest.Database(t))
	ctx := t.Context()
	for _, stored := range []bool{false, true} {
		r := storagetest.Running(match.ID(fmt.Sprint("lost-", stored)))
		tries := 0
		s.lose = func(commit func() error) error { // the proxy loses the answer to the first try of each transaction
			if tries++; tries > 1 {
				return commit()
			}
			if stored {
				if err := commit(); err != nil {
					return err
				}
			}
			return io.ErrUnexpectedEOF
		}
		head, err := s.Append(ctx, r, match.Event{At: time.Now(), Kind: match.Moved, Cause: match.Cause("c-" + r.ID)})
		if head != 1 || err != nil || tries < 2 == !stored {
			t.Errorf("stored %t: Append = %d, %v after %d tries", stored, head, err, tries)
		}
		tries, r.Head = 0, head
		if head, err := s.Append(ctx, r, match.Event{At: time.Now(), Kind: match.Moved}); head != 2 || err != nil ||
			tries < 2 == !stored {
			t.Errorf("stored %t: the next Append = %d, %v after %d tries", stored, head, err, tries)
		}
		tries = 0
		if note, err := s.UpdateNote(ctx, string(r.ID), func(n string) string { return n + "x" }); note != "x" ||
			err != nil {
			t.Errorf("stored %t: UpdateNote = %q, %v; want it edited once", stored, note, err)
		}
		tries = 0
		if note, err := s.UpdateNote(ctx, string(r.ID), func(n string) string {
			return map[bool]string{true: "y"}[n == ""]
		}); note != "" || err != nil {
			t.Errorf("stored %t: UpdateNote = %q, %v; want it emptied once", stored, note, err)
		}
		tries = 0
		if err := s.AddAudit(ctx, match.Audit{Guild: match.GuildID(r.ID), Did: match.AuditEnd}); err != nil {
			t.Errorf("stored %t: AddAudit: %v", stored, err)
		}
		tournament := storagetest.NewTournament(tourney.ID("cup" + r.ID))
		for version := range 2 {
			tries = 0
			if v, err := s.PutTournament(ctx, tournament); v != version+1 || err != nil {
				t.Errorf("stored %t: PutTournament = %d, %v; want %d", stored, v, err, version+1)
			}
			tournament.Version = version + 1
		}
		s.lose = nil
		if log, err := s.History(ctx, r.ID, 1); len(log) != 2 || err != nil {
			t.Errorf("stored %t: %d events, %v; want two", stored, len(log), err)
		}
		if lines, err := s.Audit(ctx, match.GuildID(r.ID), 0, 9); len(lines) != 1 || err != nil {
			t.Errorf("stored %t: %d lines of audit, %v; want one", stored, len(lines), err)
		}
	}
}

// An unreadable match, or log, affects no other match.
func TestOneDamagedMatch(t *testing.T) {
	s := open(t, pgtest.Database(t))
	ctx := t.Context()
	storagetest.Damaged(t, s, func() storagetest.Logged {
		if _, err := s.pool.Exec(ctx, `update matches set record = 'spoilt' where id = 'm0'`); err != nil {
			t.Fatal(err)
		}
		return s
	})
	if _, err := s.pool.Exec(ctx, `update events set line = '{' where id = 'm1'`); err != nil {
		t.Fatal(err)
	}
	if _, err := s.History(context.WithoutCancel(ctx), "m1", 1); !errors.Is(err, match.ErrDamaged) {
		t.Errorf("History of a damaged log: %v, want match.ErrDamaged", err)
	}
}

func TestCountLive(t *testing.T) {
	s := open(t, pgtest.Database(t))
	for i, status := range []match.Status{match.Open, match.Running, match.Over} {
		r := storagetest.Running(match.ID(fmt.Sprint("m", i)))
		r.Status = status
		if _, err := s.Append(t.Context(), r, match.Event{At: time.Now(), Kind: match.Moved}); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := s.CountLive(t.Context()); n != 2 || err != nil {
		t.Errorf("CountLive = %d, %v; want the open one and the running one", n, err)
	}
}

// A database without LISTEN or NOTIFY is distinguished from one that fails.
func TestLacking(t *testing.T) {
	s := open(t, pgtest.Database(t))
	for _, c := range []struct {
		sql  string
		want bool
	}{
		{`hearken paddock`, true},
		{`select pg_tell('paddock', 'm1')`, true},
		{`select 1 / 0`, false},
		{`select * from nothing`, false},
		{`select 1`, false},
	} {
		_, err := s.pool.Exec(t.Context(), c.sql)
		if got := lacking(err); got != c.want {
			t.Errorf("lacking(%v) = %v, want %v", err, got, c.want)
		}
	}
	for name, err := range map[string]error{"a broken line": io.ErrUnexpectedEOF, "no error": nil} {
		if lacking(err) {
			t.Errorf("lacking: %s", name)
		}
	}
}

// A person who waits for an answer waits for an unreachable database no longer than their patience.
// Here only that limit applies.
func TestLimitedPatience(t *testing.T) {
	t.Parallel()
	server := pgtest.New(t)
	s := open(t, server.Database(t))
	r := storagetest.Running("limited")
	if _, err := s.Append(t.Context(), r,
		match.Event{At: time.Now(), Kind: match.Moved, User: "ann", Move: "3"}); err != nil {
		t.Fatal(err)
	}
	if err := server.Stop("immediate"); err != nil {
		t.Fatal(err)
	}
	for _, left := range []time.Duration{100 * time.Millisecond, -time.Minute} {
		ctx := match.WithPatience(t.Context(), time.Now().Add(left))
		if _, err := s.Record(ctx, r.ID); err == nil {
			t.Error("Record from a database that is away succeeds")
		}
		if err := s.PutNote(ctx, "a", "b"); err == nil {
			t.Error("PutNote to a database that is away succeeds")
		}
		if _, err := s.Append(ctx, r,
			match.Event{At: time.Now(), Kind: match.Moved, User: "ann", Move: "4"}); err == nil ||
			errors.Is(err, match.ErrUnsure) {
			t.Errorf("Append to a database that is away: %v, want an error that says it is not stored", err)
		}
	}
	if err := server.Go(); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Record(match.WithPatience(t.Context(), time.Now().Add(time.Hour)), r.ID); err != nil ||
		got.ID != r.ID {
		t.Errorf("Record when it is back: %v, %v", got.ID, err)
	}
}
