package postgres

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/ratings"
	"paddock/storage/postgres/pgtest"
	"paddock/storage/storagetest"
)

// end stores a rated match that ended some hours after a moment.
func end(t *testing.T, s *Store, id match.ID, after int, users ...match.UserID) {
	t.Helper()
	r := storagetest.Running(id)
	r.Status, r.Ended = match.Over, r.Created.Add(time.Duration(after)*time.Hour)
	r.Clock.Policy.PerMove = time.Hour
	r.Players = nil
	for _, u := range users {
		r.Players, r.Acted = append(r.Players, match.Player{User: u}), append(r.Acted, r.Created)
	}
	r.Outcome = &games.Outcome{Place: [games.MaxSeats]int8{1, 2}}
	if _, err := s.Append(t.Context(), r, match.Event{At: r.Ended, Kind: match.Moved}); err != nil {
		t.Fatal(err)
	}
}

func wantStandings(t *testing.T, s *Store) {
	t.Helper()
	results := storagetest.Results(t, s, "kalah")
	want := ratings.Table(results, match.AmongPeople)
	for _, one := range want {
		if got, err := s.StandingsOf(t.Context(), "g1", one.Who); err != nil ||
			!slices.Equal(got, []match.Standing{one}) || len(want) < 3 {
			t.Errorf("StandingsOf(%v) = %+v, %v; want %+v", one.Who, got, err, one)
		}
	}
	place := storagetest.Rank(want, results[len(results)-1].Ended, 2, want[2].Who)
	got, err := s.Ranking(t.Context(), "g1", "kalah", match.AmongPeople, results[len(results)-1].Ended, 2, want[2].Who)
	if err != nil || !slices.Equal(got.Top, place.Top) || got.Place != place.Place || got.Of != place.Of {
		t.Errorf("Ranking = %+v, %v; want %+v", got, err, place)
	}
}

// P23: standings can be rebuilt from the stored results. The migration that created the tables of
// standings does so, and so does the store when the skills of a player are missing at their next
// result.
func TestStandingsMadeAnew(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	s := open(t, url)
	for i := range 12 {
		users := []match.UserID{"1", "2", "3", "4"}
		end(t, s, match.ID(fmt.Sprintf("m%02d", i)), 10*i, users[i%4], users[(i+1+i/4)%4])
	}
	wantStandings(t, s)
	for _, lost := range []string{"standings", "ranks", "skills"} {
		if _, err := s.pool.Exec(t.Context(), `delete from `+lost); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.pool.Exec(t.Context(), migrations[2][len(migrations[2])-1]); err != nil {
		t.Fatal(err)
	}
	s = open(t, url)
	wantStandings(t, s)
	if _, err := s.pool.Exec(t.Context(), `delete from skills where id = 'm07'`); err != nil {
		t.Fatal(err)
	}
	end(t, s, "late", 35, "1", "4")
	wantStandings(t, s)
}

// A transaction that changes the list of all servers waits for others that do: two at once would
// count each other wrongly.
func TestListOfAllServersIsLocked(t *testing.T) {
	t.Parallel()
	ctx, s := t.Context(), open(t, pgtest.Database(t))
	list := func(in match.GuildID) error {
		_, err := s.UpdateUser(ctx, "ann", func(u *match.User) { u.ListedIn = in })
		return err
	}
	if err := list("g1"); err != nil {
		t.Fatal(err)
	}
	other, err := s.pool.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	locked, err := other.Exec(ctx, `select 1 from books where guild = $1 for update`, match.Everywhere)
	if err != nil || locked.RowsAffected() != 1 {
		t.Error("there is no lock of the list", locked, err)
	}
	done := waits(t, s, func() error { return list("g2") })
	if err := errors.Join(other.Rollback(ctx), <-done); err != nil {
		t.Error(err)
	}
}

// waits calls do, returns when that call waits for a lock, and fails if the call ends without
// waiting.
func waits(t *testing.T, s *Store, do func() error) (done <-chan error) {
	t.Helper()
	ended := make(chan error, 1)
	go func() { ended <- do() }()
	for waiting := false; !waiting; {
		select {
		case err := <-ended:
			t.Fatal("it is done beside another change", err)
		default:
		}
		const sql = `select exists (select from pg_stat_activity
			where datname = current_database() and wait_event_type = 'Lock')`
		if err := s.pool.QueryRow(t.Context(), sql).Scan(&waiting); err != nil {
			t.Fatal(err)
		}
	}
	return ended
}

// An erasure waits for a transaction that writes a match with the person. Otherwise the erasure
// could take the new index row of that match for an obsolete one.
func TestErasureWaitsForWriters(t *testing.T) {
	t.Parallel()
	ctx, s := t.Context(), open(t, pgtest.Database(t))
	r := storagetest.Running("m1")
	if _, err := s.Append(ctx, r, match.Event{At: r.Created, Kind: match.Moved, User: "ann"}); err != nil {
		t.Fatal(err)
	}
	other, err := s.pool.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	locked, err := other.Exec(ctx, `select 1 from matches where id = 'm1' for no key update`)
	if err != nil || locked.RowsAffected() != 1 {
		t.Fatal(locked, err)
	}
	done := waits(t, s, func() error { return s.EraseUser(ctx, "ann", nil) })
	if err := errors.Join(other.Rollback(ctx), <-done); err != nil {
		t.Error(err)
	}
}

// If the old or the new result can't be read, no standings change, and the error reports damage.
func TestResultThatCannotBeRead(t *testing.T) {
	for _, c := range [][2]ending{{{text: "x"}, {}}, {{}, {text: "x"}}} {
		if err := new(tx).rank(t.Context(), "m1", c[0], c[1]); !errors.Is(err, ErrDamaged) {
			t.Errorf("from %q to %q: %v, want damage", c[0].text, c[1].text, err)
		}
	}
}
