package postgres

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"paddock/games"
	"paddock/games/gamestest/ram"
	"paddock/games/match"
	"paddock/games/tourney"
	"paddock/storage"
	"paddock/storage/postgres/pgtest"
	"paddock/storage/storagetest"
	"paddock/storage/transfer"
)

var moved = flag.Int("moved", 300, "matches that are moved from file to PostgreSQL and back")

func openFile(t testing.TB) *storage.Bolt {
	t.Helper()
	s, err := storage.Open(filepath.Join(ram.Dir(t), "paddock.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// fill stores matches of every kind, and some entries of every other kind.
func fill(t testing.TB, s interface {
	match.Store
	tourney.Store
}, matches int,
) {
	t.Helper()
	ctx := context.Background()
	lot := rand.New(rand.NewPCG(1, 2))
	noon := time.Date(2026, 11, 21, 12, 0, 0, 123456789, time.UTC)
	failed := make(chan error, 64)
	for part := range 64 { // matches are stored in parallel, so that the writes share commits
		lot := rand.New(rand.NewPCG(lot.Uint64(), 0))
		go func() {
			for i := part; i < matches; i += 64 {
				if err := fillOne(ctx, s, lot, i, noon); err != nil {
					failed <- err
					return
				}
			}
			failed <- nil
		}()
	}
	for range 64 {
		if err := <-failed; err != nil {
			t.Fatal(err)
		}
	}
	_, err1 := s.UpdateUser(ctx, "1001", func(u *match.User) {
		u.Style, u.Blocked = match.Text, []match.UserID{"1002"}
	})
	_, err2 := s.UpdateGuild(ctx, "g1", func(g *match.Guild) { g.Threads = true })
	err3 := s.PutNote(ctx, "alive", "two\nlines")
	_, err4 := s.PutErasure(ctx, match.Erasure{User: "1003", As: "x7"})
	var err5 error
	for range 12 {
		err5 = errors.Join(err5,
			s.AddAudit(ctx, match.Audit{
				At: noon, Guild: "g1", By: match.Player{User: "1001"}, Did: match.AuditEnd,
				Match: "m1",
			}))
	}
	tournament := storagetest.NewTournament("c1")
	tournament.Entrants[0].Name = "Zoë\u0000\"<"
	_, err6 := s.PutTournament(ctx, tournament)
	if err := errors.Join(err1, err2, err3, err4, err5, err6); err != nil {
		t.Fatal(err)
	}
}

func fillOne(ctx context.Context, s match.Store, lot *rand.Rand, i int, noon time.Time) error {
	r := storagetest.Running(match.ID(fmt.Sprintf("m%d", i)))
	at := noon.Add(time.Duration(i) * time.Second)
	r.Created, r.Updated, r.Owner = at, at, match.UserID(fmt.Sprint(1000+lot.IntN(50)))
	r.Place = match.Place{
		Guild:   match.GuildID(fmt.Sprint("g", lot.IntN(5))),
		Channel: match.ChannelID(fmt.Sprint("c", lot.IntN(50))),
	}
	r.Players[0] = match.Player{User: r.Owner, Name: "Ann \u0000 \"Ωmega\" \\ \xff"}
	r.Position = fmt.Sprintf("kalah/1 %0*d", 200+lot.IntN(500), 7)
	events := make([]match.Event, 1+lot.IntN(12))
	for k := range events {
		events[k] = match.Event{
			At: at, Kind: match.Moved, User: r.Owner, Move: "3",
			Cause: match.Cause(fmt.Sprintf("i%d/%d", i, k)),
		}
	}
	switch lot.IntN(4) {
	case 0:
		r.Due = at.Add(time.Hour)
	case 1:
		r.Status, r.Ended, r.Outcome = match.Over, at, &games.Outcome{Place: [games.MaxSeats]int8{1, 2}}
		r.Acted = []time.Time{at, at}
	case 2:
		r.Notices = []match.Notice{{Event: 1, To: "1002", Kind: match.HasResult}}
	}
	_, err := s.Append(ctx, r, events...)
	return err
}

// A transfer from a file to PostgreSQL and back preserves all texts and lists.
func TestTransferThereAndBack(t *testing.T) {
	t.Parallel()
	file, there, back := openFile(t), open(t, pgtest.Database(t)), openFile(t)
	fill(t, file, *moved)
	began := time.Now()
	gone, err := transfer.Run(t.Context(), storage.Mover{Bolt: file}, Mover{there}, "file", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d matches with %d events into PostgreSQL and compared in %v", gone.Count[transfer.Matches], gone.Events,
		time.Since(began))
	began = time.Now()
	come, err := transfer.Run(t.Context(), Mover{there}, storage.Mover{Bolt: back}, "there", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("and back in %v", time.Since(began))
	if fmt.Sprint(come) != fmt.Sprint(gone) || gone.Count[transfer.Matches] != *moved || gone.Events < *moved {
		t.Errorf("went %v, came back %v; want the same, and %d matches", gone, come, *moved)
	}
	for kind, n := range map[transfer.Kind]int{
		transfer.Users: 1, transfer.Guilds: 1, transfer.Notes: 1,
		transfer.Erasures: 1, transfer.Audits: 12, transfer.Tournaments: 1,
	} {
		if gone.Count[kind] != n {
			t.Errorf("%d of %s were moved, want %d", gone.Count[kind], kind, n)
		}
	}
	for name, s := range map[string]match.Store{"PostgreSQL": there, "the file that came back": back} {
		if got, want := lists(t, s), lists(t, file); got != want {
			t.Errorf("%s lists\n%.2000s\nwant\n%.2000s", name, got, want)
		}
	}
	if report, err := storage.Check(t.Context(), closed(t, back)); err != nil || len(report.Problems) > 0 {
		t.Errorf("Check of what came back: %v, %v", report.Problems, err)
	}
}

func closed(t *testing.T, s *storage.Bolt) string {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return s.Path()
}

// lists returns the results of a store's lists as text.
func lists(t *testing.T, s match.Store) string {
	t.Helper()
	ctx, text := t.Context(), ""
	add := func(what string) func([]match.Record, error) {
		return func(list []match.Record, err error) {
			if err != nil {
				t.Fatal(what, err)
			}
			text += what + ":"
			for _, r := range list {
				text += " " + string(r.ID)
			}
			text += "\n"
		}
	}
	add("due")(s.Due(ctx, time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC), 50))
	add("unshown")(s.Unshown(ctx, "", 50))
	add("untold")(s.Untold(ctx, "", 50))
	for i := range 5 {
		add("guild")(s.ByGuild(ctx, match.GuildID(fmt.Sprint("g", i))))
		add("channel")(s.ByChannel(ctx, match.ChannelID(fmt.Sprint("c", i))))
		add("latest")(s.Latest(ctx, match.ChannelID(fmt.Sprint("c", i)), 20))
		add("user")(s.ByUser(ctx, match.UserID(fmt.Sprint(1000+i))))
		add("made")(s.Made(ctx, match.UserID(fmt.Sprint(1000+i)), time.Time{}))
		finished, err := s.Finished(ctx, match.UserID(fmt.Sprint(1000+i)))
		text += fmt.Sprintln("finished", len(finished), finished, err)
	}
	id, seq, ok, err := s.Applied(ctx, "i7/0")
	text += fmt.Sprintln("applied", id, seq, ok, err)
	line, err := s.Audit(ctx, "g1", 0, 3)
	return text + fmt.Sprintln("audit", line, err)
}

// A transfer can continue after any interruption.
func TestTransferGoesOn(t *testing.T) {
	t.Parallel()
	file, there := openFile(t), open(t, pgtest.Database(t))
	fill(t, file, 3000)
	stops := 0
	for n := range 20 {
		ctx, stop := context.WithCancel(t.Context())
		_, err := transfer.Run(ctx, storage.Mover{Bolt: file}, &mortal{Store: Mover{there}, left: 1 + n%2, stop: stop},
			"file", nil)
		stop()
		if err == nil {
			break
		}
		if stops++; !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	was, err := transfer.Summarise(t.Context(), storage.Mover{Bolt: file}, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	if is, err := transfer.Summarise(t.Context(), Mover{there}, func(int) {}); fmt.Sprint(is) != fmt.Sprint(was) ||
		err != nil || stops < 3 {
		t.Errorf("after %d stops %v, %v; want %v after some", stops, is, err, was)
	}
	if _, err := transfer.Run(t.Context(), storage.Mover{Bolt: openFile(t)}, Mover{there}, "another",
		nil); !errors.Is(err, transfer.ErrNotEmpty) {
		t.Errorf("a transfer into a store that is not empty: %v, want ErrNotEmpty", err)
	}
}

// mortal simulates the end of the process after some imports.
type mortal struct {
	transfer.Store
	left int
	stop func()
}

func (m *mortal) Import(ctx context.Context, kind transfer.Kind, items []transfer.Item, progress string) error {
	err := m.Store.Import(ctx, kind, items, progress)
	if m.left--; m.left == 0 {
		m.stop()
	}
	return err
}

// A change during the transfer is noticed.
func TestTransferIsCompared(t *testing.T) {
	file, there := openFile(t), open(t, pgtest.Database(t))
	fill(t, file, 50)
	if _, err := transfer.Run(t.Context(), storage.Mover{Bolt: file}, forger{Mover{there}}, "file",
		nil); !errors.Is(err, transfer.ErrDiffers) {
		t.Errorf("a copy with another name in it: %v, want ErrDiffers", err)
	}
}

type forger struct{ transfer.Store }

func (f forger) Import(ctx context.Context, kind transfer.Kind, items []transfer.Item, progress string) error {
	if kind == transfer.Notes {
		items[0].Value = []byte(`"forged"`)
	}
	return f.Store.Import(ctx, kind, items, progress)
}

// During a transfer only another transfer can open its target. At the end the dropped indexes are
// back.
func TestTransferHalfDone(t *testing.T) {
	file, url := openFile(t), pgtest.Database(t)
	there := open(t, url)
	fill(t, file, 50)
	indexes := func() (names []string) {
		rows, err := there.pool.Query(t.Context(),
			`select indexname::text from pg_indexes where schemaname = 'public' order by 1`)
		if err == nil {
			names, err = pgx.CollectRows(rows, pgx.RowTo[string])
		}
		if err != nil {
			t.Fatal(err)
		}
		return names
	}
	before := indexes()
	ctx, stop := context.WithCancel(t.Context())
	if _, err := transfer.Run(ctx, storage.Mover{Bolt: file}, &mortal{Store: Mover{there}, left: 2, stop: stop}, "file",
		nil); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if s, err := Open(t.Context(), url); !errors.Is(err, ErrHalf) {
		t.Errorf("Open of what is half full: %v, %v; want ErrHalf", s, err)
	}
	again, err := OpenTarget(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if _, err := transfer.Run(t.Context(), storage.Mover{Bolt: file}, Mover{again}, "file", nil); err != nil {
		t.Fatal(err)
	}
	if after := indexes(); !slices.Equal(after, before) {
		t.Errorf("indexes after the transfer: %v, want %v", after, before)
	}
	open(t, url)
}

// An export in pages contains the same as an export at once.
func TestExportByPages(t *testing.T) {
	t.Parallel()
	s := open(t, pgtest.Database(t))
	fill(t, s, 8)
	export := func(kind transfer.Kind, most int) (all []transfer.Item, pages int) {
		t.Helper()
		for after := ""; pages < 100; {
			items, next, err := Mover{s}.Export(t.Context(), kind, after, most)
			if err != nil {
				t.Fatalf("%s after %q: %v", kind, after, err)
			}
			all, after = append(all, items...), next
			if pages++; next == "" {
				break
			}
		}
		return all, pages
	}
	for _, kind := range []transfer.Kind{
		transfer.Matches, transfer.Causes, transfer.Users, transfer.Guilds, transfer.Notes, transfer.Erasures,
		transfer.Audits, transfer.Tournaments,
	} {
		whole, _ := export(kind, 1000)
		parts, pages := export(kind, 1)
		if len(whole) == 0 || pages < len(whole) || !reflect.DeepEqual(parts, whole) {
			t.Errorf("%s: %d items in %d pages of one, %d at once", kind, len(parts), pages, len(whole))
		}
	}
}
