package people

import (
	"log/slog"
	"math/rand/v2"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/gamestest/logbook"
	"paddock/games/kalah"
	"paddock/games/match"
	"paddock/games/match/service"
	"paddock/games/tourney"
	"paddock/storage/storagetest"
)

// P30: an orderly end of the process in the middle of an erasure, at any of its steps, is no error,
// and the next start finishes what is left.
func TestErasureAtTheEnd(t *testing.T) {
	for steps := 0; ; steps++ {
		store, log := storagetest.NewMemory(), &logbook.Logbook{}
		b := busyBook(t, store, log)
		gone, err := b.BeginErasure(t.Context(), ann)
		if err != nil {
			t.Fatal(err)
		}
		err = b.Erase(storagetest.EndingAfter(t.Context(), steps), gone)
		if text := log.String(); text != "" {
			t.Errorf("an erasure that ends after %d steps, with %v, logs:\n%s", steps, err, text)
		}
		if err == nil {
			if steps < 20 {
				t.Errorf("an erasure has %d steps: this shows nothing", steps)
			}
			return
		}
		if err := b.EraseAll(t.Context()); err != nil {
			t.Fatal(err)
		}
		if ids, err := store.Mentions(t.Context(), ann); len(ids) > 0 || err != nil {
			t.Errorf("after %d steps and the next start, Ann is in %v, %v", steps, ids, err)
		}
		if list, err := store.TournamentsOf(t.Context(), ann); len(list) > 0 || err != nil {
			t.Errorf("after %d steps and the next start, Ann is in %d tournaments, %v", steps, len(list), err)
		}
	}
}

// busyBook returns a Book in whose store Ann has a challenge, plays a match, and takes part in a
// tournament that has begun and in one that has not.
func busyBook(t *testing.T, store *storagetest.Memory, log *logbook.Logbook) *Book {
	t.Helper()
	const bob = match.UserID("100000000000000002")
	here, ctx := match.Place{Guild: "club", Channel: "hall"}, t.Context()
	said := slog.New(slog.NewTextHandler(log, nil))
	matches := service.New(service.Config{
		Store: store, Games: []*games.Game{kalah.New()},
		Rand: rand.NewChaCha8([32]byte{}), Now: time.Now, Log: said,
	})
	tournaments := tourney.New(tourney.Config{Store: store, Matches: matches, Now: time.Now, Log: said})
	one, two := match.Player{User: ann, Name: "Ann"}, match.Player{User: bob, Name: "Bob"}
	for _, p := range []match.Proposal{
		{Game: "kalah", Setup: games.Setup{Seats: 2}, Place: here, By: one, Cause: "a challenge"},
		{
			Game: "kalah", Setup: games.Setup{Seats: 2}, Place: here, By: one, With: []match.Player{one, two},
			Seated: true, Cause: "a match",
		},
	} {
		if _, err := matches.Tables.Propose(ctx, p); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"running", "open"} {
		r, err := tournaments.Create(ctx,
			tourney.Terms{
				Name: name, Game: "kalah", Format: "roundrobin", Place: here, Owner: two,
				Cause: match.Cause(name),
			})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range []match.Player{one, two, {User: "100000000000000003", Name: "Cid"}} {
			if r, err = tournaments.Join(ctx, r.ID, p); err != nil {
				t.Fatal(err)
			}
		}
		if name == "running" {
			if _, err := tournaments.Start(ctx, r.ID, tourney.By{User: bob, Name: "Bob"}); err != nil {
				t.Fatal(err)
			}
		}
	}
	return New(matches, tournaments, said)
}
