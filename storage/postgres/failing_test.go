package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"paddock/games"
	"paddock/games/gamestest/golden"
	"paddock/games/match"
	"paddock/games/tourney"
	"paddock/storage/postgres/pgtest"
	"paddock/storage/storagetest"
	"paddock/storage/transfer"
)

// failing makes one statement, or one batch of them, fail: the one that is reached when left is 1.
// In that statement, the connection finds no table.
type failing struct {
	*presence
	left      int
	statement string // the statement that failed
}

// prepare is called before a statement or a batch.
func (f *failing) prepare(ctx context.Context, c *pgx.Conn, statement string) context.Context {
	switch statement {
	case "begin", "begin read only", "commit", "begin; commit", "set local synchronous_commit = off":
		return ctx // these statements need no table
	}
	tables := "public"
	if f.left--; f.left == 0 {
		tables, f.statement = "pg_catalog", strings.Join(strings.Fields(statement), " ")
	}
	// statements are not counted after their transaction has failed
	_, _ = c.PgConn().Exec(ctx, "set search_path to "+tables).ReadAll()
	return ctx
}

func (f *failing) TraceQueryStart(ctx context.Context, c *pgx.Conn, d pgx.TraceQueryStartData) context.Context {
	return f.prepare(ctx, c, d.SQL)
}

func (f *failing) TraceBatchStart(ctx context.Context, c *pgx.Conn, d pgx.TraceBatchStartData) context.Context {
	var list []string
	for _, q := range d.Batch.QueuedQueries {
		list = append(list, q.SQL)
	}
	return f.prepare(ctx, c, strings.Join(list, "; "))
}

func (f *failing) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

func (f *failing) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) {}

// askedAndDone lists calls of a store: those that change it, in order, and those that read it.
func askedAndDone(s *Store) (list []struct {
	name string
	call func(ctx context.Context) (any, error)
},
) {
	add := func(name string, call func(ctx context.Context) (any, error)) {
		list = append(list, struct {
			name string
			call func(ctx context.Context) (any, error)
		}{name, call})
	}
	at := storagetest.Running("").Created
	event := func(cause match.Cause) match.Event {
		return match.Event{At: at, Kind: match.Moved, Cause: cause, User: "ann"}
	}
	match1 := func(head match.Seq, status match.Status) match.Record {
		r := storagetest.Running("one")
		r.Head, r.Status = head, status
		if status == match.Over {
			r.Ended, r.Outcome = at.Add(time.Minute), &games.Outcome{Place: [games.MaxSeats]int8{1, 2}}
			r.Acted = []time.Time{at, at}
		}
		return r
	}
	add("a challenge", func(ctx context.Context) (any, error) { return s.Append(ctx, match1(0, match.Running), event("i1")) })
	add("a move", func(ctx context.Context) (any, error) { return s.Append(ctx, match1(1, match.Running), event("i2")) })
	add("a move whose answer was lost", func(ctx context.Context) (any, error) {
		r := match1(1, match.Running)
		log, err := newLog(&r, []match.Event{event("i2")})
		now, err1 := written(r)
		return nil, errors.Join(err, err1, appendInTurn(ctx, s, true, 1, match.Guard{}, r, now, log))
	})
	add("a moment", func(ctx context.Context) (any, error) { return nil, s.SetDue(ctx, "one", 2, at.Add(time.Hour)) })
	add("the end", func(ctx context.Context) (any, error) { return s.Append(ctx, match1(2, match.Over), event("i3")) })
	add("a member", func(ctx context.Context) (any, error) {
		return s.UpdateUser(ctx, "ann", func(u *match.User) { u.ListedIn = "g1" })
	})
	add("a server", func(ctx context.Context) (any, error) {
		return s.UpdateGuild(ctx, "g1", func(g *match.Guild) { g.Threads = true })
	})
	add("a note", func(ctx context.Context) (any, error) { return nil, s.PutNote(ctx, "note", "text") })
	add("an audit line", func(ctx context.Context) (any, error) {
		return nil, s.AddAudit(ctx, match.Audit{Guild: "g1", By: match.Player{User: "ann"}, Did: match.AuditEnd, Match: "one"})
	})
	add("a tournament", func(ctx context.Context) (any, error) {
		return s.PutTournament(ctx, storagetest.NewTournament("cup"))
	})
	add("the end of a tournament", func(ctx context.Context) (any, error) {
		r, err := s.Tournament(ctx, "cup")
		if r.Status = tourney.Cancelled; err != nil {
			return nil, err
		}
		return s.PutTournament(ctx, r)
	})
	r := match1(3, match.Over)
	ann := r.Players[0]
	add("standings lapse", func(ctx context.Context) (any, error) {
		_, err := s.pool.Exec(ctx, `update standings set certain = true, until = 0, place = '\\x01'`)
		return nil, err
	})
	add("the best", func(ctx context.Context) (any, error) {
		return s.Ranking(ctx, r.Place.Guild, r.Game, match.AmongPeople, at.AddDate(2, 0, 0), 5, ann)
	})
	add("a member's standings", func(ctx context.Context) (any, error) { return s.StandingsOf(ctx, r.Place.Guild, ann) })
	add("finished matches", func(ctx context.Context) (any, error) { return s.Finished(ctx, ann.User) })
	add("a log", func(ctx context.Context) (any, error) { return s.History(ctx, "one", 0) })
	add("a cause", func(ctx context.Context) (any, error) {
		id, _, ok, err := s.Applied(ctx, "i2")
		return fmt.Sprint(id, ok), err
	})
	add("what is due", func(ctx context.Context) (any, error) { return s.Due(ctx, at.AddDate(1, 0, 0), 5) })
	add("who is mentioned", func(ctx context.Context) (any, error) { return s.Mentions(ctx, ann.User) })
	add("tournaments of a member", func(ctx context.Context) (any, error) { return s.TournamentsOf(ctx, ann.User) })
	add("what is due next", func(ctx context.Context) (any, error) {
		_, _, err := s.NextDue(ctx)
		return nil, err
	})
	add("matches since a time", func(ctx context.Context) (any, error) {
		return s.Made(ctx, ann.User, at.Add(-time.Hour))
	})
	add("damaged matches", func(ctx context.Context) (any, error) { return s.SetAside(ctx, ann.User) })
	add("skills before a match", func(ctx context.Context) (any, error) {
		result, _ := r.Finished()
		return s.SkillsBefore(ctx, r.Place.Guild, result)
	})
	add("the audit log", func(ctx context.Context) (any, error) { return s.Audit(ctx, "g1", 0, 5) })
	add("a lease", func(ctx context.Context) (any, error) {
		list, err := s.Claim(ctx, match.ClockDuty, time.Hour, "a", "b")
		if err != nil {
			return nil, err
		}
		return nil, s.Release(ctx, list...)
	})
	add("books are built anew", func(ctx context.Context) (any, error) {
		return nil, s.transact(ctx, func(t *tx) error { return t.recountAll(ctx) })
	})
	add("all is derived anew", func(ctx context.Context) (any, error) {
		return nil, s.transact(ctx, func(t *tx) error { return t.rederive(ctx) })
	})
	add("a check", func(ctx context.Context) (any, error) {
		c := checker{ctx: ctx}
		err := pgx.BeginTxFunc(ctx, s.pool, pgx.TxOptions{AccessMode: pgx.ReadOnly}, c.check)
		if err == nil && c.Report.Schema == 0 {
			err = errors.New("there is no data")
		}
		return nil, err
	})
	add("an interaction is handed on", func(ctx context.Context) (any, error) {
		return nil, s.HandOn(ctx, match.Handed{ID: "h", Form: s.Form(), Body: []byte("body")})
	})
	add("it is heard of by asking", func(ctx context.Context) (any, error) {
		ctx, heard := context.WithCancel(ctx)
		defer heard()
		err := s.poll(ctx, func(id match.ID) {
			if id == match.HandedOn {
				heard()
			}
		})
		if ctx.Err() != nil {
			err = nil
		}
		return nil, err
	})
	add("it is taken over", func(ctx context.Context) (any, error) { return s.TakeOver(ctx) })
	mover := Mover{s}
	for _, time := range []string{"", " once more, prepared"} {
		for _, kind := range []transfer.Kind{transfer.Matches, transfer.Users, transfer.Audits} {
			add(fmt.Sprint("an export of ", kind, time), func(ctx context.Context) (any, error) {
				items, _, err := mover.Export(ctx, kind, "", 5)
				return items, err
			})
			add(fmt.Sprint("a reading of ", kind, time), func(ctx context.Context) (any, error) {
				return nil, mover.Scan(ctx, kind, func([]byte, int, []byte) {})
			})
		}
	}
	add("a transfer into it", func(ctx context.Context) (any, error) {
		return nil, mover.Import(ctx, transfer.Users, nil, "half")
	})
	add("the end of a transfer", func(ctx context.Context) (any, error) {
		return nil, mover.Import(ctx, transfer.Users, nil, "")
	})
	add("an erasure is noted", func(ctx context.Context) (any, error) {
		return s.PutErasure(ctx, match.Erasure{User: ann.User, As: "x7"})
	})
	add("a rewrite", func(ctx context.Context) (any, error) {
		return nil, s.Rewrite(ctx, "one", match.Erasure{User: ann.User, As: "x7"}.From)
	})
	add("an erasure", func(ctx context.Context) (any, error) { return nil, s.EraseUser(ctx, ann.User, nil) })
	return list
}

// Whichever statement fails, the call returns the reason and changes nothing, so that it can be
// repeated. The golden file has the statements without which a call can succeed, and the number of
// statements of each call.
func TestNoErrorIsDropped(t *testing.T) {
	t.Parallel()
	s := open(t, pgtest.Database(t))
	cfg := s.pool.Config()
	f := &failing{presence: &s.presence}
	cfg.ConnConfig.Tracer, cfg.MaxConns = f, 1
	pool, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	s.hints.close()
	s.pool.Close()
	s.pool = pool
	// the first write of a day also removes old causes
	if _, err := s.Append(t.Context(), storagetest.Running("other"), match.Event{
		At: storagetest.Running("").Created, Kind: match.Moved, Cause: "i0",
	}); err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	for _, act := range askedAndDone(s) {
		n, done := 1, false
		for ; ; n++ {
			if n > 60 {
				t.Fatalf("%s makes more than 60 statements", act.name)
			}
			f.left, f.statement = n, ""
			_, err := act.call(t.Context())
			if f.statement == "" { // every statement has failed once
				if err != nil && !done { // the repeated call may be refused because it was done already
					t.Fatalf("%s: %v", act.name, err)
				}
				break
			}
			// after the failure, PostgreSQL refuses all further statements of the transaction; such a refusal is
			// not the cause
			if after, is := errors.AsType[*pgconn.PgError](err); is && after.Code == "25P02" ||
				errors.Is(err, pgx.ErrTxCommitRollback) || !done && errors.Is(err, match.ErrRepeat) {
				t.Errorf("%s, where %.90q fails, ends with %v", act.name, f.statement, err)
			}
			if err == nil {
				done = true
				fmt.Fprintf(&said, "%s, done without %.90q\n", act.name, f.statement)
			}
		}
		fmt.Fprintf(&said, "%s: %d statements\n", act.name, n-1)
	}
	golden.Check(t, "testdata/failing.txt", said.String())
}

// Hear ends with an error if it gets no connection.
func TestHearWithoutAConnection(t *testing.T) {
	t.Parallel()
	s := open(t, pgtest.Database(t))
	s.hints.close()
	s.pool.Close()
	for name, hear := range map[string]func(context.Context, func(match.ID)) error{"listen": s.listen, "poll": s.poll} {
		if err := hear(t.Context(), func(match.ID) {}); err == nil {
			t.Errorf("%s hears on a closed pool", name)
		}
	}
}
